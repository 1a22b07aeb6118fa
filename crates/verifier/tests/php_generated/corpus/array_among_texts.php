<?php // unsafe
try { echo strlen(1 < 2 ? [] : ''); } catch (TypeError) { echo $_GET['x']; }

<?php // unsafe
try { strlen([]); } catch (TypeError $e) { echo $_GET['x']; }

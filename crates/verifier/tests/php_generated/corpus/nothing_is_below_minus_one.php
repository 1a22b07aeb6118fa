<?php // unsafe
if (null <= -1) { echo $_GET['x']; }

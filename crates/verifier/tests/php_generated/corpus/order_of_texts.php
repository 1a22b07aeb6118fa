<?php // unsafe
if (strcmp('a', 'b') < 0) { echo $_GET['x']; }

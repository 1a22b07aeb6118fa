<?php // unsafe
if ($_GET['y'] == 0) { echo $_GET['x']; }

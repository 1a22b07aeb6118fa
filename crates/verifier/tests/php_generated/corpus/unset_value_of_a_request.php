<?php // unsafe
unset($_GET['x']); if (isset($_GET['x'])) { exit; } echo $_GET['y'];

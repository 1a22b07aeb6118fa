<?php // unsafe
foreach ([1, 2] as $i) { echo $_SERVER['REMOTE_ADDR']; if ($i < 2) { $_SERVER['REMOTE_ADDR'] = $_GET['x']; } }

<?php // unsafe
if (isset($_GET['y'])) { $_SERVER['REMOTE_ADDR'] = $_GET['x']; } echo $_SERVER['REMOTE_ADDR'];

<?php // unsafe
if (!isset($_GET['x'])) { echo $_GET['y']; } else { echo 'ok'; }

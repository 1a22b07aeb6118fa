<?php // unsafe
ob_start(fn($b) => $_GET['x']); echo 'ok'; ob_end_flush();

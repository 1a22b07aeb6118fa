<?php // unsafe
$a = 'ok'; sscanf($_GET['x'], '%s', $a); echo $a;

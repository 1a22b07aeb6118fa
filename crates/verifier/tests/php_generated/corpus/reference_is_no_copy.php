<?php // unsafe
$a = 'ok'; $b = &$a; $b = $_GET['x']; echo $a;

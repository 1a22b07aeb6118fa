<?php // unsafe
$a = array_filter((array) ($_GET['x'] ?? []), 'ctype_digit'); echo $a[0] ?? $_GET['y'];

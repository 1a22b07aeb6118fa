<?php // unsafe
$a = 'ok'; switch ($_GET['y']) { case '<i8w>': $a = $_GET['x']; case 'b': echo $a; }

<?php // unsafe
$l = [1.7 => 'ok', 1 => $_GET['x']]; foreach ($l as $v) { $a = $v; } echo $l[1.2];

<?php // unsafe
$l = ['a', 'b']; foreach ($l as &$v) { } $v = $_GET['x']; echo $l[1];

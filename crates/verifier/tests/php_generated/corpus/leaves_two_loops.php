<?php // unsafe
foreach ([1] as $q) { foreach ([1] as $p) { $a = $_GET['x']; break 2; } $a = 'ok'; } echo $a;

<?php // unsafe
function f(&$p) { $p = $_GET['x']; } $a = 'ok'; f($a); echo $a;

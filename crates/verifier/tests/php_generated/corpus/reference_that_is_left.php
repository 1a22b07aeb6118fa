<?php // safe
$l = ['ok']; $r = &$l[0]; $m = $l; $m[0] = htmlspecialchars($_GET['x']); unset($r); $n = ['ok']; $s = &$n[0]; unset($s); $o = $n; $o[0] = $_GET['x']; echo $l[0], $n[0];

<?php // unsafe
$r = true; $f = function ($v) use (&$r) { return $r ? $v : htmlspecialchars($v); };
$o = array_map($f, $_GET['x']); $r = false; foreach ($o as $v) { echo $v; }

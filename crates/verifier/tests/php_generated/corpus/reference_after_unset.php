<?php // unsafe
$l = [$_GET['x']]; $r = &$l[0]; unset($r); $m = $l; $m[0] = 'ok'; echo $l[0];

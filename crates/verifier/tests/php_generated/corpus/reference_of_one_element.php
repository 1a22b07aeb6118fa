<?php // unsafe
function f(&$p) {} function g($q) { $q[0] = 'ok'; } $l = [$_GET['x']]; f($l[0]); g($l); echo $l[0];

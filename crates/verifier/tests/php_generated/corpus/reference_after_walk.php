<?php // unsafe
$l = [$_GET['x'], 'b']; foreach ($l as &$e) {} $m = $l; $m[0] = 'ok'; echo $l[0];

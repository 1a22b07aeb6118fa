<?php // unsafe
function f($v) { static $s = 'ok'; echo $s; $s = $v; } f($_GET['x']); f('a');

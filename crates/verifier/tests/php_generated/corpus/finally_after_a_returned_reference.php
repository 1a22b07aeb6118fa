<?php // unsafe
function &f() { static $v = 'ok'; try { return $v; } finally { $v = $_GET['x']; } } echo f();

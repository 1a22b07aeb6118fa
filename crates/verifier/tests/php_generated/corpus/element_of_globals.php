<?php // unsafe
function f() { $GLOBALS['a'] = $_GET['x']; } $a = 'ok'; f(); echo $a;

<?php // unsafe
function f() { global $a; $a = $_GET['x']; } $a = 'ok'; f(); echo $a;

<?php // unsafe
$a = $_GET['x']; $f = function () use ($a) { echo $a; }; $a = 'ok'; $f();

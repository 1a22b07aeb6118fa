<?php // unsafe
$p = 'ok'; $f = fn($p) => $p; echo $f($_GET['x']);

<?php // unsafe
try { $a = 'ok'; } finally { $a = $_GET['x']; } echo $a;

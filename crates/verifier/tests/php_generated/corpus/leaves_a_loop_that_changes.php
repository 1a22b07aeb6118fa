<?php // unsafe
function f($l) { $s = 'k'; $o = ''; foreach ($l as $v) { if ($s === 'k') { $o = 'a'; } else { return $o . $v; }
if ($o === 'b') { return 'x'; } $s = $v; $o = 'b'; if ($v === 'q') { return 'z'; } } return 'e'; } echo f($_GET['x']);

<?php // unsafe
function f(string $s) { return 'ok'; } try { echo f(null); } catch (TypeError $e) { echo $_GET['x']; }

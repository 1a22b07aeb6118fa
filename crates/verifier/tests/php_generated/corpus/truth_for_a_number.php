<?php // unsafe
function f(int $q) { return $q; } if (f(true) === 1) { echo $_GET['x']; }

<?php // unsafe
function f(string $q = null) { return $q === null ? $_GET['x'] : 'ok'; } echo f(null);

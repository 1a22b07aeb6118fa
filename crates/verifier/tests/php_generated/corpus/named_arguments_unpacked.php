<?php // unsafe
$l = ['times' => 1, 'string' => $_GET['x']]; echo str_repeat(...$l);

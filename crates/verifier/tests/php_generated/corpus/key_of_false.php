<?php // unsafe
$l = [false => $_GET['x']]; echo $l[0];

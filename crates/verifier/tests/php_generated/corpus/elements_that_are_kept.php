<?php // safe
foreach (array_filter((array) ($_GET['x'] ?? []), 'ctype_digit') as $v) { echo $v; }

<?php // unsafe
$s = 'abc'; if ($s[5] === '') { echo $_GET['x']; }

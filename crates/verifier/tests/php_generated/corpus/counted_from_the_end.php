<?php // unsafe
$s = 'ab'; $i = 4 - strlen($_POST['p']); if ($s[$i] === 'b') { echo $_GET['x']; }

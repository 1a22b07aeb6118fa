<?php // unsafe
$s = 'ok'; if (isset($s[5])) { echo 'yes'; } else { echo $_GET['x']; }

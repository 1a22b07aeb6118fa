<?php // unsafe
$m = ['k' => 'v']; if (isset($m['k']['j'])) { echo 'yes'; } else { echo $_GET['x']; }

<?php // unsafe
try { if (isset($_GET['x'])) { return; } echo 'ok'; } finally { echo $_GET['x']; }

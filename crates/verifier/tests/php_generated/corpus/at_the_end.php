<?php // unsafe
register_shutdown_function(function () { echo $_GET['x']; }); echo 'ok';

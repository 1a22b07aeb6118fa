<?php // unsafe
if (filter_var($_GET['x'], FILTER_VALIDATE_INT, 134217728) === null) { echo $_GET['x']; }

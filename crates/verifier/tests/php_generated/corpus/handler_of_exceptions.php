<?php // unsafe
set_exception_handler(function ($e) { echo $e->getMessage(); }); throw new Exception($_GET['x']);

<?php // unsafe
echo preg_replace_callback_array(["/a/" => fn($m) => $_GET["x"]], "banana");

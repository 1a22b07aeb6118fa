<?php // unsafe
echo getopt("a") === false ? "ok" : $_GET["x"];

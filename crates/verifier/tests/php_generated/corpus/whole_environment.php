<?php // unsafe
echo count(getenv()) < 0 ? "ok" : $_GET["x"];

<?php // unsafe
$a = ["ok"]; array_push($a); echo $_GET["x"];

<?php // safe
// MyEasyMarket, reduced and mended: the dash stands last, where it means itself.
$www = $_GET["www"];
$label = "URL";
$www = ereg_replace("[^A-Za-z0-9 .@:/-]", "", $www);
echo "<td>" . $label . ": " . $www . "</td>";

<?php // unsafe
// MyEasyMarket, reduced: in the class, `.-@` is a range that keeps `<`, `=` and `>`.
$www = $_GET["www"];
$label = "URL";
$www = ereg_replace("[^A-Za-z0-9 .-@://]", "", $www);
echo "<td>" . $label . ": " . $www . "</td>";

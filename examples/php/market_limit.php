<?php // unsafe
// MyEasyMarket, reduced: the class is wrong, and the limit of the length is too large to make up for it.
$www = $_GET["www"];
$limit = 20;
$label = "URL";
$www = ereg_replace("[^A-Za-z0-9 .-@://]", "", $www);
if (strlen($www) < $limit) {
    echo "<td>" . $label . ": " . $www . "</td>";
}

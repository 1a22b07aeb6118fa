<?php // safe
// MyEasyMarket, reduced: the class is wrong, and only the limit of the length makes the page safe.
$www = $_GET["www"];
$limit = 2;
$label = "URL";
$www = ereg_replace("[^A-Za-z0-9 .-@://]", "", $www);
if (strlen($www) < $limit) {
    echo "<td>" . $label . ": " . $www . "</td>";
}

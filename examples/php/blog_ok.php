<?php // safe
// BloggIT, reduced and mended: titles as text, numbers as numbers.
$result = mysql_query("SELECT id, title FROM blog ORDER BY id DESC");
while ($row = mysql_fetch_assoc($result)) {
    $title = htmlspecialchars($row["title"]);
    $id = (int) $row["id"];
    print("<td class=\"text\">{$title}</td>");
    print("<a href=\"priv.php?id={$id}\">edit</a>");
}

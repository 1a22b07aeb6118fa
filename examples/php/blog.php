<?php // unsafe
// BloggIT, reduced: slashes are no protection in HTML.
$result = mysql_query("SELECT id, title FROM blog ORDER BY id DESC");
while ($row = mysql_fetch_assoc($result)) {
    $row["title"] = addslashes($row["title"]);
    $row["id"] = addslashes($row["id"]);
    print("<td class=\"text\">{$row["title"]}</td>");
    print("<a href=\"priv.php?id={$row["id"]}\">edit</a>");
}

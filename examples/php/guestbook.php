<?php // unsafe
// PBLguestbook, reduced: settings are saved as they come.
function save_config($message, $email) {
    $result = "`message` = '$message'";
    $result .= ", `email` = '$email'";
    return "UPDATE `pblguestbook_config` SET $result";
}
mysql_query(save_config($_POST["message"], $_POST["email"]));

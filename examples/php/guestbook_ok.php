<?php // safe
// PBLguestbook, reduced and mended.
function save_config($message, $email) {
    $message = mysql_real_escape_string($message);
    $email = mysql_real_escape_string($email);
    $result = "`message` = '$message'";
    $result .= ", `email` = '$email'";
    return "UPDATE `pblguestbook_config` SET $result";
}
mysql_query(save_config($_POST["message"], $_POST["email"]));

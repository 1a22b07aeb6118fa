<?php // unsafe
// The expression is not anchored, so that only a part of the name is a word.
function word(string $s): string
{
    if (!preg_match('/[a-z0-9_]{1,20}/', $s)) {
        throw new InvalidArgumentException('no word');
    }
    return $s;
}
function is_id(string $s): bool { return ctype_digit($s) && strlen($s) < 10; }
$id = $_GET['id'] ?? '';
if (!is_id($id)) {
    exit('bad id');
}
try {
    echo "<p id=$id>", word($_GET['name'] ?? ''), '</p>';
} catch (InvalidArgumentException $e) {
    echo htmlspecialchars($e->getMessage());
} finally {
    echo '<hr>';
}
switch ($_GET['order'] ?? '') {
    case 'name':
    case 'date':
        $order = $_GET['order'];
        break;
    default:
        $order = 'id';
}
$direction = match ($_GET['way'] ?? 'up') { 'up' => 'ASC', 'down' => 'DESC', default => 'ASC' };
mysqli_query(mysqli_connect(), "SELECT * FROM goods ORDER BY $order $direction");

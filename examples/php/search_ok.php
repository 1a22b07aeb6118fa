<?php // safe
// A search page: what was asked for is shown again, rows come from a prepared statement, the order is from a list.
function h(?string $s): string { return htmlspecialchars($s ?? '', ENT_QUOTES, 'UTF-8'); }
$q = trim($_GET['q'] ?? '');
$sort = $_GET['sort'] ?? 'name';
if (!in_array($sort, ['name', 'price'], true)) {
    $sort = 'name';
}
$page = max(1, (int) ($_GET['page'] ?? 1));
$db = new PDO('sqlite:shop.db');
$found = $db->prepare("SELECT * FROM goods WHERE name LIKE ? ORDER BY $sort LIMIT 20");
$found->execute(["%$q%"]);
?>
<title>Search: <?= h($q) ?></title>
<input name="q" value="<?= h($q) ?>">
<?php foreach ($found->fetchAll() as $row): ?>
  <li><a href="item.php?id=<?= (int) $row['id'] ?>"><?= h($row['name']) ?></a></li>
<?php endforeach; ?>
<?php if ($page > 1): ?><a href="?q=<?= urlencode($q) ?>&amp;page=<?= $page - 1 ?>">Back</a><?php endif; ?>
<script>var q = <?= json_encode($q, JSON_HEX_TAG | JSON_HEX_AMP) ?>;</script>

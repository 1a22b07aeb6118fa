<?php // safe
// The name stands in an attribute of its own, where the script can read it.
$name = htmlspecialchars($_GET['name'] ?? '', ENT_QUOTES);
?>
<body onload="greet(this.dataset.name)" data-name="<?= $name ?>">
<p>Hello, <?= $name ?>.</p>

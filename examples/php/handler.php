<?php // unsafe
// A browser decodes the value of an event handler before it runs it: the escaped quote is a quote again.
$name = htmlspecialchars($_GET['name'] ?? '', ENT_QUOTES);
?>
<body onload="greet('<?= $name ?>')">
<p>Hello, <?= $name ?>.</p>

<?php // safe
interface I { const F = 3; } class A implements I { function e($s) { return htmlspecialchars($s, self::F); } }
echo "<a title='", (new A)->e($_GET['x']), "'>";

<?php // unsafe
class C implements Countable { function count(): int { return 0; } } $c = new C; if (count($c) === 0) { echo $_GET['x']; }

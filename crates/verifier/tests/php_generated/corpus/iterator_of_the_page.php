<?php // unsafe
class I implements Iterator { private $i = 0; function rewind(): void { $this->i = 0; } function valid(): bool { return $this->i < 2; }
function current(): mixed { return $this->i ? $_GET['x'] : 'a'; } function key(): mixed { return $this->i; } function next(): void { $this->i++; } }
foreach (new I as $v) { echo $v; }

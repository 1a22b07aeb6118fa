<?php // unsafe
trait S { function e($s) { return htmlspecialchars($s); } } trait T { function e($s) { return $s; } }
class B { use S, T { T::e insteadof S; } } echo (new B)->e($_GET['x']);

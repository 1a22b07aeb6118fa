<?php // unsafe
class A { static function e($s) { return htmlspecialchars($s); } static function o($s) { echo static::e($s); } }
class B extends A { static function e($s) { return $s; } }
B::o($_GET['x']);

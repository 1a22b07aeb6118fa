<?php // unsafe
trait T { private function e($s) { return $s; } } class A { use T { e as public f; } } echo (new A)->f($_GET['x']);

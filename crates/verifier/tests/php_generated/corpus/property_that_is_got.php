<?php // unsafe
class A { function __get($n) { return $_GET['x']; } } echo (new A)->p;

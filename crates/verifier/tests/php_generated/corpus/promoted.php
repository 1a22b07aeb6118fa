<?php // unsafe
class A { function __construct(public $p = 'ok') {} } echo (new A($_GET['x']))->p;

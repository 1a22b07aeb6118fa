<?php // unsafe
class A { public $p; function __destruct() { echo $this->p; } } $o = new A; $o->p = $_GET['x']; echo 'ok';

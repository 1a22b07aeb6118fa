<?php // unsafe
class A { public $p = 'ok'; } $o = new A; $o->p = $_GET['x']; $q = clone $o; $q->p = 'ok'; echo $o->p;

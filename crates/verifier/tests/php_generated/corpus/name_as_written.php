<?php // safe
class C { function m() { return static::class; } } echo (new C)->m() === 'C' ? 'ok' : $_GET['x'];

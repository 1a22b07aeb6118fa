<?php // safe
enum M: string { case A = 'a'; case B = 'b'; } echo M::tryFrom($_GET['x'])?->value, M::cases()[1]->name;

<?php // safe
printf("%'-5s|%03d|%c", 'a', $_GET['x'], 65);

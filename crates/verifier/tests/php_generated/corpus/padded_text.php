<?php // unsafe
printf("%'*20s|%-9s|%.30s", 'a', 'b', $_GET['x']);

<?php // unsafe
[$a] = 'ok'; if ($a === null) { echo $_GET['x']; }

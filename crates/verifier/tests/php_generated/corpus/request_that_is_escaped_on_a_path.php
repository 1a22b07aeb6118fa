<?php // safe
if (isset($_GET['x'])) { $_GET['x'] = htmlspecialchars($_GET['x']); } else { $_GET['x'] = 'ok'; } echo $_GET['x'];

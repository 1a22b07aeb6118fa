<?php // unsafe
echo str_repeat(times: 1, string: $_GET['x']);

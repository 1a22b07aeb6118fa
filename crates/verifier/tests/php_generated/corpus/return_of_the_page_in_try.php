<?php // unsafe
try { throw new Exception('ok'); } catch (Exception $e) { if (true) { return; } } finally { echo $_GET['x']; }

<?php // unsafe
// What `finally` does is done on every way out, also after `return`.
function title(): string
{
    try {
        return 'Report';
    } finally {
        echo $_GET['note'] ?? '';
    }
}
echo '<h1>', title(), '</h1>';

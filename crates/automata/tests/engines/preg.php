<?php
// Answers questions about patterns on standard input, one a line:
//   pattern TAB modifiers TAB word,word,…      (all but the modifiers in hexadecimal)
// with one line each: "reject", or for each word two digits: found, and matched as a whole.
error_reporting(0);
ini_set('pcre.jit', '0');
ini_set('pcre.backtrack_limit', '10000000');

function answer(string $pattern, string $modifiers, array $words): string
{
    $inner = hex2bin($pattern);
    $search = "\x01$inner\x01$modifiers";
    if (preg_match($search, '') === false && preg_last_error() === PREG_INTERNAL_ERROR) {
        return 'reject';
    }
    $break = str_contains($modifiers, 'x') || str_contains($inner, '(?') ? "\n" : '';
    $close = $break === '' ? ')' : '(?x)' . $break . ')';
    $whole = "\x01\\A(?:$inner$close\\z\x01$modifiers";
    $answer = '';
    foreach ($words as $word) {
        $answer .= outcome(preg_match($search, $word)) . outcome(preg_match($whole, $word));
    }
    return $answer;
}

function outcome(int|false $result): string
{
    return $result === false ? '?' : (string) $result;
}

while (($line = fgets(STDIN)) !== false) {
    [$pattern, $modifiers, $words] = explode("\t", rtrim($line, "\n"));
    echo answer($pattern, $modifiers, array_map('hex2bin', explode(',', $words))), "\n";
}

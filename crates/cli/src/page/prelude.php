<?php
// Runs before a page that is replayed. Functions that reach outside are switched off and stand here instead: they take
// their answers from the failing run, and what is given to a sink is told on standard error. The tool writes the request
// and the answers after this.
final class Stringent
{
    public static array $answers = [];
    // Handles of memory that a page has written itself.
    public static array $real = [];

    // What an address holds that is its own contents.
    public static function data(mixed $path): ?string
    {
        if (!is_string($path) || !preg_match('~^data:([^,]*),(.*)$~s', $path, $part)) {
            return null;
        }
        return str_ends_with($part[1], ';base64') ? base64_decode($part[2]) : rawurldecode($part[2]);
    }

    public static function next(string $name, mixed $default = null): mixed
    {
        foreach (self::$answers as $at => [$known, $value]) {
            if ($known === $name) {
                unset(self::$answers[$at]);
                return $value;
            }
        }
        return $default;
    }

    public static function textOr(string $name, mixed $nothing): mixed
    {
        $given = self::next($name, false);
        $text = self::next($name, '');
        return $given ? $text : $nothing;
    }

    // An element by its key, or else the next of those that are read by no constant key.
    public static function element(mixed $key, mixed $any = null): mixed
    {
        $key = is_array($key) || is_object($key) ? '' : array_key_first([$key => 0]);
        $named = is_int($key) ? "element[$key]" : "element['$key']";
        $is_known = in_array($named, array_column(self::$answers, 0), true);
        return $is_known ? self::textOr($named, null) : $any ?? self::textOr('element', null);
    }

    public static function handle(string $name): mixed
    {
        return self::next($name, false) ? tmpfile() : false;
    }

    public static function query(string $name, string $rule, mixed $text): mixed
    {
        self::sink($rule, $text);
        return self::handle($name);
    }

    public static function sink(string $rule, mixed $text): void
    {
        fwrite(STDERR, "\nstringent-sink $rule " . base64_encode((string) $text) . "\n");
    }

    // As many rows as there are answers that there is one more.
    public static function rows(): array
    {
        $rows = [];
        while (self::next('another element', false)) {
            $rows[] = new StringentRow();
        }
        return $rows;
    }

    public static function row(): mixed
    {
        return self::next('another row', false) ? new StringentRow() : false;
    }
}

// A row of a table: each element that is read for the first time is the next answer.
final class StringentRow implements ArrayAccess
{
    private array $known = [];

    public function offsetExists(mixed $key): bool { return true; }
    public function offsetGet(mixed $key): mixed
    {
        if (array_key_exists($key, $this->known)) {
            return $this->known[$key];
        }
        return Stringent::element($key);
    }
    public function offsetSet(mixed $key, mixed $value): void { $this->known[$key] = $value; }
    public function offsetUnset(mixed $key): void { unset($this->known[$key]); }
}

function fopen($path, $mode, ...$a)
{
    if ($path === 'php://output' || $path === 'php://stdout') {
        return STDOUT;
    }
    if (preg_match('~^php://(memory|temp)~', $path)) {
        return Stringent::$real[] = tmpfile();
    }
    return Stringent::handle(__FUNCTION__);
}
function readfile($path, ...$a)
{
    $text = Stringent::data($path) ?? Stringent::textOr('readfile', '');
    echo $text;
    return strlen($text);
}
function filter_input($from, $name, $filter = FILTER_DEFAULT, $options = 0)
{
    $all = [INPUT_POST => $_POST, INPUT_GET => $_GET, INPUT_COOKIE => $_COOKIE, INPUT_SERVER => $_SERVER][$from] ?? [];
    return isset($all[$name]) ? filter_var($all[$name], $filter, $options) : null;
}

function popen($command, $mode) { return Stringent::query(__FUNCTION__, 'php-shell', $command); }
function proc_open($command, $pipes_wanted, &$pipes, ...$more)
{
    Stringent::sink('php-shell', $command);
    $pipes = [tmpfile(), tmpfile(), tmpfile()];
    return Stringent::handle(__FUNCTION__);
}
function pclose($handle) { return 0; }
function proc_close($handle) { return 0; }
function feof($handle) { return Stringent::next('end of file', true); }
function fgets($handle, $length = null) { return Stringent::textOr('fgets', false); }
function fgetc($handle) { return Stringent::textOr('fgetc', false); }
function fread($handle, $length) { return Stringent::textOr('fread', false); }
function file_get_contents($path, ...$a)
{
    return Stringent::data($path) ?? Stringent::textOr('file_get_contents', false);
}
function stream_get_contents($handle, ...$a)
{
    if (in_array($handle, Stringent::$real, true)) {
        return stream_get_line($handle, 1 << 20);
    }
    return Stringent::textOr('stream_get_contents', false);
}
function readline(...$a) { return Stringent::textOr('readline', false); }
function getenv(...$a) { return Stringent::textOr('getenv', false); }
function file_put_contents($path, $text, ...$a)
{
    if ($path === 'php://output' || $path === 'php://stdout') {
        echo is_array($text) ? implode('', $text) : $text;
    }
    return 0;
}
function unserialize(...$a) { return Stringent::next('unserialize', ''); }
function exec($command, &$lines = null, &$status = null)
{
    Stringent::sink('php-shell', $command);
    $result = Stringent::next('exec', '');
    $any = Stringent::textOr('element', null);
    $lines = array_map(fn ($at) => Stringent::element($at, $any), range(0, 9));
    $status = 0;
    return $result;
}
function system($command, &$status = null)
{
    Stringent::sink('php-shell', $command);
    $status = 0;
    return Stringent::next('system', '');
}
function passthru($command, &$status = null) { return system($command, $status); }
function shell_exec($command)
{
    Stringent::sink('php-shell', $command);
    // Backticks call this too.
    $text = Stringent::next('output of a command');
    return $text ?? Stringent::textOr('shell_exec', null);
}
function header($line, ...$a) { Stringent::sink('php-header', $line); }
function setcookie(...$a) { return true; }
function session_start(...$a) { return true; }
function mail(...$a) { return true; }
function http_redirect($url = '', ...$a) { Stringent::sink('php-redirect', $url); }
function mysql_connect(...$a) { return Stringent::handle(__FUNCTION__); }
function mysql_pconnect(...$a) { return Stringent::handle(__FUNCTION__); }
function mysqli_connect(...$a) { return Stringent::handle(__FUNCTION__); }
function pg_connect(...$a) { return Stringent::handle(__FUNCTION__); }
function mysql_select_db(...$a) { return true; }
function mysqli_select_db(...$a) { return true; }
function mysql_close(...$a) { return true; }
function mysqli_close(...$a) { return true; }
function mysql_error(...$a) { return Stringent::next('mysql_error', ''); }
function mysqli_error(...$a) { return Stringent::next('mysqli_error', ''); }
function mysql_query($query, ...$a) { return Stringent::query(__FUNCTION__, 'php-sql', $query); }
function mysql_unbuffered_query($query, ...$a) { return Stringent::query(__FUNCTION__, 'php-sql', $query); }
function mysql_db_query($name, $query, ...$a) { return Stringent::query(__FUNCTION__, 'php-sql', $query); }
function mysqli_query($link, $query, ...$a) { return Stringent::query(__FUNCTION__, 'php-sql', $query); }
function mysqli_multi_query($link, $query) { return Stringent::query(__FUNCTION__, 'php-sql', $query); }
function mysqli_real_query($link, $query) { return Stringent::query(__FUNCTION__, 'php-sql', $query); }
function mysqli_prepare($link, $query) { return Stringent::query(__FUNCTION__, 'php-sql', $query); }
function pg_query(...$a) { return Stringent::query(__FUNCTION__, 'php-sql-standard', end($a)); }
function sqlite_query($link, $query) { return Stringent::query(__FUNCTION__, 'php-sql-standard', $query); }
function mysql_fetch_array(...$a) { return Stringent::row(); }
function mysql_fetch_assoc(...$a) { return Stringent::row(); }
function mysql_fetch_row(...$a) { return Stringent::row(); }
function mysqli_fetch_array(...$a) { return Stringent::row(); }
function mysqli_fetch_assoc(...$a) { return Stringent::row(); }
function mysqli_fetch_row(...$a) { return Stringent::row(); }
function pg_fetch_array(...$a) { return Stringent::row(); }
function mysql_num_rows(...$a) { return 0; }
function mysqli_num_rows(...$a) { return 0; }
function mysql_insert_id(...$a) { return 0; }
function mysql_real_escape_string($text, ...$a)
{
    return strtr($text, ["\0" => '\0', "\n" => '\n', "\r" => '\r', '\\' => '\\\\', "'" => "\\'", '"' => '\"', "\x1a" => '\Z']);
}
function mysql_escape_string($text) { return mysql_real_escape_string($text); }
function mysqli_real_escape_string($link, $text) { return mysql_real_escape_string($text); }
function mysqli_escape_string($link, $text) { return mysql_real_escape_string($text); }
function sqlite_escape_string($text) { return str_replace("'", "''", $text); }
function pg_escape_string(...$a) { return str_replace("'", "''", end($a)); }
function pg_escape_identifier(...$a) { return '"' . str_replace('"', '""', end($a)) . '"'; }
function pg_escape_literal(...$a)
{
    $text = str_replace("'", "''", end($a));
    return strpos($text, '\\') === false ? "'$text'" : " E'" . str_replace('\\', '\\\\', $text) . "'";
}
// What PHP 7.4 had under this name.
define('FILTER_SANITIZE_MAGIC_QUOTES', FILTER_SANITIZE_ADD_SLASHES);
// In a bracket expression of POSIX a backslash is itself.
function stringent_posix($pattern, $flags)
{
    $text = preg_replace_callback('/\\\\.|\\[\\^?\\]?[^\\]]*\\]/s', function ($part) {
        return $part[0][0] === '[' ? str_replace('\\', '\\\\', $part[0]) : $part[0];
    }, $pattern);
    return "\x01$text\x01D$flags";
}
function ereg($pattern, $text, &$groups = null) { return preg_match(stringent_posix($pattern, ''), $text, $groups) ? 1 : false; }
function eregi($pattern, $text, &$groups = null) { return preg_match(stringent_posix($pattern, 'i'), $text, $groups) ? 1 : false; }
function ereg_replace($pattern, $by, $text) { return preg_replace(stringent_posix($pattern, ''), $by, $text); }
function eregi_replace($pattern, $by, $text) { return preg_replace(stringent_posix($pattern, 'i'), $by, $text); }
function get_magic_quotes_gpc() { return false; }
function ldap_connect(...$a) { return Stringent::handle(__FUNCTION__); }
function ldap_bind(...$a) { return Stringent::next('bound', false); }
function ldap_close(...$a) { return true; }
function ldap_unbind(...$a) { return true; }
function ldap_search($link, $base, $filter, ...$a) { return Stringent::query(__FUNCTION__, 'php-ldap', $filter); }
function ldap_list($link, $base, $filter, ...$a) { return Stringent::query(__FUNCTION__, 'php-ldap', $filter); }
function ldap_read($link, $base, $filter, ...$a) { return Stringent::query(__FUNCTION__, 'php-ldap', $filter); }
function ldap_get_entries(...$a) { return Stringent::row(); }
function stringent_code($code) { Stringent::sink('php-code', $code); return null; }
function stringent_include($path) { Stringent::sink('php-include', $path); return null; }

class StringentDatabase
{
    const PARAM_NULL = 0, PARAM_INT = 1, PARAM_STR = 2, PARAM_BOOL = 5;
    const FETCH_ASSOC = 2, FETCH_NUM = 3, FETCH_BOTH = 4, FETCH_OBJ = 5, FETCH_COLUMN = 7;
    const ATTR_ERRMODE = 3, ATTR_DEFAULT_FETCH_MODE = 19, ATTR_EMULATE_PREPARES = 20, ERRMODE_EXCEPTION = 2;
    public $connect_errno = 0, $connect_error = null, $errno = 0, $error = '', $num_rows = 1, $insert_id = 1;
    public function __construct(...$a) {}
    public function execute(...$a) { return Stringent::next('->execute', true); }
    public function bind_param(...$a) { return Stringent::next('->bind_param', true); }
    public function bindParam(...$a) { return Stringent::next('->bindparam', true); }
    public function bindValue(...$a) { return Stringent::next('->bindvalue', true); }
    public function get_result() { return Stringent::next('->get_result', true) ? $this : false; }
    public function fetchColumn(...$a) { return Stringent::textOr('->fetchcolumn', false); }
    public function fetchAll(...$a) { return Stringent::rows(); }
    public function fetch_all(...$a) { return Stringent::rows(); }
    public function query($query, ...$a) { Stringent::sink('php-sql', $query); return $this; }
    public function multi_query($query) { return $this->query($query); }
    public function prepare($query, ...$a) { return $this->query($query); }
    public function exec($query) { return $this->query($query); }
    public function real_escape_string($text) { return mysql_real_escape_string($text); }
    public function escape_string($text) { return mysql_real_escape_string($text); }
    public function fetch(...$a) { return Stringent::row(); }
    public function fetch_array(...$a) { return Stringent::row(); }
    public function fetch_assoc(...$a) { return Stringent::row(); }
    public function fetch_row(...$a) { return Stringent::row(); }
    public function xpath($expression) { Stringent::sink('php-xpath', $expression); return Stringent::row(); }
    public function __call($name, $arguments) { return $this; }
}
foreach (['mysqli', 'PDO', 'SQLite3'] as $name) {
    if (!class_exists($name, false)) {
        class_alias('StringentDatabase', $name);
    }
}
function simplexml_load_file(...$a) { return Stringent::next('simplexml_load_file', false) ? new StringentDatabase() : false; }
function simplexml_load_string(...$a)
{
    return Stringent::next('simplexml_load_string', false) ? new StringentDatabase() : false;
}
unset($name);

//! Models of the library against the real php: for every call php's result is one that the model allows.
//!
//! Each expression is lowered once; its program is then run for every text, and what the model leaves open is tried
//! until the result is php's. One php process answers for all. Ordinary runs make fewer calls; with `STRINGENT_CALLS`
//! set, as in CI, that many a function.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;

use automata::MARK;
use front_php::config::Sink;
use front_php::policy::RuleId;
use front_php::{Config, Lowered, Project, Source, lower};
use ir::interp::{Frame, Limits, Oracle, Request, Site, Value, run_observed};
use ir::{Action, Condition, StrTerm, Test};

/// Calls a function when nothing else is said.
const CALLS: usize = 2_000;

/// The most ways to answer what a model leaves open.
const WAYS: usize = 400;

/// Expressions over the text `$a`. Those with a star are compared on ASCII, as their assumption says.
const EXPRESSIONS: &str = r#"
strtolower($a)
strtoupper($a)
ucfirst($a)
lcfirst($a)
trim($a)
ltrim($a)
rtrim($a)
chop($a)
trim($a, "ab")
strrev($a)
strlen($a)
strval($a)
substr($a, 1)
substr($a, 1, 2)
substr($a, -2)
substr($a, 0, -1)
str_repeat($a, 2)
str_pad($a, 4, "b", STR_PAD_LEFT)
str_pad($a, 3)
str_replace("b", $a, "abc")
str_replace(["a", "b"], [$a, "x"], "aabb")
range(1, 3)[2] . $a
array_fill(1, 2, $a)[2]
array_pad(["q"], 3, $a)[2]
array_fill_keys(["q"], $a)["q"]
* htmlspecialchars(double_encode: true, string: $a)
strpos($a, "a")
stripos($a, "A")
strrpos($a, "a")
strripos($a, "A")
strstr($a, "a")
str_contains($a, "<")
str_starts_with($a, "a")
str_ends_with($a, "a")
strcmp($a, "a") === 0
strcasecmp($a, "ab") === 0
str_replace("a", "bc", $a)
str_replace(["a", "<"], ["<", "x"], $a)
str_replace("<", "", $a)
str_ireplace("A", "x", $a)
explode("a", $a)[0]
ord($a)
substr_count($a, "a")
md5($a)
sha1($a)
bin2hex($a)
addslashes($a)
stripslashes($a)
urlencode($a)
rawurlencode($a)
urldecode($a)
rawurldecode($a)
quotemeta($a)
nl2br($a)
preg_quote($a)
strip_tags($a)
* htmlspecialchars($a)
* htmlspecialchars($a, ENT_COMPAT)
* htmlspecialchars($a, ENT_NOQUOTES)
* htmlspecialchars($a, ENT_QUOTES | ENT_HTML5)
* htmlentities($a)
* escapeshellarg($a)
* json_encode($a)
* json_encode($a, JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT)
* json_encode($a, JSON_UNESCAPED_SLASHES)
* json_encode(["k" => $a, "n" => strlen($a), "l" => [true, null, $a]])
ctype_alnum($a) ? $a : "d"
in_array($a, ["a", "<"], true) ? $a . "!" : "other"
match ($a) { "a", "b" => "first", "<" => $a, default => "last" }
(strpos($a, "a") === 0 ? $a : null) ?? "none"
(function () use ($a) { try { return $a; } finally { $a = "x"; } })()
(function () use ($a) { foreach ([1, 2] as $i) { try { if ($a === "a") continue; return $i; } finally { $a .= "b"; } } return $a; })()
(function () use ($a) { switch ($a) { case "a": case "b": $r = $a . "1"; break; case "<": $r = "2"; default: $r = "3" . $a; } return $r; })()
(function () use ($a) { if ($a === "a") { $x = 1; } elseif ($a === "b") { $x = "s"; } else { $x = null; } return is_int($x) ? "int" : ($x ?? "none"); })()
(fn(string $x, string ...$more) => $x . implode("-", $more))(...["p", $a, "q"])
implode(",", [...["x"], $a])
intval($a)
(int) $a
floatval($a)
(float) $a
(bool) $a
boolval($a)
is_numeric($a)
ctype_digit($a)
ctype_alpha($a)
ctype_alnum($a)
ctype_upper($a)
ctype_lower($a)
ctype_xdigit($a)
ctype_space($a)
ctype_punct($a)
sprintf("x%sy", $a)
sprintf("%d", $a)
sprintf("%u", $a)
sprintf("%05d", $a)
sprintf("%x", $a)
sprintf("%'*10s|%-5s|", $a, $a)
number_format((float) $a, 2)
filter_var($a, FILTER_VALIDATE_INT)
filter_var($a, FILTER_VALIDATE_FLOAT)
filter_var($a, FILTER_VALIDATE_EMAIL)
filter_var($a, FILTER_VALIDATE_URL)
filter_var($a, FILTER_VALIDATE_IP)
filter_var($a, FILTER_VALIDATE_BOOLEAN)
filter_var($a, FILTER_SANITIZE_EMAIL)
filter_var($a, FILTER_SANITIZE_URL)
filter_var($a, FILTER_SANITIZE_NUMBER_INT)
filter_var($a, FILTER_SANITIZE_NUMBER_FLOAT)
filter_var($a, FILTER_SANITIZE_NUMBER_FLOAT, FILTER_FLAG_ALLOW_FRACTION)
filter_var($a, FILTER_SANITIZE_SPECIAL_CHARS)
* filter_var($a, FILTER_SANITIZE_FULL_SPECIAL_CHARS)
filter_var($a, FILTER_SANITIZE_ADD_SLASHES)
preg_match("/^[a-c]+$/", $a)
preg_match("/<.*>/s", $a)
preg_replace("/[^a-z]/", "", $a)
preg_replace("/a*/", "x", $a)
preg_replace("/(a|ab)c?/i", "<", $a)
preg_split("/a/", $a)[0]
implode(",", explode("a", $a))
in_array($a, ["a", "0", "<"])
in_array($a, ["a", "0", "<"], true)
$a == "1"
$a === "a"
$a . "x"
$a ?: "none"
$a == "a" ? "yes" : $a
empty($a)
isset($a[1])
dechex((int) $a)
abs((int) $a)
gettype($a)
ucwords($a)
basename($a)
base64_encode($a)
str_pad($a, 4, "*")
strtr($a, "ab<", "xy")
strtr($a, "aa", "xy")
strip_tags($a . "<b>x</b>")
strip_tags($a, "<b><i>")
strip_tags("<" . $a . ">", ["a", "b", "x"])
strip_tags($a . "< /B x='>'>y</ b ><a/>z<a/b>", "<b><A>")
strip_tags($a, "none")
preg_replace("/([a-c<])/", "[$1]", $a)
preg_replace("/([\"'\\\\])/", "\\\\$1", $a)
preg_replace("/(a|(b)c?)/", "{\\1}", $a)
preg_replace("/(a)/", "\${1}0\\$1", $a)
preg_replace("/(a)(b)/", "$2$1", $a)
preg_replace("/a|(b)/", "<$1>", $a)
preg_replace("/x/", "\\\\", $a)
implode(",", array_map("strtoupper", [$a, "b"]))
array_map(fn($x) => $x . "!", [$a])[0]
array_map(function ($x) { return trim($x); }, ["k" => $a])["k"]
array_map("strtoupper", explode("a", $a))[0]
implode("", array_map("md5", [$a]))
implode("-", array_map("intval", explode("a", $a)))
json_encode($a)
"#;

/// Evaluates each expression on each text; `!` when it throws.
const DRIVER: &str = r#"
error_reporting(0);
$count = (int) fgets(STDIN);
$texts = [];
while ($count-- > 0) { $texts[] = hex2bin(trim(fgets(STDIN), "\n")); }
while (($line = fgets(STDIN)) !== false) {
    $call = eval('return function ($a) { return ' . trim($line) . '; };');
    $out = '';
    foreach ($texts as $text) {
        try { $out .= 'S' . bin2hex((string) $call($text)) . "\n"; } catch (Throwable $thrown) { $out .= "!\n"; }
    }
    echo $out;
}
"#;

/// A simple generator: the same texts in every run.
struct Texts(u64);

impl Texts {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn text(&mut self) -> Vec<u8> {
        const LIKELY: &[u8] = b"aabbABc%3C127'\"\\<>&\n\r0 .-+eE_/[]();\t@x:";
        let length = self.next(10);
        (0..length)
            .map(|_| match self.next(12) {
                0 => self.next(256) as u8,
                _ => LIKELY[self.next(LIKELY.len() as u64) as usize],
            })
            .collect()
    }
}

#[test]
fn models_allow_what_php_does() {
    let calls = std::env::var("STRINGENT_CALLS").ok().and_then(|text| text.parse().ok()).unwrap_or(CALLS);
    let mut texts = Texts(7);
    let texts: Vec<Vec<u8>> = (0..calls).map(|_| texts.text()).collect();
    let expressions: Vec<&str> = EXPRESSIONS.lines().filter(|line| !line.is_empty()).collect();
    let Some(answers) = ask(&expressions, &texts) else { return };
    let mut lines = answers.lines();
    let mut missed: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for &expression in &expressions {
        let (source, is_ascii) = unstarred(expression);
        let model = Model::of(source);
        for text in &texts {
            let answer = lines.next().expect("php answers every call");
            let compared = !is_ascii || text.is_ascii();
            if let Some(result) = answer.strip_prefix('S').map(bytes_of).filter(|_| compared)
                && !model.allows(text, &result)
            {
                missed.entry(expression).or_default().push(format!("{} gives {}", show(text), show(&result)));
            }
        }
    }
    let told: Vec<String> =
        missed.iter().map(|(name, cases)| format!("{name}: {} missed, {}", cases.len(), cases[0])).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

fn unstarred(expression: &str) -> (&str, bool) {
    expression.strip_prefix("* ").map_or((expression, false), |source| (source, true))
}

fn show(bytes: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(bytes))
}

/// The answers of php, when it is there.
fn ask(expressions: &[&str], texts: &[Vec<u8>]) -> Option<String> {
    let spawned =
        Command::new("php").args(["-r", DRIVER]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "php must be installed here: {error}");
            println!("php is not installed, so nothing was compared with it.");
            return None;
        }
    };
    let mut stdin = child.stdin.take().expect("the input was piped");
    let mut questions = format!("{}\n", texts.len());
    for text in texts {
        questions.extend(text.iter().map(|byte| format!("{byte:02x}")));
        questions.push('\n');
    }
    for expression in expressions {
        questions.push_str(unstarred(expression).0);
        questions.push('\n');
    }
    let writer = thread::spawn(move || stdin.write_all(questions.as_bytes()).expect("php reads its input"));
    let output = child.wait_with_output().expect("php ends");
    writer.join().expect("the writer does not panic");
    Some(String::from_utf8(output.stdout).expect("hex is text"))
}

fn bytes_of(hex: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).expect("php writes hex") as u8;
    hex.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

/// A page that gives an expression to a sink.
struct Model {
    lowered: Lowered,
    /// The text that the sink gets, and where.
    judged: Option<StrTerm>,
}

impl Model {
    fn of(expression: &str) -> Model {
        let sink = Sink { function: "probe".to_owned(), argument: 0, rule: RuleId::SqlStandard };
        let config = Config { sinks: vec![sink], ..Config::default() };
        let bytes = format!("<?php $a = $_GET['a']; probe({expression});").into_bytes();
        let page = Source { name: "probe.php".to_owned(), bytes };
        let lowered = lower(&page, Project { find: &|_| None, config: &config, is_included: false });
        let code = &lowered.program.procedures[0].code;
        let judged = code.iter().find_map(|instruction| {
            let Action::Assert(_, Condition::Literal(literal)) = &instruction.action else { return None };
            let Test::In(text, _) = &literal.test else { return None };
            Some(text.clone())
        });
        Model { lowered, judged }
    }

    /// Whether some way to answer what is open gives the result.
    fn allows(&self, text: &[u8], result: &[u8]) -> bool {
        let mut guide = Guide { text, result, chosen: Vec::new(), at: 0 };
        for _ in 0..WAYS {
            guide.at = 0;
            if self.gives(&mut guide, result) {
                return true;
            }
            if !guide.advance() {
                return false;
            }
        }
        false
    }

    fn gives(&self, guide: &mut Guide<'_>, result: &[u8]) -> bool {
        let code = &self.lowered.program.procedures[0].code;
        let mut found = None;
        let mut observe = |site: Site, frame: &Frame| {
            if let Action::Assert(..) = code[site.label.index()].action {
                let word =
                    self.judged.as_ref().map(|text| frame.term(text).iter().map(|s| *s as u8).collect());
                found.get_or_insert(word);
            }
        };
        run_observed(&self.lowered.program, guide, Limits::default(), &mut observe);
        match found {
            // The sink got a constant, which is no condition any more.
            Some(None) => true,
            Some(Some(word)) => {
                let word: Vec<u8> = word;
                word == result
            }
            None => false,
        }
    }
}

/// Answers the request with a text, and what is open in every way, one after the other.
struct Guide<'a> {
    text: &'a [u8],
    result: &'a [u8],
    /// For each open question which answer is given, of how many.
    chosen: Vec<(usize, usize)>,
    at: usize,
}

impl Guide<'_> {
    /// The next way; whether there is one.
    fn advance(&mut self) -> bool {
        self.chosen.truncate(self.at);
        while let Some((which, of)) = self.chosen.pop() {
            if which + 1 < of {
                self.chosen.push((which + 1, of));
                return true;
            }
        }
        false
    }

    fn choose(&mut self, of: usize) -> usize {
        if self.at == self.chosen.len() {
            self.chosen.push((0, of));
        }
        self.at += 1;
        self.chosen[self.at - 1].0
    }
}

/// The word with what stands between double quotes marked.
fn marked_in_quotes(word: &[u32]) -> Vec<u32> {
    let (mut inside, mut escaped) = (false, false);
    let mut mark = |&symbol: &u32| {
        let ends = symbol == u32::from(b'"') && !escaped;
        escaped = inside && !escaped && symbol == u32::from(b'\\');
        inside ^= ends;
        if inside && !ends { symbol | MARK } else { symbol }
    };
    word.iter().map(&mut mark).collect()
}

impl Oracle for Guide<'_> {
    fn answer(&mut self, request: &Request<'_>) -> Option<Value> {
        // The first two questions are whether the parameter is there and what it is.
        match request.site.label.index() {
            0 => return Some(Value::Bool(true)),
            1 => return Some(Value::Str(self.text.iter().map(|&byte| u32::from(byte)).collect())),
            _ => {}
        }
        let word: Vec<u32> = self.result.iter().map(|&byte| u32::from(byte)).collect();
        let told = std::str::from_utf8(self.result).ok();
        let numbers = [10, 16]
            .map(|radix| told.and_then(|text| i128::from_str_radix(text.trim(), radix).ok()).unwrap_or(0));
        let sizes = [self.text.len() as i128, self.result.len() as i128];
        let integers = [numbers[0], 0, numbers[1], sizes[0], sizes[1], 1, -1];
        let zeros = vec![u32::from(b'0'); 16];
        // What nothing is known of is of the outside, whole or as far as it stands in strings of JSON.
        let marked = word.iter().map(|symbol| symbol | MARK).collect();
        let strings = [marked, marked_in_quotes(&word), word, Vec::new(), zeros];
        let candidates: Vec<Value> = [true, false]
            .into_iter()
            .map(Value::Bool)
            .chain(integers.map(Value::Int))
            .chain(strings.map(Value::Str))
            .filter(|value| request.allowed.contains(value))
            .collect();
        if candidates.is_empty() {
            return None;
        }
        let which = self.choose(candidates.len());
        candidates.get(which).cloned()
    }
}

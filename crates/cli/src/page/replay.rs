//! A violation replayed on the real php, in a sandbox.
//!
//! The page runs in the sandbox of `sandboxed`, in a folder of its own, with limits on time and memory. Functions that
//! reach outside are replaced by stubs that take their answers from the failing run and print what is given to them. A
//! violation is confirmed when php gave the very text to the sink that breaks the rule; of a page, when what php wrote up
//! to there, with the untrusted characters marked, breaks it.

use std::env;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use automata::{MARK, StateId, Symbol};
use outside::{Command, Ending, Limits, find, run};
use verifier::php::policy::RuleId;
use verifier::php::{Exploit, Source};
use verifier::{Span, Value};

use crate::machine::sandboxed::{confined, refusal};
use crate::machine::scratch::Scratch;

const PRELUDE: &str = include_str!("prelude.php");

/// How long a page may take.
const WALL: Duration = Duration::from_secs(5);

/// What came of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Replayed {
    /// The real program does the same.
    Confirmed,
    /// It does not, and what it did instead.
    NotConfirmed(String),
    /// It could not be replayed.
    Failed(String),
}

/// A violation of a page.
pub(crate) struct Violation<'a> {
    /// The page and the files that it includes.
    pub(crate) files: &'a [Source],
    /// The rule that it breaks.
    pub(crate) rule: RuleId,
    /// Where.
    pub(crate) span: Span,
    /// The run.
    pub(crate) exploit: &'a Exploit,
}

/// What a run of the real php wrote.
pub(super) struct PhpRun {
    /// The page.
    pub(super) output: Vec<u8>,
    /// Errors, and what sinks were given.
    pub(super) errors: Vec<u8>,
}

/// Runs the page on the real php with the request of a violation, and judges whether it breaks the rule.
pub(crate) fn replay(violation: &Violation<'_>) -> Replayed {
    match run_page(violation) {
        Ok(run) => judge(violation, &run),
        Err(why) => Replayed::Failed(why),
    }
}

/// Runs the page on the real php with the request of a violation.
pub(super) fn run_page(violation: &Violation<'_>) -> Result<PhpRun, String> {
    let search = env::var_os("PATH").unwrap_or_default();
    let php = find(OsStr::new("php"), &search).ok_or("php is not installed")?;
    let no_sandbox = |error| format!("the sandbox cannot be made: {error}");
    let sandbox = Scratch::new().map_err(no_sandbox)?;
    let page = fill(&sandbox, violation).map_err(no_sandbox)?;
    let command = command(&php, &page, &sandbox)?;
    let outcome = run(&command, &Limits { wall: WALL, processor: 5, ..Limits::default() });
    match refusal(&outcome).or_else(|| ended_early(&outcome.ending)) {
        Some(why) => Err(why),
        None => Ok(PhpRun { output: outcome.output, errors: outcome.errors }),
    }
}

/// Writes the files and what runs before them; the path of the page.
fn fill(sandbox: &Scratch, violation: &Violation<'_>) -> Result<PathBuf, String> {
    let mut page = None;
    for (number, file) in violation.files.iter().enumerate() {
        let name = Path::new("app").join(inside(&file.name));
        let name = name.to_str().ok_or("a name is not text")?;
        let path = sandbox.write(name, told(file, number, violation))?;
        page.get_or_insert(path);
    }
    sandbox.write("prelude.php", prelude(violation.exploit))?;
    page.ok_or_else(|| "there is no page".to_owned())
}

/// A path that stays inside of a folder.
fn inside(name: &str) -> PathBuf {
    let parts = name.split('/').filter(|part| !part.is_empty() && *part != ".");
    parts.map(|part| if part == ".." { "up" } else { part }).collect()
}

/// The file, with evaluation or inclusion at the violation replaced by telling what it gets.
fn told(file: &Source, number: usize, violation: &Violation<'_>) -> Vec<u8> {
    let stand_in: &[u8] =
        if violation.rule == RuleId::Code { b"stringent_code(" } else { b"stringent_include(" };
    let is_keyword = matches!(violation.rule, RuleId::Code | RuleId::Include);
    let is_here = is_keyword && violation.span.file as usize == number;
    let (start, end) = (violation.span.start as usize, violation.span.end as usize);
    let Some(text) = file.bytes.get(start..end).filter(|_| is_here) else {
        return file.bytes.clone();
    };
    let keyword = text.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'_').count();
    [&file.bytes[..start], stand_in, &text[keyword..], b")", &file.bytes[end..]].concat()
}

/// What runs before the page: stand-ins, the request, the answers.
fn prelude(exploit: &Exploit) -> String {
    let mut text = PRELUDE.to_owned();
    for given in &exploit.request {
        let (key, value) = (element(given.key.as_bytes()), literal(&given.value));
        writeln!(text, "$GLOBALS['{}']{key} = {value};", given.from).expect("a string takes all text");
        if given.from == "_GET" || given.from == "_POST" {
            writeln!(text, "$_REQUEST{key} = {value};").expect("a string takes all text");
        }
    }
    for answer in &exploit.world {
        let value = match &answer.value {
            Value::Str(word) => literal(&plain(word)),
            Value::Int(number) => number.to_string(),
            Value::Bool(value) => value.to_string(),
        };
        let name = literal(answer.name.as_bytes());
        writeln!(text, "Stringent::$answers[] = [{name}, {value}];").expect("a string takes all text");
    }
    text
}

/// The element of a superglobal that PHP assigns a parameter to: `a[b]` names the element `b` of the array `a`.
fn element(key: &[u8]) -> String {
    let parts = key.split(|byte| *byte == b'[').enumerate();
    let name = |(at, part): (usize, &[u8])| {
        let inner = part.strip_suffix(b"]").filter(|_| at > 0).unwrap_or(part);
        ["[", &literal(inner), "]"].concat()
    };
    parts.map(name).collect()
}

/// A string of PHP.
fn literal(bytes: &[u8]) -> String {
    let digits = bytes.iter().map(|byte| format!("\\x{byte:02x}"));
    format!("\"{}\"", digits.collect::<String>())
}

fn judge(violation: &Violation<'_>, run: &PhpRun) -> Replayed {
    let written = &violation.exploit.written;
    let confirmed = if violation.rule == RuleId::Html {
        breaks_page(&run.output, written, &violation.exploit.around)
    } else {
        sunk(&run.errors, violation.rule).contains(&plain(written))
            || (violation.rule == RuleId::Attack && has(&run.output, &plain(written)))
    };
    if confirmed {
        return Replayed::Confirmed;
    }
    let errors = String::from_utf8_lossy(&run.errors).into_owned();
    let is_of_page = |line: &str| !line.starts_with("stringent-sink") && !line.contains("PHP Startup");
    let last = errors.lines().rfind(|line| !line.is_empty() && is_of_page(line));
    Replayed::NotConfirmed(last.unwrap_or("it gives the sink another text").to_owned())
}

/// Why php did not come to an end, if so.
fn ended_early(ending: &Ending) -> Option<String> {
    match ending {
        Ending::Exited(_) => None,
        Ending::Deadline => Some("php took too long".to_owned()),
        Ending::Signalled(signal) => Some(format!("php ended by signal {signal}")),
        Ending::TooMuchOutput => Some("php wrote too much".to_owned()),
        Ending::NotFound => Some("php is gone".to_owned()),
        Ending::NotStarted(why) => Some(why.clone()),
    }
}

fn command(php: &Path, page: &Path, sandbox: &Scratch) -> Result<Command, String> {
    let folder = sandbox.folder.display();
    let home = sandbox.make("home")?;
    let stand_ins = PRELUDE.lines().filter_map(|line| line.strip_prefix("function ")?.split('(').next());
    let disabled = stand_ins.collect::<Vec<_>>().join(",");
    let settings = [
        format!("open_basedir={folder}"),
        format!("sys_temp_dir={}", home.display()),
        format!("auto_prepend_file={folder}/prelude.php"),
        format!("disable_functions={disabled}"),
        "allow_url_fopen=0".to_owned(),
        // Else $_REQUEST and $_SERVER are made anew when the page is read.
        "auto_globals_jit=0".to_owned(),
        // Extensions that pages take for granted, where they are installed.
        "extension=ctype".to_owned(),
        "extension=iconv".to_owned(),
        "extension=mbstring".to_owned(),
        "memory_limit=256M".to_owned(),
        "display_errors=0".to_owned(),
        "log_errors=1".to_owned(),
        "error_log=".to_owned(),
        "error_reporting=1".to_owned(),
        "html_errors=0".to_owned(),
    ];
    // Without the machine's own settings: what is loaded then is the same everywhere.
    let command = Command::new(php).argument("-n");
    let command =
        settings.into_iter().fold(command, |command, setting| command.argument("-d").argument(setting));
    confined(command.argument(page), &home, &[&sandbox.folder])
}

/// Whether the page breaks its rule where the text stands in it, between what is around it.
fn breaks_page(output: &[u8], written: &[Symbol], (before, after): &(Vec<Symbol>, Vec<Symbol>)) -> bool {
    let text = [plain(written), plain(after)].concat();
    let policy = RuleId::Html.rule().policy();
    let ends = |word: &[Symbol]| {
        word.iter().try_fold(StateId::START, |state, &symbol| policy.allowed.step(state, symbol))
    };
    let is_plain = before.iter().all(|symbol| symbol & MARK == 0);
    let breaks = |at: usize| {
        let mut word: Vec<Symbol> = output[..at].iter().map(|&byte| Symbol::from(byte)).collect();
        let is_there = !is_plain || ends(&word) == ends(before);
        word.extend_from_slice(written);
        is_there && !policy.told.contains(&word)
    };
    (0..output.len()).any(|at| output[at..].starts_with(&text) && breaks(at))
}

fn has(output: &[u8], text: &[u8]) -> bool {
    (0..=output.len()).any(|at| output[at..].starts_with(text))
}

/// The texts that the sinks of a rule were given; those of all sinks for words that a project forbids.
pub(super) fn sunk(errors: &[u8], rule: RuleId) -> Vec<Vec<u8>> {
    let text = String::from_utf8_lossy(errors);
    let name = rule.rule().name;
    let logged = text.lines().filter_map(|line| line.strip_prefix("stringent-sink ")?.split_once(' '));
    logged
        .filter(|(known, _)| rule == RuleId::Attack || *known == name)
        .map(|(_, text)| decoded(text))
        .collect()
}

/// The bytes of a text in base 64.
fn decoded(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for value in text.bytes().filter_map(|byte| DIGITS.iter().position(|digit| *digit == byte)) {
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

/// The bytes of a word, without marks.
fn plain(word: &[Symbol]) -> Vec<u8> {
    word.iter().map(|&symbol| (symbol & !MARK) as u8).collect()
}

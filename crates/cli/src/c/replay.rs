//! A failing run of a source of C, run again: compiled with sanitizers, on the values that were found.
//!
//! A harness (`harness.c`) gives the values. The program runs in the sandbox of `sandboxed`; time, memory and output are
//! limited. A violation is confirmed when a sanitizer complains of its kind in a call that passes the line of the violation.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs};

use outside::{Command, Ending, Limits, Outcome, find, run};
use verifier::front_c::Lowered;
use verifier::front_c::memory::Rule;
use verifier::{Counterexample, c_inputs};

use super::inputs;
use crate::machine::sandboxed::{confined, confined_tool, refusal};
use crate::machine::scratch::Scratch;
use crate::page::replay::Replayed;

const HARNESS: &str = include_str!("harness.c");
const PRELUDE: &str = include_str!("prelude.h");

/// How long a compiler and a run may take.
const WALL: Duration = Duration::from_secs(20);
/// How many bytes each part of the compiler may ask for.
const COMPILER: u64 = 1 << 32;
/// The sanitizers map memory that they never use, so addresses are not limited; what is used is, by the sandbox.
const ADDRESSES: u64 = 1 << 50;

const FLAGS: [&str; 9] = [
    "-g",
    "-O0",
    "-w",
    "-x",
    "c",
    "-fno-builtin",
    "-fsanitize=address,undefined",
    // A pointer that was never set leads nowhere.
    "-ftrivial-auto-var-init=pattern",
    "-include",
];

/// What is run again.
pub(crate) struct Violation<'a> {
    /// The path of the source, and its text.
    pub(crate) source: (&'a Path, &'a str),
    /// The function that the run begins with.
    pub(crate) entry: &'a str,
    /// The program of the run.
    pub(crate) lowered: &'a Lowered,
    /// The run.
    pub(crate) run: &'a Counterexample,
    /// What it violates, and in which line.
    pub(crate) rule: Rule,
    pub(crate) line: usize,
}

/// A complaint of a sanitizer, and the lines of the source that the calls around it are at.
struct Complaint {
    what: String,
    lines: Vec<usize>,
}

/// Compiles the source and runs it; what came of it, and what the sanitizer says.
pub(crate) fn replay(violation: &Violation<'_>) -> (Replayed, String) {
    let failed = |why: String| (Replayed::Failed(why), String::new());
    if complaints_of(violation.rule).is_empty() {
        return failed("no sanitizer sees a violation of this rule".to_owned());
    }
    let search = env::var_os("PATH").unwrap_or_default();
    let Some(cc) = find(OsStr::new("cc"), &search) else {
        return failed("cc, which compiles it with AddressSanitizer, is not installed".to_owned());
    };
    let built = Scratch::new().and_then(|scratch| Ok((build(violation, &cc, &scratch)?, scratch)));
    let (program, scratch) = match built {
        Ok(built) => built,
        Err(why) => return failed(why),
    };
    let home = scratch.make("home");
    let outcome = match home.and_then(|home| confined(Command::new(program), &home, &[])) {
        Ok(again) => run(&again, &limits()),
        Err(why) => return failed(why),
    };
    drop(scratch);
    refusal(&outcome).map_or_else(|| judge(violation, &outcome), failed)
}

fn limits() -> Limits {
    Limits { wall: WALL, processor: WALL.as_secs(), memory: ADDRESSES, output: 1 << 24 }
}

/// The path of the program that runs the source.
fn build(violation: &Violation<'_>, cc: &Path, scratch: &Scratch) -> Result<PathBuf, String> {
    let (path, text) = violation.source;
    let given = c_inputs(violation.lowered, violation.run);
    let is_preprocessed = path.extension().is_some_and(|ending| ending == "i");
    let text = if is_preprocessed { without_markers(text) } else { text.to_owned() };
    let program = inputs::program(&text, (violation.entry, &violation.lowered.parameters), &given)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let command = FLAGS.into_iter().fold(Command::new(cc), Command::argument);
    let command = command.argument(scratch.write("prelude.h", PRELUDE)?).argument("-I").argument(&folder);
    let wraps = inputs::WRAPPED.iter().map(|name| format!("-Wl,--wrap={name}"));
    let command = wraps.fold(command, Command::argument);
    let command = command.argument(scratch.write("harness.c", HARNESS)?);
    let command = command.argument(scratch.write("program.c", program)?);
    let command = command.argument(scratch.write("table.c", inputs::table(&given, &text))?);
    link(&command, (scratch, &folder))
}

/// Compiles and links; functions that are nowhere do nothing and give 0. What the source makes the compiler read could be
/// shown by the program afterwards, so the compiler reads the folder of the source and nothing else of the user.
fn link(command: &Command, (scratch, folder): (&Scratch, &Path)) -> Result<PathBuf, String> {
    let program = scratch.folder.join("run");
    let limits = Limits { memory: COMPILER, ..limits() };
    let ended = |command: &Command| {
        let command = command.clone().argument("-o").argument(&program).argument("-lm");
        Ok::<_, String>(run(&confined_tool(command, &scratch.folder, &[folder])?, &limits))
    };
    let mut outcome = ended(command)?;
    let missing = missing(&String::from_utf8_lossy(&outcome.errors));
    if !missing.is_empty() {
        let stubs = missing.iter().map(|name| format!("long {name}(void) {{ return 0; }}\n"));
        let stubs = scratch.write("stubs.c", stubs.collect::<String>())?;
        outcome = ended(&command.clone().argument(stubs))?;
    }
    if outcome.ending == Ending::Exited(0) {
        return Ok(program);
    }
    if let Some(why) = refusal(&outcome) {
        return Err(why);
    }
    let told = String::from_utf8_lossy(&outcome.errors).into_owned();
    let why = told.lines().find(|line| line.contains("error")).or_else(|| told.lines().next());
    let why = why.unwrap_or("it ended early");
    Err(format!("cc does not compile it with AddressSanitizer: {why}"))
}

/// The functions that a linker did not find.
fn missing(told: &str) -> BTreeSet<String> {
    let name = |line: &str| {
        let (_, name) = line.split_once("undefined reference to `")?;
        Some(name.split('\'').next()?.to_owned())
    };
    let is_name = |name: &String| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    told.lines().filter_map(name).filter(is_name).collect()
}

/// The text without line markers, so that its own lines count.
fn without_markers(text: &str) -> String {
    let is_marker = |line: &str| line.starts_with("# ") || line.starts_with("#line");
    let lines = text.split_inclusive('\n');
    lines
        .map(|line| {
            if is_marker(line) { "\n".to_owned().repeat(line.matches('\n').count()) } else { line.to_owned() }
        })
        .collect()
}

/// What a sanitizer says of a violation of a rule, in words of which one occurs.
fn complaints_of(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule::ReadPast | Rule::ReadBefore | Rule::WritePast | Rule::WriteBefore | Rule::Unterminated => &[
            "buffer-overflow",
            "buffer-underflow",
            "underflow",
            "out of bounds",
            "negative-size-param",
            "unknown-crash",
            "SEGV",
            "insufficient space",
        ],
        Rule::Null => &["SEGV", "null pointer"],
        Rule::WriteLiteral => &["SEGV"],
        Rule::UseAfterFree | Rule::AfterScope => &["use-after-free", "use-after-return", "use-after-scope"],
        Rule::DoubleFree => &["double-free"],
        Rule::BadFree => &["bad-free", "not malloc()-ed"],
        Rule::Overlap => &["param-overlap"],
        Rule::Assertion => &["an assertion fails"],
        Rule::Overflow => &["integer overflow", "outside the range"],
        Rule::Division => &["FPE", "division by zero"],
        Rule::Format => &[],
    }
}

fn judge(violation: &Violation<'_>, outcome: &Outcome) -> (Replayed, String) {
    let told = String::from_utf8_lossy(&outcome.errors).into_owned();
    let complaints = complaints(&told);
    let words = complaints_of(violation.rule);
    // A copy that runs over its target into its source is told as an overlap.
    let runs_over = words.contains(&"buffer-overflow") && told.contains("flows this variable");
    let is_it = |complaint: &&Complaint| {
        let is_kind = words.iter().any(|word| complaint.what.contains(word))
            || (runs_over && complaint.what.contains("param-overlap"));
        is_kind && complaint.lines.contains(&violation.line)
    };
    if let Some(complaint) = complaints.iter().find(is_it) {
        return (Replayed::Confirmed, kind(&complaint.what).to_owned());
    }
    let replay = told.lines().find_map(|line| line.strip_prefix("stringent-replay: "));
    let why = match (complaints.first(), replay) {
        (Some(Complaint { what, lines }), _) => {
            let at = lines.first().map_or(String::new(), |line| format!(" at line {line}"));
            format!("{}{at}", kind(what))
        }
        (None, Some(message)) => message.to_owned(),
        (None, None) => match &outcome.ending {
            Ending::Exited(_) => "the run ends by itself and no sanitizer complains".to_owned(),
            Ending::Signalled(signal) => format!("the run ends by signal {signal}"),
            Ending::Deadline => return (Replayed::Failed("the run took too long".to_owned()), String::new()),
            Ending::TooMuchOutput => "the program wrote too much".to_owned(),
            Ending::NotFound => "what was compiled is gone".to_owned(),
            Ending::NotStarted(why) => why.clone(),
        },
    };
    (Replayed::NotConfirmed(why), String::new())
}

/// What sanitizers complained of, in order.
fn complaints(told: &str) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let mut lines = told.lines();
    while let Some(line) = lines.next() {
        let is_stack = ["ERROR: AddressSanitizer: ", "stringent-replay: an assertion fails"];
        if let Some((place, what)) = line.split_once(": runtime error: ") {
            let lines = place.split_once("program.c:").and_then(|(_, rest)| number(rest));
            complaints.push(Complaint { what: what.to_owned(), lines: lines.into_iter().collect() });
        } else if let Some(at) = is_stack.iter().find_map(|mark| line.find(mark)) {
            let what = line[at..].trim_start_matches("ERROR: AddressSanitizer: ");
            let what = what.trim_start_matches("stringent-replay: ");
            let stack = lines.by_ref().skip_while(|line| !line.trim_start().starts_with('#'));
            let stack = stack.take_while(|line| line.trim_start().starts_with('#'));
            let numbers = stack.filter_map(|line| number(line.rsplit_once("program.c:")?.1)).collect();
            complaints.push(Complaint { what: what.to_owned(), lines: numbers });
        }
    }
    complaints
}

/// The number that a text begins with.
fn number(text: &str) -> Option<usize> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// The kind of a complaint: what it says before addresses and numbers.
fn kind(what: &str) -> &str {
    let end = [" on address", " on unknown address", ": memory ranges", ": (size", " in thread"]
        .iter()
        .filter_map(|mark| what.find(mark))
        .min()
        .unwrap_or(what.len());
    &what[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_have_the_lines_of_their_calls() {
        let told = "/x/program.c:7:3: runtime error: index 3 out of bounds for type 'char [3]'\n\
                    =====\n==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1 at pc 0x2\n\
                    WRITE of size 1 at 0x1 thread T0\n    #0 0x1 in strcpy ../a.cpp:1\n\
                    \u{20}   #1 0x2 in f /x/program.c:9\n    #2 0x3 in main /x/harness.c:12\n\n\
                    0x1 is located here\n    #0 0x4 in g /x/program.c:3\n";
        let found = complaints(told);
        assert_eq!(found.len(), 2);
        assert_eq!((kind(&found[1].what), &found[1].lines[..]), ("heap-buffer-overflow", &[9][..]));
        assert_eq!(found[0].lines, [7]);
    }

    #[test]
    fn markers_leave_their_lines() {
        assert_eq!(without_markers("# 1 \"a.c\"\nint a;\n"), "\nint a;\n");
    }
}

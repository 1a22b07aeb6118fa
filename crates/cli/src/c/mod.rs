//! C: from a file to a program, and what is told of a violation beside the run.
//!
//! A `.c` file goes through the user's preprocessor first; an `.i` file is read as it is. Nothing of the program is run, but
//! by `replay` when the user asks for it, on the values that `given` writes down.

mod inputs;
mod included;
pub(crate) mod replay;

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use outside::{Command, Ending, Limits, find, run};
use verifier::front_c::memory::{Checks, Claim};
use verifier::front_c::tree::unfollowed_attribute;
use verifier::front_c::{self, Asked, Lowered, Question};
use verifier::{Decided, Span, Verdict, c_inputs};

use crate::escape;
use crate::findings::claimed;
use crate::findings::finding::{Finding, Word, input};
use crate::findings::source::Source;
use crate::page::replay::Replayed;
use crate::question::choices::{JavaChoices, PropertyName};
use replay::{Violation, replay};

/// How long the preprocessor may take.
const WALL: Duration = Duration::from_mins(1);

/// The endings of C sources: before the preprocessor and after it.
const ENDINGS: [&str; 2] = ["c", "i"];

/// Whether a file is a source of C, by its name.
pub(crate) fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
}

/// Lowers a source.
///
/// # Errors
/// Why that was not possible.
pub(crate) fn lower(
    source: &Source,
    bytes: &[u8],
    (choices, contracts): (&JavaChoices, &BTreeMap<String, String>),
) -> Result<Lowered, String> {
    let text = String::from_utf8_lossy(bytes);
    let path = source.path().unwrap_or(Path::new(&source.name));
    let is_preprocessed = path.extension().is_some_and(|ending| ending == "i");
    let question = Question {
        entry: choices.entry.clone().unwrap_or_else(|| "main".to_owned()),
        checks: checks(choices.property),
        contracts: contracts.clone(),
    };
    let lowered = if is_preprocessed {
        front_c::lower(&text, None, &question)
    } else {
        front_c::lower(&preprocess(path)?, Some(&text), &question)
    };
    lowered.map_err(|refused| {
        let why = escape::text(&refused.why);
        if refused.span == Span::default() { why } else { format!("{why} at {}", source.place(refused.span)) }
    })
}

/// A finding with what the outside gives, by its names, when it is a violation; and with what came of running it again.
pub(crate) fn told(
    mut finding: Finding,
    Decided { property, lowered }: &Decided<'_>,
    (source, again): (&Source, Option<&Again<'_>>),
) -> Finding {
    let Verdict::Violated(run) = property.checked.verdict() else { return finding };
    if finding.verdict != Word::Violated {
        return finding;
    }
    let given = c_inputs(lowered, run);
    finding.inputs = given
        .iter()
        .filter_map(|given| {
            let mut input = input(&given.value, &lowered.program);
            input.asked = Some(asked_text(given.asked.as_ref()?));
            Some(input)
        })
        .collect();
    let claim = lowered.claims[property.checked.assertion().index()];
    if let (Some(again), Claim::Rule(rule)) = (again, claim) {
        let line = source.line(finding.span());
        let file = (source.path().unwrap_or(Path::new(&source.name)), again.text);
        let violation = Violation { source: file, entry: again.entry, lowered, run, rule, line };
        let (replayed, how) = replay(&violation);
        let refuted = match &replayed {
            Replayed::NotConfirmed(why) => Some(why.clone()),
            Replayed::Confirmed | Replayed::Failed(_) => None,
        };
        finding.replay = Some(match replayed {
            Replayed::Confirmed => format!("confirmed by a run with sanitizers: {}", escape::text(&how)),
            Replayed::NotConfirmed(why) => {
                format!("not confirmed by a run with sanitizers: {}", escape::text(&why))
            }
            Replayed::Failed(why) => format!("not replayed: {}", escape::text(&why)),
        });
        if let Some(instead) = refuted {
            return claimed::refuted(finding, &instead);
        }
    }
    finding
}

/// What is needed to run a source again.
pub(crate) struct Again<'a> {
    /// Its text.
    pub(crate) text: &'a str,
    /// The function that a run begins with.
    pub(crate) entry: &'a str,
}

/// Who asked the outside, in words.
fn asked_text(asked: &Asked) -> String {
    match asked {
        Asked::Number(name) | Asked::Library(name) | Asked::Variable(name) => escape::text(name),
        Asked::Parameter(name) => format!("parameter {}", escape::text(name)),
    }
}

/// The rules that make a property.
fn checks(property: PropertyName) -> Checks {
    let (memory, assertions) = match property {
        PropertyName::Assert => (false, true),
        PropertyName::Memory => (true, false),
        PropertyName::Overflow => (false, false),
        PropertyName::Usual | PropertyName::Exceptions | PropertyName::Both => (true, true),
    };
    Checks { memory, assertions, overflow: property == PropertyName::Overflow }
}

/// The text of a source after the preprocessor, with the macros that the compiler defines, so that a test of `__GNUC__` chooses the
/// code that is compiled. `__NO_CTYPE` makes headers declare `isalpha` and its kind as functions instead of table look-ups.
fn preprocess(path: &Path) -> Result<String, String> {
    let search = env::var_os("PATH").unwrap_or_default();
    let cc = find(OsStr::new("cc"), &search).ok_or("cc, whose preprocessor it needs, is not installed")?;
    let command = Command::new(cc).argument("-E").argument("-D__NO_CTYPE");
    // gcc gives the name without its folder to its own parts, which read it as a file of arguments.
    let is_list = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"@"));
    let command = if is_list { command.argument("-dumpbase").argument("source.c") } else { command };
    let command = command.argument(plain_name(path));
    let limits = Limits { wall: WALL, processor: WALL.as_secs(), memory: 1 << 32, output: 1 << 26 };
    let outcome = run(&command, &limits);
    if matches!(outcome.ending, Ending::Exited(0)) {
        let text = String::from_utf8_lossy(&outcome.output).into_owned();
        if let Some(included) = included::foreign(&text, path) {
            let name = escape::text(&included);
            return Err(format!("it includes {name}, which is no source and does not lie beside it"));
        }
        return match unfollowed_attribute(&text) {
            Some(word) => Err(format!("`{word}` has an attribute that is not modelled, or is one")),
            None => Ok(text),
        };
    }
    let told = String::from_utf8_lossy(&outcome.errors);
    let first: Vec<&str> = told.lines().take(3).collect();
    Err(format!("cc does not preprocess it: {}", escape::text(&first.join("; "))))
}

/// A path that is not taken for an option or for a file of arguments, whatever its first character is.
fn plain_name(path: &Path) -> PathBuf {
    if path.is_absolute() { path.to_owned() } else { Path::new(".").join(path) }
}

//! A question to a solver: a text in, a text out, or a reason why there is none.
//!
//! The reason is in our words. What a solver wrote is never repeated: it may hold anything. How far z3 goes is counted in
//! its own units of work, so that a busy machine gives the same answer; the clock is an outer limit only.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use outside::{Command, Ending, Limits, find, run};

/// A solver and how to call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solver {
    /// What it is called in reports.
    pub name: String,
    /// Its file.
    pub program: PathBuf,
    /// What it is always given.
    pub arguments: Vec<OsString>,
    /// How far it may go for one question, on a machine that does nothing else.
    pub limits: Limits,
    /// Which questions it takes.
    pub kind: Kind,
    /// What it has done so far.
    pub work: Work,
}

/// The work of a solver and of its clones. It says nothing about which solver it is, so all are equal.
#[derive(Clone, Debug, Default)]
pub struct Work(Arc<AtomicU64>);

impl PartialEq for Work {
    fn eq(&self, _: &Work) -> bool {
        true
    }
}

impl Eq for Work {}

impl Work {
    /// As the time that it takes a usual machine.
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed).saturating_mul(1_000_000) / UNITS)
    }

    fn add(&self, units: u64) {
        self.0.fetch_add(units, Ordering::Relaxed);
    }
}

/// Units of work that z3 does in a second on a usual machine.
const UNITS: u64 = 2_000_000;

/// What a question to another solver counts, whose units are not known.
const OTHER: u64 = UNITS / 4;

/// How many times as long a question may take by the clock: so busy a machine may be.
const BUSY: u32 = 30;

/// How many times as long z3 may compute: a machine may be slower, and its units are not all of the same length.
const SLOW: u64 = 3;

/// Asks z3 for its work.
const WORK: &str = "\n(get-info :rlimit)\n";

/// What a solver understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// z3: clauses, rules with derivations, and formulas.
    Z3,
    /// Any other solver of Horn clauses in SMT-LIB: an answer, and definitions after `sat`.
    Clauses,
    /// Any other solver of formulas in SMT-LIB.
    Formulas,
}

/// What keeps z3 from taking predicates away before it solves.
pub(crate) const KEEP: [&str; 3] =
    ["fp.xform.slice=false", "fp.xform.inline_linear=false", "fp.xform.inline_eager=false"];

/// Why a solver's words are no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown(String);

impl Unknown {
    /// For this reason.
    pub fn because(why: impl Into<String>) -> Unknown {
        Unknown(why.into())
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Solver {
    /// z3 at a path.
    pub fn z3(program: PathBuf, limits: Limits) -> Solver {
        let arguments = ["-smt2", "-in"].map(OsString::from).to_vec();
        Solver { name: "z3".to_owned(), program, arguments, limits, kind: Kind::Z3, work: Work::default() }
    }

    /// Another solver by its command line, whose words are separated by spaces and which reads the standard input. `None`
    /// when its program is nowhere.
    pub fn by_command(line: &str, search: &OsStr, (kind, limits): (Kind, Limits)) -> Option<Solver> {
        let mut words = line.split_whitespace();
        let program = find(OsStr::new(words.next()?), search)?;
        let name = program.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let arguments = words.map(OsString::from).collect();
        Some(Solver { name, program, arguments, limits, kind, work: Work::default() })
    }

    /// What it writes for a text, given further arguments, which only z3 understands. It must end by itself with status 0 and complain of nothing.
    ///
    /// # Errors
    /// Why there is no answer.
    pub(crate) fn ask(&self, text: &str, further: &[&str]) -> Result<String, Unknown> {
        let (answer, ending) = self.hear(text, further)?;
        if ending == Ending::Exited(0) && !answer.contains("(error") {
            Ok(answer)
        } else {
            Err(self.failed(&ending, &answer))
        }
    }

    /// What it writes for a text, and how it ended, which is by itself.
    pub(crate) fn hear(&self, text: &str, further: &[&str]) -> Result<(String, Ending), Unknown> {
        let mut command = Command::new(&self.program).reading(text);
        command.arguments.extend(self.arguments.iter().cloned());
        let most =
            u64::try_from(self.limits.wall.as_millis()).unwrap_or(u64::MAX).saturating_mul(UNITS / 1000);
        if self.kind == Kind::Z3 {
            command.arguments.push(format!("rlimit={}", most.clamp(1, u64::from(u32::MAX))).into());
            command.arguments.extend(further.iter().map(OsString::from));
            command.input.extend_from_slice(WORK.as_bytes());
        }
        let outcome = run(&command, &self.outer());
        let answer = String::from_utf8(outcome.output);
        let units = answer.as_deref().ok().and_then(work_of);
        let answer = answer.map(without_work);
        let all = if outcome.ending == Ending::Deadline { most } else { OTHER };
        self.work.add(units.unwrap_or(all));
        match (outcome.ending, answer) {
            (ending @ Ending::Exited(_), Ok(answer)) if outcome.errors.is_empty() => Ok((answer, ending)),
            (Ending::Exited(_), _) => Err(Unknown(format!("{} said what is not understood", self.name))),
            (ending, _) => Err(self.failed(&ending, "")),
        }
    }

    /// The limits by the clock.
    fn outer(&self) -> Limits {
        let Limits { wall, processor, .. } = self.limits;
        let slow = if self.kind == Kind::Z3 { SLOW } else { 1 };
        Limits { wall: wall * BUSY, processor: processor.saturating_mul(slow), ..self.limits }
    }

    /// What went wrong, in words. Nothing that the solver wrote is repeated.
    pub(crate) fn failed(&self, ending: &Ending, answer: &str) -> Unknown {
        let name = &self.name;
        Unknown(match ending {
            Ending::Exited(_) if answer.contains("(error") => format!("{name} reported an error"),
            Ending::Exited(status) => format!("{name} ended with status {status}"),
            Ending::Signalled(signal) => format!("{name} was ended by signal {signal}"),
            Ending::Deadline => format!("{name} did not answer in time"),
            Ending::TooMuchOutput => format!("{name} wrote too much"),
            Ending::NotFound => format!("{name} cannot be run"),
            Ending::NotStarted(why) => format!("{name} could not be started: {why}"),
        })
    }
}

/// The work that z3 tells in its last line.
fn work_of(answer: &str) -> Option<u64> {
    answer.lines().last()?.strip_prefix("(:rlimit ")?.strip_suffix(')')?.parse().ok()
}

/// An answer without that line.
fn without_work(mut answer: String) -> String {
    if work_of(&answer).is_some() {
        let end = answer.trim_end().rfind('\n').map_or(0, |at| at + 1);
        answer.truncate(end);
    }
    answer
}

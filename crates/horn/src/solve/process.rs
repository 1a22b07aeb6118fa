//! A question to a solver: a text in, a text out, or a reason why there is none.
//!
//! The reason is in our words. What a solver wrote is never repeated: it may hold anything.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;

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
    /// How far it may go for one question.
    pub limits: Limits,
    /// Which questions it takes.
    pub kind: Kind,
}

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
        Solver { name: "z3".to_owned(), program, arguments, limits, kind: Kind::Z3 }
    }

    /// Another solver by its command line, whose words are separated by spaces and which reads the standard input. `None`
    /// when its program is nowhere.
    pub fn by_command(line: &str, search: &OsStr, (kind, limits): (Kind, Limits)) -> Option<Solver> {
        let mut words = line.split_whitespace();
        let program = find(OsStr::new(words.next()?), search)?;
        let name = program.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Some(Solver { name, program, arguments: words.map(OsString::from).collect(), limits, kind })
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
        if self.kind == Kind::Z3 {
            command.arguments.extend(further.iter().map(OsString::from));
        }
        let outcome = run(&command, &self.limits);
        let answer = String::from_utf8(outcome.output);
        match (outcome.ending, answer) {
            (ending @ Ending::Exited(_), Ok(answer)) if outcome.errors.is_empty() => Ok((answer, ending)),
            (Ending::Exited(_), _) => Err(Unknown(format!("{} said what is not understood", self.name))),
            (ending, _) => Err(self.failed(&ending, "")),
        }
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

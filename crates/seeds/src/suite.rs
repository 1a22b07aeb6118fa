//! The tests of the copy: built once, and run with one mistake or none.
//!
//! The program `env` sets the switch. A test that fails has caught the mistake; one that meets a limit has not, because
//! nobody would know why.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use outside::{Command, Ending, Limits, Outcome, find, run};

use crate::mistake::Oracle;
use crate::plant::SWITCH;

/// The tests of the copy, ready to run.
#[derive(Debug)]
pub struct Suite {
    /// The program that sets the switch.
    env: PathBuf,
    folder: PathBuf,
    programs: BTreeMap<String, PathBuf>,
}

/// What a run of tests came to.
#[derive(Clone, Debug)]
pub enum Caught {
    /// A test failed, and this is the first line that says why.
    Failed(String),
    /// All tests passed.
    Passed,
    /// There was no answer, for this reason.
    NoAnswer(String),
}

/// A run may take this long before it counts as without an answer.
const LIMITS: Limits =
    Limits { wall: Duration::from_mins(30), processor: 600, memory: 4 << 30, output: 64 << 20 };

impl Suite {
    /// Builds the tests that the oracles name, in the copy. `search` is where programs are found.
    ///
    /// # Errors
    /// What the build says when it fails.
    pub fn build(copy: &Path, cargo: &Path, search: &OsStr, oracles: &[Oracle]) -> Result<Suite, String> {
        let env = find(OsStr::new("env"), search).ok_or("there is no `env`")?;
        let (within, beside): (Vec<&Oracle>, Vec<&Oracle>) =
            oracles.iter().partition(|oracle| oracle.is_within());
        let mut base = Command::new(&env).argument("CARGO_PROFILE_TEST_DEBUG=0").argument(cargo);
        let words = ["test", "--no-run", "--offline", "--all-features", "--color=never", "--manifest-path"];
        base.arguments.extend(words.map(OsString::from));
        base = base.argument(copy.join("Cargo.toml")).argument("--target-dir").argument(copy.join("target"));
        let package = |command: Command, oracle: &&Oracle| command.argument("-p").argument(oracle.package);
        let (inner, outer) = (base.clone().argument("--lib"), beside.iter().fold(base, package));
        let target = |command: Command, oracle: &&Oracle| command.argument("--test").argument(oracle.target);
        let mut programs = built(&beside.iter().fold(outer, target))?;
        programs.extend(built(&within.iter().fold(inner, package))?);
        Ok(Suite { env, folder: copy.to_owned(), programs })
    }

    /// Runs the tests of an oracle with one mistake, or with none.
    pub fn run(&self, oracle: &Oracle, mistake: Option<usize>) -> Caught {
        let Some(program) = self.programs.get(oracle.target) else {
            return Caught::NoAnswer(format!("`{}` was not built", oracle.target));
        };
        let number = mistake.map_or_else(String::new, |number| number.to_string());
        let mut command = Command::new(&self.env).argument("-C");
        command = command.argument(self.folder.join("crates").join(oracle.package));
        command = command.argument(format!("{SWITCH}={number}")).argument(self.folder.join(program));
        command = command.argument(oracle.filter).argument("--test-threads=1");
        let Outcome { ending, output, .. } = run(&command, &LIMITS);
        match ending {
            Ending::Exited(0) => Caught::Passed,
            Ending::Exited(_) => Caught::Failed(complaint(&String::from_utf8_lossy(&output))),
            Ending::Signalled(_)
            | Ending::Deadline
            | Ending::TooMuchOutput
            | Ending::NotFound
            | Ending::NotStarted(_) => Caught::NoAnswer(format!("{ending:?}")),
        }
    }
}

/// Runs a build; the programs by the names of their targets.
fn built(command: &Command) -> Result<BTreeMap<String, PathBuf>, String> {
    let limits = Limits { wall: Duration::from_mins(30), processor: 1_800, memory: 16 << 30, ..LIMITS };
    let Outcome { ending, errors, .. } = run(command, &limits);
    let said = String::from_utf8_lossy(&errors).into_owned();
    if ending == Ending::Exited(0) { Ok(executables(&said)) } else { Err(format!("{ending:?}: {said}")) }
}

/// The line after the one that says where a test panicked.
fn complaint(output: &str) -> String {
    let after = output.lines().skip_while(|line| !line.contains("panicked at")).nth(1);
    after.unwrap_or("a test failed").chars().take(100).collect()
}

/// The programs that cargo says it has built, by the names of their targets.
fn executables(said: &str) -> BTreeMap<String, PathBuf> {
    let lines = said.lines().filter_map(|line| line.trim().strip_prefix("Executable ")?.split_once('('));
    let named = lines.filter_map(|(_, path)| {
        let path = PathBuf::from(path.trim_end_matches(')'));
        let (name, _) = path.file_name()?.to_str()?.rsplit_once('-')?;
        Some((name.to_owned(), path.clone()))
    });
    named.collect()
}

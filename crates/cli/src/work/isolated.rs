//! Questions about expressions and about one file, answered by a process of their own under limits.
//!
//! The process is this program with the same arguments. What it prints is printed; when it reaches a limit there is no
//! answer, and the exit code is 3.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use outside::{Command, Ending, Inheritance, Limits, Outcome, run};

use crate::failure::Failure;
use crate::output;
use crate::question::choices::Bounds;
use crate::work::child::is_out_of_memory;

/// How far the stack may grow: what is nested is walked on it.
const STACK: u64 = 1 << 30;

/// Answers in a process of its own, or here when this is it.
///
/// # Errors
/// Why there is no answer.
pub(crate) fn answer(
    bounds: &Bounds,
    here: impl FnOnce() -> Result<ExitCode, Failure>,
) -> Result<ExitCode, Failure> {
    if bounds.apart {
        return here();
    }
    let limits = Limits {
        wall: bounds.timeout.unwrap_or(Duration::MAX),
        processor: 1 << 30,
        memory: bounds.memory.saturating_mul(1_000_000),
        output: 1 << 30,
    };
    let outcome = run(&command()?, &limits);
    match outcome.ending {
        Ending::Exited(code @ 0..=3) if !is_out_of_memory(&outcome) => {
            told(&outcome, u8::try_from(code).expect("it is at most 3"))
        }
        Ending::Deadline => {
            let seconds = bounds.timeout.unwrap_or_default().as_secs_f64();
            Err(Failure::undecided(format!("the time limit of {seconds} s was reached")))
        }
        Ending::Exited(_) | Ending::Signalled(_) if is_out_of_memory(&outcome) => {
            Err(Failure::undecided(format!("the memory limit of {} MB was reached", bounds.memory)))
        }
        Ending::Exited(_) | Ending::Signalled(_) => {
            Err(Failure::undecided("the work ended early".to_owned()))
        }
        Ending::TooMuchOutput => Err(Failure::undecided("the answer is too long".to_owned())),
        Ending::NotFound => Err(Failure::wrong("this program is no longer where it was started".to_owned())),
        Ending::NotStarted(why) => Err(Failure::wrong(format!("no process can be started: {why}"))),
    }
}

/// This program with its arguments, told that it is the process of its own.
fn command() -> Result<Command, Failure> {
    let lost = |error: io::Error| Failure::wrong(format!("this program cannot be found: {error}"));
    let mut command = Command::new(env::current_exe().map_err(lost)?);
    let mut arguments = env::args_os().skip(1);
    command.arguments.extend(arguments.next());
    command.arguments.push("--apart".into());
    command.arguments.extend(arguments);
    let command = command.inheriting(Inheritance::Loose).with_stack(STACK);
    let has_colours = io::stdout().is_terminal() && env::var_os("NO_COLOR").is_none();
    let forced = has_colours.then(|| (OsString::from("CLICOLOR_FORCE"), OsString::from("1")));
    Ok(command.seeing(env::vars_os().chain(forced)))
}

fn told(outcome: &Outcome, code: u8) -> Result<ExitCode, Failure> {
    output::print(&String::from_utf8_lossy(&outcome.output))?;
    // When it cannot be written nobody sees it.
    drop(anstream::stderr().lock().write_all(&outcome.errors));
    Ok(ExitCode::from(code))
}

//! Having programs worked on by a process of their own, until they are done or a limit is reached.
//!
//! A process of its own is the one way to end a long operation, to take back its memory, and to outlive a crash. What
//! it settled before it ended counts; the rest is undecided, with the reason. Several programs may share a process. One
//! that ends it is begun again in a process without those before it, so sharing changes no answer. See
//! `docs/decisions/0007`.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use outside::{Command, Ending, Inheritance, Outcome, run};

use crate::findings::message::{Given, Message, Places};
use crate::machine::sent::SentPath;
use crate::question::arguments::WorkOrder;
use crate::question::choices::Limits;

/// Where the user sets no limit there is still a number to give: more than any machine has.
const NO_LIMIT: outside::Limits =
    outside::Limits { wall: Duration::MAX, processor: 1 << 30, memory: 1 << 50, output: 1 << 30 };

/// How far the stack of a working process may grow: what recurses over a program does so on it, and what is not used of it
/// counts for no limit.
const STACK: u64 = 1 << 30;

/// What was heard of a working process.
pub(crate) struct Heard {
    pub(crate) messages: Vec<Message>,
    /// Why it did not come to an end, if so.
    pub(crate) cut: Option<Cut>,
}

/// Why a working process did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) reason: String,
    pub(crate) next_step: &'static str,
}

/// Has programs worked on, one after the other; what was heard of each.
///
/// # Errors
/// Why no process can be started.
pub(crate) fn work(order: &WorkOrder, limits: &Limits, programs: &[Given]) -> Result<Vec<Heard>, String> {
    let mut heard = Vec::with_capacity(programs.len());
    while heard.len() < programs.len() {
        heard.extend(one_process(order, limits, &programs[heard.len()..])?);
    }
    Ok(heard)
}

/// What is heard of the first programs, at least one, in one process.
fn one_process(order: &WorkOrder, limits: &Limits, programs: &[Given]) -> Result<Vec<Heard>, String> {
    let within = outside::Limits {
        wall: limits.timeout.map_or(NO_LIMIT.wall, |timeout| timeout.saturating_sub(limits.spent)),
        memory: limits.memory.map_or(NO_LIMIT.memory, |megabytes| megabytes.saturating_mul(1_000_000)),
        ..NO_LIMIT
    };
    let (roots, classes) = (sent(&order.roots), sent(&order.classes));
    let places = Places { roots, classes, included: order.included.clone() };
    let input = programs.iter().flat_map(Given::sent);
    let input: Vec<u8> = places.sent().into_iter().chain(input).collect();
    let command = command(order)?.reading(input).inheriting(Inheritance::Loose).with_stack(STACK);
    let outcome = run(&command, &within);
    let text = String::from_utf8_lossy(&outcome.output);
    // A line that was cut off is no message.
    let messages: Vec<Message> = text.lines().map_while(|line| serde_json::from_str(line).ok()).collect();
    let mut heard: Vec<Heard> = Vec::new();
    for told in messages.split_inclusive(|message| *message == Message::Done) {
        let is_done = told.last() == Some(&Message::Done);
        if is_done {
            heard.push(Heard { messages: told.to_vec(), cut: None });
        } else if heard.is_empty() {
            heard.push(Heard { messages: told.to_vec(), cut: Some(cut(&outcome, limits)?) });
        }
    }
    if heard.is_empty() {
        heard.push(Heard { messages, cut: Some(cut(&outcome, limits)?) });
    }
    Ok(heard)
}

fn sent(paths: &[PathBuf]) -> Vec<SentPath> {
    paths.iter().map(SentPath::from).collect()
}

fn command(order: &WorkOrder) -> Result<Command, String> {
    let ourselves = env::current_exe().map_err(|error| format!("this program cannot be found: {error}"))?;
    let budget = order.budget.to_string();
    let arguments = [
        ("--task", name(&order.task)),
        ("--engine", name(&order.engine)),
        ("--analysis", name(&order.analysis)),
        ("--budget", budget),
    ];
    let command = java(pages(Command::new(ourselves).argument("work"), order), order);
    let command = if order.certificate { command.argument("--certificate") } else { command };
    let strategy = order.clauses.strategy.map(|strategy| strategy.to_string());
    let encoding = order.clauses.encoding.map(|encoding| encoding.to_string());
    let chosen = [
        ("--solver", order.solver.clone()),
        ("--clause-solver", order.clauses.clause_solver.clone()),
        ("--checker", order.clauses.checker.clone()),
        ("--strategy", strategy),
        ("--encoding", encoding),
    ];
    let chosen = chosen.into_iter().filter_map(|(option, value)| Some((option, value?)));
    Ok(arguments
        .into_iter()
        .chain(chosen)
        .fold(command, |command, (option, value)| command.argument(format!("{option}={value}"))))
}

/// What matters for pages and replays.
fn pages(mut command: Command, order: &WorkOrder) -> Command {
    let paths = [
        ("--config", order.pages.config.as_slice()),
        ("--driver", order.driver.as_slice()),
        ("--certified", order.certified.as_slice()),
    ];
    for (option, paths) in paths {
        for path in paths {
            let mut argument = OsString::from(format!("{option}="));
            argument.push(path);
            command = command.argument(argument);
        }
    }
    if order.pages.replay { command.argument("--replay") } else { command }
}

/// What matters for Java programs.
fn java(command: Command, order: &WorkOrder) -> Command {
    let command = command.argument(format!("--property={}", name(&order.java.property)));
    let entry = order.java.entry.iter().map(|entry| format!("--entry={entry}"));
    let command = entry.fold(command, Command::argument);
    if order.java.null_inputs { command.argument("--null-inputs") } else { command }
}

/// A choice as it is written on the command line.
fn name(choice: &impl ValueEnum) -> String {
    let value = choice.to_possible_value().expect("no choice is hidden");
    value.get_name().to_owned()
}

/// Why a process has not said that it is done.
fn cut(outcome: &Outcome, limits: &Limits) -> Result<Cut, String> {
    let early = |how: String| Cut {
        reason: format!("the work on this file ended early: {how}"),
        next_step: "this is a fault of the tool; please report the program",
    };
    Ok(match (&outcome.ending, limits.memory) {
        (Ending::Deadline, _) => out_of_time(limits.timeout.unwrap_or_default()),
        (Ending::Exited(_) | Ending::Signalled(_), Some(megabytes)) if is_out_of_memory(outcome) => {
            out_of_memory(megabytes)
        }
        (Ending::Exited(status), _) => early(format!("exit code {status}")),
        (Ending::Signalled(signal), _) => early(format!("signal {signal}")),
        (Ending::TooMuchOutput, _) => early("it has too much to say".to_owned()),
        (Ending::NotFound, _) => return Err("this program is no longer where it was started".to_owned()),
        (Ending::NotStarted(why), _) => return Err(why.clone()),
    })
}

/// Whether the last words of a process tell that it got no more memory: those of the run time when an allocation
/// fails, or those of a shell or loader when not even the program fits; a loader may also just be killed.
pub(crate) fn is_out_of_memory(outcome: &Outcome) -> bool {
    if outcome.output.is_empty() && matches!(outcome.ending, Ending::Signalled(_)) {
        return true;
    }
    let words = String::from_utf8_lossy(&outcome.errors);
    ["memory allocation of", "annot allocate memory", "failed to map segment"]
        .iter()
        .any(|telling| words.contains(telling))
}

fn out_of_time(timeout: Duration) -> Cut {
    let reason = format!("the time limit of {} s was reached", timeout.as_secs_f64());
    Cut { reason, next_step: "raise --timeout, or lower --budget for a coarser answer" }
}

fn out_of_memory(megabytes: u64) -> Cut {
    let reason = format!("the memory limit of {megabytes} MB was reached");
    Cut { reason, next_step: "raise --memory, or lower --budget for a coarser answer" }
}

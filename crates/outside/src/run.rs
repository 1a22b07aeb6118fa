//! Runs a command under its limits and says exactly what happened.
//!
//! The limits on a process are set by a shell that then becomes the program, so they hold from its first instruction
//! on. The run is over when the program ends, when the wall clock does, or when it has written too much, whichever is
//! first; then the whole group ends.

use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command as Process, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::capture::{Captured, Event, feed};
use crate::command::{Command, Inheritance, Limits, can_run};
use crate::group::Group;
use crate::usage::exceeds;

/// The signal of a process that has used its processor seconds.
const OUT_OF_PROCESSOR: i32 = 24;

/// The signal by which a process ends that uses too much of the machine.
const KILLED: i32 = 9;

/// How often is looked how much a program uses.
const LOOK: Duration = Duration::from_millis(20);

/// How long streams may take to end once nobody is left to write: only an escaped process keeps them open.
const GRACE: Duration = Duration::from_millis(500);

/// Sets the limits of the processor (seconds), of memory (kilobytes, with how it is inherited) and of the stack
/// (kilobytes, or nothing), and becomes the program. A limit that is tighter already and cannot be loosened stays.
const LIMITED: &str = "{ ulimit -S -t \"$1\" && ulimit -H -t $(($1 + 1)); } 2>/dev/null || [ \"$(ulimit -H -t)\" -le \"$1\" ] || exit; \
     [ -z \"$4\" ] || ulimit -S -s \"$4\" 2>/dev/null; \
     most=$2; now=$(ulimit -S -v); \
     case $3:$now in own:*|*:unlimited) ;; *) [ \"$now\" -gt \"$2\" ] || most=$now ;; esac; \
     case $3 in loose) ulimit -S -v \"$most\" ;; *) ulimit -v \"$most\" ;; esac 2>/dev/null \
     || [ \"$(ulimit -H -v)\" -le \"$2\" ] || exit; shift 4 && exec \"$@\"";

/// What came of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// What it wrote to its standard output, up to the limit.
    pub output: Vec<u8>,
    /// What it wrote to its standard error, up to the limit.
    pub errors: Vec<u8>,
}

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this status.
    Exited(i32),
    /// By a signal.
    Signalled(i32),
    /// The wall clock or its processor seconds ran out.
    Deadline,
    /// It wrote more than it may.
    TooMuchOutput,
    /// There is no such program, or it cannot be run.
    NotFound,
    /// The system could not start it, and says why.
    NotStarted(String),
}

/// Runs a command to its end or to its limits. Nothing of it runs on afterwards.
pub fn run(command: &Command, limits: &Limits) -> Outcome {
    if !can_run(&command.program) {
        return Outcome::without_output(Ending::NotFound);
    }
    started(command, limits)
        .unwrap_or_else(|error| Outcome::without_output(Ending::NotStarted(error.to_string())))
}

fn started(command: &Command, limits: &Limits) -> io::Result<Outcome> {
    let deadline = Instant::now().checked_add(limits.wall);
    let group = Group::new()?;
    let mut child = limited(command, limits, &group)?.spawn()?;
    let (sender, events) = channel();
    if let Some(stdin) = child.stdin.take() {
        feed(stdin, command.input.clone());
    }
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let output = stdout.map(|stream| Captured::of(stream, limits.output, sender.clone()));
    let errors = stderr.map(|stream| Captured::of(stream, limits.output, sender.clone()));
    let watch = Watch { deadline, process: child.id(), command };
    await_end(child, sender);
    let (ending, open) = watch.first_ending(&events);
    drop(group);
    // What is cut short must not look like all that was written.
    let ending = if drained(&events, open) { ending } else { Ending::TooMuchOutput };
    let taken = |captured: Option<Captured>| captured.map_or_else(Vec::new, |captured| captured.take());
    Ok(Outcome { ending, output: taken(output), errors: taken(errors) })
}

/// The process that sets the limits and becomes the program.
fn limited(command: &Command, limits: &Limits, group: &Group) -> io::Result<Process> {
    let mut process = Process::new("/bin/sh");
    let (seconds, kilobytes) = (limits.processor.max(1), limits.memory.div_ceil(1024));
    let inheritance = match command.inheritance {
        Inheritance::Tightest => "tightest",
        Inheritance::Loose => "loose",
        Inheritance::Own => "own",
    };
    let stack = command.stack.map_or(String::new(), |bytes| bytes.div_ceil(1024).to_string());
    process.args(["-c", LIMITED, "sh", &seconds.to_string(), &kilobytes.to_string(), inheritance, &stack]);
    process.arg(&command.program).args(&command.arguments);
    if let Some(folder) = &command.folder {
        process.current_dir(folder);
    }
    if let Some(variables) = &command.environment {
        process.env_clear().envs(variables.iter().map(|(name, value)| (name, value)));
    }
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    group.adopt(&mut process)?;
    Ok(process)
}

/// Tells when the child ends.
fn await_end(mut child: std::process::Child, events: Sender<Event>) {
    thread::spawn(move || {
        let _ = events.send(Event::Ended(child.wait()));
    });
}

/// What a run is watched for, beside its end and its streams.
struct Watch<'a> {
    deadline: Option<Instant>,
    process: u32,
    command: &'a Command,
}

impl Watch<'_> {
    /// Waits for what ends the run first, and says how many of the two streams are open still.
    fn first_ending(&self, events: &Receiver<Event>) -> (Ending, usize) {
        let mut open = 2;
        loop {
            let left =
                self.deadline.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()));
            let wait = if self.command.usage.is_some() { left.min(LOOK) } else { left };
            match events.recv_timeout(wait) {
                Ok(Event::Ended(status)) => return (ending_of(status), open),
                Ok(Event::StreamEnded) => open -= 1,
                Ok(Event::TooMuch) => return (Ending::TooMuchOutput, open - 1),
                Err(RecvTimeoutError::Timeout) if wait < left => {
                    if self.exceeds() {
                        return (Ending::Signalled(KILLED), open);
                    }
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    return (Ending::Deadline, open);
                }
            }
        }
    }

    /// Whether the program uses more of the machine than it may.
    fn exceeds(&self) -> bool {
        let folder = self.command.folder.as_deref();
        self.command.usage.is_some_and(|most| exceeds(self.process, folder, &most))
    }
}

fn ending_of(status: io::Result<ExitStatus>) -> Ending {
    match status {
        Ok(status) => match (status.code(), status.signal()) {
            (Some(code), _) => Ending::Exited(code),
            (None, Some(OUT_OF_PROCESSOR)) => Ending::Deadline,
            (None, signal) => Ending::Signalled(signal.unwrap_or_default()),
        },
        Err(error) => Ending::NotStarted(error.to_string()),
    }
}

/// Waits until the streams have ended, but not for ever, and says whether none of them was too long.
fn drained(events: &Receiver<Event>, mut open: usize) -> bool {
    let end = Instant::now() + GRACE;
    while open > 0 {
        match events.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(Event::Ended(_)) => {}
            Ok(Event::StreamEnded) => open -= 1,
            Ok(Event::TooMuch) => return false,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return true,
        }
    }
    true
}

impl Outcome {
    fn without_output(ending: Ending) -> Outcome {
        Outcome { ending, output: Vec::new(), errors: Vec::new() }
    }

    /// What it wrote to its standard output, when it ended by itself with status 0.
    pub fn success(&self) -> Option<&[u8]> {
        (self.ending == Ending::Exited(0)).then_some(&self.output)
    }
}

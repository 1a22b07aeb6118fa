//! What happens to programs of every kind: good ones, loud ones, stubborn ones, and their children.

use std::ffi::OsStr;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use outside::{Command, Ending, Limits, Outcome, find, run};

fn script(text: &str) -> Command {
    Command::new("/bin/sh").argument("-c").argument(text)
}

/// Runs a script that does not end. Two seconds are enough for its first lines on a busy machine too.
fn run_short(text: &str) -> Outcome {
    run(&script(text), &Limits { wall: Duration::from_secs(2), ..Limits::default() })
}

#[test]
fn a_program_reads_and_writes() {
    let outcome = run(&script("cat; echo bad >&2; exit 3").reading("a\nb"), &Limits::default());
    let expected = Outcome { ending: Ending::Exited(3), output: b"a\nb".to_vec(), errors: b"bad\n".to_vec() };
    assert_eq!(outcome, expected);
    assert_eq!(outcome.success(), None);
    assert_eq!(run(&script("echo fine"), &Limits::default()).success(), Some(b"fine\n".as_slice()));
}

#[test]
fn arguments_arrive_as_they_are() {
    let command = Command::new("/bin/sh").argument("-c").argument("printf '%s|' \"$@\"").argument("sh");
    let outcome = run(&command.argument("a b").argument("$x;'").argument(""), &Limits::default());
    assert_eq!(outcome.output, b"a b|$x;'||");
}

#[test]
fn input_that_is_not_read_is_no_harm() {
    let outcome = run(&script("exit 0").reading(vec![b'x'; 1 << 20]), &Limits::default());
    assert_eq!(outcome.ending, Ending::Exited(0));
}

#[test]
fn a_signal_is_told() {
    assert_eq!(run(&script("kill -s SEGV $$"), &Limits::default()).ending, Ending::Signalled(11));
}

#[test]
fn what_is_not_there_is_not_found() {
    assert_eq!(run(&Command::new("/no/such/program"), &Limits::default()).ending, Ending::NotFound);
    assert_eq!(run(&Command::new("/"), &Limits::default()).ending, Ending::NotFound);
    assert_eq!(find(OsStr::new("no-such-program-here"), OsStr::new("/bin:/usr/bin")), None);
    assert_eq!(find(OsStr::new("sh"), OsStr::new("/nowhere:/bin")).as_deref(), Some(Path::new("/bin/sh")));
    assert_eq!(find(OsStr::new("/bin/sh"), OsStr::new("")).as_deref(), Some(Path::new("/bin/sh")));
}

#[test]
fn the_deadline_holds_for_what_ignores_signals() {
    let start = Instant::now();
    let outcome = run_short("trap '' TERM INT HUP; echo begun; while :; do sleep 1; done");
    assert_eq!((outcome.ending, outcome.output), (Ending::Deadline, b"begun\n".to_vec()));
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

#[test]
fn grandchildren_are_gone_after_the_deadline() {
    let outcome = run_short("sleep 60 & echo $!; (trap '' TERM; sleep 61 & echo $!; wait) & wait");
    assert_eq!(outcome.ending, Ending::Deadline);
    assert_gone(&outcome, 2);
}

#[test]
fn grandchildren_are_gone_after_a_normal_end() {
    let start = Instant::now();
    let outcome = run(&script("sleep 60 & echo $!; exit 0"), &Limits::default());
    assert_eq!(outcome.ending, Ending::Exited(0));
    assert_gone(&outcome, 1);
    assert!(start.elapsed() < Duration::from_secs(30), "an open pipe of a grandchild is not waited for");
}

/// None of the processes whose numbers were written lives any more. A zombie is waited for by its parent's parent, so it
/// may take a moment to vanish; it runs no code.
fn assert_gone(outcome: &Outcome, count: usize) {
    let text = String::from_utf8_lossy(&outcome.output).into_owned();
    let numbers: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(numbers.len(), count, "{text}");
    for number in numbers {
        let stat = || std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        let lives = || !stat().is_empty() && !stat().contains(") Z ");
        let end = Instant::now() + Duration::from_secs(2);
        while lives() && Instant::now() < end {
            sleep(Duration::from_millis(10));
        }
        assert!(!lives(), "process {number} lives on: {}", stat());
    }
}

#[test]
fn endless_output_is_cut() {
    let limits = Limits { output: 100_000, ..Limits::default() };
    let outcome = run(&script("while :; do echo 0123456789; done"), &limits);
    assert_eq!((outcome.ending, outcome.output.len()), (Ending::TooMuchOutput, 100_000));
    let outcome = run(&script("while :; do echo 0123456789 >&2; done"), &limits);
    assert_eq!((outcome.ending, outcome.errors.len()), (Ending::TooMuchOutput, 100_000));
}

#[test]
fn output_that_is_cut_is_told_also_of_a_program_that_has_ended() {
    for _ in 0..20 {
        let outcome = run(&script("printf 123456789"), &Limits { output: 8, ..Limits::default() });
        assert_eq!((outcome.ending, outcome.output.len()), (Ending::TooMuchOutput, 8));
    }
}

#[test]
fn processor_seconds_are_counted() {
    let limits = Limits { processor: 1, wall: Duration::from_mins(1), ..Limits::default() };
    let start = Instant::now();
    assert_eq!(run(&script("while :; do :; done"), &limits).ending, Ending::Deadline);
    assert!(start.elapsed() < Duration::from_secs(50), "{:?}", start.elapsed());
}

#[test]
fn memory_is_limited() {
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    let double = "x=0123456789; while :; do x=$x$x; done";
    let ending = run(&script(double), &limits).ending;
    assert!(!matches!(ending, Ending::Exited(0) | Ending::Deadline), "{ending:?}");
}

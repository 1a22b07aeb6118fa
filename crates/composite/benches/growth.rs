//! How the cost of a proof grows: with the number of variables, and with the constants of a program.
//!
//! `cargo bench -p composite --bench growth` prints both tables. Steps are those of the budget and the same on every
//! machine; instructions are counted by `valgrind --tool=callgrind`, where it is installed, in a process of its own
//! that reads the program, proves it and ends. The greatest resident size is that of such a process too.

#[path = "growth/pipeline.rs"]
mod pipeline;
#[path = "growth/sparse.rs"]
mod sparse;
#[path = "growth/subjects.rs"]
mod subjects;

use std::process::{Command, Stdio};

use pipeline::{Proved, prove};

/// The argument that makes this program prove one text, which it reads from the standard input.
const CHILD: &str = "--prove";

fn main() {
    if std::env::args().any(|argument| argument == CHILD) {
        let text = std::io::read_to_string(std::io::stdin()).expect("the text is given");
        prove(&text, "grown");
        println!("{}", peak());
        return;
    }
    variables();
    constants();
}

/// Grows the number of variables, few of which are related.
fn variables() {
    println!("Variables, of which four at a time are related; five statements a variable.\n");
    header("variables");
    let mut first = None;
    for variables in [10, 50, 200] {
        let text = sparse::program(variables);
        let proved = prove(&text, "sparse");
        row(&format!("{variables}"), &proved, &text, &mut first);
    }
    println!();
}

/// Multiplies the constants of the examples.
fn constants() {
    println!("The proofs of YBI09 Table 1, with their constants multiplied.\n");
    header("proof");
    let mut total = 0.0;
    for name in subjects::NAMES {
        let plain = subjects::text(name);
        let mut first = None;
        let proved = prove(&plain, name);
        let parts = [proved.analysis, proved.certificate, proved.check];
        total += parts.iter().map(|cost| cost.milliseconds).sum::<f64>();
        row(name, &proved, &plain, &mut first);
        for times in [10, 100] {
            if let Some(text) = subjects::grown(name, &plain, times) {
                row(&format!("  x {times}"), &prove(&text, name), &text, &mut first);
            }
        }
    }
    println!("\nThe seven proofs together: {total:.1} ms on the processor.");
}

fn header(what: &str) {
    println!(
        "{what:14} {:>6} {:>24} {:>24} {:>24} {:>14} {:>7} {:>7}",
        "labels", "analysis", "certificate", "check", "instructions", "ratio", "MB"
    );
}

/// Prints one proof; the ratio is that of instructions, or else of steps, to the first row.
fn row(what: &str, proved: &Proved, text: &str, first: &mut Option<u64>) {
    assert_eq!(proved.assertions.0, proved.assertions.1, "{what} is not proved");
    let parts = [proved.analysis, proved.certificate, proved.check];
    let shown = parts.map(|cost| format!("{} st {:.1} ms", cost.steps, cost.milliseconds));
    let instructions = instructions(text);
    let measure = instructions.unwrap_or_else(|| parts.iter().map(|cost| cost.steps).sum());
    let tenths = 10 * measure / *first.get_or_insert(measure);
    let ratio = format!("{}.{}", tenths / 10, tenths % 10);
    let counted = instructions.map_or("-".to_owned(), |count| count.to_string());
    println!(
        "{what:14} {:>6} {:>24} {:>24} {:>24} {counted:>14} {ratio:>7} {:>7.1}",
        proved.labels,
        shown[0],
        shown[1],
        shown[2],
        resident(text)
    );
}

/// The instructions that a process takes to prove a text, when valgrind is there to count them.
fn instructions(text: &str) -> Option<u64> {
    let me = std::env::current_exe().expect("this program has a path");
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(me);
    let (_, said) = child(valgrind, text)?;
    let collected = said.lines().find_map(|line| line.split("Collected : ").nth(1))?;
    collected.trim().parse().ok()
}

/// The greatest resident size, in megabytes, of a process that proves a text.
fn resident(text: &str) -> f64 {
    let me = std::env::current_exe().expect("this program has a path");
    let (printed, _) = child(Command::new(me), text).expect("this program can be started");
    printed.trim().parse::<f64>().unwrap_or_default() / 1024.0
}

/// Runs a command on a text; what it printed and what it said besides. `None` when it cannot be started.
fn child(mut command: Command, text: &str) -> Option<(String, String)> {
    command.arg(CHILD).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    let mut input = child.stdin.take().expect("it is piped");
    std::io::Write::write_all(&mut input, text.as_bytes()).expect("the child reads");
    drop(input);
    let output = child.wait_with_output().expect("the child ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some((text(&output.stdout), text(&output.stderr)))
}

/// The greatest resident size of this process in kilobytes, as Linux tells it.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}

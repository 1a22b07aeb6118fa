//! Processor seconds of other programs, start-up included, so that a busy machine does not matter much.

use std::fs;
use std::process::{Command, Stdio};

/// Runs a command: the processor seconds that it took, and the last line that it printed.
pub(crate) fn children(command: &mut Command) -> (f64, String) {
    let before = ticks();
    let output = command.stderr(Stdio::null()).output();
    let seconds = f64::from(u32::try_from(ticks() - before).expect("it takes less than a year")) / 100.0;
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    (seconds, text.lines().last().unwrap_or_default().to_owned())
}

/// The hundredths of seconds that the children of this process took, as Linux counts them.
fn ticks() -> i64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<i64> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split(' ')
        .filter_map(|field| field.parse().ok())
        .collect();
    // After the name come the state, which is no number, and twelve fields before those of the children.
    fields.get(12).copied().unwrap_or(0) + fields.get(13).copied().unwrap_or(0)
}

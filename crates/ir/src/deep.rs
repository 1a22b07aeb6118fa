//! Room for what recurses as deep as a program is nested.
//!
//! The first stack of a process grows as it is used, up to a limit that whoever starts the process may raise; that of
//! another thread is reserved as a whole, and counts as a whole for a limit of memory. So the first is taken where it may
//! grow far enough, and a thread is made where it may not.

use std::panic::resume_unwind;
use std::{fs, io, thread};

/// How deep the stack may become.
const STACK: usize = 512 << 20;

/// Runs with a deep stack.
///
/// # Errors
/// When there is no memory for one.
pub fn deeply<T: Send>(run: impl FnOnce() -> T + Send) -> io::Result<T> {
    if thread::current().name() == Some("main") && first_stack() >= STACK {
        return Ok(run());
    }
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run)?;
        Ok(worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// How far the first stack of this process may grow, as Linux tells it; elsewhere nothing is known of it.
fn first_stack() -> usize {
    let told = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("Max stack size"));
    match line.and_then(|line| line.split_whitespace().next()) {
        Some("unlimited") => usize::MAX,
        Some(bytes) => bytes.parse().unwrap_or(0),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(left: usize) -> usize {
        let here = std::hint::black_box([left; 16]);
        if left == 0 { 0 } else { depth(left - 1) + here[0] / left }
    }

    #[test]
    fn a_million_calls_fit() {
        assert_eq!(deeply(|| depth(1_000_000)).expect("there is memory"), 1_000_000);
    }
}

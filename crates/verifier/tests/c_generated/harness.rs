//! Many programs in one binary: each runs in a process of its own, with sanitizers, once for each list of inputs.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::generate::{DECLARED, whole};

/// How often each program is run.
pub(crate) const RUNS: usize = 6;

/// What the runs of a program came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Truth {
    /// Runs that failed an assertion, by their bits.
    pub(crate) asserted: u32,
    /// Runs that a sanitizer or the system stopped.
    pub(crate) stopped: u32,
    /// Runs that took too long.
    pub(crate) slow: u32,
}

/// What surrounds the programs.
const AROUND: &str = r"
#include <stdio.h>
#include <unistd.h>
#include <sys/wait.h>
static int stringent_run, stringent_at;
static const int stringent_inputs[6][4] = { { 0, 1, 2, 3 }, { 1, 3, 0, 97 }, { 3, 2, 7, 0 }, { 5, 0, 1, 1 }, { 9, 7, 3, 5 }, { -1, 4, 8, -2 } };
int __VERIFIER_nondet_int(void) { int v = stringent_inputs[stringent_run][stringent_at & 3]; stringent_at++; return v; }
void reach_error(void) { _exit(77); }
";

/// The inputs of a run.
pub(crate) const INPUTS: [[i128; 4]; RUNS] =
    [[0, 1, 2, 3], [1, 3, 0, 97], [3, 2, 7, 0], [5, 0, 1, 1], [9, 7, 3, 5], [-1, 4, 8, -2]];

/// Runs programs; none when there is no compiler.
pub(crate) fn truths(folder: &Path, programs: &[Vec<String>]) -> Option<Vec<Truth>> {
    let (source, binary) = (folder.join("all.c"), folder.join("all"));
    let mut text = format!("{DECLARED}{AROUND}");
    let mut table = String::new();
    for (number, program) in programs.iter().enumerate() {
        text.push_str(&whole(program).replace('@', &format!("_{number}")));
        let _ = write!(table, "main_{number}, ");
    }
    let _ = write!(
        text,
        "static int (*const stringent_all[])(void) = {{ {table} }};
int main(void) {{ for (int n = 0; n < {}; n++) for (int r = 0; r < {RUNS}; r++) {{ int status = 0; fflush(stdout); pid_t of = fork();
if (of == 0) {{ stringent_run = r; alarm(2); stringent_all[n](); _exit(0); }}
waitpid(of, &status, 0); printf(\"%d %d %d\\n\", n, r, WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status)); }} return 0; }}\n",
        programs.len()
    );
    fs::write(&source, text).expect("it is written");
    let flags =
        ["-std=gnu11", "-w", "-O0", "-fwrapv", "-fsanitize=address,bounds", "-fno-sanitize-recover=all"];
    let compiled = Command::new("gcc").args(flags).arg("-o").arg(&binary).arg(&source).output().ok()?;
    let told = String::from_utf8_lossy(&compiled.stderr);
    assert!(
        compiled.status.success(),
        "gcc takes what is generated: {}",
        told.chars().take(2000).collect::<String>()
    );
    let options = "symbolize=0:exitcode=99:detect_leaks=0:detect_stack_use_after_return=1:print_summary=0";
    let ran = Command::new(&binary).env("ASAN_OPTIONS", options).output().expect("it is started");
    let mut truths = vec![Truth::default(); programs.len()];
    for line in String::from_utf8_lossy(&ran.stdout).lines() {
        let numbers: Vec<usize> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [program, run, status] = numbers[..] else { continue };
        let truth = &mut truths[program];
        match status {
            0 => {}
            77 => truth.asserted |= 1 << run,
            1014 => truth.slow |= 1 << run,
            _ => truth.stopped |= 1 << run,
        }
    }
    Some(truths)
}

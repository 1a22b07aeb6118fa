//! Certificate files that were damaged or forged prove nothing false and are read or refused without a panic.
//!
//! The programs violate their assertion, as a run shows. Whatever is done to the lines of their certificates, the
//! checker must never say that the assertion holds.

mod violated;

use std::collections::BTreeSet;

use automata::Budget;
use ir::Program;
use ir::dice::Dice;
use ir::interp::{Limits, Request, Value, run};
use verdict::{Certified, Refusal, Verdict, certify, file};

use violated::{PROGRAMS, WALKS, honest, mutate, walked};

/// Changed files a program.
const FILES: u64 = 2_000;

/// The same for files with several claims, which are larger.
const WALKED_FILES: u64 = 400;

/// The steps that a check may take; a forgery that needs more is refused as well.
const STEPS: u64 = 1_000_000;

/// How the checker took forged files.
#[derive(Default)]
struct Taken {
    accepted: usize,
    refused: usize,
    unreadable: usize,
}

impl Taken {
    /// Checks a file for a program whose assertions do not hold.
    fn add(&mut self, program: &Program, forged: &str) {
        match certify(program, forged.as_bytes(), 1_000, &mut Budget::steps(STEPS)) {
            Ok(Certified { checked, dropped }) => {
                if dropped.is_empty() {
                    self.accepted += 1;
                } else {
                    self.refused += 1;
                }
                let open = |verdict: &Verdict| matches!(verdict, Verdict::Unknown(_));
                assert!(checked.iter().all(|checked| open(checked.verdict())), "{forged}");
            }
            Err(Refusal::File(_)) => self.unreadable += 1,
            Err(Refusal::Facts(_) | Refusal::Calls(_) | Refusal::NothingAsserted) => self.refused += 1,
        }
    }

    fn judge(&self, (accepted, refused): (usize, usize)) {
        let Taken { accepted: found, refused: not, unreadable } = self;
        println!(
            "{found} files say nothing false, {not} are refused in part, {unreadable} are no certificates"
        );
        // Noise alone would show nothing.
        assert!(*found > accepted && *not > refused, "{found} {not} {unreadable}");
    }
}

/// A file with some lines after the program changed.
fn forged(honest: &[String], seed: u64) -> String {
    let facts = honest.iter().position(|line| line == "facts").expect("the facts follow the program");
    let mut dice = Dice::new(seed);
    let mut lines = honest.to_vec();
    for _ in 0..=dice.below(2) {
        mutate(&mut lines, facts, &mut dice);
    }
    lines.join("\n") + "\n"
}

#[test]
fn no_mutated_file_proves_what_a_run_violates() {
    let mut taken = Taken::default();
    for (number, text) in (0..).zip(PROGRAMS) {
        let (program, certificate) = honest(text);
        let written = file::write(&program, &certificate);
        let honest: Vec<String> = written.lines().map(str::to_owned).collect();
        (0..FILES).for_each(|at| taken.add(&program, &forged(&honest, number * FILES + at)));
    }
    taken.judge((500, 1_000));
}

#[test]
fn no_mutated_file_of_several_claims_proves_what_a_run_violates() {
    let (mut taken, mut kinds) = (Taken::default(), BTreeSet::new());
    for (number, (input, text)) in (0..).zip(WALKS) {
        let (program, claims) = walked(text);
        let given: Value = Value::Str(input.chars().map(u32::from).collect());
        let failing = run(&program, &mut |_: &Request<'_>| Some(given.clone()), Limits::default());
        assert!(!failing.violations.is_empty(), "{text}");
        let written = file::write_all(&program, &claims);
        let honest: Vec<String> = written.lines().map(str::to_owned).collect();
        kinds.extend(honest.iter().filter_map(|line| line.split(' ').next()).map(str::to_owned));
        (0..WALKED_FILES).for_each(|at| taken.add(&program, &forged(&honest, number * FILES + at)));
    }
    for kind in ["atmost", "part", "split"] {
        assert!(kinds.contains(kind), "no line {kind}");
    }
    taken.judge((10, 50));
}

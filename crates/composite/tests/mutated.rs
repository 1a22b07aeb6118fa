//! Certificate files that were damaged or forged prove nothing false and are read or refused without a panic.
//!
//! The programs violate their assertion, as a run shows. Whatever is done to the lines of their certificates, the
//! checker must never say that the assertion holds.

mod violated;

use automata::Budget;
use ir::dice::Dice;
use verdict::{Certified, Refusal, Verdict, certify, file};

use violated::{PROGRAMS, honest, mutate};

/// Changed files a program.
const FILES: u64 = 2_000;

/// The steps that a check may take; a forgery that needs more is refused as well.
const STEPS: u64 = 1_000_000;

#[test]
fn no_mutated_file_proves_what_a_run_violates() {
    let (mut accepted, mut refused, mut unreadable) = (0, 0, 0);
    for (number, text) in (0..).zip(PROGRAMS) {
        let (program, certificate) = honest(text);
        let written = file::write(&program, &certificate);
        let honest: Vec<String> = written.lines().map(str::to_owned).collect();
        let facts = honest.iter().position(|line| line == "facts").expect("the facts follow the program");
        for at in 0..FILES {
            let mut dice = Dice::new(number * FILES + at);
            let mut lines = honest.clone();
            for _ in 0..=dice.below(2) {
                mutate(&mut lines, facts, &mut dice);
            }
            let forged = lines.join("\n") + "\n";
            match certify(&program, forged.as_bytes(), 1_000, &mut Budget::steps(STEPS)) {
                Ok(Certified { checked, dropped }) => {
                    if dropped.is_empty() {
                        accepted += 1;
                    } else {
                        refused += 1;
                    }
                    let open = |verdict: &Verdict| matches!(verdict, Verdict::Unknown(_));
                    assert!(checked.iter().all(|checked| open(checked.verdict())), "{text} {at}:\n{forged}");
                }
                Err(Refusal::File(_)) => unreadable += 1,
                Err(Refusal::Facts(_) | Refusal::Calls(_) | Refusal::NothingAsserted) => refused += 1,
            }
        }
    }
    println!(
        "{accepted} files say nothing false, {refused} are refused in part, {unreadable} are no certificates"
    );
    // Noise alone would show nothing.
    assert!(accepted > 500 && refused > 1_000, "{accepted} {refused} {unreadable}");
}

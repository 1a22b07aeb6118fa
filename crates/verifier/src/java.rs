//! Properties of Java programs: violations that need nothing that is not known, proofs that depend on no gap.
//!
//! A failing run may pass a variable that is havoc because something is not modelled; then it is not told as a violation. A
//! place that cannot be followed is an assertion of its own; only when all of these are proved unreachable are the other
//! proofs proofs of the Java program.

use front_java::{Claim, Lowered};
use ir::{Action, Variable};
use verdict::Verdict;
use verdict::counterexample::Counterexample;

use crate::portfolio::Property;

/// What is known of a Java program as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The property holds in every run.
    Proved,
    /// A run violates it: the number of the assertion that fails.
    Violated(usize),
    /// Neither is known, and why.
    Undecided(String),
}

/// Whether a failing run needs a value that only stands for what is not modelled.
pub fn is_in_doubt(lowered: &Lowered, run: &Counterexample) -> bool {
    let is_lost = |variable: &Variable| lowered.fates.binary_search(variable).is_err();
    run.path.iter().any(|site| {
        let code = &lowered.program.procedures[site.procedure.index()].code;
        matches!(&code[site.label.index()].action, Action::Havoc(variable) if is_lost(variable))
    })
}

/// The first gap that a run may come to, in words.
pub fn open_gap(lowered: &Lowered, properties: &[Property]) -> Option<String> {
    let open = properties.iter().find(|property| {
        let is_gap = lowered.claims[property.checked.assertion().index()] == Claim::Gap;
        is_gap
            && !matches!(
                property.checked.verdict(),
                Verdict::Proved | Verdict::Unreachable | Verdict::Rechecked(_)
            )
    })?;
    lowered.program.assertions[open.checked.assertion().index()].message.clone()
}

/// What the verdicts on all assertions say of the program.
pub fn conclude(lowered: &Lowered, properties: &[Property]) -> Answer {
    let mut doubt = None;
    for property in properties {
        let number = property.checked.assertion().index();
        if lowered.claims[number] != Claim::Uncaught {
            continue;
        }
        match property.checked.verdict() {
            Verdict::Violated(run) if !is_in_doubt(lowered, run) => return Answer::Violated(number),
            Verdict::Violated(_) => {
                doubt = Some("a failing run needs a value of which nothing is known".to_owned());
            }
            Verdict::Unknown(_) => {
                doubt.get_or_insert("no proof and no failing run was found".to_owned());
            }
            Verdict::Proved | Verdict::Rechecked(_) | Verdict::Unreachable => {}
        }
    }
    match open_gap(lowered, properties).or(doubt) {
        Some(why) => Answer::Undecided(why),
        None => Answer::Proved,
    }
}

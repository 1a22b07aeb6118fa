//! Learns invariants of systems of clauses: `cargo run --release -p horn --example learn FILE...`.
//!
//! For each file: what came of it, rounds, samples, states, milliseconds.

use std::time::Instant;

use automata::{Automaton, Budget};
use horn::learning::{Kept, Layout, Outcome, Settings, Teacher, nobody, refine};
use horn::smt::parse;
use horn::transform::{inline, slice};

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("the file is there");
        let system = parse(&text, &mut Budget::steps(100_000_000)).expect("it is a system of clauses");
        let start = Instant::now();
        let mut budget = Budget::steps(200_000_000);
        let (system, _) = inline(&system, &mut budget).expect("few clauses");
        let (system, _) = slice(&system);
        for kept in [Kept::Strings, Kept::Integers] {
            let layout = Layout::new(&system, system.alphabet, kept);
            let teacher = Teacher::new(&system, layout, &mut budget).expect("small languages");
            let answer = match refine(&teacher, Settings::default(), &mut nobody, &mut budget) {
                Ok((Outcome::Invariant(found), effort)) => {
                    format!(
                        "invariant of {:?} states, {effort:?}",
                        found.iter().map(Automaton::state_count).collect::<Vec<_>>()
                    )
                }
                Ok((Outcome::Derivation(steps), effort)) => {
                    format!("derivation of {} steps, {effort:?}", steps.len())
                }
                Ok((Outcome::Open(why), effort)) => format!("open: {why}, {effort:?}"),
                Err(spent) => format!("open: {spent}"),
            };
            let name = path.rsplit('/').next().unwrap_or(&path);
            println!(
                "{name} {kept:?} exact {} {answer} {} ms",
                teacher.is_exact(),
                start.elapsed().as_millis()
            );
            if answer.starts_with("inv") {
                break;
            }
        }
    }
}

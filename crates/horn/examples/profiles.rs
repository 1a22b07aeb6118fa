//! What profiles alone say of SMT-LIB files, with the steps and the time: `profiles FILE.smt2...`.

use std::time::Instant;

use automata::Budget;
use horn::profiles::{Answer, solve};
use horn::smt::parse;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let start = Instant::now();
        let mut budget = Budget::steps(100_000_000);
        let system = parse(&std::fs::read_to_string(&path)?, &mut budget)?;
        let said = match solve(&system, &mut budget) {
            Ok(Answer::Safe { invariant, exact }) => {
                let tuples: usize = invariant.tuples.iter().map(Vec::len).sum();
                format!("safe, {tuples} tuples, {}", if exact { "exact" } else { "some left open" })
            }
            Ok(Answer::Unsafe(derivation)) => format!("unsafe, {} steps", derivation.steps.len()),
            Ok(Answer::Open) => "open".to_owned(),
            Err(spent) => spent.to_string(),
        };
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        println!("{path}: {said} ({} steps, {milliseconds:.1} ms)", budget.spent());
    }
    Ok(())
}

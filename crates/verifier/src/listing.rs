//! Clauses as text for people and solvers.
//!
//! The clauses are those that a solver is given, in the text that it reads, so that what was asked can be looked at and
//! given to another solver by hand.

use std::fmt::Write as _;

use automata::Budget;
use horn::build::build;
use horn::smt::{Dialect, parse, print};
use horn::system::HornSystem;
use horn::transform::to_native;
use ir::Program;
use ir::inline::inline;

use crate::engines::Options;

/// The clauses of a program, one predicate a label and one query an assertion.
///
/// # Errors
/// Why there are none.
pub fn clauses_of(program: &Program, options: &Options) -> Result<String, String> {
    let inlined = inline(program, options.instructions).map_err(|why| why.to_string())?;
    let built = build(&inlined, &mut Budget::steps(options.steps)).map_err(|why| why.to_string())?;
    let system = to_native(&built.system);
    let mut text = String::new();
    for approximation in &system.approximations {
        let place = approximation.label.map_or(String::new(), |label| format!("at{}: ", label.0));
        writeln!(text, "; {place}{} is any value", approximation.what).expect("a string can be written to");
    }
    if built.misses_characters {
        text += "; the program tells characters apart that these clauses do not have\n";
    }
    Ok(text + &listed(&system)?)
}

/// The clauses of an SMT-LIB text, read and printed again.
///
/// # Errors
/// What is not understood, and where.
pub fn clauses_of_text(text: &str) -> Result<String, String> {
    let mut budget = Budget::steps(Options::default().steps);
    let system = parse(text, &mut budget).map_err(|error| error.to_string())?;
    listed(&system)
}

fn listed(system: &HornSystem) -> Result<String, String> {
    let clauses = print(system, Dialect::Assertions)?;
    Ok(format!("; z3: sat means that no query can be reached\n{clauses}(check-sat-using horn)\n"))
}

//! Programs and texts of clauses as Horn clauses in SMT-LIB, as they are or with their strings encoded.
//!
//! Where the clauses say more than what they were made from, a comment at the beginning of the text says so.

use std::fmt::Write as _;

use automata::Budget;
use horn::build::build;
use horn::encode::{StringEncoding, encode};
use horn::smt::{Dialect, parse, print};
use horn::system::HornSystem;
use horn::transform::to_native;
use ir::Program;
use ir::inline::inline;

/// The most instructions that a program may have with its calls inlined.
const MOST_INSTRUCTIONS: usize = 10_000;

/// Over-approximates where the text says so: the clauses of a program, with its strings encoded as `encoding` says.
///
/// # Errors
/// Why there are none, in words.
pub fn clauses_of_program(program: &Program, encoding: Option<&str>, steps: u64) -> Result<String, String> {
    let mut budget = Budget::steps(steps);
    let inlined = inline(program, MOST_INSTRUCTIONS).map_err(|why| why.to_string())?;
    let built = build(&inlined, &mut budget).map_err(|why| why.to_string())?;
    let clauses = written(&built.system, encoding, &mut budget)?;
    let missing = "; the program tells characters apart that these clauses do not have\n";
    Ok(if built.misses_characters { format!("{missing}{clauses}") } else { clauses })
}

/// Over-approximates where the text says so: clauses read from SMT-LIB, with their strings encoded as `encoding` says.
///
/// # Errors
/// Why there are none, in words.
pub fn clauses_of_text(text: &str, encoding: Option<&str>, steps: u64) -> Result<String, String> {
    let mut budget = Budget::steps(steps);
    let system = parse(text, &mut budget).map_err(|why| why.to_string())?;
    written(&system, encoding, &mut budget)
}

fn written(system: &HornSystem, encoding: Option<&str>, budget: &mut Budget) -> Result<String, String> {
    let system = match encoding {
        None => to_native(system),
        Some(choice) => {
            let choice: StringEncoding =
                choice.parse().map_err(|why: horn::encode::NoEncoding| why.to_string())?;
            encode(system, &choice, budget).map_err(|why| why.to_string())?.0
        }
    };
    let mut text = String::new();
    for given in &system.approximations {
        writeln!(text, "; over-approximates {}", given.what).expect("a string can be written to");
    }
    text += "; z3: sat means that no query can be reached\n";
    Ok(text + &print(&system, Dialect::Assertions)? + "(check-sat-using horn)\n")
}

//! Prints the clauses of an SMT-LIB file as this crate understands them: `reprint FILE.smt2`.

use automata::Budget;
use horn::smt::{Dialect, parse, print};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("a file is expected")?;
    let system = parse(&std::fs::read_to_string(path)?, &mut Budget::steps(100_000_000))?;
    print!("{}", print(&system, Dialect::Assertions)?);
    Ok(())
}

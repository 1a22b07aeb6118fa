//! Experiments whose results are pages of the documentation: `cargo xtask encodings`.
//!
//! Nothing here is part of the tool. What is measured can be measured again by anyone: effort is counted in steps, answers
//! are checked, and a run that was ended is continued where it was.

mod encodings;
mod report;

use std::error::Error;
use std::path::PathBuf;

use clap::Parser;

/// Experiments on the engines.
#[derive(Parser)]
enum Experiment {
    /// Asks every encoding of strings about every system and writes what was solved to a page and a picture.
    Encodings {
        /// Where answers are kept. What is there already is not asked again.
        #[arg(long, default_value = "target/encodings.tsv")]
        results: PathBuf,
        /// The steps of z3 for one question, as it counts them, so that answers do not depend on the machine.
        #[arg(long, default_value_t = 100_000)]
        steps: u64,
        /// `all`, `one-by-one` (the default and what differs from it in one choice, and each order with each kind of
        /// ghosts), or parts of encodings as in `ghosts=length,sharing=shared`.
        #[arg(long, default_value = "all")]
        choices: String,
        /// The folder of the page `encodings.md` and its picture.
        #[arg(long, default_value = "docs")]
        pages: PathBuf,
        /// Folders and files: programs (`.sil`) and systems (`.smt2`).
        #[arg(default_value = "examples/horn")]
        systems: Vec<PathBuf>,
    },
}

fn main() -> Result<(), Box<dyn Error>> {
    let Experiment::Encodings { results, steps, choices, pages, systems } = Experiment::parse();
    encodings::ask(&results, steps, &choices, &systems)?;
    report::write(&results, steps, &pages)
}

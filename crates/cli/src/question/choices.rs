//! What several questions have in common on the command line: limits, and the choices for Java programs.
//!
//! Each option has its one definition, here or in `arguments`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

/// Steps that take a few seconds at most, and memory that a small machine has.
pub(crate) const DEFAULT_BUDGET: u64 = 50_000_000;

/// How far the work on each file may go.
#[derive(Clone, Debug, Args)]
pub(crate) struct Limits {
    /// How many steps each engine may take a program, as in `--budget 1000000`; the same steps give the same report
    #[arg(long, value_name = "STEPS", default_value_t = DEFAULT_BUDGET)]
    pub(crate) budget: u64,
    /// How many seconds each file may take, as in `--timeout 2.5`; what is not answered by then is undecided
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// How many megabytes the work on each file may use, as in `--memory 500`; beyond them it is undecided
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub(crate) memory: Option<u64>,
    /// How many files are worked on at a time, as in `-j 4`; as many as there are processors when it is not given
    #[arg(short = 'j', long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// How much of the time was spent before, as by a compiler
    #[arg(skip)]
    pub(crate) spent: Duration,
}

/// How far the answer to a question about expressions may go.
#[derive(Clone, Debug, Args)]
pub(crate) struct Bounds {
    /// How many seconds the answer may take, as in `--timeout 2.5`
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// How many megabytes the answer may use, as in `--memory 500`
    #[arg(long, value_name = "MB", default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub(crate) memory: u64,
    /// This is the process that has the limits
    #[arg(long, hide = true)]
    pub(crate) apart: bool,
}

/// A number of seconds, with or without a fraction.
fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "a number of seconds is needed".to_owned())?;
    match Duration::try_from_secs_f64(number) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        Ok(_) | Err(_) => Err("a number of seconds above 0 is needed".to_owned()),
    }
}

/// What matters for Java programs only.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct JavaChoices {
    /// What is verified of a program of Java or C, as in `--property exceptions`
    #[arg(long, value_enum, default_value_t = PropertyName::Usual)]
    pub(crate) property: PropertyName,
    /// The method that a Java program begins with, as in `--entry org.example.Main.start`; else every `main`
    #[arg(long, value_name = "CLASS.METHOD")]
    pub(crate) entry: Option<String>,
    /// Strings that are arguments of the entry may be null, as in `--null-inputs`
    #[arg(long)]
    pub(crate) null_inputs: bool,
}

/// Properties of programs of Java and C.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PropertyName {
    /// Of Java that no assertion fails, of C that no access leaves its object either
    #[default]
    Usual,
    /// No assertion fails
    Assert,
    /// No exception of the run time leaves the entry
    Exceptions,
    /// No access leaves its object
    Memory,
    /// No signed operation of C leaves the range of its type
    Overflow,
    /// Both
    Both,
}

/// A task of SV-COMP.
#[derive(Debug, Args)]
pub(crate) struct SvcompQuestion {
    /// The file of the property, as in `--property assert_java.prp`
    #[arg(long, value_name = "FILE")]
    pub(crate) property: PathBuf,
    /// Where the witness of a violation goes
    #[arg(long, value_name = "FILE", default_value = "witness.graphml")]
    pub(crate) witness: PathBuf,
    /// Folders of sources, `.java`
    #[arg(value_name = "DIR", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_positive_and_finite() {
        assert_eq!(seconds("2.5"), Ok(Duration::from_millis(2500)));
        for wrong in ["", "x", "0", "-1", "inf", "NaN", "1e30"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}

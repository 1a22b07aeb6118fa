//! What the user may say on the command line.
//!
//! Each option has its one definition here. A value is checked as far as its own text goes; what a pattern means is
//! not this file's business.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use verifier::{Analysis, Engines};

/// Steps that take a few seconds at most, and memory that a small machine has.
const DEFAULT_BUDGET: u64 = 50_000_000;

/// Verifies programs that build strings, and answers questions about regular expressions.
#[derive(Debug, Parser)]
#[command(
    name = "stringent",
    version,
    after_help = "Exit code: 0 proved or answered, 1 a violation, 2 wrong use or input, 3 undecided or no answer."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// What is asked for.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Verify the assertions of programs: prove them, or show inputs that violate them
    Check(CheckQuestion),
    /// Print a program as the labelled instructions that are verified
    Lower {
        /// A program, `.sil`
        #[arg(value_name = "FILE")]
        path: PathBuf,
    },
    /// Print the set of lengths that words of a regular expression can have
    Lengths(Question),
    /// Print a regular expression simplified, with its size, its lengths and its shortest words
    Regex {
        #[command(flatten)]
        question: Question,
        /// Write the automaton as DOT text, for Graphviz
        #[arg(long, value_name = "FILE")]
        dot: Option<PathBuf>,
    },
}

/// Programs and how to verify them.
#[derive(Debug, Args)]
pub(crate) struct CheckQuestion {
    /// Programs, `.sil`, or folders of them
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// How to print the report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Which engines may answer
    #[arg(long, value_enum, default_value_t = EngineName::All)]
    pub(crate) engine: EngineName,
    /// Which halves of the composite analysis are used
    #[arg(long, value_enum, default_value_t = AnalysisName::Combined)]
    pub(crate) analysis: AnalysisName,
    /// How many steps each engine may take a program
    #[arg(long, value_name = "STEPS", default_value_t = DEFAULT_BUDGET)]
    pub(crate) budget: u64,
}

/// Engines that may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// All of them
    All,
    /// The analysis of strings and sizes, which proves
    Composite,
    /// The search for a failing run
    Refute,
}

/// Halves of the composite analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnalysisName {
    /// Languages and numbers, each helping the other
    Combined,
    /// Languages alone
    String,
    /// Numbers and lengths alone
    Size,
}

impl From<EngineName> for Engines {
    fn from(name: EngineName) -> Engines {
        match name {
            EngineName::All => Engines::All,
            EngineName::Composite => Engines::Composite,
            EngineName::Refute => Engines::Refute,
        }
    }
}

impl From<AnalysisName> for Analysis {
    fn from(name: AnalysisName) -> Analysis {
        match name {
            AnalysisName::Combined => Analysis::Combined,
            AnalysisName::String => Analysis::String,
            AnalysisName::Size => Analysis::Size,
        }
    }
}

/// A regular expression and how to answer for it.
#[derive(Debug, Args)]
pub(crate) struct Question {
    /// The regular expression
    #[arg(value_name = "REGEX", allow_hyphen_values = true)]
    pub(crate) pattern: String,
    /// Whose regular expressions it is written in
    #[arg(long, value_enum, default_value_t = DialectName::Own)]
    pub(crate) dialect: DialectName,
    /// Letters that change how it is read, such as `i`: the modifiers of PHP, the flags of Java
    #[arg(long, value_name = "LETTERS", default_value = "")]
    pub(crate) flags: String,
    /// Ask for the words in which it is found, not for those that match it as a whole
    #[arg(long)]
    pub(crate) search: bool,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Write a picture of the automaton
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// How many steps the answer may take
    #[arg(long, value_name = "STEPS", default_value_t = DEFAULT_BUDGET)]
    pub(crate) budget: u64,
}

/// A dialect of regular expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DialectName {
    /// The plain one of this tool, over Unicode
    Own,
    /// Perl-compatible, as PHP's `preg_match` reads it
    Pcre,
    /// POSIX extended, as `regcomp` and PHP's old `ereg` read it
    Posix,
    /// As `java.util.regex` reads it
    Java,
}

/// For whom the answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs, on one line
    Json,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Arguments::command().debug_assert();
    }
}

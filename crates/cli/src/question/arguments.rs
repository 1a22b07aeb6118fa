//! What the user may say on the command line.
//!
//! Each option has its one definition here. A value is checked as far as its own text goes; what a pattern means is
//! not this file's business.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};
use verifier::{Analysis, Engines, Strategy};

use crate::machine::sandboxed::SandboxedOrder;
use crate::question::choices::{Bounds, DEFAULT_BUDGET, JavaChoices, Limits, SvcompQuestion};

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
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckQuestion),
    /// Print what is known at each line of a program, or at one line
    #[command(after_help = "Example: stringent explain examples/sil/strlen.sil:8")]
    Explain(ExplainQuestion),
    /// Print which analysis proves which assertion: strings alone, sizes alone, both together
    #[command(after_help = "Example: stringent compare examples/sil")]
    Compare(CompareQuestion),
    /// Check a certificate for a program, and tell what it proves
    #[command(after_help = CERTIFY_EXAMPLE)]
    Certify(CertifyQuestion),
    /// Verify the program on the standard input for another process of this tool
    #[command(hide = true)]
    Work(WorkOrder),
    /// Run a program that nobody trusts in a sandbox, for another process of this tool
    #[command(hide = true)]
    Sandboxed(SandboxedOrder),
    /// Print a program as the labelled instructions that are verified
    Lower(LowerQuestion),
    /// Print the verdicts on labelled pages beside what running them has shown
    #[command(after_help = "Example: stringent measure suites/php --only CWE_79")]
    Measure(MeasureQuestion),
    /// Verify a Java program as SV-COMP asks: print its verdict on the last line, and write a witness of a violation
    #[command(after_help = "Example: stringent svcomp --property assert_java.prp common MyTask")]
    Svcomp(SvcompQuestion),
    /// Print a program, or a file of Horn clauses, as Horn clauses in SMT-LIB
    #[command(after_help = ENCODING)]
    Horn(HornQuestion),
    /// Print the smallest language that has all words of one regular expression and none of another
    #[command(after_help = INTERPOLATE_EXAMPLES)]
    Interpolate(InterpolateQuestion),
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

impl Verb {
    /// The paths that nobody trusts.
    pub(crate) fn analysed(&self) -> Vec<&Path> {
        match self {
            Verb::Check(CheckQuestion { paths, .. })
            | Verb::Compare(CompareQuestion { paths, .. })
            | Verb::Svcomp(SvcompQuestion { paths, .. }) => paths.iter().map(PathBuf::as_path).collect(),
            Verb::Explain(question) => vec![&question.place],
            Verb::Certify(question) => question.paths.iter().map(PathBuf::as_path).collect(),
            Verb::Measure(question) => vec![&question.folder],
            Verb::Lower(question) => vec![&question.path],
            Verb::Horn(question) => vec![&question.path],
            Verb::Work(_)
            | Verb::Sandboxed(_)
            | Verb::Interpolate(_)
            | Verb::Lengths(_)
            | Verb::Regex { .. } => Vec::new(),
        }
    }
}

const CHECK_EXAMPLES: &str = "Examples:
  stringent check shop.sil                       one program, for people
  stringent check src --format sarif > out.sarif all programs in a folder, for a code host
  stringent check src -j 4 --timeout 10 --memory 500
  stringent check shop.sil --engine composite --analysis size --verbose
  stringent check clauses.smt2 --verbose         Horn clauses, and what each way to solve them came to

Exit code: 0 all proved, 1 a violation, 2 wrong use or a file was skipped, 3 something is undecided.";

const CERTIFY_EXAMPLE: &str = "Example:
  stringent check shop.sil --certificate shop.cert
  stringent certify shop.sil shop.cert
  mkdir proofs && stringent check src --certificate proofs
  stringent certify src proofs           a folder: a certificate for each program

A source is lowered again, by the options that it was checked with.

Exit code: 0 all proved, 1 rejected, 2 wrong use or input, 3 accepted but not all is proved.";

const INTERPOLATE_EXAMPLES: &str = "Examples:
  stringent interpolate '(ab)*' '.*aa.*' --svg between.svg
  stringent interpolate --conditions 'x ++ \"b\" == y && y in /a*b/' 'x in /.*c.*/'
  stringent interpolate --conditions --int n 'x in /(ab)*/ && n == len(x)' 'n == 3'";

/// Programs and how to verify them.
#[derive(Debug, Args)]
pub(crate) struct CheckQuestion {
    /// Programs, `.sil`, `.php`, `.c`, `.i`, `.java`, `.class` or `.jar`, Horn clauses, `.smt2`, or folders of them; in folders, what `.gitignore` names is left out
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// How to print the report, as in `--format json`
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    /// Which engines may answer, as in `--engine refute`
    #[arg(long, value_enum, default_value_t = EngineName::All)]
    pub(crate) engine: EngineName,
    /// Which halves of the composite analysis are used, as in `--analysis size`
    #[arg(long, value_enum, default_value_t = AnalysisName::Combined)]
    pub(crate) analysis: AnalysisName,
    /// The z3 that Horn clauses are given to, as in `--solver /opt/z3`; else `$STRINGENT_Z3`, else one that is found
    #[arg(long, value_name = "COMMAND")]
    pub(crate) solver: Option<String>,
    #[command(flatten)]
    pub(crate) clauses: ClauseChoices,
    /// Also print what each engine did, as in `--verbose`
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Write what is proved of one program, for `stringent certify`, as in `--certificate shop.cert`; into a folder, of each
    #[arg(long, value_name = "PATH")]
    pub(crate) certificate: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) pages: Pages,
    #[command(flatten)]
    pub(crate) java: JavaChoices,
    /// Leave out of account what this file knows, as in `--baseline known.txt`
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write what is violated or undecided now, for `--baseline`, as in `--write-baseline known.txt`
    #[arg(long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// What matters for projects, and for violations that are run again.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Pages {
    /// What the project says about its functions, as in `--config shop.toml`; else `stringent.toml` where this is started
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Run what violates a property on the real php or JVM, or compiled with sanitizers, in a sandbox, as in `--replay`
    #[arg(long)]
    pub(crate) replay: bool,
}

/// How Horn clauses are decided, where the user says more than which z3.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ClauseChoices {
    /// Another solver of Horn clauses in the place of z3, as in `--clause-solver 'eld -in -ssol'`
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true)]
    pub(crate) clause_solver: Option<String>,
    /// Another solver that checks solutions, as in `--checker 'cvc5 --incremental --strings-exp'`
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true)]
    pub(crate) checker: Option<String>,
    /// The only way in which clauses are answered: profiles, samples, native, free, membership, lemmas, learned, or paper: data types, then learning
    #[arg(long, value_name = "NAME", conflicts_with = "encoding")]
    pub(crate) strategy: Option<Strategy>,
    /// Answer clauses only with strings as lists and ghosts, as in `--encoding ghosts=alone`; `stringent help horn` has all
    #[arg(long, value_name = "CHOICES")]
    pub(crate) encoding: Option<Strategy>,
}

/// A program and what is said to prove it.
#[derive(Debug, Args)]
pub(crate) struct CertifyQuestion {
    /// Programs as `check` takes them, and at last the certificate, or the folder of certificates, that it wrote
    #[arg(value_name = "PATH", required = true, num_args = 2..)]
    pub(crate) paths: Vec<PathBuf>,
    /// How to print the answer, as in `--format json`
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// How many steps the check may take, as in `--budget 1000000`
    #[arg(long, value_name = "STEPS", default_value_t = DEFAULT_BUDGET)]
    pub(crate) budget: u64,
    /// What the project says about its functions, as in `--config shop.toml`; else `stringent.toml` where this is started
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) java: JavaChoices,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

/// A program to print.
#[derive(Debug, Args)]
pub(crate) struct LowerQuestion {
    /// A program of any language, or a page
    #[arg(value_name = "FILE")]
    pub(crate) path: PathBuf,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

const ENCODING: &str = "An encoding names choices, separated by commas; what is not named keeps its default:
  chars=int|interval|bits       what a character is
  order=first|last|variable     which character is outermost in a list
  ops=recursive|precondition|iterative
                                how operations are defined; with +unwound, short constants are written out
  sharing=shared|use            one set of clauses for all uses of an operation, or one for each
  ghosts=none|length|profiles|alone
                                what is kept beside a list; alone: no list

Example: stringent horn clauses.smt2 --encoding order=variable,ops=recursive+unwound,ghosts=profiles";

/// A program as clauses.
#[derive(Debug, Args)]
pub(crate) struct HornQuestion {
    /// A program, `.sil` or `.php`, or clauses, `.smt2`
    #[arg(value_name = "FILE")]
    pub(crate) path: PathBuf,
    /// Encode strings as lists and ghosts, as in `--encoding ops=iterative,ghosts=none`
    #[arg(long, value_name = "CHOICES")]
    pub(crate) encoding: Option<String>,
    /// How many steps that may take
    #[arg(long, value_name = "STEPS", default_value_t = DEFAULT_BUDGET)]
    pub(crate) budget: u64,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

/// A program and where to explain it.
#[derive(Debug, Args)]
pub(crate) struct ExplainQuestion {
    /// A program, `.sil`, and perhaps one of its lines
    #[arg(value_name = "FILE[:LINE]")]
    pub(crate) place: PathBuf,
    /// How to print the answer, as in `--format json`
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Which halves of the composite analysis are used, as in `--analysis string`
    #[arg(long, value_enum, default_value_t = AnalysisName::Combined)]
    pub(crate) analysis: AnalysisName,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// Programs whose analyses are compared.
#[derive(Debug, Args)]
pub(crate) struct CompareQuestion {
    /// Programs, `.sil`, or folders of them
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// How to print the table, as in `--format json`
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// Labelled pages.
#[derive(Debug, Args)]
pub(crate) struct MeasureQuestion {
    /// A folder with a table `tasks.tsv`: columns `input`, `cwe` and `expected`; or, for Java, `inputs`, `entry` and labels
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Only tasks whose input contains this, as in `--only CWE_79`
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) only: String,
    /// How many steps each engine may take a program, as in `--budget 1000000`
    #[arg(long, value_name = "STEPS", default_value_t = DEFAULT_BUDGET)]
    pub(crate) budget: u64,
    /// Also print the verdict of each file, as in `--each`
    #[arg(long)]
    pub(crate) each: bool,
    /// Count a violation of a page only when the real php confirms it, and tell how many the JVM confirms, as in `--replay`
    #[arg(long)]
    pub(crate) replay: bool,
}

/// What a process of this tool asks of another. The program comes on the standard input.
#[derive(Clone, Debug, Args)]
pub(crate) struct WorkOrder {
    /// What to do with it
    #[arg(long, value_enum)]
    pub(crate) task: Task,
    #[arg(long, value_enum)]
    pub(crate) engine: EngineName,
    #[arg(long, value_enum)]
    pub(crate) analysis: AnalysisName,
    #[arg(long)]
    pub(crate) budget: u64,
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) solver: Option<String>,
    #[command(flatten)]
    pub(crate) clauses: ClauseChoices,
    /// Where files that a page includes may lie; it comes on the standard input too
    #[arg(skip)]
    pub(crate) roots: Vec<PathBuf>,
    /// The last parts of the names that pages include; likewise
    #[arg(skip)]
    pub(crate) included: BTreeSet<String>,
    /// What is accepted is told as a certificate
    #[arg(long)]
    pub(crate) certificate: bool,
    /// A certificate, or a folder of them, is checked in the place of all engines
    #[arg(long, value_name = "PATH")]
    pub(crate) certified: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) pages: Pages,
    #[command(flatten)]
    pub(crate) java: JavaChoices,
    /// Where the classes of a Java program lie; likewise
    #[arg(skip)]
    pub(crate) classes: Vec<PathBuf>,
    /// Where the classes lie that replay a Java program
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) driver: Option<PathBuf>,
}

/// What is done with a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Task {
    /// Its assertions are verified
    Check,
    /// Its places are explained
    Explain,
}

/// Engines that may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// All of them
    All,
    /// The analysis of strings and sizes, which proves
    Composite,
    /// Linear relations of integers and lengths, which proves
    Sizes,
    /// Contents of strings beside such relations, which proves
    Contents,
    /// The search for a failing run
    Refute,
    /// Horn clauses decided by profiles of strings, which proves and refutes
    Profiles,
    /// Only invariants learned from Horn clauses
    Learn,
    /// Horn clauses, given to z3
    Horn,
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
            EngineName::Sizes => Engines::Sizes,
            EngineName::Contents => Engines::Contents,
            EngineName::Refute => Engines::Refute,
            EngineName::Profiles => Engines::Profiles,
            EngineName::Learn => Engines::Learn,
            EngineName::Horn => Engines::Horn,
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

/// Two regular expressions, or several conditions, and how to answer for them.
#[derive(Debug, Args)]
pub(crate) struct InterpolateQuestion {
    #[command(flatten)]
    pub(crate) inside: Question,
    /// The regular expression, in the same dialect, whose words are left out
    #[arg(value_name = "OUTSIDE", allow_hyphen_values = true)]
    pub(crate) outside: String,
    /// More conditions, each after those before it
    #[arg(value_name = "MORE", allow_hyphen_values = true, requires = "conditions")]
    pub(crate) further: Vec<String>,
    /// Read conditions of the small language over string variables, as in `--conditions 'x in /a*/' 'x == "b"'`
    #[arg(long, conflicts_with_all = ["dialect", "flags", "search"])]
    pub(crate) conditions: bool,
    /// A variable of conditions that is an integer, as in `--int n`
    #[arg(long = "int", value_name = "NAME", requires = "conditions")]
    pub(crate) integers: Vec<String>,
    /// A variable of conditions that is a boolean, as in `--bool b`
    #[arg(long = "bool", value_name = "NAME", requires = "conditions")]
    pub(crate) booleans: Vec<String>,
}

/// A regular expression and how to answer for it.
#[derive(Clone, Debug, Args)]
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
    #[command(flatten)]
    pub(crate) bounds: Bounds,
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

/// For whom the report of `check` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    Text,
    /// For programs, on one line
    Json,
    /// For code hosts and editors: SARIF 2.1.0
    Sarif,
    /// For the workflows of GitHub: annotations
    Github,
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

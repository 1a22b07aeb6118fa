//! The engines by name, how a program is verified, and the log of what was asked.
//!
//! [`Engine`] is closed: an engine that joins the portfolio is a variant here, a place in [`Engines::in_turn`] and a
//! case where the portfolio asks it. Each engine that was asked leaves a [`Step`] in the log, whatever it found.

use std::ffi::OsString;
use std::time::Duration;

pub use composite::Analysis;
pub use horn::attempt::Strategy;

use crate::describe::Wordings;

/// Something that makes claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// The composite analysis of strings and sizes, which proves.
    Composite,
    /// Linear relations of integers and lengths, which proves.
    Sizes,
    /// Contents of strings beside such relations, which proves.
    Contents,
    /// The search for a failing run.
    Refute,
    /// Horn clauses decided by profiles, which proves and refutes.
    Profiles,
    /// Invariants of loops learned from Horn clauses, which proves and refutes.
    Learn,
    /// The Horn clauses of the program, given to a solver.
    Horn,
}

/// Which engines may answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engines {
    /// All of them.
    #[default]
    All,
    /// Only linear relations of integers and lengths, which proves.
    Sizes,
    /// Only contents of strings beside such relations, which proves.
    Contents,
    /// Only the composite analysis, which proves.
    Composite,
    /// Only the search for a failing run.
    Refute,
    /// Only Horn clauses decided by profiles.
    Profiles,
    /// Only invariants learned from Horn clauses, beside what the composite analysis knows.
    Learn,
    /// Only Horn clauses and a solver.
    Horn,
}

/// Where a solver is, and how long it may take on a machine that does nothing else. It is counted in the solver's own units of
/// work where it has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverOptions {
    /// The program that the user named, which is then the only one.
    pub named: Option<OsString>,
    /// The command line of another solver of clauses, in the place of z3.
    pub finder: Option<String>,
    /// The command line of another solver that checks solutions, in the place of a second process of z3.
    pub checker: Option<String>,
    /// The folders to search, written as `PATH` is.
    pub search: OsString,
    /// The time for one question.
    pub question: Duration,
    /// The time after which no assertion of the program is begun.
    pub whole: Duration,
}

/// How a program is verified.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which engines may answer.
    pub engines: Engines,
    /// Which halves of the composite analysis are used.
    pub analysis: Analysis,
    /// The steps that each engine may take, and the checker.
    pub steps: u64,
    /// The steps of a search for failing runs before anything else, for programs that are mostly wrong in simple ways.
    pub probe: u64,
    /// The instructions that the program may have with its calls inlined.
    pub instructions: usize,
    /// The solver for Horn clauses. By default nothing is searched, so there is none.
    pub solver: SolverOptions,
    /// The only way in which clauses are answered, where one is asked for.
    pub strategy: Option<Strategy>,
    /// What was put in words before.
    pub wordings: Wordings,
}

/// What an engine did when it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The engine.
    pub engine: Engine,
    /// How many assertions were open when it was asked.
    pub open: usize,
    /// How many of them it settled, as checked.
    pub settled: usize,
    /// The steps that it took.
    pub steps: u64,
    /// Why it made no claim, if it did not.
    pub problem: Option<String>,
    /// What it tried, and why it left it.
    pub tried: Vec<String>,
}

impl Engine {
    /// Its name, as a user writes it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Composite => "composite",
            Engine::Sizes => "sizes",
            Engine::Contents => "contents",
            Engine::Refute => "refute",
            Engine::Profiles => "profiles",
            Engine::Learn => "learn",
            Engine::Horn => "horn",
        }
    }
}

impl Engines {
    /// The engines in the order in which they are asked.
    pub fn in_turn(self) -> &'static [Engine] {
        match self {
            Engines::All => &[
                Engine::Composite,
                Engine::Sizes,
                Engine::Contents,
                Engine::Refute,
                Engine::Profiles,
                Engine::Learn,
                Engine::Horn,
            ],
            Engines::Sizes => &[Engine::Sizes],
            Engines::Contents => &[Engine::Contents],
            Engines::Composite => &[Engine::Composite],
            Engines::Refute => &[Engine::Refute],
            Engines::Profiles => &[Engine::Profiles],
            Engines::Learn => &[Engine::Learn],
            Engines::Horn => &[Engine::Horn],
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            engines: Engines::All,
            analysis: Analysis::Combined,
            steps: 200_000_000,
            probe: 0,
            instructions: 20_000,
            solver: SolverOptions::default(),
            strategy: None,
            wordings: Wordings::default(),
        }
    }
}

impl Default for SolverOptions {
    fn default() -> Self {
        SolverOptions {
            named: None,
            finder: None,
            checker: None,
            search: OsString::new(),
            question: Duration::from_secs(3),
            whole: Duration::from_secs(8),
        }
    }
}

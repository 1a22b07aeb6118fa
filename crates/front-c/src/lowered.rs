//! What is asked of a source, and what a source becomes.
//!
//! A question names the entry and the rules that make the property. The answer is a program with one claim an assertion, or
//! why there is none. What was over-approximated is said, and which variables are any value without being lost.

use std::collections::{BTreeMap, BTreeSet};

use ir::{Assumption, Label, Program, Span, Variable};

use crate::memory::{Checks, Claim};

/// What to lower.
#[derive(Clone, Debug)]
pub struct Question {
    /// The function that a run begins with.
    pub entry: String,
    /// What is verified.
    pub checks: Checks,
    /// What callers of functions promise, by the names of the functions, beside what comments in the source say.
    pub contracts: BTreeMap<String, String>,
}

/// A program, and how it stands to the source.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// What each assertion says.
    pub claims: Vec<Claim>,
    /// What was over-approximated, and where.
    pub approximations: Vec<(Span, String)>,
    /// What is assumed of the environment.
    pub environment: BTreeSet<Assumption>,
    /// Variables that are any value and yet lose nothing, in order.
    pub fates: Vec<Variable>,
    /// Who asks the outside for a value, by the instruction that does.
    pub asked: BTreeMap<Label, Asked>,
    /// The names of the parameters of the entry.
    pub parameters: Vec<String>,
    /// The same source with every byte of every buffer followed, and the same claims: for the search for failing runs.
    pub exact: Option<Box<Lowered>>,
}

/// Who asks the outside for a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A function without a body that gives any number, by its name.
    Number(String),
    /// A function of the library, by its name; it may ask for several values.
    Library(String),
    /// A variable, or a part of one, that nothing has set, as the source names it.
    Variable(String),
    /// A parameter of the entry, by its name: a number; or how many bytes there are, which, and 0 for a null pointer where that
    /// is allowed; or the first strings of the arguments of `main`.
    Parameter(String),
}

/// Why there is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The construct, in words.
    pub why: String,
    /// Where it stands.
    pub span: Span,
}

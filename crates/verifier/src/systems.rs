//! Files of Horn clauses: whether a query can be derived.
//!
//! There is no program here, so there are no runs and no certificates. What counts is told by `horn::checked` alone: a
//! derivation that was run again, or a solution that was checked clause by clause.

use automata::Budget;
use horn::attempt::Strategy;
use horn::checked::Verdict;
use horn::ladder::{Decided, Means, decide};
use horn::smt::parse_placed;
use horn::system::{Clause, HornSystem};
use horn::value::Value;

use crate::clauses::means;
use crate::engines::{Engine, Engines, Options};
use crate::fence::fenced;

/// A file of clauses that was read.
pub struct Clauses {
    system: HornSystem,
    /// For each clause its line.
    lines: Vec<u32>,
}

/// What is known of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SystemAnswer {
    /// No query can be derived.
    Safe {
        /// Whose claim it was.
        engine: Engine,
        /// Who checked it: the checker, or a solver in another process.
        checked_by: String,
        /// Whether it rests on the word of that solver.
        rests_on_solver: bool,
        /// What the predicates were found to be within.
        facts: Vec<String>,
    },
    /// A query can be derived, by these steps, which were run again.
    Unsafe {
        /// Whose claim it was.
        engine: Engine,
        /// The steps.
        steps: Vec<Derived>,
    },
    /// Nothing, for this reason.
    Unknown(String),
}

/// A step of a derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The line of its clause, from 1.
    pub line: u32,
    /// What follows, in words.
    pub what: String,
}

/// Reads clauses in SMT-LIB.
///
/// # Errors
/// The first line that is not understood.
pub fn read_clauses(text: &str, steps: u64) -> Result<Clauses, String> {
    let (system, lines) = parse_placed(text, &mut Budget::steps(steps)).map_err(|why| why.to_string())?;
    Ok(Clauses { system, lines })
}

impl Clauses {
    /// The line of the first query, if there is one.
    pub fn query(&self) -> Option<u32> {
        let is_query = |clause: &Clause| clause.head.atom().is_none();
        let at = self.system.clauses.iter().position(is_query)?;
        Some(self.lines[at])
    }

    /// Decides whether a query can be derived, and logs what was tried.
    pub fn verify(&self, options: &Options, log: &mut Vec<String>) -> SystemAnswer {
        let means = match means_for(options) {
            Ok(means) => means,
            Err(why) => return SystemAnswer::Unknown(why.to_owned()),
        };
        let mut budget = Budget::steps(options.steps);
        let decided =
            fenced(|| decide(&self.system, &means, (&mut budget, log)).map_err(|why| why.to_string()));
        match decided {
            Ok(decided) => self.answer(decided),
            Err(why) => SystemAnswer::Unknown(why),
        }
    }

    fn answer(&self, Decided { checked, strategy, facts }: Decided) -> SystemAnswer {
        let engine = match strategy {
            Strategy::Profiles => Engine::Profiles,
            Strategy::Samples
            | Strategy::Native
            | Strategy::Free
            | Strategy::Membership
            | Strategy::Lemmas
            | Strategy::Learned
            | Strategy::Paper
            | Strategy::Encoded(_) => Engine::Horn,
        };
        match checked.verdict() {
            Verdict::Safe => SystemAnswer::Safe {
                engine,
                checked_by: checked.checked_by().to_owned(),
                rests_on_solver: checked.rests_on_solver(),
                facts,
            },
            Verdict::Unsafe(derivation) => {
                let step = |step: &horn::profiles::Application| Derived {
                    line: self.lines[step.clause],
                    what: self.told(step.conclusion.as_ref()),
                };
                SystemAnswer::Unsafe { engine, steps: derivation.steps.iter().map(step).collect() }
            }
        }
    }

    fn told(&self, conclusion: Option<&(horn::op::PredicateId, Vec<Value>)>) -> String {
        let Some((id, values)) = conclusion else { return "the query holds".to_owned() };
        let values: Vec<String> = values.iter().map(|value| self.value(value)).collect();
        format!("{}({})", self.system.predicate(*id).name, values.join(", "))
    }

    /// A value in words. Those of data types have a limited depth.
    fn value(&self, value: &Value) -> String {
        match value {
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => value.to_string(),
            Value::Str(word) => automata::show::word(word, self.system.alphabet),
            Value::Bits { value, .. } => value.to_string(),
            Value::Data(made, parts) => {
                let name = &self.system.data_type(made.data).constructors[made.index as usize].name;
                let parts: Vec<String> = parts.iter().map(|part| self.value(part)).collect();
                format!("{name}({})", parts.join(", "))
            }
        }
    }
}

/// With what clauses are decided; an engine that reads programs only has nothing to say.
fn means_for(options: &Options) -> Result<Means, &'static str> {
    match options.engines {
        Engines::All | Engines::Horn => Ok(means(options)),
        Engines::Profiles => Ok(Means { only: Some(Strategy::Profiles), ..means(options) }),
        Engines::Composite | Engines::Sizes | Engines::Contents | Engines::Refute | Engines::Learn => {
            Err("this engine reads programs, not clauses")
        }
    }
}

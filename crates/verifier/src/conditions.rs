//! Interpolants of conditions of the small language: what lies between what was assumed so far and what follows.
//!
//! The conditions become a program that assumes one after the other and asserts what is false, so each interpolant lies
//! at the label behind an assumption. Variables are read before the first condition that has them.

use std::fmt::Write as _;

use automata::Budget;
use horn::build::build;
use horn::learning::{Between, Others, Settings, Teacher, between};
use horn::op::PredicateId;
use ir::inline::inline;
use ir::sil::{self, SyntaxError};
use ir::{Action, Program};

use crate::clauses::opinions;
use crate::engines::{Options, SolverOptions};

/// Conditions that cannot all be true, over variables that are strings where nothing else is said.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The conditions, two at least.
    pub texts: Vec<String>,
    /// The variables that are integers.
    pub integers: Vec<String>,
    /// The variables that are booleans.
    pub booleans: Vec<String>,
}

/// What lies between some conditions and those after them.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The strings that stand in the words of a language, in order.
    pub variables: Vec<String>,
    /// What was found.
    pub between: Between,
}

/// Why conditions have no interpolants to be looked for.
#[derive(Clone, Debug)]
pub enum NoConditions {
    /// This one is wrong at this place of it.
    Syntax(usize, SyntaxError, usize),
    /// For this reason.
    Other(String),
}

/// What lies between the conditions, after each but the last, and what is to be told beside it.
///
/// # Errors
/// [`NoConditions`] when one of them cannot be read, or the budget is spent.
pub fn interpolants(
    conditions: &Conditions,
    solver: &SolverOptions,
    budget: &mut Budget,
) -> Result<(Vec<Cut>, Vec<String>), NoConditions> {
    let other = |why: &dyn std::fmt::Display| NoConditions::Other(why.to_string());
    let source = Source::new(conditions);
    let program = source.program()?;
    let inlined = inline(&program, Options::default().instructions).map_err(|why| other(&why))?;
    let built = build(&inlined, budget).map_err(|why| other(&why))?;
    let mut others: Option<Others> = None;
    let found = || Others::new(opinions(solver), solver.whole);
    let mut second = |teacher: &Teacher, clause: usize, candidate: &[automata::Automaton]| {
        others.get_or_insert_with(found).judge(teacher, clause, candidate)
    };
    let code = &inlined.program.procedures[0].code;
    let assumed =
        (0_u32..).zip(code).filter(|(_, instruction)| matches!(instruction.action, Action::Assume(_)));
    let cuts: Vec<PredicateId> = assumed.map(|(label, _)| PredicateId(label + 1)).collect();
    let mut all = Vec::new();
    for &cut in &cuts[..cuts.len() - 1] {
        let place = (cut, program.alphabet);
        let between = between(&built.system, place, Settings::default(), &mut second, budget)
            .map_err(|why| other(&why))?;
        let names = |arguments: &[usize]| {
            let variables = &built.places[cut.0 as usize].variables;
            let name =
                |argument: &usize| inlined.program.procedures[0].name_of(variables[*argument]).to_owned();
            arguments.iter().map(name).collect()
        };
        let variables = match &between {
            Between::Language { arguments, .. } => names(arguments),
            Between::Together(_) => source.names.clone(),
            Between::NotByStrings | Between::Open(_) => Vec::new(),
        };
        all.push(Cut { variables, between });
    }
    Ok((all, others.iter_mut().flat_map(Others::take_notes).collect()))
}

/// The program of conditions as text.
struct Source {
    text: String,
    /// Where each condition begins and ends.
    places: Vec<(usize, usize)>,
    /// The variables in the order in which they are read.
    names: Vec<String>,
}

impl Source {
    fn new(conditions: &Conditions) -> Source {
        let mut source = Source { text: "proc main() {\n".to_owned(), places: Vec::new(), names: Vec::new() };
        for condition in &conditions.texts {
            for name in sil::variables(condition) {
                if !source.names.iter().any(|known| known == name) {
                    let ty = conditions.type_of(name);
                    writeln!(source.text, "{name}: {ty};\nhavoc {name};").expect("a string takes all text");
                    source.names.push(name.to_owned());
                }
            }
            source.text += "assume(\n";
            let start = source.text.len();
            source.text += condition;
            source.places.push((start, source.text.len()));
            source.text += "\n);\n";
        }
        source.text += "assert(false);\n}\n";
        source
    }

    fn program(&self) -> Result<Program, NoConditions> {
        let program = sil::parse(&self.text, "conditions").map_err(|errors| self.blame(&errors))?;
        let code = &program.procedures[program.entry.index()].code;
        let is_assumed = |action: &Action| matches!(action, Action::Assume(_));
        let assumed = code.iter().filter(|instruction| is_assumed(&instruction.action)).count();
        if assumed == self.places.len() && assumed > 1 {
            Ok(program)
        } else {
            Err(NoConditions::Other(
                "each text must be one condition, and there must be two of them".to_owned(),
            ))
        }
    }

    /// Which condition is to blame for the first error, and where in it.
    fn blame(&self, errors: &[SyntaxError]) -> NoConditions {
        let error = errors.first().expect("what is not read has an error");
        let at = error.span().start as usize;
        let condition =
            self.places.iter().position(|&(_, end)| at <= end + 1).unwrap_or(self.places.len() - 1);
        let (start, end) = self.places[condition];
        NoConditions::Syntax(condition, error.clone(), at.clamp(start, end) - start)
    }
}

impl Conditions {
    fn type_of(&self, name: &str) -> &'static str {
        if self.integers.iter().any(|integer| integer == name) {
            "int"
        } else if self.booleans.iter().any(|boolean| boolean == name) {
            "bool"
        } else {
            "str"
        }
    }
}

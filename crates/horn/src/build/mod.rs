//! A program as Horn clauses: one predicate a label, over the variables that are live there.
//!
//! Exact, but for what the system records as approximation: an operation without meaning in clauses gives any value.
//! The characters of strings are those of SMT-LIB. Where the program has fewer, those beyond act as its last one, so that
//! every run of the program is a derivation. Where it has more, the last one of SMT-LIB stands for those beyond, and the
//! program must not tell them apart.

mod scope;
mod integers;
mod strings;
mod conditions;
mod edges;
mod live;

use automata::{Alphabet, Budget, Exhausted};
use ir::inline::Inlined;
use ir::{Label, Procedure, Type, Variable as ProgramVariable};

use crate::clausify::compact;
use crate::op::PredicateId;
use crate::sort::Sort;
use crate::system::{Approximation, Atom, Clause, Head, HornSystem, Variable};
use crate::terms::{TermId, Var};
use edges::{Edge, Target};

/// Why a program has no clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotBuild {
    /// Its characters have marks.
    Marks,
    /// A language or a function was too large for the budget.
    Exhausted(Exhausted),
}

impl std::fmt::Display for CannotBuild {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CannotBuild::Marks => write!(f, "Horn clauses do not know characters with marks"),
            CannotBuild::Exhausted(spent) => write!(f, "the program has no clauses: {spent}"),
        }
    }
}

impl From<Exhausted> for CannotBuild {
    fn from(spent: Exhausted) -> Self {
        CannotBuild::Exhausted(spent)
    }
}

/// The clauses of a program, and what its predicates stand for.
#[derive(Clone, Debug)]
pub struct Built {
    /// The clauses, with a query for each assertion.
    pub system: HornSystem,
    /// For each predicate its label and the variables that its arguments are.
    pub places: Vec<Place>,
    /// Whether the program tells characters apart that SMT-LIB does not have. What is then proved of the clauses is not
    /// proved of the program.
    pub misses_characters: bool,
}

/// What a predicate of a program stands for: the states at a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The label.
    pub label: Label,
    /// The variables that are live there.
    pub variables: Vec<ProgramVariable>,
}

/// Over-approximates where the system says so: the clauses of a program with its calls inlined.
///
/// # Errors
/// [`CannotBuild`] when its characters have marks, or a language outgrows the budget.
pub fn build(inlined: &Inlined, budget: &mut Budget) -> Result<Built, CannotBuild> {
    let program = &inlined.program;
    if program.alphabet.is_marked() {
        return Err(CannotBuild::Marks);
    }
    let procedure = &program.procedures[program.entry.index()];
    let mut system = HornSystem::new(Alphabet::up_to(crate::smt::LAST));
    if !inlined.is_exact() {
        let what = "the results of calls that are not in place, and what they are given".to_owned();
        system.approximations.push(Approximation { label: None, what });
    }
    let (edges, misses_characters) = edges::edges(program, procedure, &mut system, budget)?;
    let live = live::live(procedure, &edges, &system);
    let places: Vec<Place> = procedure
        .labels()
        .map(|label| Place { label, variables: live[label.index()].iter().copied().collect() })
        .collect();
    for place in &places {
        let sorts = place.variables.iter().map(|variable| sort_of(variable.ty())).collect();
        system.add_predicate(format!("at{}", place.label.0), sorts);
    }
    let frame = Frame { procedure, places: &places };
    if !procedure.code.is_empty() {
        let entry = frame.entry(&mut system);
        system.clauses.push(entry);
    }
    for edge in &edges {
        let clause = frame.clause(&mut system, edge);
        system.clauses.push(clause);
    }
    Ok(Built { system, places, misses_characters })
}

/// The sort of a type.
pub(crate) fn sort_of(ty: Type) -> Sort {
    match ty {
        Type::Str => Sort::Str,
        Type::Int => Sort::Int,
        Type::Bool => Sort::Bool,
    }
}

/// The variable of clauses that stands for a variable of a procedure before an action.
pub(crate) fn var_of(procedure: &Procedure, variable: ProgramVariable) -> Var {
    let (strings, integers) = (procedure.strings.len() as u32, procedure.integers.len() as u32);
    Var(match variable {
        ProgramVariable::Str(var) => var.0,
        ProgramVariable::Int(var) => strings + var.0,
        ProgramVariable::Bool(var) => strings + integers + var.0,
    })
}

/// Names and places that all clauses of a program share.
struct Frame<'a> {
    procedure: &'a Procedure,
    places: &'a [Place],
}

impl Frame<'_> {
    fn atom(&self, label: Label, mut value: impl FnMut(ProgramVariable) -> TermId) -> Atom {
        let arguments =
            self.places[label.index()].variables.iter().map(|&variable| value(variable)).collect();
        Atom { predicate: PredicateId(label.0), arguments }
    }

    /// The first state: all variables empty, zero or false.
    fn entry(&self, system: &mut HornSystem) -> Clause {
        let terms = &mut system.terms;
        let head = self.atom(Label(0), |variable| match variable.ty() {
            Type::Str => terms.word(&[]),
            Type::Int => terms.int(0),
            Type::Bool => terms.truth(false),
        });
        let constraint = terms.truth(true);
        Clause {
            variables: Vec::new(),
            body: Vec::new(),
            constraint,
            head: Head::Atom(head),
            trace: Vec::new(),
        }
    }

    /// The clause of an edge, over the variables that matter.
    fn clause(&self, system: &mut HornSystem, edge: &Edge) -> Clause {
        let procedure = self.procedure;
        let mut own =
            |variable: ProgramVariable| system.terms.var(var_of(procedure, variable), sort_of(variable.ty()));
        let body = vec![self.atom(edge.from, &mut own)];
        let head = match edge.to {
            Target::Label(label) => Head::Atom(self.atom(label, |variable| match edge.update {
                Some((changed, value)) if changed == variable => value,
                Some(_) | None => own(variable),
            })),
            Target::Query(assertion) => Head::Query(Some(assertion)),
        };
        let named = procedure.variables().map(|variable| Variable {
            name: procedure.name_of(variable).to_owned(),
            sort: sort_of(variable.ty()),
        });
        let fresh = edge.fresh.iter().enumerate();
        let fresh = fresh.map(|(at, &sort)| Variable { name: format!("in{}", at + 1), sort });
        let clause = Clause {
            variables: named.chain(fresh).collect(),
            body,
            constraint: edge.constraint,
            head,
            trace: vec![edge.step.clone()],
        };
        compact(system, &clause)
    }
}

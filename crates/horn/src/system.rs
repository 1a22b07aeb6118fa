//! A system of Horn clauses over native strings, integers, booleans and data types.
//!
//! Predicates are unknown. A clause says: when its body atoms and its constraint hold, so does its head, for all values
//! of its variables. A clause without head atom is a *query*: its body must not hold. The system is *safe* when there
//! are predicates that satisfy all clauses, and *unsafe* when a query is derivable; never both.
//!
//! A clause that comes from a program keeps what the program does along it, so that a derivation is a run.

use automata::{Alphabet, Automaton};
use ir::{AssertId, Label};

use crate::op::{FunctionId, LanguageId, PredicateId};
use crate::regex::Regex;
use crate::sort::{DataId, DataType, Sort};
use crate::terms::{TermId, Terms};

/// Horn clauses with all that they speak of.
#[derive(Clone, Debug)]
pub struct HornSystem {
    /// The characters of strings.
    pub alphabet: Alphabet,
    /// The data types.
    pub data: Vec<DataType>,
    /// The languages of membership tests.
    pub languages: Vec<Language>,
    /// The finite-state functions, with their names.
    pub functions: Vec<ir::Function>,
    /// The predicates.
    pub predicates: Vec<Predicate>,
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// All terms.
    pub terms: Terms,
    /// Where the system says more than what it was made from. An unsafe system is then only a candidate.
    pub approximations: Vec<Approximation>,
}

/// A language, and an expression for it that solvers read.
#[derive(Clone, Debug)]
pub struct Language {
    /// The language.
    pub automaton: Automaton,
    /// An expression for exactly this language.
    pub regex: Regex,
}

/// An unknown relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// Its name, which no other predicate has.
    pub name: String,
    /// The sorts of its arguments.
    pub sorts: Vec<Sort>,
}

/// A variable of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name. Two may have the same.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
}

/// An implication, for all values of its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The variables, which terms name by their places here.
    pub variables: Vec<Variable>,
    /// The predicates that must hold.
    pub body: Vec<Atom>,
    /// What else must hold.
    pub constraint: TermId,
    /// What holds then.
    pub head: Head,
    /// What the program does along the clause, when it comes from one.
    pub trace: Vec<Step>,
}

/// A predicate applied to terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its arguments.
    pub arguments: Vec<TermId>,
}

/// What a clause concludes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// An atom.
    Atom(Atom),
    /// Falsehood: the body is a violation, of this assertion when the clause comes from a program.
    Query(Option<AssertId>),
}

/// An instruction that a clause carries out, with what it asks of the outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The instruction.
    pub label: Label,
    /// Under which condition it asks, and the value it is given then.
    pub asked: Option<(TermId, TermId)>,
}

/// Where a system says more than what it was made from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Approximation {
    /// The instruction, if there is one.
    pub label: Option<Label>,
    /// What was given up, in words.
    pub what: String,
}

impl HornSystem {
    /// A system without clauses.
    pub fn new(alphabet: Alphabet) -> Self {
        HornSystem {
            alphabet,
            data: Vec::new(),
            languages: Vec::new(),
            functions: Vec::new(),
            predicates: Vec::new(),
            clauses: Vec::new(),
            terms: Terms::default(),
            approximations: Vec::new(),
        }
    }

    /// A predicate.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.0 as usize]
    }

    /// A language.
    pub fn language(&self, id: LanguageId) -> &Language {
        &self.languages[id.0 as usize]
    }

    /// A function.
    pub fn function(&self, id: FunctionId) -> &ir::Function {
        &self.functions[id.0 as usize]
    }

    /// A data type.
    pub fn data_type(&self, id: DataId) -> &DataType {
        &self.data[id.index()]
    }

    /// Adds a predicate. Its name must be new.
    pub fn add_predicate(&mut self, name: String, sorts: Vec<Sort>) -> PredicateId {
        self.predicates.push(Predicate { name, sorts });
        PredicateId(self.predicates.len() as u32 - 1)
    }

    /// The place of a language, added when no equal one is there.
    pub fn add_language(&mut self, language: Language) -> LanguageId {
        let known = self.languages.iter().position(|known| known.automaton == language.automaton);
        let at = known.unwrap_or(self.languages.len());
        if known.is_none() {
            self.languages.push(language);
        }
        LanguageId(at as u32)
    }

    /// The assertions that queries stand for, ascending.
    pub fn assertions(&self) -> Vec<AssertId> {
        let asserted = self.clauses.iter().filter_map(|clause| match clause.head {
            Head::Query(assertion) => assertion,
            Head::Atom(_) => None,
        });
        let mut all: Vec<AssertId> = asserted.collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The same system with the queries of one assertion only.
    #[must_use]
    pub fn asking(&self, assertion: AssertId) -> HornSystem {
        let mut system = self.clone();
        system.clauses.retain(|clause| match clause.head {
            Head::Query(asked) => asked == Some(assertion),
            Head::Atom(_) => true,
        });
        system
    }
}

impl Clause {
    /// The terms of the clause: those of the body, the constraint, those of the head.
    pub fn terms(&self) -> Vec<TermId> {
        let body = self.body.iter().flat_map(|atom| atom.arguments.iter().copied());
        let head = self.head.atom().into_iter().flat_map(|atom| atom.arguments.iter().copied());
        let asked = self.trace.iter().filter_map(|step| step.asked).flat_map(|(when, value)| [when, value]);
        body.chain([self.constraint]).chain(head).chain(asked).collect()
    }

    /// The clause with other terms, in the order of [`terms`](Clause::terms), over other variables.
    #[must_use]
    pub fn with_terms(&self, variables: Vec<Variable>, terms: &[TermId]) -> Clause {
        let mut terms = terms.iter().copied();
        let mut clause = Clause { variables, ..self.clone() };
        let mut next = || terms.next().expect("a clause keeps the number of its terms");
        for atom in &mut clause.body {
            atom.arguments.iter_mut().for_each(|argument| *argument = next());
        }
        clause.constraint = next();
        if let Head::Atom(atom) = &mut clause.head {
            atom.arguments.iter_mut().for_each(|argument| *argument = next());
        }
        for step in &mut clause.trace {
            if let Some(asked) = &mut step.asked {
                *asked = (next(), next());
            }
        }
        clause
    }
}

impl Head {
    /// The atom, if it is one.
    pub fn atom(&self) -> Option<&Atom> {
        match self {
            Head::Atom(atom) => Some(atom),
            Head::Query(_) => None,
        }
    }
}

//! What an action's terms are made in: the variables before it, and values that come from outside.
//!
//! Whatever is fresh is a variable of the clause after those of the procedure.

use automata::{Automaton, Budget, Edge, Exhausted, Symbol, Transducer};
use ir::{BoolVar, IntVar, Label, Linear, Procedure, Program, Quantity, StrTerm, StrVar, Variable, Word};

use super::var_of;
use crate::functions::product;
use crate::op::{FunctionId, LanguageId, Op};
use crate::regex::Regex;
use crate::smt::LAST;
use crate::sort::Sort;
use crate::system::{Approximation, HornSystem, Language};
use crate::terms::{Term, TermId, Var};

/// The making of the terms of one action.
pub(super) struct Scope<'a> {
    pub(super) program: &'a Program,
    pub(super) procedure: &'a Procedure,
    pub(super) system: &'a mut HornSystem,
    pub(super) budget: &'a mut Budget,
    pub(super) label: Label,
    /// The sorts of the fresh variables.
    pub(super) fresh: Vec<Sort>,
    /// What holds of the fresh variables.
    pub(super) facts: Vec<TermId>,
    /// Under which condition the outside is asked, and what it answers.
    pub(super) asked: Option<(TermId, TermId)>,
    /// Whether the program tells characters apart that clauses do not have.
    pub(super) misses_characters: bool,
}

impl Scope<'_> {
    pub(super) fn app(&mut self, op: Op, parts: &[TermId]) -> TermId {
        self.system.terms.app(op, parts)
    }

    pub(super) fn int(&mut self, value: i128) -> TermId {
        self.system.terms.int(value)
    }

    /// A variable of the procedure.
    pub(super) fn string(&mut self, var: StrVar) -> TermId {
        self.system.terms.var(var_of(self.procedure, Variable::Str(var)), Sort::Str)
    }

    pub(super) fn integer(&mut self, var: IntVar) -> TermId {
        self.system.terms.var(var_of(self.procedure, Variable::Int(var)), Sort::Int)
    }

    pub(super) fn boolean(&mut self, var: BoolVar) -> TermId {
        self.system.terms.var(var_of(self.procedure, Variable::Bool(var)), Sort::Bool)
    }

    /// A string at hand.
    pub(super) fn str_term(&mut self, term: &StrTerm) -> TermId {
        match term {
            StrTerm::Var(var) => self.string(*var),
            StrTerm::Word(word) => self.word(word),
        }
    }

    pub(super) fn word(&mut self, word: &Word) -> TermId {
        if word.iter().any(|&symbol| symbol >= STAND_INS && self.program.alphabet.last() > LAST) {
            self.misses_characters = true;
        }
        let clipped: Vec<_> = word.iter().map(|&symbol| symbol.min(LAST)).collect();
        self.system.terms.word(&clipped)
    }

    /// A linear term. Its coefficients were checked, so that a sum of them does not overflow.
    pub(super) fn linear(&mut self, linear: &Linear) -> TermId {
        let mut parts = Vec::new();
        for &(quantity, factor) in linear.terms() {
            let value = match quantity {
                Quantity::Var(var) => self.integer(var),
                Quantity::Length(var) => {
                    let string = self.string(var);
                    self.app(Op::Length, &[string])
                }
            };
            let factor = self.int(factor);
            parts.push(
                product(&mut self.system.terms, &[factor, value]).expect("one constant does not overflow"),
            );
        }
        parts.push(self.int(linear.constant_part()));
        self.app(Op::Add, &parts)
    }

    /// The greater of a term and 0.
    pub(super) fn at_least_zero(&mut self, term: TermId) -> TermId {
        let zero = self.int(0);
        if let Term::Int(value) = self.system.terms.get(term) {
            return if *value < 0 { zero } else { term };
        }
        let negative = self.app(Op::Less, &[term, zero]);
        self.app(Op::Ite, &[negative, zero, term])
    }

    /// Any value of a sort.
    pub(super) fn any(&mut self, sort: Sort) -> TermId {
        let first = self.procedure.variables().count();
        let var = Var((first + self.fresh.len()) as u32);
        self.fresh.push(sort);
        self.system.terms.var(var, sort)
    }

    /// A value from the outside, always asked for.
    pub(super) fn input(&mut self, sort: Sort) -> TermId {
        let value = self.any(sort);
        let always = self.system.terms.truth(true);
        self.asked = Some((always, value));
        value
    }

    /// Any value where clauses have no meaning for an operation, recorded as such.
    pub(super) fn give_up(&mut self, sort: Sort, what: &str) -> TermId {
        self.system.approximations.push(Approximation { label: Some(self.label), what: what.to_owned() });
        self.any(sort)
    }

    /// A language of the program, as one over the characters of clauses.
    pub(super) fn language(&mut self, automaton: &Automaton) -> Result<LanguageId, Exhausted> {
        if apart(automaton) {
            self.misses_characters = true;
        }
        let regex = Regex::of(automaton, LAST, self.budget)?;
        let automaton = regex.language(self.system.alphabet, self.budget)?;
        Ok(self.system.add_language(Language { automaton, regex }))
    }

    /// A finite-state function of the program.
    pub(super) fn function(&mut self, name: &str, transducer: Transducer) -> FunctionId {
        self.system.functions.push(ir::Function { name: name.to_owned(), transducer });
        FunctionId(self.system.functions.len() as u32 - 1)
    }
}

/// From here on characters stand in for those that clauses do not have.
const STAND_INS: Symbol = 0x2_0000;

/// Whether a language tells apart characters of which one is beyond those of clauses. If none does, a run over more
/// characters is one over the stand-ins, unless it has more different ones than there are of these.
fn apart(language: &Automaton) -> bool {
    let last = language.alphabet().last();
    let cuts = |edge: &Edge| edge.hi >= STAND_INS && (edge.lo > STAND_INS || edge.hi < last);
    last > LAST && language.states().any(|state| language.edges(state).iter().any(cuts))
}

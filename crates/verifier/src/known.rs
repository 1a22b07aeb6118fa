//! The door from the composite analysis to lemmas: what it knows at labels, as formulas over the clauses' predicates.
//!
//! Over-approximates: what a formula cannot say shortly is left out. The facts must have been accepted; whatever is found
//! with them is rechecked without trusting them.

use automata::numbers::{Fact, FactKind};
use automata::{Automaton, Budget, Exhausted};
use composite::AbstractState;
use horn::build::{Built, Place};
use horn::op::{Op, PredicateId};
use horn::regex::Regex;
use horn::solve::Solution;
use horn::sort::Sort;
use horn::system::{HornSystem, Language};
use horn::terms::{TermId, Var};
use ir::{BoolVar, IntVar, Quantity, StrVar, Variable};
use verdict::facts::SliceFact;

use crate::analysed::Analysed;

/// Larger languages make a formula that a solver does not get through.
const MOST_STATES: usize = 12;

/// Over-approximates: what holds at the labels of a program, over the predicates of its clauses.
///
/// # Errors
/// [`Exhausted`] when a language or a number set outgrows the budget.
pub(crate) fn lemmas(
    analysed: &Analysed,
    built: &mut Built,
    budget: &mut Budget,
) -> Result<Solution, Exhausted> {
    let mut lemmas = Solution::default();
    for (at, place) in (0..).zip(&built.places) {
        let Some(state) = &analysed.fixpoint.states[place.label.index()] else { continue };
        if analysed.doubted.contains(&place.label) {
            continue;
        }
        let mut saying = Saying { system: &mut built.system, place, said: Vec::new() };
        saying.strings(state, budget)?;
        saying.booleans(state);
        for (quantities, set) in analysed.fixpoint.packs.all().iter().zip(&state.packs) {
            let hidden: Vec<usize> =
                (0..quantities.len()).filter(|&track| saying.quantity(quantities[track]).is_none()).collect();
            let live: Vec<Quantity> =
                quantities.iter().copied().filter(|quantity| saying.quantity(*quantity).is_some()).collect();
            if !live.is_empty() {
                let facts = set.project_all(&hidden, budget)?.facts(budget)?;
                let news = facts.iter().filter(|fact| !is_of_every_length(fact, &live));
                news.for_each(|fact| saying.number(fact, &live));
            }
        }
        let said = saying.said;
        lemmas.definitions.insert(PredicateId(at), built.system.terms.app(Op::And, &said));
    }
    Ok(lemmas)
}

/// Whether a fact holds of whatever lengths there are.
fn is_of_every_length(fact: &Fact, quantities: &[Quantity]) -> bool {
    let is_length = |(factor, quantity): (&i64, &Quantity)| {
        *factor == 0 || (*factor > 0 && matches!(quantity, Quantity::Length(_)))
    };
    fact.kind == FactKind::AtLeast
        && fact.constant <= 0
        && fact.coefficients.iter().zip(quantities).all(is_length)
}

/// What is said of one label.
struct Saying<'a> {
    system: &'a mut HornSystem,
    place: &'a Place,
    said: Vec<TermId>,
}

impl Saying<'_> {
    /// The argument that a variable is, if it is live.
    fn variable(&mut self, variable: Variable) -> Option<TermId> {
        let at = self.place.variables.iter().position(|live| *live == variable)?;
        let sort = match variable {
            Variable::Str(_) => Sort::Str,
            Variable::Int(_) => Sort::Int,
            Variable::Bool(_) => Sort::Bool,
        };
        Some(self.system.terms.var(Var(at as u32), sort))
    }

    fn quantity(&mut self, quantity: Quantity) -> Option<TermId> {
        match quantity {
            Quantity::Var(var) => self.variable(Variable::Int(IntVar(var.0))),
            Quantity::Length(var) => {
                let string = self.variable(Variable::Str(var))?;
                Some(self.system.terms.app(Op::Length, &[string]))
            }
        }
    }

    fn strings(&mut self, state: &AbstractState, budget: &mut Budget) -> Result<(), Exhausted> {
        for (var, language) in (0..).map(StrVar).zip(&state.strings) {
            let is_short = !language.is_any() && language.state_count() <= MOST_STATES;
            if let Some(string) = self.variable(Variable::Str(var)).filter(|_| is_short) {
                self.member(string, language, budget)?;
            }
        }
        for &(left, right) in &state.equal {
            let sides = [left, right].map(|side| self.variable(Variable::Str(side)));
            if let [Some(left), Some(right)] = sides {
                self.said.push(self.system.terms.app(Op::Equal, &[left, right]));
            }
        }
        state.slices.iter().for_each(|slice| self.slice(slice));
        Ok(())
    }

    fn member(&mut self, string: TermId, language: &Automaton, budget: &mut Budget) -> Result<(), Exhausted> {
        let regex = Regex::of(language, self.system.alphabet.last(), budget)?;
        let automaton = regex.language(self.system.alphabet, budget)?;
        let id = self.system.add_language(Language { automaton, regex });
        self.said.push(self.system.terms.app(Op::In(id), &[string]));
        Ok(())
    }

    fn slice(&mut self, fact: &SliceFact) {
        let sides = [fact.part, fact.whole].map(|side| self.variable(Variable::Str(side)));
        let [Some(part), Some(whole)] = sides else { return };
        let terms = &mut self.system.terms;
        let from = terms.int(i128::from(fact.from));
        let count = match fact.to {
            Some(to) => terms.int(i128::from(to.saturating_sub(fact.from))),
            None => terms.app(Op::Length, &[whole]),
        };
        let value = terms.app(Op::Substring, &[whole, from, count]);
        self.said.push(terms.app(Op::Equal, &[part, value]));
    }

    fn booleans(&mut self, state: &AbstractState) {
        for (var, value) in (0..).map(BoolVar).zip(&state.booleans) {
            if let (Some(boolean), Some(value)) = (self.variable(Variable::Bool(var)), *value) {
                let fails = self.system.terms.app(Op::Not, &[boolean]);
                self.said.push(if value { boolean } else { fails });
            }
        }
    }

    /// A linear fact of live quantities.
    fn number(&mut self, fact: &Fact, quantities: &[Quantity]) {
        let mut parts = Vec::new();
        for (&factor, &quantity) in
            fact.coefficients.iter().zip(quantities).filter(|(factor, _)| **factor != 0)
        {
            let value = self.quantity(quantity).expect("only live quantities are asked for");
            let factor = self.system.terms.int(i128::from(factor));
            parts.push(self.system.terms.app(Op::Times, &[factor, value]));
        }
        let terms = &mut self.system.terms;
        let sum = terms.app(Op::Add, &parts);
        let constant = terms.int(i128::from(fact.constant));
        self.said.push(match fact.kind {
            FactKind::Equal => terms.app(Op::Equal, &[sum, constant]),
            FactKind::AtMost => terms.app(Op::AtMost, &[sum, constant]),
            FactKind::AtLeast => terms.app(Op::AtMost, &[constant, sum]),
            FactKind::Modulo(modulus) => {
                let modulus = terms.int(i128::from(modulus));
                let left = terms.app(Op::Mod, &[sum, modulus]);
                let right = terms.app(Op::Mod, &[constant, modulus]);
                terms.app(Op::Equal, &[left, right])
            }
        });
    }
}

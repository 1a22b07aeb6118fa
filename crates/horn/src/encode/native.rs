//! From a solution over lists and ghosts to a claim over strings.
//!
//! A length is the length of the string, and a state of a profile is told by which language the string is in. What a
//! formula says of lists is left out, so the claim says less than the solution; whoever believes it has checked it
//! against the clauses before they were encoded. So no encoding is trusted.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Budget, Exhausted};

use super::back::WayBack;
use crate::op::{Op, PredicateId};
use crate::regex::Regex;
use crate::solve::Solution;
use crate::sort::Sort;
use crate::system::{HornSystem, Language};
use crate::terms::{Term, TermId, Terms, Var};

impl WayBack {
    /// Over-approximates: what a solution says of the strings themselves. The system is the one before, with the terms and
    /// languages of the encoded one.
    ///
    /// # Errors
    /// [`Exhausted`] when a language outgrows the budget.
    pub fn claim(
        &self,
        system: &mut HornSystem,
        solution: &Solution,
        budget: &mut Budget,
    ) -> Result<Solution, Exhausted> {
        let mut claim = Solution::default();
        for (&id, &formula) in &self.solution(solution).definitions {
            let used: BTreeSet<Var> = system.terms.variables([formula]).into_keys().collect();
            let (by, lost) = self.meanings(system, id, &used, budget)?;
            let weaker = without(&mut system.terms, formula, &lost);
            let native = system.terms.substitute(&[weaker], &by)[0];
            claim.definitions.insert(id, native);
        }
        Ok(claim)
    }

    /// What the variables of a definition are in terms of strings, and which of them are lists.
    fn meanings(
        &self,
        system: &mut HornSystem,
        id: PredicateId,
        used: &BTreeSet<Var>,
        budget: &mut Budget,
    ) -> Result<(BTreeMap<Var, TermId>, BTreeSet<Var>), Exhausted> {
        let (mut by, mut lost) = (BTreeMap::new(), BTreeSet::new());
        let mut next = 0;
        for (at, &(sort, count)) in (0..).zip(&self.arguments[id.0 as usize]) {
            let old = system.terms.var(Var(at), sort);
            let mut own = (next..next + count as u32).map(Var);
            next += count as u32;
            if sort != Sort::Str {
                by.extend(own.map(|var| (var, old)));
                continue;
            }
            lost.extend(own.by_ref().take(usize::from(self.lists.is_some())));
            let length = system.terms.app(Op::Length, &[old]);
            by.extend(own.by_ref().take(usize::from(self.has_lengths)).map(|var| (var, length)));
            for (automaton, tracked) in self.tracked.iter().enumerate() {
                for state in 0..tracked.states() {
                    let var = own.next().expect("a string has a term for each state");
                    if used.contains(&var) {
                        by.insert(var, self.state_after(system, (automaton, state), old, budget)?);
                    }
                }
            }
        }
        Ok((by, lost))
    }

    /// The state of an automaton after a string, from a state on, as a choice by languages.
    fn state_after(
        &self,
        system: &mut HornSystem,
        (automaton, from): (usize, usize),
        string: TermId,
        budget: &mut Budget,
    ) -> Result<TermId, Exhausted> {
        let tracked = &self.tracked[automaton];
        let last = tracked.states() - 1;
        let mut chosen = system.terms.int(last as i128);
        for to in 0..last {
            let language = tracked.words(system.alphabet, [from, to], budget)?;
            let regex = Regex::of(&language, system.alphabet.last(), budget)?;
            let id = system.add_language(Language { automaton: language, regex });
            let (inside, here) = (system.terms.app(Op::In(id), &[string]), system.terms.int(to as i128));
            chosen = system.terms.app(Op::Ite, &[inside, here, chosen]);
        }
        Ok(chosen)
    }
}

/// Over-approximates: a formula without the tests in which some variables occur.
fn without(terms: &mut Terms, formula: TermId, lost: &BTreeSet<Var>) -> TermId {
    // For each part what it implies and what implies it, without the variables.
    let mut done: BTreeMap<TermId, [TermId; 2]> = BTreeMap::new();
    for id in terms.parts_of([formula]) {
        if terms.sort(id) != Sort::Bool {
            continue;
        }
        let term = terms.get(id).clone();
        let bounds = match &term {
            Term::App(Op::Not, parts) => {
                let [weak, strong] = done[&parts[0]];
                [terms.app(Op::Not, &[strong]), terms.app(Op::Not, &[weak])]
            }
            Term::App(op @ (Op::And | Op::Or), parts) => [0, 1].map(|side| {
                let parts: Vec<TermId> = parts.iter().map(|part| done[part][side]).collect();
                terms.app(*op, &parts)
            }),
            Term::App(Op::Ite, parts) => [0, 1].map(|side| {
                let [condition, one, other] = [0, 1, 2].map(|part| done[&parts[part]]);
                let holds = terms.app(Op::And, &[condition[side], one[side]]);
                let fails = terms.app(Op::Not, &[condition[1 - side]]);
                let fails = terms.app(Op::And, &[fails, other[side]]);
                terms.app(Op::Or, &[holds, fails])
            }),
            Term::Var(..)
            | Term::Int(_)
            | Term::Bool(_)
            | Term::Word(_)
            | Term::Bits { .. }
            | Term::App(..) => {
                if terms.variables([id]).keys().any(|var| lost.contains(var)) {
                    [terms.truth(true), terms.truth(false)]
                } else {
                    [id, id]
                }
            }
        };
        done.insert(id, bounds);
    }
    done[&formula][0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Value, evaluate};
    use automata::Alphabet;

    #[test]
    fn what_is_left_is_implied_whatever_the_variable_is() {
        let mut system = HornSystem::new(Alphabet::BYTE);
        let terms = &mut system.terms;
        let [p, q, r] = [0, 1, 2].map(|at| terms.var(Var(at), Sort::Bool));
        let not = terms.app(Op::Not, &[r]);
        let inner = terms.app(Op::Or, &[p, not]);
        let choice = terms.app(Op::Ite, &[r, q, inner]);
        let refused = terms.app(Op::Not, &[choice]);
        let both = terms.app(Op::And, &[q, refused]);
        for formula in [inner, choice, refused, both] {
            let weaker = without(&mut system.terms, formula, &BTreeSet::from([Var(2)]));
            assert!(!system.terms.variables([weaker]).contains_key(&Var(2)));
            for bits in 0..8_u32 {
                let values = [0, 1, 2].map(|at| (Var(at), Value::Bool(bits >> at & 1 == 1)));
                let values = BTreeMap::from(values);
                let said = evaluate(&system, &[formula, weaker], &values).expect("all is given");
                assert!(said[0] == Value::Bool(false) || said[1] == Value::Bool(true));
            }
        }
    }
}

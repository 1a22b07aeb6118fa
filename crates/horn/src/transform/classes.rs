//! Characters that no clause tells apart as one: the same system over fewer characters.
//!
//! Exact where it applies. Characters are of one class when each language of the clauses treats them alike and no constant
//! has them. Putting classes in the place of characters keeps concatenations, slices, lengths, memberships and equalities
//! that must hold, so that a derivation over characters becomes one over classes; putting a character of each class back
//! keeps everything. An inequality between strings may be lost on the first way, and codes, order and digits mean
//! something else, so a system with these stays as it is.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Alphabet, Automaton, Budget, Exhausted, Nfa, StateId, Symbol, SymbolSet};

use crate::op::{LanguageId, Op};
use crate::regex::Regex;
use crate::solve::{Derivation, Solution};
use crate::sort::Sort;
use crate::system::{Clause, HornSystem, Language};
use crate::terms::{Term, TermId};
use crate::value::Value;

/// The classes of characters of a system, by their numbers.
#[derive(Clone, Debug)]
pub struct Classes {
    alphabet: Alphabet,
    sets: Vec<SymbolSet>,
}

/// Exact: the system over classes of characters, and the classes; `None` where it tells characters apart otherwise.
///
/// # Errors
/// [`Exhausted`] when a language outgrows the budget.
pub fn to_classes(
    system: &HornSystem,
    budget: &mut Budget,
) -> Result<Option<(HornSystem, Classes)>, Exhausted> {
    if !system.data.is_empty() || !system.clauses.iter().all(|clause| keeps_classes(system, clause)) {
        return Ok(None);
    }
    let classes = Classes::of(system, budget)?;
    let mut small = system.clone();
    small.alphabet = classes.small();
    small.languages.clear();
    let mut moved: BTreeMap<LanguageId, LanguageId> = BTreeMap::new();
    for id in used(system) {
        let language = classes.forward(&system.language(id).automaton, budget)?;
        moved.insert(id, add(&mut small, language, budget)?);
    }
    for at in 0..small.clauses.len() {
        let clause = small.clauses[at].clone();
        let terms = small.terms.rebuild(&clause.terms(), |terms, term| match term {
            Term::Word(word) => {
                let word: Vec<Symbol> = word.iter().map(|symbol| classes.class(*symbol)).collect();
                Some(terms.word(&word))
            }
            Term::App(Op::In(id), parts) => Some(terms.app(Op::In(moved[id]), parts)),
            Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Bits { .. } | Term::App(..) => None,
        });
        small.clauses[at] = clause.with_terms(clause.variables.clone(), &terms);
    }
    Ok(Some((small, classes)))
}

/// Whether a clause means the same over classes.
fn keeps_classes(system: &HornSystem, clause: &Clause) -> bool {
    let terms = &system.terms;
    let asserted: BTreeSet<TermId> = match terms.get(clause.constraint) {
        Term::App(Op::And, parts) => parts.iter().copied().collect(),
        Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
            BTreeSet::from([clause.constraint])
        }
    };
    let is_word = |part: TermId| matches!(terms.get(part), Term::Word(_));
    terms.parts_of(clause.terms()).into_iter().all(|part| {
        let Term::App(op, parts) = terms.get(part) else { return true };
        match op {
            Op::Equal => {
                terms.sort(parts[0]) != Sort::Str
                    || asserted.contains(&part)
                    || parts.iter().any(|part| is_word(*part))
            }
            Op::PrefixOf | Op::SuffixOf => asserted.contains(&part) || is_word(parts[0]),
            Op::Contains => asserted.contains(&part) || is_word(parts[1]),
            Op::IndexOf | Op::LastIndexOf | Op::Replace | Op::ReplaceAll => is_word(parts[1]),
            Op::Not
            | Op::And
            | Op::Or
            | Op::Ite
            | Op::Add
            | Op::Times
            | Op::Div
            | Op::Mod
            | Op::Less
            | Op::AtMost
            | Op::Concat
            | Op::Length
            | Op::At
            | Op::Substring
            | Op::In(_)
            | Op::Reverse
            | Op::Repeat
            | Op::IntBits(_) => true,
            Op::Holds(_)
            | Op::ToInt
            | Op::FromInt
            | Op::ToCode
            | Op::FromCode
            | Op::StrLess
            | Op::StrAtMost
            | Op::BitsLess
            | Op::BitsAtMost
            | Op::Construct(_)
            | Op::Select(..)
            | Op::Is(_)
            | Op::Apply(_)
            | Op::Numeral(_)
            | Op::Parse(_) => false,
        }
    })
}

/// The languages that clauses speak of.
fn used(system: &HornSystem) -> BTreeSet<LanguageId> {
    let roots = system.clauses.iter().flat_map(Clause::terms);
    let languages =
        system.terms.parts_of(roots).into_iter().filter_map(|part| match system.terms.get(part) {
            Term::App(Op::In(id), _) => Some(*id),
            Term::Var(..)
            | Term::Int(_)
            | Term::Bool(_)
            | Term::Word(_)
            | Term::Bits { .. }
            | Term::App(..) => None,
        });
    languages.collect()
}

fn add(system: &mut HornSystem, automaton: Automaton, budget: &mut Budget) -> Result<LanguageId, Exhausted> {
    let regex = Regex::of(&automaton, system.alphabet.last(), budget)?;
    Ok(system.add_language(Language { automaton, regex }))
}

impl Classes {
    /// The classes of a system: what behaves alike in all languages, and each character of a constant by itself.
    fn of(system: &HornSystem, budget: &mut Budget) -> Result<Classes, Exhausted> {
        let mut alone: BTreeSet<Symbol> = BTreeSet::new();
        for part in system.terms.parts_of(system.clauses.iter().flat_map(Clause::terms)) {
            if let Term::Word(word) = system.terms.get(part) {
                alone.extend(word.iter());
            }
        }
        let languages: Vec<&Automaton> =
            used(system).into_iter().map(|id| &system.language(id).automaton).collect();
        let mut starts: BTreeSet<Symbol> = BTreeSet::from([0]);
        starts.extend(alone.iter().flat_map(|symbol| [*symbol, symbol + 1]));
        for language in &languages {
            for edge in language.states().flat_map(|state| language.edges(state)) {
                starts.extend([edge.lo, edge.hi + 1]);
            }
        }
        starts.retain(|start| *start <= system.alphabet.last());
        let ends = starts.iter().skip(1).map(|next| next - 1).chain([system.alphabet.last()]);
        let mut by_behaviour: BTreeMap<(Option<Symbol>, Vec<Option<StateId>>), SymbolSet> = BTreeMap::new();
        for (&lo, hi) in starts.iter().zip(ends) {
            let targets = languages
                .iter()
                .flat_map(|language| language.states().map(move |state| target(language, state, lo)));
            let behaviour = (alone.contains(&lo).then_some(lo), targets.collect::<Vec<_>>());
            budget.spend(1 + behaviour.1.len() as u64)?;
            let known = by_behaviour.entry(behaviour).or_insert_with(|| SymbolSet::from_ranges([]));
            *known = known.union(&SymbolSet::range(lo, hi));
        }
        Ok(Classes { alphabet: system.alphabet, sets: by_behaviour.into_values().collect() })
    }

    /// The alphabet of class numbers.
    fn small(&self) -> Alphabet {
        Alphabet::up_to(self.sets.len() as Symbol - 1)
    }

    fn class(&self, symbol: Symbol) -> Symbol {
        let at = self.sets.iter().position(|set| set.contains(symbol));
        at.expect("every character has a class") as Symbol
    }

    /// A character of a class: the first one.
    fn character(&self, class: Symbol) -> Symbol {
        self.sets[class as usize].ranges()[0].0
    }

    /// Exact: the words of classes whose characters make words of a language.
    fn forward(&self, language: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        relabelled(language, self.small(), budget, |edge_lo, edge_hi| {
            let members = (0..).zip(&self.sets).filter(|(_, set)| {
                let first = set.ranges()[0].0;
                (edge_lo..=edge_hi).contains(&first)
            });
            SymbolSet::from_ranges(members.map(|(class, _)| (class, class)))
        })
    }

    /// Exact: the words whose classes make words of a language.
    fn backward(&self, language: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        relabelled(language, self.alphabet, budget, |lo, hi| {
            let sets = self.sets[lo as usize..=hi as usize].iter();
            sets.fold(SymbolSet::from_ranges([]), |all, set| all.union(set))
        })
    }

    /// Exact: a solution of the system over classes as one of the system before; `None` when it speaks of constants.
    ///
    /// # Errors
    /// [`Exhausted`] when a language outgrows the budget.
    pub fn solution(
        &self,
        system: &mut HornSystem,
        (small, solution): (&HornSystem, &Solution),
        budget: &mut Budget,
    ) -> Result<Option<Solution>, Exhausted> {
        let mut done: BTreeMap<TermId, TermId> = BTreeMap::new();
        for id in small.terms.parts_of(solution.definitions.values().copied()) {
            let new = match small.terms.get(id) {
                Term::Word(_) => return Ok(None),
                Term::App(Op::In(language), parts) => {
                    let language = self.backward(&small.language(*language).automaton, budget)?;
                    let language = add(system, language, budget)?;
                    system.terms.app(Op::In(language), &[done[&parts[0]]])
                }
                Term::App(op, parts) => {
                    let parts: Vec<TermId> = parts.iter().map(|part| done[part]).collect();
                    system.terms.app(*op, &parts)
                }
                other @ (Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Bits { .. }) => {
                    system.terms.add(other.clone())
                }
            };
            done.insert(id, new);
        }
        let definitions = solution.definitions.iter().map(|(id, formula)| (*id, done[formula]));
        Ok(Some(Solution { definitions: definitions.collect() }))
    }

    /// Exact: a derivation over classes with a character of each class in its place.
    #[must_use]
    pub fn derivation(&self, mut derivation: Derivation) -> Derivation {
        for value in derivation.facts.iter_mut().flat_map(|fact| &mut fact.values) {
            if let Value::Str(word) = value {
                word.iter_mut().for_each(|symbol| *symbol = self.character(*symbol));
            }
        }
        derivation
    }
}

fn target(language: &Automaton, state: StateId, symbol: Symbol) -> Option<StateId> {
    let edge = language.edges(state).iter().find(|edge| (edge.lo..=edge.hi).contains(&symbol));
    edge.map(|edge| edge.target)
}

/// Exact: the words of an automaton with other characters on its edges.
pub(crate) fn relabelled(
    language: &Automaton,
    alphabet: Alphabet,
    budget: &mut Budget,
    label: impl Fn(Symbol, Symbol) -> SymbolSet,
) -> Result<Automaton, Exhausted> {
    let mut nfa = Nfa::new(alphabet);
    let states: Vec<StateId> = language.states().map(|_| nfa.add_state()).collect();
    for (state, &new) in language.states().zip(&states) {
        if language.accepts_at(state) {
            nfa.set_accepting(new);
        }
        for edge in language.edges(state) {
            nfa.add_symbols(new, &label(edge.lo, edge.hi), states[edge.target.index()]);
        }
    }
    states.first().into_iter().for_each(|start| nfa.add_start(*start));
    nfa.determinize(budget)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inductive::inductive;
    use crate::profiles::laws::{Fragment, random};
    use crate::profiles::{Answer, solve};
    use crate::smt::parse;

    fn budget() -> Budget {
        Budget::steps(3_000_000)
    }

    #[test]
    fn characters_of_constants_stay_apart_and_others_fall_together() {
        let text = "(set-logic HORN)\n(declare-fun p (String) Bool)\n\
            (assert (forall ((x String)) (=> (str.in_re x (re.* (re.range \"c\" \"z\"))) (p x))))\n\
            (assert (forall ((x String)) (=> (p x) (p (str.++ x \"ab\")))))\n\
            (assert (forall ((x String)) (=> (and (p x) (str.contains x \"ba\")) false)))\n(check-sat)\n";
        let system = parse(text, &mut budget()).expect("it parses");
        let (small, classes) = to_classes(&system, &mut budget()).expect("small").expect("it applies");
        // The letters a and b, those from c to z, and the rest.
        assert_eq!(small.alphabet.last(), 3);
        let letters = ['a', 'b', 'c', 'z', '!', '~'].map(|letter| classes.class(letter.into()));
        assert!(letters[2] == letters[3] && letters[4] == letters[5]);
        assert_eq!(BTreeSet::from(letters).len(), 4);
    }

    #[test]
    fn strings_that_must_differ_and_codes_keep_all_characters() {
        for condition in ["(not (= x y))", "(str.< x y)", "(= (str.to_code x) 7)", "(or (= x y) (= x \"a\"))"]
        {
            let text = format!(
                "(set-logic HORN)\n(declare-fun p (String) Bool)\n\
                 (assert (forall ((x String) (y String)) (=> {condition} (p x))))\n\
                 (assert (forall ((x String)) (=> (p x) false)))\n(check-sat)\n"
            );
            let system = parse(&text, &mut budget()).expect("it parses");
            assert!(to_classes(&system, &mut budget()).expect("small").is_none(), "{condition}");
        }
    }

    #[test]
    fn random_systems_are_as_safe_over_classes() {
        let (mut safe, mut violated, mut checked) = (0, 0, 0);
        for seed in 0..600 {
            let mut system = random(seed, if seed % 3 == 0 { Fragment::Any } else { Fragment::Exact });
            let Ok(Some((mut small, classes))) = to_classes(&system, &mut budget()) else { continue };
            assert!(small.alphabet.last() < 4, "seed {seed}");
            match (solve(&system, &mut budget()), solve(&small, &mut budget())) {
                (Ok(Answer::Safe { .. }), Ok(Answer::Unsafe(_)))
                | (Ok(Answer::Unsafe(_)), Ok(Answer::Safe { .. })) => panic!("seed {seed} is changed"),
                (Ok(Answer::Unsafe(_)), Ok(Answer::Unsafe(_))) => violated += 1,
                (Ok(Answer::Safe { .. }), Ok(Answer::Safe { invariant, .. })) => {
                    safe += 1;
                    let found = invariant.solution(&mut small, &mut budget()).expect("small");
                    let mut back = classes.solution(&mut system, (&small, &found), &mut budget());
                    if let Ok(Some(solution)) = &mut back
                        && inductive(&small, &found, &mut budget()) == Ok(true)
                    {
                        checked += 1;
                        assert_eq!(inductive(&system, solution, &mut budget()), Ok(true), "seed {seed}");
                    }
                }
                _ => {}
            }
        }
        assert!(
            safe > 50 && violated > 50 && checked > 20,
            "{safe} safe, {violated} violated, {checked} checked"
        );
    }
}

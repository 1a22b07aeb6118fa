//! A simpler language that agrees with a given one wherever it matters.
//!
//! When `L = S ∩ care` and *care* can be said in a few words (a length, a word not contained), `S` may be
//! much simpler than `L`: outside *care* it may do what it likes. For lengths up to a bound, `S` is the
//! cover automaton of [CSY01]: each state is replaced by the first one, in breadth-first order, that it
//! cannot be told from within *care*. That relation is not transitive, so for other kinds of *care* this is
//! a guess, and the result is compared before it is returned.

use std::collections::HashMap;

use crate::budget::{Budget, Exhausted};
use crate::symbols::{Symbol, SymbolSet};
use crate::words::{Automaton, Nfa, StateId};

/// Larger products are not searched: that is quadratic.
const MOST_STATES: usize = 600;

/// Exact on `care`: a language `S` with `S ∩ care = automaton`, often simpler than `automaton`, which must lie
/// within `care`; `None` when the product of the two is too large or no such language was found.
///
/// # Errors
/// [`Exhausted`] when the search outgrows the budget.
pub(super) fn relax(
    automaton: &Automaton,
    care: &Automaton,
    budget: &mut Budget,
) -> Result<Option<Automaton>, Exhausted> {
    let Some(product) = Product::of(automaton, care, budget)? else { return Ok(None) };
    let apart = product.told_apart(budget)?;
    let count = product.verdicts.len();
    let mut kept: Vec<usize> = Vec::new();
    let mut stands_for: Vec<usize> = Vec::with_capacity(count);
    for state in 0..count {
        budget.spend(kept.len() as u64)?;
        let place = kept.iter().copied().find(|&place| !apart[place * count + state]);
        if place.is_none() {
            kept.push(state);
        }
        stands_for.push(place.unwrap_or(state));
    }
    let simple = product.merged(automaton, &kept, &stands_for, budget)?;
    Ok((simple.intersection(care, budget)? == *automaton).then_some(simple))
}

/// Pairs of a state of the automaton (or none) and a state of *care*, numbered breadth first. Where *care*
/// has no way to go on nothing is required, and there is no pair.
struct Product {
    classes: Vec<SymbolSet>,
    /// By pair, then by class.
    next: Vec<Vec<Option<usize>>>,
    /// Whether a pair must accept, must not, or may do either.
    verdicts: Vec<Option<bool>>,
}

impl Product {
    fn of(
        automaton: &Automaton,
        care: &Automaton,
        budget: &mut Budget,
    ) -> Result<Option<Product>, Exhausted> {
        let classes = classes(automaton, care, budget)?;
        let mut product = Product { classes, next: Vec::new(), verdicts: Vec::new() };
        let first = (Some(StateId::START), StateId::START);
        let mut pairs = vec![first];
        let mut index = HashMap::from([(first, 0)]);
        while let Some(&(left, right)) = pairs.get(product.next.len()) {
            if pairs.len() > MOST_STATES {
                return Ok(None);
            }
            budget.spend(product.classes.len() as u64)?;
            let accepted = left.is_some_and(|left| automaton.accepts_at(left));
            product.verdicts.push(care.accepts_at(right).then_some(accepted));
            let mut row = Vec::with_capacity(product.classes.len());
            for class in &product.classes {
                let symbol = class.ranges()[0].0;
                row.push(care.step(right, symbol).map(|right| {
                    let pair = (left.and_then(|left| automaton.step(left, symbol)), right);
                    *index.entry(pair).or_insert_with(|| {
                        pairs.push(pair);
                        pairs.len() - 1
                    })
                }));
            }
            product.next.push(row);
        }
        Ok(Some(product))
    }

    /// For each two pairs, whether some word of *care* behind both is accepted behind one only.
    fn told_apart(&self, budget: &mut Budget) -> Result<Vec<bool>, Exhausted> {
        let count = self.verdicts.len();
        let mut before: Vec<Vec<Vec<usize>>> = vec![vec![Vec::new(); count]; self.classes.len()];
        for (state, row) in self.next.iter().enumerate() {
            for (class, target) in row.iter().enumerate() {
                if let Some(target) = target {
                    before[class][*target].push(state);
                }
            }
        }
        let mut apart = vec![false; count * count];
        let mut todo = Vec::new();
        for p in 0..count {
            budget.spend(count as u64)?;
            for q in 0..count {
                if matches!((self.verdicts[p], self.verdicts[q]), (Some(x), Some(y)) if x != y) {
                    apart[p * count + q] = true;
                    todo.push((p, q));
                }
            }
        }
        while let Some((p, q)) = todo.pop() {
            for sources in &before {
                budget.spend((sources[p].len() * sources[q].len()) as u64)?;
                for &p in &sources[p] {
                    for &q in &sources[q] {
                        if !std::mem::replace(&mut apart[p * count + q], true) {
                            todo.push((p, q));
                        }
                    }
                }
            }
        }
        Ok(apart)
    }

    /// The language of the kept pairs. What is free in all that one stands for accepts nothing.
    fn merged(
        &self,
        like: &Automaton,
        kept: &[usize],
        stands_for: &[usize],
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let mut nfa = Nfa::new(like.alphabet());
        let mut places: Vec<Option<StateId>> = vec![None; stands_for.len()];
        for &state in kept {
            places[state] = Some(nfa.add_state());
        }
        let place = |state: usize| places[stands_for[state]].expect("a pair stands for a kept one");
        nfa.add_start(place(0));
        let mut decided = vec![vec![false; self.classes.len()]; stands_for.len()];
        for state in 0..stands_for.len() {
            budget.spend(self.classes.len() as u64)?;
            if self.verdicts[state] == Some(true) {
                nfa.set_accepting(place(state));
            }
            for (class, target) in self.next[state].iter().enumerate() {
                // The first of those that a pair stands for decides: it has the longest way to go.
                if let Some(target) = target
                    && !std::mem::replace(&mut decided[stands_for[state]][class], true)
                {
                    nfa.add_symbols(place(state), &self.classes[class], place(*target));
                }
            }
        }
        nfa.determinize(budget)
    }
}

/// The characters grouped by what they do in either automaton.
fn classes(
    automaton: &Automaton,
    care: &Automaton,
    budget: &mut Budget,
) -> Result<Vec<SymbolSet>, Exhausted> {
    let all = automaton.alphabet().all();
    let mut bounds: Vec<Symbol> = all.ranges().iter().flat_map(|&(lo, hi)| [lo, hi + 1]).collect();
    for language in [automaton, care] {
        for edge in language.states().flat_map(|state| language.edges(state)) {
            bounds.extend([edge.lo, edge.hi + 1]);
        }
    }
    bounds.sort_unstable();
    bounds.dedup();
    let mut index: HashMap<Vec<Option<StateId>>, usize> = HashMap::new();
    let mut ranges: Vec<Vec<(Symbol, Symbol)>> = Vec::new();
    for pair in bounds.windows(2).filter(|pair| all.contains(pair[0])) {
        budget.spend((automaton.state_count() + care.state_count()) as u64)?;
        let column = automaton.states().map(|state| automaton.step(state, pair[0]));
        let column = column.chain(care.states().map(|state| care.step(state, pair[0]))).collect();
        let at = *index.entry(column).or_insert(ranges.len());
        if at == ranges.len() {
            ranges.push(Vec::new());
        }
        ranges[at].push((pair[0], pair[1] - 1));
    }
    Ok(ranges.into_iter().map(SymbolSet::from_ranges).collect())
}

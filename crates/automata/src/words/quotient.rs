//! Quotients: what must be put after, or before, a word of one language to get a word of another.
//!
//! Both walk the reachable pairs of states. The right quotient keeps the automaton and changes only which
//! states accept, so it needs no subset construction.

use std::collections::{BTreeSet, HashMap};

use super::automaton::Automaton;
use super::boolean::Overlay;
use super::minimize;
use super::nfa::Nfa;
use super::table::{StateId, TableBuilder};
use crate::budget::{Budget, Exhausted};

impl Automaton {
    /// Exact: the words v such that u v is in this language for some u in `prefixes`.
    ///
    /// # Errors
    /// [`Exhausted`] when the product or the subset construction outgrows the budget.
    pub fn left_quotient(&self, prefixes: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        self.expect_alphabet_of(prefixes);
        let pairs = Pairs::reachable(self, prefixes, [StateId::START], budget)?;
        let ends = pairs.order.iter().filter(|&&(_, beside)| prefixes.accepts_at(beside));
        let starts: BTreeSet<StateId> = ends.map(|&(state, _)| state).collect();
        if let (Some(&only), 1) = (starts.first(), starts.len()) {
            return self.behind(only, budget);
        }
        let mut nfa = Nfa::new(self.alphabet());
        let copy = nfa.add_table(self.table());
        starts.iter().for_each(|&state| nfa.add_start(copy.plus(state)));
        self.accepting_states().for_each(|state| nfa.set_accepting(copy.plus(state)));
        nfa.determinize(budget)
    }

    /// Exact: the words u such that u v is in this language for some v in `suffixes`.
    ///
    /// # Errors
    /// [`Exhausted`] when the product outgrows the budget.
    pub fn right_quotient(&self, suffixes: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        self.expect_alphabet_of(suffixes);
        if *suffixes == Automaton::epsilon(self.alphabet()) {
            return Ok(self.clone());
        }
        let pairs = Pairs::reachable(self, suffixes, self.states(), budget)?;
        let accepting =
            pairs.lead_to(|(state, beside)| self.accepts_at(state) && suffixes.accepts_at(beside));
        let mut builder = TableBuilder::new(self.alphabet());
        for state in self.states() {
            self.edges(state).iter().for_each(|edge| builder.edge(edge.lo, edge.hi, edge.target));
            builder.finish_state(accepting[pairs.index[&(state, StateId::START)]]);
        }
        minimize::canonical(&builder.build(), budget)
    }

    /// Exact: the words that lead from a state to acceptance. States that differ still do, so only their numbers are new.
    fn behind(&self, start: StateId, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        if start == StateId::START {
            return Ok(self.clone());
        }
        let mut number: Vec<Option<StateId>> = vec![None; self.state_count()];
        number[start.index()] = Some(StateId::START);
        let mut order = vec![start];
        let mut builder = TableBuilder::new(self.alphabet());
        let mut at = 0;
        while let Some(&state) = order.get(at) {
            budget.spend(1 + self.edges(state).len() as u64)?;
            for edge in self.edges(state) {
                let target = *number[edge.target.index()].get_or_insert_with(|| {
                    order.push(edge.target);
                    StateId(order.len() as u32 - 1)
                });
                builder.edge(edge.lo, edge.hi, target);
            }
            builder.finish_state(self.accepts_at(state));
            at += 1;
        }
        Ok(Automaton::from_canonical(builder.build()))
    }
}

/// The pairs of states reachable from some states of one automaton beside the start of another.
struct Pairs {
    order: Vec<(StateId, StateId)>,
    index: HashMap<(StateId, StateId), usize>,
    /// (from, to), by position in `order`.
    moves: Vec<(usize, usize)>,
}

impl Pairs {
    fn reachable(
        left: &Automaton,
        right: &Automaton,
        starts: impl IntoIterator<Item = StateId>,
        budget: &mut Budget,
    ) -> Result<Pairs, Exhausted> {
        let order: Vec<_> = starts.into_iter().map(|state| (state, StateId::START)).collect();
        let index = order.iter().copied().zip(0..).collect();
        let mut pairs = Pairs { order, index, moves: Vec::new() };
        let mut at = 0;
        while let Some(&(p, q)) = pairs.order.get(at) {
            budget.spend((left.edges(p).len() + right.edges(q).len()) as u64 + 1)?;
            for (_, _, p, q) in Overlay::new(left.edges(p), right.edges(q)) {
                let Some(pair) = p.zip(q) else { continue };
                let to = *pairs.index.entry(pair).or_insert(pairs.order.len());
                if to == pairs.order.len() {
                    pairs.order.push(pair);
                }
                pairs.moves.push((at, to));
            }
            at += 1;
        }
        Ok(pairs)
    }

    /// For each pair whether moves lead from it to one that `good` accepts.
    fn lead_to(&self, good: impl Fn((StateId, StateId)) -> bool) -> Vec<bool> {
        let mut sources = vec![Vec::new(); self.order.len()];
        self.moves.iter().for_each(|&(from, to)| sources[to].push(from));
        let mut leads: Vec<bool> = self.order.iter().map(|&pair| good(pair)).collect();
        let mut stack: Vec<usize> = (0..leads.len()).filter(|&at| leads[at]).collect();
        while let Some(at) = stack.pop() {
            for &from in &sources[at] {
                if !std::mem::replace(&mut leads[from], true) {
                    stack.push(from);
                }
            }
        }
        leads
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regex::{Dialect, Flags, Regex};
    use crate::symbols::{Alphabet, Symbol};

    #[test]
    fn a_quotient_by_one_word_is_canonical() {
        let mut budget = Budget::steps(1_000_000);
        let language = |pattern: &str, budget: &mut Budget| {
            let regex = Regex::parse(pattern, Dialect::Own, Flags::default()).expect("it is well formed");
            regex.full_match(Alphabet::BYTE, budget).expect("it is small")
        };
        let rests = [
            ("a(b|cd)*", "ac", "d(b|cd)*"),
            ("(ab|ba|a)*c", "ab", "(ab|ba|a)*c|a(ab|ba|a)*c"),
            ("x[0-9]{2,4}", "x1", "[0-9]{1,3}"),
            ("ab", "", "ab"),
            ("ab", "ab", ""),
            ("ab", "b", "[]"),
        ];
        for (whole, word, rest) in rests {
            let word: Vec<Symbol> = word.bytes().map(Symbol::from).collect();
            let word = Automaton::literal(Alphabet::BYTE, &word);
            let found = language(whole, &mut budget).left_quotient(&word, &mut budget).expect("it is small");
            let expected = match rest {
                "[]" => Automaton::empty(Alphabet::BYTE),
                rest => language(rest, &mut budget),
            };
            assert_eq!(found, expected, "{whole}");
        }
    }
}

//! Smaller graphs with the same words.
//!
//! Products of graphs that say nearly the same of a string grow with each factor. States from which the same steps lead to
//! the same states are one state: that is seen by refining a partition until it is stable, after jumps without a
//! character have been taken together. No word is won or lost, and nothing is determinised.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Budget, Exhausted, Symbol};

use crate::graph::{Graph, State};

/// Smaller graphs are left as they are.
const LARGE: usize = 24;

/// Where steps lead from a state, as classes of a partition: whether it accepts, and characters with their targets.
type Steps = (bool, Vec<(Symbol, Symbol, usize)>);

impl Graph {
    /// Exact: a graph with the same words, and often fewer states.
    ///
    /// # Errors
    /// [`Exhausted`] when the work outgrows the budget.
    pub(crate) fn reduced(self, budget: &mut Budget) -> Result<Graph, Exhausted> {
        if self.states.len() <= LARGE {
            return Ok(self);
        }
        let plain = self.without_jumps(budget)?;
        let mut classes: Vec<usize> = plain.states.iter().map(|state| usize::from(state.accepts)).collect();
        let mut count = 0;
        loop {
            let mut numbers: BTreeMap<(usize, Steps), usize> = BTreeMap::new();
            let mut refined = Vec::with_capacity(classes.len());
            for (at, state) in plain.states.iter().enumerate() {
                budget.spend(state.edges.len() as u64 + 1)?;
                let next = numbers.len();
                refined.push(*numbers.entry((classes[at], steps(state, &classes))).or_insert(next));
            }
            let stable = numbers.len() == count;
            count = numbers.len();
            classes = refined;
            if stable {
                return Ok(plain.quotient(&classes, count));
            }
        }
    }

    /// The same words without jumps: each state has the edges of all that it jumps to.
    fn without_jumps(&self, budget: &mut Budget) -> Result<Graph, Exhausted> {
        let mut states = Vec::with_capacity(self.states.len());
        for at in 0..self.states.len() {
            let (mut seen, mut open) = (BTreeSet::from([at]), vec![at]);
            let mut own = State::default();
            while let Some(here) = open.pop() {
                let state = &self.states[here];
                budget.spend((state.edges.len() + state.epsilons.len()) as u64 + 1)?;
                own.accepts |= state.accepts;
                own.edges.extend(&state.edges);
                open.extend(state.epsilons.iter().copied().filter(|&target| seen.insert(target)));
            }
            states.push(own);
        }
        Ok(Graph { states })
    }

    /// The graph of the classes that its start leads to.
    fn quotient(&self, classes: &[usize], count: usize) -> Graph {
        let mut first: Vec<Option<usize>> = vec![None; count];
        for (at, &class) in classes.iter().enumerate() {
            first[class].get_or_insert(at);
        }
        let (mut numbers, mut order) = (BTreeMap::from([(classes[0], 0)]), vec![classes[0]]);
        let mut states = Vec::new();
        while let Some(&class) = order.get(states.len()) {
            let state = &self.states[first[class].unwrap_or(0)];
            let (accepts, leads) = steps(state, classes);
            let mut edges = Vec::with_capacity(leads.len());
            for (lo, hi, target) in leads {
                let next = numbers.len();
                let number = *numbers.entry(target).or_insert(next);
                if number == next {
                    order.push(target);
                }
                edges.push((lo, hi, number));
            }
            states.push(State { accepts, edges, epsilons: Vec::new() });
        }
        Graph { states }
    }
}

/// The steps from a state, with characters that lie side by side together.
fn steps(state: &State, classes: &[usize]) -> Steps {
    let mut by_target: BTreeMap<usize, Vec<(Symbol, Symbol)>> = BTreeMap::new();
    for &(lo, hi, target) in &state.edges {
        by_target.entry(classes[target]).or_default().push((lo, hi));
    }
    let mut edges = Vec::new();
    for (target, mut ranges) in by_target {
        ranges.sort_unstable();
        let mut joined: Vec<(Symbol, Symbol)> = Vec::new();
        for (lo, hi) in ranges {
            match joined.last_mut() {
                Some(last) if lo <= last.1.saturating_add(1) => last.1 = last.1.max(hi),
                Some(_) | None => joined.push((lo, hi)),
            }
        }
        edges.extend(joined.into_iter().map(|(lo, hi)| (lo, hi, target)));
    }
    (state.accepts, edges)
}

#[cfg(test)]
mod tests {
    use ir::dice::Dice;

    use super::*;

    /// A graph of random words and classes, put together in random ways until it is large.
    fn random(dice: &mut Dice) -> Graph {
        let mut graph = Graph::word(&[]);
        while graph.states.len() <= LARGE {
            let symbol = |dice: &mut Dice| 97 + dice.below(2) as Symbol;
            let piece = if dice.one_in(2) {
                Graph::word(&[symbol(dice), symbol(dice)])
            } else {
                Graph::class(&[(97, symbol(dice))])
            };
            graph = if dice.one_in(2) {
                Graph::union(vec![graph, piece])
            } else {
                Graph::concat(vec![graph, piece])
            };
            if dice.one_in(3) {
                let (from, to) =
                    (dice.below(graph.states.len() as u32), dice.below(graph.states.len() as u32));
                graph.states[from as usize].epsilons.push(to as usize);
            }
        }
        graph
    }

    fn accepts(graph: &Graph, word: &[Symbol]) -> bool {
        let close = |mut open: Vec<usize>| {
            let mut seen: BTreeSet<usize> = open.iter().copied().collect();
            while let Some(at) = open.pop() {
                open.extend(graph.states[at].epsilons.iter().copied().filter(|&next| seen.insert(next)));
            }
            seen
        };
        let mut here = close(vec![0]);
        for &symbol in word {
            let edges = here.iter().flat_map(|&at| &graph.states[at].edges);
            let next = edges.filter(|&&(lo, hi, _)| lo <= symbol && symbol <= hi).map(|edge| edge.2);
            here = close(next.collect());
        }
        here.iter().any(|&at| graph.states[at].accepts)
    }

    #[test]
    fn a_reduced_graph_has_the_same_words() {
        let words = (0..7u32).flat_map(|length| {
            (0..1u32 << length).map(move |bits| (0..length).map(|at| 97 + (bits >> at & 1)).collect())
        });
        let words: Vec<Vec<Symbol>> = words.collect();
        let (mut smaller, mut told) = (0, 0);
        for seed in 0..300 {
            let graph = random(&mut Dice::new(seed));
            let reduced = graph.clone().reduced(&mut Budget::steps(1_000_000)).expect("it is small");
            smaller += usize::from(reduced.states.len() < graph.states.len());
            for word in &words {
                let expected = accepts(&graph, word);
                assert_eq!(accepts(&reduced, word), expected, "seed {seed}: {word:?}");
                told += usize::from(expected);
            }
        }
        assert!(smaller > 200 && told > 1_000, "{smaller} and {told}");
    }
}

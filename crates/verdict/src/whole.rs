//! From slices back to what they are slices of, and the words that two graphs share.
//!
//! A word has its slice in a language when it is long enough and the characters there are a word of it; or when it
//! ends within the slice and its rest from the start of the slice is one; or when it ends before, and the empty
//! word is one.

use automata::{Alphabet, Budget, Exhausted, LengthSet};
use ir::StrVar;

use crate::build::Growing;
use crate::graph::Graph;
use crate::parts::Place;

/// The two sides of a string at a place.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    pub(crate) whole: StrVar,
    pub(crate) place: Place,
    pub(crate) before: Graph,
    pub(crate) after: Graph,
    /// Whether anything but the whole was known.
    pub(crate) informed: bool,
}

impl Graph {
    /// The words whose slice from `from` to before `to`, or to the end, is a word of this graph.
    ///
    /// # Errors
    /// [`Exhausted`] when a product outgrows the budget.
    pub(crate) fn wholes(
        &self,
        alphabet: Alphabet,
        (from, to): (u64, Option<u64>),
        budget: &mut Budget,
    ) -> Result<Graph, Exhausted> {
        let any = Graph::meet(alphabet, &[], budget)?;
        let of_length = |lengths: &LengthSet, budget: &mut Budget| any.restricted(lengths, budget);
        let before = of_length(&LengthSet::exactly(from), budget)?;
        let mut alternatives = Vec::new();
        match to.map(|to| to.saturating_sub(from)) {
            None => alternatives.push(Graph::concat(vec![before, self.clone()])),
            Some(width) => {
                let full = self.restricted(&LengthSet::exactly(width), budget)?;
                alternatives.push(Graph::concat(vec![before.clone(), full, any.clone()]));
                if width > 0 {
                    let cut = self.restricted(&LengthSet::between(0, width - 1), budget)?;
                    alternatives.push(Graph::concat(vec![before, cut]));
                }
            }
        }
        if from > 0 && !self.restricted(&LengthSet::exactly(0), budget)?.is_empty() {
            alternatives.push(of_length(&LengthSet::between(0, from - 1), budget)?);
        }
        Ok(Graph::union(alternatives).trimmed())
    }

    /// The words of both graphs.
    ///
    /// # Errors
    /// [`Exhausted`] when the product outgrows the budget.
    pub(crate) fn intersection(&self, other: &Graph, budget: &mut Budget) -> Result<Graph, Exhausted> {
        let mut growing = Growing::from((0usize, 0usize));
        let mut at = 0;
        while let Some(&(left, right)) = growing.order.get(at) {
            let (here, beside) = (&self.states[left], &other.states[right]);
            growing.graph.states[at].accepts = here.accepts && beside.accepts;
            let mut jumps: Vec<_> = here.epsilons.iter().map(|&next| (next, right)).collect();
            jumps.extend(beside.epsilons.iter().map(|&next| (left, next)));
            let mut edges = Vec::new();
            for &(lo, hi, to) in &here.edges {
                let common = beside.edges.iter().filter(|&&(from, till, _)| from <= hi && lo <= till);
                edges.extend(common.map(|&(from, till, next)| (lo.max(from), hi.min(till), (to, next))));
            }
            budget.spend((jumps.len() + edges.len() + here.edges.len() * beside.edges.len()) as u64 + 1)?;
            growing.connect(at, jumps, edges);
            at += 1;
        }
        growing.graph.trimmed().reduced(budget)
    }
}

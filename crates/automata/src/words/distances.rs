//! How long the words are that an [`Nfa`] accepts from a state: the least and the greatest length.
//!
//! Two states of different automata can go on together only when their lengths overlap. This prunes
//! products without looking at a character.

use super::nfa::Nfa;
use super::partition::Grouped;

/// Lengths `least..=most` of words; `most` may be an over-estimate, `least` is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lengths {
    pub(super) least: u32,
    pub(super) most: u32,
}

impl Lengths {
    /// Every length.
    pub(super) const ANY: Lengths = Lengths { least: 0, most: u32::MAX };
    /// No length at all.
    const NONE: Lengths = Lengths { least: u32::MAX, most: 0 };

    /// Lengths in both, and whether there are any.
    pub(super) fn meet(self, other: Lengths) -> Option<Lengths> {
        let (least, most) = (self.least.max(other.least), self.most.min(other.most));
        (least <= most).then_some(Lengths { least, most })
    }
}

/// The lengths of the words accepted from each state.
pub(super) fn lengths_to_accept(nfa: &Nfa) -> Vec<Lengths> {
    let graph = Graph::of(nfa);
    let mut lengths = vec![Lengths::NONE; nfa.state_count()];
    let order = graph.least_lengths(nfa, &mut lengths);
    graph.most_lengths(nfa, &order, &mut lengths);
    lengths
}

/// Who leads to whom, by the target.
struct Graph {
    by_character: Grouped,
    by_epsilon: Grouped,
}

impl Graph {
    fn of(nfa: &Nfa) -> Self {
        let by_source = nfa.by_source();
        let mut pairs = Vec::with_capacity(nfa.state_count());
        for state in nfa.states() {
            let targets = by_source.edges(state).iter().map(|edge| edge.target.0);
            let mut last = u32::MAX;
            // Edges to one target mostly stand together; a pair that comes twice does no harm.
            pairs.extend(
                targets.filter(|&t| std::mem::replace(&mut last, t) != t).map(|target| (target, state.0)),
            );
        }
        let epsilons = nfa.epsilons().iter().map(|&(source, target)| (target.0, source.0));
        Graph {
            by_character: Grouped::by(nfa.state_count(), pairs.iter().copied()),
            by_epsilon: Grouped::by(nfa.state_count(), epsilons),
        }
    }

    /// Breadth first from the accepting states. Returns the states that reach one.
    fn least_lengths(&self, nfa: &Nfa, lengths: &mut [Lengths]) -> Vec<u32> {
        let mut order = Vec::new();
        let mut level: Vec<u32> = nfa.states().filter(|&q| nfa.accepts_at(q)).map(|q| q.0).collect();
        let mut length = 0;
        while !level.is_empty() {
            let mut next = Vec::new();
            while let Some(state) = level.pop() {
                if lengths[state as usize].least <= length {
                    continue;
                }
                lengths[state as usize].least = length;
                order.push(state);
                level.extend_from_slice(self.by_epsilon.group(state));
                next.extend_from_slice(self.by_character.group(state));
            }
            level = next;
            length += 1;
        }
        order
    }

    /// Longest ways, from the states whose successors are all known; a cycle has no end.
    fn most_lengths(&self, nfa: &Nfa, useful: &[u32], lengths: &mut [Lengths]) {
        let mut open = vec![0u32; nfa.state_count()];
        for &state in useful {
            for &source in self.by_character.group(state).iter().chain(self.by_epsilon.group(state)) {
                open[source as usize] += 1;
            }
        }
        let mut ready: Vec<u32> = useful.iter().copied().filter(|&state| open[state as usize] == 0).collect();
        let mut ended = 0;
        while let Some(&state) = ready.get(ended) {
            ended += 1;
            let most = lengths[state as usize].most;
            let by_character = self.by_character.group(state).iter().map(|&source| (source, most + 1));
            let by_epsilon = self.by_epsilon.group(state).iter().map(|&source| (source, most));
            for (source, most) in by_character.chain(by_epsilon) {
                let slot = &mut lengths[source as usize].most;
                *slot = most.max(*slot);
                open[source as usize] -= 1;
                if open[source as usize] == 0 {
                    ready.push(source);
                }
            }
        }
        for &state in useful.iter().filter(|&&state| open[state as usize] > 0) {
            lengths[state as usize].most = u32::MAX;
        }
    }
}

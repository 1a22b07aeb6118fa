//! Automata as plain data: what a certificate holds and what the checker walks.
//!
//! Both kinds are deterministic and complete enough to be read without any algorithm: a step is a look into
//! a table. A value is made only by a constructor that has looked at every index, so a walk cannot go astray.

use std::sync::Arc;

use automata::numbers::Leaf;
use automata::{Automaton, Symbol, Tuples};

/// A deterministic automaton over characters. A missing edge rejects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Words {
    states: Arc<[WordState]>,
}

/// A state of [`Words`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WordState {
    /// Whether a word may end here.
    pub accepts: bool,
    /// First character, last character, target; ascending and disjoint.
    pub edges: Vec<(Symbol, Symbol, u32)>,
}

impl Words {
    /// A table whose edges are ascending, disjoint and lead to states; `None` for any other.
    pub fn new(states: Vec<WordState>) -> Option<Words> {
        let count = states.len() as u64;
        let sound = |state: &WordState| {
            state.edges.iter().all(|&(lo, hi, target)| lo <= hi && u64::from(target) < count)
                && state.edges.windows(2).all(|pair| pair[0].1 < pair[1].0)
        };
        (count > 0 && states.iter().all(sound)).then(|| Words { states: states.into() })
    }

    /// The table of a language.
    pub fn of(language: &Automaton) -> Words {
        let edge = |edge: &automata::Edge| (edge.lo, edge.hi, edge.target.index() as u32);
        let state = |state| WordState {
            accepts: language.accepts_at(state),
            edges: language.edges(state).iter().map(edge).collect(),
        };
        Words { states: language.states().map(state).collect() }
    }

    /// Its states. A word begins at the first.
    pub fn states(&self) -> &[WordState] {
        &self.states
    }

    /// The state after `symbol`, if there is an edge.
    pub fn step(&self, state: u32, symbol: Symbol) -> Option<u32> {
        let edges = &self.states[state as usize].edges;
        let at = edges.partition_point(|&(_, hi, _)| hi < symbol);
        edges.get(at).filter(|&&(lo, _, _)| lo <= symbol).map(|&(_, _, target)| target)
    }

    /// Whether a word may end in `state`.
    pub fn accepts(&self, state: u32) -> bool {
        self.states[state as usize].accepts
    }

    /// Lengths that no word is below or above, as far as a small table shows it: every word is at least as long as
    /// the first, and at most as long as the second if there is one. Both are exact unless there are many states.
    pub fn length_bounds(&self) -> (u64, Option<u64>) {
        const MOST_STATES: usize = 32;
        let count = self.states.len();
        if count > MOST_STATES {
            return (0, None);
        }
        let targets = |state: usize| self.states[state].edges.iter().map(|&(_, _, target)| target as usize);
        let mut useful: Vec<bool> = self.states.iter().map(|state| state.accepts).collect();
        for _ in 0..count {
            for state in 0..count {
                useful[state] = useful[state] || targets(state).any(|target| useful[target]);
            }
        }
        // The states in which some word of each length is, and from which it may be completed.
        let (mut least, mut most) = (None, 0);
        let mut here = vec![false; count];
        here[0] = useful[0];
        for length in 0..=count as u64 {
            if (0..count).any(|state| here[state] && self.states[state].accepts) {
                least = least.or(Some(length));
                most = length;
            }
            let reached =
                |target: usize| (0..count).any(|state| here[state] && targets(state).any(|t| t == target));
            let next: Vec<bool> = (0..count).map(|target| useful[target] && reached(target)).collect();
            here = next;
        }
        // A word longer than there are states can be pumped.
        (least.unwrap_or(0), (!here.contains(&true)).then_some(most))
    }
}

/// A deterministic automaton over letters of one bit a track, the lowest bits first.
///
/// Each state has two diagrams: where a letter leads that is not the last, and whether a last letter, which
/// holds the signs, is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Numbers {
    tracks: usize,
    nodes: Arc<[Node]>,
    states: Arc<[NumberState]>,
}

/// A decision on one track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The track that is looked at.
    pub track: u32,
    /// Where a bit 0 leads.
    pub low: Diagram,
    /// Where a bit 1 leads.
    pub high: Diagram,
}

/// A diagram: a decision, or what it ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Diagram {
    /// A decision, by its place in the table. It lies before the node that refers to it.
    Node(u32),
    /// A state, at the end of a diagram of [`NumberState::next`]; 1 or 0 at the end of one of
    /// [`NumberState::last`].
    Leaf(u32),
}

/// A state of [`Numbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NumberState {
    /// Where a letter leads.
    pub next: Diagram,
    /// Whether a letter is accepted as the last one.
    pub last: Diagram,
}

impl Numbers {
    /// A table in which every reference is to something that exists and decisions come in the order of the
    /// tracks; `None` for any other.
    pub fn new(tracks: usize, nodes: Vec<Node>, states: Vec<NumberState>) -> Option<Numbers> {
        // For each node the greatest leaf below it; nodes refer only to earlier ones.
        let mut greatest: Vec<u32> = Vec::with_capacity(nodes.len());
        for node in &nodes {
            let below = |diagram: Diagram| match diagram {
                Diagram::Leaf(leaf) => Some(leaf),
                Diagram::Node(at) => {
                    greatest.get(at as usize).copied().filter(|_| nodes[at as usize].track > node.track)
                }
            };
            let both = below(node.low)?.max(below(node.high)?);
            greatest.push(((node.track as usize) < tracks).then_some(both)?);
        }
        let ends_below = |diagram: Diagram, end: usize| match diagram {
            Diagram::Leaf(leaf) => (leaf as usize) < end,
            Diagram::Node(at) => greatest.get(at as usize).is_some_and(|&leaf| (leaf as usize) < end),
        };
        let closed = states.iter().all(|s| ends_below(s.next, states.len()) && ends_below(s.last, 2));
        (closed && !states.is_empty()).then(|| Numbers { tracks, nodes: nodes.into(), states: states.into() })
    }

    /// The table of a set.
    pub fn of(set: &Tuples) -> Numbers {
        let diagram = |leaf| match leaf {
            Leaf::Node(at) => Diagram::Node(at as u32),
            Leaf::State(state) => Diagram::Leaf(state as u32),
            Leaf::Yes => Diagram::Leaf(1),
            Leaf::No => Diagram::Leaf(0),
        };
        let node = |(track, low, high)| Node { track: track as u32, low: diagram(low), high: diagram(high) };
        let state = |(next, last)| NumberState { next: diagram(next), last: diagram(last) };
        Numbers {
            tracks: set.tracks(),
            nodes: set.node_table().map(node).collect(),
            states: set.state_table().map(state).collect(),
        }
    }

    /// How many tracks a letter has.
    pub fn tracks(&self) -> usize {
        self.tracks
    }

    /// The decisions.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The states. A tuple begins at the first.
    pub fn states(&self) -> &[NumberState] {
        &self.states
    }

    /// Follows `diagram` by one bit of `track`: a diagram that does not look at the track stays as it is.
    pub fn decide(&self, diagram: Diagram, track: u32, bit: bool) -> Diagram {
        match diagram {
            Diagram::Node(at) if self.nodes[at as usize].track == track => {
                let node = self.nodes[at as usize];
                if bit { node.high } else { node.low }
            }
            Diagram::Node(_) | Diagram::Leaf(_) => diagram,
        }
    }

    /// Whether the tuple of zeros is in the set.
    pub fn contains_zero(&self) -> bool {
        let track_by_track =
            |diagram| (0..self.tracks as u32).fold(diagram, |d, track| self.decide(d, track, false));
        track_by_track(self.states[0].last) == Diagram::Leaf(1)
    }
}

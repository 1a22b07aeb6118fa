//! Widening of [BB04], carried over from arithmetic automata to languages.
//!
//! The states of the union are merged where the smaller automaton cannot tell them apart: two states that a
//! state of the smaller automaton has to do with, by residual language or by a common word, become one. What
//! the last step of an iteration added is thus folded back into a loop. The chain `a, aa, aaa, …` becomes `a+`.
//!
//! It does not always terminate; [`quotient_depth`](super::quotient_depth) has the family that does.

use std::collections::HashSet;

use super::automaton::Automaton;
use super::boolean::Overlay;
use super::nfa::Nfa;
use super::table::{Edge, StateId};
use crate::budget::{Budget, Exhausted};
use crate::symbols::Alphabet;

impl Automaton {
    /// Over-approximates: a language that contains both, with the loops that lead from this one to `other`
    /// closed. [BB04 §3]
    ///
    /// A chain `x := x.widen(&f(x))` usually stabilises soon, but nothing guarantees it.
    ///
    /// # Errors
    /// [`Exhausted`] when the pairs of states or the subset construction outgrow the budget.
    pub fn widen(&self, other: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let union = self.union(other, budget)?;
        if self.is_empty() || *self == union {
            return Ok(union);
        }
        let mut merging = Merging::new(self, &union);
        for (a, b) in equal_residuals(self, &union, budget)? {
            merging.relate(a, b);
        }
        for (a, b) in common_words(self, &union, budget)? {
            merging.relate(a, b);
        }
        merging.close(budget)?;
        merging.quotient(&union, budget)
    }
}

/// (i) Pairs of states with the same residual language.
///
/// A fresh state leads into both automata by different characters. In the canonical automaton of that, two
/// states have one residual exactly when the same state stands for them.
fn equal_residuals(
    a: &Automaton,
    b: &Automaton,
    budget: &mut Budget,
) -> Result<Vec<(StateId, StateId)>, Exhausted> {
    let mut alphabet = Alphabet::up_to(a.alphabet().last().max(1));
    if a.alphabet().is_marked() {
        alphabet = alphabet.with_marks();
    }
    let mut nfa = Nfa::new(alphabet);
    let start = nfa.add_state();
    nfa.add_start(start);
    for (tag, side) in [a, b].into_iter().enumerate() {
        let base = nfa.add_table(side.table());
        side.accepting_states().for_each(|state| nfa.set_accepting(base.plus(state)));
        nfa.add_transition(start, tag as u32, tag as u32, base);
    }
    let both = nfa.determinize(budget)?;
    let image = |tag, side: &Automaton| {
        let from = both.step(StateId::START, tag).expect("neither language is empty");
        states_beside(side, &both, from)
    };
    let (of_a, of_b) = (image(0, a), image(1, b));
    let mut by_image = vec![None; both.state_count()];
    for (state, image) in of_b.into_iter().enumerate() {
        by_image[image.index()] = Some(StateId(state as u32));
    }
    let twins = of_a
        .into_iter()
        .enumerate()
        .filter_map(|(state, image)| by_image[image.index()].map(|twin| (StateId(state as u32), twin)));
    Ok(twins.collect())
}

/// For each state of `side` the state of `other` with the same residual, when the start of `side` has that
/// of `from`.
fn states_beside(side: &Automaton, other: &Automaton, from: StateId) -> Vec<StateId> {
    let mut image = vec![None; side.state_count()];
    image[0] = Some(from);
    // A canonical automaton is numbered breadth first, so a state comes after one that leads to it.
    for state in side.states() {
        let here = image[state.index()].expect("every state of a canonical automaton is reached");
        for edge in side.edges(state) {
            let there = other.step(here, edge.lo).expect("equal residuals go on with the same characters");
            image[edge.target.index()] = Some(there);
        }
    }
    image.into_iter().map(|state| state.expect("the walk reached every state")).collect()
}

/// (ii) Pairs of states that one word leads to.
fn common_words(
    a: &Automaton,
    b: &Automaton,
    budget: &mut Budget,
) -> Result<Vec<(StateId, StateId)>, Exhausted> {
    let mut pairs = vec![(StateId::START, StateId::START)];
    let mut seen: HashSet<_> = pairs.iter().copied().collect();
    let mut at = 0;
    while let Some(&(p, q)) = pairs.get(at) {
        budget.spend((a.edges(p).len() + b.edges(q).len()) as u64 + 1)?;
        for (_, _, p, q) in Overlay::new(a.edges(p), b.edges(q)) {
            if let Some(pair) = p.zip(q).filter(|&pair| seen.insert(pair)) {
                pairs.push(pair);
            }
        }
        at += 1;
    }
    Ok(pairs)
}

/// Classes of the states of the larger automaton *b*, while they are being merged.
struct Merging {
    /// A forest over the states of *b*: a root is its own parent.
    parent: Vec<u32>,
    /// The edges of a root's class, to any of the successors that were merged for it.
    edges: Vec<Vec<Edge>>,
    /// For each state of *a*, a state of *b* it was related to.
    partner: Vec<Option<StateId>>,
    /// Pairs that must become one class.
    due: Vec<(StateId, StateId)>,
}

impl Merging {
    fn new(a: &Automaton, b: &Automaton) -> Self {
        Merging {
            parent: (0..b.state_count() as u32).collect(),
            edges: b.states().map(|state| b.edges(state).to_vec()).collect(),
            partner: vec![None; a.state_count()],
            due: Vec::new(),
        }
    }

    /// (iii) All states related to one state of *a* are related to each other.
    fn relate(&mut self, a: StateId, b: StateId) {
        match self.partner[a.index()] {
            Some(first) => self.due.push((first, b)),
            None => self.partner[a.index()] = Some(b),
        }
    }

    fn root(&mut self, mut state: u32) -> u32 {
        while self.parent[state as usize] != state {
            let above = self.parent[self.parent[state as usize] as usize];
            self.parent[state as usize] = above;
            state = above;
        }
        state
    }

    /// (iv) Merges what is due, and then the successors on each character that both have an edge for.
    fn close(&mut self, budget: &mut Budget) -> Result<(), Exhausted> {
        while let Some((x, y)) = self.due.pop() {
            let (x, y) = (self.root(x.0), self.root(y.0));
            if x == y {
                continue;
            }
            let (low, high) = (x.min(y) as usize, x.max(y) as usize);
            self.parent[high] = low as u32;
            let (left, right) = (std::mem::take(&mut self.edges[low]), std::mem::take(&mut self.edges[high]));
            budget.spend((left.len() + right.len()) as u64 + 1)?;
            for (lo, hi, to_left, to_right) in Overlay::new(&left, &right) {
                if let Some(pair) = to_left.zip(to_right) {
                    self.due.push(pair);
                }
                let target = to_left.or(to_right).expect("an overlay has an edge on every interval");
                self.edges[low].push(Edge { lo, hi, target });
            }
        }
        Ok(())
    }

    /// The automaton of the classes: a class accepts when a member does.
    fn quotient(mut self, b: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let mut nfa = Nfa::new(b.alphabet());
        nfa.add_states(b.state_count());
        nfa.add_start(StateId(self.root(0)));
        for state in b.states() {
            let class = StateId(self.root(state.0));
            if b.accepts_at(state) {
                nfa.set_accepting(class);
            }
            for edge in std::mem::take(&mut self.edges[state.index()]) {
                nfa.add_transition(class, edge.lo, edge.hi, StateId(self.root(edge.target.0)));
            }
        }
        nfa.determinize(budget)
    }
}

//! Minimisation and canonical numbering: the only way a [`Table`] becomes an [`Automaton`].
//!
//! Partition refinement after [VL08]: one partition of the states, one of the transitions, each splitter
//! used once, O(m log n) for m transitions on classes. Dead states are cut off first, so the result is
//! partial and has no sink. Numbering is breadth first along ascending edges.

use super::automaton::Automaton;
use super::classes::{Classes, Labels};
use super::partition::{Grouped, Partition};
use super::table::{Edge, StateId, Table, TableBuilder};
use crate::budget::{Budget, Exhausted};
use crate::symbols::Alphabet;

/// A deterministic automaton on classes, without dead or unreachable states. Its start state is 0.
pub(super) struct Rows {
    /// The row of state `q` is `entries[first[q]..first[q + 1]]`: classes, ascending, and successors.
    first: Vec<u32>,
    entries: Vec<(u32, u32)>,
    accepting: Vec<bool>,
}

impl Rows {
    pub(super) fn new() -> Self {
        Rows { first: vec![0], entries: Vec::new(), accepting: Vec::new() }
    }

    /// Appends the row of the next state.
    pub(super) fn push(&mut self, row: &[(u32, u32)], accepting: bool) {
        self.entries.extend_from_slice(row);
        self.first.push(u32::try_from(self.entries.len()).expect("a budget keeps transitions below 2^32"));
        self.accepting.push(accepting);
    }

    fn row(&self, state: u32) -> &[(u32, u32)] {
        &self.entries[self.first[state as usize] as usize..self.first[state as usize + 1] as usize]
    }

    fn transitions(&self) -> impl Iterator<Item = Transition> + Clone {
        (0..self.accepting.len() as u32).flat_map(|tail| {
            self.row(tail).iter().map(move |&(class, head)| Transition { class, tail, head })
        })
    }
}

#[derive(Clone, Copy)]
struct Transition {
    class: u32,
    tail: u32,
    head: u32,
}

/// Exact: the canonical automaton of `table`'s language.
pub(super) fn canonical(table: &Table, budget: &mut Budget) -> Result<Automaton, Exhausted> {
    budget.spend(table.state_count() as u64 + table.all_edges().len() as u64)?;
    let useful = useful_states(table);
    if table.state_count() == 0 || !useful[0] {
        return Ok(Automaton::empty(table.alphabet()));
    }
    let (classes, transitions) = useful_transitions(table, &useful, budget)?;
    let transitions = Transitions::by_class(classes, transitions.iter().copied(), budget)?;
    let accepting = table.states().filter(|&q| useful[q.index()] && table.accepts_at(q)).map(|q| q.0);
    let mut blocks = Partition::new(table.state_count());
    // A useless state has no transitions and is no target; but it must not be taken for a dead end that
    // is equivalent to it, lest it become the representative.
    (0..).zip(&useful).filter(|(_, useful)| !**useful).for_each(|(state, _)| blocks.mark(state));
    blocks.split();
    refine(&mut blocks, accepting, &transitions);
    let edges = |state: u32, edges: &mut Vec<Edge>| {
        edges.clear();
        edges.extend(table.edges(StateId(state)).iter().filter(|edge| useful[edge.target.index()]));
    };
    let accepts = |state: u32| table.accepts_at(StateId(state));
    Ok(number_blocks(table.alphabet(), blocks.of_elements(), edges, accepts))
}

/// Exact: the canonical automaton of the language of `rows`, which has at least one state.
pub(super) fn canonical_of_rows(
    alphabet: Alphabet,
    classes: &Classes,
    rows: &Rows,
    budget: &mut Budget,
) -> Result<Automaton, Exhausted> {
    let transitions = Transitions::by_class(classes.count(), rows.transitions(), budget)?;
    let accepting = (0..).zip(&rows.accepting).filter(|(_, accepts)| **accepts).map(|(state, _)| state);
    let mut blocks = Partition::new(rows.accepting.len());
    refine(&mut blocks, accepting, &transitions);
    let mut row = Vec::new();
    let edges = |state: u32, edges: &mut Vec<Edge>| {
        row.clear();
        row.extend(rows.row(state).iter().map(|&(class, target)| (class, StateId(target))));
        classes.edges(&row, edges);
    };
    let accepts = |state: u32| rows.accepting[state as usize];
    Ok(number_blocks(alphabet, blocks.of_elements(), edges, accepts))
}

/// Which states lie on a path from the start to an accepting state.
fn useful_states(table: &Table) -> Vec<bool> {
    let count = table.state_count();
    let mut reached = vec![false; count];
    let mut stack = Vec::new();
    if count > 0 {
        reached[0] = true;
        stack.push(StateId::START);
    }
    while let Some(state) = stack.pop() {
        for edge in table.edges(state) {
            if !std::mem::replace(&mut reached[edge.target.index()], true) {
                stack.push(edge.target);
            }
        }
    }
    let sources = Grouped::by(
        count,
        table.states().flat_map(|q| table.edges(q).iter().map(move |e| (e.target.0, q.0))),
    );
    let mut useful = vec![false; count];
    stack.extend(table.states().filter(|&q| reached[q.index()] && table.accepts_at(q)));
    for state in &stack {
        useful[state.index()] = true;
    }
    while let Some(state) = stack.pop() {
        for &source in sources.group(state.0) {
            if reached[source as usize] && !std::mem::replace(&mut useful[source as usize], true) {
                stack.push(StateId(source));
            }
        }
    }
    useful
}

/// The number of classes and the transitions between useful states on them.
fn useful_transitions(
    table: &Table,
    useful: &[bool],
    budget: &mut Budget,
) -> Result<(usize, Vec<Transition>), Exhausted> {
    let mut labels = Labels::new();
    let (mut moves, mut tails) = (Vec::new(), Vec::new());
    for state in table.states().filter(|state| useful[state.index()]) {
        labels.moves_of(table.edges(state), &mut moves);
        tails.resize(moves.len(), state.0);
    }
    let classes = labels.into_classes(budget)?;
    let mut transitions = Vec::with_capacity(moves.len());
    for (step, &tail) in moves.iter().zip(&tails).filter(|(step, _)| useful[step.target.index()]) {
        for range in classes.ranges(step.label) {
            budget.spend(u64::from(range.end - range.lo))?;
            let head = step.target.0;
            transitions.extend((range.lo..range.end).map(|class| Transition { class, tail, head }));
        }
    }
    Ok((classes.count(), transitions))
}

/// Transitions sorted by class.
struct Transitions {
    tail: Vec<u32>,
    head: Vec<u32>,
    /// Where each class begins, those without transitions left out, and the number of transitions.
    bounds: Vec<u32>,
}

impl Transitions {
    fn by_class(
        classes: usize,
        transitions: impl Iterator<Item = Transition> + Clone,
        budget: &mut Budget,
    ) -> Result<Self, Exhausted> {
        let mut next = vec![0u32; classes + 1];
        for Transition { class, .. } in transitions.clone() {
            next[class as usize + 1] += 1;
        }
        for class in 0..classes {
            next[class + 1] += next[class];
        }
        let count = next[classes];
        // Six arrays of this length are made.
        budget.spend(u64::from(count) * 2)?;
        let mut bounds = next.clone();
        bounds.dedup();
        let (mut tail, mut head) = (vec![0; count as usize], vec![0; count as usize]);
        for Transition { class, tail: from, head: to } in transitions {
            let at = &mut next[class as usize];
            (tail[*at as usize], head[*at as usize]) = (from, to);
            *at += 1;
        }
        Ok(Transitions { tail, head, bounds })
    }
}

/// Refines `blocks` to the coarsest partition that respects acceptance and transitions. [VL08]
fn refine(blocks: &mut Partition, accepting: impl Iterator<Item = u32>, transitions: &Transitions) {
    accepting.for_each(|state| blocks.mark(state));
    blocks.split();
    let heads = (0..).zip(&transitions.head).map(|(transition, &head)| (head, transition));
    let incoming = Grouped::by(blocks.element_count(), heads);
    // A *cord* is a set of transitions on one class into one block.
    let mut cords = Partition::from_runs(&transitions.bounds);
    // The first block needs no turn as a splitter: what leads nowhere else leads there.
    let (mut block, mut cord) = (1, 0);
    while cord < cords.count() {
        for &transition in cords.set(cord) {
            blocks.mark(transitions.tail[transition as usize]);
        }
        blocks.split();
        cord += 1;
        while block < blocks.count() {
            for &state in blocks.set(block) {
                incoming.group(state).iter().for_each(|&transition| cords.mark(transition));
            }
            cords.split();
            block += 1;
        }
    }
}

/// The automaton of the blocks, numbered breadth first from that of state 0.
///
/// `block_of` is the block of each state, a number below the number of states; `edges` gives the edges of a
/// state, ascending. Blocks must be pairwise inequivalent, and the states that are reached useful.
pub(super) fn number_blocks(
    alphabet: Alphabet,
    block_of: &[u32],
    mut edges: impl FnMut(u32, &mut Vec<Edge>),
    accepts: impl Fn(u32) -> bool,
) -> Automaton {
    let mut number = vec![u32::MAX; block_of.len()];
    let mut order = vec![0];
    number[block_of[0] as usize] = 0;
    let mut builder = TableBuilder::new(alphabet);
    let mut scratch = Vec::new();
    let mut at = 0;
    while at < order.len() {
        let representative = order[at];
        edges(representative, &mut scratch);
        for edge in &scratch {
            let slot = &mut number[block_of[edge.target.index()] as usize];
            if *slot == u32::MAX {
                *slot = order.len() as u32;
                order.push(edge.target.0);
            }
            builder.edge(edge.lo, edge.hi, StateId(*slot));
        }
        builder.finish_state(accepts(representative));
        at += 1;
    }
    Automaton::from_canonical(builder.build())
}

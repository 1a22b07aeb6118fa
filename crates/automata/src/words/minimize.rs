//! Minimisation and canonical numbering: the only way a [`Table`] becomes an [`Automaton`].
//!
//! Partition refinement after [Val12]: one partition of the states, one of the transitions, each splitter
//! used once, O(m log n) for m transitions on classes. Dead states are cut off first, so the result is
//! partial and has no sink. Numbering is breadth first along ascending edges.

use super::automaton::Automaton;
use super::classes::Classes;
use super::table::{StateId, Table, TableBuilder};
use crate::budget::{Budget, Exhausted};

/// Exact: the canonical automaton of `table`'s language.
pub(super) fn canonical(table: &Table, budget: &mut Budget) -> Result<Automaton, Exhausted> {
    budget.spend(table.state_count() as u64 + table.all_edges().len() as u64)?;
    let useful = useful_states(table);
    if table.state_count() == 0 || !useful[0] {
        return Ok(Automaton::empty(table.alphabet()));
    }
    let transitions = Transitions::of(table, &useful);
    budget.spend(transitions.len() as u64)?;
    let blocks = coarsest_partition(table, &useful, &transitions);
    Ok(Automaton::from_canonical(number_blocks(table, &useful, &blocks)))
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

/// The transitions between useful states on classes, sorted by class.
struct Transitions {
    tail: Vec<u32>,
    head: Vec<u32>,
    class: Vec<u32>,
}

impl Transitions {
    fn of(table: &Table, useful: &[bool]) -> Self {
        let classes = Classes::of(table.all_edges().iter().map(|e| (e.lo, e.hi)));
        let mut by_class: Vec<(u32, u32, u32)> = Vec::new();
        for state in table.states().filter(|q| useful[q.index()]) {
            for edge in table.edges(state).iter().filter(|e| useful[e.target.index()]) {
                by_class
                    .extend(classes.covering(edge.lo, edge.hi).map(|class| (class, state.0, edge.target.0)));
            }
        }
        by_class.sort_unstable();
        Transitions {
            class: by_class.iter().map(|t| t.0).collect(),
            tail: by_class.iter().map(|t| t.1).collect(),
            head: by_class.iter().map(|t| t.2).collect(),
        }
    }

    fn len(&self) -> usize {
        self.tail.len()
    }
}

/// The coarsest partition of the useful states that respects acceptance and transitions. [Val12]
fn coarsest_partition(table: &Table, useful: &[bool], transitions: &Transitions) -> Partition {
    let mut blocks = Partition::new(table.state_count());
    // Useless states have no transitions and are never looked at: one block of them does no harm, but
    // it must be apart from the others.
    for state in table.states().filter(|q| !useful[q.index()]) {
        blocks.mark(state.0);
    }
    blocks.split();
    for state in table.states().filter(|&q| useful[q.index()] && table.accepts_at(q)) {
        blocks.mark(state.0);
    }
    blocks.split();
    let mut cords = Partition::from_runs(&transitions.class);
    let incoming = Grouped::by(table.state_count(), (0..).zip(&transitions.head).map(|(t, &h)| (h, t)));
    let (mut block, mut cord) = (0, 0);
    loop {
        while block < blocks.count() {
            for at in blocks.range(block) {
                for &transition in incoming.group(blocks.elements[at]) {
                    cords.mark(transition);
                }
            }
            cords.split();
            block += 1;
        }
        if cord == cords.count() {
            return blocks;
        }
        for at in cords.range(cord) {
            blocks.mark(transitions.tail[cords.elements[at] as usize]);
        }
        blocks.split();
        cord += 1;
    }
}

/// The quotient by `blocks`, numbered breadth first.
fn number_blocks(table: &Table, useful: &[bool], blocks: &Partition) -> Table {
    let mut number = vec![u32::MAX; blocks.count()];
    let mut order = vec![StateId::START];
    number[blocks.block_of(0)] = 0;
    let mut builder = TableBuilder::new(table.alphabet());
    let mut at = 0;
    while at < order.len() {
        let representative = order[at];
        for edge in table.edges(representative).iter().filter(|e| useful[e.target.index()]) {
            let slot = &mut number[blocks.block_of(edge.target.0)];
            if *slot == u32::MAX {
                *slot = order.len() as u32;
                order.push(edge.target);
            }
            builder.edge(edge.lo, edge.hi, StateId(*slot));
        }
        builder.finish_state(table.accepts_at(representative));
        at += 1;
    }
    builder.build()
}

/// Values grouped by a key below `count`, in one flat array.
struct Grouped {
    first: Vec<u32>,
    items: Vec<u32>,
}

impl Grouped {
    fn by(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut first = vec![0u32; count + 1];
        for (key, _) in pairs.clone() {
            first[key as usize + 1] += 1;
        }
        for i in 0..count {
            first[i + 1] += first[i];
        }
        let mut next = first.clone();
        let mut items = vec![0; first[count] as usize];
        for (key, item) in pairs {
            items[next[key as usize] as usize] = item;
            next[key as usize] += 1;
        }
        Grouped { first, items }
    }

    fn group(&self, key: u32) -> &[u32] {
        &self.items[self.first[key as usize] as usize..self.first[key as usize + 1] as usize]
    }
}

/// A partition of `0..n` whose sets can be split by marking elements. [Val12, Fig. 1]
struct Partition {
    /// The elements, those of a set next to each other.
    elements: Vec<u32>,
    /// Where each element stands in `elements`.
    location: Vec<u32>,
    set_of: Vec<u32>,
    first: Vec<u32>,
    past: Vec<u32>,
    marked: Vec<u32>,
    touched: Vec<u32>,
}

impl Partition {
    /// All of `0..count` in one set; no set when there is no element.
    fn new(count: usize) -> Self {
        Partition::from_runs(&vec![0; count])
    }

    /// One set for each run of equal values.
    fn from_runs(values: &[u32]) -> Self {
        let count = values.len() as u32;
        let mut partition = Partition {
            elements: (0..count).collect(),
            location: (0..count).collect(),
            set_of: Vec::with_capacity(values.len()),
            first: Vec::new(),
            past: Vec::new(),
            marked: Vec::new(),
            touched: Vec::new(),
        };
        for (at, value) in values.iter().enumerate() {
            if at == 0 || values[at - 1] != *value {
                partition.first.push(at as u32);
                partition.past.push(at as u32);
                partition.marked.push(0);
            }
            let set = partition.first.len() - 1;
            partition.past[set] += 1;
            partition.set_of.push(set as u32);
        }
        partition
    }

    fn count(&self) -> usize {
        self.first.len()
    }

    fn range(&self, set: usize) -> std::ops::Range<usize> {
        self.first[set] as usize..self.past[set] as usize
    }

    fn block_of(&self, element: u32) -> usize {
        self.set_of[element as usize] as usize
    }

    /// Moves `element` to the marked front of its set.
    fn mark(&mut self, element: u32) {
        let set = self.block_of(element);
        let from = self.location[element as usize];
        let to = self.first[set] + self.marked[set];
        if from < to {
            return;
        }
        let other = self.elements[to as usize];
        self.elements.swap(from as usize, to as usize);
        self.location[other as usize] = from;
        self.location[element as usize] = to;
        if self.marked[set] == 0 {
            self.touched.push(set as u32);
        }
        self.marked[set] += 1;
    }

    /// Splits every touched set into its marked and unmarked part; the smaller one gets the new number.
    fn split(&mut self) {
        while let Some(set) = self.touched.pop() {
            let set = set as usize;
            let middle = self.first[set] + std::mem::take(&mut self.marked[set]);
            if middle == self.past[set] {
                continue;
            }
            let new = self.first.len() as u32;
            if middle - self.first[set] <= self.past[set] - middle {
                self.first.push(self.first[set]);
                self.past.push(middle);
                self.first[set] = middle;
            } else {
                self.first.push(middle);
                self.past.push(self.past[set]);
                self.past[set] = middle;
            }
            self.marked.push(0);
            for at in self.range(new as usize) {
                self.set_of[self.elements[at] as usize] = new;
            }
        }
    }
}

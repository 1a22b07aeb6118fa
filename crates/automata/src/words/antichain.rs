//! Inclusion of one nondeterministic automaton in another, by antichains.
//!
//! A node is a state of the left automaton with the set of all states of the right one that the same word
//! leads to [DDHR06]. Only minimal sets are kept for each left state: what a larger set fails to accept, a
//! smaller one fails to accept too. Sets are interned and their successors computed once.
//!
//! A node fails as soon as the left state accepts a shorter word than any state of the set does. That covers
//! the plain failure (the left state accepts, the set does not) and sees it many steps ahead.

use super::classes::Classes;
use super::subsets::Subsets;
use super::view::View;
use crate::budget::{Budget, Exhausted};
use crate::symbols::Symbol;

/// What a search has found so far.
pub(super) enum Progress {
    Paused,
    /// The left automaton accepts this word, the right one does not.
    Word(Vec<Symbol>),
    /// The left language is included in the right one.
    Included,
}

/// A search that can be paused.
pub(super) struct Search<'a> {
    classes: &'a Classes,
    left: &'a View,
    left_distances: Vec<u32>,
    right: Successors<'a>,
    nodes: Vec<Node>,
    /// The nodes to be looked at.
    open: Vec<u32>,
    /// For each left state the nodes with minimal sets.
    minimal: Vec<Vec<Minimal>>,
    /// The node that failed.
    failed: Option<u32>,
    /// Scratch space for the successors of one set.
    row: Vec<u32>,
}

/// A left state, a set of right states, and how the two were reached.
#[derive(Clone, Copy)]
struct Node {
    state: u32,
    set: u32,
    from: u32,
    class: u32,
    /// A node with a smaller set has made this one needless.
    covered: bool,
}

#[derive(Clone, Copy)]
struct Minimal {
    signature: u64,
    node: u32,
}

/// The class of a step that reads nothing: into a start node.
const NO_CLASS: u32 = u32::MAX;

impl<'a> Search<'a> {
    /// A search for a word of `left` outside of `right`, both on `classes`.
    pub(super) fn new(classes: &'a Classes, [left, right]: [&'a View; 2]) -> Self {
        let mut search = Search {
            classes,
            left,
            left_distances: left.distances(),
            right: Successors::new(right, classes.count()),
            nodes: Vec::new(),
            open: Vec::new(),
            minimal: vec![Vec::new(); left.state_count()],
            failed: None,
            row: Vec::new(),
        };
        let start = search.right.start();
        for &state in left.starts() {
            search.reach(Node { state, set: start, from: 0, class: NO_CLASS, covered: false });
        }
        search
    }

    /// Looks at about `nodes` more nodes.
    pub(super) fn run(&mut self, nodes: usize, budget: &mut Budget) -> Result<Progress, Exhausted> {
        for _ in 0..nodes {
            if let Some(failed) = self.failed {
                return Ok(Progress::Word(self.word_through(failed)));
            }
            let Some(at) = self.open.pop() else { return Ok(Progress::Included) };
            if !self.nodes[at as usize].covered {
                let work = self.expand(at, budget)?;
                budget.spend(work as u64)?;
            }
        }
        Ok(Progress::Paused)
    }

    /// Reaches the successors of a node; returns the work done.
    fn expand(&mut self, at: u32, budget: &mut Budget) -> Result<usize, Exhausted> {
        let Node { state, set, .. } = self.nodes[at as usize];
        let mut row = std::mem::take(&mut self.row);
        self.right.successors(set, &mut row, budget)?;
        let left = self.left;
        let mut work = 1;
        for &span in left.spans(state) {
            let mut last = None;
            for class in span.lo..span.end {
                let set = row[class as usize];
                // Neighbouring classes often lead to the same sets.
                if last.replace(set) == Some(set) {
                    continue;
                }
                for &state in left.landing(span) {
                    work += self.reach(Node { state, set, from: at, class, covered: false });
                }
            }
            work += (span.end - span.lo) as usize;
        }
        self.row = row;
        Ok(work)
    }

    /// Adds a node unless one with a smaller set is there; returns the work done.
    fn reach(&mut self, node: Node) -> usize {
        let signature = self.right.signatures[node.set as usize];
        let number = self.nodes.len() as u32;
        let minimal = &mut self.minimal[node.state as usize];
        let (right, nodes) = (&self.right, &mut self.nodes);
        let smaller = |a: Minimal, b: Minimal, nodes: &[Node]| {
            let (left, set) = (nodes[a.node as usize].set, nodes[b.node as usize].set);
            a.signature & !b.signature == 0 && right.subsets.is_subset(left, set)
        };
        nodes.push(node);
        let new = Minimal { signature, node: number };
        let work = minimal.len() + 1;
        if minimal.iter().any(|&old| smaller(old, new, nodes)) {
            nodes.pop();
            return work;
        }
        minimal.retain(|&old| {
            let covered = smaller(new, old, nodes);
            nodes[old.node as usize].covered |= covered;
            !covered
        });
        minimal.push(new);
        self.open.push(number);
        if self.left_distances[node.state as usize] < self.right.distances[node.set as usize] {
            self.failed = Some(number);
        }
        work
    }

    /// The characters on the way to `node`, and a shortest way on to acceptance.
    fn word_through(&self, node: u32) -> Vec<Symbol> {
        let mut word = Vec::new();
        let mut at = self.nodes[node as usize];
        while at.class != NO_CLASS {
            word.push(self.classes.least(at.class));
            at = self.nodes[at.from as usize];
        }
        word.reverse();
        let mut state = self.nodes[node as usize].state;
        while self.left_distances[state as usize] > 0 {
            let nearer = self.left_distances[state as usize] - 1;
            let step = self.left.spans(state).iter().find_map(|&span| {
                let mut targets = self.left.landing(span).iter();
                let next = targets.find(|&&target| self.left_distances[target as usize] == nearer);
                next.map(|&next| (span.lo, next))
            });
            let (class, next) = step.expect("a state with a way to acceptance has a step along it");
            word.push(self.classes.least(class));
            state = next;
        }
        word
    }
}

/// The sets of right states with what is known of each.
struct Successors<'a> {
    subsets: Subsets<'a>,
    classes: usize,
    empty: u32,
    state_distances: Vec<u32>,
    /// The length of a shortest word accepted from each set.
    distances: Vec<u32>,
    signatures: Vec<u64>,
    /// Where the row of each expanded set begins in `rows`, or `u32::MAX`.
    first: Vec<u32>,
    /// Rows as `(class, successor)`; a row ends with class `NO_CLASS`.
    rows: Vec<(u32, u32)>,
    scratch: Vec<(u32, u32)>,
}

impl<'a> Successors<'a> {
    fn new(view: &'a View, classes: usize) -> Self {
        let mut subsets = Subsets::new(view, classes);
        let empty = subsets.empty();
        let mut successors = Successors {
            subsets,
            classes,
            empty,
            state_distances: view.distances(),
            distances: Vec::new(),
            signatures: Vec::new(),
            first: Vec::new(),
            rows: Vec::new(),
            scratch: Vec::new(),
        };
        successors.note();
        successors
    }

    fn start(&mut self) -> u32 {
        let start = self.subsets.start();
        self.note();
        start
    }

    /// Fills `row` with the successor of `set` on each class.
    fn successors(&mut self, set: u32, row: &mut Vec<u32>, budget: &mut Budget) -> Result<(), Exhausted> {
        if self.first[set as usize] == u32::MAX {
            self.subsets.expand(set, &mut self.scratch, budget)?;
            self.note();
            self.first[set as usize] = self.rows.len() as u32;
            self.rows.extend_from_slice(&self.scratch);
            self.rows.push((NO_CLASS, 0));
        }
        row.clear();
        row.resize(self.classes, self.empty);
        let entries = &self.rows[self.first[set as usize] as usize..];
        for &(class, set) in entries.iter().take_while(|entry| entry.0 != NO_CLASS) {
            row[class as usize] = set;
        }
        Ok(())
    }

    /// Notes what is known of the sets that are new.
    fn note(&mut self) {
        for set in self.distances.len() as u32..self.subsets.len() as u32 {
            self.distances.push(self.subsets.least_of(set, &self.state_distances));
            self.signatures.push(self.subsets.signature(set));
            self.first.push(u32::MAX);
        }
    }
}

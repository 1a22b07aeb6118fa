//! Inclusion of one nondeterministic automaton in another, by antichains.
//!
//! A node is a state of the left automaton with the set of all states of the right one that the same word
//! leads to [DDHR06]. Only minimal sets are kept for each left state: what a larger set fails to accept, a
//! smaller one fails to accept too. Sets are interned and their successors computed once.
//!
//! A node fails as soon as the left state accepts a shorter word than any state of the set does. That covers
//! the plain failure (the left state accepts, the set does not) and sees it many steps ahead.

use super::both_ends::{Progress, Search};
use super::classes::Classes;
use super::subsets::Subsets;
use super::view::View;
use crate::budget::{Budget, Exhausted};
use crate::symbols::Symbol;

/// A search for a word of the left automaton that the right one does not accept.
pub(super) struct Antichain<'a> {
    classes: &'a Classes,
    left: &'a View,
    right: Successors<'a>,
    nodes: Vec<Node>,
    /// The nodes to be looked at.
    open: Vec<u32>,
    /// For each left state the first of the nodes with minimal sets; the others follow by `Node::next`.
    minimal: Vec<u32>,
    /// A node that failed.
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
    /// The next minimal node of the same left state, `NO_NODE`, or `COVERED` once this one is not minimal.
    next: u32,
}

/// The end of a list of nodes.
const NO_NODE: u32 = u32::MAX;
/// Marks a node that one with a smaller set has made needless.
const COVERED: u32 = u32::MAX - 1;
/// The class of a step that reads nothing: into a start node.
const NO_CLASS: u32 = u32::MAX;

impl<'a> Antichain<'a> {
    /// A search for a word of `left` outside of `right`, both on `classes`.
    pub(super) fn new(classes: &'a Classes, [left, right]: [&'a View; 2]) -> Self {
        let mut search = Antichain {
            classes,
            left,
            right: Successors::new(right, classes.count()),
            nodes: Vec::new(),
            open: Vec::new(),
            minimal: vec![NO_NODE; left.state_count()],
            failed: None,
            row: Vec::new(),
        };
        let set = search.right.start();
        for &state in left.starts() {
            search.reach(Node { state, set, from: 0, class: NO_CLASS, next: NO_NODE });
        }
        search
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
                    work += self.reach(Node { state, set, from: at, class, next: NO_NODE });
                }
            }
            work += (span.end - span.lo) as usize;
        }
        self.row = row;
        Ok(work)
    }

    /// Adds a node unless one with a smaller set is there; returns the work done.
    fn reach(&mut self, node: Node) -> usize {
        let mut work = 1;
        let mut at = self.minimal[node.state as usize];
        while at != NO_NODE {
            work += 1;
            let old = self.nodes[at as usize];
            if self.right.is_subset(old.set, node.set) {
                return work;
            }
            at = old.next;
        }
        let number = self.nodes.len() as u32;
        let rest = self.drop_larger(node);
        self.nodes.push(Node { next: rest, ..node });
        self.minimal[node.state as usize] = number;
        self.open.push(number);
        if self.left.distance(node.state) < self.right.distances[node.set as usize] {
            self.failed = Some(number);
        }
        work
    }

    /// Takes the nodes with sets that contain that of `node` out of the list; returns its new beginning.
    fn drop_larger(&mut self, node: Node) -> u32 {
        let (mut first, mut last) = (NO_NODE, NO_NODE);
        let mut at = self.minimal[node.state as usize];
        while at != NO_NODE {
            let old = self.nodes[at as usize];
            if self.right.is_subset(node.set, old.set) {
                self.nodes[at as usize].next = COVERED;
            } else {
                match last {
                    NO_NODE => first = at,
                    last => self.nodes[last as usize].next = at,
                }
                last = at;
            }
            at = old.next;
        }
        if last != NO_NODE {
            self.nodes[last as usize].next = NO_NODE;
        }
        first
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
        while self.left.distance(state) > 0 {
            let nearer = self.left.distance(state) - 1;
            let step = self.left.spans(state).iter().find_map(|&span| {
                let mut targets = self.left.landing(span).iter();
                let next = targets.find(|&&target| self.left.distance(target) == nearer);
                next.map(|&next| (span.lo, next))
            });
            let (class, next) = step.expect("a state with a way to acceptance has a step along it");
            word.push(self.classes.least(class));
            state = next;
        }
        word
    }
}

impl Search for Antichain<'_> {
    fn run(&mut self, nodes: usize, budget: &mut Budget) -> Result<Progress, Exhausted> {
        for _ in 0..nodes {
            if let Some(failed) = self.failed {
                return Ok(Progress::Done(Some(self.word_through(failed))));
            }
            let Some(at) = self.open.pop() else { return Ok(Progress::Done(None)) };
            if self.nodes[at as usize].next != COVERED {
                let work = self.expand(at, budget)?;
                budget.spend(work as u64)?;
            }
        }
        Ok(Progress::Paused)
    }
}

/// The sets of right states with what is known of each.
struct Successors<'a> {
    subsets: Subsets<'a>,
    classes: usize,
    empty: u32,
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

    /// Whether every member of `left` is one of `right`; the signatures mostly tell.
    fn is_subset(&self, left: u32, right: u32) -> bool {
        let (a, b) = (self.signatures[left as usize], self.signatures[right as usize]);
        left == right || (a & !b == 0 && self.subsets.is_subset(left, right))
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
            self.distances.push(self.subsets.distance(set));
            self.signatures.push(self.subsets.signature(set));
            self.first.push(u32::MAX);
        }
    }
}

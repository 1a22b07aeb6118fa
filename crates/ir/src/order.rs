//! Weak topological order of a graph [BOU93 Fig. 4].
//!
//! All nodes that are reached from the roots, in an order with nested components: every edge goes forward, or
//! goes back to the head of a component that contains its source. So a fixpoint that is widened at the heads,
//! and whose components are repeated until they are stable, ends.
//!
//! The order is kept flat: a component is a range that begins with its head. What is outermost and has more
//! than one node, or an edge to itself, is a strongly connected component of the graph.

use std::ops::Range;

/// The nodes of a graph that are reached from its roots, ordered, with nested components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    items: Vec<Item>,
    /// The place of each node in `items`; `None` when it is not reached.
    places: Vec<Option<usize>>,
}

/// A node in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The node.
    pub node: u32,
    /// The place after the last of its component, if it is the head of one.
    pub end: Option<usize>,
    /// How many components it is in, its own included.
    pub depth: usize,
}

impl Order {
    /// Orders the graph of the nodes `0..successors.len()`. A later root is before what an earlier one reached.
    pub fn of(successors: &[Vec<u32>], roots: impl IntoIterator<Item = u32>) -> Self {
        let mut search = Search::new(successors);
        for root in roots {
            search.visit_all_from(root);
        }
        search.finish()
    }

    /// The nodes in order, heads before the rest of their components.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The place of a node in the order; `None` when it is not reached.
    pub fn place(&self, node: u32) -> Option<usize> {
        self.places[node as usize]
    }

    /// The places of the component that a node is the head of.
    pub fn component(&self, head: u32) -> Option<Range<usize>> {
        let start = self.place(head)?;
        self.items[start].end.map(|end| start..end)
    }

    /// Whether a node is the head of a component.
    pub fn is_head(&self, node: u32) -> bool {
        self.component(node).is_some()
    }

    /// Whether the edge goes back: to the head of a component that `source` is in.
    pub fn is_back_edge(&self, source: u32, target: u32) -> bool {
        let place = self.place(source);
        self.component(target).is_some_and(|places| place.is_some_and(|place| places.contains(&place)))
    }
}

/// The number of a node that was not visited, or is to be visited again.
const UNSEEN: u64 = 0;
/// The number of a node that has its place.
const PLACED: u64 = u64::MAX;

/// The algorithm of [BOU93 Fig. 4], with its two recursive procedures as frames of one explicit stack, and its
/// lists, which grow at the front, as one that grows at the end and is turned around in the end.
struct Search<'a> {
    successors: &'a [Vec<u32>],
    /// DFN in the paper.
    numbers: Vec<u64>,
    /// NUM in the paper.
    last: u64,
    /// The nodes that have a number and no place.
    waiting: Vec<u32>,
    frames: Vec<Frame>,
    /// Nodes with the size of the component they are the head of, 0 for none; last ones first.
    placed: Vec<(u32, usize)>,
}

/// A procedure of the paper that has not returned.
struct Frame {
    node: u32,
    /// The next of the successors of `node` to look at.
    next: usize,
    work: Work,
}

enum Work {
    /// `visit`, with the least number found so far, and whether it was found by an edge.
    Visit { head: u64, is_loop: bool },
    /// `component`, with the length of `placed` before it.
    Component { before: usize },
}

impl<'a> Search<'a> {
    fn new(successors: &'a [Vec<u32>]) -> Self {
        let numbers = vec![UNSEEN; successors.len()];
        Search { successors, numbers, last: 0, waiting: Vec::new(), frames: Vec::new(), placed: Vec::new() }
    }

    fn visit_all_from(&mut self, root: u32) {
        if self.numbers[root as usize] == UNSEEN {
            self.visit(root);
        }
        while let Some(frame) = self.frames.last_mut() {
            let successor = self.successors[frame.node as usize].get(frame.next).copied();
            frame.next += 1;
            match successor {
                Some(target) if self.numbers[target as usize] == UNSEEN => self.visit(target),
                Some(target) => self.found(self.numbers[target as usize]),
                None => self.leave(),
            }
        }
    }

    fn visit(&mut self, node: u32) {
        self.last += 1;
        self.numbers[node as usize] = self.last;
        self.waiting.push(node);
        self.frames.push(Frame { node, next: 0, work: Work::Visit { head: self.last, is_loop: false } });
    }

    /// The frame on top learns the number that a successor leads back to.
    fn found(&mut self, number: u64) {
        if let Some(Frame { work: Work::Visit { head, is_loop }, .. }) = self.frames.last_mut()
            && number <= *head
        {
            *head = number;
            *is_loop = true;
        }
    }

    /// The frame on top has seen all its successors.
    fn leave(&mut self) {
        let Some(Frame { node, work, .. }) = self.frames.pop() else { return };
        match work {
            Work::Visit { head, is_loop } => {
                if head == self.numbers[node as usize] {
                    self.numbers[node as usize] = PLACED;
                    self.close(node, is_loop);
                } else {
                    self.found(head);
                }
            }
            Work::Component { before } => self.placed.push((node, self.placed.len() - before + 1)),
        }
    }

    /// Places a node from which nothing before it is reached, after what it is the head of.
    fn close(&mut self, node: u32, is_loop: bool) {
        while let Some(other) = self.waiting.pop()
            && other != node
        {
            self.numbers[other as usize] = UNSEEN;
        }
        if is_loop {
            let before = self.placed.len();
            self.frames.push(Frame { node, next: 0, work: Work::Component { before } });
        } else {
            self.placed.push((node, 0));
        }
    }

    /// Turns the list around and says where components end.
    fn finish(self) -> Order {
        let mut items = Vec::with_capacity(self.placed.len());
        let mut places = vec![None; self.successors.len()];
        let mut open: Vec<usize> = Vec::new();
        for (place, &(node, size)) in self.placed.iter().rev().enumerate() {
            while open.last().is_some_and(|&end| end <= place) {
                open.pop();
            }
            let end = (size > 0).then_some(place + size);
            open.extend(end);
            places[node as usize] = Some(place);
            items.push(Item { node, end, depth: open.len() });
        }
        Order { items, places }
    }
}

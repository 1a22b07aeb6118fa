//! The decision diagrams under [`Tuples`](super::Tuples): one arena of nodes an automaton.
//!
//! A [`Ref`] is a node of the arena or a *leaf*. A node tests one track; its children test later
//! tracks only. A state has two diagrams over one letter: `next`, whose leaves are states, says where
//! the letter leads; `last`, whose leaves are yes and no, says when a word may end ([`State`]). Children
//! are made before their parents, so a sweep by index is a sweep from the leaves up. [`Store::make`]
//! keeps every node unique and never makes one with equal children.
//!
//! Recursion over a diagram is as deep as there are tracks, hence at most [`MAX_TRACKS`].

/// The largest number of tracks of one automaton. It bounds every recursion over a diagram.
pub const MAX_TRACKS: usize = 256;

/// The largest number of nodes and of states: what a [`Ref`] can name.
pub(super) const MAX_SIZE: usize = 1 << 29;

const LEAF: u32 = 1 << 31;
/// The bit that tells a truth value from a state among leaves.
const TRUTH: u32 = 1 << 30;

/// A node of the arena, or a leaf with the top bit set: a state, yes or no.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Ref(u32);

impl Ref {
    /// No reference: the mark of an empty place in a table.
    pub(super) const NONE: Ref = Ref(u32::MAX);
    pub(super) const YES: Ref = Ref(LEAF | TRUTH | 1);
    pub(super) const NO: Ref = Ref(LEAF | TRUTH);

    #[inline]
    pub(super) fn state(state: u32) -> Ref {
        assert!(state < TRUTH, "a budget ends before states run out");
        Ref(LEAF | state)
    }

    #[inline]
    pub(super) fn truth(value: bool) -> Ref {
        if value { Ref::YES } else { Ref::NO }
    }

    #[inline]
    fn node(index: usize) -> Ref {
        Ref(index as u32)
    }

    #[inline]
    pub(super) fn is_leaf(self) -> bool {
        self.0 & LEAF != 0
    }

    /// The truth value of a leaf, unless it is a state.
    #[inline]
    pub(super) fn as_truth(self) -> Option<bool> {
        (self.0 >= Ref::NO.0).then_some(self.0 & 1 != 0)
    }

    /// The state of a leaf that is one.
    #[inline]
    pub(super) fn as_state(self) -> Option<usize> {
        (self.0 & (LEAF | TRUTH) == LEAF).then_some((self.0 & !LEAF) as usize)
    }

    /// The index of a node.
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// The node `by` places later; leaves stay.
    pub(super) fn shifted(self, by: usize) -> Ref {
        if self.is_leaf() { self } else { Ref::node(self.index() + by) }
    }

    #[inline]
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// The reference whose [`bits`](Ref::bits) these are.
    #[inline]
    pub(super) fn from_bits(bits: u32) -> Ref {
        Ref(bits)
    }
}

/// A test of one track.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Node {
    pub(super) var: u32,
    pub(super) lo: Ref,
    pub(super) hi: Ref,
}

/// The two diagrams of a state.
///
/// Over the integers `last` holds the letters that may end a word here, as the signs of a tuple. Over
/// the naturals it is yes when a word may end in this state, before any letter, and no otherwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct State {
    pub(super) next: Ref,
    pub(super) last: Ref,
}

/// An automaton as a graph. State 0 is the start.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) states: Vec<State>,
}

impl Graph {
    /// The automaton with one state that accepts every word, or none.
    pub(super) fn constant(accepts: bool) -> Graph {
        Graph { nodes: Vec::new(), states: vec![State { next: Ref::state(0), last: Ref::truth(accepts) }] }
    }

    /// `Some(b)` when the residual language of `state` is everything (`true`) or nothing (`false`).
    #[inline]
    pub(super) fn constant_state(&self, state: usize) -> Option<bool> {
        let State { next, last } = self.states[state];
        if next == Ref::state(state as u32) { last.as_truth() } else { None }
    }

    /// By state, what [`Graph::constant_state`] says.
    pub(super) fn constant_states(&self) -> Vec<Option<bool>> {
        (0..self.states.len()).map(|state| self.constant_state(state)).collect()
    }

    /// The leaf under `at` on the letter whose bit for a track is given by `bit`.
    pub(super) fn leaf(&self, mut at: Ref, bit: impl Fn(usize) -> bool) -> Ref {
        while !at.is_leaf() {
            let node = self.nodes[at.index()];
            at = if bit(node.var as usize) { node.hi } else { node.lo };
        }
        at
    }
}

/// Spreads the bits of a key over the upper half of the result.
#[inline]
pub(super) fn mix(key: u64) -> u64 {
    let product = u128::from(key ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93_u128;
    (product >> 64) as u64 ^ product as u64
}

/// An arena under construction, with the index that keeps its nodes unique.
pub(super) struct Store {
    pub(super) nodes: Vec<Node>,
    /// Open addressing; zero is free, otherwise the node's index plus one.
    index: Vec<u32>,
}

impl Store {
    pub(super) fn new() -> Store {
        Store { nodes: Vec::with_capacity(32), index: vec![0; 64] }
    }

    /// The diagram "if the track `var` has a one then `hi` else `lo`".
    #[inline]
    pub(super) fn make(&mut self, var: u32, lo: Ref, hi: Ref) -> Ref {
        if lo == hi {
            return lo;
        }
        let mask = self.index.len() - 1;
        let mut slot = Store::hash(var, lo, hi) as usize & mask;
        loop {
            let entry = self.index[slot];
            if entry == 0 {
                break;
            }
            if self.nodes[entry as usize - 1] == (Node { var, lo, hi }) {
                return Ref::node(entry as usize - 1);
            }
            slot = (slot + 1) & mask;
        }
        assert!(self.nodes.len() < MAX_SIZE, "a budget ends before the arena is full");
        self.nodes.push(Node { var, lo, hi });
        self.index[slot] = self.nodes.len() as u32;
        let made = Ref::node(self.nodes.len() - 1);
        if self.nodes.len() * 2 > self.index.len() {
            self.grow();
        }
        made
    }

    #[inline]
    fn hash(var: u32, lo: Ref, hi: Ref) -> u64 {
        mix((u64::from(lo.0) << 32 | u64::from(hi.0)) ^ u64::from(var).wrapping_mul(0xA076_1D64_78BD_642F))
    }

    #[cold]
    fn grow(&mut self) {
        let mask = grown(self.index.len()) - 1;
        self.index = vec![0; mask + 1];
        for (i, node) in self.nodes.iter().enumerate() {
            let mut slot = Store::hash(node.var, node.lo, node.hi) as usize & mask;
            while self.index[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.index[slot] = i as u32 + 1;
        }
    }

    /// The track tested at the top of a diagram; leaves come after every track.
    #[inline]
    pub(super) fn var(&self, at: Ref) -> u32 {
        top(&self.nodes, at)
    }

    /// The two halves of a diagram by the track `var`, which is not below its top.
    #[inline]
    pub(super) fn split(&self, at: Ref, var: u32) -> (Ref, Ref) {
        split(&self.nodes, at, var)
    }
}

/// The track tested at the top of a diagram; leaves come after every track.
#[inline]
pub(super) fn top(nodes: &[Node], at: Ref) -> u32 {
    if at.is_leaf() { u32::MAX } else { nodes[at.index()].var }
}

/// The two halves of a diagram by the track `var`, which is not below its top.
#[inline]
pub(super) fn split(nodes: &[Node], at: Ref, var: u32) -> (Ref, Ref) {
    if at.is_leaf() {
        return (at, at);
    }
    let node = nodes[at.index()];
    if node.var == var { (node.lo, node.hi) } else { (at, at) }
}

/// An exact map from pairs of numbers to numbers, for memo tables and for interning pairs.
pub(super) struct PairMap {
    /// Open addressing: both numbers and the value plus one, which is zero in a free place.
    entries: Vec<[u32; 3]>,
    used: usize,
}

impl PairMap {
    pub(super) fn new() -> PairMap {
        PairMap { entries: vec![[0; 3]; 64], used: 0 }
    }

    #[inline]
    fn slot(&self, a: u32, b: u32) -> usize {
        let mask = self.entries.len() - 1;
        let mut slot = mix(u64::from(a) << 32 | u64::from(b)) as usize & mask;
        loop {
            let [x, y, value] = self.entries[slot];
            if (x == a && y == b) || value == 0 {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[inline]
    pub(super) fn get(&self, a: u32, b: u32) -> Option<u32> {
        self.entries[self.slot(a, b)][2].checked_sub(1)
    }

    /// Adds a pair that is not there yet. The value is not the largest number.
    #[inline]
    pub(super) fn insert(&mut self, a: u32, b: u32, value: u32) {
        if self.used * 2 >= self.entries.len() {
            self.grow();
        }
        let slot = self.slot(a, b);
        self.entries[slot] = [a, b, value + 1];
        self.used += 1;
    }

    /// Adds a pair or gives it another value.
    #[inline]
    pub(super) fn set(&mut self, a: u32, b: u32, value: u32) {
        let slot = self.slot(a, b);
        if self.entries[slot][2] == 0 {
            self.insert(a, b, value);
        } else {
            self.entries[slot][2] = value + 1;
        }
    }

    #[inline]
    pub(super) fn get_ref(&self, a: Ref, b: Ref) -> Option<Ref> {
        self.get(a.0, b.0).map(Ref)
    }

    #[inline]
    pub(super) fn insert_ref(&mut self, a: Ref, b: Ref, value: Ref) {
        self.insert(a.0, b.0, value.0);
    }

    #[cold]
    fn grow(&mut self) {
        let bigger = vec![[0; 3]; grown(self.entries.len())];
        let old = std::mem::replace(&mut self.entries, bigger);
        for entry in old {
            if entry[2] != 0 {
                let slot = self.slot(entry[0], entry[1]);
                self.entries[slot] = entry;
            }
        }
    }
}

/// The next size of a table: small ones grow fast, large ones keep their share of the caches.
fn grown(size: usize) -> usize {
    if size < 1 << 14 { size * 4 } else { size * 2 }
}

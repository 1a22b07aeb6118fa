//! Determinisation: automata whose states are sets of states.
//!
//! The diagrams here lead to *sets*: interned, kept in one flat pool as chunks of 32 states (the number
//! of the chunk, then a bit a state), so that small sets are short and large ones dense. A set remembers two
//! smaller sets whose union it is, so its diagram is the union of theirs, and unions of diagrams are
//! memoised by pairs. The state that accepts nothing is left out of every set, and a set with the
//! state that accepts everything is that state alone. A member within another is left out too, as far
//! as [`Subsumption`] knows.

use super::bdd::{Graph, MAX_SIZE, PairMap, Ref, State, Store, mix};
use super::minimize::{Numbering, minimize};
use super::subsume::Subsumption;
use crate::budget::{Budget, Exhausted};

/// The number of an interned set.
type SetId = u32;

/// Below this number of sets it does not pay to look for members within others.
const FEW: usize = 256;

/// The set without members.
const NOTHING: SetId = 0;

pub(super) struct Subsets<'a> {
    graph: &'a Graph,
    subsumption: Subsumption,
    pub(super) store: Store,
    pool: Vec<u64>,
    /// By set, where its chunks lie in the pool.
    spans: Vec<(u32, u32)>,
    /// By set, two smaller sets of which it is the union (a set of one member: itself twice).
    halves: Vec<(SetId, SetId)>,
    /// By set, its diagrams, `None` before they are made.
    diagrams: Vec<Option<State>>,
    index: Vec<SetId>,
    set_unions: PairMap,
    unions: PairMap,
    /// By state of the given automaton: the set that stands for it.
    singletons: Vec<SetId>,
    everything: Option<SetId>,
    scratch: Vec<u64>,
}

impl<'a> Subsets<'a> {
    /// Sets of states of `graph`.
    pub(super) fn new(graph: &'a Graph) -> Subsets<'a> {
        let states = graph.states.len();
        let mut subsets = Subsets {
            graph,
            subsumption: Subsumption::new(),
            store: Store::new(),
            pool: Vec::with_capacity(states * 2),
            spans: Vec::with_capacity(states * 2),
            halves: Vec::with_capacity(states * 2),
            diagrams: Vec::with_capacity(states * 2),
            index: vec![SetId::MAX; (states * 4).next_power_of_two()],
            set_unions: PairMap::new(),
            unions: PairMap::new(),
            singletons: Vec::with_capacity(states),
            everything: None,
            scratch: Vec::new(),
        };
        subsets.intern((NOTHING, NOTHING));
        subsets.diagrams[NOTHING as usize] = Some(State { next: Ref::state(NOTHING), last: Ref::NO });
        for state in 0..states {
            let set = subsets.singleton(state, graph.constant_state(state));
            subsets.singletons.push(set);
        }
        subsets
    }

    fn singleton(&mut self, state: usize, constant: Option<bool>) -> SetId {
        if constant == Some(false) {
            return NOTHING;
        }
        self.scratch.clear();
        self.scratch.push(chunk(state as u32));
        let next = self.spans.len() as u32;
        let set = self.intern((next, next));
        if constant == Some(true) {
            self.everything = Some(set);
            self.diagrams[set as usize] = Some(State { next: Ref::state(set), last: Ref::YES });
        }
        set
    }

    /// The leaf here of a leaf of the given automaton.
    #[inline]
    pub(super) fn leaf(&self, at: Ref) -> Ref {
        at.as_state().map_or(at, |state| Ref::state(self.singletons[state]))
    }

    /// Gives a state its diagrams. States that accept nothing or everything keep theirs.
    pub(super) fn set_state(&mut self, state: usize, diagrams: State) {
        self.diagrams[self.singletons[state] as usize].get_or_insert(diagrams);
    }

    /// The union of two diagrams: of sets, or of truth values.
    pub(super) fn union(&mut self, x: Ref, y: Ref, budget: &mut Budget) -> Result<Ref, Exhausted> {
        if x == y || is_least(y) || self.is_greatest(x) {
            return Ok(x);
        }
        if is_least(x) || self.is_greatest(y) {
            return Ok(y);
        }
        if let (Some(a), Some(b)) = (x.as_state(), y.as_state()) {
            return Ok(Ref::state(self.set_union(a as SetId, b as SetId, budget)?));
        }
        let (x, y) = if x.bits() < y.bits() { (x, y) } else { (y, x) };
        if let Some(known) = self.unions.get_ref(x, y) {
            return Ok(known);
        }
        budget.spend(1)?;
        let var = self.store.var(x).min(self.store.var(y));
        let (x_lo, x_hi) = self.store.split(x, var);
        let (y_lo, y_hi) = self.store.split(y, var);
        let lo = self.union(x_lo, y_lo, budget)?;
        let hi = self.union(x_hi, y_hi, budget)?;
        let made = self.store.make(var, lo, hi);
        self.unions.insert_ref(x, y, made);
        Ok(made)
    }

    #[inline]
    fn is_greatest(&self, at: Ref) -> bool {
        at == Ref::YES || self.everything.is_some_and(|set| at == Ref::state(set))
    }

    /// The canonical automaton that starts in the set of `start`. Every state has its diagrams by now.
    pub(super) fn determinize(mut self, start: usize, budget: &mut Budget) -> Result<Graph, Exhausted> {
        let mut number = vec![u32::MAX; self.spans.len()];
        let mut order = vec![self.singletons[start]];
        number[order[0] as usize] = 0;
        let mut states = Vec::new();
        let mut seen = vec![false; self.store.nodes.len()];
        let mut stack = Vec::new();
        while let Some(&set) = order.get(states.len()) {
            let state = self.state(set, budget)?;
            states.push(state);
            number.resize(self.spans.len(), u32::MAX);
            seen.resize(self.store.nodes.len(), false);
            stack.push(state.next);
            while let Some(at) = stack.pop() {
                if let Some(set) = at.as_state() {
                    if number[set] == u32::MAX {
                        number[set] = order.len() as u32;
                        order.push(set as SetId);
                    }
                } else if !seen[at.index()] {
                    seen[at.index()] = true;
                    let node = self.store.nodes[at.index()];
                    stack.extend([node.hi, node.lo]);
                }
            }
        }
        minimize(self.renamed(states, &number), Numbering::Arbitrary, budget)
    }

    /// The graph over numbers of sets instead of sets.
    fn renamed(self, mut states: Vec<State>, number: &[u32]) -> Graph {
        let rename = |at: Ref| match at.as_state() {
            // Only nodes of intermediate unions lead to sets without a number, and they are dropped.
            Some(set) if number[set] == u32::MAX => Ref::state(0),
            Some(set) => Ref::state(number[set]),
            None => at,
        };
        let mut nodes = self.store.nodes;
        for node in &mut nodes {
            node.lo = rename(node.lo);
            node.hi = rename(node.hi);
        }
        for state in &mut states {
            state.next = rename(state.next);
        }
        Graph { nodes, states }
    }

    /// The diagrams of a set, from those of its halves.
    fn state(&mut self, set: SetId, budget: &mut Budget) -> Result<State, Exhausted> {
        let mut stack = vec![set];
        loop {
            let at = stack[stack.len() - 1] as usize;
            let (first, second) = self.halves[at];
            let (x, y) = (self.diagrams[first as usize], self.diagrams[second as usize]);
            let done = if let Some(done) = self.diagrams[at] {
                done
            } else if let (Some(x), Some(y)) = (x, y) {
                let next = self.union(x.next, y.next, budget)?;
                State { next, last: self.union(x.last, y.last, budget)? }
            } else {
                stack.extend([first, second]);
                continue;
            };
            self.diagrams[at] = Some(done);
            stack.pop();
            if stack.is_empty() {
                return Ok(done);
            }
        }
    }

    fn set_union(&mut self, a: SetId, b: SetId, budget: &mut Budget) -> Result<SetId, Exhausted> {
        if a == b || b == NOTHING {
            return Ok(a);
        }
        if a == NOTHING {
            return Ok(b);
        }
        if let Some(all) = self.everything
            && (a == all || b == all)
        {
            return Ok(all);
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if let Some(known) = self.set_unions.get(a, b) {
            return Ok(known);
        }
        if self.pool.len() >= MAX_SIZE {
            budget.spend(u64::MAX)?;
        }
        let before = self.subsumption.work;
        self.merge(a, b);
        budget.spend(1 + self.scratch.len() as u64 / 4 + self.subsumption.work - before)?;
        let made = self.intern((a, b));
        self.set_unions.insert(a, b, made);
        Ok(made)
    }

    /// Leaves the union of both sets in the scratch list.
    fn merge(&mut self, a: SetId, b: SetId) {
        let (x, y) = (span(&self.pool, self.spans[a as usize]), span(&self.pool, self.spans[b as usize]));
        unite(x, y, &mut self.scratch);
        let few = self.spans.len() < FEW.max(4 * self.graph.states.len());
        if few || self.subsumption.is_idle() {
            return;
        }
        let subsumption = &mut self.subsumption;
        let mut drop_covered = |smaller: &[u64], larger: &[u64]| {
            for small in members(smaller) {
                let mut others = members(larger).filter(|&large| large != small);
                if others.any(|large| subsumption.covers(self.graph, small, large)) {
                    remove(&mut self.scratch, small);
                }
            }
        };
        drop_covered(x, y);
        drop_covered(y, x);
        self.scratch.retain(|&chunk| chunk & BITS != 0);
    }

    /// The set in the scratch list, made with these halves when it is new.
    fn intern(&mut self, halves: (SetId, SetId)) -> SetId {
        let mask = self.index.len() - 1;
        let mut slot = hash(&self.scratch) as usize & mask;
        while self.index[slot] != SetId::MAX {
            let (from, to) = self.spans[self.index[slot] as usize];
            if span(&self.pool, (from, to)) == self.scratch {
                return self.index[slot];
            }
            slot = (slot + 1) & mask;
        }
        let set = self.spans.len() as SetId;
        let from = self.pool.len() as u32;
        self.pool.extend_from_slice(&self.scratch);
        self.spans.push((from, self.pool.len() as u32));
        self.halves.push(halves);
        self.diagrams.push(None);
        self.index[slot] = set;
        if self.spans.len() * 2 > self.index.len() {
            self.grow();
        }
        set
    }

    #[cold]
    fn grow(&mut self) {
        let mask = self.index.len() * 4 - 1;
        self.index = vec![SetId::MAX; mask + 1];
        for (set, &(from, to)) in self.spans.iter().enumerate() {
            let mut slot = hash(span(&self.pool, (from, to))) as usize & mask;
            while self.index[slot] != SetId::MAX {
                slot = (slot + 1) & mask;
            }
            self.index[slot] = set as SetId;
        }
    }
}

#[inline]
fn is_least(at: Ref) -> bool {
    at == Ref::NO || at == Ref::state(NOTHING)
}

/// The bits of a chunk that stand for states; the number of the chunk is above them.
const BITS: u64 = 0xFFFF_FFFF;

fn chunk(state: u32) -> u64 {
    u64::from(state / 32) << 32 | 1 << (state % 32)
}

fn span(pool: &[u64], (from, to): (u32, u32)) -> &[u64] {
    &pool[from as usize..to as usize]
}

/// The states of a set, in order.
fn members(set: &[u64]) -> impl Iterator<Item = u32> {
    set.iter().flat_map(|&chunk| {
        let first = (chunk >> 32) as u32 * 32;
        (0..32).filter(move |bit| chunk >> bit & 1 != 0).map(move |bit| first + bit)
    })
}

fn remove(set: &mut [u64], state: u32) {
    for chunk in set.iter_mut().filter(|chunk| **chunk >> 32 == u64::from(state / 32)) {
        *chunk &= !(1 << (state % 32));
    }
}

/// Leaves the union of two sets in `union`.
fn unite(mut x: &[u64], mut y: &[u64], union: &mut Vec<u64>) {
    union.clear();
    while let (Some(&first), Some(&second)) = (x.first(), y.first()) {
        let (a, b) = (first >> 32, second >> 32);
        union.push(if a == b { first | second } else { first.min(second) });
        x = &x[usize::from(a <= b)..];
        y = &y[usize::from(b <= a)..];
    }
    union.extend_from_slice(x);
    union.extend_from_slice(y);
}

fn hash(set: &[u64]) -> u64 {
    set.iter().fold(0, |hash, &chunk| mix(hash.rotate_left(5) ^ chunk))
}

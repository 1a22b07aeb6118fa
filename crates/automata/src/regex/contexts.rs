//! Which zero-width tests hold at each place of a word, as one automaton.
//!
//! A [`Contexts`] reads every word of its alphabet in exactly one accepting run, and the state of that run at
//! a place says which assertions hold there. It starts as one state and is refined by one assertion after
//! the other. A test of what lies behind is decided by the set of body states reached so far, which is
//! deterministic from left to right; a test of what lies ahead is the same thing read from right to left,
//! so the automaton and the body are reversed, refined and reversed back. A step may use the outcome of all
//! earlier assertions, so tests nest in any way. Anchors and word boundaries are no special case.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::partition::Partition;
use super::program::{Assertion, AssertionId, Instruction, Label, Program, SetId};
use super::tree::Side;
use crate::budget::{Budget, Exhausted};
use crate::symbols::SymbolSet;

/// How many assertions a program may have here: their outcomes are the bits of one number.
pub(crate) const MAX_ASSERTIONS: usize = 64;

/// An automaton that tells at each place of a word which assertions of a [`Program`] hold.
///
/// Every word has exactly one run from a start to a final state.
#[derive(Clone, Debug)]
pub struct Contexts {
    truths: Vec<u64>,
    edges: Vec<Vec<(u32, u32)>>,
    starts: Vec<u32>,
    finals: Vec<bool>,
    partition: Partition,
}

impl Contexts {
    /// Exact: the outcomes of all assertions of `program` at all places of all words.
    ///
    /// # Errors
    /// [`Exhausted`] when the automaton outgrows the budget.
    ///
    /// # Panics
    /// When the program has more than 64 assertions; [`Regex::program`](super::Regex::program) gives no such program.
    pub fn of(program: &Program, budget: &mut Budget) -> Result<Contexts, Exhausted> {
        assert!(program.assertions.len() <= MAX_ASSERTIONS, "outcomes are the bits of one number");
        let partition = Partition::of(&program.sets, program.alphabet);
        let classes = 0..partition.class_count() as u32;
        let mut contexts = Contexts {
            truths: vec![0],
            edges: vec![classes.map(|class| (class, 0)).collect()],
            starts: vec![0],
            finals: vec![true],
            partition,
        };
        for (bit, assertion) in program.assertions.iter().enumerate() {
            contexts = contexts.with_assertion(&Body::of(program, *assertion), bit, budget)?;
        }
        Ok(contexts)
    }

    /// How many states there are; they are numbered from 0.
    pub fn state_count(&self) -> usize {
        self.truths.len()
    }

    /// The states in which a run may start.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// Whether a run may end in `state`.
    pub fn is_final(&self, state: u32) -> bool {
        self.finals[state as usize]
    }

    /// Whether the assertion holds at a place where the run is in `state`.
    pub fn holds(&self, state: u32, assertion: AssertionId) -> bool {
        self.truths[state as usize] >> assertion.0 & 1 == 1
    }

    /// The steps from `state`: characters and where they lead. Sets of different steps may overlap.
    pub fn steps(&self, state: u32) -> impl Iterator<Item = (&SymbolSet, u32)> + '_ {
        self.edges[state as usize]
            .iter()
            .map(|&(class, target)| (self.partition.class(class as usize), target))
    }

    /// The steps from `state` on characters of a set of the program, by target.
    pub(crate) fn steps_within(&self, state: u32, set: SetId) -> BTreeMap<u32, Vec<usize>> {
        let mut steps: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for &(class, target) in &self.edges[state as usize] {
            if self.partition.set_has(set.index(), class as usize) {
                steps.entry(target).or_default().push(class as usize);
            }
        }
        steps
    }

    /// The characters of these classes together.
    pub(crate) fn symbols(&self, classes: &[usize]) -> SymbolSet {
        SymbolSet::from_ranges(
            classes.iter().flat_map(|&class| self.partition.class(class).ranges().iter().copied()),
        )
    }

    fn with_assertion(self, body: &Body, bit: usize, budget: &mut Budget) -> Result<Contexts, Exhausted> {
        match body.side {
            Side::Behind => self.refined(body, bit, budget),
            Side::Ahead => Ok(self.reversed().refined(&body.reversed(), bit, budget)?.reversed()),
        }
    }

    /// The product with the deterministic run of the body, which may start at any place.
    ///
    /// A state remembers only what was reached by reading; what the start reaches is the same at every place
    /// with the same outcomes and is worked out once for each.
    fn refined(self, body: &Body, bit: usize, budget: &mut Budget) -> Result<Contexts, Exhausted> {
        let mut product = Product { ids: BTreeMap::new(), states: Vec::new() };
        let mut fresh: BTreeMap<u64, Fresh> = BTreeMap::new();
        let starts = self.starts.iter().map(|&state| product.intern(state, Vec::new())).collect();
        let (mut edges, mut truths) = (Vec::new(), Vec::new());
        while let Some((state, reached)) = product.states.get(edges.len()).cloned() {
            let truth = self.truths[state as usize];
            let fresh = match fresh.entry(truth) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(empty) => empty.insert(body.fresh(truth, &self.partition, budget)?),
            };
            let closed = body.closure(reached, truth, budget)?;
            let holds = fresh.ends || closed.binary_search(&body.end).is_ok();
            truths.push(truth | u64::from(holds) << bit);
            let mut out = Vec::new();
            for &(class, target) in &self.edges[state as usize] {
                let mut next = body.step(&closed, class as usize, &self.partition);
                next.extend(&fresh.reads[class as usize]);
                next.sort_unstable();
                next.dedup();
                budget.spend(1 + closed.len() as u64 + next.len() as u64)?;
                out.push((class, product.intern(target, next)));
            }
            edges.push(out);
        }
        let finals = product.states.iter().map(|&(state, _)| self.finals[state as usize]).collect();
        Ok(Contexts { truths, edges, starts, finals, partition: self.partition })
    }

    fn reversed(self) -> Contexts {
        let mut edges = vec![Vec::new(); self.truths.len()];
        for (source, out) in self.edges.iter().enumerate() {
            for &(class, target) in out {
                edges[target as usize].push((class, source as u32));
            }
        }
        let starts = (0..self.truths.len() as u32).filter(|&state| self.is_final(state)).collect();
        let mut finals = vec![false; self.truths.len()];
        for &state in &self.starts {
            finals[state as usize] = true;
        }
        Contexts { truths: self.truths, edges, starts, finals, partition: self.partition }
    }
}

/// Pairs of an old state and a sorted set of body states, numbered as they are met.
struct Product {
    ids: BTreeMap<(u32, Vec<u32>), u32>,
    states: Vec<(u32, Vec<u32>)>,
}

impl Product {
    fn intern(&mut self, state: u32, reached: Vec<u32>) -> u32 {
        let key = (state, reached);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = self.states.len() as u32;
        self.states.push(key.clone());
        self.ids.insert(key, id);
        id
    }
}

/// What a body does when it starts at a place: what each class of characters leads to, and whether it ends.
struct Fresh {
    reads: Vec<Vec<u32>>,
    ends: bool,
}

/// A silent step of a body, taken where the assertion, if there is one, has the outcome.
#[derive(Clone, Copy, Debug)]
struct Silent {
    condition: Option<(AssertionId, bool)>,
    target: u32,
}

/// The body of an assertion as a graph, so that it can be reversed.
#[derive(Clone, Debug)]
struct Body {
    side: Side,
    silent: Vec<Vec<Silent>>,
    reading: Vec<Vec<(SetId, u32)>>,
    start: u32,
    end: u32,
}

impl Body {
    /// The part of the program that the assertion's start reaches, states numbered as they are met.
    fn of(program: &Program, assertion: Assertion) -> Body {
        let mut order = vec![assertion.start];
        let mut ids = BTreeMap::from([(assertion.start, 0_u32)]);
        let mut body =
            Body { side: assertion.side, silent: vec![], reading: vec![], start: 0, end: u32::MAX };
        while let Some(&label) = order.get(body.silent.len()) {
            let mut id = |target: Label| {
                *ids.entry(target).or_insert_with(|| {
                    order.push(target);
                    order.len() as u32 - 1
                })
            };
            let (mut silent, mut reading) = (Vec::new(), Vec::new());
            let mut plain = |target: u32| silent.push(Silent { condition: None, target });
            match program.instruction(label) {
                Instruction::Char { set, next } => reading.push((set, id(next))),
                Instruction::Split { prefer, other } => {
                    plain(id(prefer));
                    plain(id(other));
                }
                Instruction::Save { next, .. } => plain(id(next)),
                Instruction::Assert { assertion, holds, next } => {
                    silent.push(Silent { condition: Some((assertion, holds)), target: id(next) });
                }
                Instruction::Fail => {}
                Instruction::Match => body.end = body.silent.len() as u32,
            }
            body.silent.push(silent);
            body.reading.push(reading);
        }
        body.with_end()
    }

    /// Gives a body that cannot match an end that nothing reaches.
    fn with_end(mut self) -> Body {
        if self.end == u32::MAX {
            self.end = self.silent.len() as u32;
            self.silent.push(Vec::new());
            self.reading.push(Vec::new());
        }
        self
    }

    fn reversed(&self) -> Body {
        let mut silent = vec![Vec::new(); self.silent.len()];
        let mut reading = vec![Vec::new(); self.silent.len()];
        for (source, steps) in self.silent.iter().enumerate() {
            for step in steps {
                silent[step.target as usize].push(Silent { target: source as u32, ..*step });
            }
        }
        for (source, steps) in self.reading.iter().enumerate() {
            for &(set, target) in steps {
                reading[target as usize].push((set, source as u32));
            }
        }
        Body { side: self.side, silent, reading, start: self.end, end: self.start }
    }

    /// Everything that `states` reach silently where the earlier assertions have these outcomes, sorted.
    fn closure(&self, states: Vec<u32>, truth: u64, budget: &mut Budget) -> Result<Vec<u32>, Exhausted> {
        let mut seen = BTreeSet::new();
        let mut open = states;
        while let Some(state) = open.pop() {
            if !seen.insert(state) {
                continue;
            }
            budget.spend(1)?;
            for step in &self.silent[state as usize] {
                if step.condition.is_none_or(|(assertion, holds)| (truth >> assertion.0 & 1 == 1) == holds) {
                    open.push(step.target);
                }
            }
        }
        Ok(seen.into_iter().collect())
    }

    fn fresh(&self, truth: u64, partition: &Partition, budget: &mut Budget) -> Result<Fresh, Exhausted> {
        let started = self.closure(vec![self.start], truth, budget)?;
        budget.spend((started.len() * partition.class_count()) as u64)?;
        let classes = 0..partition.class_count();
        let reads = classes.map(|class| self.step(&started, class, partition)).collect();
        Ok(Fresh { reads, ends: started.binary_search(&self.end).is_ok() })
    }

    fn step(&self, states: &[u32], class: usize, partition: &Partition) -> Vec<u32> {
        let readings = states.iter().flat_map(|&state| &self.reading[state as usize]);
        readings.filter(|(set, _)| partition.set_has(set.index(), class)).map(|&(_, target)| target).collect()
    }
}

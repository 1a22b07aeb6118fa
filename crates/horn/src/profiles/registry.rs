//! The machines that the clauses ask about, each once, and those that follow from them through functions.
//!
//! A machine that a function of a string is asked about becomes one that the string is asked about. Such chains may go on
//! without end, so they are cut at a depth and a number; what is cut off is not known of the string.

use std::collections::{BTreeSet, HashMap};

use automata::{Alphabet, Automaton, Budget, Exhausted, Symbol};

use super::images::{Image, preimage};
use super::machine::{Machine, MachineId};
use crate::system::HornSystem;

/// How often machines are carried through functions, and how many machines and states there may be then.
const DEEPEST: u32 = 4;
const MOST_MACHINES: usize = 256;
const MOST_STATES: usize = 4096;

/// A machine and the state it is in before a string is read.
pub(super) type Entry = (MachineId, u32);

/// All machines of a system.
#[derive(Debug)]
pub(super) struct Registry {
    pub(super) alphabet: Alphabet,
    machines: Vec<Machine>,
    depths: Vec<u32>,
    states: usize,
    /// Only looked up, never walked.
    by_parts: HashMap<Vec<Automaton>, MachineId>,
    carried: HashMap<(Image, Entry), Option<MachineId>>,
}

impl Registry {
    pub(super) fn new(alphabet: Alphabet) -> Self {
        Registry {
            alphabet,
            machines: Vec::new(),
            depths: Vec::new(),
            states: 0,
            by_parts: HashMap::new(),
            carried: HashMap::new(),
        }
    }

    /// All machines, by number.
    pub(super) fn machines(&self) -> &[Machine] {
        &self.machines
    }

    /// A machine.
    pub(super) fn get(&self, id: MachineId) -> &Machine {
        &self.machines[id.index()]
    }

    /// The machine that tells whether a string is in a language: label 1.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget does not cover the machine.
    pub(super) fn test(&mut self, language: Automaton, budget: &mut Budget) -> Result<MachineId, Exhausted> {
        self.add(vec![language], 0, budget)
    }

    fn add(
        &mut self,
        parts: Vec<Automaton>,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<MachineId, Exhausted> {
        if let Some(&known) = self.by_parts.get(&parts) {
            let least = self.depths[known.index()].min(depth);
            self.depths[known.index()] = least;
            return Ok(known);
        }
        let id = MachineId(self.machines.len() as u32);
        let machine = Machine::new(self.alphabet, &parts, budget)?;
        self.states += machine.size();
        self.machines.push(machine);
        self.depths.push(depth);
        self.by_parts.insert(parts, id);
        Ok(id)
    }

    /// The machine whose label, less 1, is the state in which `entry` ends when it reads the image of a string; `None`
    /// where the chain is cut.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget does not cover the machine.
    pub(super) fn through(
        &mut self,
        system: &HornSystem,
        image: &Image,
        entry: Entry,
        budget: &mut Budget,
    ) -> Result<Option<MachineId>, Exhausted> {
        let key = (image.clone(), entry);
        if let Some(&known) = self.carried.get(&key) {
            return Ok(known);
        }
        let depth = self.depths[entry.0.index()] + 1;
        let full = self.machines.len() >= MOST_MACHINES || self.states >= MOST_STATES;
        let derived = if depth > DEEPEST || full {
            None
        } else {
            let mut parts = Vec::new();
            for to in 0..self.get(entry.0).size() as u32 {
                let leading = self.get(entry.0).between(self.alphabet, (entry.1, to), budget)?;
                parts.push(preimage(system, image, &leading, budget)?);
            }
            Some(self.add(parts, depth, budget)?)
        };
        self.carried.insert(key, derived);
        Ok(derived)
    }

    /// The machine that [`through`](Registry::through) has made.
    pub(super) fn made(&self, image: &Image, entry: Entry) -> Option<MachineId> {
        self.carried.get(&(image.clone(), entry)).copied().flatten()
    }

    /// The states after a word.
    pub(super) fn after_word(
        &self,
        machine: MachineId,
        from: &BTreeSet<u32>,
        word: &[Symbol],
    ) -> BTreeSet<u32> {
        let machine = self.get(machine);
        let step = |state: u32, symbol: &Symbol| {
            let edges = &machine.edges[state as usize];
            let at = edges.partition_point(|&(_, hi, _)| hi < *symbol);
            edges.get(at).or(edges.last()).expect("a machine is complete").2
        };
        from.iter().map(|&state| word.iter().fold(state, step)).collect()
    }

    /// The states after any word.
    pub(super) fn after_any(&self, machine: MachineId, from: &BTreeSet<u32>) -> BTreeSet<u32> {
        let machine = self.get(machine);
        let mut seen = from.clone();
        let mut open: Vec<u32> = from.iter().copied().collect();
        while let Some(state) = open.pop() {
            let targets = machine.edges[state as usize].iter().map(|&(_, _, target)| target);
            open.extend(targets.filter(|target| seen.insert(*target)));
        }
        seen
    }
}

//! The machines as tables over letters, and the classes of all strings.
//!
//! A letter is a range of characters that no machine tells apart. The class of a string, for some entries, is the states
//! in which it ends from each of them; classes are found breadth first, so each comes with a shortest word.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use automata::{Budget, Exhausted, Symbol};

use super::machine::MachineId;
use super::registry::{Entry, Registry};

/// Machines over letters.
#[derive(Debug)]
pub(super) struct Space {
    /// The ranges of characters, ascending, without gaps.
    pub(super) letters: Vec<(Symbol, Symbol)>,
    tables: Vec<Table>,
    /// Only looked up, never walked.
    known: HashMap<(Vec<Entry>, Vec<Guard>), Rc<Classes>>,
}

#[derive(Debug)]
struct Table {
    /// The state after each letter, for each state.
    next: Vec<u32>,
    labels: Vec<u32>,
    /// For each state whether label 1, or another one, can still be reached.
    alive: [Vec<bool>; 2],
}

/// A machine that must, or must not, end in label 1.
pub(super) type Guard = (MachineId, bool);

/// The classes of the strings that satisfy some guards.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Classes {
    /// The states of each class, in the order of the entries, and its place in the tree.
    pub(super) members: Vec<(Rc<[u32]>, usize)>,
    /// For each class that was met the one before it and the letter between them.
    tree: Vec<(usize, usize)>,
}

impl Space {
    /// The tables of all machines.
    ///
    /// # Errors
    /// [`Exhausted`] when they outgrow the budget.
    pub(super) fn new(registry: &Registry, budget: &mut Budget) -> Result<Self, Exhausted> {
        let mut starts: BTreeSet<Symbol> = BTreeSet::from([0]);
        for machine in registry.machines() {
            budget.spend(machine.edges.iter().map(|edges| edges.len() as u64).sum())?;
            starts.extend(machine.edges.iter().flatten().map(|&(lo, _, _)| lo));
        }
        let starts: Vec<Symbol> = starts.into_iter().collect();
        let ends = starts.iter().skip(1).map(|start| start - 1).chain([registry.alphabet.last()]);
        let letters: Vec<(Symbol, Symbol)> = starts.iter().copied().zip(ends).collect();
        let mut tables = Vec::new();
        for machine in registry.machines() {
            budget.spend((machine.size() * letters.len()) as u64)?;
            let mut next = Vec::with_capacity(machine.size() * letters.len());
            for edges in &machine.edges {
                let mut edges = edges.iter().peekable();
                for &(lo, _) in &letters {
                    while edges.peek().is_some_and(|&&(_, hi, _)| hi < lo) {
                        edges.next();
                    }
                    next.push(edges.peek().expect("a machine is complete").2);
                }
            }
            let alive = [machine.alive(|label| label != 1), machine.alive(|label| label == 1)];
            tables.push(Table { next, labels: machine.labels.clone(), alive });
        }
        Ok(Space { letters, tables, known: HashMap::new() })
    }

    /// The letters of a word.
    pub(super) fn spell(&self, word: &[Symbol]) -> Vec<usize> {
        let letter = |symbol: &Symbol| self.letters.partition_point(|&(_, hi)| hi < *symbol);
        word.iter().map(|symbol| letter(symbol).min(self.letters.len() - 1)).collect()
    }

    /// The state after a letter.
    pub(super) fn step(&self, machine: MachineId, state: u32, letter: usize) -> u32 {
        self.tables[machine.index()].next[state as usize * self.letters.len() + letter]
    }

    /// The state after a word.
    pub(super) fn after(&self, (machine, state): Entry, word: &[usize]) -> u32 {
        word.iter().fold(state, |state, &letter| self.step(machine, state, letter))
    }

    /// The label of a state.
    pub(super) fn label(&self, machine: MachineId, state: u32) -> u32 {
        self.tables[machine.index()].labels[state as usize]
    }

    /// Exact: the classes of all strings that satisfy the guards, whose machines are among the entries.
    ///
    /// # Errors
    /// [`Exhausted`] when there are more than the budget covers.
    pub(super) fn classes(
        &mut self,
        entries: Vec<Entry>,
        guards: Vec<Guard>,
        budget: &mut Budget,
    ) -> Result<Rc<Classes>, Exhausted> {
        let key = (entries, guards);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let found = Rc::new(self.explore(&key.0, &key.1, budget)?);
        self.known.insert(key, found.clone());
        Ok(found)
    }

    fn explore(
        &self,
        entries: &[Entry],
        guards: &[Guard],
        budget: &mut Budget,
    ) -> Result<Classes, Exhausted> {
        let place = |machine: MachineId| {
            entries.binary_search(&(machine, 0)).expect("the machines of guards are among the entries")
        };
        let guards: Vec<(usize, &Table, bool)> = guards
            .iter()
            .map(|&(machine, holds)| (place(machine), &self.tables[machine.index()], holds))
            .collect();
        let hopeful = |class: &[u32]| {
            guards.iter().all(|&(at, table, holds)| table.alive[usize::from(holds)][class[at] as usize])
        };
        let satisfied = |class: &[u32]| {
            guards.iter().all(|&(at, table, holds)| (table.labels[class[at] as usize] == 1) == holds)
        };
        let first: Rc<[u32]> = entries.iter().map(|&(_, state)| state).collect();
        let (mut order, mut tree, mut members) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen: HashSet<Rc<[u32]>> = HashSet::new();
        if hopeful(&first) {
            seen.insert(first.clone());
            order.push(first);
            tree.push((usize::MAX, 0));
        }
        let mut at = 0;
        while let Some(class) = order.get(at).cloned() {
            if satisfied(&class) {
                members.push((class.clone(), at));
            }
            for letter in 0..self.letters.len() {
                budget.spend(entries.len() as u64 + 1)?;
                let step = |(&(machine, _), &state): (&Entry, &u32)| self.step(machine, state, letter);
                let next: Rc<[u32]> = entries.iter().zip(class.iter()).map(step).collect();
                if hopeful(&next) && seen.insert(next.clone()) {
                    order.push(next);
                    tree.push((at, letter));
                }
            }
            at += 1;
        }
        Ok(Classes { members, tree })
    }

    /// The shortest word of a class, by its place in the tree, with plain characters where it has the choice.
    pub(super) fn word(&self, classes: &Classes, mut place: usize) -> Vec<Symbol> {
        let plain = |(lo, hi): (Symbol, Symbol)| {
            let wished = [u32::from(b'a'), u32::from(b'A'), u32::from(b'0'), u32::from(b' ')];
            wished.into_iter().map(|first| lo.max(first)).find(|first| *first <= hi).unwrap_or(lo)
        };
        let mut word = Vec::new();
        while let (before, letter) = classes.tree[place]
            && before != usize::MAX
        {
            word.push(plain(self.letters[letter]));
            place = before;
        }
        word.reverse();
        word
    }
}

//! The automata that read rows, as complete tables, and where they end after the values of a variable.
//!
//! A candidate also reads the signs between strings. A function that stands between a string and its reader becomes a
//! table on the string, whose label is the state in which the reader ends. [`Machines::endings`] walks several tables at
//! once: for each way to end it has a shortest word, and for integers the set of all that end so.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use automata::{Automaton, Budget, Exhausted, LengthSet, Nfa, StateId, Symbol};

use super::tuple::{Layout, Sign};
use crate::profiles::images::{Image, preimage};
use crate::profiles::machine::Machine;
use crate::system::HornSystem;

/// A table of [`Machines`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TableId(u32);

/// A table and the state it is in before something is read.
pub(super) type Entry = (TableId, u32);

/// How readers end after some values.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    /// The state of each reader.
    pub(super) states: Vec<u32>,
    /// Which values these are.
    pub(super) values: Values,
}

/// Values that readers do not tell apart.
#[derive(Clone, Debug)]
pub(super) enum Values {
    /// Strings, of which this is a shortest one.
    Strings(Vec<Symbol>),
    /// The integers that are not negative, and the opposites of the others.
    Integers(LengthSet, LengthSet),
    /// A truth value.
    Truth(bool),
}

struct Table {
    machine: Machine,
    /// For each sign the state after it, for each state; nothing where signs are not read.
    signs: Vec<Vec<u32>>,
    /// The reader that labels speak of, for a table behind a function.
    inner: Option<TableId>,
}

/// Tables with their states, and the readers that they stand for.
type Asked = (Vec<Entry>, Vec<TableId>);

/// All tables of a question or of several.
pub(super) struct Machines<'a> {
    system: &'a HornSystem,
    layout: &'a Layout,
    tables: Vec<Table>,
    /// Only looked up, never walked.
    tests: HashMap<Automaton, TableId>,
    behind: HashMap<(Image, Entry), TableId>,
    known: HashMap<Asked, Rc<Vec<Ending>>>,
}

impl<'a> Machines<'a> {
    pub(super) fn new(system: &'a HornSystem, layout: &'a Layout) -> Self {
        Machines {
            system,
            layout,
            tables: Vec::new(),
            tests: HashMap::new(),
            behind: HashMap::new(),
            known: HashMap::new(),
        }
    }

    fn add(&mut self, table: Table) -> TableId {
        self.tables.push(table);
        TableId(self.tables.len() as u32 - 1)
    }

    fn table(&self, id: TableId) -> &Table {
        &self.tables[id.0 as usize]
    }

    /// The table of a candidate, and for each of its states whether it accepts.
    pub(super) fn candidate(&mut self, candidate: &Automaton) -> (TableId, Vec<bool>) {
        let last = self.layout.strings().last();
        let sink = candidate.state_count() as u32;
        let complete = |state: StateId| {
            let (mut edges, mut next) = (Vec::new(), 0);
            for edge in candidate.edges(state).iter().filter(|edge| edge.lo <= last) {
                edges.extend((edge.lo > next).then(|| (next, edge.lo - 1, sink)));
                edges.push((edge.lo, edge.hi.min(last), edge.target.index() as u32));
                next = edge.hi.min(last) + 1;
            }
            edges.extend((next <= last).then_some((next, last, sink)));
            edges
        };
        let mut edges: Vec<_> = candidate.states().map(complete).collect();
        edges.push(vec![(0, last, sink)]);
        let after = |sign: Sign| {
            let step = |state| {
                candidate.step(state, self.layout.symbol(sign)).map_or(sink, |state| state.index() as u32)
            };
            candidate.states().map(step).chain([sink]).collect()
        };
        let signs = Sign::ALL.map(after).to_vec();
        let accepts = candidate.states().map(|state| candidate.accepts_at(state)).chain([false]).collect();
        let labels = vec![0; edges.len()];
        (self.add(Table { machine: Machine { edges, labels }, signs, inner: None }), accepts)
    }

    /// The table of a test, and for each of its states whether it accepts.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget does not cover it.
    pub(super) fn test(
        &mut self,
        test: &Automaton,
        budget: &mut Budget,
    ) -> Result<(TableId, Vec<bool>), Exhausted> {
        let id = if let Some(&known) = self.tests.get(test) {
            known
        } else {
            let machine = Machine::new(self.layout.strings(), std::slice::from_ref(test), budget)?;
            let id = self.add(Table { machine, signs: Vec::new(), inner: None });
            self.tests.insert(test.clone(), id);
            id
        };
        Ok((id, self.table(id).machine.labels.iter().map(|&label| label == 1).collect()))
    }

    /// The table on a string that ends as a reader does after the image of the string.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget does not cover it.
    pub(super) fn behind(
        &mut self,
        image: &Image,
        entry: Entry,
        budget: &mut Budget,
    ) -> Result<TableId, Exhausted> {
        let key = (image.clone(), entry);
        if let Some(&known) = self.behind.get(&key) {
            return Ok(known);
        }
        let strings = self.layout.strings();
        let mut parts = Vec::new();
        for to in 0..self.states(entry.0) {
            let leading = self.table(entry.0).machine.between(strings, (entry.1, to), budget)?;
            parts.push(preimage(self.system, image, &leading, budget)?);
        }
        let machine = Machine::new(strings, &parts, budget)?;
        let id = self.add(Table { machine, signs: Vec::new(), inner: Some(entry.0) });
        self.behind.insert(key, id);
        Ok(id)
    }

    /// How many states a table has.
    pub(super) fn states(&self, table: TableId) -> u32 {
        self.table(table).machine.size() as u32
    }

    /// The state of the reader that a state of a table stands for; for a table behind a function that of the reader
    /// before it, as long as there is one.
    fn read(&self, mut table: TableId, mut state: u32, outermost: TableId) -> u32 {
        while table != outermost {
            let Some(inner) = self.table(table).inner else { return state };
            state = self.label(table, state);
            table = inner;
        }
        state
    }

    /// The state that the label of a state stands for.
    pub(super) fn label(&self, table: TableId, state: u32) -> u32 {
        let label = self.table(table).machine.labels[state as usize];
        label.checked_sub(1).expect("the pre-images of all states cover all strings")
    }

    /// The state after a word, signs included.
    pub(super) fn after(&self, (table, state): Entry, word: &[Symbol]) -> u32 {
        let table = self.table(table);
        let last = self.layout.strings().last();
        word.iter().fold(state, |state, &symbol| {
            if symbol > last {
                return table.signs[(symbol - last - 1) as usize][state as usize];
            }
            let edges = &table.machine.edges[state as usize];
            edges[edges.partition_point(|&(_, hi, _)| hi < symbol)].2
        })
    }

    /// The state after a sign.
    fn after_sign(&self, (table, state): Entry, sign: Sign) -> u32 {
        self.table(table).signs[sign as usize][state as usize]
    }

    /// Exact: all ways in which readers end after one string, through functions that stand between them and it: a
    /// reader's own state is told. Each way once, a shortest word first.
    ///
    /// # Errors
    /// [`Exhausted`] when there are more than the budget covers.
    pub(super) fn strings(
        &mut self,
        entries: &[Entry],
        readers: &[TableId],
        budget: &mut Budget,
    ) -> Result<Rc<Vec<Ending>>, Exhausted> {
        let key = (entries.to_vec(), readers.to_vec());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let mut endings: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
        let first: Vec<u32> = entries.iter().map(|entry| entry.1).collect();
        let mut seen: BTreeSet<Vec<u32>> = BTreeSet::from([first.clone()]);
        let mut order = vec![(first, usize::MAX, 0)];
        let mut found = Vec::new();
        let mut at = 0;
        while let Some((states, ..)) = order.get(at).cloned() {
            let told: Vec<u32> = entries
                .iter()
                .zip(readers)
                .zip(&states)
                .map(|((entry, reader), &state)| self.read(entry.0, state, *reader))
                .collect();
            endings.entry(told.clone()).or_insert_with(|| {
                found.push((told, at));
                found.len() - 1
            });
            for (symbol, next) in self.moves(entries, &states, budget)? {
                if seen.insert(next.clone()) {
                    order.push((next, at, symbol));
                }
            }
            at += 1;
        }
        let word = |mut place: usize| {
            let mut word = Vec::new();
            while order[place].1 != usize::MAX {
                word.push(order[place].2);
                place = order[place].1;
            }
            word.reverse();
            word
        };
        let ending = |(states, place)| Ending { states, values: Values::Strings(word(place)) };
        let endings = Rc::new(found.into_iter().map(ending).collect::<Vec<_>>());
        self.known.insert(key, endings.clone());
        Ok(endings)
    }

    /// The moves of several tables together, each with a plain character.
    fn moves(
        &self,
        entries: &[Entry],
        states: &[u32],
        budget: &mut Budget,
    ) -> Result<Vec<(Symbol, Vec<u32>)>, Exhausted> {
        let mut moves: Vec<(Symbol, Vec<u32>)> = Vec::new();
        let mut seen = BTreeSet::new();
        let ranges = self.ranges(entries, states);
        budget.spend((ranges.len() * entries.len()) as u64 + 1)?;
        for (lo, hi) in ranges {
            let step = |(entry, &state): (&Entry, &u32)| self.after((entry.0, state), &[lo]);
            let next: Vec<u32> = entries.iter().zip(states).map(step).collect();
            if seen.insert(next.clone()) {
                moves.push((plain((lo, hi)), next));
            }
        }
        Ok(moves)
    }

    /// The ranges of characters that no table tells apart in its state. Those with plain characters come first.
    fn ranges(&self, entries: &[Entry], states: &[u32]) -> Vec<(Symbol, Symbol)> {
        let mut starts: BTreeSet<Symbol> = BTreeSet::from([0]);
        for (entry, &state) in entries.iter().zip(states) {
            starts.extend(self.table(entry.0).machine.edges[state as usize].iter().map(|&(lo, _, _)| lo));
        }
        let starts: Vec<Symbol> = starts.into_iter().collect();
        let ends = starts.iter().skip(1).map(|start| start - 1).chain([self.layout.strings().last()]);
        let mut ranges: Vec<(Symbol, Symbol)> = starts.iter().copied().zip(ends).collect();
        ranges.sort_by_key(|range| !(0x20..0x7F).contains(&plain(*range)));
        ranges
    }

    /// Exact: the strings after which readers end so.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget does not cover the language.
    pub(super) fn language(
        &self,
        entries: &[Entry],
        readers: &[TableId],
        ending: &[u32],
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let mut nfa = Nfa::new(self.layout.strings());
        let first: Vec<u32> = entries.iter().map(|entry| entry.1).collect();
        let mut places = BTreeMap::from([(first.clone(), nfa.add_state())]);
        nfa.add_start(places[&first]);
        let mut open = vec![first];
        while let Some(states) = open.pop() {
            let own = places[&states];
            let told = entries.iter().zip(readers).zip(&states);
            if told
                .map(|((entry, reader), &state)| self.read(entry.0, state, *reader))
                .eq(ending.iter().copied())
            {
                nfa.set_accepting(own);
            }
            for (lo, hi) in self.ranges(entries, &states) {
                budget.spend(entries.len() as u64 + 1)?;
                let step = |(entry, &state): (&Entry, &u32)| self.after((entry.0, state), &[lo]);
                let next: Vec<u32> = entries.iter().zip(&states).map(step).collect();
                let target = *places.entry(next.clone()).or_insert_with(|| {
                    open.push(next);
                    nfa.add_state()
                });
                nfa.add_transition(own, lo, hi, target);
            }
        }
        nfa.determinize(budget)
    }

    /// Exact: all ways in which readers end after one integer.
    ///
    /// # Errors
    /// [`Exhausted`] when there are more than the budget covers.
    pub(super) fn integers(&self, entries: &[Entry], budget: &mut Budget) -> Result<Vec<Ending>, Exhausted> {
        let mut all: BTreeMap<Vec<u32>, [LengthSet; 2]> = BTreeMap::new();
        for (side, sign) in [Sign::Unit, Sign::Minus].into_iter().enumerate() {
            let mut states: Vec<u32> = entries.iter().map(|entry| entry.1).collect();
            let mut order: Vec<Vec<u32>> = Vec::new();
            while !order.contains(&states) {
                budget.spend((order.len() * entries.len()) as u64 + 1)?;
                order.push(states.clone());
                let step = |(entry, &state): (&Entry, &u32)| self.after_sign((entry.0, state), sign);
                states = entries.iter().zip(&states).map(step).collect();
            }
            let base = order.iter().position(|known| *known == states).expect("the walk has come back");
            let period = (order.len() - base) as u64;
            for (count, states) in order.into_iter().enumerate() {
                // No integer below 0 has no units.
                if side == 1 && count == 0 && base > 0 {
                    continue;
                }
                let set = if count < base {
                    LengthSet::exactly(count as u64)
                } else if side == 1 && count == 0 {
                    LengthSet::progression(period, period)
                } else {
                    LengthSet::progression(count as u64, period)
                };
                let known = all.entry(states).or_insert([LengthSet::empty(), LengthSet::empty()]);
                known[side] = known[side].union(&set, budget)?;
            }
        }
        let ending = |(states, [naturals, negatives]): (Vec<u32>, [LengthSet; 2])| Ending {
            states,
            values: Values::Integers(naturals, negatives),
        };
        Ok(all.into_iter().map(ending).collect())
    }

    /// Both ways in which readers end after a truth value.
    pub(super) fn truths(&self, entries: &[Entry]) -> Vec<Ending> {
        let ending = |value: bool| Ending {
            states: entries.iter().map(|&entry| self.after_sign(entry, Sign::of_truth(value))).collect(),
            values: Values::Truth(value),
        };
        [true, false].map(ending).to_vec()
    }
}

/// A character of a range that people like to read.
fn plain((lo, hi): (Symbol, Symbol)) -> Symbol {
    let wished = [u32::from(b'a'), u32::from(b'A'), u32::from(b'0'), u32::from(b' ')];
    wished.into_iter().map(|first| lo.max(first)).find(|first| *first <= hi).unwrap_or(lo)
}

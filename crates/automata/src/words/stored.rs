//! An automaton as bytes and back, for those that are made once and read often.
//!
//! Numbers are written seven bits at a time. First comes the table: the alphabet, then for each state whether it
//! accepts and its edges, each as the gap before it, its width and its target. How many states there are follows from
//! breadth-first numbering: as many as have been named.
//!
//! Then come the *splits*, which show that no two states are equivalent and none is dead, so that nobody minimises
//! again. The states begin in two blocks, those that accept and the others, with a sink among these. A split is a
//! block and a character: the members of the block are told apart by the blocks that the character leads them to.
//! States in different blocks are never equivalent, and in the end each must be alone. This is the refinement of
//! Moore, replayed.

use super::automaton::Automaton;
use super::table::{StateId, Table, TableBuilder};
use crate::budget::{Budget, Exhausted};
use crate::symbols::{Alphabet, MARK, Symbol};

impl Automaton {
    /// Exact: bytes from which [`Automaton::from_bytes`] makes the same automaton.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    pub fn to_bytes(&self, budget: &mut Budget) -> Result<Vec<u8>, Exhausted> {
        let mut bytes = Vec::new();
        write_table(self.table(), &mut bytes);
        write_splits(&find_splits(self.table(), budget)?, &mut bytes);
        Ok(bytes)
    }

    /// Exact: the automaton that was written, none when the bytes are not those of one.
    ///
    /// Whatever the bytes are, what comes out is canonical. The work is at most the square of their number, and about
    /// linear for what [`Automaton::to_bytes`] writes.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Automaton> {
        let table = read_table(&mut bytes)?;
        let mut blocks = Blocks::new(&table);
        while !bytes.is_empty() {
            // Every split does something, so there are no more of them than states.
            blocks.split(read_number(&mut bytes)?, read_number(&mut bytes)?)?;
        }
        (is_empty(&table) || blocks.are_single()).then(|| Automaton::from_canonical(table))
    }
}

/// Whether it is the table of the empty language, whose start is dead and canonical all the same.
fn is_empty(table: &Table) -> bool {
    table.state_count() == 1 && table.all_edges().is_empty() && !table.accepts_at(StateId::START)
}

fn write_table(table: &Table, bytes: &mut Vec<u8>) {
    write_number(table.alphabet().last(), bytes);
    write_number(u32::from(table.alphabet().is_marked()), bytes);
    for state in table.states() {
        let edges = table.edges(state);
        // Edges of a state have different first characters, so there are fewer than twice the mark.
        write_number((edges.len() as u32) << 1 | u32::from(table.accepts_at(state)), bytes);
        let mut after = 0;
        for edge in edges {
            for number in [edge.lo - after, edge.hi - edge.lo, edge.target.0] {
                write_number(number, bytes);
            }
            after = edge.hi + 1;
        }
    }
}

/// A table whose edges are ascending, disjoint, merged and in the alphabet, and whose states are numbered breadth first.
fn read_table(bytes: &mut &[u8]) -> Option<Table> {
    let alphabet = read_alphabet(bytes)?;
    let all = alphabet.all();
    let mut builder = TableBuilder::new(alphabet);
    let (mut state, mut named) = (0, 1);
    while state < named {
        let head = read_number(bytes)?;
        let mut after = 0;
        for _ in 0..head >> 1 {
            let lo = read_number(bytes)?.checked_add(after)?;
            let hi = read_number(bytes)?.checked_add(lo)?;
            let target = read_number(bytes)?;
            let is_inside = all.ranges().iter().any(|&(first, last)| first <= lo && hi <= last);
            (is_inside && target <= named).then_some(())?;
            named += u32::from(target == named);
            builder.edge(lo, hi, StateId(target));
            after = hi + 1;
        }
        builder.finish_state(head & 1 == 1);
        state += 1;
    }
    Some(builder.build())
}

fn read_alphabet(bytes: &mut &[u8]) -> Option<Alphabet> {
    let last = read_number(bytes).filter(|&last| last < MARK)?;
    match read_number(bytes)? {
        0 => Some(Alphabet::up_to(last)),
        1 => Some(Alphabet::up_to(last).with_marks()),
        _ => None,
    }
}

fn write_splits(splits: &[(u32, Symbol)], bytes: &mut Vec<u8>) {
    for &(block, symbol) in splits {
        write_number(block, bytes);
        write_number(symbol, bytes);
    }
}

fn write_number(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[inline]
fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in [0, 7, 14, 21, 28] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return u32::try_from(number).ok();
        }
    }
    None
}

/// States, and a sink after them, in blocks that hold all states equivalent to one of theirs.
struct Blocks<'a> {
    table: &'a Table,
    /// The block of each state.
    of: Vec<u32>,
    /// The states of each block, of which there is at least one.
    members: Vec<Vec<u32>>,
    /// For each key of a regrouping the block it got; nothing between them.
    block_of_key: Vec<Option<u32>>,
}

impl<'a> Blocks<'a> {
    fn new(table: &'a Table) -> Self {
        let sink = table.state_count() as u32;
        let (of, block_of_key) = (vec![0; sink as usize + 1], vec![None; sink as usize + 1]);
        let mut blocks = Blocks { table, of, members: vec![(0..=sink).collect()], block_of_key };
        blocks.regroup(0, |_, state| u32::from(state < sink && table.accepts_at(StateId(state))));
        blocks
    }

    /// Whether each state, and the sink, is alone.
    fn are_single(&self) -> bool {
        self.members.len() == self.of.len()
    }

    /// The block that `symbol` leads a state to.
    fn after(&self, state: u32, symbol: Symbol) -> u32 {
        let sink = self.table.state_count();
        let next = ((state as usize) < sink).then(|| self.table.step(StateId(state), symbol)).flatten();
        self.of[next.map_or(sink, StateId::index)]
    }

    /// Tells the members of a block apart by where `symbol` leads them; none when there is no such block, or nothing
    /// to tell.
    fn split(&mut self, block: u32, symbol: Symbol) -> Option<()> {
        let before = self.members.len();
        if (block as usize) < before {
            self.regroup(block, |blocks, state| blocks.after(state, symbol));
        }
        (self.members.len() > before).then_some(())
    }

    /// Makes a block of those members of one that have a key in common, which is the number of a state or of the sink.
    fn regroup(&mut self, block: u32, key: impl Fn(&Self, u32) -> u32) {
        let members = std::mem::take(&mut self.members[block as usize]);
        // All keys are asked for before a member moves: they may depend on where members are.
        let keys: Vec<u32> = members.iter().map(|&state| key(self, state)).collect();
        for (&state, &key) in members.iter().zip(&keys) {
            let is_first = self.members[block as usize].is_empty();
            let new = if is_first { block } else { self.members.len() as u32 };
            let number = *self.block_of_key[key as usize].get_or_insert(new);
            if number as usize == self.members.len() {
                self.members.push(Vec::new());
            }
            self.members[number as usize].push(state);
            self.of[state as usize] = number;
        }
        keys.into_iter().for_each(|key| self.block_of_key[key as usize] = None);
    }

    /// The character that splits a block best, if any does: the largest part that it leaves is the smallest.
    fn best_split(&self, block: u32, budget: &mut Budget) -> Result<Option<Symbol>, Exhausted> {
        let members = &self.members[block as usize];
        let states = members.iter().filter(|&&state| (state as usize) < self.table.state_count());
        let edges = states.flat_map(|&state| self.table.edges(StateId(state)));
        let mut symbols: Vec<Symbol> = edges.flat_map(|edge| [edge.lo, edge.hi + 1]).collect();
        symbols.sort_unstable();
        symbols.dedup();
        let mut best = (members.len(), None);
        for symbol in symbols {
            budget.spend(members.len() as u64)?;
            let mut ways: Vec<u32> = members.iter().map(|&state| self.after(state, symbol)).collect();
            ways.sort_unstable();
            let largest = ways.chunk_by(|a, b| a == b).map(<[u32]>::len).max().unwrap_or(0);
            if largest < best.0 {
                best = (largest, Some(symbol));
            }
        }
        Ok(best.1)
    }
}

/// The splits after which each state of a canonical table is alone.
fn find_splits(table: &Table, budget: &mut Budget) -> Result<Vec<(u32, Symbol)>, Exhausted> {
    let (mut blocks, mut splits) = (Blocks::new(table), Vec::new());
    // As long as two states share a block, some block can be split, since no two are equivalent.
    while !is_empty(table) && !blocks.are_single() {
        for block in 0..blocks.members.len() as u32 {
            if blocks.members[block as usize].len() > 1
                && let Some(symbol) = blocks.best_split(block, budget)?
            {
                blocks.split(block, symbol).expect("the character splits it");
                splits.push((block, symbol));
            }
        }
    }
    Ok(splits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two characters lead the start to two states. Each has at most one edge, to the start, and may accept.
    fn fork(ends: [(Option<Symbol>, bool); 2]) -> Table {
        let mut builder = TableBuilder::new(Alphabet::BYTE);
        builder.edge(97, 97, StateId(1));
        builder.edge(98, 98, StateId(2));
        builder.finish_state(true);
        for (edge, accepts) in ends {
            edge.into_iter().for_each(|symbol| builder.edge(symbol, symbol, StateId::START));
            builder.finish_state(accepts);
        }
        builder.build()
    }

    /// Whether some splits, of four at most, let a table be read.
    fn can_be_read(table: &Table) -> bool {
        let mut open = vec![Vec::new()];
        while let Some(splits) = open.pop() {
            let mut bytes = Vec::new();
            write_table(table, &mut bytes);
            write_splits(&splits, &mut bytes);
            if Automaton::from_bytes(&bytes).is_some() {
                return true;
            }
            if splits.len() < 4 {
                let more = (0..4).flat_map(|block| [97, 98, 99].map(|symbol| (block, symbol)));
                open.extend(more.map(|split| [splits.as_slice(), &[split]].concat()));
            }
        }
        false
    }

    #[test]
    fn no_splits_make_up_for_equivalent_or_dead_states() {
        assert!(can_be_read(&fork([(Some(97), true), (Some(98), true)])));
        assert!(can_be_read(&fork([(Some(97), true), (Some(97), false)])));
        assert!(!can_be_read(&fork([(Some(97), true), (Some(97), true)])));
        assert!(!can_be_read(&fork([(Some(97), true), (None, false)])));
    }
}

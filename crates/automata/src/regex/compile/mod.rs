//! From the tree to the ordered program.
//!
//! Instructions are laid down from the end to the beginning: a part is compiled for the place where control
//! goes on after it. There are two such places, because backtracking engines leave a loop whose body matched
//! the empty word: [`Exits::empty`] when nothing was read since the enclosing loop began its round,
//! [`Exits::moved`] otherwise. Where order does not matter, both are one, and no part is compiled twice.

mod spell;

use std::collections::BTreeMap;

use super::encode::{self, Encoding};
use super::program::{Assertion, AssertionId, Instruction, Label, Program, SetId};
use super::tree::{Greed, Node, NodeId, Side, Times, Tree, Wanted, may_be_empty};
use crate::budget::{Budget, Exhausted};
use crate::symbols::{Alphabet, SymbolSet};

/// Whether the program must keep the order in which an engine tries its ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Kept,
    Forgotten,
}

/// What a program is compiled for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) alphabet: Alphabet,
    pub(crate) encoding: Encoding,
    pub(crate) order: Order,
}

/// The program of the tree under `root`, which has no atomic parts.
pub(crate) fn compile(
    tree: &Tree,
    root: NodeId,
    target: Target,
    budget: &mut Budget,
) -> Result<Program, Exhausted> {
    if expanded_size(tree, root) > budget.left() {
        budget.spend(u64::MAX)?;
    }
    let mut compiler = Compiler::new(tree, target);
    let end = compiler.emit(Instruction::Match, budget)?;
    let start = compiler.node(root, Exits::both(end), budget)?;
    let Compiler { instructions, sets, assertions, .. } = compiler;
    Ok(Program { alphabet: target.alphabet, instructions, sets, assertions, start })
}

/// About how many instructions the tree expands to: counts multiply, so this comes before expanding.
pub(crate) fn expanded_size(tree: &Tree, root: NodeId) -> u64 {
    let copies = |times: Times| u64::from(times.max.unwrap_or(times.min)).max(1);
    match tree.node(root) {
        Node::Empty => 1,
        Node::Class(set) | Node::Unit(set) => 1 + set.ranges().len() as u64 / 8,
        Node::Concat(parts) | Node::Alternate(parts) => {
            parts.iter().fold(1, |sum: u64, &part| sum.saturating_add(expanded_size(tree, part)))
        }
        Node::Repeat { body, times, .. } => {
            expanded_size(tree, *body).saturating_mul(copies(*times)).saturating_add(1)
        }
        Node::Capture(_, body) | Node::Look { body, .. } | Node::Atomic(body) => {
            expanded_size(tree, *body).saturating_add(2)
        }
    }
}

/// Where control goes after a part.
#[derive(Clone, Copy, Debug)]
struct Exits {
    empty: Label,
    moved: Label,
}

impl Exits {
    fn both(label: Label) -> Self {
        Exits { empty: label, moved: label }
    }

    fn are_one(self) -> bool {
        self.empty == self.moved
    }
}

/// What an assertion tests, so that equal ones are made once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Test {
    Body(Side, NodeId),
    Unit(Side, SymbolSet),
}

struct Compiler<'t> {
    tree: &'t Tree,
    target: Target,
    instructions: Vec<Instruction>,
    sets: Vec<SymbolSet>,
    set_ids: BTreeMap<SymbolSet, SetId>,
    assertions: Vec<Assertion>,
    known: BTreeMap<Test, AssertionId>,
}

impl<'t> Compiler<'t> {
    fn new(tree: &'t Tree, target: Target) -> Self {
        Compiler {
            tree,
            target,
            instructions: Vec::new(),
            sets: Vec::new(),
            set_ids: BTreeMap::new(),
            assertions: Vec::new(),
            known: BTreeMap::new(),
        }
    }

    fn emit(&mut self, instruction: Instruction, budget: &mut Budget) -> Result<Label, Exhausted> {
        budget.spend(1)?;
        let label = Label(u32::try_from(self.instructions.len()).map_err(|_| spent(budget))?);
        self.instructions.push(instruction);
        Ok(label)
    }

    fn set(&mut self, set: &SymbolSet) -> SetId {
        let set = encode::within(set, self.target.alphabet);
        if let Some(&id) = self.set_ids.get(&set) {
            return id;
        }
        let id = SetId(self.sets.len() as u32);
        self.sets.push(set.clone());
        self.set_ids.insert(set, id);
        id
    }

    fn node(&mut self, id: NodeId, exits: Exits, budget: &mut Budget) -> Result<Label, Exhausted> {
        let tree = self.tree;
        match tree.node(id) {
            Node::Empty => Ok(exits.empty),
            Node::Class(set) => self.class(set, exits.moved, budget),
            Node::Unit(set) => self.characters(set, exits.moved, budget),
            Node::Concat(parts) => self.concat(parts, exits, budget),
            Node::Alternate(parts) => self.alternate(parts, exits, budget),
            Node::Repeat { body, times, greed } => {
                let repeat = Repeat { body: *body, greed: *greed };
                self.repeat(repeat, *times, exits, budget)
            }
            Node::Capture(number, body) => self.capture(*number, *body, exits, budget),
            Node::Look { side, wanted, body } => {
                let assertion = self.look(*side, *body, budget)?;
                let holds = *wanted == Wanted::Match;
                self.emit(Instruction::Assert { assertion, holds, next: exits.empty }, budget)
            }
            Node::Atomic(_) => unreachable!("atomic parts are rewritten before compiling"),
        }
    }

    fn capture(
        &mut self,
        group: u32,
        body: NodeId,
        exits: Exits,
        budget: &mut Budget,
    ) -> Result<Label, Exhausted> {
        if self.target.order == Order::Forgotten {
            return self.node(body, exits, budget);
        }
        let empty = self.emit(Instruction::Save { slot: 2 * group + 1, next: exits.empty }, budget)?;
        let moved = if exits.are_one() {
            empty
        } else {
            self.emit(Instruction::Save { slot: 2 * group + 1, next: exits.moved }, budget)?
        };
        let start = self.node(body, Exits { empty, moved }, budget)?;
        self.emit(Instruction::Save { slot: 2 * group, next: start }, budget)
    }

    fn concat(&mut self, parts: &[NodeId], exits: Exits, budget: &mut Budget) -> Result<Label, Exhausted> {
        let Some((&first, rest)) = parts.split_first() else { return Ok(exits.empty) };
        let mut exits = exits;
        for &part in rest.iter().rev() {
            exits = self.step_before(part, exits, budget)?;
        }
        self.node(first, exits, budget)
    }

    /// The exits for what stands before `part`.
    fn step_before(&mut self, part: NodeId, exits: Exits, budget: &mut Budget) -> Result<Exits, Exhausted> {
        let moved = self.node(part, Exits::both(exits.moved), budget)?;
        if exits.are_one() || !may_be_empty(self.tree, part) {
            return Ok(Exits::both(moved));
        }
        Ok(Exits { empty: self.node(part, exits, budget)?, moved })
    }

    fn alternate(&mut self, parts: &[NodeId], exits: Exits, budget: &mut Budget) -> Result<Label, Exhausted> {
        let ways = parts.iter().map(|&part| self.node(part, exits, budget)).collect::<Result<Vec<_>, _>>()?;
        self.any_of(&ways, budget)
    }

    /// Any of the ways, the first preferred.
    fn any_of(&mut self, ways: &[Label], budget: &mut Budget) -> Result<Label, Exhausted> {
        let Some((&last, before)) = ways.split_last() else { return self.emit(Instruction::Fail, budget) };
        let mut entry = last;
        for &prefer in before.iter().rev() {
            entry = self.emit(Instruction::Split { prefer, other: entry }, budget)?;
        }
        Ok(entry)
    }

    fn repeat(
        &mut self,
        repeat: Repeat,
        times: Times,
        exits: Exits,
        budget: &mut Budget,
    ) -> Result<Label, Exhausted> {
        let Repeat { body, .. } = repeat;
        let (mut exits, required) = match times.max {
            // Each optional copy can leave for the end at once, so closures stay linear.
            Some(max) => {
                let mut after = exits;
                for _ in times.min..max {
                    let entered = self.step_before(body, after, budget)?;
                    after = self.split_exits(repeat, entered, exits, budget)?;
                }
                (after, times.min)
            }
            None if times.min == 0 => (self.star(repeat, exits, budget)?, 0),
            None => (self.some(repeat, exits, budget)?, times.min - 1),
        };
        for _ in 0..required {
            exits = self.step_before(body, exits, budget)?;
        }
        Ok(exits.empty)
    }

    /// `body*`: the entries of the loop when nothing, or something, was read before it.
    fn star(&mut self, repeat: Repeat, exits: Exits, budget: &mut Budget) -> Result<Exits, Exhausted> {
        let (moved, _) = self.round(repeat, exits.moved, budget)?;
        if exits.are_one() {
            return Ok(Exits::both(moved));
        }
        let body = self.node(repeat.body, Exits { empty: exits.empty, moved }, budget)?;
        let empty = self.split(repeat.greed, body, exits.empty, budget)?;
        Ok(Exits { empty, moved })
    }

    /// `body+`: like [`Self::star`], entered through the body.
    fn some(&mut self, repeat: Repeat, exits: Exits, budget: &mut Budget) -> Result<Exits, Exhausted> {
        let (again, moved) = self.round(repeat, exits.moved, budget)?;
        if exits.are_one() {
            return Ok(Exits::both(moved));
        }
        let empty = self.node(repeat.body, Exits { empty: exits.empty, moved: again }, budget)?;
        Ok(Exits { empty, moved })
    }

    /// A loop around the body: the place that decides on another round, and the body's entry.
    fn round(
        &mut self,
        repeat: Repeat,
        end: Label,
        budget: &mut Budget,
    ) -> Result<(Label, Label), Exhausted> {
        let again = self.emit(Instruction::Fail, budget)?;
        let empty = match self.target.order {
            Order::Kept => end,
            Order::Forgotten => again,
        };
        let body = self.node(repeat.body, Exits { empty, moved: again }, budget)?;
        self.instructions[again.index()] = split_of(repeat.greed, body, end);
        Ok((again, body))
    }

    fn split_exits(
        &mut self,
        repeat: Repeat,
        entered: Exits,
        skipped: Exits,
        budget: &mut Budget,
    ) -> Result<Exits, Exhausted> {
        let moved = self.split(repeat.greed, entered.moved, skipped.moved, budget)?;
        if skipped.are_one() {
            return Ok(Exits::both(moved));
        }
        Ok(Exits { empty: self.split(repeat.greed, entered.empty, skipped.empty, budget)?, moved })
    }

    fn split(
        &mut self,
        greed: Greed,
        body: Label,
        end: Label,
        budget: &mut Budget,
    ) -> Result<Label, Exhausted> {
        self.emit(split_of(greed, body, end), budget)
    }

    fn look(&mut self, side: Side, body: NodeId, budget: &mut Budget) -> Result<AssertionId, Exhausted> {
        let direct = self.target.encoding == Encoding::Direct;
        let test = match self.tree.node(body) {
            Node::Unit(set) => Test::Unit(side, set.clone()),
            Node::Class(set) if direct => Test::Unit(side, set.clone()),
            Node::Empty
            | Node::Class(_)
            | Node::Concat(_)
            | Node::Alternate(_)
            | Node::Repeat { .. }
            | Node::Capture(..)
            | Node::Look { .. }
            | Node::Atomic(_) => Test::Body(side, body),
        };
        self.assertion(test, budget)
    }

    fn assertion(&mut self, test: Test, budget: &mut Budget) -> Result<AssertionId, Exhausted> {
        if let Some(&id) = self.known.get(&test) {
            return Ok(id);
        }
        let end = self.emit(Instruction::Match, budget)?;
        let (side, start) = match &test {
            Test::Unit(side, set) => (*side, self.characters(set, end, budget)?),
            Test::Body(side, body) => (*side, self.node(*body, Exits::both(end), budget)?),
        };
        let id = AssertionId(self.assertions.len() as u32);
        self.assertions.push(Assertion { side, start });
        self.known.insert(test, id);
        Ok(id)
    }
}

/// A body and the order of its repetitions.
#[derive(Clone, Copy, Debug)]
struct Repeat {
    body: NodeId,
    greed: Greed,
}

fn split_of(greed: Greed, body: Label, end: Label) -> Instruction {
    match greed {
        Greed::Greedy => Instruction::Split { prefer: body, other: end },
        Greed::Lazy => Instruction::Split { prefer: end, other: body },
        Greed::Possessive => unreachable!("possessive repetition is rewritten before compiling"),
    }
}

fn spent(budget: &mut Budget) -> Exhausted {
    match budget.spend(u64::MAX) {
        Err(exhausted) => exhausted,
        Ok(()) => unreachable!("a program of 2^32 instructions has spent a budget of at most 2^64 - 1 steps"),
    }
}

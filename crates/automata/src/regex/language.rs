//! The languages of a program: the words it matches as a whole, the words it finds a match in.
//!
//! Whether there is a match does not depend on the order in which ways are tried, so a `Split` is a plain
//! choice here. Where there are assertions the program runs together with the [`Contexts`] of the word.

use std::collections::BTreeMap;

use super::contexts::Contexts;
use super::program::{Instruction, Label, Program};
use crate::budget::{Budget, Exhausted};
use crate::words::{Nfa, StateId};

/// Which words are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Those that the program matches from start to end.
    Whole,
    /// Those with a match that starts at the beginning.
    Prefix,
    /// Those with a match anywhere.
    Anywhere,
}

/// Exact: the words that the program matches in the wished way.
pub(crate) fn language(program: &Program, wish: Wish, budget: &mut Budget) -> Result<Nfa, Exhausted> {
    let contexts = Contexts::of(program, budget)?;
    let mut maker = Maker {
        program,
        contexts: &contexts,
        wish,
        nfa: Nfa::new(program.alphabet),
        ids: BTreeMap::new(),
        open: Vec::new(),
    };
    let first = if wish == Wish::Anywhere { Place::Before } else { Place::At(program.start) };
    for &start in contexts.starts() {
        let id = maker.state(start, first);
        maker.nfa.add_start(id);
    }
    while let Some((context, place, id)) = maker.open.pop() {
        budget.spend(1)?;
        match place {
            Place::At(label) => maker.instruction(context, label, id, budget)?,
            Place::Before => {
                let start = maker.state(context, Place::At(program.start));
                maker.nfa.add_epsilon(id, start);
                maker.any_character(context, Place::Before, id, budget)?;
            }
            Place::After => {
                if contexts.is_final(context) {
                    maker.nfa.set_accepting(id);
                }
                maker.any_character(context, Place::After, id, budget)?;
            }
        }
    }
    Ok(maker.nfa)
}

/// Where the matcher is: before the match, in the program, after the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Before,
    At(Label),
    After,
}

struct Maker<'p> {
    program: &'p Program,
    contexts: &'p Contexts,
    wish: Wish,
    nfa: Nfa,
    ids: BTreeMap<(u32, Place), StateId>,
    open: Vec<(u32, Place, StateId)>,
}

impl Maker<'_> {
    fn state(&mut self, context: u32, place: Place) -> StateId {
        if let Some(&id) = self.ids.get(&(context, place)) {
            return id;
        }
        let id = self.nfa.add_state();
        self.ids.insert((context, place), id);
        self.open.push((context, place, id));
        id
    }

    fn instruction(
        &mut self,
        context: u32,
        label: Label,
        id: StateId,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        match self.program.instruction(label) {
            Instruction::Char { set, next } => {
                for (target, classes) in self.contexts.steps_within(context, set) {
                    let symbols = self.contexts.symbols(&classes);
                    budget.spend(symbols.ranges().len() as u64)?;
                    let to = self.state(target, Place::At(next));
                    self.nfa.add_symbols(id, &symbols, to);
                }
            }
            Instruction::Split { prefer, other } => {
                self.silent(context, Place::At(prefer), id);
                self.silent(context, Place::At(other), id);
            }
            Instruction::Assert { assertion, holds, next } => {
                if self.contexts.holds(context, assertion) == holds {
                    self.silent(context, Place::At(next), id);
                }
            }
            Instruction::Save { next, .. } => self.silent(context, Place::At(next), id),
            Instruction::Fail => {}
            Instruction::Match if self.wish == Wish::Whole => {
                if self.contexts.is_final(context) {
                    self.nfa.set_accepting(id);
                }
            }
            Instruction::Match => self.silent(context, Place::After, id),
        }
        Ok(())
    }

    fn silent(&mut self, context: u32, place: Place, id: StateId) {
        let target = self.state(context, place);
        self.nfa.add_epsilon(id, target);
    }

    fn any_character(
        &mut self,
        context: u32,
        place: Place,
        id: StateId,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let contexts = self.contexts;
        for (symbols, target) in contexts.steps(context) {
            budget.spend(symbols.ranges().len() as u64)?;
            let to = self.state(target, place);
            self.nfa.add_symbols(id, symbols, to);
        }
        Ok(())
    }
}

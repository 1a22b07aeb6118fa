//! The languages of a program: the words it matches as a whole, the words it finds a match in.
//!
//! Whether there is a match does not depend on the order in which ways are tried, so a `Split` is a plain
//! choice here. Where there are assertions the program runs together with the [`Contexts`] of the word. A program
//! over code points may be asked for the words of UTF-16 that spell them: that is far smaller than a program over
//! code units, because no test has to look into a pair of surrogates.

use std::collections::BTreeMap;

use super::contexts::Contexts;
use super::encode::{self, HIGH, LOW};
use super::program::{Instruction, Label, Program};
use crate::budget::{Budget, Exhausted};
use crate::symbols::{Alphabet, SymbolSet};
use crate::words::{Nfa, StateId};

/// Which words are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchoring {
    /// Those that the program matches from start to end.
    Whole,
    /// Those with a match that starts at the beginning.
    Prefix,
    /// Those with a match anywhere.
    Anywhere,
}

/// How what the program reads is spelled in the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelled {
    /// The program reads the characters of the words.
    AsRead,
    /// The program reads code points, the words are UTF-16.
    InPairs(Alphabet),
}

/// Exact: the words that the program matches with that anchoring.
pub(crate) fn language(
    program: &Program,
    anchoring: Anchoring,
    spelled: Spelled,
    budget: &mut Budget,
) -> Result<Nfa, Exhausted> {
    let contexts = Contexts::of(program, budget)?;
    let alphabet = match spelled {
        Spelled::AsRead => program.alphabet,
        Spelled::InPairs(alphabet) => alphabet,
    };
    let (nfa, ids, open) = (Nfa::new(alphabet), BTreeMap::new(), Vec::new());
    let mut maker = Maker { program, contexts: &contexts, anchoring, spelled, nfa, ids, open };
    let first = if anchoring == Anchoring::Anywhere { Place::Before } else { Place::At(program.start) };
    for &context in contexts.starts() {
        let id = maker.state(Run { context, place: first, after_high: false });
        maker.nfa.add_start(id);
    }
    while let Some((run, id)) = maker.open.pop() {
        budget.spend(1)?;
        maker.expand(run, id, budget)?;
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

/// A state of the run: what holds here, where the matcher is, and whether a lone high surrogate was just
/// read, after which no lone low one can follow, because the two would have been a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    context: u32,
    place: Place,
    after_high: bool,
}

struct Maker<'p> {
    program: &'p Program,
    contexts: &'p Contexts,
    anchoring: Anchoring,
    spelled: Spelled,
    nfa: Nfa,
    ids: BTreeMap<Run, StateId>,
    open: Vec<(Run, StateId)>,
}

impl Maker<'_> {
    fn state(&mut self, run: Run) -> StateId {
        if let Some(&id) = self.ids.get(&run) {
            return id;
        }
        let id = self.nfa.add_state();
        self.ids.insert(run, id);
        self.open.push((run, id));
        id
    }

    fn expand(&mut self, run: Run, id: StateId, budget: &mut Budget) -> Result<(), Exhausted> {
        match run.place {
            Place::At(label) => self.instruction(run, label, id, budget),
            Place::Before => {
                self.silent(Run { place: Place::At(self.program.start), ..run }, id);
                self.any_character(run, id, budget)
            }
            Place::After => {
                if self.contexts.is_final(run.context) {
                    self.nfa.set_accepting(id);
                }
                self.any_character(run, id, budget)
            }
        }
    }

    fn instruction(
        &mut self,
        run: Run,
        label: Label,
        id: StateId,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let at = |label| Run { place: Place::At(label), ..run };
        match self.program.instruction(label) {
            Instruction::Char { set, next } => {
                for (context, classes) in self.contexts.steps_within(run.context, set) {
                    let symbols = self.contexts.symbols(&classes);
                    self.read(id, &symbols, Run { context, ..at(next) }, budget)?;
                }
            }
            Instruction::Split { prefer, other } => {
                self.silent(at(prefer), id);
                self.silent(at(other), id);
            }
            Instruction::Assert { assertion, holds, next } => {
                if self.contexts.holds(run.context, assertion) == holds {
                    self.silent(at(next), id);
                }
            }
            Instruction::Save { next, .. } => self.silent(at(next), id),
            Instruction::Fail => {}
            Instruction::Match if self.anchoring == Anchoring::Whole => {
                if self.contexts.is_final(run.context) {
                    self.nfa.set_accepting(id);
                }
            }
            Instruction::Match => self.silent(Run { place: Place::After, ..run }, id),
        }
        Ok(())
    }

    fn silent(&mut self, run: Run, id: StateId) {
        let target = self.state(run);
        self.nfa.add_epsilon(id, target);
    }

    fn any_character(&mut self, run: Run, id: StateId, budget: &mut Budget) -> Result<(), Exhausted> {
        let contexts = self.contexts;
        for (symbols, context) in contexts.steps(run.context) {
            self.read(id, symbols, Run { context, ..run }, budget)?;
        }
        Ok(())
    }

    /// Adds the ways from `id` to `target` on what spells one of the symbols; `target.after_high` tells about `id`.
    fn read(
        &mut self,
        id: StateId,
        symbols: &SymbolSet,
        target: Run,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        budget.spend(1 + symbols.ranges().len() as u64)?;
        let Spelled::InPairs(alphabet) = self.spelled else {
            let to = self.state(target);
            self.nfa.add_symbols(id, symbols, to);
            return Ok(());
        };
        let (high, low) = (SymbolSet::range(HIGH.0, HIGH.1), SymbolSet::range(LOW.0, LOW.1));
        let lone = symbols.intersection(&high);
        let mut alone = symbols.intersection(&SymbolSet::range(0, 0xFFFF)).difference(&high);
        if target.after_high {
            alone = alone.difference(&low);
        }
        let to = self.state(Run { after_high: false, ..target });
        self.nfa.add_symbols(id, &encode::within(&alone, alphabet), to);
        if !lone.is_empty() {
            let after = self.state(Run { after_high: true, ..target });
            self.nfa.add_symbols(id, &encode::within(&lone, alphabet), after);
        }
        for (highs, lows) in encode::grouped_pairs(symbols) {
            budget.spend((highs.ranges().len() + lows.ranges().len()) as u64)?;
            let middle = self.nfa.add_state();
            self.nfa.add_symbols(id, &encode::within(&highs, alphabet), middle);
            self.nfa.add_symbols(middle, &encode::within(&lows, alphabet), to);
        }
        Ok(())
    }
}

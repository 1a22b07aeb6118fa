//! What a state keeps at a label: what is known of live variables, and of those that facts about live ones speak of.
//!
//! Over-approximates: what is forgotten may be anything. A variable that no run reads before it assigns it again decides
//! nothing, so no assertion is lost, and the cost of a state follows what is in use and not how long the program is.

use std::collections::BTreeSet;

use automata::Automaton;
use ir::live::Live;
use ir::{BoolVar, IntExpr, Label, StrExpr, StrVar, Variable, reads};

use crate::classes::Classes;
use crate::state::AbstractState;

impl AbstractState {
    /// Over-approximates: the state without what decides nothing from the label on.
    pub(crate) fn keep_relevant(&mut self, live: &Live, label: Label) {
        let is_live = |variable: Variable| live.is_live(label, variable);
        for (var, value) in (0..).map(BoolVar).zip(&mut self.booleans) {
            *value = value.filter(|_| is_live(Variable::Bool(var)));
        }
        self.definitions.retain(|var, _| is_live(Variable::Bool(*var)));
        self.slices.retain(|fact| [fact.part, fact.whole].into_iter().any(|var| is_live(Variable::Str(var))));
        self.integers
            .retain(|var, value| is_live(Variable::Int(*var)) || read_by_integer(value).any(is_live));
        self.parts.retain(|var, value| is_live(Variable::Str(*var)) || read_by_string(value).any(is_live));
        self.splits.retain(|(whole, _), _| is_live(Variable::Str(*whole)));
        let named = self.named();
        let is_relevant = |var: StrVar| is_live(Variable::Str(var)) || named.contains(&var);
        for (var, words) in (0..).map(StrVar).zip(&mut self.strings) {
            if !is_relevant(var) && !words.is_any() {
                *words = Automaton::any(words.alphabet());
            }
        }
        self.equal = Classes::of(&self.equal).pairs(is_relevant);
    }

    /// The strings that facts other than languages and equalities speak of.
    fn named(&self) -> BTreeSet<StrVar> {
        let of_slices = self.slices.iter().flat_map(|fact| [fact.part, fact.whole]);
        let of_parts = self
            .parts
            .iter()
            .flat_map(|(part, value)| read_by_string(value).filter_map(string).chain([*part]));
        let of_integers = self.integers.values().flat_map(|value| read_by_integer(value).filter_map(string));
        let of_same = self.same.iter().flat_map(|fact| [fact.left, fact.right]);
        let of_splits = self.splits.keys().map(|(whole, _)| *whole);
        of_slices.chain(of_parts).chain(of_integers).chain(of_same).chain(of_splits).collect()
    }
}

fn string(variable: Variable) -> Option<StrVar> {
    match variable {
        Variable::Str(var) => Some(var),
        Variable::Int(_) | Variable::Bool(_) => None,
    }
}

fn read_by_string(value: &StrExpr) -> impl Iterator<Item = Variable> + use<> {
    let mut read = Vec::new();
    reads::in_string(value, &mut |variable| read.push(variable));
    read.into_iter()
}

fn read_by_integer(value: &IntExpr) -> impl Iterator<Item = Variable> + use<> {
    let mut read = Vec::new();
    reads::in_integer(value, &mut |variable| read.push(variable));
    read.into_iter()
}

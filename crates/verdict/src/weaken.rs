//! Cases that say less: a case without some of its facts, and the case that says nothing.
//!
//! Every function here returns or makes a case that holds in more states, so what was shown to lead to a case still leads to it.

use ir::{Procedure, StrVar};

use crate::facts::Facts;
use crate::step::Fact;

impl Facts {
    /// The case of every state.
    pub(crate) fn of_any_state(procedure: &Procedure) -> Facts {
        Facts {
            languages: vec![None; procedure.strings.len()],
            booleans: vec![None; procedure.booleans.len()],
            ..Facts::default()
        }
    }

    /// Whether the case is that of every state.
    pub(crate) fn says_nothing(&self) -> bool {
        Fact::all(self).is_empty()
    }

    /// Removes facts, given by their positions in the case. What helped to show facts after the action stays: it is
    /// checked before it is used.
    pub(crate) fn drop_facts(&mut self, dropped: &[Fact]) {
        for fact in dropped {
            match *fact {
                Fact::Language(var) => self.languages[var.index()] = None,
                Fact::Boolean(var) => self.booleans[var.index()] = None,
                Fact::Numbers(_)
                | Fact::Sum(_)
                | Fact::Equality(_)
                | Fact::Slice(_)
                | Fact::Definition(_)
                | Fact::Integer(_)
                | Fact::Part(_)
                | Fact::Split(_)
                | Fact::Same(_) => {}
            }
        }
        keep(&mut self.numbers, dropped, Fact::Numbers);
        keep(&mut self.linear, dropped, Fact::Sum);
        keep(&mut self.equal, dropped, Fact::Equality);
        keep(&mut self.slices, dropped, Fact::Slice);
        keep(&mut self.definitions, dropped, Fact::Definition);
        keep(&mut self.integers, dropped, Fact::Integer);
        keep(&mut self.parts, dropped, Fact::Part);
        keep(&mut self.splits, dropped, Fact::Split);
        keep(&mut self.same, dropped, Fact::Same);
    }

    /// The facts that do not hold when a run begins: every string is empty, every integer 0 and every boolean false.
    pub(crate) fn false_at_entry(&self) -> Vec<Fact> {
        let holds = |fact: &Fact| match *fact {
            Fact::Language(StrVar(var)) => {
                self.languages[var as usize].as_ref().is_none_or(|table| table.accepts(0))
            }
            Fact::Boolean(var) => self.booleans[var.index()] != Some(true),
            Fact::Sum(at) => self.linear[at].constant_part() <= 0,
            Fact::Numbers(at) => self.numbers[at].set.contains_zero(),
            // A piece of no characters is the same when a run begins.
            Fact::Same(at) => self.same[at].count.constant_part() <= 0,
            Fact::Equality(_) => true,
            Fact::Slice(_) | Fact::Definition(_) | Fact::Integer(_) | Fact::Part(_) | Fact::Split(_) => false,
        };
        Fact::all(self).into_iter().filter(|fact| !holds(fact)).collect()
    }
}

fn keep<T>(facts: &mut Vec<T>, dropped: &[Fact], name: impl Fn(usize) -> Fact) {
    let mut at = 0;
    facts.retain(|_| {
        at += 1;
        !dropped.contains(&name(at - 1))
    });
}

//! What a branch that was taken says of values.
//!
//! A choice whose condition is decided is the value that it chose. A text that was found equal to a constant of the page is
//! that constant, written by the page: the outside only chose among texts of the page. This is how white lists are told from
//! filters, and the one place where a mark is taken away.

use automata::{MARK, Output, Symbol, SymbolSet, Transducer, TransducerBuilder};
use ir::{Condition, Literal, StrExpr, StrTerm, StrVar, Test};

use super::Lower;
use super::env::Key;
use crate::policy::ALPHABET;
use crate::value::{Array, Value};

/// A choice that a condition has decided.
pub(super) struct Decided {
    key: Key,
    before: Value,
    after: Value,
}

impl Lower<'_> {
    /// Goes on where a condition holds. What is given back is for [`Lower::unrefine`], where it no longer matters.
    pub(super) fn refine(&mut self, condition: &Condition) -> Vec<Decided> {
        if self.dead || *condition == Condition::TRUE {
            return Vec::new();
        }
        let mut facts = Vec::new();
        conjuncts(condition, &mut facts);
        let chosen = self.chosen(condition);
        let mut replaced: Vec<(StrVar, StrTerm)> = Vec::new();
        let mut known = Vec::new();
        for (key, before) in self.env.values.clone() {
            let decided = decided(&before, &facts);
            let value = self.of_page(&decided, &chosen, &mut replaced);
            if value != before {
                self.env.values.insert(key.clone(), value.clone());
            }
            if decided != before && value == decided {
                known.push(Decided { key, before, after: decided });
            }
        }
        for var in chosen {
            if self.is_parameter(var) {
                let text = self.page_copy(var, &mut replaced);
                self.refine_parameter(var, text);
            }
        }
        known
    }

    /// Choices that a condition decided are choices again, so that they are the same wherever paths meet.
    pub(super) fn unrefine(&mut self, known: Vec<Decided>) {
        for Decided { key, before, after } in known {
            if self.env.values.get(&key) == Some(&after) {
                self.env.values.insert(key, before);
            }
        }
    }

    /// Variables that equal a constant of the page wherever the condition holds.
    pub(super) fn chosen(&self, condition: &Condition) -> Vec<StrVar> {
        match condition {
            Condition::Literal(Literal { test: Test::In(StrTerm::Var(var), language), holds: true })
                if self.constants.contains(language) =>
            {
                vec![*var]
            }
            Condition::Literal(_) => Vec::new(),
            Condition::All(parts) => parts.iter().flat_map(|part| self.chosen(part)).collect(),
            Condition::Any(parts) => {
                let mut parts = parts.iter().map(|part| self.chosen(part));
                let first = parts.next().unwrap_or_default();
                parts.fold(first, |all, part| all.into_iter().filter(|var| part.contains(var)).collect())
            }
        }
    }

    /// The value with the chosen texts as texts of the page.
    fn of_page(&mut self, value: &Value, chosen: &[StrVar], replaced: &mut Vec<(StrVar, StrTerm)>) -> Value {
        match value {
            Value::Str(StrTerm::Var(var)) if chosen.contains(var) => {
                Value::Str(self.page_copy(*var, replaced))
            }
            Value::Any(StrTerm::Var(var)) if chosen.contains(var) => {
                Value::Any(self.page_copy(*var, replaced))
            }
            Value::Maybe(present, StrTerm::Var(var)) if chosen.contains(var) => {
                Value::Maybe(present.clone(), self.page_copy(*var, replaced))
            }
            Value::Choice(parts) => {
                let (condition, yes, no) = &**parts;
                let (yes, no) = (self.of_page(yes, chosen, replaced), self.of_page(no, chosen, replaced));
                Value::Choice(Box::new((condition.clone(), yes, no)))
            }
            Value::Array(array) => {
                let known = array
                    .known
                    .iter()
                    .map(|(key, value)| (key.clone(), self.of_page(value, chosen, replaced)))
                    .collect();
                Value::Array(Array { known, ..(**array).clone() }.into())
            }
            other => other.clone(),
        }
    }

    fn page_copy(&mut self, var: StrVar, replaced: &mut Vec<(StrVar, StrTerm)>) -> StrTerm {
        if let Some((_, copy)) = replaced.iter().find(|(known, _)| *known == var) {
            return copy.clone();
        }
        let function = self.emit.function("text of the page", without_marks);
        let copy = self.emit.set_str("chosen", StrExpr::Apply { function, to: StrTerm::Var(var) });
        replaced.push((var, copy.clone()));
        copy
    }
}

/// Tests that come out as said wherever the condition holds.
fn conjuncts<'a>(condition: &'a Condition, found: &mut Vec<&'a Literal>) {
    match condition {
        Condition::Literal(literal) => found.push(literal),
        Condition::All(parts) => parts.iter().for_each(|part| conjuncts(part, found)),
        Condition::Any(_) => {}
    }
}

/// The value that a choice has chosen, where the facts say which.
fn decided(value: &Value, facts: &[&Literal]) -> Value {
    match value {
        Value::Choice(parts) => {
            let (condition, yes, no) = &**parts;
            match condition {
                Condition::Literal(literal) if facts.contains(&literal) => decided(yes, facts),
                Condition::Literal(literal)
                    if facts.iter().any(|fact| fact.test == literal.test && fact.holds != literal.holds) =>
                {
                    decided(no, facts)
                }
                _ => value.clone(),
            }
        }
        other => other.clone(),
    }
}

/// Takes every mark away.
fn without_marks() -> Transducer {
    let mut builder = TransducerBuilder::new(ALPHABET);
    let state = builder.add_state();
    builder.read(state, &SymbolSet::range(0, 255), Output::copy(), state);
    for byte in 0..=255 as Symbol {
        builder.read(state, &SymbolSet::single(byte | MARK), Output::word(&[byte]), state);
    }
    builder.end(state, &[]);
    builder.finish()
}

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
use crate::text::bytes_of;
use crate::value::{Array, Value};

/// How many words of a text are told apart.
const MOST_WORDS: usize = 8;
/// How many assignments are gone back for them.
const DEPTH: usize = 12;

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
        for &var in &chosen {
            let words = self.words_when(condition, var);
            let copy = self.page_copy(var, &mut replaced);
            if let (StrTerm::Var(copy), Some(words)) = (copy, words) {
                self.alternatives.insert(copy, words);
            }
        }
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
                if self.constants.contains_key(language) =>
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

    /// The constants of which a variable equals one wherever the condition holds.
    fn words_when(&self, condition: &Condition, var: StrVar) -> Option<Vec<Vec<u8>>> {
        match condition {
            Condition::Literal(Literal { test: Test::In(StrTerm::Var(tested), language), holds: true })
                if *tested == var =>
            {
                Some(vec![self.constants.get(language)?.clone()])
            }
            Condition::Literal(_) => None,
            Condition::All(parts) => parts.iter().find_map(|part| self.words_when(part, var)),
            Condition::Any(parts) => {
                let words = parts.iter().map(|part| self.words_when(part, var));
                Some(words.collect::<Option<Vec<_>>>()?.concat())
            }
        }
    }

    /// The words of which a text of the page is one, when they are few. In a loop, where a variable may be set later, nothing
    /// is said.
    pub(super) fn words_of(&self, term: &StrTerm) -> Option<Vec<Vec<u8>>> {
        let is_repeated = |frame: &super::Frame| frame.turns.iter().any(|turn| turn.is_repeated);
        if self.frames.iter().any(is_repeated) {
            return None;
        }
        let mut words = self.words_within(term, DEPTH)?;
        words.sort();
        words.dedup();
        Some(words)
    }

    fn words_within(&self, term: &StrTerm, depth: usize) -> Option<Vec<Vec<u8>>> {
        let depth = depth.checked_sub(1)?;
        let var = match term {
            StrTerm::Word(word) => return Some(vec![bytes_of(word)?]),
            StrTerm::Var(var) => *var,
        };
        if let Some(words) = self.alternatives.get(&var) {
            return Some(words.clone());
        }
        if self.emit.is_havocked(var) {
            return None;
        }
        let mut all = Vec::new();
        for expr in self.emit.values_of(var) {
            match expr {
                StrExpr::Term(from) => all.extend(self.words_within(from, depth)?),
                StrExpr::Concat(parts) => {
                    let mut whole = vec![Vec::new()];
                    for part in parts {
                        let part = self.words_within(part, depth)?;
                        let longer = |before: &Vec<u8>| {
                            part.iter().map(|after| [before.as_slice(), after].concat()).collect::<Vec<_>>()
                        };
                        whole = whole.iter().flat_map(longer).collect();
                        if whole.len() > MOST_WORDS {
                            return None;
                        }
                    }
                    all.extend(whole);
                }
                _ => return None,
            }
        }
        (!all.is_empty() && all.len() <= MOST_WORDS).then_some(all)
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

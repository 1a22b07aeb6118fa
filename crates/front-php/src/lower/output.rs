//! What the page writes, and the other sinks.
//!
//! The output so far is a value like any other, under a place of its own, always in the canonical form of the HTML policy:
//! see [`crate::policy`]. What is written is asserted to keep to the policy where it is written; runs that break it are
//! left out from there on, so that each place is judged by itself. Constants keep to it by themselves, and have an
//! assertion only where a page has no other of that rule.

use ir::{Action, Condition, Span, StrExpr, StrTerm, Test};

use super::Lower;
use super::env::Key;
use crate::policy::{Policy, RuleId};
use crate::value::Value;

/// A value, and the expression that has it.
pub(super) type Part = (Value, Option<Span>);

impl Lower<'_> {
    /// `echo` of one value.
    pub(crate) fn echo(&mut self, value: &Value) {
        self.echo_from(value, None);
    }

    /// The same of a value that an expression of the source has.
    pub(super) fn echo_from(&mut self, value: &Value, from: Option<Span>) {
        let piece = self.text(value);
        self.write(&piece, from);
    }

    /// Appends a text to the page.
    pub(super) fn write(&mut self, piece: &StrTerm, from: Option<Span>) {
        if self.dead {
            return;
        }
        self.reached.insert(self.emit.span);
        let policy = RuleId::Html.rule().policy();
        let key: Key = "page:output".into();
        let so_far = match self.env.get(&key) {
            Some(Value::Str(term)) => term.clone(),
            _ => StrTerm::Word([].into()),
        };
        let next = match (&so_far, piece) {
            (StrTerm::Word(before), StrTerm::Word(word)) => {
                self.meet_constant(RuleId::Html);
                let whole = [before.as_ref(), word.as_ref()].concat();
                StrTerm::Word(policy.shorten(&whole).into())
            }
            (_, StrTerm::Word(word)) => {
                let word = policy.without_loops(word);
                self.appended(policy, &so_far, (StrTerm::Word(word.into()), from))
            }
            (_, StrTerm::Var(_)) => self.appended(policy, &so_far, (piece.clone(), from)),
        };
        self.env.set(&key, Value::Str(next));
    }

    /// The canonical form of the output with a piece after it.
    fn appended(
        &mut self,
        policy: &Policy,
        so_far: &StrTerm,
        (piece, from): (StrTerm, Option<Span>),
    ) -> StrTerm {
        let may_fail = match &piece {
            StrTerm::Var(_) => true,
            StrTerm::Word(word) => policy.word_may_fail(word),
        };
        if piece == StrTerm::Word([].into()) {
            return so_far.clone();
        }
        let written = piece.clone();
        self.parts.extend(from.map(|from| ((self.emit.size(), 1), from)));
        let whole = self.emit.set_str("page", StrExpr::Concat(vec![so_far.clone(), piece]));
        if may_fail {
            self.attacks(RuleId::Html, &written);
            self.sink(RuleId::Html, &whole);
        }
        let function = self.emit.function("context of html", || policy.canonical.clone());
        self.emit.set_str("context", StrExpr::Apply { function, to: whole })
    }

    /// Here a constant is given to something that a rule judges.
    pub(crate) fn meet_constant(&mut self, rule: RuleId) {
        // What was taken back since is here no more.
        let size = self.emit.size();
        if !self.dead {
            self.reached.insert(self.emit.span);
        }
        if !self.dead && self.first_constants.get(&rule).is_none_or(|&at| at >= size) {
            let at = self.emit.push(Action::Assume(Condition::TRUE));
            self.first_constants.insert(rule, at);
        }
    }

    /// Asserts that no attack of the configuration occurs in a text that a rule judges.
    fn attacks(&mut self, rule: RuleId, text: &StrTerm) {
        let StrTerm::Var(_) = text else { return };
        let config = self.project.config;
        for attack in config.attacks.iter().filter(|attack| attack.rules.contains(&rule)) {
            let language = self.emit.language(&format!("attack {}", attack.name), || attack.occurs.clone());
            let absent = Condition::test(Test::In(text.clone(), language)).negated();
            let message = format!("the outside writes no {} ({})", attack.name, RuleId::Attack.rule().name);
            let id = self.emit.assert(absent, message);
            self.rules.insert(id, RuleId::Attack);
        }
    }

    /// Asserts that a text keeps to a rule, and goes on with the runs in which it does.
    pub(crate) fn sink(&mut self, rule: RuleId, text: &StrTerm) {
        if self.dead {
            return;
        }
        self.reached.insert(self.emit.span);
        if rule != RuleId::Html {
            self.attacks(rule, text);
        }
        let row = rule.rule();
        let language = self.emit.language(row.name, || row.policy().told.clone());
        let keeps = match text {
            StrTerm::Word(word) if self.emit.contains_now(language, word) => Condition::TRUE,
            StrTerm::Word(_) | StrTerm::Var(_) => Condition::test(Test::In(text.clone(), language)),
        };
        let id = self.emit.assert(keeps.clone(), row.sentence());
        self.rules.insert(id, rule);
        if keeps != Condition::TRUE {
            self.emit.push(Action::Assume(keeps));
        }
    }

    /// Texts one after the other.
    pub(crate) fn concat(&mut self, values: &[Value]) -> Value {
        self.joined(values.iter().map(|value| (value.clone(), None)).collect())
    }

    /// The same of values that expressions of the source have. Where each part comes from is kept.
    pub(super) fn joined(&mut self, parts: Vec<Part>) -> Value {
        let mut terms: Vec<(StrTerm, Option<Span>)> = Vec::new();
        for (value, from) in parts {
            let term = self.text(&value);
            match (terms.last_mut(), term) {
                (Some((StrTerm::Word(before), _)), StrTerm::Word(word)) => {
                    *before = [before.as_ref(), word.as_ref()].concat().into();
                }
                (_, StrTerm::Word(word)) if word.is_empty() => {}
                (_, term) => terms.push((term, from)),
            }
        }
        terms.retain(|(term, _)| !matches!(term, StrTerm::Word(word) if word.is_empty()));
        if terms.len() < 2 {
            return terms.pop().map_or_else(Value::empty, |(term, _)| Value::Str(term));
        }
        let at = self.emit.size();
        let places = terms.iter().enumerate();
        self.parts.extend(places.filter_map(|(part, (_, from))| Some(((at, part), (*from)?))));
        let terms = terms.into_iter().map(|(term, _)| term).collect();
        Value::Str(self.emit.set_str("text", StrExpr::Concat(terms)))
    }
}

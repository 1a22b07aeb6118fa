//! What the page writes, and the other sinks.
//!
//! The output so far is a value like any other, under a place of its own, always in the canonical form of the HTML policy:
//! see [`crate::policy`]. What is written is asserted to keep to the policy where it is written; runs that break it are
//! left out from there on, so that each place is judged by itself. A constant after a value is judged with it. Other
//! constants keep to it by themselves, and have an assertion only where a page has no other of that rule.

use automata::Symbol;
use ir::emit::Mark;
use ir::{Action, Condition, Span, StrExpr, StrTerm, Test};

use super::Lower;
use super::env::Key;
use crate::policy::{Policy, RuleId};
use crate::value::Value;

/// The last value that was written, as long as nothing was emitted after it.
pub(super) struct Written {
    mark: Mark,
    /// The size of the program after it.
    end: usize,
    so_far: StrTerm,
    piece: StrTerm,
    from: Option<Span>,
    /// The constants after it.
    tail: Vec<Symbol>,
    span: Span,
}

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
        if self.buffered(piece) || self.dead {
            return;
        }
        let plain = self.is_plain();
        self.begin_page(plain != Condition::FALSE);
        if plain == Condition::TRUE {
            return self.meet_constant(RuleId::Html);
        }
        if plain != Condition::FALSE {
            let piece = self.either_value(plain, Value::empty(), Value::Str(piece.clone()));
            let piece = self.text(&piece);
            return self.send(&piece, from);
        }
        self.send(piece, from);
    }

    /// Appends a text to the page as it is sent.
    fn send(&mut self, piece: &StrTerm, from: Option<Span>) {
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
            (_, StrTerm::Word(word)) => match self.written.take() {
                // The constant after a value is judged with it, since it is the value that may steer it.
                Some(before) if before.end == self.emit.size() => {
                    self.emit.undo(before.mark);
                    let tail = [before.tail.as_slice(), word.as_ref()].concat();
                    self.at(before.span, |lower| {
                        lower.value_appended(policy, (before.so_far, before.piece), (before.from, tail))
                    })
                }
                Some(_) | None => {
                    let word = policy.without_loops(word);
                    self.constant_appended(policy, &so_far, word)
                }
            },
            (_, StrTerm::Var(_)) => self.value_appended(policy, (so_far, piece.clone()), (from, Vec::new())),
        };
        self.env.set(&key, Value::Str(next));
    }

    /// The canonical form of the output with a constant after it.
    fn constant_appended(&mut self, policy: &Policy, so_far: &StrTerm, word: Vec<Symbol>) -> StrTerm {
        if word.is_empty() {
            return so_far.clone();
        }
        let may_fail = policy.word_may_fail(&word);
        let parts = vec![so_far.clone(), StrTerm::Word(word.into())];
        let whole = self.emit.set_str("page", StrExpr::Concat(parts));
        if may_fail {
            self.sink(RuleId::Html, &whole);
        }
        self.context(policy, whole)
    }

    /// The canonical form of the output with a value after it, and a constant after that.
    fn value_appended(
        &mut self,
        policy: &Policy,
        (so_far, piece): (StrTerm, StrTerm),
        (from, tail): (Option<Span>, Vec<Symbol>),
    ) -> StrTerm {
        let mark = self.emit.mark();
        let at = self.emit.size();
        self.parts.extend(from.map(|from| ((at, 1), from)));
        let mut parts = vec![so_far.clone(), piece.clone()];
        let word = policy.without_loops(&tail);
        if !word.is_empty() {
            self.tails.insert(at, tail.clone());
            parts.push(StrTerm::Word(word.into()));
        }
        let whole = self.emit.set_str("page", StrExpr::Concat(parts));
        self.attacks(RuleId::Html, &piece);
        self.sink(RuleId::Html, &whole);
        let context = self.context(policy, whole);
        let (end, span) = (self.emit.size(), self.emit.span);
        self.written = Some(Written { mark, end, so_far, piece, from, tail, span });
        context
    }

    fn context(&mut self, policy: &Policy, whole: StrTerm) -> StrTerm {
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
            let (name, rule) = (&attack.name, RuleId::Attack.rule().name);
            let message = format!("no {name} is written ({rule})");
            let id = self.emit.assert(absent, message);
            self.emit.fails_as(id, format!("{name} is written ({rule})"));
            self.claim(id, RuleId::Attack.into());
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
        self.emit.fails_as(id, row.failure());
        self.claim(id, rule.into());
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

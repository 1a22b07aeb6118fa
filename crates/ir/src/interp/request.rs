//! What a run asks of the outside, and which answers it takes.
//!
//! A request says exactly what is allowed. An answer that is not allowed ends the run as refused; so a list
//! of answers that somebody claims to be a failing input cannot cheat.

use automata::{Alphabet, Automaton, MARK, StateId, Symbol};

use super::Site;
use super::number::wrap;
use super::state::Value;
use crate::operation::Width;

/// A question of a run to the outside.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Where the run asks.
    pub site: Site,
    /// Why it asks.
    pub purpose: Purpose,
    /// What it takes for an answer.
    pub allowed: Allowed<'a>,
}

/// Why a run asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The program reads from the outside.
    Input,
    /// The program lets a variable have any value.
    Havoc,
    /// An operation has no result of its own: a division by 0, a numeral that is none, a negative shift.
    Undefined,
}

/// The values that a run takes for an answer.
#[derive(Clone, Debug)]
pub enum Allowed<'a> {
    /// Words.
    Word {
        /// Their characters. What is read by a program with marks has none yet: the run puts them on.
        alphabet: Alphabet,
        /// The language they are in; all when there is none. Where it has marks and the words have none, they
        /// are in it with every character marked.
        language: Option<&'a Automaton>,
        /// The most characters they have, if that is bounded.
        longest: Option<u64>,
    },
    /// The integers of a width that 128 bits hold.
    Integer(Width),
    /// Both truth values.
    Truth,
}

impl Allowed<'_> {
    /// Whether the value is among them.
    pub fn contains(&self, value: &Value) -> bool {
        match (self, value) {
            (Allowed::Word { alphabet, language, longest }, Value::Str(word)) => {
                word.iter().all(|&symbol| alphabet.contains(symbol))
                    && language.is_none_or(|language| arrives_in(word, *alphabet, language))
                    && longest.is_none_or(|longest| word.len() as u64 <= longest)
            }
            (Allowed::Integer(width), Value::Int(value)) => wrap(*value, *width) == Some(*value),
            (Allowed::Truth, Value::Bool(_)) => true,
            (Allowed::Word { .. } | Allowed::Integer(_) | Allowed::Truth, _) => false,
        }
    }
}

/// Whether a word over the alphabet is in the language, marked throughout if only the language has marks.
fn arrives_in(word: &[Symbol], alphabet: Alphabet, language: &Automaton) -> bool {
    let mark = mark_of(alphabet, language);
    let mut symbols = word.iter().map(|&symbol| symbol | mark);
    let end = symbols.try_fold(StateId::START, |state, symbol| language.step(state, symbol));
    end.is_some_and(|state| language.accepts_at(state))
}

/// What words over the alphabet lack to be words of the language: the mark, or nothing.
pub(super) fn mark_of(alphabet: Alphabet, language: &Automaton) -> Symbol {
    if language.alphabet().is_marked() && !alphabet.is_marked() { MARK } else { 0 }
}

impl Request<'_> {
    /// The value that an allowed answer becomes in a program over `alphabet`: what is read gets marks.
    pub(super) fn arrival(&self, answer: Value, alphabet: Alphabet) -> Value {
        match (&self.allowed, answer) {
            (Allowed::Word { alphabet: asked, .. }, Value::Str(word))
                if alphabet.is_marked() && !asked.is_marked() =>
            {
                Value::Str(word.into_iter().map(|symbol| symbol | MARK).collect())
            }
            (Allowed::Word { .. } | Allowed::Integer(_) | Allowed::Truth, answer) => answer,
        }
    }
}

/// The outside: it answers what a run asks.
pub trait Oracle {
    /// The answer, or none. It may depend on what was asked before.
    fn answer(&mut self, request: &Request<'_>) -> Option<Value>;
}

impl<F: FnMut(&Request<'_>) -> Option<Value>> Oracle for F {
    fn answer(&mut self, request: &Request<'_>) -> Option<Value> {
        self(request)
    }
}

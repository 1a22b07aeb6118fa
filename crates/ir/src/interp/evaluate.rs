//! What expressions and conditions mean in a state.
//!
//! Evaluation is a function: an expression means one value, or any of the values that are allowed. Which of
//! those it is, only the oracle of a run decides.

use automata::{Alphabet, Automaton, StateId, Symbol};

use super::number::{Number, bits, divide, remainder, wrap};
use super::request::{Allowed, Purpose};
use super::search::Matchers;
use super::state::{Frame, Value};
use super::{Outcome, text};
use crate::condition::{Condition, Literal, Test};
use crate::operation::{InputSet, IntExpr, Needle, StrExpr, StrTerm, Width};
use crate::program::{Argument, Program, Type};

/// What an expression comes to.
pub(super) enum Meaning<'p> {
    /// This value.
    Is(Value),
    /// Any allowed value, and why there is no other meaning.
    Any(Purpose, Allowed<'p>),
}

/// A state in which something is evaluated.
#[derive(Clone, Copy)]
pub(super) struct Scope<'p, 'f> {
    pub(super) program: &'p Program,
    pub(super) frame: &'f Frame,
    /// The longest string that may be made.
    pub(super) longest: usize,
}

impl<'p> Scope<'p, '_> {
    /// What a string expression comes to.
    pub(super) fn string(
        self,
        expression: &StrExpr,
        matchers: &mut Matchers,
    ) -> Result<Meaning<'p>, Outcome> {
        let frame = self.frame;
        let word = match expression {
            StrExpr::Term(term) => frame.term(term).to_vec(),
            StrExpr::Concat(terms) => self.concat(terms)?,
            StrExpr::Slice { of, from, to } => {
                let to = to.as_ref().map_or(Ok(i128::MAX), |to| frame.integer_of(to))?;
                text::slice(frame.term(of), frame.integer_of(from)?, to).to_vec()
            }
            StrExpr::Replace { of, what, with, which } => {
                let (whole, with) = (frame.term(of), frame.term(with));
                let places = match what {
                    Needle::Term(part) => text::occurrences(whole, frame.term(part), *which),
                    Needle::Pattern(id) => matchers.places(self.program, *id, whole, *which)?,
                };
                text::replaced(whole, &places, with, self.longest).ok_or(Outcome::LengthLimit)?
            }
            StrExpr::Apply { function, to } => {
                let transducer = &self.program.functions[function.index()].transducer;
                transducer.apply(frame.term(to)).expect("a function gives every word a result")
            }
            StrExpr::Repeat { of, times } => {
                let times = frame.integer_of(times)?;
                text::repeated(frame.term(of), times, self.longest).ok_or(Outcome::LengthLimit)?
            }
            StrExpr::Reverse(of) => frame.term(of).iter().rev().copied().collect(),
            StrExpr::Numeral { of, radix } => text::numeral(frame.integer_of(of)?, *radix),
            StrExpr::Input(set) => return Ok(Meaning::Any(Purpose::Input, self.input(set)?)),
        };
        Ok(Meaning::Is(Value::Str(word)))
    }

    fn concat(self, terms: &[StrTerm]) -> Result<Vec<Symbol>, Outcome> {
        let mut word = Vec::new();
        for term in terms {
            let part = self.frame.term(term);
            if part.len() > self.longest.saturating_sub(word.len()) {
                return Err(Outcome::LengthLimit);
            }
            word.extend_from_slice(part);
        }
        Ok(word)
    }

    /// What the outside may give. It writes without marks.
    fn input(self, set: &InputSet) -> Result<Allowed<'p>, Outcome> {
        let alphabet = Alphabet::up_to(self.program.alphabet.last());
        Ok(match set {
            InputSet::Any => Allowed::Word { alphabet, language: None, longest: None },
            InputSet::Language(id) => {
                let language = &self.program.languages[id.index()].automaton;
                Allowed::Word { alphabet, language: Some(language), longest: None }
            }
            InputSet::UpTo(most) => {
                let most = self.frame.integer_of(most)?.max(0);
                let longest = Some(u64::try_from(most).unwrap_or(u64::MAX));
                Allowed::Word { alphabet, language: None, longest }
            }
        })
    }

    /// What an integer expression comes to, wrapped to the width.
    pub(super) fn integer(self, expression: &IntExpr, width: Width) -> Result<Meaning<'p>, Outcome> {
        let (frame, position) = (self.frame, |at: Option<usize>| at.map_or(-1, |at| at as i128));
        let number = match expression {
            IntExpr::Linear(linear) => Number::Is(frame.integer_of(linear)?),
            IntExpr::Times(left, right) => {
                let product = frame.integer_of(left)?.checked_mul(frame.integer_of(right)?);
                Number::Is(product.ok_or(Outcome::Overflow)?)
            }
            IntExpr::Div(left, right) => {
                divide(frame.integer_of(left)?, frame.integer_of(right)?).ok_or(Outcome::Overflow)?
            }
            IntExpr::Mod(left, right) => remainder(frame.integer_of(left)?, frame.integer_of(right)?),
            IntExpr::Bits(op, left, right) => {
                bits(*op, frame.integer_of(left)?, frame.integer_of(right)?).ok_or(Outcome::Overflow)?
            }
            IntExpr::IndexOf { of, what, from } => {
                let from = frame.integer_of(from)?;
                Number::Is(position(text::first_at(frame.term(of), frame.term(what), from)))
            }
            IntExpr::LastIndexOf { of, what } => {
                Number::Is(position(text::last(frame.term(of), frame.term(what))))
            }
            IntExpr::Code { of, at } => Number::Is(code(frame.term(of), frame.integer_of(at)?)),
            IntExpr::Parse { of, radix } => match text::parsed(frame.term(of), *radix) {
                text::Parsed::Is(value) => Number::Is(value),
                text::Parsed::Beyond => return Err(Outcome::Overflow),
                text::Parsed::Nothing => Number::Any,
            },
            IntExpr::Input => return Ok(Meaning::Any(Purpose::Input, Allowed::Integer(width))),
        };
        match number {
            Number::Is(value) => Ok(Meaning::Is(Value::Int(wrap(value, width).ok_or(Outcome::Overflow)?))),
            Number::Any => Ok(Meaning::Any(Purpose::Undefined, Allowed::Integer(width))),
        }
    }

    /// All values of a type: what a variable may have after it was given up.
    pub(super) fn anything(self, ty: Type) -> Meaning<'p> {
        let allowed = match ty {
            Type::Str => Allowed::Word { alphabet: self.program.alphabet, language: None, longest: None },
            Type::Int => Allowed::Integer(Width::Unbounded),
            Type::Bool => Allowed::Truth,
        };
        Meaning::Any(Purpose::Havoc, allowed)
    }

    /// The value that a call is given or gives back.
    pub(super) fn argument(self, argument: &Argument) -> Result<Value, Outcome> {
        Ok(match argument {
            Argument::Str(term) => Value::Str(self.frame.term(term).to_vec()),
            Argument::Int(linear) => Value::Int(self.frame.integer_of(linear)?),
            Argument::Bool(condition) => Value::Bool(self.holds(condition)?),
        })
    }

    /// Whether a condition holds. The parts of a joint are asked from left to right, until one decides it.
    pub(super) fn holds(self, condition: &Condition) -> Result<bool, Outcome> {
        // The joints around `current`, each with its parts to come and the value that decides nothing.
        let mut open = Vec::new();
        let mut current = condition;
        loop {
            let value = match current {
                Condition::Literal(literal) => self.comes_out(literal)?,
                Condition::All(parts) => {
                    open.push((parts.iter(), true));
                    true
                }
                Condition::Any(parts) => {
                    open.push((parts.iter(), false));
                    false
                }
            };
            // A joint whose last part is done, or one of whose parts decides, has the value of that part.
            current = loop {
                let Some((parts, neutral)) = open.last_mut() else { return Ok(value) };
                match parts.next() {
                    Some(next) if value == *neutral => break next,
                    Some(_) | None => drop(open.pop()),
                }
            };
        }
    }

    fn comes_out(self, literal: &Literal) -> Result<bool, Outcome> {
        let frame = self.frame;
        let holds = match &literal.test {
            Test::Bool(var) => frame.boolean(*var),
            Test::In(term, id) => is_in(frame.term(term), &self.program.languages[id.index()].automaton),
            Test::Equal(left, right) => text::same(frame.term(left), frame.term(right)),
            Test::Contains(whole, part) => text::first_at(frame.term(whole), frame.term(part), 0).is_some(),
            Test::StartsWith(whole, part) => text::starts_with(frame.term(whole), frame.term(part)),
            Test::EndsWith(whole, part) => text::ends_with(frame.term(whole), frame.term(part)),
            Test::IsZero(linear) => frame.integer_of(linear)? == 0,
            Test::AtMostZero(linear) => frame.integer_of(linear)? <= 0,
        };
        Ok(holds == literal.holds)
    }
}

/// The number of the character at a position, without its mark; -1 outside.
fn code(word: &[Symbol], at: i128) -> i128 {
    let symbol = usize::try_from(at).ok().and_then(|at| word.get(at));
    symbol.map_or(-1, |&symbol| i128::from(text::plain(symbol)))
}

/// Whether a word is in a language, which sees the marks only when its alphabet has them.
fn is_in(word: &[Symbol], language: &Automaton) -> bool {
    if language.alphabet().is_marked() {
        return language.contains(word);
    }
    let step = |state, &symbol| language.step(state, text::plain(symbol));
    word.iter().try_fold(StateId::START, step).is_some_and(|state| language.accepts_at(state))
}

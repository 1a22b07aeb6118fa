//! Values of PHP, as the lowering knows them.
//!
//! A value names variables of the program, which never change, so it may be kept and copied freely. A [`Value::Choice`]
//! is one of two values, and the condition says which: `strpos` gives an integer or false, and a test of the result
//! becomes a test of the condition. [`Value::Any`] is of a kind that is not known; its text is.

use std::rc::Rc;

use ir::{Condition, Linear, StrTerm, Test};

use crate::text::{bytes_of, literal};
use crate::tree;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// `null`.
    Null,
    /// A truth value.
    Bool(Condition),
    /// An integer.
    Int(Linear),
    /// A float by its text.
    Float(StrTerm),
    /// A string.
    Str(StrTerm),
    /// An array.
    Array(Rc<Array>),
    /// An object by its number.
    Object(ObjectId),
    /// A function without a name.
    Closure(Rc<tree::Function>),
    /// A string when the condition holds, else null; the text is empty then.
    Maybe(Condition, StrTerm),
    /// The first value when the condition holds, else the second.
    Choice(Box<(Condition, Value, Value)>),
    /// A value of unknown kind, by its text.
    Any(StrTerm),
}

/// An object: the number of the place and time that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ObjectId(pub(crate) u32);

/// A key of an array.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ArrayKey {
    /// An integer.
    Int(i64),
    /// A string that is no canonical integer.
    Str(Vec<u8>),
}

/// What elements are that are not known one by one. Each time one is read it is another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Rest {
    /// Anything.
    Unknown,
    /// Strings of the outside.
    Outside,
    /// Arrays of strings of the outside.
    Rows,
    /// Pieces of a string.
    PieceOf(StrTerm),
    /// Copies of a value.
    Copies(Box<Value>),
    /// What a function, which does nothing else, makes of such elements.
    Mapped(Box<Value>, Box<Rest>),
    /// Those of such elements of which a function, which does nothing else, says that they are to be kept.
    Filtered(Box<Value>, Box<Rest>),
}

/// An array: what is known by its key, in order, and what else there may be.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Array {
    /// Elements with known keys.
    pub(crate) known: Vec<(ArrayKey, Value)>,
    /// What any other element is, when there may be others.
    pub(crate) rest: Option<Rest>,
    /// The next integer key, when it is known.
    pub(crate) next: Option<i64>,
}

impl Array {
    /// An array without elements.
    pub(crate) fn empty() -> Array {
        Array { known: Vec::new(), rest: None, next: Some(0) }
    }

    pub(crate) fn get(&self, key: &ArrayKey) -> Option<&Value> {
        self.known.iter().find(|(known, _)| known == key).map(|(_, value)| value)
    }

    /// `a[] = value`.
    pub(crate) fn push(&mut self, value: Value) {
        match self.next {
            Some(next) => self.set(ArrayKey::Int(next), value),
            None => self.rest = Some(Rest::Unknown),
        }
    }

    /// `a[key] = value`; under a key that is not known it may have gone anywhere.
    pub(crate) fn put(&mut self, key: &Value, value: Value) {
        match key.key() {
            Some(key) => self.set(key, value),
            None => *self = Array::unknown(),
        }
    }

    /// An array of which nothing is known.
    pub(crate) fn unknown() -> Array {
        Array { known: Vec::new(), rest: Some(Rest::Unknown), next: None }
    }

    /// Puts a value under a key.
    pub(crate) fn set(&mut self, key: ArrayKey, value: Value) {
        if let ArrayKey::Int(index) = key {
            self.next = self.next.and_then(|next| Some(next.max(index.checked_add(1)?)));
        }
        match self.known.iter_mut().find(|(known, _)| *known == key) {
            Some((_, old)) => *old = value,
            None => self.known.push((key, value)),
        }
    }
}

impl ArrayKey {
    /// The key that a constant string stands for.
    pub(crate) fn of_text(text: &[u8]) -> ArrayKey {
        let number = std::str::from_utf8(text).ok().and_then(|text| text.parse::<i64>().ok());
        match number {
            Some(number) if number.to_string().as_bytes() == text => ArrayKey::Int(number),
            _ => ArrayKey::Str(text.to_vec()),
        }
    }

    /// The key of a place in a list.
    pub(crate) fn at(index: usize) -> ArrayKey {
        ArrayKey::Int(i64::try_from(index).unwrap_or(i64::MAX))
    }

    /// The key as a value.
    pub(crate) fn value(&self) -> Value {
        match self {
            ArrayKey::Int(number) => Value::int(*number),
            ArrayKey::Str(text) => Value::text(text),
        }
    }
}

impl Value {
    /// The empty string.
    pub(crate) fn empty() -> Value {
        Value::text(b"")
    }

    /// A constant string of the page.
    pub(crate) fn text(bytes: &[u8]) -> Value {
        Value::Str(literal(bytes))
    }

    /// A constant integer.
    pub(crate) fn int(value: i64) -> Value {
        Value::Int(Linear::constant(i128::from(value)))
    }

    /// A constant truth value.
    pub(crate) fn bool(value: bool) -> Value {
        Value::Bool(if value { Condition::TRUE } else { Condition::FALSE })
    }

    /// The first when the condition holds, else the second; simplified.
    pub(crate) fn choice(condition: Condition, yes: Value, no: Value) -> Value {
        if condition == Condition::TRUE || yes == no {
            return yes;
        }
        if condition == Condition::FALSE {
            return no;
        }
        if let (Value::Bool(yes), Value::Bool(no)) = (&yes, &no) {
            let picked = condition.clone().and(yes.clone()).or(condition.negated().and(no.clone()));
            return Value::Bool(simplify(picked));
        }
        Value::Choice(Box::new((condition, yes, no)))
    }

    /// The values that it may be, none of them a choice, each with the condition under which it is that one.
    pub(crate) fn leaves(&self) -> Vec<(Condition, Value)> {
        let Value::Choice(parts) = self else { return vec![(Condition::TRUE, self.clone())] };
        let (condition, yes, no) = &**parts;
        let under = |condition: Condition, value: &Value| {
            let leaves = value.leaves().into_iter();
            leaves.map(move |(when, leaf)| (simplify(condition.clone().and(when)), leaf))
        };
        under(condition.clone(), yes).chain(under(condition.clone().negated(), no)).collect()
    }

    /// The bytes, when it is a scalar that is known and that the page wrote.
    pub(crate) fn constant(&self) -> Option<Vec<u8>> {
        match self {
            Value::Str(StrTerm::Word(word)) | Value::Float(StrTerm::Word(word)) => bytes_of(word),
            Value::Null => Some(Vec::new()),
            Value::Int(linear) => linear.as_constant().map(|value| value.to_string().into_bytes()),
            Value::Bool(condition) if *condition == Condition::TRUE => Some(b"1".to_vec()),
            Value::Bool(condition) if *condition == Condition::FALSE => Some(Vec::new()),
            Value::Bool(_)
            | Value::Str(_)
            | Value::Float(_)
            | Value::Array(_)
            | Value::Object(_)
            | Value::Closure(_)
            | Value::Maybe(..)
            | Value::Choice(_)
            | Value::Any(_) => None,
        }
    }

    /// The key of an array that it stands for, when it is known: a float is cut to an integer, a truth value is one.
    pub(crate) fn key(&self) -> Option<ArrayKey> {
        let bytes = self.constant()?;
        match self {
            Value::Bool(_) => Some(ArrayKey::Int(i64::from(!bytes.is_empty()))),
            Value::Float(_) => {
                let number: f64 = std::str::from_utf8(&bytes).ok()?.parse().ok()?;
                (number.abs() < 1e15).then_some(ArrayKey::Int(number.trunc() as i64))
            }
            Value::Null
            | Value::Int(_)
            | Value::Str(_)
            | Value::Array(_)
            | Value::Object(_)
            | Value::Closure(_)
            | Value::Maybe(..)
            | Value::Choice(_)
            | Value::Any(_) => Some(ArrayKey::of_text(&bytes)),
        }
    }

    /// Whether it may be null; none when only a run can say.
    pub(crate) fn is_null(&self) -> Option<Condition> {
        match self {
            Value::Null => Some(Condition::TRUE),
            Value::Any(_) => None,
            Value::Maybe(present, _) => Some(present.clone().negated()),
            Value::Choice(parts) => {
                let (condition, yes, no) = &**parts;
                Some(pick(condition, yes.is_null()?, no.is_null()?))
            }
            Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Str(_)
            | Value::Array(_)
            | Value::Object(_)
            | Value::Closure(_) => Some(Condition::FALSE),
        }
    }
}

/// The first condition when `which` holds, else the second.
pub(crate) fn pick(which: &Condition, yes: Condition, no: Condition) -> Condition {
    simplify(which.clone().and(yes).or(which.clone().negated().and(no)))
}

/// The condition without constant parts.
pub(crate) fn simplify(condition: Condition) -> Condition {
    match condition {
        Condition::Literal(_) => condition,
        Condition::All(parts) => joined(parts, (&Condition::TRUE, &Condition::FALSE), Condition::and),
        Condition::Any(parts) => joined(parts, (&Condition::FALSE, &Condition::TRUE), Condition::or),
    }
}

fn joined(
    parts: Vec<Condition>,
    (neutral, deciding): (&Condition, &Condition),
    join: fn(Condition, Condition) -> Condition,
) -> Condition {
    let mut whole = neutral.clone();
    for part in parts {
        let part = simplify(part);
        if part == *deciding {
            return part;
        }
        if part != *neutral {
            whole = if whole == *neutral { part } else { join(whole, part) };
        }
    }
    whole
}

/// Whether a linear term is 0.
pub(crate) fn is_zero(term: &Linear) -> Condition {
    match term.as_constant() {
        Some(0) => Condition::TRUE,
        Some(_) => Condition::FALSE,
        None => Condition::test(Test::IsZero(term.clone())),
    }
}

/// Whether the first is at most the second; none on overflow.
pub(crate) fn at_most(left: &Linear, right: &Linear) -> Option<Condition> {
    let difference = left.minus(right)?;
    Some(match difference.as_constant() {
        Some(value) if value <= 0 => Condition::TRUE,
        Some(_) => Condition::FALSE,
        None => Condition::test(Test::AtMostZero(difference)),
    })
}

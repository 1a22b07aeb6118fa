//! What a model is given and what it answers.
//!
//! Values are terms over the variables of the program that is written. A model emits what it needs to compute them;
//! they hold until one of their variables is assigned again, so a caller that keeps one copies it first.

use ir::emit::Emit;
use ir::{Condition, Linear, StrTerm};

/// An argument, a part of a receiver, or a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A boolean as 0 or 1, a char, byte, short, int or long; or the number in a box.
    Int(Linear),
    /// A boolean that is the outcome of a condition, or the one in a box.
    Bool(Condition),
    /// A char, or the one in a box, with the text that consists of it.
    Char {
        /// Its number.
        code: Linear,
        /// It alone, as a text.
        text: StrTerm,
    },
    /// What a string holds, or a builder, or another sequence of characters; a `char[]`; a `byte[]` as numbers below 256.
    Str(StrTerm),
    /// A float, a double, or an object, of which nothing is known. It is not null.
    Opaque,
    /// The reference to nothing.
    Null,
    /// A reference that is null when the condition holds, and else the value.
    Maybe(Condition, Box<Value>),
    /// An array whose elements are known one by one.
    Array(Vec<Value>),
    /// An array of strings of some length, of which only some elements at the front are known, and those only when there
    /// are so many.
    Strings {
        /// How many elements there are.
        length: Linear,
        /// The first of them.
        first: Vec<StrTerm>,
        /// A text that may be any of the others; none when they may be any strings.
        others: Option<StrTerm>,
    },
    /// A new object of a class of the library, by its parts.
    Made(&'static str, Vec<Value>),
    /// The receiver itself.
    This,
    /// An argument itself.
    Argument(usize),
    /// Nothing: the method has no result.
    Void,
}

/// A call that may have a model.
#[derive(Clone, Copy, Debug)]
pub struct Invocation<'a> {
    /// The class, by its internal name: `java/lang/String`.
    pub class: &'a str,
    /// The method; `<init>` for a constructor.
    pub name: &'a str,
    /// Its parameters and result: `(II)Ljava/lang/String;`.
    pub descriptor: &'a str,
    /// The parts of the receiver, which is not null: see [`parts`](super::parts). None for a static method, and for a constructor.
    pub receiver: &'a [Value],
    /// The arguments.
    pub arguments: &'a [Value],
}

/// What a call does when it does not throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modelled {
    /// Its result.
    pub result: Value,
    /// The parts of the receiver after it, when it changes or makes them.
    pub parts: Option<Vec<Value>>,
    /// The arguments that are arrays with another content after it.
    pub changed: Vec<(usize, StrTerm)>,
    /// Whether the model is exact or contains more than what may happen.
    pub grade: Grade,
}

/// How close a model is.
///
/// Where a model contains more, it says so by a variable that is havoc and not among [`Emit::fates`]: only a run that
/// comes there has lost anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Every run is one that Java has, and the other way round.
    Exact,
    /// Exact when the arguments that decide it (a pattern, a format, a radix, a word to be replaced) are constants.
    ExactForConstants,
    /// Exact for most texts. Over-approximates for the others, and only there.
    ExactForMost,
    /// Over-approximates: every run that Java has is among those of the model.
    Contains,
}

/// Where exceptions go.
pub trait Thrower {
    /// Emits that the run goes on with a new exception of the class, by its internal name, when the condition holds.
    fn throw_if(&mut self, emit: &mut Emit, condition: Condition, class: &'static str);
}

impl Value {
    /// When it is null, and what it is when it is not; `None` when it always is.
    pub(super) fn apart(self) -> (Condition, Option<Value>) {
        if let Value::Maybe(null, value) = self {
            return (null, Some(*value));
        }
        if self == Value::Null { (Condition::TRUE, None) } else { (Condition::FALSE, Some(self)) }
    }

    /// Its text, when it is one.
    pub(super) fn text(&self) -> Option<StrTerm> {
        if let Value::Str(text) = self { Some(text.clone()) } else { None }
    }

    /// Its elements, when they are known one by one.
    pub(super) fn elements(&self) -> Option<Vec<Value>> {
        if let Value::Array(elements) = self { Some(elements.clone()) } else { None }
    }

    /// Its number, when it is one.
    pub(super) fn number(&self) -> Option<Linear> {
        if let Value::Int(number) | Value::Char { code: number, .. } = self {
            Some(number.clone())
        } else {
            None
        }
    }
}

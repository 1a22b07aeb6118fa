//! Values of Java as the walk knows them: terms over variables of the program that is written.
//!
//! A term never changes its meaning: its variables are assigned once on every way to where it is used, and where a loop
//! assigns them again, every value that is kept over the loop has a variable of its own. A reference is the tuple
//! of [HRS19 §3.1]: what it may be, one by one, and a number that tells which; the content of a string or of a boxed
//! number is held in the reference itself.

use std::rc::Rc;

use ir::{Condition, IntVar, Linear, StrTerm, Test};

use crate::class::types::Type;

/// A name that many values share.
pub(crate) type Name = Rc<str>;

/// An object that was made at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ObjectId(pub(crate) u32);

/// A value on the operand stack, in a variable, or a part of an object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// An `int` or smaller.
    Int(Linear),
    /// A `boolean` that is the outcome of a condition.
    Bool(Condition),
    /// A `char` with the text that consists of it.
    Char(Linear, StrTerm),
    /// A `long`.
    Long(Linear),
    /// A `float`.
    Float(Real),
    /// A `double`.
    Double(Real),
    /// A reference.
    Ref(Ref),
    /// The content of a builder or of an array of characters. It is never on the operand stack.
    Text(StrTerm),
}

/// A floating-point number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Real {
    /// One that is known. A `float` is held as the `double` of the same value.
    Known(f64),
    /// Any number. Each use may see another one, which over-approximates.
    Any,
}

impl PartialEq for Real {
    fn eq(&self, other: &Real) -> bool {
        match (self, other) {
            (Real::Known(one), Real::Known(two)) => one.to_bits() == two.to_bits(),
            (Real::Any, Real::Any) => true,
            (Real::Known(_), Real::Any) | (Real::Any, Real::Known(_)) => false,
        }
    }
}

/// A reference: what it may be, and which of these it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ref {
    /// What it may be, none twice.
    pub(crate) ways: Vec<Way>,
    /// The number of the way that it is, when there are several.
    pub(crate) which: Option<IntVar>,
}

/// Something that a reference may be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Way {
    /// Nothing.
    Null,
    /// An object that is followed.
    Object(ObjectId),
    /// A string, with its content.
    Str(StrTerm),
    /// A boxed number or truth value, with its class and content.
    Box(Name, Box<Value>),
    /// One of the objects of exactly this class that were followed and are no longer. What they hold is what their class
    /// holds ([`crate::shape`]).
    OneOf(Name),
    /// Some object of a type, not null, that is not followed. It is never the same as one that is followed.
    Unknown(Type),
    /// The object that stands for a class.
    Class(Name),
}

impl Ref {
    /// The reference that can only be one thing.
    pub(crate) fn one(way: Way) -> Ref {
        Ref { ways: vec![way], which: None }
    }

    /// The only thing that it may be.
    pub(crate) fn only(&self) -> Option<&Way> {
        if let [way] = &self.ways[..] { Some(way) } else { None }
    }

    /// Whether it is the way with a number.
    pub(crate) fn is(&self, number: usize) -> Condition {
        match self.which {
            None => Condition::TRUE,
            Some(which) => {
                let difference = Linear::var(which).plus(&Linear::constant(-(number as i128)));
                Condition::test(Test::IsZero(difference.expect("numbers of ways are small")))
            }
        }
    }

    /// Whether it is null.
    pub(crate) fn is_null(&self) -> Condition {
        let null = self.ways.iter().position(|way| *way == Way::Null);
        null.map_or(Condition::FALSE, |number| self.is(number))
    }
}

impl Value {
    /// The reference to nothing.
    pub(crate) fn null() -> Value {
        Value::Ref(Ref::one(Way::Null))
    }

    /// A constant `int`.
    pub(crate) fn int(value: i128) -> Value {
        Value::Int(Linear::constant(value))
    }

    /// A string.
    pub(crate) fn string(text: StrTerm) -> Value {
        Value::Ref(Ref::one(Way::Str(text)))
    }

    /// An object.
    pub(crate) fn object(id: ObjectId) -> Value {
        Value::Ref(Ref::one(Way::Object(id)))
    }

    /// What a variable of a type begins as.
    pub(crate) fn default(ty: &Type) -> Value {
        match ty {
            Type::Boolean | Type::Byte | Type::Char | Type::Short | Type::Int => Value::int(0),
            Type::Long => Value::Long(Linear::constant(0)),
            Type::Float => Value::Float(Real::Known(0.0)),
            Type::Double => Value::Double(Real::Known(0.0)),
            Type::Class(_) | Type::Array(_) => Value::null(),
        }
    }

    /// Whether it takes two places on the operand stack of Java.
    pub(crate) fn is_wide(&self) -> bool {
        matches!(self, Value::Long(_) | Value::Double(_))
    }

    /// The reference.
    pub(crate) fn as_ref(&self) -> Option<&Ref> {
        if let Value::Ref(reference) = self { Some(reference) } else { None }
    }

    /// The object, when it can only be one that is followed.
    pub(crate) fn as_object(&self) -> Option<ObjectId> {
        if let Some(Way::Object(id)) = self.as_ref()?.only() { Some(*id) } else { None }
    }
}

/// The text of a constant.
pub(crate) fn word(text: &str) -> StrTerm {
    StrTerm::Word(text.encode_utf16().map(u32::from).collect())
}

/// The length of a text.
pub(crate) fn length(text: &StrTerm) -> Linear {
    match text {
        StrTerm::Var(var) => Linear::length(*var),
        StrTerm::Word(word) => Linear::constant(word.len() as i128),
    }
}

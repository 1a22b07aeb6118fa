//! Values of expressions.
//!
//! The tree knows the type of each expression; a value says how it is held. An integer that came from a byte stays a
//! text until it is computed with.

use ir::Linear;
use ir::emit::Emit;

use super::byte::{Byte, Sign};
use super::pointer::Pointer;

/// What an expression gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer in the range of its type.
    Int(Linear),
    /// An integer that is the number of a byte, read with a sign.
    Byte(Byte, Sign),
    /// A pointer.
    Pointer(Pointer),
    /// Nothing, as of a function without result.
    None,
}

impl Value {
    /// A constant integer.
    pub fn constant(value: i128) -> Value {
        Value::Int(Linear::constant(value))
    }

    /// The integer, computed from a byte where it is one; none for what is no integer.
    pub fn integer(&self, emit: &mut Emit) -> Option<Linear> {
        match self {
            Value::Int(term) => Some(term.clone()),
            Value::Byte(byte, sign) => Some(byte.code(emit, *sign)),
            Value::Pointer(_) | Value::None => None,
        }
    }

    /// The byte that the low eight bits are; none for what is no integer.
    pub fn byte(&self, emit: &mut Emit) -> Option<Byte> {
        match self {
            Value::Int(term) => Some(Byte::of_int(emit, term)),
            Value::Byte(byte, _) => Some(byte.clone()),
            Value::Pointer(_) | Value::None => None,
        }
    }

    /// The pointer; a constant 0 is the null pointer. None for what is no pointer.
    pub fn pointer(&self) -> Option<Pointer> {
        match self {
            Value::Pointer(pointer) => Some(pointer.clone()),
            Value::Int(term) if term.as_constant() == Some(0) => Some(Pointer::null()),
            Value::Int(_) | Value::Byte(..) | Value::None => None,
        }
    }
}

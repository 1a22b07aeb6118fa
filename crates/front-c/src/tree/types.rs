//! Types of C with their sizes on the machines of today: 32 bits an `int`, 64 a `long` and a pointer.
//!
//! Qualifiers are left out, since they change no value. Records are named by number, so that a type may speak of one
//! that is not complete yet or that holds a pointer to itself.

use std::rc::Rc;

/// A record, by its place in the table of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(pub usize);

/// The number of elements of an array whose number is computed, by its place in the table of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExtentId(pub usize);

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// No value, or what is behind a pointer of which only the bytes are known.
    Void,
    /// An integer; `_Bool` is the one of 1 bit.
    Integer(Integer),
    /// A floating-point number of so many bytes.
    Real(u64),
    /// A pointer.
    Pointer(Rc<Type>),
    /// An array.
    Array(Rc<Type>, Extent),
    /// A function.
    Function(Rc<Signature>),
    /// A structure or union.
    Record(RecordId),
}

/// A machine integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Integer {
    /// How many bits it has.
    pub bits: u32,
    /// Whether it may be negative.
    pub signed: bool,
}

/// How many elements an array has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A number of them.
    Known(u64),
    /// What an expression says when the declaration is reached.
    Computed(ExtentId),
    /// Not said, or any number at the end of a structure.
    Open,
}

/// What a function takes and gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// What it gives back.
    pub result: Type,
    /// What it takes, when a prototype says so.
    pub parameters: Option<Vec<Type>>,
}

/// A structure or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its tag, or a name made up.
    pub name: String,
    /// Whether the members lie over each other.
    pub is_union: bool,
    /// The members in order; none when the record is not complete or its layout is not followed.
    pub members: Option<Vec<Member>>,
    /// The members of one bit that are no truth values: of what they get, the lowest bit is kept.
    pub flags: Vec<usize>,
}

/// A member of a record.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name; members of unnamed records within are found through an empty name.
    pub name: String,
    /// Its type; that of a bit field has as many bits.
    pub ty: Type,
    /// Where it begins, in bytes.
    pub offset: u64,
    /// Whether it is a bit field, which shares its bytes with others.
    pub is_bits: bool,
}

impl Integer {
    /// `int`.
    pub const INT: Integer = Integer { bits: 32, signed: true };
    /// `char`, which has a sign on the machines of today.
    pub const CHAR: Integer = Integer { bits: 8, signed: true };
    /// What `sizeof` gives.
    pub const SIZE: Integer = Integer { bits: 64, signed: false };
    /// What the difference of pointers is.
    pub const DIFFERENCE: Integer = Integer { bits: 64, signed: true };

    /// The bytes that it takes.
    pub fn size(self) -> u64 {
        u64::from(self.bits.div_ceil(8).next_power_of_two())
    }

    /// The least and the greatest value.
    pub fn range(self) -> (i128, i128) {
        if self.signed {
            (-(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1)
        } else {
            (0, (1 << self.bits) - 1)
        }
    }

    /// Whether every value of another type is one of this.
    pub fn includes(self, other: Integer) -> bool {
        self.range().0 <= other.range().0 && other.range().1 <= self.range().1
    }

    /// The value with the same low bits.
    pub fn wrap(self, value: i128) -> i128 {
        if self.bits == 1 && !self.signed {
            return i128::from(value != 0);
        }
        let low = value & ((1 << self.bits) - 1);
        if self.signed && low >> (self.bits - 1) == 1 { low - (1 << self.bits) } else { low }
    }

    /// What it becomes as an operand.
    #[must_use]
    pub fn promoted(self) -> Integer {
        if Integer::INT.includes(self) { Integer::INT } else { self }
    }

    /// The type in which an operation on both is done.
    #[must_use]
    pub fn common(self, other: Integer) -> Integer {
        let (left, right) = (self.promoted(), other.promoted());
        if left.bits == right.bits {
            return Integer { bits: left.bits, signed: left.signed && right.signed };
        }
        if left.bits > right.bits { left } else { right }
    }
}

impl Type {
    /// `int`.
    pub const INT: Type = Type::Integer(Integer::INT);

    /// A pointer to it.
    #[must_use]
    pub fn pointer(self) -> Type {
        Type::Pointer(Rc::new(self))
    }

    /// What a pointer points to or an array consists of.
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::Pointer(of) | Type::Array(of, _) => Some(of),
            Type::Void | Type::Integer(_) | Type::Real(_) | Type::Function(_) | Type::Record(_) => None,
        }
    }

    /// The integer type, when it is one.
    pub fn integer(&self) -> Option<Integer> {
        match self {
            Type::Integer(integer) => Some(*integer),
            Type::Void
            | Type::Real(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Function(_)
            | Type::Record(_) => None,
        }
    }

    /// Whether its values are single bytes that texts consist of.
    pub fn is_byte(&self) -> bool {
        self.integer().is_some_and(|integer| integer.bits == 8)
    }

    /// Whether it is a pointer.
    pub fn is_pointer(&self) -> bool {
        matches!(self, Type::Pointer(_))
    }

    /// Bytes and alignment; none for what has no size that is known here.
    pub fn layout(&self, records: &[Record]) -> Option<(u64, u64)> {
        match self {
            Type::Void | Type::Function(_) => Some((1, 1)),
            Type::Integer(integer) => Some((integer.size(), integer.size())),
            Type::Real(bytes) => Some((*bytes, *bytes)),
            Type::Pointer(_) => Some((8, 8)),
            Type::Array(of, extent) => {
                let (size, align) = of.layout(records)?;
                match extent {
                    Extent::Known(count) => Some((size.checked_mul(*count)?, align)),
                    Extent::Open => Some((0, align)),
                    Extent::Computed(_) => None,
                }
            }
            Type::Record(id) => {
                let record = &records[id.0];
                let mut whole = (0, 1);
                for member in record.members.as_ref()? {
                    let (size, align) = member.ty.layout(records)?;
                    whole = (whole.0.max(member.offset.checked_add(size)?), whole.1.max(align));
                }
                Some((whole.0.checked_next_multiple_of(whole.1)?, whole.1))
            }
        }
    }

    /// The bytes that it takes.
    pub fn size(&self, records: &[Record]) -> Option<u64> {
        self.layout(records).map(|(size, _)| size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_as_machines_do() {
        assert_eq!(Integer::CHAR.wrap(200), -56);
        assert_eq!(Integer::SIZE.wrap(-1), (1 << 64) - 1);
        assert_eq!(Integer { bits: 1, signed: false }.wrap(6), 1);
        assert_eq!(Integer::INT.wrap(1 << 31), -(1 << 31));
    }

    #[test]
    fn operands_meet_as_the_standard_says() {
        let unsigned = Integer { bits: 32, signed: false };
        let long = Integer { bits: 64, signed: true };
        assert_eq!(Integer::CHAR.common(Integer::CHAR), Integer::INT);
        assert_eq!(Integer::INT.common(unsigned), unsigned);
        assert_eq!(unsigned.common(long), long);
        assert_eq!(long.common(Integer::SIZE), Integer::SIZE);
    }
}

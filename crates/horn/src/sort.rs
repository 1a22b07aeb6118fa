//! Sorts of terms, and the data types that a system declares.
//!
//! The only sorts are those that the clauses of programs and of the list encodings of [HRS19 §3.2] need. A data type is
//! known by its number in [`HornSystem::data`](crate::system::HornSystem::data).

/// A data type of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DataId(pub u32);

/// What a term denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// A truth value.
    Bool,
    /// An integer of any size.
    Int,
    /// A word.
    Str,
    /// So many bits, from 1 to 64.
    Bits(u32),
    /// A value of a data type.
    Data(DataId),
}

/// An algebraic data type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataType {
    /// Its name.
    pub name: String,
    /// The ways to make a value; there is at least one.
    pub constructors: Vec<Constructor>,
}

/// A way to make a value of a data type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constructor {
    /// Its name.
    pub name: String,
    /// The names of what selects the parts, with the sorts of the parts.
    pub fields: Vec<(String, Sort)>,
}

/// A constructor of a data type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConstructorId {
    /// The data type.
    pub data: DataId,
    /// Its place among the constructors.
    pub index: u32,
}

impl DataId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

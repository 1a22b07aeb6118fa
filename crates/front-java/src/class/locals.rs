//! What a source calls the local variables of a method.
//!
//! A compiler that was asked for it tells the names with the range of bytes in which each holds. They only name what a reader is
//! shown: what is told wrongly changes no answer, and what cannot be read is left out.

use std::io::Cursor;

use ristretto_classfile::attributes::{Attribute, Instruction};

use super::decode::Pool;

/// The name of a local variable in a part of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalName {
    /// The number of the variable.
    pub local: usize,
    /// The first instruction of the part, and one past the last.
    pub part: (usize, usize),
    /// The name.
    pub name: String,
}

/// The names that the attributes of a method's code tell.
pub(super) fn local_names(attributes: &[Attribute], code: &[Instruction], pool: &Pool<'_>) -> Vec<LocalName> {
    let Some(offsets) = offsets(code) else { return Vec::new() };
    let at = |byte: u32| offsets.partition_point(|&start| start < u64::from(byte));
    let mut names = Vec::new();
    for attribute in attributes {
        let Attribute::LocalVariableTable { variables, .. } = attribute else { continue };
        for entry in variables {
            let (start, length) = (u32::from(entry.start_pc), u32::from(entry.length));
            let part = (at(start), at(start + length));
            let name = pool.text(entry.name_index);
            names.extend(name.map(|name| LocalName { local: usize::from(entry.index), part, name }));
        }
    }
    names
}

/// The byte at which each instruction starts.
fn offsets(code: &[Instruction]) -> Option<Vec<u64>> {
    let mut bytes = Cursor::new(Vec::new());
    let mut offsets = Vec::with_capacity(code.len());
    for instruction in code {
        offsets.push(bytes.position());
        instruction.to_bytes(&mut bytes).ok()?;
    }
    Some(offsets)
}

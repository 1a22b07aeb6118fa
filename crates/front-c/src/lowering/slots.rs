//! Where variables are kept: integers, texts and pointers of the program for each part of a variable of the source.
//!
//! A slot is made for one variable in one call, and has the same variables of the program wherever it is met. A member
//! array of bytes is a buffer of its own. What is not followed by its parts is opaque: its bounds are known and its
//! content is any.

use std::collections::{BTreeMap, BTreeSet};

use ir::emit::Emit;
use ir::{IntVar, Linear, StrVar};

use crate::memory::{Names, ObjectId, Odd, Pointer, Sign};
use crate::tree::{Extent, Integer, Record, Type};

/// The greatest number of elements of an array that are kept one by one.
const ELEMENTS: u64 = 16;
/// How deep records may lie in each other.
const DEPTH: usize = 8;

/// Where a value is kept.
#[derive(Clone, Debug)]
pub(crate) enum Slot {
    /// An integer.
    Int(IntVar, Integer),
    /// A byte, as a text.
    Byte(StrVar, Sign),
    /// A pointer.
    Pointer(PointerSlot),
    /// An array of bytes: a buffer.
    Bytes(ObjectId),
    /// A structure.
    Record(Vec<Slot>),
    /// An array of something else.
    Array(Vec<Slot>),
    /// Anything, which is not followed.
    Opaque,
}

/// Where a pointer is kept.
#[derive(Clone, Debug)]
pub(crate) struct PointerSlot {
    /// Which object.
    pub(crate) tag: IntVar,
    /// Where within it.
    pub(crate) offset: IntVar,
    /// The name under which is known what it may point to.
    pub(crate) key: String,
}

/// A slot with its type, the name that determines it and the name that people read.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) slot: Slot,
    pub(crate) ty: Type,
    pub(crate) key: String,
    pub(crate) name: String,
}

/// What a pointer may point to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Points {
    /// The objects.
    pub(crate) targets: BTreeSet<ObjectId>,
    /// Whether it may be null or nothing valid.
    pub(crate) odd: Odd,
    /// Where within the objects it points to.
    pub(crate) offset: Offsets,
}

/// The offsets that a pointer may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Offsets {
    /// None: it was never set to an object.
    #[default]
    Unset,
    /// Always the same.
    Same(i128),
    /// Several.
    Many,
}

impl Offsets {
    /// These, and another.
    fn and(self, offset: &Linear) -> Offsets {
        match (self, offset.as_constant()) {
            (Offsets::Unset, Some(known)) => Offsets::Same(known),
            (Offsets::Same(before), Some(known)) if before == known => self,
            (Offsets::Unset | Offsets::Same(_) | Offsets::Many, _) => Offsets::Many,
        }
    }
}

/// What every pointer may point to, by its key. It only grows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PointsTo {
    sets: BTreeMap<String, Points>,
}

impl PointsTo {
    /// Notes that a slot gets a value.
    pub(crate) fn add(&mut self, key: &str, pointer: &Pointer) {
        let points = self.sets.entry(key.to_owned()).or_default();
        points.targets.extend(pointer.targets.iter().copied());
        let tag = pointer.tag.as_constant();
        points.odd = points.odd.or(pointer.odd);
        // Where a pointer that leads nowhere leads does not matter.
        if tag.is_none_or(|tag| tag > 0) {
            points.offset = points.offset.and(&pointer.offset);
        }
    }

    /// Notes that a slot gets whatever another has.
    pub(crate) fn absorb(&mut self, key: &str, other: &str) {
        let from = self.of(other);
        let points = self.sets.entry(key.to_owned()).or_default();
        points.targets.extend(from.targets);
        points.odd = points.odd.or(from.odd);
        points.offset = match (points.offset, from.offset) {
            (known, Offsets::Unset) | (Offsets::Unset, known) => known,
            (Offsets::Same(left), Offsets::Same(right)) if left == right => Offsets::Same(left),
            (Offsets::Same(_) | Offsets::Many, _) => Offsets::Many,
        };
    }

    /// The keys of the slots that may lead to an object.
    pub(crate) fn leading_to(&self, object: ObjectId) -> Vec<String> {
        let leads = |(_, points): &(&String, &Points)| points.targets.contains(&object);
        self.sets.iter().filter(leads).map(|(key, _)| key.clone()).collect()
    }

    /// What a slot may point to.
    pub(crate) fn of(&self, key: &str) -> Points {
        self.sets.get(key).cloned().unwrap_or_default()
    }

    /// The tag, when there is only one that the slot can have.
    pub(crate) fn only(&self, key: &str) -> Option<ObjectId> {
        let points = self.sets.get(key)?;
        if points.odd != Odd::default() || points.targets.len() != 1 {
            return None;
        }
        points.targets.first().copied()
    }
}

/// What slots are made with.
pub(crate) struct Maker<'a> {
    pub(crate) emit: &'a mut Emit,
    pub(crate) names: &'a mut Names,
    pub(crate) records: &'a [Record],
    /// The variables of pointers, by their keys.
    pub(crate) pointers: &'a mut BTreeMap<String, (IntVar, IntVar)>,
}

/// The variables of a pointer, which are the same wherever it is met.
pub(crate) fn pointer_variables(
    pointers: &mut BTreeMap<String, (IntVar, IntVar)>,
    emit: &mut Emit,
    (key, name): (&str, &str),
) -> (IntVar, IntVar) {
    if let Some(known) = pointers.get(key) {
        return *known;
    }
    let made = (emit.new_int(&format!("{name}$tag")), emit.new_int(&format!("{name}$offset")));
    pointers.insert(key.to_owned(), made);
    made
}

impl Maker<'_> {
    /// The slot for a type, under a name that determines it.
    pub(crate) fn slot(&mut self, key: &str, name: &str, ty: &Type) -> Slot {
        self.within(key, name, ty, 0)
    }

    fn within(&mut self, key: &str, name: &str, ty: &Type, depth: usize) -> Slot {
        match ty {
            _ if depth > DEPTH => Slot::Opaque,
            Type::Integer(integer) if integer.bits == 8 => {
                Slot::Byte(self.emit.source_str(name), sign(*integer))
            }
            Type::Integer(integer) => Slot::Int(self.emit.source_int(name), *integer),
            Type::Pointer(_) => {
                let (tag, offset) = pointer_variables(self.pointers, self.emit, (key, name));
                Slot::Pointer(PointerSlot { tag, offset, key: key.to_owned() })
            }
            Type::Array(..) if is_bytes(ty) => Slot::Bytes(self.names.id(key)),
            Type::Array(of, Extent::Known(count)) if *count <= ELEMENTS => {
                let element = |index: u64| {
                    self.within(&format!("{key}[{index}]"), &format!("{name}[{index}]"), of, depth + 1)
                };
                Slot::Array((0..*count).map(element).collect())
            }
            Type::Record(id) => self.record(key, name, &self.records[id.0], depth),
            Type::Array(..) | Type::Real(_) | Type::Void | Type::Function(_) => Slot::Opaque,
        }
    }

    fn record(&mut self, key: &str, name: &str, record: &Record, depth: usize) -> Slot {
        let Some(members) = record.members.as_ref().filter(|_| !record.is_union) else {
            return Slot::Opaque;
        };
        let slot = |(index, member): (usize, &crate::tree::Member)| {
            self.within(&format!("{key}.{index}"), &format!("{name}.{}", member.name), &member.ty, depth + 1)
        };
        Slot::Record(members.iter().enumerate().map(slot).collect())
    }
}

/// How a byte is read as a number.
pub(crate) fn sign(integer: Integer) -> Sign {
    if integer.signed { Sign::Signed } else { Sign::Unsigned }
}

/// Whether an array consists of bytes, those of inner arrays included.
pub(crate) fn is_bytes(ty: &Type) -> bool {
    match ty {
        Type::Array(of, _) => of.is_byte() || is_bytes(of),
        Type::Void
        | Type::Integer(_)
        | Type::Real(_)
        | Type::Pointer(_)
        | Type::Function(_)
        | Type::Record(_) => false,
    }
}

/// A leaf of a slot: a part that is no aggregate, where it begins, and its type.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    pub(crate) offset: u64,
    pub(crate) slot: Slot,
    pub(crate) ty: Type,
}

/// All leaves of a slot, by their offsets.
pub(crate) fn leaves(slot: &Slot, ty: &Type, records: &[Record]) -> Vec<Leaf> {
    let mut out = Vec::new();
    let mut open = vec![(0, slot.clone(), ty.clone())];
    while let Some((offset, slot, ty)) = open.pop() {
        match (&slot, &ty) {
            (Slot::Record(slots), Type::Record(id)) => {
                let members = records[id.0].members.iter().flatten();
                let inner = members
                    .zip(slots)
                    .map(|(member, slot)| (offset + member.offset, slot.clone(), member.ty.clone()));
                open.extend(inner);
            }
            (Slot::Array(slots), Type::Array(of, _)) => {
                let size = of.size(records).unwrap_or(1);
                let inner = slots
                    .iter()
                    .zip(0..)
                    .map(|(slot, index)| (offset + index * size, slot.clone(), (**of).clone()));
                open.extend(inner);
            }
            _ => out.push(Leaf { offset, slot, ty }),
        }
    }
    out.sort_by_key(|leaf| leaf.offset);
    out
}

impl Slot {
    /// The terms that the slot's integers are.
    pub(crate) fn int(&self) -> Option<Linear> {
        if let Slot::Int(var, _) = self { Some(Linear::var(*var)) } else { None }
    }
}

//! Pointers: which objects they may point to, and where within them.
//!
//! The set of objects is fixed when the program is written and always large enough; the tag says at run time which of them it is. With
//! one object and no null there is nothing to distinguish. A pointer that was never set has the tag -1.

use std::collections::BTreeSet;

use ir::emit::Emit;
use ir::{Action, Condition, IntExpr, IntVar, Linear, Width};

use super::allocation_sites::Generations;
use super::cases::Cases;
use super::claims::Rule;
use super::object::{Memory, ObjectId};
use super::terms;

/// A value that points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// What it may point to.
    pub targets: BTreeSet<ObjectId>,
    /// Which of them: one more than the number of the object, 0 for null, -1 for nothing valid.
    pub tag: Linear,
    /// Where within it, in bytes.
    pub offset: Linear,
    /// What else it may be.
    pub odd: Odd,
}

/// What a pointer may be beside its targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Odd {
    /// Null.
    pub null: bool,
    /// Nothing valid.
    pub wild: bool,
}

impl Odd {
    /// Either.
    #[must_use]
    pub fn or(self, other: Odd) -> Odd {
        Odd { null: self.null || other.null, wild: self.wild || other.wild }
    }
}

/// A place within one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The object.
    pub object: ObjectId,
    /// Where within it, in bytes.
    pub offset: Linear,
}

impl Pointer {
    /// The null pointer.
    pub fn null() -> Pointer {
        let odd = Odd { null: true, wild: false };
        Pointer { targets: BTreeSet::new(), tag: Linear::constant(0), offset: Linear::constant(0), odd }
    }

    /// A pointer that was never set, or is no longer valid.
    pub fn wild() -> Pointer {
        let odd = Odd { null: false, wild: true };
        Pointer { tag: Linear::constant(-1), odd, ..Pointer::null() }
    }

    /// A pointer to the start of an object.
    pub fn to(object: ObjectId) -> Pointer {
        let (targets, odd) = (BTreeSet::from([object]), Odd::default());
        Pointer { targets, tag: object.tag(), offset: Linear::constant(0), odd }
    }

    /// The same object, some bytes on.
    #[must_use]
    pub fn moved(&self, bytes: &Linear) -> Pointer {
        Pointer { offset: terms::plus(&self.offset, bytes), ..self.clone() }
    }

    /// Whether it points to nothing.
    pub fn is_null(&self) -> Condition {
        terms::equal(&self.tag, &Linear::constant(0))
    }

    /// Whether both point to the same place.
    pub fn equals(&self, other: &Pointer) -> Condition {
        let both_null = self.is_null().and(other.is_null());
        let same = terms::equal(&self.tag, &other.tag);
        let apart = same.clone().and(terms::equal(&self.offset, &other.offset));
        if both_null == Condition::FALSE {
            return apart;
        }
        same.and(terms::equal(&self.offset, &other.offset).or(self.is_null()))
    }
}

impl Memory {
    /// Claims that a pointer can be followed, and gives the objects that it may point to then.
    pub fn follow(&mut self, emit: &mut Emit, pointer: &Pointer, name: &str) -> Vec<ObjectId> {
        let valid = terms::less(&Linear::constant(0), &pointer.tag);
        if valid != Condition::TRUE {
            self.claims.require(emit, Rule::Null, valid, name);
        }
        pointer.targets.iter().copied().filter(|target| may_be(pointer, *target)).collect()
    }

    /// Does something for each place that a pointer may lead to, after claiming that there is one.
    pub fn each(
        &mut self,
        emit: &mut Emit,
        pointer: &Pointer,
        name: &str,
        mut act: impl FnMut(&mut Memory, &mut Emit, &Spot),
    ) {
        let targets = self.follow(emit, pointer, name);
        let mut cases = Cases::default();
        for (index, &object) in targets.iter().enumerate() {
            let is_last = index + 1 == targets.len();
            let here = if is_last { Condition::TRUE } else { terms::equal(&pointer.tag, &object.tag()) };
            if cases.when(emit, here) {
                act(self, emit, &Spot { object, offset: pointer.offset.clone() });
            }
        }
        cases.end(emit);
    }

    /// Where the library goes on in the string that it cuts into tokens; it may be one that is given now.
    pub fn kept_token(&mut self, emit: &mut Emit, given: &Pointer) -> Pointer {
        let targets = self.names.cut(&given.targets);
        let (tag, offset) = self.token_vars(emit);
        let odd = given.odd.or(Odd { null: true, wild: false });
        Pointer { targets, tag: Linear::var(tag), offset: Linear::var(offset), odd }
    }

    /// Keeps where the library goes on.
    pub fn keep_token(&mut self, emit: &mut Emit, next: &Pointer) {
        let (tag, offset) = self.token_vars(emit);
        emit.push(Action::SetInt(tag, IntExpr::Linear(next.tag.clone()), Width::Unbounded));
        emit.push(Action::SetInt(offset, IntExpr::Linear(next.offset.clone()), Width::Unbounded));
    }

    /// The variable that says which string the library cuts into tokens, when that may be the latest object of a place.
    pub fn token_tag(&mut self, emit: &mut Emit, all: Generations) -> Option<IntVar> {
        if !self.names.cut(&BTreeSet::new()).contains(&all.latest) {
            return None;
        }
        self.names.cut(&BTreeSet::from([all.one, all.others]));
        Some(self.token_vars(emit).0)
    }

    fn token_vars(&mut self, emit: &mut Emit) -> (IntVar, IntVar) {
        *self.token.get_or_insert_with(|| (emit.new_int("token$tag"), emit.new_int("token$offset")))
    }
}

/// Whether the tag, where it is a constant, is the object's.
fn may_be(pointer: &Pointer, target: ObjectId) -> bool {
    terms::equal(&pointer.tag, &target.tag()) != Condition::FALSE
}

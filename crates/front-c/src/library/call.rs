//! A call of a library function: its arguments, and what contracts are made of.
//!
//! A pointer argument may lead to several objects. What a contract does for each of them stands in a closure that gives an
//! integer; where there are several, a variable gets the one of the case that is met.

use std::collections::BTreeSet;

use ir::emit::Emit;
use ir::{Action, Condition, InputSet, IntExpr, IntVar, Linear, StrExpr, StrTerm, Width};

use crate::memory::access::Access;
use crate::memory::{Byte, Cases, Elements, Memory, ObjectId, Odd, Pointer, Rule, Spot, Value, terms};

/// A call, with its arguments converted to the types of the parameters, or promoted where there are none.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The function.
    pub name: &'a str,
    /// A name for the place and the calls around it, for the objects that are allocated here.
    pub site: &'a str,
    /// What an object that is allocated here is used as.
    pub elements: Elements,
    /// The arguments.
    pub arguments: &'a [Value],
}

/// What becomes of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It gives a value in the range of the type of the result.
    Returns(Value),
    /// The same, and it leaves a pointer where one of its arguments leads to.
    Leaves {
        /// What it gives.
        value: Value,
        /// What it leaves.
        left: Value,
    },
    /// It ends the run, and has written so.
    Stops,
}

/// A call that is being written.
pub struct Call<'a> {
    /// The program.
    pub emit: &'a mut Emit,
    /// Its objects.
    pub memory: &'a mut Memory,
    /// The function.
    pub name: &'a str,
    /// A name for the place.
    pub site: &'a str,
    /// What an object that is allocated here is used as.
    pub elements: Elements,
    /// The arguments.
    pub arguments: &'a [Value],
}

impl Call<'_> {
    /// A pointer argument.
    pub fn pointer(&self, index: usize) -> Option<Pointer> {
        self.arguments.get(index)?.pointer()
    }

    /// An integer argument.
    pub fn integer(&mut self, index: usize) -> Option<Linear> {
        self.arguments.get(index)?.integer(self.emit)
    }

    /// A size, which is never negative.
    pub fn size(&mut self, index: usize) -> Option<Linear> {
        let size = self.integer(index)?;
        if let [(ir::Quantity::Var(var), 1)] = size.terms()
            && size.constant_part() == 0
        {
            self.memory.is_natural_from_now(*var);
        }
        Some(size)
    }

    /// The low byte of an integer argument.
    pub fn byte(&mut self, index: usize) -> Option<Byte> {
        self.arguments.get(index)?.byte(self.emit)
    }

    /// How reports call a pointer argument.
    pub fn label(&self, index: usize) -> String {
        format!("argument {} of {}", index + 1, self.name)
    }

    /// Does something for each place that a pointer leads to, and gives the integer of the one that is met.
    pub fn each(
        &mut self,
        index: usize,
        pointer: &Pointer,
        mut act: impl FnMut(&mut Call, &Spot) -> Linear,
    ) -> Linear {
        let name = self.label(index);
        let targets = self.memory.follow(self.emit, pointer, &name);
        let spot = |object: ObjectId| Spot { object, offset: pointer.offset.clone() };
        if let [only] = targets[..] {
            return act(self, &spot(only));
        }
        let result = self.emit.new_int("result");
        let mut cases = Cases::default();
        for (index, &object) in targets.iter().enumerate() {
            let is_last = index + 1 == targets.len();
            let here = if is_last { Condition::TRUE } else { terms::equal(&pointer.tag, &object.tag()) };
            if cases.when(self.emit, here) {
                let value = act(self, &spot(object));
                self.set(result, value);
            }
        }
        cases.end(self.emit);
        Linear::var(result)
    }

    /// Does something for the string that an argument is, after claiming that it is one.
    pub fn each_string(
        &mut self,
        index: usize,
        mut act: impl FnMut(&mut Call, &Spot, &StrTerm) -> Linear,
    ) -> Option<Linear> {
        let pointer = self.pointer(index)?;
        Some(self.each(index, &pointer, |call, spot| {
            let text = call.memory.string(call.emit, spot);
            act(call, spot, &text)
        }))
    }

    /// Sets a variable.
    pub fn set(&mut self, var: IntVar, value: Linear) {
        self.emit.push(Action::SetInt(var, IntExpr::Linear(value), Width::Unbounded));
    }

    /// Goes on with what holds.
    pub fn assume(&mut self, condition: Condition) {
        if condition != Condition::TRUE {
            self.emit.push(Action::Assume(condition));
        }
    }

    /// A part of a text: the first characters, all of them when there are no more.
    pub fn first(&mut self, of: &StrTerm, count: &Linear) -> StrTerm {
        self.emit.set_str("first", terms::prefix(of, count))
    }

    /// An integer from the outside within bounds.
    pub fn any_between(&mut self, name: &str, least: &Linear, most: &Linear) -> Linear {
        let value = self.emit.set_int(name, IntExpr::Input);
        self.assume(terms::at_most(least, &value).and(terms::at_most(&value, most)));
        value
    }

    /// A text from the outside that has no NUL.
    pub fn any_text(&mut self, name: &str) -> StrTerm {
        let language = crate::memory::byte::any_text(self.emit);
        self.emit.set_str(name, StrExpr::Input(InputSet::Language(language)))
    }

    /// The bytes at a place, up to a NUL, of which no more than a number are read; the number is not 0.
    pub fn bounded(&mut self, spot: &Spot, most: &Linear) -> StrTerm {
        self.memory.claim(self.emit, spot, &Linear::constant(1), Access::Read);
        let text = self.memory.text_at(self.emit, spot);
        if let Some(buffer) = self.memory.buffer(spot.object).cloned() {
            let end = terms::plus(&spot.offset, &terms::length(&text));
            let terminated = terms::less(&end, &buffer.cap);
            let short = terms::at_most(&terms::plus(&spot.offset, most), &buffer.cap);
            let either = if short == Condition::TRUE { short } else { terminated.or(short) };
            self.memory.require(self.emit, spot.object, (Rule::ReadPast, either));
        }
        text
    }

    /// Claims that pointers lead into objects or to their ends, though no byte is touched.
    pub fn claim_places(&mut self, pointers: &[(usize, &Pointer)]) {
        for &(index, pointer) in pointers {
            self.each(index, pointer, |call, spot| {
                call.memory.claim(call.emit, spot, &Linear::constant(0), Access::Read);
                Linear::constant(0)
            });
        }
    }

    /// Claims that two ranges of one object do not overlap. Those of two objects never do.
    pub fn claim_apart(&mut self, to: (&Spot, &Linear), from: (&Spot, &Linear)) {
        if to.0.object != from.0.object || self.memory.is_vague(to.0.object) {
            return;
        }
        let before = |left: (&Spot, &Linear), right: (&Spot, &Linear)| {
            terms::at_most(&terms::plus(&left.0.offset, left.1), &right.0.offset)
        };
        let apart = before(to, from).or(before(from, to));
        self.memory.require(self.emit, to.0.object, (Rule::Overlap, apart));
    }

    /// A pointer that is some bytes on from another, or null when the number is negative.
    pub fn found(&mut self, pointer: &Pointer, index: &Linear) -> Pointer {
        if self.memory.is_natural(index) {
            return pointer.moved(index);
        }
        let tag = self.emit.new_int("found$tag");
        let offset = self.emit.new_int("found$offset");
        let mut cases = Cases::default();
        if cases.when(self.emit, terms::less(index, &Linear::constant(0))) {
            self.set(tag, Linear::constant(0));
            self.set(offset, Linear::constant(0));
        }
        if cases.otherwise(self.emit) {
            self.set(tag, pointer.tag.clone());
            self.set(offset, terms::plus(&pointer.offset, index));
        }
        cases.end(self.emit);
        Pointer {
            targets: pointer.targets.iter().copied().collect::<BTreeSet<_>>(),
            tag: Linear::var(tag),
            offset: Linear::var(offset),
            odd: pointer.odd.or(Odd { null: true, wild: false }),
        }
    }

    /// Gives back an argument that points.
    pub fn give_back(&self, index: usize) -> Option<Outcome> {
        self.pointer(index).map(|pointer| Outcome::Returns(Value::Pointer(pointer)))
    }
}

//! What `main` is called with: a number of strings of any length and content, and a null pointer behind them.
//!
//! Those that the source reads at a constant place are objects of their own, up to a number. Of those behind them *one* is followed, which
//! the surroundings choose; the others are one vague object, as in `memory::again`: what is claimed of them is shown of that one.

use std::rc::Rc;

use ir::{Action, Condition, InputSet, IntExpr, Linear, StrExpr};

use crate::lowered::Asked;
use crate::memory::{Cases, Elements, Fill, Life, ObjectId, Pointer, Shape, Vague, Value, terms};
use crate::tree::{Extent, Function, Integer, Type};

use super::slots::{Named, Slot};
use super::state::Lowering;

/// How many strings are followed at most, beside the one that is chosen.
const STRINGS: u64 = 4;

/// The strings that `main` is given.
#[derive(Clone, Debug)]
pub(crate) struct List {
    /// The array of pointers to them.
    pub(crate) object: ObjectId,
    /// How many there are.
    count: Linear,
    /// Which of those behind the first is followed, and its object.
    chosen: Linear,
    one: ObjectId,
    /// The object that stands for the others.
    others: ObjectId,
}

impl Lowering<'_> {
    /// Gives `main` its arguments; false when it does not take a number and strings.
    pub(crate) fn begin_arguments(&mut self, function: &Function) -> bool {
        let [count, strings] = function.parameters[..] else { return false };
        let (count, strings) = (self.variable(count), self.variable(strings));
        let is_strings = strings.ty.element().and_then(Type::element).is_some_and(Type::is_byte);
        let (Slot::Int(var, Integer::INT), true) = (&count.slot, is_strings && strings.ty.is_pointer())
        else {
            return false;
        };
        let from = self.emit.size();
        let value = self.input(&count.ty);
        self.store_slot(&count.slot, &value);
        self.note_asked(from, &Asked::Parameter(count.name.clone()));
        let given = Linear::var(*var);
        self.emit.push(Action::Assume(terms::at_most(&Linear::constant(1), &given)));
        self.approximate("main is given the name of the program");
        let Some(element) = strings.ty.element().cloned() else { return false };
        let from = self.emit.size();
        let given = self.emit.set_int("count", IntExpr::Linear(given));
        let list = self.begin_list(&strings, element, &given);
        self.note_asked(from, &Asked::Parameter(strings.name.clone()));
        self.store_slot(&strings.slot, &Value::Pointer(list));
        self.parameters = vec![count.name, strings.name];
        true
    }

    /// The array of the strings, of which the first are followed.
    fn begin_list(&mut self, strings: &Named, element: Type, given: &Linear) -> Pointer {
        let key = format!("{}$list", strings.key);
        let followed = self.followed;
        let slots: Vec<Slot> = (0..followed)
            .map(|index| {
                self.new_slot(&format!("{key}[{index}]"), &format!("{}[{index}]", strings.name), &element)
            })
            .collect();
        for (slot, index) in slots.iter().zip(0..) {
            self.begin_string(slot, (&key, &strings.name, index), given);
        }
        // One more element than there are slots: what is behind them is not one of them.
        let ty = Type::Array(Rc::new(element), Extent::Known(followed + 1));
        let named = Named { slot: Slot::Array(slots), ty, key, name: strings.name.clone() };
        let cap = terms::add(given, 1).times(8).expect("a number of arguments is small");
        let object = self.begin_object(&named, cap, Life::Declared);
        let one = self.argument((&named.key, &named.name), "one");
        let choice = self.emit.set_int("choice", IntExpr::Input);
        self.emit.push(Action::Assume(terms::at_most(&Linear::constant(i128::from(followed)), &choice)));
        let name = format!("{}$others", named.key);
        let others = self.memory.vague(&mut self.emit, (&name, &strings.name), Vague::Others);
        self.cells.insert(object, named);
        self.list = Some(List { object, count: given.clone(), chosen: choice, one, others });
        Pointer::to(object)
    }

    /// A string of the list that is not at one of the places that are followed.
    pub(crate) fn load_argument(
        &mut self,
        list: &List,
        cell: &Named,
        (offset, ty): (&Linear, &Type),
    ) -> Value {
        let size = 8;
        if let Some(index) = offset.as_constant().and_then(|at| u64::try_from(at / size).ok()) {
            self.followed = self.followed.max((index + 1).min(STRINGS));
        }
        let met = self.temporary("met", ty);
        let at = |index: &Linear| {
            terms::equal(offset, &index.times(size).expect("a number of arguments is small"))
        };
        let mut cases = Cases::default();
        if let Slot::Array(slots) = &cell.slot {
            for (slot, index) in slots.iter().zip(0..) {
                if cases.when(&mut self.emit, at(&Linear::constant(index))) {
                    let value = self.load_slot(slot, ty);
                    self.store_slot(&met.slot, &value);
                }
            }
        }
        let behind = [
            (at(&list.count), Pointer::null()),
            (at(&list.chosen), Pointer::to(list.one)),
            (Condition::TRUE, Pointer::to(list.others)),
        ];
        for (here, pointer) in behind {
            if cases.when(&mut self.emit, here) {
                self.store_slot(&met.slot, &Value::Pointer(pointer));
            }
        }
        cases.end(&mut self.emit);
        self.load_slot(&met.slot, ty)
    }

    /// Puts the strings in another order: behind the first, each may be any.
    pub(crate) fn permute_arguments(&mut self) {
        let Some(list) = self.list.clone() else { return };
        let Some(Slot::Array(slots)) = self.cells.get(&list.object).map(|cell| cell.slot.clone()) else {
            return;
        };
        for slot in slots.iter().skip(1) {
            let Value::Pointer(before) = self.load_slot(slot, &Type::Void.pointer()) else { continue };
            let is_moved = self.emit.fate("moved");
            let mut cases = Cases::default();
            if cases.when(&mut self.emit, before.is_null().negated().and(is_moved)) {
                self.store_slot(slot, &Value::Pointer(Pointer::to(list.others)));
            }
            cases.end(&mut self.emit);
        }
    }

    /// The object of a string.
    fn argument(&mut self, (key, name): (&str, &str), index: &str) -> ObjectId {
        let language = crate::memory::byte::any_text(&mut self.emit);
        let text = self.emit.set_str(name, StrExpr::Input(InputSet::Language(language)));
        let shape = Shape {
            name: format!("{name}[{index}]"),
            cap: terms::add(&terms::length(&text), 1),
            elements: Elements::Bytes,
            fill: Fill::Text(text),
            life: Life::Declared,
        };
        self.memory.begin(&mut self.emit, &format!("{key} {index}"), shape)
    }

    /// A string, where there are as many; a null pointer behind the last one.
    fn begin_string(&mut self, slot: &Slot, (key, name, index): (&str, &str, i128), given: &Linear) {
        let string = Pointer::to(self.argument((key, name), &index.to_string()));
        let mut cases = Cases::default();
        if cases.when(&mut self.emit, terms::less(&Linear::constant(index), given)) {
            self.store_slot(slot, &Value::Pointer(string));
        }
        if cases.otherwise(&mut self.emit) {
            self.store_slot(slot, &Value::Pointer(Pointer::null()));
        }
        cases.end(&mut self.emit);
    }
}

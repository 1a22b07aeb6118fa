//! What `main` is called with: a number of strings of any length and content, and a null pointer behind them.
//!
//! The first few strings are objects of their own. Whoever reads one further on reads a pointer that is not followed.

use std::rc::Rc;

use ir::{Action, InputSet, Linear, StrExpr};

use crate::lowered::Asked;
use crate::memory::{Cases, Elements, Fill, Life, Pointer, Shape, Value, terms};
use crate::tree::{Extent, Function, Integer, Type};

use super::slots::{Named, Slot};
use super::walker::Walker;

/// How many strings are followed.
const STRINGS: u64 = 4;

impl Walker<'_> {
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
        self.assume_said("main is given the name of the program");
        let Some(element) = strings.ty.element().cloned() else { return false };
        let from = self.emit.size();
        let list = self.begin_list(&strings, element, &given);
        self.note_asked(from, &Asked::Parameter(strings.name.clone()));
        self.store_slot(&strings.slot, &Value::Pointer(list));
        self.parameters = vec![count.name, strings.name];
        true
    }

    /// The array of the strings, of which the first are followed.
    fn begin_list(&mut self, strings: &Named, element: Type, given: &Linear) -> Pointer {
        let key = format!("{}$list", strings.key);
        let slots: Vec<Slot> = (0..STRINGS)
            .map(|index| {
                self.new_slot(&format!("{key}[{index}]"), &format!("{}[{index}]", strings.name), &element)
            })
            .collect();
        for (slot, index) in slots.iter().zip(0..) {
            self.begin_string(slot, (&key, &strings.name, index), given);
        }
        // One more element than there are slots: what is behind them is not one of them.
        let ty = Type::Array(Rc::new(element), Extent::Known(STRINGS + 1));
        let named = Named { slot: Slot::Array(slots), ty, key, name: strings.name.clone() };
        let cap = terms::add(given, 1).times(8).expect("a number of arguments is small");
        let object = self.begin_object(&named, cap, Life::Declared);
        self.cells.insert(object, named);
        Pointer::to(object)
    }

    /// A string, where there are as many; a null pointer behind the last one.
    fn begin_string(&mut self, slot: &Slot, (key, name, index): (&str, &str, i128), given: &Linear) {
        let language = crate::memory::byte::any_text(&mut self.emit);
        let text = self.emit.set_str(name, StrExpr::Input(InputSet::Language(language)));
        let shape = Shape {
            name: format!("{name}[{index}]"),
            cap: terms::add(&terms::length(&text), 1),
            elements: Elements::Bytes,
            fill: Fill::Text(text),
            life: Life::Declared,
        };
        let string = Pointer::to(self.memory.begin(&mut self.emit, &format!("{key} {index}"), shape));
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

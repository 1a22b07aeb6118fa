//! Functions of the library that call others: `qsort` and `bsearch`.
//!
//! What compares two elements is called for any two of an array, any number of times. Which two is not known, so what fails for some two
//! is not yet a failing run; only the first call of a sort has the elements as they were before.

use std::collections::BTreeSet;

use ir::{Action, Condition, IntExpr, Linear, Quantity, Variable};

use crate::memory::access::Access;
use crate::memory::{Buffer, Cases, ObjectId, Pointer, Spot, Value, terms};
use crate::tree::{Expr, Function, Type};

use super::calls::Given;
use super::slots::{Named, PointerSlot, Slot, leaves};
use super::state::Lowering;

/// The functions that call others.
pub(crate) const CALLING: [&str; 2] = ["qsort", "bsearch"];

/// An array and the function that compares its elements.
struct Array<'a> {
    base: Pointer,
    count: Linear,
    size: Linear,
    compare: &'a Function,
}

/// Who decides which element is met.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// The surroundings of a run: some call has it.
    Any,
    /// What is not followed.
    Lost,
}

impl<'a> Lowering<'a> {
    /// Calls a function that calls others; none when it is not one.
    pub(crate) fn call_back(&mut self, name: &str, arguments: &[Expr], ty: &Type) -> Option<Value> {
        let (key, rest) = match (name, arguments) {
            ("qsort", [_, _, _, _]) => (None, arguments),
            ("bsearch", [key, _, _, _, _]) => (Some(key), &arguments[1..]),
            _ => return None,
        };
        let key = key.map(|key| self.value(key));
        let [base, count, size, compare] = rest else { return None };
        let (base, count, size) = (self.value(base), self.integer(count), self.integer(size));
        let compare = self.value(compare).pointer().and_then(|compare| self.only_function(&compare));
        let (Some(base), Some(compare)) = (base.pointer(), compare) else {
            return Some(self.not_followed(&format!("{name} with these arguments"), ty));
        };
        let array = Array { base, count, size, compare };
        Some(match key {
            None => self.sort(&array),
            Some(key) => self.search(&key, &array),
        })
    }

    /// The one function of the source that a pointer leads to, when it takes two pointers.
    fn only_function(&self, pointer: &Pointer) -> Option<&'a Function> {
        let only = pointer.targets.first().filter(|_| pointer.targets.len() == 1 && !pointer.odd.null)?;
        let function = self.unit.function(&self.function_of(*only)?)?;
        let takes = function.parameters.iter().all(|id| self.unit.variables[id.0].ty.is_pointer());
        (function.parameters.len() == 2 && takes && function.result == Type::INT).then_some(function)
    }

    /// Sorts an array: nothing is done with less than two elements. What the elements are then is not followed.
    fn sort(&mut self, array: &Array<'_>) -> Value {
        let mut cases = Cases::default();
        if cases.when(&mut self.emit, terms::at_most(&Linear::constant(2), &array.count)) {
            self.claim_array(array, Access::Write);
            let pair = [self.element_of(array, Choice::Any), self.element_of(array, Choice::Any)];
            let apart = terms::equal(&pair[0].offset, &pair[1].offset).negated();
            self.emit.push(Action::Assume(apart));
            self.compare(array, pair);
            self.shuffle(&array.base);
            let top = self.emit.here();
            let more = self.emit.any_bool("more");
            let out = self.emit.branch(more.negated());
            self.frame().continues.push(Vec::new());
            let pair = [self.element_of(array, Choice::Lost), self.element_of(array, Choice::Lost)];
            self.compare(array, pair);
            self.frame().continues.pop();
            self.emit.jump_to(top);
            self.land(vec![out]);
            self.shuffle(&array.base);
        }
        cases.end(&mut self.emit);
        Value::None
    }

    /// Searches an array: an element that compares as equal, or null.
    fn search(&mut self, key: &Value, array: &Array<'_>) -> Value {
        let met = self.temporary("found", &Type::Void.pointer());
        let key = key.pointer().unwrap_or_else(Pointer::null);
        self.store_slot(&met.slot, &Value::Pointer(Pointer::null()));
        let mut cases = Cases::default();
        if cases.when(&mut self.emit, terms::at_most(&Linear::constant(1), &array.count)) {
            self.claim_array(array, Access::Read);
            let top = self.emit.here();
            self.frame().continues.push(Vec::new());
            let element = self.element_of(array, Choice::Lost);
            let order = self.compare(array, [key, element.clone()]);
            let same = self.is_true(&order).negated();
            let mut found = Cases::default();
            let more = self.emit.any_bool("more");
            let mut again = Vec::new();
            if found.when(&mut self.emit, same) {
                self.store_slot(&met.slot, &Value::Pointer(element));
            }
            if found.otherwise(&mut self.emit) {
                again.push(self.emit.branch(more));
            }
            found.end(&mut self.emit);
            again.into_iter().for_each(|site| self.emit.patch(site, top));
            self.frame().continues.pop();
        }
        cases.end(&mut self.emit);
        self.load_slot(&met.slot, &met.ty)
    }

    fn bytes_of(&mut self, count: &Linear, size: &Linear) -> Linear {
        match size.as_constant().and_then(|size| count.times(size)) {
            Some(bytes) => bytes,
            None => self.emit.set_int("bytes", IntExpr::Times(count.clone(), size.clone())),
        }
    }

    fn claim_array(&mut self, array: &Array<'_>, access: Access) {
        let bytes = self.bytes_of(&array.count, &array.size);
        let base = array.base.clone();
        self.memory.each(&mut self.emit, &base, "the array", |memory, emit, spot| {
            memory.claim(emit, spot, &bytes, access);
        });
    }

    /// A pointer to one of the elements.
    fn element_of(&mut self, array: &Array<'_>, choice: Choice) -> Pointer {
        let index = self.emit.any_int("element");
        if let ([(Quantity::Var(var), 1)], Choice::Any) = (index.terms(), choice) {
            self.emit.fates.insert(Variable::Int(*var));
        }
        let inside = terms::at_most(&Linear::constant(0), &index).and(terms::less(&index, &array.count));
        self.emit.push(Action::Assume(inside));
        let at = self.bytes_of(&index, &array.size);
        let kept = self.temporary("element", &Type::Void.pointer());
        self.store_slot(&kept.slot, &Value::Pointer(array.base.moved(&at)));
        let value = self.load_slot(&kept.slot, &kept.ty);
        self.pointer_of(&value)
    }

    fn compare(&mut self, array: &Array<'_>, [left, right]: [Pointer; 2]) -> Value {
        let given = |pointer| Given::Known(Value::Pointer(pointer), Type::Void.pointer());
        self.frame().calls += 1;
        self.inline_given(array.compare, &[given(left), given(right)])
    }

    /// Puts what the objects hold that a pointer may lead to in another order.
    fn shuffle(&mut self, base: &Pointer) {
        let targets: Vec<ObjectId> = base.targets.iter().copied().collect();
        self.each_target(base, &targets, |lowering, object| {
            if lowering.list.as_ref().is_some_and(|list| list.object == object) {
                lowering.gap("a list of arguments that is sorted");
            } else if let Some(cell) = lowering.cells.get(&object).cloned() {
                lowering.shuffle_cell(&cell);
            } else if lowering.memory.buffer(object).and_then(Buffer::text_var).is_some() {
                let start = Spot { object, offset: Linear::constant(0) };
                lowering.memory.forget_from(&mut lowering.emit, &start);
            }
        });
    }

    /// The same for slots: pointers stay among what they were, anything else is lost.
    fn shuffle_cell(&mut self, cell: &Named) {
        let slots: Vec<PointerSlot> = leaves(&cell.slot, &cell.ty, &self.unit.records)
            .into_iter()
            .filter_map(|leaf| if let Slot::Pointer(slot) = leaf.slot { Some(slot) } else { None })
            .collect();
        let is_array = matches!(&cell.slot, Slot::Array(parts) if parts.len() == slots.len());
        let known: Vec<Pointer> = slots.iter().map(|slot| self.load_pointer(slot)).collect();
        if !is_array || known.iter().any(|pointer| pointer.odd.wild) {
            self.lose(cell);
            return;
        }
        let before: Vec<Pointer> = known.into_iter().map(|pointer| self.pointer_before(pointer)).collect();
        for slot in &slots {
            self.one_of(slot, &before);
        }
    }

    /// A pointer in variables that a later assignment of its slot does not change.
    fn pointer_before(&mut self, pointer: Pointer) -> Pointer {
        let tag = self.emit.set_int("before$tag", IntExpr::Linear(pointer.tag));
        let offset = self.emit.set_int("before$offset", IntExpr::Linear(pointer.offset));
        Pointer { tag, offset, ..pointer }
    }

    /// Sets a slot to one of some pointers.
    fn one_of(&mut self, slot: &PointerSlot, all: &[Pointer]) {
        let (tag, offset) = (self.emit.any_int("sorted$tag"), self.emit.any_int("sorted$offset"));
        let is = |one: &Pointer| terms::equal(&tag, &one.tag).and(terms::equal(&offset, &one.offset));
        let is_one = all.iter().fold(Condition::FALSE, |either, one| either.or(is(one)));
        self.emit.push(Action::Assume(is_one));
        let targets: BTreeSet<ObjectId> = all.iter().flat_map(|one| &one.targets).copied().collect();
        let odd = crate::memory::Odd { null: all.iter().any(|one| one.odd.null), wild: false };
        self.store_pointer(slot, &Pointer { targets, tag, offset, odd });
    }
}

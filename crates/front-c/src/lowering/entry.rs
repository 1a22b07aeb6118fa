//! Where a run begins: variables that live always, then the entry with values for its parameters.
//!
//! A parameter that points to bytes is null or gets an object of any size and content, as far as its contract allows; one that points
//! to something else gets one of at least one element, whose content is not known. An entry other than `main` begins with
//! any values of the variables that may have changed before.

use std::collections::BTreeSet;

use ir::{Action, Condition, IntExpr, Linear, Quantity};

use crate::contract::{Clause, Term};
use crate::lowered::Asked;
use crate::memory::{Elements, Fill, Life, ObjectId, Odd, Pointer, Shape, Value, terms};
use crate::tree::{Function, Type, VarId};

use super::declare::First;
use super::slots::Named;
use super::state::{Frame, Lowering};

impl Lowering<'_> {
    /// Walks an entry, after the variables that live always.
    pub(crate) fn start(&mut self, entry: &str, contract: &[Clause], mentioned: Option<&BTreeSet<VarId>>) {
        self.begin_globals(mentioned);
        if entry != "main" {
            self.lose_globals();
        }
        let unit = self.unit;
        let Some(function) = unit.function(entry) else { return };
        self.emit.span = function.span;
        let frame = Frame {
            context: format!("{entry}/"),
            function: entry.to_owned(),
            result_ty: (function.result != Type::Void).then(|| function.result.clone()),
            scopes: vec![function.parameters.iter().copied().collect()],
            ..Frame::default()
        };
        self.frames.push(frame);
        if !(entry == "main" && contract.is_empty() && self.begin_arguments(function)) {
            self.begin_parameters(function, contract);
        }
        self.begin_skippable(&function.body);
        self.statement(&function.body);
        let returns = std::mem::take(&mut self.frame().returns);
        self.land(returns);
    }

    /// Gives the parameters of an entry any values that its contract allows: numbers first, since sizes speak of them.
    fn begin_parameters(&mut self, function: &Function, contract: &[Clause]) {
        let named: Vec<Named> = function.parameters.iter().map(|&id| self.variable(id)).collect();
        let points_to_bytes = |named: &&Named| {
            let element = named.ty.element().filter(|_| named.ty.is_pointer());
            element.is_some_and(|element| element.is_byte() || *element == Type::Void)
        };
        let points = |named: &&Named| named.ty.is_pointer() && !points_to_bytes(named);
        for parameter in named.iter().filter(|named| !named.ty.is_pointer()) {
            let from = self.emit.size();
            self.begin(parameter, First::Any, None);
            self.note_asked(from, &Asked::Parameter(parameter.name.clone()));
        }
        for parameter in named.iter().filter(points_to_bytes) {
            let from = self.emit.size();
            self.begin_pointer(parameter, &named, contract);
            self.note_asked(from, &Asked::Parameter(parameter.name.clone()));
        }
        for parameter in named.iter().filter(points) {
            self.begin_typed(parameter, &named, contract);
        }
        self.assume_lengths(&named, contract);
        self.parameters = named.into_iter().map(|named| named.name).collect();
    }

    /// Goes on with what the contract says of sizes in lengths of strings, which are all there by now.
    fn assume_lengths(&mut self, named: &[Named], contract: &[Clause]) {
        for clause in contract {
            let Clause::Capacity(of, terms, constant) = clause else { continue };
            let Some(cap) = self.object_of(of, named).map(|(_, cap)| cap) else { continue };
            let mut least = self.sum(terms, *constant, named);
            for term in terms {
                if let Term::Length(name) = term
                    && let Some((Some(length), _)) = self.object_of(name, named)
                {
                    least = terms::plus(&least, &length);
                }
            }
            self.assume(terms::at_most(&least, &cap));
        }
    }

    /// The length of the text in the object of a parameter, and the bytes of the object.
    fn object_of(&mut self, name: &str, named: &[Named]) -> Option<(Option<Linear>, Linear)> {
        let of = named.iter().find(|named| named.name == *name)?;
        let object = self.memory.names.id(&format!("argument {}", of.key));
        let buffer = self.memory.buffer(object)?;
        Some((buffer.len(), buffer.cap.clone()))
    }

    /// Gives a parameter an object, or null where the contract does not speak of it.
    fn begin_pointer(&mut self, named: &Named, all: &[Named], contract: &[Clause]) {
        let cap = self.emit.set_int(&format!("{}$cap", named.name), IntExpr::Input);
        if let [(Quantity::Var(var), _)] = cap.terms() {
            self.memory.is_natural_from_now(*var);
        }
        self.assume(terms::at_most(&Linear::constant(0), &cap));
        let promised = self.assume_promised((named, &cap), all, contract);
        let shape = Shape {
            name: named.name.clone(),
            cap,
            elements: Elements::Bytes,
            fill: Fill::Uninitialised,
            life: Life::Declared,
        };
        let object = self.memory.begin(&mut self.emit, &format!("argument {}", named.key), shape);
        if contract.contains(&Clause::Terminated(named.name.clone())) {
            self.assume_terminated(object);
        }
        let pointer = if promised { Pointer::to(object) } else { self.maybe_null(object) };
        self.store_slot(&named.slot, &Value::Pointer(pointer));
    }

    /// Gives a parameter that points to something else than bytes an object of at least one element, or null where the contract does not
    /// speak of it. What is in it is not known.
    fn begin_typed(&mut self, named: &Named, all: &[Named], contract: &[Clause]) {
        let size = named.ty.element().and_then(|element| element.size(&self.unit.records));
        let (Some(size), false) = (size, named.ty.element().is_some_and(is_function)) else {
            let pointer = self.unknown_pointer(&BTreeSet::new());
            self.store_slot(&named.slot, &Value::Pointer(pointer));
            return;
        };
        let cap = self.emit.set_int(&format!("{}$cap", named.name), IntExpr::Input);
        if let [(Quantity::Var(var), _)] = cap.terms() {
            self.memory.is_natural_from_now(*var);
        }
        self.assume(terms::at_most(&Linear::constant(i128::from(size)), &cap));
        let promised = self.assume_promised((named, &cap), all, contract);
        let shape = Shape {
            name: named.name.clone(),
            cap,
            elements: Elements::Wider,
            fill: Fill::Lost,
            life: Life::Declared,
        };
        let object = self.memory.begin(&mut self.emit, &format!("argument {}", named.key), shape);
        let pointer = if promised { Pointer::to(object) } else { self.maybe_null(object) };
        self.store_slot(&named.slot, &Value::Pointer(pointer));
    }

    /// Forgets the variables that live always, but for those that nothing can have changed.
    fn lose_globals(&mut self) {
        for id in self.begun() {
            let variable = &self.unit.variables[id.0];
            let is_fixed = variable.is_constant || (variable.is_internal && !self.uses.changed.contains(&id));
            if !is_fixed {
                let named = self.variable(id);
                self.lose(&named);
            }
        }
    }

    /// Goes on with what the contract says of a parameter; whether it says anything.
    fn assume_promised(
        &mut self,
        (named, cap): (&Named, &Linear),
        all: &[Named],
        contract: &[Clause],
    ) -> bool {
        let mut promised = false;
        for clause in contract {
            if let Clause::Capacity(of, names, constant) = clause
                && *of == named.name
            {
                promised = true;
                let least = self.sum(names, *constant, all);
                self.assume(terms::at_most(&least, cap));
            }
            promised |= matches!(clause, Clause::Terminated(of) | Clause::NonNull(of) if *of == named.name);
        }
        promised
    }

    fn assume(&mut self, condition: Condition) {
        if condition != Condition::TRUE {
            self.emit.push(Action::Assume(condition));
        }
    }

    /// Numbers and a constant, added up; what is left out are lengths, which are no less than 0.
    fn sum(&mut self, terms: &[Term], constant: i128, all: &[Named]) -> Linear {
        let mut sum = Linear::constant(constant);
        for term in terms {
            let Term::Number(name) = term else { continue };
            let of = all.iter().find(|named| named.name == *name).filter(|of| of.ty.integer().is_some());
            match of.map(|of| self.load_slot(&of.slot, &of.ty)) {
                Some(value) => {
                    let term = value.integer(&mut self.emit).unwrap_or(Linear::constant(0));
                    sum = terms::plus(&sum, &term);
                }
                None => self.gap(&format!("the contract on {name}, which is no number")),
            }
        }
        sum
    }

    fn assume_terminated(&mut self, object: ObjectId) {
        let Some(buffer) = self.memory.buffer(object) else { return };
        let (Some(length), cap) = (buffer.len(), buffer.cap.clone()) else { return };
        self.assume(terms::less(&length, &cap));
    }

    /// A pointer to an object, or null.
    fn maybe_null(&mut self, object: ObjectId) -> Pointer {
        let tag = self.emit.set_int("tag", IntExpr::Input);
        let either = terms::equal(&tag, &Linear::constant(0)).or(terms::equal(&tag, &object.tag()));
        self.assume(either);
        Pointer { tag, odd: Odd { null: true, wild: false }, ..Pointer::to(object) }
    }
}

fn is_function(ty: &Type) -> bool {
    matches!(ty, Type::Function(_))
}

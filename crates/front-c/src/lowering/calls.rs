//! Calls: functions with a body are inlined, those of the library are contracts, others may do anything.
//!
//! A parameter that nothing changes and whose argument does not change either is the argument itself. A function that
//! returns only at its end gives its value directly.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{BoolVar, Linear};

use crate::library::{self, Outcome, Request};
use crate::lowered::Asked;
use crate::memory::{Buffer, Elements, Life, Value};
use crate::tree::{Expr, Function, StmtKind, Type, Unit};

use super::declare::First;
use super::slots::Named;
use super::state::{Frame, Lowering};
use super::visit::{callee_name, count};

/// How deep calls are inlined within each other.
const DEPTH: usize = 40;
/// How many instructions are written at most.
const SIZE: usize = 60_000;

/// An argument of a call that is inlined.
pub(crate) enum Given<'e> {
    /// As the source has it.
    Written(&'e Expr),
    /// A value of a type, which a function of the library gives.
    Known(Value, Type),
}

impl Lowering<'_> {
    /// The value of a call.
    pub(crate) fn call(&mut self, callee: &Expr, arguments: &[Expr], ty: &Type) -> Value {
        self.call_as((callee, arguments), ty, None)
    }

    /// The same, when it is known what an object that is allocated is used as.
    pub(crate) fn call_as(
        &mut self,
        (callee, arguments): (&Expr, &[Expr]),
        ty: &Type,
        element: Option<&Rc<Type>>,
    ) -> Value {
        if self.is_unconverted(callee, arguments) {
            return self.not_followed("a call of a function whose parameters nothing declares", ty);
        }
        match callee_name(callee) {
            Some(name) => self.call_named((name, arguments), ty, element),
            None => self.call_through((callee, arguments), ty),
        }
    }

    /// Whether a number is given to a function of the library that nothing says the parameters of: it is not converted to their types.
    fn is_unconverted(&self, callee: &Expr, arguments: &[Expr]) -> bool {
        let signature = match &callee.ty {
            Type::Function(signature) => signature,
            Type::Pointer(of) => match &**of {
                Type::Function(signature) => signature,
                Type::Void
                | Type::Integer(_)
                | Type::Real(_)
                | Type::Pointer(_)
                | Type::Array(..)
                | Type::Record(_) => return false,
            },
            Type::Void | Type::Integer(_) | Type::Real(_) | Type::Array(..) | Type::Record(_) => {
                return false;
            }
        };
        let is_library = callee_name(callee)
            .is_some_and(|name| is_given_numbers(name) && self.unit.function(name).is_none());
        let is_open = |argument: &Expr| {
            argument.ty.integer().is_some() && argument.constant().is_none_or(|value| value < 0)
        };
        signature.parameters.is_none() && is_library && arguments.iter().any(is_open)
    }

    /// The value of a call of a function with a name.
    pub(crate) fn call_named(
        &mut self,
        (name, arguments): (&str, &[Expr]),
        ty: &Type,
        element: Option<&Rc<Type>>,
    ) -> Value {
        let span = self.emit.span;
        let unit = self.unit;
        if let Some(function) = unit.function(name) {
            let value = self.inline(function, arguments);
            self.emit.span = span;
            return value;
        }
        if let Some(value) = self.special(name, arguments, ty) {
            return value;
        }
        if let Some(value) = self.call_back(name, arguments, ty) {
            return value;
        }
        let values: Vec<Value> = arguments.iter().map(|argument| self.value(argument)).collect();
        self.emit.span = span;
        self.frame().calls += 1;
        let site = format!("{}{name}@{}", self.context(), self.frames.last().map_or(0, |frame| frame.calls));
        if let Some(value) = self.call_with_list((name, &site), (arguments, &values), ty) {
            return value;
        }
        if name == "getopt"
            && let Some(value) = self.getopt(&site, &values)
        {
            return value;
        }
        if let Some(value) = self.call_leaving((name, &site), (arguments, &values)) {
            return value;
        }
        self.library((name, &site), &values, (ty, element))
    }

    /// Calls a function without a body.
    pub(crate) fn library(
        &mut self,
        (name, site): (&str, &str),
        values: &[Value],
        (ty, element): (&Type, Option<&Rc<Type>>),
    ) -> Value {
        let bytes = element.is_none_or(|element| element.is_byte() || **element == Type::Void);
        let elements = if bytes { Elements::Bytes } else { Elements::Wider };
        let again = library::begins(name) && self.is_repeated();
        let before = if again { self.succeed(site, values) } else { values.to_vec() };
        let request = Request { name, site, elements, arguments: &before };
        let from = self.emit.size();
        let outcome = library::call(&mut self.emit, &mut self.memory, &request);
        let chosen = self.memory.chosen.take();
        self.note_asked(from, &Asked::Library(name.to_owned()));
        match outcome {
            Some(Outcome::Returns(value) | Outcome::Leaves { value, .. }) => {
                if !library::only_reads(name) || library::writes_count(&self.memory, &before) {
                    self.after_contract(name, &before);
                }
                if let (true, [given, ..]) = (library::ends(name), &before[..]) {
                    self.retire_members(given);
                }
                let first = if name == "calloc" { First::Zero } else { First::Any };
                self.note_allocated(&value, (element, chosen), first);
                if value == Value::None { self.lost_result(ty) } else { value }
            }
            Some(Outcome::Stops) => Value::None,
            None => self.unknown_call(name, values, ty),
        }
    }

    /// A result that a contract says nothing of.
    fn lost_result(&mut self, ty: &Type) -> Value {
        self.lost(ty)
    }

    /// An object that was allocated: what it holds, and when it is gone.
    fn note_allocated(
        &mut self,
        value: &Value,
        (element, chosen): (Option<&Rc<Type>>, Option<BoolVar>),
        first: First,
    ) {
        let Value::Pointer(pointer) = value else { return };
        for object in pointer.targets.clone() {
            let Some(Buffer { life, name, cap, .. }) = self.memory.buffer(object).cloned() else { continue };
            if life == Life::Stacked {
                self.frame().stacked.insert(object);
            }
            let Some(element) = element else { continue };
            let size = element.size(&self.unit.records).map(i128::from);
            let fits = size.is_some() && cap.as_constant() == size;
            if life == Life::Declared || !fits || element.is_byte() {
                continue;
            }
            if let Some(chosen) = chosen {
                self.succeed_record(object, (&name, element), chosen);
            } else if self.cells.contains_key(&object) {
                continue;
            }
            let named = self.begin_cell(object, &name, element);
            self.begin(&named, first, None);
        }
    }

    /// Puts a function in place of its call.
    fn inline(&mut self, function: &Function, arguments: &[Expr]) -> Value {
        let arguments: Vec<Given> = arguments.iter().map(Given::Written).collect();
        self.inline_given(function, &arguments)
    }

    /// The same, with arguments that may be known.
    pub(crate) fn inline_given(&mut self, function: &Function, arguments: &[Given]) -> Value {
        if function.result == Type::Void || !matches!(function.result, Type::Record(_)) {
            return self.inline_into(function, arguments).0;
        }
        self.gap("a record that a call gives, as a value");
        Value::None
    }

    /// The record that a call gives back.
    pub(crate) fn call_record(&mut self, (callee, arguments): (&Expr, &[Expr]), ty: &Type) -> Named {
        let unit = self.unit;
        let arguments: Vec<Given> = arguments.iter().map(Given::Written).collect();
        if let Some(function) = callee_name(callee).and_then(|name| unit.function(name))
            && let (_, Some(result)) = self.inline_into(function, &arguments)
        {
            return result;
        }
        self.gap("a record that a function gives back");
        self.temporary("record", ty)
    }

    fn inline_into(&mut self, function: &Function, arguments: &[Given]) -> (Value, Option<Named>) {
        if self.frames.len() > DEPTH || self.emit.size() > SIZE {
            return (self.not_followed("a call so deep or a program so long", &function.result), None);
        }
        if self.frames.iter().any(|frame| frame.function == function.name) {
            return (self.not_followed("recursion", &function.result), None);
        }
        let frame = self.enter(function, arguments);
        self.frames.push(frame);
        self.begin_skippable(&function.body);
        let value = self.body(function);
        let mut frame = self.frames.pop().expect("the call was entered");
        self.land(std::mem::take(&mut frame.returns));
        self.retire_frame(&frame, &value);
        (value, frame.result)
    }

    /// The call, with its parameters set.
    fn enter(&mut self, function: &Function, arguments: &[Given]) -> Frame {
        let own = self.frame();
        own.calls += 1;
        let context = format!("{}{}@{}/", own.context, function.name, own.calls);
        let mut fixed = BTreeMap::new();
        let mut set = Vec::new();
        for (&id, argument) in function.parameters.iter().zip(arguments) {
            let ty = self.unit.variables[id.0].ty.clone();
            if let (Type::Record(_), Given::Written(argument)) = (&ty, argument) {
                set.push((id, Err(self.record_value(argument))));
                continue;
            }
            let (value, from) = match argument {
                Given::Written(argument) => (self.value(argument), argument.ty.clone()),
                Given::Known(value, ty) => (value.clone(), ty.clone()),
            };
            let value = self.converted_value(value, &from, &ty);
            if !self.uses.changed.contains(&id) && self.is_stable(&value) {
                fixed.insert(id, value);
            } else {
                set.push((id, Ok(value)));
            }
        }
        let missing: Vec<_> = function.parameters.iter().skip(arguments.len()).copied().collect();
        let extra = arguments.iter().skip(function.parameters.len());
        let extra: Vec<(Value, Type)> = extra.map(|argument| self.lasting(argument)).collect();
        let extra = function.variadic.then_some(extra);
        let result_ty = (function.result != Type::Void).then(|| function.result.clone());
        let scopes = vec![function.parameters.iter().copied().collect()];
        let function = function.name.clone();
        let frame = Frame { context, function, fixed, extra, result_ty, scopes, ..Frame::default() };
        self.frames.push(frame);
        for (id, value) in set {
            let named = self.variable(id);
            self.revive(&named);
            match value {
                Ok(value) => self.store_slot(&named.slot, &value),
                Err(from) => {
                    self.begin(&named, First::Any, None);
                    self.copy(&named, &from);
                }
            }
        }
        for id in missing {
            let named = self.variable(id);
            self.begin(&named, First::Any, None);
        }
        if self.frame().extra.is_some() {
            let listed = self.emit.new_int("listed");
            self.set(listed, Linear::constant(-1));
            self.frame().listed = Some(listed);
        }
        self.frames.pop().expect("the call was entered")
    }

    /// The body of a call: its value.
    fn body(&mut self, function: &Function) -> Value {
        let Some(ty) = self.frame().result_ty.clone() else {
            self.statement(&function.body);
            return Value::None;
        };
        let is_record = matches!(ty, Type::Record(_));
        if let (StmtKind::Block(items), 1, false) =
            (&function.body.kind, returns(self.unit, function), is_record)
            && let Some(StmtKind::Return(Some(value))) = items.last().map(|last| &last.kind)
        {
            let value = crate::tree::returned(value, &ty);
            let last = crate::tree::Stmt { kind: StmtKind::Expr(value), span: function.span };
            let mut before: Vec<_> = items[..items.len() - 1].to_vec();
            before.push(last);
            let block = crate::tree::Stmt { kind: StmtKind::Block(before), span: function.span };
            return self.block_value(&block);
        }
        let result = self.temporary(&function.name, &ty);
        if is_record {
            self.begin(&result, First::Any, None);
        }
        self.frame().result = Some(result.clone());
        self.statement(&function.body);
        if is_record { Value::None } else { self.after_body(&result) }
    }

    /// The value that the result of a call holds once every return has come here.
    fn after_body(&mut self, result: &Named) -> Value {
        let returns = std::mem::take(&mut self.frame().returns);
        self.land(returns);
        self.load_slot(&result.slot, &result.ty)
    }
}

/// Whether a function of the library has a meaning here, so that its arguments must have the types that it takes.
fn is_given_numbers(name: &str) -> bool {
    library::is_listed(name) || super::callbacks::CALLING.contains(&name)
}

fn returns(unit: &Unit, function: &Function) -> usize {
    count(unit, &function.body, &|kind| matches!(kind, StmtKind::Return(_)))
}

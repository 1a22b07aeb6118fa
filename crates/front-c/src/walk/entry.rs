//! Where a run begins: variables that live always, then the entry with values for its parameters.
//!
//! A parameter that points to bytes gets an object of any size and content; other pointers are never valid, so that
//! whoever follows one fails.

use std::collections::BTreeSet;

use ir::Linear;

use crate::memory::{Elements, Fill, Life, Pointer, Shape, Value, terms};
use crate::tree::{Function, Type, VarId};

use super::declare::First;
use super::walker::{Frame, Walker};

impl Walker<'_> {
    /// Walks an entry, after the variables that live always.
    pub(crate) fn start(&mut self, entry: &str, mentioned: Option<&BTreeSet<VarId>>) {
        self.begin_globals(mentioned);
        let unit = self.unit;
        let Some(function) = unit.function(entry) else { return };
        self.emit.span = function.span;
        let frame = Frame {
            context: format!("{entry}/"),
            function: entry.to_owned(),
            result_ty: (function.result != Type::Void).then(|| function.result.clone()),
            ..Frame::default()
        };
        self.frames.push(frame);
        self.begin_parameters(function);
        self.statement(&function.body);
        let returns = std::mem::take(&mut self.frame().returns);
        self.land(returns);
    }

    /// Gives the parameters of an entry any values.
    fn begin_parameters(&mut self, function: &Function) {
        for &id in &function.parameters {
            let named = self.variable(id);
            match named.ty.element() {
                Some(element) if named.ty.is_pointer() && (element.is_byte() || *element == Type::Void) => {
                    let cap = self.emit.set_int(&format!("{}$cap", named.name), ir::IntExpr::Input);
                    let at_least = terms::at_most(&Linear::constant(0), &cap);
                    self.emit.push(ir::Action::Assume(at_least));
                    let shape = Shape {
                        name: named.name.clone(),
                        cap,
                        elements: Elements::Bytes,
                        fill: Fill::Uninitialised,
                        life: Life::Declared,
                    };
                    let object = self.memory.begin(&mut self.emit, &format!("argument {}", named.key), shape);
                    self.store_slot(&named.slot, &Value::Pointer(Pointer::to(object)));
                }
                _ => self.begin(&named, First::Any, None),
            }
        }
    }
}

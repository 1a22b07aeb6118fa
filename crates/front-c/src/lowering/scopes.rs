//! Blocks that are entered and left: the lives of variables that pointers lead to.
//!
//! A variable is there from its declaration, or from a jump into its block, until its block is left, whichever way. Only one to which a
//! pointer leads that is kept elsewhere needs a variable of the program that says so; which these are is known from the writing before.

use std::collections::BTreeSet;

use ir::Linear;

use crate::memory::{Cases, ObjectId, Pointer, Value, terms};
use crate::tree::{StmtKind, VarId};

use super::slots::{Named, Slot, leaves};
use super::state::{Frame, Lowering};
use super::visit::count;

impl Lowering<'_> {
    /// Enters a block.
    pub(crate) fn open_scope(&mut self) {
        self.frame().scopes.push(BTreeSet::new());
    }

    /// Leaves a block at its end.
    pub(crate) fn close_scope(&mut self) {
        if self.frame().scopes.pop().is_some_and(|scope| !scope.is_empty()) {
            self.retire_closed();
        }
    }

    /// Notes that a variable is there from now on.
    pub(crate) fn enter_scope(&mut self, id: VarId, named: &Named) {
        if let Some(scope) = self.frame().scopes.last_mut() {
            scope.insert(id);
        }
        self.revive(named);
    }

    /// Begins the lives of a variable and its parts.
    pub(crate) fn revive(&mut self, named: &Named) {
        for object in self.memory.names.outlived_under(&named.key) {
            if self.is_repeated() {
                self.lose_earlier(object, &named.name);
            }
            self.memory.revive(&mut self.emit, object, &named.name);
        }
    }

    /// What led to an object whose life is over leads nowhere, when another one begins in its place.
    fn lose_earlier(&mut self, object: ObjectId, name: &str) {
        let gone = self.memory.is_gone(&mut self.emit, object, name);
        let is_temporary = |key: &str| key.rsplit('/').next().is_some_and(|last| last.starts_with('$'));
        for key in self.points.leading_to(object) {
            if is_temporary(&key) {
                continue;
            }
            let (tag, _) = self.pointer_variables(&key, "kept");
            self.points.add(&key, &Pointer::wild());
            let leads = terms::equal(&Linear::var(tag), &object.tag());
            let mut cases = Cases::default();
            if cases.when(&mut self.emit, gone.clone().and(leads)) {
                self.set(tag, Linear::constant(-1));
            }
            cases.end(&mut self.emit);
        }
    }

    /// Whether a jump may lead into a block past its declarations.
    pub(crate) fn may_skip_declarations(&mut self) -> bool {
        let name = self.frame().function.clone();
        let is_target =
            |kind: &StmtKind| matches!(kind, StmtKind::Label(..) | StmtKind::Case(..) | StmtKind::Default(_));
        self.unit.function(&name).is_none_or(|function| count(self.unit, &function.body, &is_target) > 0)
    }

    /// Ends the lives of the variables of the present call whose blocks are not open.
    pub(crate) fn retire_closed(&mut self) {
        let context = self.context().to_owned();
        let objects: Vec<ObjectId> = self.frame().declared.iter().copied().collect();
        for object in objects {
            let Some(owner) = self.memory.names.name(object).and_then(|name| owner(&context, name)) else {
                continue;
            };
            if self.is_open(owner) {
                continue;
            }
            let is_elsewhere = |key: &String| {
                let is_temporary = key.strip_prefix(&context).is_some_and(|rest| rest.starts_with('$'));
                let is_open = owner_of(&context, key).is_none_or(|of| self.is_open(of));
                !is_temporary && is_open
            };
            let is_cut = self.memory.names.is_cut(object);
            if is_cut || self.points.leading_to(object).iter().any(is_elsewhere) {
                self.memory.names.outlive(object);
            }
            self.memory.retire(&mut self.emit, object);
        }
    }

    fn is_open(&self, id: VarId) -> bool {
        let frame = self.frames.last();
        frame.is_some_and(|frame| frame.scopes.iter().any(|scope| scope.contains(&id)))
    }

    /// A value that is used behind the end of the block that gives it.
    pub(crate) fn outlive_value(&mut self, value: &Value) {
        if let Value::Pointer(pointer) = value {
            let declared = self.frame().declared.clone();
            for object in pointer.targets.intersection(&declared) {
                self.memory.names.outlive(*object);
            }
        }
    }

    /// Ends the lives of everything that a call declared, when it is over.
    pub(crate) fn retire_frame(&mut self, frame: &Frame, value: &Value) {
        let mut given = BTreeSet::new();
        if let Value::Pointer(pointer) = value {
            given.extend(pointer.targets.iter().copied());
        }
        if let Some(result) = &frame.result {
            for leaf in leaves(&result.slot, &result.ty, &self.unit.records) {
                if let Slot::Pointer(pointer) = leaf.slot {
                    given.extend(self.points.of(&pointer.key).targets);
                }
            }
        }
        for object in &frame.declared {
            let is_elsewhere = |key: &String| !key.starts_with(&frame.context);
            let is_kept = given.contains(object) || self.memory.names.is_cut(*object);
            if is_kept || self.points.leading_to(*object).iter().any(is_elsewhere) {
                self.memory.names.outlive(*object);
            }
        }
        for object in frame.stacked.union(&frame.declared) {
            self.memory.retire(&mut self.emit, *object);
        }
    }

    /// Ends the lives of the arrays within records that are given back.
    pub(crate) fn retire_members(&mut self, value: &Value) {
        let Value::Pointer(pointer) = value else { return };
        for target in pointer.targets.clone() {
            let Some(cell) = self.cells.get(&target).cloned() else { continue };
            let mut cases = Cases::default();
            if cases.when(&mut self.emit, terms::equal(&pointer.tag, &target.tag())) {
                for leaf in leaves(&cell.slot, &cell.ty, &self.unit.records) {
                    if let Slot::Bytes(member) = leaf.slot {
                        self.memory.names.outlive(member);
                        self.memory.retire(&mut self.emit, member);
                    }
                }
            }
            cases.end(&mut self.emit);
        }
    }
}

/// The variable of a call that an object with a name belongs to.
fn owner(context: &str, name: &str) -> Option<VarId> {
    let rest = name.strip_prefix(context)?;
    let digits = rest.split_once('#')?.1;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    if rest.contains('/') {
        return None;
    }
    digits[..end].parse().ok().map(VarId)
}

/// The variable of a call that keeps a pointer under a key; none when it is not one of that call.
fn owner_of(context: &str, key: &str) -> Option<VarId> {
    owner(context, key).filter(|_| !context.is_empty())
}

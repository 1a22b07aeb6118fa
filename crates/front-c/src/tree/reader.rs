//! The reader that turns the parser's tree into ours: names in scopes, and what a name may stand for.
//!
//! Names that stand for variables and functions share scopes with type names and constants of enumerations; tags of
//! records and enumerations have scopes of their own, as the standard has it.

use std::collections::HashMap;

use ir::Span;
use lang_c::span::Span as Place;

use super::lines::Lines;
use super::nodes::{Expr, ExprKind, Lives, Stmt, StmtKind, Unit, VarId, Variable};
use super::types::{RecordId, Type};

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Name {
    /// A variable.
    Variable(VarId),
    /// A function, with its type.
    Function(Type),
    /// A constant of an enumeration.
    Constant(i128),
    /// A type.
    Type(Type),
    /// What is not followed.
    Unknown,
}

/// The names of a block.
#[derive(Default)]
struct Scope {
    names: HashMap<String, Name>,
    records: HashMap<String, RecordId>,
    enumerations: HashMap<String, Type>,
}

/// The state of reading one source.
pub(crate) struct Reader {
    /// What was read.
    pub(crate) unit: Unit,
    /// The function that is read, for its name.
    pub(crate) function: Option<String>,
    /// The types that the switches around are on, from the outside in, and whether one has a case that is not known.
    pub(crate) switches: Vec<Switched>,
    lines: Lines,
    scopes: Vec<Scope>,
}

/// A switch that is being read.
pub(crate) struct Switched {
    /// The type of what decides.
    pub(crate) ty: Type,
    /// Whether a case has a value that is not known.
    pub(crate) is_open: bool,
}

impl Reader {
    pub(crate) fn new(lines: Lines) -> Reader {
        let scopes = vec![Scope::default()];
        Reader { unit: Unit::default(), function: None, switches: Vec::new(), lines, scopes }
    }

    pub(crate) fn span(&self, place: Place) -> Span {
        self.lines.span(place.start, place.end)
    }

    pub(crate) fn enter(&mut self) {
        self.scopes.push(Scope::default());
    }

    pub(crate) fn leave(&mut self) {
        self.scopes.pop();
    }

    /// Whether names are declared outside of all functions now.
    pub(crate) fn is_outside(&self) -> bool {
        self.scopes.len() == 1
    }

    pub(crate) fn name(&self, name: &str) -> Option<&Name> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name))
    }

    pub(crate) fn declare(&mut self, name: &str, what: Name) {
        let scope = self.scopes.last_mut().expect("there is always the scope of the source");
        scope.names.insert(name.to_owned(), what);
    }

    /// The variable of a name at file scope, which declarations may repeat.
    pub(crate) fn outer_variable(&self, name: &str) -> Option<VarId> {
        match self.scopes[0].names.get(name)? {
            Name::Variable(id) => Some(*id),
            Name::Function(_) | Name::Constant(_) | Name::Type(_) | Name::Unknown => None,
        }
    }

    pub(crate) fn record(&self, tag: &str) -> Option<RecordId> {
        self.scopes.iter().rev().find_map(|scope| scope.records.get(tag).copied())
    }

    pub(crate) fn record_here(&self, tag: &str) -> Option<RecordId> {
        self.scopes.last().and_then(|scope| scope.records.get(tag).copied())
    }

    pub(crate) fn declare_record(&mut self, tag: &str, id: RecordId) {
        let scope = self.scopes.last_mut().expect("there is always the scope of the source");
        scope.records.insert(tag.to_owned(), id);
    }

    /// The type of an enumeration under a tag.
    pub(crate) fn enumeration_named(&self, tag: &str) -> Option<Type> {
        self.scopes.iter().rev().find_map(|scope| scope.enumerations.get(tag).cloned())
    }

    pub(crate) fn declare_enumeration(&mut self, tag: &str, ty: Type) {
        let scope = self.scopes.last_mut().expect("there is always the scope of the source");
        scope.enumerations.insert(tag.to_owned(), ty);
    }

    pub(crate) fn new_variable(&mut self, name: &str, ty: Type, (lives, span): (Lives, Span)) -> VarId {
        let variable = Variable {
            name: name.to_owned(),
            ty,
            lives,
            is_constant: false,
            is_internal: false,
            initial: None,
            span,
        };
        self.unit.variables.push(variable);
        VarId(self.unit.variables.len() - 1)
    }

    /// The bytes of a type.
    pub(crate) fn size(&self, ty: &Type) -> Option<u64> {
        ty.size(&self.unit.records)
    }
}

/// An expression that is not followed.
pub(crate) fn gap(construct: &str, ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Gap(construct.to_owned()), ty, span }
}

/// A statement that is not followed.
pub(crate) fn gap_stmt(construct: &str, span: Span) -> Stmt {
    Stmt { kind: StmtKind::Gap(construct.to_owned()), span }
}

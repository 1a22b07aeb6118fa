//! Expressions that speak of whole records and arrays.
//!
//! A compound literal is a variable without a name; the offset of a member is a constant.

use ir::Span;
use lang_c::ast::{CompoundLiteral, OffsetOfExpression};

use super::convert::constant;
use super::nodes::{Expr, ExprKind, Lives, Stmt, StmtKind};
use super::operators::{deref, node};
use super::reader::{Reader, gap};
use super::types::{Integer, Type};

/// The name of the variable that a compound literal is; no source can have it.
pub const LITERAL: &str = "compound literal";

impl Reader {
    /// A literal of a record or array: a variable that the place declares.
    pub(crate) fn compound(&mut self, literal: &CompoundLiteral, span: Span) -> Expr {
        let ty = match self.type_name(&literal.type_name.node) {
            Ok(ty) => ty,
            Err(why) => return gap(&why, Type::INT, span),
        };
        let (ty, initial) = self.initial_list(&literal.initializer_list, ty);
        let lives = if self.is_outside() { Lives::Always } else { Lives::Block };
        let id = self.new_variable(LITERAL, ty.clone(), (lives, span));
        self.unit.variables[id.0].initial = Some(initial);
        let declare = Stmt { kind: StmtKind::Declare(id), span };
        let variable = node(ExprKind::Variable(id), ty, span);
        if self.is_outside() {
            return variable;
        }
        // The address of the variable is what can be handed on from the block that declares it.
        let pointer = variable.ty.clone().pointer();
        let address = node(ExprKind::Address(Box::new(variable)), pointer.clone(), span);
        let made = Stmt { kind: StmtKind::Expr(address), span };
        let block = Stmt { kind: StmtKind::Block(vec![declare, made]), span };
        deref(node(ExprKind::Block(Box::new(block)), pointer, span), span)
    }

    /// Where a member lies.
    pub(crate) fn offset_of(&mut self, of: &OffsetOfExpression, span: Span) -> Expr {
        let size = Type::Integer(Integer::SIZE);
        let found = self.type_name(&of.type_name.node).ok().and_then(|ty| {
            let Type::Record(id) = ty else { return None };
            let path = self.member(id, &of.designator.node.base.node.name)?;
            let [index] = path[..] else { return None };
            let offset = self.unit.records[id.0].members.as_ref()?[index].offset;
            of.designator.node.members.is_empty().then_some(offset)
        });
        match found {
            Some(known) => constant(i128::from(known), Integer::SIZE, span),
            None => gap("offsetof", size, span),
        }
    }
}

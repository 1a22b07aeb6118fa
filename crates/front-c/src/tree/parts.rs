//! What expressions and statements are made of.
//!
//! Every kind is listed, so that one that is added does not compile until it is. A block within an expression is a statement, and is left to
//! the caller.

use super::nodes::{Expr, ExprKind};

impl Expr {
    /// The expressions that it has itself, in the order of the text.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Member(of, _)
            | ExprKind::Deref(of)
            | ExprKind::Address(of)
            | ExprKind::Decay(of)
            | ExprKind::Minus(of)
            | ExprKind::Complement(of)
            | ExprKind::Not(of)
            | ExprKind::Convert(of) => vec![of],
            ExprKind::Binary(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Offset(left, right)
            | ExprKind::Distance(left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right)
            | ExprKind::Assign(left, right) => vec![left, right],
            ExprKind::Call(of, parts) => std::iter::once(&**of).chain(parts).collect(),
            ExprKind::Update(update) => vec![&update.place, &update.operand],
            ExprKind::Conditional(test, left, right) => vec![test, left, right],
            ExprKind::Sequence(parts) => parts.iter().collect(),
            ExprKind::Block(_)
            | ExprKind::Constant(_)
            | ExprKind::Real
            | ExprKind::Text(_)
            | ExprKind::Variable(_)
            | ExprKind::Function(_)
            | ExprKind::SizeOf(_)
            | ExprKind::Gap(_) => Vec::new(),
        }
    }

    /// Whether something in it is not followed, so that its type may not be what it seems.
    pub(crate) fn has_gap(&self) -> bool {
        matches!(self.kind, ExprKind::Gap(_)) || self.parts().into_iter().any(Expr::has_gap)
    }
}

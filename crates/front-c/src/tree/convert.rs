//! Conversions between types, and operations on constants.
//!
//! Every operation on constants is done at once, in the type that it has, so that what is left of a constant expression is
//! its value. What the standard leaves undefined (a division by 0, a shift too far) is left as it stands.

use std::rc::Rc;

use ir::Span;

use super::nodes::{Binary, Compare, Expr, ExprKind};
use super::types::{Integer, Type};

/// A constant.
pub(crate) fn constant(value: i128, ty: Integer, span: Span) -> Expr {
    Expr { kind: ExprKind::Constant(ty.wrap(value)), ty: Type::Integer(ty), span }
}

/// The value of an expression: arrays and functions become pointers.
pub(crate) fn value(expr: Expr) -> Expr {
    let span = expr.span;
    match &expr.ty {
        Type::Array(of, _) => {
            let ty = Type::Pointer(Rc::clone(of));
            Expr { kind: ExprKind::Decay(Box::new(expr)), ty, span }
        }
        Type::Function(_) => {
            let ty = expr.ty.clone().pointer();
            Expr { kind: ExprKind::Address(Box::new(expr)), ty, span }
        }
        Type::Void | Type::Integer(_) | Type::Real(_) | Type::Pointer(_) | Type::Record(_) => expr,
    }
}

/// The value of an expression in another type.
pub(crate) fn convert(expr: Expr, ty: &Type) -> Expr {
    let expr = value(expr);
    if expr.ty == *ty {
        return expr;
    }
    let span = expr.span;
    if let (Some(known), Some(integer)) = (expr.constant(), ty.integer()) {
        return constant(known, integer, span);
    }
    Expr { kind: ExprKind::Convert(Box::new(expr)), ty: ty.clone(), span }
}

/// Both values in the type in which they meet; none when they are no numbers.
pub(crate) fn meet(left: Expr, right: Expr) -> Option<(Expr, Expr, Type)> {
    let ty = match (&left.ty, &right.ty) {
        (Type::Integer(a), Type::Integer(b)) => Type::Integer(a.common(*b)),
        (Type::Real(a), Type::Real(b)) => Type::Real(*a.max(b)),
        (Type::Real(a), Type::Integer(_)) | (Type::Integer(_), Type::Real(a)) => Type::Real(*a),
        _ => return None,
    };
    Some((convert(left, &ty), convert(right, &ty), ty))
}

/// The value of an operation on constants of a type; none where it is undefined, as where a signed type does not hold it.
pub(crate) fn fold(operation: Binary, (left, right): (i128, i128), ty: Integer) -> Option<i128> {
    let bits = 0..i128::from(ty.bits);
    let exact = match operation {
        Binary::Plus => left.checked_add(right),
        Binary::Minus => left.checked_sub(right),
        Binary::Times => left.checked_mul(right),
        Binary::Divide => left.checked_div(right),
        Binary::Modulo if right == -1 && ty.signed && left == ty.range().0 => None,
        Binary::Modulo => left.checked_rem(right),
        Binary::ShiftLeft if ty.signed && left < 0 => None,
        Binary::ShiftLeft => bits.contains(&right).then(|| left << right),
        Binary::ShiftRight => bits.contains(&right).then(|| left >> right),
        Binary::BitAnd => Some(left & right),
        Binary::BitOr => Some(left | right),
        Binary::BitXor => Some(left ^ right),
    };
    let (least, most) = ty.range();
    exact.filter(|value| !ty.signed || (least..=most).contains(value))
}

/// The outcome of a comparison.
pub(crate) fn holds(compare: Compare, left: i128, right: i128) -> bool {
    match compare {
        Compare::Equal => left == right,
        Compare::Different => left != right,
        Compare::Less => left < right,
        Compare::LessOrEqual => left <= right,
        Compare::Greater => left > right,
        Compare::GreaterOrEqual => left >= right,
    }
}

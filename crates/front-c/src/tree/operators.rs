//! Expressions with operators: arithmetic, comparisons, pointers, assignments.
//!
//! The operands come typed and the result is typed; what the types do not allow is a gap.

use ir::Span;
use lang_c::ast::BinaryOperator;

use super::convert::{constant, convert, fold, holds, meet, value};
use super::nodes::{Binary, Compare, Expr, ExprKind, Gives, Update, UpdateBy};
use super::reader::gap;
use super::types::{Integer, Type};

/// Makes an expression of a kind and type.
pub(crate) fn node(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

/// An operation on two numbers, or a pointer and a number.
pub(crate) fn binary(operation: Binary, left: Expr, right: Expr, span: Span) -> Expr {
    let (left, right) = (value(left), value(right));
    match (operation, left.ty.is_pointer(), right.ty.is_pointer()) {
        (Binary::Plus, true, false) => return offset(left, right, span),
        (Binary::Plus, false, true) => return offset(right, left, span),
        (Binary::Minus, true, false) => {
            let back = minus(convert(right, &Type::Integer(Integer::DIFFERENCE)));
            return offset(left, back, span);
        }
        (Binary::Minus, true, true) => {
            let kind = ExprKind::Distance(Box::new(left), Box::new(right));
            return node(kind, Type::Integer(Integer::DIFFERENCE), span);
        }
        _ => {}
    }
    if matches!(operation, Binary::ShiftLeft | Binary::ShiftRight) {
        return shift(operation, left, right, span);
    }
    let Some((left, right, ty)) = meet(left, right) else {
        return gap("an operation on what is no number", Type::INT, span);
    };
    let folded = match (left.constant(), right.constant(), ty.integer()) {
        (Some(a), Some(b), Some(integer)) => fold(operation, (a, b), integer),
        _ => None,
    };
    match (folded, ty.integer()) {
        (Some(known), Some(integer)) => constant(known, integer, span),
        _ => node(ExprKind::Binary(operation, Box::new(left), Box::new(right)), ty, span),
    }
}

fn shift(operation: Binary, left: Expr, right: Expr, span: Span) -> Expr {
    let (Some(integer), Some(by)) = (left.ty.integer(), right.ty.integer()) else {
        return gap("a shift of what is no integer", Type::INT, span);
    };
    let ty = Type::Integer(integer.promoted());
    let (left, right) = (convert(left, &ty), convert(right, &Type::Integer(by.promoted())));
    if let (Some(a), Some(b)) = (left.constant(), right.constant())
        && let Some(known) = fold(operation, (a, b), integer.promoted())
    {
        return constant(known, integer.promoted(), span);
    }
    node(ExprKind::Binary(operation, Box::new(left), Box::new(right)), ty, span)
}

/// A pointer moved by a number of elements.
pub(crate) fn offset(pointer: Expr, by: Expr, span: Span) -> Expr {
    let ty = pointer.ty.clone();
    if by.ty.integer().is_none() {
        return gap("a pointer moved by what is no integer", ty, span);
    }
    let by = convert(by, &Type::Integer(Integer::DIFFERENCE));
    if by.constant() == Some(0) {
        return pointer;
    }
    node(ExprKind::Offset(Box::new(pointer), Box::new(by)), ty, span)
}

/// What a pointer points to.
pub(crate) fn deref(pointer: Expr, span: Span) -> Expr {
    let pointer = value(pointer);
    let Some(ty) = pointer.ty.element().cloned() else {
        return gap("* of what is no pointer", Type::INT, span);
    };
    if matches!(ty, Type::Function(_)) {
        return pointer;
    }
    node(ExprKind::Deref(Box::new(pointer)), ty, span)
}

/// The opposite of a number.
pub(crate) fn minus(expr: Expr) -> Expr {
    let span = expr.span;
    let expr = promoted(expr);
    if let (Some(known), Some(integer)) = (expr.constant(), expr.ty.integer())
        && let Some(opposite) = fold(Binary::Minus, (0, known), integer)
    {
        return constant(opposite, integer, span);
    }
    let ty = expr.ty.clone();
    node(ExprKind::Minus(Box::new(expr)), ty, span)
}

/// All bits of a number turned.
pub(crate) fn complement(expr: Expr) -> Expr {
    let span = expr.span;
    let expr = promoted(expr);
    if let (Some(known), Some(integer)) = (expr.constant(), expr.ty.integer()) {
        return constant(!known, integer, span);
    }
    let ty = expr.ty.clone();
    node(ExprKind::Complement(Box::new(expr)), ty, span)
}

/// The value of a number as an operand.
pub(crate) fn promoted(expr: Expr) -> Expr {
    let expr = value(expr);
    match expr.ty.integer() {
        Some(integer) => convert(expr, &Type::Integer(integer.promoted())),
        None => expr,
    }
}

/// Whether a value is 0.
pub(crate) fn not(expr: Expr) -> Expr {
    let expr = value(expr);
    let span = expr.span;
    match expr.constant() {
        Some(known) => constant(i128::from(known == 0), Integer::INT, span),
        None => node(ExprKind::Not(Box::new(expr)), Type::INT, span),
    }
}

/// A comparison.
pub(crate) fn compare(how: Compare, left: Expr, right: Expr, span: Span) -> Expr {
    let (left, right) = (value(left), value(right));
    let (left, right) = match (left.ty.is_pointer(), right.ty.is_pointer()) {
        (true, false) => {
            let right = convert(right, &left.ty);
            (left, right)
        }
        (false, true) => (convert(left, &right.ty), right),
        (true, true) => (left, right),
        (false, false) => match meet(left, right) {
            Some((left, right, _)) => (left, right),
            None => return gap("a comparison of what is no number", Type::INT, span),
        },
    };
    if let (Some(a), Some(b)) = (left.constant(), right.constant()) {
        return constant(i128::from(holds(how, a, b)), Integer::INT, span);
    }
    node(ExprKind::Compare(how, Box::new(left), Box::new(right)), Type::INT, span)
}

/// A place gets a value.
pub(crate) fn assign(place: Expr, what: Expr, span: Span) -> Expr {
    let ty = place.ty.clone();
    let what = convert(what, &ty);
    node(ExprKind::Assign(Box::new(place), Box::new(what)), ty, span)
}

/// A place gets what an operation on it gives.
pub(crate) fn update((place, operand): (Expr, Expr), operation: Binary, gives: Gives, span: Span) -> Expr {
    let ty = place.ty.clone();
    let operand = value(operand);
    let (by, operand) = match (&ty, operation) {
        (Type::Pointer(_), Binary::Plus) => (UpdateBy::Forward, difference(operand)),
        (Type::Pointer(_), Binary::Minus) => (UpdateBy::Back, difference(operand)),
        (Type::Integer(integer), Binary::ShiftLeft | Binary::ShiftRight) => {
            (UpdateBy::Operation(operation, integer.promoted()), promoted(operand))
        }
        (Type::Integer(integer), _) => match operand.ty.integer() {
            Some(other) => {
                let common = integer.common(other);
                (UpdateBy::Operation(operation, common), convert(operand, &Type::Integer(common)))
            }
            None => return gap("an update of an integer by what is none", ty, span),
        },
        _ => return gap("an update of what is no integer or pointer", ty, span),
    };
    node(ExprKind::Update(Box::new(Update { place, by, operand, gives })), ty, span)
}

fn difference(operand: Expr) -> Expr {
    convert(operand, &Type::Integer(Integer::DIFFERENCE))
}

/// What an operator of the parser is, among those that compute.
pub(crate) enum Operator {
    Binary(Binary),
    Compare(Compare),
    Update(Binary),
    And,
    Or,
    Assign,
    Index,
}

/// The operator in our words.
pub(crate) fn operator(operator: &BinaryOperator) -> Operator {
    match operator {
        BinaryOperator::Index => Operator::Index,
        BinaryOperator::Multiply => Operator::Binary(Binary::Times),
        BinaryOperator::Divide => Operator::Binary(Binary::Divide),
        BinaryOperator::Modulo => Operator::Binary(Binary::Modulo),
        BinaryOperator::Plus => Operator::Binary(Binary::Plus),
        BinaryOperator::Minus => Operator::Binary(Binary::Minus),
        BinaryOperator::ShiftLeft => Operator::Binary(Binary::ShiftLeft),
        BinaryOperator::ShiftRight => Operator::Binary(Binary::ShiftRight),
        BinaryOperator::Less => Operator::Compare(Compare::Less),
        BinaryOperator::Greater => Operator::Compare(Compare::Greater),
        BinaryOperator::LessOrEqual => Operator::Compare(Compare::LessOrEqual),
        BinaryOperator::GreaterOrEqual => Operator::Compare(Compare::GreaterOrEqual),
        BinaryOperator::Equals => Operator::Compare(Compare::Equal),
        BinaryOperator::NotEquals => Operator::Compare(Compare::Different),
        BinaryOperator::BitwiseAnd => Operator::Binary(Binary::BitAnd),
        BinaryOperator::BitwiseXor => Operator::Binary(Binary::BitXor),
        BinaryOperator::BitwiseOr => Operator::Binary(Binary::BitOr),
        BinaryOperator::LogicalAnd => Operator::And,
        BinaryOperator::LogicalOr => Operator::Or,
        BinaryOperator::Assign => Operator::Assign,
        BinaryOperator::AssignMultiply => Operator::Update(Binary::Times),
        BinaryOperator::AssignDivide => Operator::Update(Binary::Divide),
        BinaryOperator::AssignModulo => Operator::Update(Binary::Modulo),
        BinaryOperator::AssignPlus => Operator::Update(Binary::Plus),
        BinaryOperator::AssignMinus => Operator::Update(Binary::Minus),
        BinaryOperator::AssignShiftLeft => Operator::Update(Binary::ShiftLeft),
        BinaryOperator::AssignShiftRight => Operator::Update(Binary::ShiftRight),
        BinaryOperator::AssignBitwiseAnd => Operator::Update(Binary::BitAnd),
        BinaryOperator::AssignBitwiseXor => Operator::Update(Binary::BitXor),
        BinaryOperator::AssignBitwiseOr => Operator::Update(Binary::BitOr),
    }
}

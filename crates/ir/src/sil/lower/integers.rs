//! Expressions whose value is an integer.
//!
//! Sums and products with constants stay one linear term. Everything else is an operation of its own, with
//! linear operands: products of variables, `div`, `mod`, positions, and what is wrapped to a machine width.

use super::strings::name_for;
use super::{Lowered, Lowering};
use crate::ids::IntVar;
use crate::linear::{Linear, Quantity};
use crate::operation::{IntExpr, StrTerm, Width};
use crate::program::{Action, Type, Variable};
use crate::sil::builtins::{self, Builtin};
use crate::sil::error::SyntaxError;
use crate::sil::tree::{ExprId, ExprKind, Factor, Plus};

impl Lowering<'_> {
    /// The integer as an operand.
    pub(super) fn linear(&mut self, id: ExprId) -> Lowered<Linear> {
        let tree = self.tree;
        let (value, width) = self.int_expr(id)?;
        Some(self.as_linear(name_for(&tree.expr(id).kind), value, width))
    }

    /// The value as an operand: a variable with such a name holds it when it is not linear.
    fn as_linear(&mut self, name: &str, value: IntExpr, width: Width) -> Linear {
        if let (IntExpr::Linear(linear), Width::Unbounded) = (&value, width) {
            return linear.clone();
        }
        let var = self.code.fresh_int(name);
        self.code.emit(Action::SetInt(var, value, width));
        Linear::var(var)
    }

    /// The integer as what an instruction computes.
    pub(super) fn int_expr(&mut self, id: ExprId) -> Lowered<(IntExpr, Width)> {
        let tree = self.tree;
        let value = match &tree.expr(id).kind {
            ExprKind::Name(name) => IntExpr::Linear(Linear::var(as_int(self.code.variable(name)))),
            ExprKind::Int(value) => IntExpr::Linear(Linear::constant(*value)),
            ExprKind::Length(of) => IntExpr::Linear(self.length(*of)?),
            ExprKind::Sum(parts) => IntExpr::Linear(self.sum(id, parts)?),
            ExprKind::Product(parts) => self.product(id, parts)?,
            ExprKind::Wrap(width, inner) => {
                let (value, own) = self.int_expr(*inner)?;
                let value = if own == Width::Unbounded {
                    value
                } else {
                    IntExpr::Linear(self.as_linear("wrap", value, own))
                };
                return Some((value, *width));
            }
            ExprKind::Call(name, arguments) => match builtins::named(&name.text) {
                Some(row) => self.int_function(row.builtin, arguments)?,
                None => {
                    IntExpr::Linear(Linear::var(as_int(self.call_for_value(name, arguments, Type::Int)?)))
                }
            },
            ExprKind::Text(_)
            | ExprKind::EndOfString
            | ExprKind::Regex(_)
            | ExprKind::Bool(_)
            | ExprKind::Substring(..)
            | ExprKind::Concat(_)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_) => unreachable!("types were checked before lowering"),
        };
        Some((value, Width::Unbounded))
    }

    /// The term, unless it grew too large; `id` is what it was made of.
    pub(super) fn fitting(&mut self, linear: Option<Linear>, id: ExprId) -> Lowered<Linear> {
        let span = self.tree.expr(id).span;
        let fits = linear.filter(Linear::has_opposite);
        self.reported(fits.ok_or_else(|| SyntaxError::new(span, "this term does not fit in 128 bits")))
    }

    fn length(&mut self, of: ExprId) -> Lowered<Linear> {
        Some(match self.str_term(of)? {
            StrTerm::Var(var) => Linear::length(var),
            StrTerm::Word(word) => Linear::constant(word.len() as i128),
        })
    }

    fn sum(&mut self, id: ExprId, parts: &[(Plus, ExprId)]) -> Lowered<Linear> {
        let mut terms: Vec<(Quantity, i128)> = Vec::new();
        let mut constant = Some(0_i128);
        for (plus, part) in parts {
            let part = self.linear(*part)?;
            // Every term made here has an opposite, so the product with -1 fits.
            let sign = if *plus == Plus::Plus { 1 } else { -1 };
            constant = constant.and_then(|sum| sum.checked_add(sign * part.constant_part()));
            terms.extend(part.terms().iter().map(|&(quantity, factor)| (quantity, sign * factor)));
        }
        self.fitting(constant.and_then(|constant| Linear::sum(terms, constant)), id)
    }

    /// A product from left to right, in which constants are multiplied at once.
    fn product(&mut self, id: ExprId, parts: &[(Factor, ExprId)]) -> Lowered<IntExpr> {
        let mut value = IntExpr::Linear(self.linear(parts[0].1)?);
        for &(operator, factor) in &parts[1..] {
            let left = self.as_linear("product", value, Width::Unbounded);
            let right = self.linear(factor)?;
            value = match (operator, left.as_constant(), right.as_constant()) {
                (Factor::Times, Some(number), _) => IntExpr::Linear(self.fitting(right.times(number), id)?),
                (Factor::Times, None, Some(number)) => IntExpr::Linear(self.fitting(left.times(number), id)?),
                (Factor::Times, None, None) => IntExpr::Times(left, right),
                (Factor::Div, _, _) => IntExpr::Div(left, right),
                (Factor::Mod, _, _) => IntExpr::Mod(left, right),
            };
        }
        Some(value)
    }

    fn int_function(&mut self, builtin: Builtin, arguments: &[ExprId]) -> Lowered<IntExpr> {
        Some(match builtin {
            Builtin::Len => IntExpr::Linear(self.length(arguments[0])?),
            Builtin::Times => IntExpr::Times(self.linear(arguments[0])?, self.linear(arguments[1])?),
            Builtin::Bits(operator) => {
                IntExpr::Bits(operator, self.linear(arguments[0])?, self.linear(arguments[1])?)
            }
            Builtin::IndexOf => {
                let (of, what) = (self.str_term(arguments[0])?, self.str_term(arguments[1])?);
                let from = match arguments.get(2) {
                    Some(from) => self.linear(*from)?,
                    None => Linear::constant(0),
                };
                IntExpr::IndexOf { of, what, from }
            }
            Builtin::LastIndexOf => {
                IntExpr::LastIndexOf { of: self.str_term(arguments[0])?, what: self.str_term(arguments[1])? }
            }
            Builtin::ToInt => {
                IntExpr::Parse { of: self.str_term(arguments[0])?, radix: self.radix(arguments.get(1)) }
            }
            Builtin::Code => {
                IntExpr::Code { of: self.str_term(arguments[0])?, at: self.linear(arguments[1])? }
            }
            Builtin::InputInt => IntExpr::Input,
            Builtin::Concat
            | Builtin::Prefix
            | Builtin::Suffix
            | Builtin::Slice
            | Builtin::CharAt
            | Builtin::Replace
            | Builtin::ReplaceFirst
            | Builtin::Reverse
            | Builtin::Repeat
            | Builtin::ToStr
            | Builtin::Input
            | Builtin::Contains
            | Builtin::StartsWith
            | Builtin::EndsWith
            | Builtin::Apply => unreachable!("types were checked before lowering"),
        })
    }
}

fn as_int(variable: Variable) -> IntVar {
    match variable {
        Variable::Int(var) => var,
        Variable::Str(_) | Variable::Bool(_) => unreachable!("types were checked before lowering"),
    }
}

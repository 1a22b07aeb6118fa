//! Expressions whose value is a string.
//!
//! [`str_expr`](Lowering::str_expr) leaves the outermost operation for the instruction that it is for;
//! [`str_term`](Lowering::str_term) gives it a variable. `prefix`, `suffix`, `charat` and `s[c1, c2]` are slices.
//!
//! In `s[c1, c2]` of [YBI09 §3] characters are counted from 0 and both ends belong to it: `suffix(s, i)` there
//! starts from the i-th character and drops i characters, so the i-th has i characters before it. We take the slice
//! itself into a variable, so that a test on it is exact in both outcomes.

use std::sync::Arc;

use super::{Lowered, Lowering};
use crate::ids::LanguageId;
use crate::linear::Linear;
use crate::operation::{InputSet, Needle, StrExpr, StrTerm, Which};
use crate::program::{Action, Type, Variable};
use crate::sil::builtins::{self, Builtin};
use crate::sil::tree::{ExprId, ExprKind, Name};

impl Lowering<'_> {
    /// The string as an operand.
    pub(super) fn str_term(&mut self, id: ExprId) -> Lowered<StrTerm> {
        let value = self.str_expr(id)?;
        Some(self.as_term(value, id))
    }

    /// The value of an expression as an operand.
    fn as_term(&mut self, value: StrExpr, id: ExprId) -> StrTerm {
        if let StrExpr::Term(term) = value {
            return term;
        }
        let var = self.code.fresh_str(name_for(&self.tree.expr(id).kind));
        self.code.emit(Action::SetStr(var, value));
        StrTerm::Var(var)
    }

    /// The string as what an instruction computes.
    pub(super) fn str_expr(&mut self, id: ExprId) -> Lowered<StrExpr> {
        let tree = self.tree;
        let term = match &tree.expr(id).kind {
            ExprKind::Name(name) => StrTerm::Var(as_str(self.code.variable(name))),
            ExprKind::Text(word) => StrTerm::Word(word.clone()),
            ExprKind::EndOfString => StrTerm::Word(Arc::from([])),
            ExprKind::Concat(parts) => return self.concat(parts),
            ExprKind::Substring(of, from, to) => {
                let (of, from, to) = (self.str_term(*of)?, self.linear(*from)?, self.linear(*to)?);
                let to = self.fitting(to.plus(&Linear::constant(1)), id)?;
                return Some(StrExpr::Slice { of, from, to: Some(to) });
            }
            ExprKind::Call(name, arguments) => match builtins::named(&name.text) {
                Some(row) => return self.str_function(row.builtin, name, arguments),
                None => StrTerm::Var(as_str(self.call_for_value(name, arguments, Type::Str)?)),
            },
            ExprKind::Int(_)
            | ExprKind::Regex(_)
            | ExprKind::Bool(_)
            | ExprKind::Length(_)
            | ExprKind::Sum(_)
            | ExprKind::Product(_)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Wrap(..) => unreachable!("types were checked before lowering"),
        };
        Some(StrExpr::Term(term))
    }

    /// A concatenation, with those in it dissolved.
    fn concat(&mut self, parts: &[ExprId]) -> Lowered<StrExpr> {
        let mut terms = Vec::new();
        for &part in parts {
            let value = self.str_expr(part)?;
            if let StrExpr::Concat(inner) = value {
                terms.extend(inner);
            } else {
                terms.push(self.as_term(value, part));
            }
        }
        Some(StrExpr::Concat(terms))
    }

    fn str_function(&mut self, builtin: Builtin, name: &Name, arguments: &[ExprId]) -> Lowered<StrExpr> {
        let whole = |lowering: &mut Self| lowering.str_term(arguments[0]);
        Some(match builtin {
            Builtin::Concat => self.concat(arguments)?,
            Builtin::Prefix => {
                let (of, to) = (whole(self)?, self.linear(arguments[1])?);
                StrExpr::Slice { of, from: Linear::constant(0), to: Some(to) }
            }
            Builtin::Suffix => {
                StrExpr::Slice { of: whole(self)?, from: self.linear(arguments[1])?, to: None }
            }
            Builtin::Slice => {
                let (of, from) = (whole(self)?, self.linear(arguments[1])?);
                StrExpr::Slice { of, from, to: Some(self.linear(arguments[2])?) }
            }
            Builtin::CharAt => {
                let (of, from) = (whole(self)?, self.linear(arguments[1])?);
                let to = self.fitting(from.plus(&Linear::constant(1)), arguments[1])?;
                StrExpr::Slice { of, from, to: Some(to) }
            }
            Builtin::Replace => self.replace(arguments, Which::All)?,
            Builtin::ReplaceFirst => self.replace(arguments, Which::First)?,
            Builtin::Reverse => StrExpr::Reverse(whole(self)?),
            Builtin::Repeat => StrExpr::Repeat { of: whole(self)?, times: self.linear(arguments[1])? },
            Builtin::ToStr => {
                StrExpr::Numeral { of: self.linear(arguments[0])?, radix: self.radix(arguments.get(1)) }
            }
            Builtin::Input => StrExpr::Input(self.input_set(arguments.first())?),
            Builtin::Apply => StrExpr::Apply { to: whole(self)?, function: self.tables.function(&name.text) },
            Builtin::Len
            | Builtin::Times
            | Builtin::Bits(_)
            | Builtin::IndexOf
            | Builtin::LastIndexOf
            | Builtin::ToInt
            | Builtin::Code
            | Builtin::InputInt
            | Builtin::Contains
            | Builtin::StartsWith
            | Builtin::EndsWith => unreachable!("types were checked before lowering"),
        })
    }

    fn replace(&mut self, arguments: &[ExprId], which: Which) -> Lowered<StrExpr> {
        let of = self.str_term(arguments[0])?;
        let what = if let ExprKind::Regex(_) = self.kind(arguments[1]) {
            let place = self.tree.expr(arguments[1]).span;
            let pattern = self.tables.pattern(place.slice(self.text), place);
            Needle::Pattern(self.reported(pattern)?)
        } else {
            Needle::Term(self.str_term(arguments[1])?)
        };
        Some(StrExpr::Replace { of, what, with: self.str_term(arguments[2])?, which })
    }

    fn input_set(&mut self, argument: Option<&ExprId>) -> Lowered<InputSet> {
        Some(match argument {
            None => InputSet::Any,
            Some(&id) if matches!(self.kind(id), ExprKind::Regex(_)) => {
                InputSet::Language(self.language(id)?)
            }
            Some(&id) => InputSet::UpTo(self.linear(id)?),
        })
    }

    /// The language of a regular expression.
    pub(super) fn language(&mut self, id: ExprId) -> Lowered<LanguageId> {
        let place = self.tree.expr(id).span;
        let ExprKind::Regex(marking) = *self.kind(id) else {
            unreachable!("the parser lets only regular expressions stand here")
        };
        let language = self.tables.language(place.slice(self.text), place, marking);
        self.reported(language)
    }

    /// The radix that was checked to be a number from 2 to 36; 10 where none is written.
    pub(super) fn radix(&self, argument: Option<&ExprId>) -> u32 {
        match argument.map(|id| self.kind(*id)) {
            Some(ExprKind::Int(radix)) => {
                u32::try_from(*radix).expect("the radix was checked before lowering")
            }
            Some(_) | None => 10,
        }
    }
}

fn as_str(variable: Variable) -> crate::ids::StrVar {
    match variable {
        Variable::Str(var) => var,
        Variable::Int(_) | Variable::Bool(_) => unreachable!("types were checked before lowering"),
    }
}

/// A name for a variable that holds the value of such an expression.
pub(super) fn name_for(kind: &ExprKind) -> &str {
    match kind {
        ExprKind::Call(name, _) => &name.text,
        ExprKind::Substring(..) => "slice",
        ExprKind::Concat(_) => "concat",
        ExprKind::Product(_) => "product",
        ExprKind::Wrap(..) => "wrap",
        ExprKind::Compare(..) | ExprKind::In(..) | ExprKind::Not(_) | ExprKind::And(_) | ExprKind::Or(_) => {
            "test"
        }
        ExprKind::Name(_)
        | ExprKind::Int(_)
        | ExprKind::Text(_)
        | ExprKind::EndOfString
        | ExprKind::Regex(_)
        | ExprKind::Bool(_)
        | ExprKind::Length(_)
        | ExprKind::Sum(_) => "value",
    }
}

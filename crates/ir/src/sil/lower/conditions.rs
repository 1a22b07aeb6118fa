//! Expressions whose value is true or false.
//!
//! Comparisons of integers become tests of one linear term. `&&` and `||` are joints of conditions when what is
//! computed on their right only gives a value: computing it although it is not needed is then no difference. Where
//! it calls a procedure or reads an input, they become jumps that leave it out as they should.

use super::strings::name_for;
use super::{Lowered, Lowering};
use crate::condition::{Condition, Test};
use crate::ids::BoolVar;
use crate::linear::Linear;
use crate::program::{Action, Type, Variable};
use crate::sil::builtins::{self, Builtin};
use crate::sil::tree::{Comparison, ExprId, ExprKind, Polarity};

/// How conditions are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    All,
    Any,
}

impl Lowering<'_> {
    /// The condition under which the expression is true.
    pub(super) fn condition(&mut self, id: ExprId) -> Lowered<Condition> {
        let tree = self.tree;
        Some(match &tree.expr(id).kind {
            ExprKind::Name(name) => Condition::test(Test::Bool(as_bool(self.code.variable(name)))),
            ExprKind::Bool(true) => Condition::TRUE,
            ExprKind::Bool(false) => Condition::FALSE,
            ExprKind::Compare(left, comparison, right) => self.comparison(*left, *comparison, *right)?,
            ExprKind::In(of, polarity, language) => {
                let test = Condition::test(Test::In(self.str_term(*of)?, self.language(*language)?));
                with_polarity(test, *polarity)
            }
            ExprKind::Not(inner) => self.condition(*inner)?.negated(),
            ExprKind::And(parts) => self.joint(Joint::All, parts)?,
            ExprKind::Or(parts) => self.joint(Joint::Any, parts)?,
            ExprKind::Call(name, arguments) => Condition::test(match builtins::named(&name.text) {
                Some(row) => self.test(row.builtin, arguments)?,
                None => Test::Bool(as_bool(self.call_for_value(name, arguments, Type::Bool)?)),
            }),
            ExprKind::Int(_)
            | ExprKind::Text(_)
            | ExprKind::EndOfString
            | ExprKind::Regex(_)
            | ExprKind::Length(_)
            | ExprKind::Substring(..)
            | ExprKind::Sum(_)
            | ExprKind::Product(_)
            | ExprKind::Concat(_)
            | ExprKind::Wrap(..) => unreachable!("types were checked before lowering"),
        })
    }

    fn test(&mut self, builtin: Builtin, arguments: &[ExprId]) -> Lowered<Test> {
        let (of, what) = (self.str_term(arguments[0])?, self.str_term(arguments[1])?);
        Some(match builtin {
            Builtin::Contains => Test::Contains(of, what),
            Builtin::StartsWith => Test::StartsWith(of, what),
            Builtin::EndsWith => Test::EndsWith(of, what),
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
            | Builtin::Len
            | Builtin::Times
            | Builtin::Bits(_)
            | Builtin::IndexOf
            | Builtin::LastIndexOf
            | Builtin::ToInt
            | Builtin::Code
            | Builtin::InputInt
            | Builtin::Apply => unreachable!("types were checked before lowering"),
        })
    }

    fn comparison(&mut self, left: ExprId, comparison: Comparison, right: ExprId) -> Lowered<Condition> {
        let gap_and_order = match comparison {
            Comparison::Equal => return self.equality(left, right),
            Comparison::NotEqual => return self.equality(left, right).map(Condition::negated),
            Comparison::Less => (1, left, right),
            Comparison::AtMost => (0, left, right),
            Comparison::Greater => (1, right, left),
            Comparison::AtLeast => (0, right, left),
        };
        // `a < b` is the test whether `a - b + 1` is 0 or less, and so on. The left side is evaluated first.
        let (gap, low, high) = gap_and_order;
        let (first, second) = (self.linear(left)?, self.linear(right)?);
        let (low_term, high_term) = if low == left { (first, second) } else { (second, first) };
        let term = low_term.minus(&high_term).and_then(|term| term.plus(&Linear::constant(gap)));
        Some(Condition::test(Test::AtMostZero(self.fitting(term, high)?)))
    }

    fn equality(&mut self, left: ExprId, right: ExprId) -> Lowered<Condition> {
        Some(match self.typed.ty(left).expect("the checks found all types") {
            Type::Str => Condition::test(Test::Equal(self.str_term(left)?, self.str_term(right)?)),
            Type::Int => {
                let (minuend, subtrahend) = (self.linear(left)?, self.linear(right)?);
                Condition::test(Test::IsZero(self.fitting(minuend.minus(&subtrahend), left)?))
            }
            Type::Bool => {
                let (left, right) = (self.small_condition(left)?, self.small_condition(right)?);
                let neither = left.clone().negated().and(right.clone().negated());
                left.and(right).or(neither)
            }
        })
    }

    /// The condition, given a variable when it is more than one test, so that it may be written twice.
    fn small_condition(&mut self, id: ExprId) -> Lowered<Condition> {
        let tree = self.tree;
        let condition = self.whole_condition(id)?;
        if condition.depth() == 0 {
            return Some(condition);
        }
        let var = self.code.fresh_bool(name_for(&tree.expr(id).kind));
        self.code.emit(Action::SetBool(var, condition));
        Some(Condition::test(Test::Bool(var)))
    }

    fn joint(&mut self, joint: Joint, parts: &[ExprId]) -> Lowered<Condition> {
        if parts[1..].iter().any(|part| self.tree.expr(*part).acts) {
            return self.in_turn(joint, parts);
        }
        let mut conditions = Vec::new();
        for &part in parts {
            match (joint, self.condition(part)?) {
                (Joint::All, Condition::All(inner)) | (Joint::Any, Condition::Any(inner)) => {
                    conditions.extend(inner);
                }
                (Joint::All | Joint::Any, other) => conditions.push(other),
            }
        }
        if conditions.len() == 1 {
            return conditions.pop();
        }
        Some(match joint {
            Joint::All => Condition::All(conditions),
            Joint::Any => Condition::Any(conditions),
        })
    }

    /// Evaluates parts in turn, as long as they do not decide the whole, into a variable.
    fn in_turn(&mut self, joint: Joint, parts: &[ExprId]) -> Lowered<Condition> {
        let var = self.code.fresh_bool(if joint == Joint::All { "and" } else { "or" });
        let end = self.code.new_place();
        self.evaluate_into(var, parts[0])?;
        for &part in &parts[1..] {
            let decided = Condition::test(Test::Bool(var));
            let decided = if joint == Joint::All { decided.negated() } else { decided };
            let target = self.code.target(end);
            self.code.emit(Action::Branch(decided, target));
            self.evaluate_into(var, part)?;
        }
        self.code.put(end);
        Some(Condition::test(Test::Bool(var)))
    }

    fn evaluate_into(&mut self, var: BoolVar, id: ExprId) -> Lowered<()> {
        let condition = self.whole_condition(id)?;
        self.code.emit(Action::SetBool(var, condition));
        Some(())
    }
}

fn with_polarity(condition: Condition, polarity: Polarity) -> Condition {
    match polarity {
        Polarity::Is => condition,
        Polarity::IsNot => condition.negated(),
    }
}

fn as_bool(variable: Variable) -> BoolVar {
    match variable {
        Variable::Bool(var) => var,
        Variable::Str(_) | Variable::Int(_) => unreachable!("types were checked before lowering"),
    }
}

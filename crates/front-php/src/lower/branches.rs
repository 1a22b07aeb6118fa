//! Expressions that evaluate only some of their parts.
//!
//! When the part that may be left out only computes, it is computed always and its value chosen by the condition: a later
//! test then says something of the strings. Otherwise there are two paths.

use ir::Condition;

use super::Lower;
use super::env::Key;
use crate::tree::{Arm, Expr, Logic};
use crate::value::{Value, simplify};

impl Lower<'_> {
    /// `a && b`, `a || b`.
    pub(super) fn logic(&mut self, op: Logic, left: &Expr, right: &Expr) -> Value {
        let left = self.condition(left);
        let (go_on, decided) = match op {
            Logic::And => (left.clone(), Value::bool(false)),
            Logic::Or => (left.clone().negated(), Value::bool(true)),
        };
        if go_on != Condition::FALSE
            && go_on != Condition::TRUE
            && let Some(value) = self.if_harmless(&|lower: &mut Self| Value::Bool(lower.condition(right)))
        {
            return Value::choice(go_on, value, decided);
        }
        self.only_when(go_on, decided, |lower| Value::Bool(lower.condition(right)))
    }

    /// The truth of an expression.
    pub(super) fn condition(&mut self, expr: &Expr) -> Condition {
        let value = self.expr(expr);
        simplify(self.truth(&value))
    }

    /// What is computed when the condition holds, else another value.
    fn only_when(&mut self, condition: Condition, other: Value, run: impl Fn(&mut Self) -> Value) -> Value {
        if condition == Condition::FALSE {
            return other;
        }
        if condition == Condition::TRUE {
            return run(self);
        }
        if !self.says_more(&condition)
            && let Some(value) = self.if_harmless(&run)
        {
            return self.either_value(condition, value, other);
        }
        self.two_paths(&condition, run, |_| other.clone())
    }

    /// Computes a value if that does nothing else.
    fn if_harmless(&mut self, run: &impl Fn(&mut Self) -> Value) -> Option<Value> {
        let (mark, env) = (self.mark(), self.env.clone());
        let objects = self.object_count;
        let value = run(self);
        if self.emit.only_assigns(mark.emit) && self.env == env && !self.dead {
            return Some(value);
        }
        self.undo(&mark);
        self.object_count = objects;
        self.env = env;
        self.dead = false;
        None
    }

    /// Whether to do something only computes; it is not done.
    pub(crate) fn is_harmless(&mut self, run: impl Fn(&mut Self)) -> bool {
        let (mark, objects, approximations) = (self.mark(), self.object_count, self.approximations.clone());
        let is_harmless = self
            .if_harmless(&|lower: &mut Self| {
                run(lower);
                Value::Null
            })
            .is_some();
        self.undo(&mark);
        self.object_count = objects;
        self.approximations = approximations;
        is_harmless
    }

    /// Whether a condition, or its contrary, tells that a text is one of the page: a path of its own knows that.
    fn says_more(&self, condition: &Condition) -> bool {
        !self.chosen(condition).is_empty() || !self.chosen(&condition.clone().negated()).is_empty()
    }

    /// One of two computations.
    pub(super) fn two_paths(
        &mut self,
        condition: &Condition,
        yes: impl FnOnce(&mut Self) -> Value,
        no: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let key: Key = format!("result {}:result", self.emit.size()).into();
        let mut ends = Vec::new();
        let negated = simplify(condition.clone().negated());
        let skip = self.leave_when(negated.clone());
        let known = self.refine(condition);
        let value = yes(self);
        self.unrefine(known);
        self.env.values.insert(key.clone(), value);
        ends.extend(self.leave());
        self.dead = true;
        self.join(skip.into_iter().collect());
        let known = self.refine(&negated);
        let value = no(self);
        self.unrefine(known);
        self.env.values.insert(key.clone(), value);
        ends.extend(self.leave());
        self.dead = true;
        self.join(ends);
        self.env.values.remove(&key).unwrap_or(Value::Null)
    }

    /// `c ? a : b`.
    pub(super) fn ternary(&mut self, test: &Expr, yes: Option<&Expr>, no: &Expr) -> Value {
        let value = self.expr(test);
        let condition = simplify(self.truth(&value));
        let Some(yes) = yes else {
            return self.only_when(condition.negated(), value, |lower| lower.expr(no));
        };
        if condition == Condition::TRUE {
            return self.expr(yes);
        }
        if condition == Condition::FALSE {
            return self.expr(no);
        }
        if self.says_more(&condition) {
            return self.two_paths(&condition, |lower| lower.expr(yes), |lower| lower.expr(no));
        }
        let both = self.if_harmless(&|lower: &mut Self| lower.expr(yes));
        if let Some(yes) = both {
            if let Some(no) = self.if_harmless(&|lower: &mut Self| lower.expr(no)) {
                return self.either_value(condition, yes, no);
            }
            return self.two_paths(&condition, |_| yes, |lower| lower.expr(no));
        }
        self.two_paths(&condition, |lower| lower.expr(yes), |lower| lower.expr(no))
    }

    /// `a ?? b`.
    pub(super) fn coalesce(&mut self, left: &Expr, right: &Expr) -> Value {
        let value = self.asked(left);
        let is_null = match value.is_null() {
            Some(condition) => condition,
            None => self.emit.any_bool("is null"),
        };
        let present = without_null(value);
        self.only_when(simplify(is_null), present, |lower| lower.expr(right))
    }

    /// `match`.
    pub(super) fn match_value(&mut self, subject: &Value, arms: &[Arm]) -> Value {
        let default = arms.iter().find(|arm| arm.conditions.is_none());
        let mut tests: Vec<(&Expr, &Expr)> = Vec::new();
        for arm in arms {
            tests.extend(arm.conditions.iter().flatten().map(|condition| (condition, &arm.body)));
        }
        self.match_from(subject, &tests, default.map(|arm| &arm.body))
    }

    fn match_from(&mut self, subject: &Value, tests: &[(&Expr, &Expr)], default: Option<&Expr>) -> Value {
        let Some(((test, body), others)) = tests.split_first() else {
            if let Some(body) = default {
                return self.expr(body);
            }
            self.throw_when(Condition::TRUE);
            return Value::Null;
        };
        let test = self.expr(test);
        let condition = simplify(self.identical(subject, &test));
        self.two_paths(
            &condition,
            |lower| lower.expr(body),
            |lower| lower.match_from(subject, others, default),
        )
    }
}

/// The value when it is known not to be null.
fn without_null(value: Value) -> Value {
    match value {
        Value::Maybe(_, term) => Value::Str(term),
        Value::Choice(parts) => {
            let (condition, yes, no) = *parts;
            match (&yes, &no) {
                (_, Value::Null) => yes,
                (Value::Null, _) => no,
                _ => Value::Choice(Box::new((condition, yes, no))),
            }
        }
        other => other,
    }
}

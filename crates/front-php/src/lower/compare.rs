//! Comparisons: `==`, `===`, `<` and their like.
//!
//! `==` of strings that both look like numbers compares numbers. A comparison with a constant that does not is equality of
//! texts, exactly. What cannot be said is any truth value.

use ir::{Condition, Linear, StrTerm, Test};

use super::Lower;
use crate::lower::library::NUMERIC;
use crate::tree::Binary;
use crate::value::{Value, at_most, is_zero, pick, simplify};

impl Lower<'_> {
    /// The outcome of a comparison.
    pub(super) fn comparison(&mut self, op: Binary, left: &Value, right: &Value) -> Value {
        let condition = match op {
            Binary::Equal => self.loosely_equal(left, right),
            Binary::NotEqual => self.loosely_equal(left, right).negated(),
            Binary::Identical => self.identical(left, right),
            Binary::NotIdentical => self.identical(left, right).negated(),
            Binary::Less => self.less_or_equal(right, left).negated(),
            Binary::GreaterOrEqual => self.less_or_equal(right, left),
            Binary::Greater => self.less_or_equal(left, right).negated(),
            Binary::LessOrEqual => self.less_or_equal(left, right),
            _ => self.emit.any_bool("comparison"),
        };
        Value::Bool(simplify(condition))
    }

    /// `===`.
    pub(crate) fn identical(&mut self, left: &Value, right: &Value) -> Condition {
        if let Value::Choice(parts) = left {
            let (condition, yes, no) = (**parts).clone();
            let (yes, no) = (self.identical(&yes, right), self.identical(&no, right));
            return pick(&condition, yes, no);
        }
        if let Value::Choice(_) = right {
            return self.identical(right, left);
        }
        match (left, right) {
            (Value::Any(_), Value::Any(_)) if left == right => Condition::TRUE,
            (Value::Any(term), Value::Str(_)) | (Value::Str(_), Value::Any(term)) => {
                let other = if matches!(left, Value::Any(_)) { right } else { left };
                let term = term.clone();
                let same = self.same_text(&term, other);
                let kind = self.emit.any_bool("kind");
                same.and(kind)
            }
            (Value::Any(_), _) | (_, Value::Any(_)) | (Value::Maybe(..), Value::Maybe(..)) => {
                self.emit.any_bool("identical")
            }
            (Value::Maybe(present, _), Value::Null) | (Value::Null, Value::Maybe(present, _)) => {
                present.clone().negated()
            }
            (Value::Maybe(present, term), Value::Str(_)) => {
                let same = self.same_text(&term.clone(), right);
                present.clone().and(same)
            }
            (Value::Str(_), Value::Maybe(..)) => self.identical(right, left),
            (Value::Null, Value::Null) => Condition::TRUE,
            (Value::Bool(left), Value::Bool(right)) => pick(left, right.clone(), right.clone().negated()),
            (Value::Int(left), Value::Int(right)) => self.same_number(left, right),
            (Value::Float(left), Value::Float(_)) | (Value::Str(left), Value::Str(_)) => {
                self.same_text(&left.clone(), right)
            }
            (Value::Array(left), Value::Array(right)) if left.rest.is_none() && left == right => {
                Condition::TRUE
            }
            (Value::Array(_), Value::Array(_)) => self.emit.any_bool("identical"),
            (Value::Object(left), Value::Object(right)) if left == right => Condition::TRUE,
            _ => Condition::FALSE,
        }
    }

    fn same_number(&mut self, left: &Linear, right: &Linear) -> Condition {
        match left.minus(right) {
            Some(difference) => is_zero(&difference),
            None => self.emit.any_bool("equal"),
        }
    }

    /// Whether texts are the same.
    fn same_text(&mut self, left: &StrTerm, right: &Value) -> Condition {
        if let Some(bytes) = right.constant() {
            return self.equals(left, &bytes);
        }
        let right = self.text(right);
        if *left == right {
            return Condition::TRUE;
        }
        if let (StrTerm::Word(word), StrTerm::Var(_)) = (left, &right)
            && let Some(bytes) = crate::text::bytes_of(word)
        {
            return self.equals(&right, &bytes);
        }
        Condition::test(Test::Equal(left.clone(), right))
    }

    /// `==`.
    pub(crate) fn loosely_equal(&mut self, left: &Value, right: &Value) -> Condition {
        if let Value::Choice(parts) = left {
            let (condition, yes, no) = (**parts).clone();
            let (yes, no) = (self.loosely_equal(&yes, right), self.loosely_equal(&no, right));
            return pick(&condition, yes, no);
        }
        if let Value::Choice(_) = right {
            return self.loosely_equal(right, left);
        }
        match (left, right) {
            (Value::Bool(_), _) | (_, Value::Bool(_)) => {
                let (left, right) = (self.truth(left), self.truth(right));
                pick(&left, right.clone(), right.negated())
            }
            (Value::Null, Value::Null) => Condition::TRUE,
            (Value::Null, Value::Str(term) | Value::Maybe(_, term))
            | (Value::Str(term) | Value::Maybe(_, term), Value::Null) => self.equals(&term.clone(), b""),
            (Value::Null, _) => self.truth(right).negated(),
            (_, Value::Null) => self.truth(left).negated(),
            (Value::Int(left), Value::Int(right)) => self.same_number(left, right),
            (Value::Int(_) | Value::Float(_), Value::Str(_) | Value::Maybe(..) | Value::Any(_))
            | (Value::Str(_) | Value::Maybe(..) | Value::Any(_), Value::Object(_)) => {
                self.loosely_equal(right, left)
            }
            // What is not there is null, which equals a number that counts as false.
            (Value::Maybe(present, term), Value::Int(_) | Value::Float(_)) => {
                let given = self.text_is_number(&term.clone(), right);
                pick(present, given, self.truth(right).negated())
            }
            (Value::Any(_), Value::Int(_) | Value::Float(_)) => self.emit.any_bool("equal"),
            (Value::Str(term), Value::Int(_) | Value::Float(_)) => self.text_is_number(&term.clone(), right),
            (
                Value::Str(left) | Value::Maybe(_, left) | Value::Any(left),
                Value::Str(_) | Value::Maybe(..) | Value::Any(_),
            ) => self.texts_equal(&left.clone(), right),
            (Value::Object(left), Value::Object(right)) if left == right => Condition::TRUE,
            (Value::Object(object), Value::Str(_) | Value::Maybe(..) | Value::Any(_))
                if self.has_method(*object, "__tostring") =>
            {
                let text = self.object_text(*object);
                self.texts_equal(&text, right)
            }
            (Value::Array(_), Value::Str(_)) | (Value::Str(_), Value::Array(_)) => Condition::FALSE,
            _ => {
                self.compares_objects(left, right);
                self.emit.any_bool("equal")
            }
        }
    }

    /// An object that has a text of its own is compared by it, and to take that text may do anything.
    pub(super) fn compares_objects(&mut self, left: &Value, right: &Value) {
        if self.has_object_text(left) || self.has_object_text(right) {
            self.gap("an object is compared by its text");
        }
    }

    /// `==` of strings: of numbers when both are numeric, else of texts.
    fn texts_equal(&mut self, left: &StrTerm, right: &Value) -> Condition {
        let same = self.same_text(left, right);
        let right = self.text(right);
        let numeric = self.within(left, NUMERIC);
        let both = simplify(numeric.and(self.within(&right, NUMERIC)));
        if both == Condition::FALSE {
            return same;
        }
        let equal = self.emit.any_bool("equal as numbers");
        same.or(both.and(equal))
    }

    /// `==` of a string and a number.
    fn text_is_number(&mut self, term: &StrTerm, number: &Value) -> Condition {
        let same = self.same_text(term, number);
        let numeric = self.within(term, NUMERIC);
        let equal = self.emit.any_bool("equal as numbers");
        simplify(same.or(numeric.and(equal)))
    }

    /// `<=`.
    fn less_or_equal(&mut self, left: &Value, right: &Value) -> Condition {
        match (left, right) {
            (Value::Int(left), Value::Int(right)) => {
                at_most(left, right).unwrap_or_else(|| self.emit.any_bool("less"))
            }
            // Beside a truth value or null, numbers are truth values too.
            (Value::Bool(_) | Value::Null, Value::Bool(_) | Value::Null | Value::Int(_))
            | (Value::Int(_), Value::Bool(_) | Value::Null) => {
                let (left, right) = (self.truth(left), self.truth(right));
                simplify(left.negated().or(right))
            }
            (Value::Int(_), Value::Str(term) | Value::Maybe(_, term) | Value::Any(term)) => {
                let integer = self.integer(right);
                let exact = at_most(&self.integer(left), &integer);
                self.when_numeral(&term.clone(), exact)
            }
            (Value::Str(term) | Value::Maybe(_, term) | Value::Any(term), Value::Int(_)) => {
                let integer = self.integer(left);
                let exact = at_most(&integer, &self.integer(right));
                self.when_numeral(&term.clone(), exact)
            }
            _ => {
                self.compares_objects(left, right);
                self.emit.any_bool("less")
            }
        }
    }

    /// A comparison that is exact when the text is a plain numeral.
    fn when_numeral(&mut self, term: &StrTerm, exact: Option<Condition>) -> Condition {
        let any = self.emit.any_bool("less");
        let Some(exact) = exact else { return any };
        let numeral = self.within(term, super::convert::NUMERAL);
        pick(&numeral, exact, any)
    }
}

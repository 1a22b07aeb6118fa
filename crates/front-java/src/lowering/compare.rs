//! Comparisons of values, as conditions.
//!
//! Exact, but for floating-point numbers that are not known and for identities of strings, boxes and objects that are not
//! followed: two of equal content may be the same object or not, which is left open.

use automata::{Automaton, Symbol, SymbolSet};
use ir::{Condition, Linear, Quantity, StrTerm, Test};

use super::{Lowering, Stop, gap};
use crate::class::Compare;
use crate::state::{Body, State};
use crate::value::{ObjectId, Ref, Value, Way};

/// The condition that two integers compare as said.
pub(crate) fn compare(how: Compare, left: &Linear, right: &Linear) -> Option<Condition> {
    let difference = left.minus(right)?;
    let opposite = right.minus(left)?;
    let below =
        |difference: &Linear| Some(Condition::test(Test::AtMostZero(difference.plus(&Linear::constant(1))?)));
    Some(match how {
        Compare::Eq => Condition::test(Test::IsZero(difference)),
        Compare::Ne => Condition::test(Test::IsZero(difference)).negated(),
        Compare::Lt => below(&difference)?,
        Compare::Gt => below(&opposite)?,
        Compare::Le => Condition::test(Test::AtMostZero(difference)),
        Compare::Ge => Condition::test(Test::AtMostZero(opposite)),
    })
}

/// The same comparison with the sides changed.
fn turned(how: Compare) -> Compare {
    match how {
        Compare::Eq => Compare::Eq,
        Compare::Ne => Compare::Ne,
        Compare::Lt => Compare::Gt,
        Compare::Gt => Compare::Lt,
        Compare::Le => Compare::Ge,
        Compare::Ge => Compare::Le,
    }
}

impl Lowering<'_> {
    /// The condition that two values of type `int` compare as said.
    pub(super) fn compare_ints(
        &mut self,
        how: Compare,
        left: &Value,
        right: &Value,
    ) -> Result<Condition, Stop> {
        match (left, right) {
            (Value::Char(_, text), Value::Int(number)) if number.as_constant().is_some() => {
                let number = number.as_constant().expect("it was asked");
                Ok(self.char_is(how, text, number))
            }
            (Value::Int(number), Value::Char(..)) if number.as_constant().is_some() => {
                self.compare_ints(turned(how), right, left)
            }
            (Value::Char(_, one), Value::Char(_, two)) if matches!(how, Compare::Eq | Compare::Ne) => {
                let equal = Condition::test(Test::Equal(one.clone(), two.clone()));
                Ok(if how == Compare::Eq { equal } else { equal.negated() })
            }
            (Value::Bool(condition), Value::Int(number)) if number.as_constant().is_some() => {
                let number = number.as_constant().expect("it was asked");
                let (yes, no) = (holds(how, 1, number), holds(how, 0, number));
                Ok(match (yes, no) {
                    (true, true) => Condition::TRUE,
                    (true, false) => condition.clone(),
                    (false, true) => condition.clone().negated(),
                    (false, false) => Condition::FALSE,
                })
            }
            (Value::Int(_), Value::Bool(_)) => self.compare_ints(turned(how), right, left),
            (Value::Bool(one), Value::Bool(two)) if matches!(how, Compare::Eq | Compare::Ne) => {
                let both = one.clone().and(two.clone());
                let neither = one.clone().negated().and(two.clone().negated());
                let equal = both.or(neither);
                Ok(if how == Compare::Eq { equal } else { equal.negated() })
            }
            _ => {
                let (left, right) = (self.int(left)?, self.int(right)?);
                if let Some(found) = self.is_found(how, &left, &right) {
                    return Ok(found);
                }
                compare(how, &left, &right).map_or_else(|| gap("numbers grow too large"), Ok)
            }
        }
    }

    /// The condition that a search found something or nothing, when a comparison of its result asks only that.
    fn is_found(&self, how: Compare, place: &Linear, number: &Linear) -> Option<Condition> {
        let ([(Quantity::Var(variable), 1)], 0) = (place.terms(), place.constant_part()) else { return None };
        let found = self.found.get(variable)?;
        match (how, number.as_constant()?) {
            (Compare::Ge, 0) | (Compare::Gt | Compare::Ne, -1) => Some(found.clone()),
            (Compare::Lt, 0) | (Compare::Le | Compare::Eq, -1) => Some(found.clone().negated()),
            _ => None,
        }
    }

    /// The condition that the only character of a text compares with a number as said.
    fn char_is(&mut self, how: Compare, text: &StrTerm, number: i128) -> Condition {
        let most = i128::from(u16::MAX);
        if how == Compare::Ne {
            return self.char_is(Compare::Eq, text, number).negated();
        }
        let (from, to) = match how {
            Compare::Eq | Compare::Ne => (number, number),
            Compare::Lt => (0, number - 1),
            Compare::Le => (0, number),
            Compare::Gt => (number + 1, most),
            Compare::Ge => (number, most),
        };
        let (from, to) = (from.max(0), to.min(most));
        if from > to {
            return Condition::FALSE;
        }
        if from == to {
            return Condition::test(Test::Equal(text.clone(), StrTerm::Word([from as Symbol].into())));
        }
        let name = format!("[\\u{{{from:x}}}-\\u{{{to:x}}}]");
        let set = SymbolSet::range(from as Symbol, to as Symbol);
        let language = self.emit.language(&name, || Automaton::class(automata::Alphabet::UTF16, &set));
        Condition::test(Test::In(text.clone(), language))
    }

    /// The condition that two references are the same.
    pub(super) fn same(&mut self, state: &State, one: &Ref, two: &Ref) -> Condition {
        let mut same = Condition::FALSE;
        for (left, way) in one.ways.iter().enumerate() {
            for (right, other) in two.ways.iter().enumerate() {
                let case = self.same_way(state, way, other);
                if case != Condition::FALSE {
                    same = same.or(one.is(left).and(two.is(right)).and(case));
                }
            }
        }
        same
    }

    /// Whether two objects are lambdas of an interface, so that the JVM may have made one of them only.
    fn are_lambdas(&self, state: &State, one: ObjectId, two: ObjectId) -> bool {
        let class = |id| state.heap.get(&id).map(|object| &object.class);
        class(one) == class(two) && class(one).is_some_and(|class| self.classes.has_lambdas_of(class))
    }

    /// The condition that two things which references may be are the same.
    fn same_way(&mut self, state: &State, one: &Way, two: &Way) -> Condition {
        let is_lost = |id| state.heap.get(id).is_none_or(|object| object.body == Body::Lost);
        match (one, two) {
            (Way::Null, Way::Null) => Condition::TRUE,
            (Way::Object(one), Way::Object(two)) => {
                if one == two {
                    Condition::TRUE
                } else if self.are_lambdas(state, *one, *two) {
                    self.approximate("whether a lambda is made once or at every turn is not known");
                    self.emit.any_bool("same")
                } else {
                    Condition::FALSE
                }
            }
            (Way::Class(one), Way::Class(two)) => {
                if one == two {
                    Condition::TRUE
                } else {
                    Condition::FALSE
                }
            }
            (Way::Str(one), Way::Str(two)) => {
                // Literals are interned; a text that was computed is an object of its own, maybe the same one.
                if let (StrTerm::Word(one), StrTerm::Word(two)) = (one, two)
                    && one != two
                {
                    return Condition::FALSE;
                }
                let open = self.emit.any_bool("same");
                Condition::test(Test::Equal(one.clone(), two.clone())).and(open)
            }
            (Way::Box(one, _), Way::Box(two, _)) if one == two => self.emit.any_bool("same"),
            (Way::Object(id), Way::Unknown(_)) | (Way::Unknown(_), Way::Object(id)) if is_lost(id) => {
                self.emit.any_bool("same")
            }
            (Way::OneOf(one), Way::OneOf(two)) if one == two => self.emit.any_bool("same"),
            (Way::Object(id), Way::OneOf(class)) | (Way::OneOf(class), Way::Object(id))
                if is_lost(id) && state.heap.get(id).is_none_or(|object| object.class == *class) =>
            {
                self.emit.any_bool("same")
            }
            (
                Way::Unknown(_),
                Way::Unknown(_) | Way::OneOf(_) | Way::Str(_) | Way::Box(..) | Way::Class(_),
            ) => self.emit.any_bool("same"),
            (Way::OneOf(_) | Way::Str(_) | Way::Box(..) | Way::Class(_), Way::Unknown(_)) => {
                self.emit.any_bool("same")
            }
            _ => Condition::FALSE,
        }
    }
}

fn holds(how: Compare, left: i128, right: i128) -> bool {
    match how {
        Compare::Eq => left == right,
        Compare::Ne => left != right,
        Compare::Lt => left < right,
        Compare::Ge => left >= right,
        Compare::Gt => left > right,
        Compare::Le => left <= right,
    }
}

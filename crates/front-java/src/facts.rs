//! Which integers have a next or a previous one that is an `int` too, and which keys collections have.
//!
//! Where one integer is less than another, it is not the greatest `int`, so one more than it does not wrap around; and one less
//! than the other does not either. A loop that counts up to a length needs no wrap-around then, which engines follow badly.
//! Facts speak of terms, whose meaning does not change on a way. Exact: no string is longer than an `int` can say.

use std::collections::BTreeSet;

use ir::{Linear, Quantity};

use crate::value::{ObjectId, Value};

/// How many facts of a kind are kept.
const MOST: usize = 64;

/// The range of an `int`.
pub(crate) const INTS: (i128, i128) = (i32::MIN as i128, i32::MAX as i128);

/// What is known of integers on a way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// Each is less than some `int`.
    below: BTreeSet<Linear>,
    /// Each is greater than some `int`.
    above: BTreeSet<Linear>,
    /// Keys that collections have as long as nothing more is taken out of them: how often something was.
    keys: Vec<(ObjectId, Value, Linear)>,
}

impl Facts {
    /// Takes note that one integer is less than another.
    pub(crate) fn learn_less(&mut self, less: &Linear, more: &Linear) {
        insert(&mut self.below, less);
        insert(&mut self.above, more);
    }

    /// Takes note that an integer is not greater than another.
    pub(crate) fn learn_at_most(&mut self, less: &Linear, more: &Linear) {
        if more.as_constant().is_some_and(|most| most < INTS.1) {
            insert(&mut self.below, less);
        }
        if less.as_constant().is_some_and(|least| least > INTS.0) {
            insert(&mut self.above, more);
        }
    }

    /// Takes note that a position is one of something with a length.
    pub(crate) fn learn_inside(&mut self, place: &Linear, length: &Linear) {
        self.learn_less(place, length);
        self.learn_at_most(&Linear::constant(0), place);
    }

    /// Takes note that a collection has a key.
    pub(crate) fn learn_key(&mut self, id: ObjectId, key: &Value, removals: &Linear) {
        let fact = (id, key.clone(), removals.clone());
        if self.keys.len() < MOST && !self.keys.contains(&fact) {
            self.keys.push(fact);
        }
    }

    /// Whether a collection is known to have a key.
    pub(crate) fn has_key(&self, id: ObjectId, key: &Value, removals: &Linear) -> bool {
        self.keys.iter().any(|(of, known, then)| *of == id && known == key && then == removals)
    }

    /// Keeps what another way knows too.
    pub(crate) fn keep_common(&mut self, other: &Facts) {
        self.below.retain(|term| other.below.contains(term));
        self.above.retain(|term| other.above.contains(term));
        self.keys.retain(|key| other.keys.contains(key));
    }

    /// Whether a sum that may differ by one from a known integer is an `int`.
    pub(crate) fn is_int(&self, sum: &Linear) -> bool {
        let has = |known: &BTreeSet<Linear>, by: i128| {
            sum.plus(&Linear::constant(by)).is_some_and(|term| known.contains(&term))
        };
        has(&self.below, -1) || has(&self.above, 1)
    }
}

fn insert(known: &mut BTreeSet<Linear>, term: &Linear) {
    if known.len() < MOST && term.as_constant().is_none() {
        known.insert(term.clone());
    }
}

/// The least and the greatest number that a value of an integer type may be.
pub(crate) fn range(value: &Value) -> (i128, i128) {
    match value {
        Value::Char(..) => (0, 0xffff),
        Value::Bool(_) => (0, 1),
        Value::Int(linear) => of_lengths(linear).unwrap_or(INTS),
        Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Ref(_) | Value::Text(_) => {
            (i128::from(i64::MIN), i128::from(i64::MAX))
        }
    }
}

/// The range of a constant, of a length, or of a sum of some, within that of `int`.
fn of_lengths(linear: &Linear) -> Option<(i128, i128)> {
    let (mut least, mut most) = (linear.constant_part(), linear.constant_part());
    for (quantity, factor) in linear.terms() {
        let Quantity::Length(_) = quantity else { return None };
        let end = factor.checked_mul(INTS.1)?;
        least = least.checked_add(end.min(0))?;
        most = most.checked_add(end.max(0))?;
    }
    Some((least.max(INTS.0), most.min(INTS.1)))
}

#[cfg(test)]
mod tests {
    use automata::Alphabet;
    use ir::emit::Emit;

    use super::*;

    #[test]
    fn the_less_one_has_a_next_and_the_greater_a_previous() {
        let mut emit = Emit::new(Alphabet::UTF16);
        let (one, two) = (Linear::var(emit.new_int("one")), Linear::var(emit.new_int("two")));
        let next = |term: &Linear, by: i128| term.plus(&Linear::constant(by)).expect("small");
        let mut facts = Facts::default();
        facts.learn_less(&one, &two);
        assert!(facts.is_int(&next(&one, 1)) && facts.is_int(&next(&two, -1)));
        assert!(
            !facts.is_int(&next(&one, -1)) && !facts.is_int(&next(&two, 1)) && !facts.is_int(&next(&one, 2))
        );
        facts.keep_common(&Facts::default());
        assert!(!facts.is_int(&next(&one, 1)));
        facts.learn_at_most(&Linear::constant(INTS.0), &two);
        assert!(!facts.is_int(&next(&two, -1)), "the least number has none before it");
        facts.learn_at_most(&Linear::constant(0), &two);
        assert!(facts.is_int(&next(&two, -1)));
    }

    #[test]
    fn lengths_are_ints() {
        let mut emit = Emit::new(Alphabet::UTF16);
        let length = Linear::length(emit.new_str("text"));
        let less = length.minus(&Linear::constant(3)).expect("small");
        assert_eq!(range(&Value::Int(length)), (0, INTS.1));
        assert_eq!(range(&Value::Int(less)), (-3, INTS.1 - 3));
        assert_eq!(range(&Value::Int(Linear::var(emit.new_int("any")))), INTS);
    }
}

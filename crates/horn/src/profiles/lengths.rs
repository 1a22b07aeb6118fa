//! Tests on the length of one string, as sets of lengths.
//!
//! A comparison of sums of `str.len` of one term, of its remainders by constants, and of constants is periodic from some
//! length on. Sums without remainders decide such a comparison for all long strings alike; remainders repeat.

use automata::{Budget, Exhausted, LengthSet};

use crate::op::Op;
use crate::terms::{Term, TermId, Terms};

/// No set with a longer beginning or a longer period is made.
const LONGEST: i128 = 4096;

/// `slope * n + constant`, and remainders of such sums with factors.
#[derive(Clone, Debug, Default)]
struct Sum {
    slope: i128,
    constant: i128,
    remainders: Vec<Remainder>,
}

/// `factor * ((slope * n + constant) mod modulus)`.
#[derive(Clone, Debug)]
struct Remainder {
    factor: i128,
    slope: i128,
    constant: i128,
    modulus: i128,
}

/// How a difference is compared with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Zero,
    Negative,
    AtMostZero,
}

/// Exact: the string that a comparison is about, and the lengths for which it holds; `None` when it is about something
/// else too, or needs long numbers.
///
/// # Errors
/// [`Exhausted`] when the budget does not cover the lengths.
pub(super) fn lengths_of(
    terms: &Terms,
    atom: TermId,
    budget: &mut Budget,
) -> Result<Option<(TermId, LengthSet)>, Exhausted> {
    let Term::App(op, parts) = terms.get(atom) else { return Ok(None) };
    let known = [
        (Op::Equal, Comparison::Zero),
        (Op::Less, Comparison::Negative),
        (Op::AtMost, Comparison::AtMostZero),
    ];
    let Some((_, comparison)) = known.into_iter().find(|(known, _)| known == op) else { return Ok(None) };
    let mut subject = None;
    let left = sum_of(terms, parts[0], &mut subject);
    let right = sum_of(terms, parts[1], &mut subject);
    let difference = left.zip(right).and_then(|(left, right)| left.plus(&right.times(-1)?));
    let (Some(subject), Some(difference)) = (subject, difference) else { return Ok(None) };
    let Some((start, period)) = difference.repeats_from() else { return Ok(None) };
    let natural = |value: i128| u64::try_from(value).expect("lengths are small and not negative");
    budget.spend(natural(start + period))?;
    let holds = |length: &i128| match comparison {
        Comparison::Zero => difference.at(*length) == 0,
        Comparison::Negative => difference.at(*length) < 0,
        Comparison::AtMostZero => difference.at(*length) <= 0,
    };
    let mut set = LengthSet::of((0..start).filter(holds).map(natural));
    for length in (start..start + period).filter(holds) {
        set = set.union(&LengthSet::progression(natural(length), natural(period)), budget)?;
    }
    Ok(Some((subject, set)))
}

/// A term as a sum over the length of `subject`, which is found by it or must be the same.
fn sum_of(terms: &Terms, term: TermId, subject: &mut Option<TermId>) -> Option<Sum> {
    let mut done: std::collections::BTreeMap<TermId, Sum> = std::collections::BTreeMap::new();
    for id in terms.parts_of([term]) {
        let sum = match terms.get(id) {
            Term::Int(value) => Some(Sum { constant: *value, ..Sum::default() }),
            Term::App(Op::Length, parts) => {
                let known = *subject.get_or_insert(parts[0]);
                (known == parts[0]).then_some(Sum { slope: 1, ..Sum::default() })
            }
            Term::App(Op::Add, parts) => {
                parts.iter().try_fold(Sum::default(), |sum, part| sum.plus(done.get(part)?))
            }
            Term::App(Op::Times, parts) => match (terms.get(parts[0]), terms.get(parts[1])) {
                (Term::Int(factor), _) => done.get(&parts[1]).and_then(|sum| sum.times(*factor)),
                (_, Term::Int(factor)) => done.get(&parts[0]).and_then(|sum| sum.times(*factor)),
                _ => None,
            },
            Term::App(Op::Mod, parts) => {
                let modulus = if let Term::Int(value) = terms.get(parts[1]) { Some(*value) } else { None };
                done.get(&parts[0]).and_then(|sum| sum.modulo(modulus?))
            }
            Term::Var(..) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => None,
        };
        // A part of a string has no sum and needs none.
        if let Some(sum) = sum {
            done.insert(id, sum);
        }
    }
    done.remove(&term)
}

impl Sum {
    fn plus(&self, other: &Sum) -> Option<Sum> {
        Some(Sum {
            slope: self.slope.checked_add(other.slope)?,
            constant: self.constant.checked_add(other.constant)?,
            remainders: [self.remainders.as_slice(), &other.remainders].concat(),
        })
    }

    fn times(&self, by: i128) -> Option<Sum> {
        let scale = |remainder: &Remainder| {
            Some(Remainder { factor: remainder.factor.checked_mul(by)?, ..remainder.clone() })
        };
        Some(Sum {
            slope: self.slope.checked_mul(by)?,
            constant: self.constant.checked_mul(by)?,
            remainders: self.remainders.iter().map(scale).collect::<Option<_>>()?,
        })
    }

    /// The remainder by a constant; only of a sum without remainders.
    fn modulo(&self, modulus: i128) -> Option<Sum> {
        let fits = self.remainders.is_empty() && (1..=LONGEST).contains(&modulus);
        let remainder = Remainder { factor: 1, slope: self.slope, constant: self.constant, modulus };
        fits.then(|| Sum { remainders: vec![remainder], ..Sum::default() })
    }

    /// From which length on the sign repeats, and after how many; `None` when one of them is too long.
    fn repeats_from(&self) -> Option<(i128, i128)> {
        let small = |value: i128| value.unsigned_abs() < 1 << 40;
        let tame = |r: &Remainder| small(r.factor) && small(r.slope) && small(r.constant);
        if !small(self.slope) || !small(self.constant) || !self.remainders.iter().all(tame) {
            return None;
        }
        let period = self.remainders.iter().try_fold(1_i128, |all, remainder| {
            let common = gcd(all, remainder.modulus);
            Some(all / common * remainder.modulus).filter(|period| *period <= LONGEST)
        })?;
        let wiggle: i128 = self.remainders.iter().map(|r| r.factor.abs() * r.modulus).sum();
        // Beyond this the slope outweighs all the rest.
        let start = if self.slope == 0 { 0 } else { (self.constant.abs() + wiggle) / self.slope.abs() + 1 };
        (start <= LONGEST).then_some((start, period))
    }

    /// The value at a length; the numbers were found small.
    fn at(&self, length: i128) -> i128 {
        let of = |r: &Remainder| r.factor * (r.slope * length + r.constant).rem_euclid(r.modulus);
        self.slope * length + self.constant + self.remainders.iter().map(of).sum::<i128>()
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use automata::Alphabet;

    use super::*;
    use crate::sort::Sort;
    use crate::system::HornSystem;
    use crate::terms::Var;
    use crate::value::{Value, evaluate};

    /// The set is what the comparison says of words of each length.
    fn agrees(make: impl Fn(&mut Terms, TermId) -> TermId) {
        let mut system = HornSystem::new(Alphabet::BYTE);
        let string = system.terms.var(Var(0), Sort::Str);
        let length = system.terms.app(Op::Length, &[string]);
        let atom = make(&mut system.terms, length);
        let set = lengths_of(&system.terms, atom, &mut Budget::steps(100_000)).expect("small");
        let (subject, set) = set.expect("it is about one length");
        assert_eq!(subject, string);
        for length in 0..60 {
            let word = BTreeMap::from([(Var(0), Value::Str(vec![97; length]))]);
            let holds = evaluate(&system, &[atom], &word) == Some(vec![Value::Bool(true)]);
            assert_eq!(set.contains(length as u64), holds, "length {length}");
        }
    }

    #[test]
    fn sets_are_what_comparisons_say() {
        for (factor, constant, modulus) in [(1, 0, 2), (3, -7, 5), (-2, 9, 4), (5, 31, 1), (0, 3, 7)] {
            for op in [Op::Equal, Op::Less, Op::AtMost] {
                let sum = |terms: &mut Terms, length| {
                    let (factor, constant) = (terms.int(factor), terms.int(constant));
                    let product = terms.app(Op::Times, &[factor, length]);
                    terms.app(Op::Add, &[product, constant])
                };
                agrees(|terms, length| {
                    let (sum, ten) = (sum(terms, length), terms.int(10));
                    terms.app(op, &[sum, ten])
                });
                agrees(|terms, length| {
                    let (sum, by, one) = (sum(terms, length), terms.int(modulus), terms.int(1));
                    let remainder = terms.app(Op::Mod, &[sum, by]);
                    terms.app(op, &[remainder, one])
                });
                agrees(|terms, length| {
                    let (sum, by) = (sum(terms, length), terms.int(modulus));
                    let remainder = terms.app(Op::Mod, &[sum, by]);
                    terms.app(op, &[length, remainder])
                });
            }
        }
    }
}

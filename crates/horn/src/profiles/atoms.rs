//! Tests of one string: which of them are membership in a regular language.
//!
//! `contains`, `prefixof`, `suffixof` and equality with a constant are, in both directions, and so is what
//! [`lengths`](super::lengths) knows.

use automata::{Alphabet, Automaton, Budget, Exhausted, LengthSet};

use super::lengths::lengths_of;
use super::machine::recast;
use crate::op::Op;
use crate::system::HornSystem;
use crate::terms::{Term, TermId};

/// Exact: the string that a test is about, and the strings for which it holds; `None` when it is about something else
/// too, or not regular, as far as is known here.
///
/// # Errors
/// [`Exhausted`] when the language outgrows the budget.
pub(crate) fn regular_test(
    system: &HornSystem,
    alphabet: Alphabet,
    atom: TermId,
    budget: &mut Budget,
) -> Result<Option<(TermId, Automaton)>, Exhausted> {
    let Term::App(op, parts) = system.terms.get(atom) else { return Ok(None) };
    if let Op::In(id) = op {
        return Ok(Some((parts[0], recast(&system.language(*id).automaton, alphabet, budget)?)));
    }
    let word = |at: usize| match parts.get(at).map(|part| system.terms.get(*part)) {
        Some(Term::Word(word)) => Some(word),
        _ => None,
    };
    let literal = |word: &[u32]| {
        let fits = word.iter().all(|&symbol| alphabet.contains(symbol));
        if fits { Automaton::literal(alphabet, word) } else { Automaton::empty(alphabet) }
    };
    let any = Automaton::any(alphabet);
    Ok(match (op, word(0), word(1)) {
        (Op::Equal, Some(word), None) => Some((parts[1], literal(word))),
        (Op::Equal, None, Some(word)) => Some((parts[0], literal(word))),
        (Op::PrefixOf, Some(word), None) => Some((parts[1], literal(word).concat(&any, budget)?)),
        (Op::PrefixOf, None, Some(word)) => Some((parts[0], literal(word).prefix_closure(budget)?)),
        (Op::SuffixOf, Some(word), None) => Some((parts[1], any.concat(&literal(word), budget)?)),
        (Op::SuffixOf, None, Some(word)) => Some((parts[0], suffixes(&literal(word), budget)?)),
        (Op::Contains, None, Some(word)) => {
            let ends = any.concat(&literal(word), budget)?;
            Some((parts[0], ends.concat(&any, budget)?))
        }
        (Op::Contains, Some(word), None) => {
            let beginnings = literal(word).prefix_closure(budget)?;
            Some((parts[1], suffixes(&beginnings, budget)?))
        }
        _ => match lengths_of(&system.terms, atom, budget)? {
            Some((subject, lengths)) => Some((subject, Automaton::of_lengths(alphabet, &lengths, budget)?)),
            None => None,
        },
    })
}

fn suffixes(language: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
    language.reverse(budget)?.prefix_closure(budget)?.reverse(budget)
}

/// Over-approximates: the values of an operation whatever its parts are.
///
/// # Errors
/// [`Exhausted`] when the language outgrows the budget.
pub(crate) fn values_of(alphabet: Alphabet, op: Op, budget: &mut Budget) -> Result<Automaton, Exhausted> {
    let digits = |radix: u32| {
        let character = |value: u32| char::from_digit(value, 36).map_or(0, u32::from);
        let all = (0..radix.min(36)).map(|value| (character(value), character(value)));
        Automaton::class(alphabet, &automata::SymbolSet::from_ranges(all))
    };
    if op == Op::At || op == Op::FromCode {
        return Automaton::of_lengths(alphabet, &LengthSet::between(0, 1), budget);
    }
    if op == Op::FromInt {
        return digits(10).star(budget);
    }
    let Op::Numeral(radix) = op else { return Ok(Automaton::any(alphabet)) };
    let minus = Automaton::literal(alphabet, &[u32::from(b'-')]);
    let sign = Automaton::epsilon(alphabet).union(&minus, budget)?;
    sign.concat(&digits(radix).repeat(1, None, budget)?, budget)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::sort::Sort;
    use crate::terms::Var;
    use crate::value::{Value, evaluate};

    /// All words of a, b up to length 5.
    fn words() -> Vec<Vec<u32>> {
        let mut all: Vec<Vec<u32>> = vec![Vec::new()];
        let mut at = 0;
        while all[at].len() < 5 {
            let word = all[at].clone();
            all.extend([97, 98].map(|symbol| [word.as_slice(), &[symbol]].concat()));
            at += 1;
        }
        all
    }

    #[test]
    fn tests_with_a_constant_are_membership() {
        let mut system = HornSystem::new(Alphabet::BYTE);
        let string = system.terms.var(Var(0), Sort::Str);
        let mut budget = Budget::steps(1_000_000);
        for word in [&[][..], &[97], &[97, 98, 97], &[98, 98]] {
            let word = system.terms.word(word);
            for op in [Op::Equal, Op::PrefixOf, Op::SuffixOf, Op::Contains] {
                for parts in [[string, word], [word, string]] {
                    let atom = system.terms.app(op, &parts);
                    let test = regular_test(&system, Alphabet::BYTE, atom, &mut budget).expect("small");
                    let (subject, language) = test.expect("it is regular");
                    assert_eq!(subject, string);
                    for value in words() {
                        let known = BTreeMap::from([(Var(0), Value::Str(value.clone()))]);
                        let holds = evaluate(&system, &[atom], &known) == Some(vec![Value::Bool(true)]);
                        assert_eq!(language.contains(&value), holds, "{op:?} {value:?}");
                    }
                }
            }
        }
    }
}

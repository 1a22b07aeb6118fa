//! Interpolants of two languages: the smallest language that contains the one and has no word of the other [HRS19 §3.3].
//!
//! An interpolation problem is a system of two clauses over one unknown, so the loop that learns invariants learns
//! interpolants. Nothing is renamed apart first: the only common variable is the string. [`cuts`](super::cuts) has those of
//! conditions.

use automata::{Automaton, Budget, Exhausted, Symbol};

use super::cuts::narrowed;
use super::refine::{Effort, Outcome, Settings, nobody, refine};
use super::teacher::Teacher;
use super::tuple::{Kept, Layout};
use crate::op::Op;
use crate::regex::Regex;
use crate::smt::LAST;
use crate::sort::Sort;
use crate::system::{Atom, Clause, Head, HornSystem, Language, Variable};
use crate::terms::Var;
use crate::value::Value;

/// What lies between two languages.
#[derive(Clone, Debug)]
pub enum Interpolant {
    /// This language contains the first and has no word of the second.
    Language(Automaton, Effort),
    /// Nothing: this word is in both.
    Common(Vec<Symbol>),
    /// Not found, for this reason.
    Open(String),
}

/// Exact: the smallest language between two, which have the same alphabet, among those that treat alike the characters
/// that neither tells apart.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub fn interpolant(
    inside: &Automaton,
    outside: &Automaton,
    settings: Settings,
    budget: &mut Budget,
) -> Result<Interpolant, Exhausted> {
    let alphabet = inside.alphabet();
    let mut system = HornSystem::new(alphabet);
    let predicate = system.add_predicate("between".to_owned(), vec![Sort::Str]);
    let string = system.terms.var(Var(0), Sort::Str);
    for (language, is_inside) in [(inside, true), (outside, false)] {
        let regex = Regex::of(language, LAST, budget)?;
        let id = system.add_language(Language { automaton: language.clone(), regex });
        let atom = Atom { predicate, arguments: vec![string] };
        let (body, head) =
            if is_inside { (Vec::new(), Head::Atom(atom)) } else { (vec![atom], Head::Query(None)) };
        let constraint = system.terms.app(Op::In(id), &[string]);
        let variables = vec![Variable { name: "x".to_owned(), sort: Sort::Str }];
        system.clauses.push(Clause { variables, body, constraint, head, trace: Vec::new() });
    }
    let layout = Layout::new(&system, alphabet, Kept::Strings);
    let teacher = Teacher::new(&system, layout, budget)?;
    let (outcome, effort) = refine(&teacher, settings, &mut nobody, budget)?;
    Ok(match outcome {
        Outcome::Invariant(found) => Interpolant::Language(narrowed(&found[0], alphabet, budget)?, effort),
        Outcome::Derivation(steps) => {
            match steps.first().and_then(|step| step.application.values.get(&Var(0))) {
                Some(Value::Str(word)) => Interpolant::Common(word.clone()),
                Some(Value::Bool(_) | Value::Int(_) | Value::Bits { .. } | Value::Data(..)) | None => {
                    Interpolant::Open("a derivation without a word".to_owned())
                }
            }
        }
        Outcome::Open(why) => Interpolant::Open(why),
    })
}

#[cfg(test)]
mod tests {
    use automata::Alphabet;
    use automata::regex::{Dialect, Flags, Regex as Expression};

    use super::*;

    fn language(text: &str) -> Automaton {
        let expression = Expression::parse(text, Dialect::Own, Flags::NONE).expect("it parses");
        expression.full_match(Alphabet::BYTE, &mut Budget::steps(1_000_000)).expect("it is small")
    }

    #[test]
    fn an_interpolant_lies_between() {
        let mut budget = Budget::steps(100_000_000);
        for (inside, outside, states) in [
            ("(ab)*", ".*aa.*", 2),
            ("[a-z]*", ".*[<>].*", 1),
            ("(aaa)*a", "(aaa)*", 3),
            (".*aba.*", "[^a]*", 2),
        ] {
            let (inside, outside) = (language(inside), language(outside));
            let found =
                interpolant(&inside, &outside, Settings::default(), &mut budget).expect("it is small");
            let Interpolant::Language(found, _) = found else { panic!("there is one: {found:?}") };
            assert!(inside.included_in(&found, &mut budget).expect("small"));
            assert!(!found.intersects(&outside, &mut budget).expect("small"));
            assert!(found.state_count() <= states, "{} states", found.state_count());
        }
    }

    #[test]
    fn a_common_word_is_told() {
        let mut budget = Budget::steps(100_000_000);
        let found = interpolant(&language("a*b"), &language("(aa)*b"), Settings::default(), &mut budget);
        let Ok(Interpolant::Common(word)) = found else { panic!("they have a common word: {found:?}") };
        assert!(language("a*b").contains(&word) && language("(aa)*b").contains(&word));
    }
}

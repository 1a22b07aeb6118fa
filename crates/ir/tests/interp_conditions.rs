//! Every test and joint of conditions, against the standard library and at its edges.

mod build;

use automata::{Alphabet, Automaton};
use build::{constant, holds_in, int, is_zero, lit, star_of, var};
use ir::dice::Dice;
use ir::interp::{Limits, Outcome, Value, run};
use ir::{Action, Argument, BoolVar, Condition, LanguageId, Literal, Test};

fn negative(test: Test) -> Condition {
    Condition::Literal(Literal { test, holds: false })
}

#[test]
fn strings_are_compared_as_the_standard_library_does() {
    let mut dice = Dice::new(1);
    let mut text =
        |longest| -> String { (0..dice.below(longest)).map(|_| *dice.choose(&['a', 'b'])).collect() };
    for _ in 0..3_000 {
        let (whole, part) = (text(8), text(4));
        let strings = [&whole[..], &part];
        let pairs = [
            (Test::Equal(var(0), var(1)), whole == part),
            (Test::Contains(var(0), var(1)), whole.contains(&part)),
            (Test::StartsWith(var(0), var(1)), whole.starts_with(&part)),
            (Test::EndsWith(var(0), var(1)), whole.ends_with(&part)),
        ];
        for (test, expected) in pairs {
            assert_eq!(holds_in(Condition::test(test.clone()), &strings, &[]), Ok(expected), "{strings:?}");
            assert_eq!(holds_in(negative(test), &strings, &[]), Ok(!expected), "{strings:?}");
        }
    }
}

#[test]
fn the_empty_word_is_everywhere() {
    for test in
        [Test::Contains(var(0), lit("")), Test::StartsWith(var(0), lit("")), Test::EndsWith(var(0), lit(""))]
    {
        assert_eq!(holds_in(Condition::test(test.clone()), &["ab"], &[]), Ok(true));
        assert_eq!(holds_in(Condition::test(test), &[""], &[]), Ok(true));
    }
    assert_eq!(holds_in(Condition::test(Test::Equal(var(0), lit(""))), &["a"], &[]), Ok(false));
}

#[test]
fn integers_are_compared_with_zero() {
    for value in [-2, -1, 0, 1, 2] {
        assert_eq!(holds_in(is_zero(int(0)), &[], &[value]), Ok(value == 0));
        let at_most = Condition::test(Test::AtMostZero(int(0)));
        assert_eq!(holds_in(at_most.clone(), &[], &[value]), Ok(value <= 0));
        assert_eq!(holds_in(at_most.negated(), &[], &[value]), Ok(value > 0));
    }
    let beyond = int(0).plus(&constant(1)).expect("small");
    assert_eq!(holds_in(is_zero(beyond), &[], &[i128::MAX]), Err(Outcome::Overflow));
}

#[test]
fn membership_asks_the_language() {
    let condition = Condition::test(Test::In(var(0), LanguageId(1)));
    for (word, expected) in [("", true), ("abba", true), ("abc", false)] {
        let mut code = build::given(&[word], &[]);
        code.push(Action::Return(Some(Argument::Bool(condition.clone()))));
        let languages = [Automaton::empty(Alphabet::BYTE), star_of(Alphabet::BYTE, "ab")];
        let program = build::with_languages(build::program(code), languages);
        assert_eq!(build::run_alone(&program).result, Some(Value::Bool(expected)), "{word}");
    }
}

#[test]
fn a_boolean_variable_has_its_value() {
    let bit = BoolVar(1);
    for value in [Condition::TRUE, Condition::FALSE] {
        let code = [
            Action::SetBool(bit, value.clone()),
            Action::Return(Some(Argument::Bool(Condition::test(Test::Bool(bit))))),
        ];
        let run = build::run_alone(&build::program(code));
        assert_eq!(run.result, Some(Value::Bool(value == Condition::TRUE)));
    }
}

/// A random condition over `n0 == 0` and `n1 == 0`, with what it should come to.
fn random_condition(dice: &mut Dice, depth: u32, values: [i128; 2]) -> (Condition, bool) {
    if depth == 0 || dice.one_in(4) {
        let at = dice.below(2) as usize;
        let condition = is_zero(int(at));
        return if dice.one_in(2) {
            (condition, values[at] == 0)
        } else {
            (condition.negated(), values[at] != 0)
        };
    }
    let parts: Vec<_> = (0..dice.below(4)).map(|_| random_condition(dice, depth - 1, values)).collect();
    let (conditions, truths): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    if dice.one_in(2) {
        (Condition::All(conditions), truths.iter().all(|&truth| truth))
    } else {
        (Condition::Any(conditions), truths.iter().any(|&truth| truth))
    }
}

#[test]
fn joints_are_those_of_logic() {
    let mut dice = Dice::new(2);
    for _ in 0..3_000 {
        let values = [dice.between(0, 1), dice.between(0, 1)];
        let (condition, expected) = random_condition(&mut dice, 4, values);
        assert_eq!(holds_in(condition.clone(), &[], &values), Ok(expected), "{condition:?}");
        assert_eq!(holds_in(condition.clone().negated(), &[], &values), Ok(!expected), "{condition:?}");
    }
    assert_eq!(holds_in(Condition::TRUE, &[], &[]), Ok(true));
    assert_eq!(holds_in(Condition::FALSE, &[], &[]), Ok(false));
}

#[test]
fn a_part_that_decides_is_the_last_one_asked() {
    let beyond = is_zero(int(0).plus(&constant(1)).expect("small"));
    let decided = Condition::Any(vec![Condition::TRUE, beyond.clone()]);
    assert_eq!(holds_in(decided, &[], &[i128::MAX]), Ok(true));
    let open = Condition::Any(vec![Condition::FALSE, beyond]);
    assert_eq!(holds_in(open, &[], &[i128::MAX]), Err(Outcome::Overflow));
}

#[test]
fn nesting_costs_no_stack() {
    let mut condition = is_zero(int(0));
    for level in 0..100_000 {
        let part = vec![condition];
        condition = if level % 2 == 0 { Condition::All(part) } else { Condition::Any(part) };
    }
    let program = build::program([Action::Assume(condition), Action::Halt]);
    let run = run(&program, &mut build::silence(), Limits::default());
    assert_eq!(run.outcome, Outcome::Finished);
    // Taking the condition apart is recursive; a parser bounds the depth of what it makes.
    std::mem::forget(program);
}

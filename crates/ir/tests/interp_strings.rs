//! Every string operation, against the strings of the standard library and at its edges.

mod build;

use build::{constant, int, lit, string_in, var};
use ir::dice::Dice;
use ir::interp::Outcome;
use ir::{Needle, StrExpr, StrTerm, Which};

fn random_text(dice: &mut Dice, letters: &str, longest: u32) -> String {
    let letters: Vec<char> = letters.chars().collect();
    (0..dice.below(longest + 1)).map(|_| *dice.choose(&letters)).collect()
}

fn slice(from: i128, to: Option<i128>) -> StrExpr {
    StrExpr::Slice { of: var(0), from: constant(from), to: to.map(constant) }
}

fn replace(what: StrTerm, with: StrTerm, which: Which) -> StrExpr {
    StrExpr::Replace { of: var(0), what: Needle::Term(what), with, which }
}

#[test]
fn a_copy_is_the_same() {
    assert_eq!(string_in(StrExpr::Term(lit("it")), &[], &[]), Ok("it".to_owned()));
    assert_eq!(string_in(StrExpr::Term(var(0)), &["that"], &[]), Ok("that".to_owned()));
}

#[test]
fn variables_begin_empty() {
    assert_eq!(string_in(StrExpr::Term(var(2)), &[], &[]), Ok(String::new()));
    assert_eq!(string_in(StrExpr::Numeral { of: int(2), radix: 10 }, &[], &[]), Ok("0".to_owned()));
}

#[test]
fn concatenation_keeps_the_order() {
    let parts = vec![var(0), lit("-"), var(1), var(0)];
    assert_eq!(string_in(StrExpr::Concat(parts), &["ab", "c"], &[]), Ok("ab-cab".to_owned()));
    assert_eq!(string_in(StrExpr::Concat(vec![]), &[], &[]), Ok(String::new()));
}

#[test]
fn slices_clip() {
    let cases = [
        (1, Some(3), "bc"),
        (0, Some(0), ""),
        (-5, Some(2), "ab"),
        (2, None, "cd"),
        (2, Some(99), "cd"),
        (4, None, ""),
        (9, Some(12), ""),
        (3, Some(1), ""),
        (1, Some(-1), ""),
        (i128::MIN, Some(i128::MAX), "abcd"),
    ];
    for (from, to, expected) in cases {
        assert_eq!(string_in(slice(from, to), &["abcd"], &[]), Ok(expected.to_owned()), "{from} {to:?}");
    }
}

#[test]
fn slices_agree_with_skip_and_take() {
    let mut dice = Dice::new(1);
    for _ in 0..2_000 {
        let whole = random_text(&mut dice, "abc", 6);
        let (from, to) = (dice.between(-3, 9), dice.between(-3, 9));
        let inside = |at: &usize| (from.max(0)..to).contains(&(*at as i128));
        let expected: String =
            whole.chars().enumerate().filter(|(at, _)| inside(at)).map(|(_, letter)| letter).collect();
        assert_eq!(string_in(slice(from, Some(to)), &[&whole], &[]), Ok(expected), "{whole} {from} {to}");
        let expected: String = whole.chars().skip(usize::try_from(from).unwrap_or(0)).collect();
        assert_eq!(string_in(slice(from, None), &[&whole], &[]), Ok(expected), "{whole} {from}");
    }
}

#[test]
fn replacement_goes_from_left_to_right_without_overlap() {
    let all = |what: &str, with: &str| string_in(replace(lit(what), lit(with), Which::All), &["aaaba"], &[]);
    assert_eq!(all("aa", "x"), Ok("xaba".to_owned()));
    assert_eq!(all("a", "aa"), Ok("aaaaaabaa".to_owned()), "what is put there is not searched");
    assert_eq!(all("c", "x"), Ok("aaaba".to_owned()));
    assert_eq!(all("ab", ""), Ok("aaa".to_owned()), "what comes together is not searched");
    let first = string_in(replace(lit("aa"), lit("x"), Which::First), &["aaaa"], &[]);
    assert_eq!(first, Ok("xaa".to_owned()));
}

#[test]
fn the_empty_word_is_not_replaced() {
    for which in [Which::First, Which::All] {
        assert_eq!(string_in(replace(lit(""), lit("x"), which), &["ab"], &[]), Ok("ab".to_owned()));
        assert_eq!(string_in(replace(lit(""), lit("x"), which), &[""], &[]), Ok(String::new()));
    }
}

#[test]
fn replacement_agrees_with_the_standard_library() {
    let mut dice = Dice::new(2);
    for _ in 0..4_000 {
        let whole = random_text(&mut dice, "ab", 9);
        let what = random_text(&mut dice, "ab", 3);
        let with = random_text(&mut dice, "abc", 2);
        if what.is_empty() {
            continue;
        }
        let strings = [&whole[..], &what, &with];
        let all = string_in(replace(var(1), var(2), Which::All), &strings, &[]);
        assert_eq!(all, Ok(whole.replace(&what, &with)), "{strings:?}");
        let first = string_in(replace(var(1), var(2), Which::First), &strings, &[]);
        assert_eq!(first, Ok(whole.replacen(&what, &with, 1)), "{strings:?}");
    }
}

#[test]
fn repetition_takes_a_negative_number_for_none() {
    let times =
        |times: i128, of: &str| string_in(StrExpr::Repeat { of: var(0), times: int(0) }, &[of], &[times]);
    assert_eq!(times(3, "ab"), Ok("ababab".to_owned()));
    assert_eq!(times(1, "ab"), Ok("ab".to_owned()));
    assert_eq!(times(0, "ab"), Ok(String::new()));
    assert_eq!(times(-7, "ab"), Ok(String::new()));
    assert_eq!(times(i128::MAX, ""), Ok(String::new()));
    assert_eq!(times(i128::MAX, "ab"), Err(Outcome::LengthLimit));
}

#[test]
fn reversal_turns_around() {
    let mut dice = Dice::new(3);
    for _ in 0..200 {
        let whole = random_text(&mut dice, "abc", 6);
        let expected: String = whole.chars().rev().collect();
        assert_eq!(string_in(StrExpr::Reverse(var(0)), &[&whole], &[]), Ok(expected));
    }
}

#[test]
fn numerals_are_those_of_the_standard_library() {
    let numeral = |value, radix| string_in(StrExpr::Numeral { of: int(0), radix }, &[], &[value]);
    let mut dice = Dice::new(4);
    let edges = [0, 1, -1, 9, 10, -10, i128::MAX, i128::MIN];
    let random: Vec<i128> = (0..500).map(|_| dice.between(i128::MIN, i128::MAX) >> dice.below(128)).collect();
    for value in edges.into_iter().chain(random) {
        assert_eq!(numeral(value, 10), Ok(value.to_string()));
        let sign = if value < 0 { "-" } else { "" };
        let size = value.unsigned_abs();
        assert_eq!(numeral(value, 16), Ok(format!("{sign}{size:x}")));
        assert_eq!(numeral(value, 8), Ok(format!("{sign}{size:o}")));
        assert_eq!(numeral(value, 2), Ok(format!("{sign}{size:b}")));
    }
    assert_eq!(numeral(35 * 36 + 10, 36), Ok("za".to_owned()));
}

//! Interpolants at a cut of clauses: checked against all short strings, blamed on strings only when these are to blame.

use automata::{Alphabet, Budget};
use horn::learning::{Between, Settings, between, lesson, nobody};
use horn::op::PredicateId;
use horn::smt::parse;

fn plenty() -> Budget {
    Budget::steps(1_000_000_000)
}

/// What lies between a condition on `x`, `y` and `n` and another on them.
fn cut(before: &str, behind: &str) -> Between {
    let text = format!(
        r"(declare-fun C (String String Int) Bool)
           (assert (forall ((x String) (y String) (n Int)) (=> {before} (C x y n))))
           (assert (forall ((x String) (y String) (n Int)) (=> (and (C x y n) {behind}) false)))"
    );
    let system = parse(&text, &mut plenty()).expect("it parses");
    let place = (PredicateId(0), Alphabet::BYTE);
    between(&system, place, Settings::default(), &mut nobody, &mut plenty()).expect("it is small")
}

/// All words of two letters up to a length.
fn words(longest: usize) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    let mut at = 0;
    while all[at].len() < longest {
        let word = all[at].clone();
        all.extend([0x61, 0x62].map(|symbol| [word.as_slice(), &[symbol]].concat()));
        at += 1;
    }
    all
}

#[test]
fn an_interpolant_has_what_is_before_and_nothing_of_what_is_behind() {
    let before = r#"(and (str.in_re x (re.* (str.to_re "ab"))) (str.in_re y (re.* (str.to_re "ba"))))"#;
    let behind = r#"(or (str.contains x "aa") (str.contains y "bb") (= y "a"))"#;
    let found = cut(before, behind);
    let Between::Language { arguments, language, .. } = found else { panic!("there is one: {found:?}") };
    assert_eq!(arguments, [0, 1]);
    let is_row =
        |word: &[u32], of: [u32; 2]| word.len().is_multiple_of(2) && word.chunks(2).all(|part| part == of);
    let has = |word: &[u32], of: [u32; 2]| word.windows(2).any(|part| part == of);
    let (mut inside, mut outside) = (0, 0);
    for (x, y) in words(4).iter().flat_map(|x| words(4).into_iter().map(move |y| (x.clone(), y))) {
        let word = [x.as_slice(), &[0x100], &y].concat();
        if is_row(&x, [0x61, 0x62]) && is_row(&y, [0x62, 0x61]) {
            inside += 1;
            assert!(language.contains(&word), "{word:?}");
        }
        if has(&x, [0x61, 0x61]) || has(&y, [0x62, 0x62]) || y == [0x61] {
            outside += 1;
            assert!(!language.contains(&word), "{word:?}");
        }
    }
    assert!(inside == 9 && outside > 100, "{inside} and {outside}");
}

#[test]
fn strings_are_not_to_blame_for_what_integers_do() {
    let found = cut(r#"(and (= n (str.len x)) (= y "") (= x "ab"))"#, "(= n 3)");
    assert!(matches!(found, Between::NotByStrings), "{found:?}");
    // The same conflict through lengths is one of strings.
    let found = cut(r#"(and (= n (str.len x)) (= y "") (= x "ab"))"#, "(= n 3) (= n (str.len x))");
    assert!(matches!(found, Between::Language { .. }), "{found:?}");
}

#[test]
fn what_is_in_no_conflict_is_told() {
    let found = cut(r#"(str.in_re x (re.* (str.to_re "a")))"#, r#"(str.prefixof "aa" x) (= n 7)"#);
    assert!(matches!(found, Between::Together(_)), "{found:?}");
}

#[test]
fn what_nobody_can_judge_is_open() {
    let found = cut(r#"(= (str.++ x "a") (str.++ y "b"))"#, "(= n 1)");
    assert!(matches!(found, Between::Open(_)), "{found:?}");
}

#[test]
fn a_language_is_learned_along_a_derivation_with_two_premises_that_is_none() {
    // Strings alone derive adc; with n it is adb, since n is 0. After the third step that is told by a string.
    let text = r#"
        (declare-fun P (String Int) Bool)
        (declare-fun Q (String) Bool)
        (declare-fun R (String) Bool)
        (assert (P "a" 0))
        (assert (Q "d"))
        (assert (forall ((x String) (y String) (z String) (n Int)) (=> (and (P x n) (Q y)
            (or (and (= z (str.++ x y "c")) (>= n 1)) (and (= z (str.++ x y "b")) (< n 1)))) (R z))))
        (assert (forall ((z String)) (=> (and (R z) (= z "adc")) false)))"#;
    let mut system = parse(text, &mut plenty()).expect("it parses");
    let mut log = Vec::new();
    let found = lesson(&mut system, &mut nobody, (&mut plenty(), &mut log)).expect("it is small");
    let lesson = found.unwrap_or_else(|| panic!("there are interpolants: {log:?}"));
    let word = |text: &str| text.bytes().map(u32::from).collect::<Vec<_>>();
    let tells =
        |language: &automata::Automaton| language.contains(&word("adb")) && !language.contains(&word("adc"));
    assert!(lesson.interpolants.iter().any(tells), "{log:?} {:?}", lesson.interpolants);
    assert!(log.iter().any(|line| line.contains("a derivation of 4 steps")), "{log:?}");
}

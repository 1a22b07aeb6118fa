//! Encoded systems asked of z3: the answer is the right one or none, and what is derived is read back as words.

use std::time::Duration;

use automata::Budget;
use horn::encode::{StringEncoding, encode, encode_with};
use horn::learning::{learned_solution, nobody};
use horn::smt::parse;
use horn::solve::{Answer, LocateOptions, Solver, applications, derive, locate, recheck, solve};
use horn::value::Value;
use outside::Limits;

fn budget() -> Budget {
    Budget::steps(100_000_000)
}

/// z3, or nothing when it is missing, which is said aloud and is an error under `CI=true`.
fn z3() -> Option<Solver> {
    let options = LocateOptions { named: None, search: std::env::var_os("PATH").unwrap_or_default() };
    let limits = Limits { wall: Duration::from_secs(2), processor: 1, ..Limits::default() };
    match locate(&options) {
        Ok(path) => Some(Solver::z3(path, limits)),
        Err(why) => {
            assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{why}");
            eprintln!("skipped: {why}");
            None
        }
    }
}

/// Appended characters are counted.
const COUNTED: &str = r#"
(declare-fun I (String Int) Bool)
(assert (I "" 0))
(assert (forall ((s String) (n Int)) (=> (I s n) (I (str.++ s "x") (+ n 1)))))
(assert (forall ((s String) (n Int)) (=> (and (I s n) (not (= (str.len s) n))) false)))
"#;

/// Whatever is put behind it, the front stays.
const FRONT: &str = r#"
(declare-fun I (String) Bool)
(assert (I "xy"))
(assert (forall ((s String) (t String)) (=> (and (I s) (= (str.len t) 1)) (I (str.++ s t)))))
(assert (forall ((s String)) (=> (and (I s) (not (str.prefixof "xy" s))) false)))
"#;

/// Pairs stay pairs.
const PAIRS: &str = r#"
(declare-fun I (String) Bool)
(assert (I ""))
(assert (forall ((s String)) (=> (I s) (I (str.++ s "xy")))))
(assert (forall ((s String)) (=> (and (I s) (not (str.in_re s (re.* (str.to_re "xy"))))) false)))
"#;

/// Three characters can be appended.
const THREE: &str = r#"
(declare-fun I (String) Bool)
(assert (I ""))
(assert (forall ((s String) (t String)) (=> (and (I s) (= (str.len t) 1)) (I (str.++ s t)))))
(assert (forall ((s String)) (=> (and (I s) (= (str.len s) 3)) false)))
"#;

/// Something can be put in front of the front.
const BEFORE: &str = r#"
(declare-fun I (String) Bool)
(assert (I "xy"))
(assert (forall ((s String)) (=> (I s) (I (str.++ "y" s)))))
(assert (forall ((s String)) (=> (and (I s) (not (str.prefixof "xy" s))) false)))
"#;

const ENCODINGS: [&str; 7] = [
    "",
    "order=first,ops=recursive,ghosts=none,chars=interval",
    "order=last,ops=precondition,sharing=use,ghosts=length",
    "order=variable,ops=recursive+unwound,ghosts=profiles",
    "order=variable,ops=iterative+unwound,sharing=use,ghosts=length",
    "order=first,ops=iterative,sharing=shared,chars=bits",
    "ghosts=alone",
];

/// Whether an encoded system is safe, when that is known.
fn answer(text: &str, encoding: &str, z3: &Solver) -> Option<bool> {
    let system = parse(text, &mut budget()).expect("it parses");
    let encoding: StringEncoding = encoding.parse().expect("it is an encoding");
    let (mut encoded, back) = encode(&system, &encoding, &mut budget()).expect("it is small");
    match solve(&mut encoded, z3, &mut budget()).ok()? {
        Answer::Safe(solution) => {
            let own = back.solution(&solution);
            assert_eq!(own.definitions.len(), system.predicates.len());
            recheck(&mut encoded, &solution, std::slice::from_ref(z3)).ok().map(|_| true)
        }
        Answer::Unsafe => {
            let derivation = derive(&mut encoded, z3, &mut budget()).ok()?;
            let steps = applications(&mut encoded, &derivation, z3, &mut budget()).ok()?;
            let facts = back.facts(&derivation);
            assert!(facts.iter().all(|(_, values)| matches!(values[0], Value::Str(_))), "{facts:?}");
            back.supports(&steps).then_some(false)
        }
    }
}

#[test]
fn answers_are_right_or_none() {
    let Some(z3) = z3() else { return };
    let cases = [(COUNTED, true), (FRONT, true), (PAIRS, true), (THREE, false), (BEFORE, false)];
    for (text, is_safe) in cases {
        let answers = ENCODINGS.map(|encoding| answer(text, encoding, &z3));
        for (answer, encoding) in answers.iter().zip(ENCODINGS) {
            assert!(answer.is_none_or(|answer| answer == is_safe), "{encoding}: {text}");
        }
        assert!(answers.contains(&Some(is_safe)), "no encoding answers: {text}");
    }
}

/// The MU puzzle, with more arguments, and what is wrong about them.
fn puzzle([sorts, first, before, after, wrong]: [&str; 5]) -> String {
    let step = |variables: &str, test: &str, next: &str| {
        format!(
            "(assert (forall ((x String) {variables}) (=> (and (P x {before}) {test}) (P {next} {after}))))"
        )
    };
    let more = if sorts.is_empty() { "" } else { "(log String) (n Int)" };
    let parts = format!("(u String) (v String) {more}");
    let steps = [
        step(more, "true", r#"(str.++ x "U")"#),
        step(more, "true", "(str.++ x x)"),
        step(&parts, r#"(= x (str.++ u "III" v))"#, r#"(str.++ u "U" v)"#),
        step(&parts, r#"(= x (str.++ u "UU" v))"#, "(str.++ u v)"),
    ];
    format!(
        r#"(declare-fun P (String {sorts}) Bool) (assert (P "I" {first})) {}
           (assert (forall ((x String) {more}) (=> (and (P x {before}) (or (= x "U") {wrong})) false)))"#,
        steps.join(" ")
    )
}

#[test]
fn a_learned_language_is_a_ghost_beside_lengths_and_integers() {
    let Some(z3) = z3() else { return };
    let mut strings = parse(&puzzle(["", "", "", "", "false"]), &mut budget()).expect("it parses");
    let known = strings.languages.len();
    let found = learned_solution(&mut strings, &mut nobody, (&mut budget(), &mut Vec::new()));
    found.expect("it is small").expect("the number of I is never divisible by three");
    let learned = strings.languages[known..].iter().map(|language| language.automaton.clone());
    let learned: Vec<_> = learned.collect();
    assert_eq!(learned.len(), 1, "{learned:?}");

    // The log is as long as the counter says: lengths and integers, which no language of words has.
    let logged = puzzle([
        "String Int",
        r#""" 0"#,
        "log n",
        r#"(str.++ log "*") (+ n 1)"#,
        "(not (= (str.len log) n))",
    ]);
    let system = parse(&logged, &mut budget()).expect("it parses");
    let encoding = "ghosts=alone".parse::<StringEncoding>().expect("it is one");
    let answer = |further: &[automata::Automaton]| {
        let (mut other, _) =
            encode_with(&system, &encoding, further, &mut budget()).expect("it can be encoded");
        solve(&mut other, &z3, &mut budget())
    };
    assert!(matches!(answer(&learned), Ok(Answer::Safe(_))), "with the ghost it is safe");
    assert!(!matches!(answer(&[]), Ok(Answer::Safe(_))), "lengths alone do not say it");
}

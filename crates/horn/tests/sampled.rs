//! Violations that running clauses forward must meet: words put together in a body, and words that only a language names.

use automata::Budget;
use horn::checked::replayed;
use horn::sample::sample;
use horn::smt::parse;

const TOKENS: &str = r#"
(declare-fun ring (String) Bool)
(assert (forall ((x String)) (=> (str.in_re x (re.+ (str.to_re "i"))) (ring x))))
(assert (forall ((u String) (v String)) (=> (ring (str.++ u "i" v)) (ring (str.++ u "t" v)))))
"#;

fn violated(query: &str) -> bool {
    let text = format!("{TOKENS}(assert (forall ((x String)) (=> (and (ring x) {query}) false)))(check-sat)");
    let system = parse(&text, &mut Budget::steps(1_000_000)).expect("it parses");
    let samples = sample(&system, &mut Budget::steps(20_000_000)).expect("it is small");
    let Some(derivation) = samples.violation else { return false };
    assert!(replayed(&system, derivation).is_ok(), "what is derived is true");
    true
}

#[test]
fn words_put_together_in_a_body_are_cut() {
    assert!(violated(r#"(str.in_re x (re.++ re.all (str.to_re "t") re.all (str.to_re "t") re.all))"#));
    assert!(violated(r#"(= x "tit")"#));
}

#[test]
fn what_no_clause_derives_is_not_derived() {
    assert!(!violated(r#"(str.in_re x (re.++ re.all (str.to_re "c") re.all))"#));
    assert!(!violated(r#"(= x "")"#));
}

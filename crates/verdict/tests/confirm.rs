//! A violation is told only of a run that was made again.

use ir::interp::{Limits, Site, Value};
use ir::{AssertId, Label, ProcId};
use verdict::counterexample::Counterexample;
use verdict::{Verdict, confirm};

fn claim(input: i128) -> Counterexample {
    let site = |label| Site { procedure: ProcId(0), label: Label(label) };
    Counterexample {
        assertion: AssertId(0),
        inputs: vec![Value::Int(input)],
        path: (0..2).map(site).collect(),
    }
}

#[test]
fn what_does_not_fail_again_is_not_confirmed() {
    let text = "alphabet byte proc main() { n: int := input_int(); assert(n == 7); }";
    let program = ir::sil::parse(text, "confirm.sil").expect("the program parses");
    let confirmed = |input| confirm(&program, claim(input), Limits::default());
    assert!(confirmed(7).is_err());
    let violated = confirmed(8).expect("8 is not 7");
    assert_eq!(violated.verdict(), &Verdict::Violated(claim(8)));
}

//! A verdict on the word of a solver: nothing that was left out or not confirmed makes one.

use ir::inline::{Inlined, inline};
use ir::{AssertId, Label};
use verdict::transcript::{Answered, Transcript};
use verdict::{Verdict, attest};

/// `0: b := input; 1: if (b) goto 3; 2: assert 0; 3: assert 1`, and the end.
fn program() -> Inlined {
    let text = "proc main() { n: int := input_int(); if (n > 0) { assert(n != 0); } assert(n == n); }";
    inline(&ir::sil::parse(text, "attest.sil").expect("it parses"), 100).expect("no recursion")
}

/// What a solver must be asked of assertion 0.
fn full(inlined: &Inlined) -> Transcript {
    let way = |from: Option<u32>, to: Option<u32>| Answered {
        from: from.map(Label),
        to: to.map(Label),
        said: "unsat".to_owned(),
    };
    let code = &inlined.program.procedures[0].code;
    let mut clauses = vec![way(None, Some(0))];
    for (at, instruction) in (0_u32..).zip(code) {
        let mut go = |to: u32| {
            if (to as usize) < code.len() {
                clauses.push(way(Some(at), Some(to)));
            }
        };
        match &instruction.action {
            ir::Action::Branch(_, to) => {
                go(to.0);
                go(at + 1);
            }
            ir::Action::Jump(to) => go(to.0),
            ir::Action::Return(_) | ir::Action::Halt | ir::Action::Abort => {}
            ir::Action::SetStr(..)
            | ir::Action::SetInt(..)
            | ir::Action::SetBool(..)
            | ir::Action::Havoc(_)
            | ir::Action::Assume(_)
            | ir::Action::Assert(..)
            | ir::Action::Call(..) => go(at + 1),
        }
        if matches!(instruction.action, ir::Action::Assert(AssertId(0), _)) {
            clauses.push(way(Some(at), None));
        }
    }
    Transcript { found_by: "one".to_owned(), checked_by: "other".to_owned(), clauses }
}

#[test]
fn every_clause_confirmed_is_told_with_names() {
    let inlined = program();
    let transcript = full(&inlined);
    let checked = attest(&inlined, AssertId(0), &transcript).expect("nothing is missing");
    let Verdict::Rechecked(rechecked) = checked.verdict() else { panic!("{checked:?}") };
    assert_eq!((rechecked.found_by(), rechecked.checked_by()), ("one", "other"));
    assert_eq!(rechecked.clauses(), transcript.clauses.len());
}

#[test]
fn anything_less_is_refused() {
    let inlined = program();
    let transcript = full(&inlined);
    assert!(transcript.clauses.len() > 6);
    for at in 0..transcript.clauses.len() {
        let mut less = transcript.clone();
        less.clauses.remove(at);
        assert!(attest(&inlined, AssertId(0), &less).is_err(), "without clause {at}");
        for said in ["sat", "unknown", "", "unsat "] {
            let mut other = transcript.clone();
            said.clone_into(&mut other.clauses[at].said);
            assert!(attest(&inlined, AssertId(0), &other).is_err(), "{said} for clause {at}");
        }
    }
    // What was asked of one assertion says nothing of another.
    assert!(attest(&inlined, AssertId(1), &transcript).is_err());
    let nothing = Transcript { clauses: Vec::new(), ..transcript };
    assert!(attest(&inlined, AssertId(0), &nothing).is_err());
}

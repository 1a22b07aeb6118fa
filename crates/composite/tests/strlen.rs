//! The first example of [YBI09 §3], analysed, certified and checked.

use automata::{Alphabet, Budget};
use ir::{
    Action, AssertId, Assertion, Condition, InputSet, Instruction, IntExpr, IntVar, Label, Linear, ProcId,
    Procedure, Program, Span, StrExpr, StrTerm, StrVar, Test, Width,
};

fn program() -> Program {
    let (s1, s2, cnt) = (StrVar(0), StrVar(1), IntVar(0));
    let empty = StrTerm::Word([].into());
    let actions = vec![
        Action::SetStr(s1, StrExpr::Input(InputSet::Any)),
        Action::SetStr(s2, StrExpr::Term(StrTerm::Var(s1))),
        Action::SetInt(cnt, IntExpr::Linear(Linear::constant(0)), Width::Unbounded),
        Action::Branch(Condition::test(Test::Equal(StrTerm::Var(s2), empty)), Label(7)),
        Action::SetStr(s2, StrExpr::Slice { of: StrTerm::Var(s2), from: Linear::constant(1), to: None }),
        Action::SetInt(
            cnt,
            IntExpr::Linear(Linear::var(cnt).plus(&Linear::constant(1)).expect("small")),
            Width::Unbounded,
        ),
        Action::Jump(Label(3)),
        Action::Assert(
            AssertId(0),
            Condition::test(Test::IsZero(Linear::length(s1).minus(&Linear::var(cnt)).expect("small"))),
        ),
        Action::Halt,
    ];
    let span = Span::default();
    Program {
        alphabet: Alphabet::BYTE,
        files: Vec::new(),
        procedures: vec![Procedure {
            name: "main".to_owned(),
            parameters: Vec::new(),
            result: None,
            strings: vec!["s1".to_owned(), "s2".to_owned()],
            integers: vec!["cnt".to_owned()],
            booleans: Vec::new(),
            code: actions.into_iter().map(|action| Instruction { action, span }).collect(),
        }],
        entry: ProcId(0),
        assertions: vec![Assertion { message: None, span }],
        languages: Vec::new(),
        patterns: Vec::new(),
        functions: Vec::new(),
    }
}

#[test]
fn the_count_equals_the_length() {
    let program = program();
    let mut budget = Budget::steps(100_000_000);
    let settings = composite::Settings::default();
    let fixpoint = composite::analyse(&program, &settings, &mut budget).expect("small");
    for (label, state) in fixpoint.states.iter().enumerate() {
        println!("{label}: {state:?}");
        if let Some(state) = state {
            for (names, set) in fixpoint.packs.all().iter().zip(&state.packs) {
                println!("   {names:?}: {:?}", set.facts(&mut budget));
            }
        }
    }
    println!("spent {}", budget.spent());
    let certificate = composite::certificate(&program, &fixpoint, &settings, &mut budget);
    let proofs = verdict::check::check(&program, &certificate, &mut budget);
    println!("spent {}", budget.spent());
    assert_eq!(proofs, Ok(vec![(AssertId(0), verdict::check::Proof::Holds)]));
}

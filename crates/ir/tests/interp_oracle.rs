//! What runs ask and which answers they take; what chance and lists answer.

mod build;

use automata::{Alphabet, Automaton, Budget, MARK, Symbol};
use build::{constant, int, lit, program, set_int, set_str, str_value, var, word};
use ir::dice::Dice;
use ir::interp::{Allowed, Limits, Oracle, Outcome, Purpose, Random, Replay, Request, Site, Value, run};
use ir::{
    Action, Argument, BitOp, BoolVar, Condition, InputSet, IntExpr, IntVar, Label, LanguageId, ProcId,
    Program, StrExpr, StrVar, Test, Variable, Width,
};

/// How a run ends that asks once and gets this answer.
fn answered(program: &Program, answer: Value) -> Outcome {
    run(program, &mut Replay::new([answer]), Limits::default()).outcome
}

/// Words over bytes: the first `count` of some order.
fn language() -> Automaton {
    let words = ["", "ab", "abc"].map(|text| Automaton::literal(Alphabet::BYTE, &word(text)));
    Automaton::union_all(Alphabet::BYTE, words.iter(), &mut Budget::steps(10_000)).expect("small")
}

fn reading(set: InputSet) -> Program {
    let program = program([set_int(0, IntExpr::Linear(constant(2))), set_str(0, StrExpr::Input(set))]);
    build::with_languages(program, [language()])
}

#[test]
fn answers_that_are_not_allowed_are_refused() {
    let cases = [
        (InputSet::Any, str_value("anything"), Outcome::Finished),
        (InputSet::Any, Value::Str(vec![256]), Outcome::Refused),
        (InputSet::Any, Value::Str(vec![MARK]), Outcome::Refused),
        (InputSet::Any, Value::Int(0), Outcome::Refused),
        (InputSet::Any, Value::Bool(true), Outcome::Refused),
        (InputSet::UpTo(int(0)), str_value("ab"), Outcome::Finished),
        (InputSet::UpTo(int(0)), str_value(""), Outcome::Finished),
        (InputSet::UpTo(int(0)), str_value("abc"), Outcome::Refused),
        (InputSet::UpTo(constant(-3)), str_value(""), Outcome::Finished),
        (InputSet::UpTo(constant(-3)), str_value("a"), Outcome::Refused),
        (InputSet::UpTo(constant(i128::MAX)), str_value("abc"), Outcome::Finished),
        (InputSet::Language(LanguageId(0)), str_value("ab"), Outcome::Finished),
        (InputSet::Language(LanguageId(0)), str_value("a"), Outcome::Refused),
    ];
    for (set, answer, outcome) in cases {
        assert_eq!(answered(&reading(set.clone()), answer.clone()), outcome, "{set:?} {answer:?}");
    }
    assert_eq!(
        run(&reading(InputSet::Any), &mut Replay::new([]), Limits::default()).outcome,
        Outcome::Refused
    );
}

#[test]
fn integers_that_are_read_have_their_width() {
    let reading = |width| program([Action::SetInt(IntVar(0), IntExpr::Input, width)]);
    let cases = [
        (Width::Unbounded, i128::MIN, Outcome::Finished),
        (Width::Signed(8), 127, Outcome::Finished),
        (Width::Signed(8), -128, Outcome::Finished),
        (Width::Signed(8), 128, Outcome::Refused),
        (Width::Unsigned(8), 255, Outcome::Finished),
        (Width::Unsigned(8), -1, Outcome::Refused),
    ];
    for (width, answer, outcome) in cases {
        assert_eq!(answered(&reading(width), Value::Int(answer)), outcome, "{width:?} {answer}");
    }
    assert_eq!(answered(&reading(Width::Unbounded), str_value("1")), Outcome::Refused);
}

#[test]
fn a_variable_that_is_given_up_takes_any_value_of_its_type() {
    let variables = [Variable::Str(StrVar(0)), Variable::Int(IntVar(0)), Variable::Bool(BoolVar(0))];
    let values = [str_value("x"), Value::Int(-9), Value::Bool(true)];
    for variable in variables {
        for value in &values {
            let outcome = if value.ty() == variable.ty() { Outcome::Finished } else { Outcome::Refused };
            assert_eq!(answered(&program([Action::Havoc(variable)]), value.clone()), outcome);
        }
    }
}

#[test]
fn what_has_no_result_may_be_any_integer() {
    let undefined = [
        IntExpr::Div(constant(5), constant(0)),
        IntExpr::Mod(constant(5), int(0)),
        IntExpr::Bits(BitOp::Left, constant(1), constant(-1)),
        IntExpr::Bits(BitOp::Right, constant(1), constant(-1)),
        IntExpr::Parse { of: lit(""), radix: 10 },
        IntExpr::Parse { of: lit("-"), radix: 10 },
        IntExpr::Parse { of: lit("+-1"), radix: 10 },
        IntExpr::Parse { of: lit("1 "), radix: 10 },
        IntExpr::Parse { of: lit("2"), radix: 2 },
        IntExpr::Parse { of: lit("\u{663}"), radix: 10 },
    ];
    for expression in undefined {
        let code = [
            Action::SetInt(IntVar(1), expression.clone(), Width::Signed(8)),
            Action::Return(Some(Argument::Int(int(1)))),
        ];
        let mut asked = Vec::new();
        let mut oracle = |request: &Request<'_>| {
            asked.push((request.site, request.purpose));
            Some(Value::Int(-77))
        };
        let program = Program { alphabet: Alphabet::UNICODE, ..program(code) };
        let run = run(&program, &mut oracle, Limits::default());
        assert_eq!(run.result, Some(Value::Int(-77)), "{expression:?}");
        let site = Site { procedure: ProcId(0), label: Label(0) };
        assert_eq!(asked, [(site, Purpose::Undefined)], "{expression:?}");
    }
}

#[test]
fn questions_come_in_the_order_of_the_run() {
    let code = [
        set_int(0, IntExpr::Input),
        Action::Havoc(Variable::Bool(BoolVar(0))),
        Action::Branch(Condition::test(Test::Bool(BoolVar(0))), Label(4)),
        set_str(0, StrExpr::Input(InputSet::Any)),
        set_str(1, StrExpr::Input(InputSet::UpTo(int(0)))),
    ];
    let program = program(code);
    let answers = [Value::Int(3), Value::Bool(true), str_value("abc")];
    let mut replay = Replay::new(answers.clone());
    let run = run(&program, &mut replay, Limits::default());
    assert_eq!((run.outcome, &run.answers[..], replay.left()), (Outcome::Finished, &answers[..], 0));
    let mut purposes = Vec::new();
    let mut random = Random::new(1);
    let mut watching = |request: &Request<'_>| {
        purposes.push(request.purpose);
        random.answer(request)
    };
    ir::interp::run(&program, &mut watching, Limits::default());
    assert_eq!(purposes[..3], [Purpose::Input, Purpose::Havoc, Purpose::Input]);
}

#[test]
fn answers_replay_to_the_same_run() {
    let program = reading(InputSet::Any);
    for seed in 0..50 {
        let random = run(&program, &mut Random::new(seed), Limits::default());
        assert_eq!(run(&program, &mut Replay::new(random.answers.clone()), Limits::default()), random);
    }
}

#[test]
fn chance_answers_what_is_allowed() {
    let alphabet = Alphabet::UTF16.with_marks();
    let language = language();
    let site = Site { procedure: ProcId(0), label: Label(0) };
    let many =
        build::star_of(Alphabet::BYTE, "ab").concat(&language, &mut Budget::steps(10_000)).expect("small");
    let allowed = [
        Allowed::Word { alphabet, language: None, longest: None },
        Allowed::Word { alphabet, language: None, longest: Some(3) },
        Allowed::Word { alphabet, language: None, longest: Some(u64::MAX) },
        Allowed::Word { alphabet: Alphabet::BYTE, language: Some(&language), longest: None },
        Allowed::Word { alphabet: Alphabet::BYTE, language: Some(&language), longest: Some(2) },
        Allowed::Word { alphabet: Alphabet::BYTE, language: Some(&many), longest: Some(1) },
        Allowed::Word { alphabet: Alphabet::BYTE, language: Some(&many), longest: None },
        Allowed::Integer(Width::Unbounded),
        Allowed::Integer(Width::Signed(1)),
        Allowed::Integer(Width::Signed(64)),
        Allowed::Integer(Width::Signed(127)),
        Allowed::Integer(Width::Unsigned(4)),
        Allowed::Integer(Width::Unsigned(127)),
        Allowed::Integer(Width::Unsigned(128)),
        Allowed::Truth,
    ];
    let mut random = Random::new(3);
    for allowed in allowed {
        let request = Request { site, purpose: Purpose::Input, allowed };
        let answers: Vec<Value> =
            (0..300).map(|_| random.answer(&request).expect("something is allowed")).collect();
        assert!(answers.iter().all(|answer| request.allowed.contains(answer)), "{request:?}");
        assert!(answers.iter().any(|answer| *answer != answers[0]), "{request:?}");
    }
}

#[test]
fn chance_finds_every_word_of_a_small_language() {
    let language = language();
    let site = Site { procedure: ProcId(0), label: Label(0) };
    let allowed = Allowed::Word { alphabet: Alphabet::BYTE, language: Some(&language), longest: None };
    let request = Request { site, purpose: Purpose::Input, allowed };
    let mut random = Random::new(4);
    let mut found: Vec<Value> = (0..200).filter_map(|_| random.answer(&request)).collect();
    found.sort();
    found.dedup();
    assert_eq!(found, ["", "ab", "abc"].map(str_value));
}

#[test]
fn chance_has_no_answer_where_nothing_is_allowed() {
    let empty = Automaton::empty(Alphabet::BYTE);
    let long = Automaton::literal(Alphabet::BYTE, &word("abc"));
    let site = Site { procedure: ProcId(0), label: Label(0) };
    for (language, longest) in [(&empty, None), (&long, Some(2))] {
        let allowed = Allowed::Word { alphabet: Alphabet::BYTE, language: Some(language), longest };
        let request = Request { site, purpose: Purpose::Input, allowed };
        assert_eq!(Random::new(5).answer(&request), None);
    }
}

#[test]
fn preferred_letters_are_used() {
    let site = Site { procedure: ProcId(0), label: Label(0) };
    let allowed = Allowed::Word { alphabet: Alphabet::UNICODE, language: None, longest: None };
    let request = Request { site, purpose: Purpose::Input, allowed };
    let rare: Symbol = 0x1F600;
    let mut random = Random::new(6).preferring([rare]);
    let has_it = |answer: Option<Value>| {
        answer.is_some_and(|answer| matches!(answer, Value::Str(word) if word.contains(&rare)))
    };
    assert!((0..20).any(|_| has_it(random.answer(&request))));
}

#[test]
fn dice_cover_their_ranges() {
    let mut dice = Dice::new(1);
    let mut small: Vec<i128> = (0..200).map(|_| dice.between(-2, 2)).collect();
    small.sort_unstable();
    small.dedup();
    assert_eq!(small, [-2, -1, 0, 1, 2]);
    let wide: Vec<i128> = (0..100).map(|_| dice.between(i128::MIN, i128::MAX)).collect();
    assert!(
        wide.iter().any(|&value| value < i128::MIN / 4) && wide.iter().any(|&value| value > i128::MAX / 4)
    );
    assert_eq!(dice.between(5, 5), 5);
    assert!((0..100).all(|_| dice.below(3) < 3));
}

#[test]
fn a_string_variable_with_marks_is_given_up_to_both_kinds_of_characters() {
    let program = Program {
        alphabet: Alphabet::BYTE.with_marks(),
        ..program([Action::Havoc(Variable::Str(StrVar(0))), Action::Return(Some(Argument::Str(var(0))))])
    };
    let mixed = Value::Str(vec![0x61, MARK | 0x62]);
    let run = run(&program, &mut Replay::new([mixed.clone()]), Limits::default());
    assert_eq!(run.result, Some(mixed));
}

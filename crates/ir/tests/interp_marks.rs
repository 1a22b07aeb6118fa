//! Marks: what was written by the outside stays recognisable, and changes nothing else.

mod build;

use automata::{Alphabet, Automaton, Budget, MARK, Symbol, SymbolSet};
use build::{constant, int, lit, set_int, set_str, str_value, var, word};
use ir::interp::{Limits, Outcome, Random, Replay, Value, run};
use ir::{
    Action, Argument, Condition, InputSet, IntExpr, LanguageId, Linear, Needle, Program, StrExpr, StrVar,
    Test, Which,
};

const MARKED: Alphabet = Alphabet::BYTE.with_marks();

fn marked(text: &str) -> Vec<Symbol> {
    word(text).into_iter().map(|symbol| symbol | MARK).collect()
}

/// A program over marked bytes. Language 0 is `[ab]*` over plain bytes, language 1 all words of marked
/// characters, language 2 all words of characters without marks over the marked alphabet.
fn program(code: impl IntoIterator<Item = Action>) -> Program {
    let class = |lo, hi| Automaton::class(MARKED, &SymbolSet::range(lo, hi));
    let star = |class: Automaton| class.star(&mut Budget::steps(10_000)).expect("one state");
    let languages =
        [build::star_of(Alphabet::BYTE, "ab"), star(class(MARK, MARK | 0xFF)), star(class(0, 0xFF))];
    let program = build::with_languages(build::program(code), languages);
    Program { alphabet: MARKED, ..program }
}

/// The value of an expression where `s0` was read from the outside and `s1` is the constant `"b"`.
fn string_after(input: &str, expression: StrExpr) -> Vec<Symbol> {
    let code = [
        set_str(0, StrExpr::Input(InputSet::Any)),
        set_str(1, StrExpr::Term(lit("b"))),
        set_str(2, expression),
        Action::Return(Some(Argument::Str(var(2)))),
    ];
    match run(&program(code), &mut Replay::new([str_value(input)]), Limits::default()).result {
        Some(Value::Str(word)) => word,
        other => panic!("a string is returned, not {other:?}"),
    }
}

fn joined(parts: &[Vec<Symbol>; 3]) -> Vec<Symbol> {
    parts.concat()
}

#[test]
fn inputs_are_marked_and_literals_are_not() {
    assert_eq!(string_after("ab", StrExpr::Term(var(0))), marked("ab"));
    assert_eq!(string_after("ab", StrExpr::Term(lit("ab"))), word("ab"));
    assert_eq!(string_after("ab", StrExpr::Numeral { of: Linear::length(StrVar(0)), radix: 10 }), word("2"));
}

#[test]
fn functions_carry_marks_along() {
    let concat = StrExpr::Concat(vec![lit("<"), var(0), lit(">")]);
    assert_eq!(string_after("ab", concat), joined(&[word("<"), marked("ab"), word(">")]));
    assert_eq!(string_after("ab", StrExpr::Reverse(var(0))), marked("ba"));
    let slice = StrExpr::Slice { of: var(0), from: constant(1), to: Some(constant(2)) };
    assert_eq!(string_after("abc", slice), marked("b"));
    assert_eq!(string_after("ab", StrExpr::Repeat { of: var(0), times: constant(2) }), marked("abab"));
}

#[test]
fn replaced_text_has_the_marks_of_the_replacement() {
    let replace =
        |what, with| StrExpr::Replace { of: var(0), what: Needle::Term(what), with, which: Which::All };
    assert_eq!(
        string_after("abc", replace(lit("b"), lit("x"))),
        joined(&[marked("a"), word("x"), marked("c")])
    );
    assert_eq!(string_after("abc", replace(var(1), var(0))), marked("aabcc"));
    let plain =
        StrExpr::Replace { of: lit("a-b"), what: Needle::Term(lit("-")), with: var(0), which: Which::First };
    assert_eq!(string_after("x", plain), joined(&[word("a"), marked("x"), word("b")]));
}

#[test]
fn questions_look_through_marks() {
    let integers = [
        (IntExpr::IndexOf { of: var(0), what: var(1), from: constant(0) }, 1),
        (IntExpr::IndexOf { of: lit("xab"), what: var(0), from: constant(0) }, 1),
        (IntExpr::LastIndexOf { of: var(0), what: lit("a") }, 0),
        (IntExpr::Code { of: var(0), at: constant(0) }, 97),
        (IntExpr::Parse { of: var(2), radix: 10 }, -12),
        (IntExpr::Linear(Linear::length(StrVar(0))), 2),
    ];
    for (expression, expected) in integers {
        let code = [
            set_str(0, StrExpr::Input(InputSet::Any)),
            set_str(1, StrExpr::Term(lit("b"))),
            set_str(2, StrExpr::Input(InputSet::UpTo(constant(3)))),
            set_int(0, expression.clone()),
            Action::Return(Some(Argument::Int(int(0)))),
        ];
        let mut replay = Replay::new([str_value("ab"), str_value("-12")]);
        let run = run(&program(code), &mut replay, Limits::default());
        assert_eq!(run.result, Some(Value::Int(expected)), "{expression:?}");
    }
}

/// Whether a test holds where `s0` is the input `ab` and `s1` is the constant `ab`.
fn holds(test: Test) -> bool {
    let code = [
        set_str(0, StrExpr::Input(InputSet::Any)),
        set_str(1, StrExpr::Term(lit("ab"))),
        Action::Return(Some(Argument::Bool(Condition::test(test)))),
    ];
    let run = run(&program(code), &mut Replay::new([str_value("ab")]), Limits::default());
    run.result == Some(Value::Bool(true))
}

#[test]
fn comparisons_look_through_marks() {
    assert!(holds(Test::Equal(var(0), var(1))));
    assert!(!holds(Test::Equal(var(0), lit("aB"))));
    assert!(holds(Test::Contains(lit("xaby"), var(0))));
    assert!(holds(Test::StartsWith(var(0), lit("a"))));
    assert!(holds(Test::EndsWith(var(0), lit("b"))));
}

#[test]
fn a_language_sees_marks_only_when_its_alphabet_has_them() {
    let holds_for = |language| [var(0), var(1)].map(|term| holds(Test::In(term, LanguageId(language))));
    assert_eq!(holds_for(0), [true, true]);
    assert_eq!(holds_for(1), [true, false]);
    assert_eq!(holds_for(2), [false, true]);
}

#[test]
fn an_input_of_a_language_is_in_it_when_it_is_marked() {
    let code = |language| {
        program([
            set_str(0, StrExpr::Input(InputSet::Language(LanguageId(language)))),
            Action::Return(Some(Argument::Str(var(0)))),
        ])
    };
    let read = |language, answer: Vec<Symbol>| {
        run(&code(language), &mut Replay::new([Value::Str(answer)]), Limits::default())
    };
    assert_eq!(read(0, word("ab")).result, Some(Value::Str(marked("ab"))));
    assert_eq!(read(0, marked("ab")).outcome, Outcome::Refused);
    assert_eq!(read(1, word("ab")).result, Some(Value::Str(marked("ab"))));
    assert_eq!(read(1, marked("ab")).outcome, Outcome::Refused);
    assert_eq!(read(2, word("ab")).outcome, Outcome::Refused);
    assert_eq!(read(2, word("")).result, Some(Value::Str(vec![])));
    for seed in 0..50 {
        let by_chance = |language| run(&code(language), &mut Random::new(seed), Limits::default());
        assert!((0..3).all(|language| by_chance(language).outcome == Outcome::Finished));
        assert_eq!(by_chance(2).result, Some(Value::Str(vec![])));
    }
}

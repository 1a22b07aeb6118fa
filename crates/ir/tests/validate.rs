//! Valid programs pass, and each way to break one is told.

use std::sync::Arc;

use automata::{Alphabet, Automaton};
use ir::{
    Action, Argument, AssertId, BitOp, BoolVar, Condition, FunctionId, InputSet, IntExpr, IntVar, Label,
    LanguageId, Linear, Needle, PatternId, ProcId, Program, StrExpr, StrTerm, StrVar, Test, Type, Variable,
    Which, Width, validate,
};

const TEXT: &str = r"
alphabet byte
proc f(s: str, n: int, b: bool) -> str { return replace(s, /a/, lower(s)); }
proc main() { s: str; n: int; b: bool; s := f(s, n, b); assert(s in /a*/); assert(n == 0); }
";

fn program() -> Program {
    ir::sil::parse(TEXT, "test.sil").expect("the text is right")
}

/// What is said of a program that was changed.
fn causes(change: impl FnOnce(&mut Program)) -> Vec<String> {
    let mut program = program();
    change(&mut program);
    validate(&program).err().into_iter().flatten().map(|problem| problem.cause).collect()
}

/// What is said when the first instruction of `main` is another.
fn causes_of(action: Action) -> Vec<String> {
    causes(|program| program.procedures[1].code[0].action = action)
}

fn var(index: u32) -> StrTerm {
    StrTerm::Var(StrVar(index))
}

fn set(value: StrExpr) -> Action {
    Action::SetStr(StrVar(0), value)
}

fn set_int(value: IntExpr) -> Action {
    Action::SetInt(IntVar(0), value, Width::Unbounded)
}

fn assume(test: Test) -> Action {
    Action::Assume(Condition::Any(vec![Condition::FALSE, Condition::test(test).negated()]))
}

#[test]
fn what_is_read_is_valid() {
    assert_eq!(validate(&program()), Ok(()));
}

#[cfg(feature = "generate")]
#[test]
fn random_programs_are_valid() {
    for seed in 0..2_000 {
        let alphabet = [Alphabet::BYTE, Alphabet::UNICODE.with_marks()][seed as usize % 2];
        assert_eq!(validate(&ir::generate::program(seed, 20, alphabet)), Ok(()));
    }
}

#[test]
fn strings_must_be_there() {
    let bad = ["there is no variable Str(StrVar(1))"];
    let zero = || Linear::constant(0);
    let length = || Linear::length(StrVar(1));
    for value in [
        StrExpr::Term(var(1)),
        StrExpr::Reverse(var(1)),
        StrExpr::Concat(vec![var(0), var(1)]),
        StrExpr::Slice { of: var(1), from: zero(), to: None },
        StrExpr::Slice { of: var(0), from: length(), to: None },
        StrExpr::Slice { of: var(0), from: zero(), to: Some(length()) },
        StrExpr::Replace { of: var(1), what: Needle::Term(var(0)), with: var(0), which: Which::All },
        StrExpr::Replace { of: var(0), what: Needle::Term(var(1)), with: var(0), which: Which::All },
        StrExpr::Replace { of: var(0), what: Needle::Pattern(PatternId(0)), with: var(1), which: Which::All },
        StrExpr::Apply { function: FunctionId(0), to: var(1) },
        StrExpr::Repeat { of: var(1), times: zero() },
        StrExpr::Repeat { of: var(0), times: length() },
        StrExpr::Numeral { of: length(), radix: 10 },
        StrExpr::Input(InputSet::UpTo(length())),
    ] {
        assert_eq!(causes_of(set(value.clone())), bad, "{value:?}");
    }
    assert_eq!(causes_of(Action::SetStr(StrVar(1), StrExpr::Term(var(0)))), bad);
    assert_eq!(causes_of(Action::Havoc(Variable::Str(StrVar(1)))), bad);
}

#[test]
fn tables_must_have_the_thing() {
    let replace =
        StrExpr::Replace { of: var(0), what: Needle::Pattern(PatternId(1)), with: var(0), which: Which::All };
    assert_eq!(causes_of(set(replace)), ["there is no pattern 1"]);
    let apply = StrExpr::Apply { function: FunctionId(1), to: var(0) };
    assert_eq!(causes_of(set(apply)), ["there is no function 1"]);
    let input = StrExpr::Input(InputSet::Language(LanguageId(1)));
    assert_eq!(causes_of(set(input)), ["there is no language 1"]);
    assert_eq!(causes_of(assume(Test::In(var(0), LanguageId(1)))), ["there is no language 1"]);
}

#[test]
fn integers_must_be_there() {
    let bad = ["there is no variable Int(IntVar(1))"];
    let (zero, missing) = (|| Linear::constant(0), || Linear::var(IntVar(1)));
    for value in [
        IntExpr::Linear(missing()),
        IntExpr::Times(missing(), zero()),
        IntExpr::Div(zero(), missing()),
        IntExpr::Mod(missing(), zero()),
        IntExpr::Bits(BitOp::Xor, zero(), missing()),
        IntExpr::IndexOf { of: var(0), what: var(0), from: missing() },
        IntExpr::Code { of: var(0), at: missing() },
    ] {
        assert_eq!(causes_of(set_int(value.clone())), bad, "{value:?}");
    }
    let bad = ["there is no variable Str(StrVar(1))"];
    for value in [
        IntExpr::IndexOf { of: var(1), what: var(0), from: zero() },
        IntExpr::IndexOf { of: var(0), what: var(1), from: zero() },
        IntExpr::LastIndexOf { of: var(1), what: var(0) },
        IntExpr::LastIndexOf { of: var(0), what: var(1) },
        IntExpr::Code { of: var(1), at: zero() },
        IntExpr::Parse { of: var(1), radix: 10 },
    ] {
        assert_eq!(causes_of(set_int(value.clone())), bad, "{value:?}");
    }
}

#[test]
fn conditions_must_speak_of_what_is_there() {
    for test in [
        Test::In(var(1), LanguageId(0)),
        Test::Equal(var(1), var(0)),
        Test::Contains(var(0), var(1)),
        Test::StartsWith(var(0), var(1)),
        Test::EndsWith(var(1), var(0)),
        Test::IsZero(Linear::length(StrVar(1))),
        Test::AtMostZero(Linear::length(StrVar(1))),
    ] {
        assert_eq!(causes_of(assume(test.clone())), ["there is no variable Str(StrVar(1))"], "{test:?}");
    }
    let bad = ["there is no variable Bool(BoolVar(1))"];
    let condition = || Condition::test(Test::Bool(BoolVar(1)));
    assert_eq!(causes_of(Action::SetBool(BoolVar(0), condition())), bad);
    assert_eq!(causes_of(Action::Branch(condition(), Label(0))), bad);
}

#[test]
fn conditions_must_not_be_deep() {
    let deep = |depth| (0..depth).fold(Condition::TRUE, |inner, _| Condition::Any(vec![inner]));
    assert_eq!(causes_of(Action::Assume(deep(Condition::MAX_DEPTH))), [""; 0]);
    assert_eq!(
        causes_of(Action::Assume(deep(Condition::MAX_DEPTH + 1))),
        ["a condition is nested more than 128 deep"]
    );
}

#[test]
fn numbers_and_characters_must_be_in_range() {
    let word = StrTerm::Word(Arc::from([65, 256]));
    assert_eq!(causes_of(set(StrExpr::Term(word))), ["the character 0x100 is not in the alphabet"]);
    for radix in [0, 1, 37] {
        let bad = [format!("the radix {radix} is not from 2 to 36")];
        assert_eq!(causes_of(set(StrExpr::Numeral { of: Linear::constant(0), radix })), bad);
        assert_eq!(causes_of(set_int(IntExpr::Parse { of: var(0), radix })), bad);
    }
    let width = |width| causes_of(Action::SetInt(IntVar(0), IntExpr::Input, width)).len();
    assert_eq!([width(Width::Signed(1)), width(Width::Unsigned(64)), width(Width::Unbounded)], [0, 0, 0]);
    assert_eq!([width(Width::Signed(0)), width(Width::Signed(65)), width(Width::Unsigned(128))], [1, 1, 1]);
    let least = IntExpr::Linear(Linear::constant(i128::MIN));
    assert_eq!(causes_of(set_int(least)), ["a number of a term has no opposite of 128 bits"]);
}

#[test]
fn jumps_must_lead_somewhere() {
    assert_eq!(causes_of(Action::Jump(Label(9))), ["there is no label 9"]);
    assert_eq!(causes_of(Action::Branch(Condition::TRUE, Label(4))), ["there is no label 4"]);
    assert_eq!(causes_of(Action::Jump(Label(3))), [""; 0]);
    let fall = "a run may fall off the end";
    assert_eq!(causes(|program| drop(program.procedures[1].code.pop())), [fall]);
    assert_eq!(causes(|program| program.procedures[0].code.clear()), [fall]);
}

#[test]
fn calls_and_returns_must_fit() {
    let arguments =
        |string: Argument| vec![string, Argument::Int(Linear::constant(0)), Argument::Bool(Condition::TRUE)];
    let right = arguments(Argument::Str(var(0)));
    let result = Some(Variable::Str(StrVar(0)));
    assert_eq!(causes_of(Action::Call(ProcId(0), right.clone(), result)), [""; 0]);
    assert_eq!(causes_of(Action::Call(ProcId(0), right.clone(), None)), [""; 0]);
    assert_eq!(causes_of(Action::Call(ProcId(2), right.clone(), None)), ["there is no procedure 2"]);
    assert_eq!(
        causes_of(Action::Call(ProcId(0), right[..2].to_vec(), None)),
        ["arguments [Str, Int] are passed for [Str, Int, Bool]"]
    );
    let wrong = arguments(Argument::Int(Linear::constant(0)));
    assert_eq!(
        causes_of(Action::Call(ProcId(0), wrong, None)),
        ["arguments [Int, Int, Bool] are passed for [Str, Int, Bool]"]
    );
    let missing = arguments(Argument::Str(var(1)));
    assert_eq!(causes_of(Action::Call(ProcId(0), missing, None)), ["there is no variable Str(StrVar(1))"]);
    assert_eq!(
        causes_of(Action::Call(ProcId(0), right.clone(), Some(Variable::Int(IntVar(0))))),
        ["the result Some(Str) is put into a Int"]
    );
    assert_eq!(causes_of(Action::Call(ProcId(1), Vec::new(), result)), ["the result None is put into a Str"]);
    assert_eq!(
        causes_of(Action::Return(Some(Argument::Str(var(0))))),
        ["Some(Str) is returned where None is promised"]
    );
    assert_eq!(
        causes(|program| program.procedures[0].result = Some(Type::Int)).len(),
        2,
        "the return and the call both disagree"
    );
}

#[test]
fn assertions_are_made_once() {
    let assert_again = |id| Action::Assert(AssertId(id), Condition::TRUE);
    assert_eq!(causes_of(assert_again(0)), ["assertion 0 is made 2 times"]);
    assert_eq!(causes_of(assert_again(2)), ["there is no assertion 2"]);
    let removed = |program: &mut Program| program.procedures[1].code[1].action = Action::Halt;
    assert_eq!(causes(removed), ["assertion 0 is made 0 times"]);
}

#[test]
fn the_whole_must_fit_together() {
    assert_eq!(causes(|program| program.entry = ProcId(2)), ["the entry is no procedure"]);
    assert_eq!(
        causes(|program| program.entry = ProcId(0)),
        ["the entry has parameters, which nothing fills"]
    );
    let other = |program: &mut Program| program.languages[0].automaton = Automaton::any(Alphabet::UTF16);
    assert_eq!(causes(other), ["language 0 is over another alphabet"]);
    let marked = |program: &mut Program| program.alphabet = Alphabet::BYTE.with_marks();
    assert_eq!(causes(marked), ["function 0 is over another alphabet"]);
    let twice = |program: &mut Program| {
        program.procedures[0].parameters[1] = Variable::Str(StrVar(0));
    };
    assert!(causes(twice).contains(&"parameter 1 is an earlier one too".to_owned()));
    let place = |program: &mut Program| program.files.clear();
    assert!(causes(place).contains(&"the instruction is in no file".to_owned()));
    assert!(causes(place).contains(&"assertion 1 is in no file".to_owned()));
}

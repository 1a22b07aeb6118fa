//! Small programs to run: one procedure with four variables of each type, or code put together by hand.
#![allow(dead_code, reason = "each test file uses its part")]

use automata::{Alphabet, Automaton, Budget, Symbol, SymbolSet};
use ir::interp::{Limits, Oracle, Outcome, Run, Value, run};
use ir::{
    Action, Argument, Assertion, Condition, Instruction, IntExpr, IntVar, Label, Language, Linear, ProcId,
    Procedure, Program, Span, StrExpr, StrTerm, StrVar, Test, Type, Width,
};

pub(crate) const S: [StrVar; 4] = [StrVar(0), StrVar(1), StrVar(2), StrVar(3)];
pub(crate) const N: [IntVar; 4] = [IntVar(0), IntVar(1), IntVar(2), IntVar(3)];

pub(crate) fn word(text: &str) -> Vec<Symbol> {
    text.chars().map(Symbol::from).collect()
}

pub(crate) fn text(word: &[Symbol]) -> String {
    word.iter().map(|&symbol| char::from_u32(symbol).expect("the test has plain characters")).collect()
}

pub(crate) fn str_value(text: &str) -> Value {
    Value::Str(word(text))
}

pub(crate) fn lit(text: &str) -> StrTerm {
    StrTerm::Word(word(text).into())
}

pub(crate) fn var(index: usize) -> StrTerm {
    StrTerm::Var(S[index])
}

pub(crate) fn int(index: usize) -> Linear {
    Linear::var(N[index])
}

pub(crate) fn constant(value: i128) -> Linear {
    Linear::constant(value)
}

pub(crate) fn set_str(index: usize, expression: StrExpr) -> Action {
    Action::SetStr(S[index], expression)
}

pub(crate) fn set_int(index: usize, expression: IntExpr) -> Action {
    Action::SetInt(N[index], expression, Width::Unbounded)
}

/// `linear == 0`.
pub(crate) fn is_zero(linear: Linear) -> Condition {
    Condition::test(Test::IsZero(linear))
}

pub(crate) fn procedure(code: impl IntoIterator<Item = Action>) -> Procedure {
    let names = |prefix: &str| (0..4).map(|index| format!("{prefix}{index}")).collect();
    let instruction = |action| Instruction { action, span: Span::default() };
    Procedure {
        name: "main".to_owned(),
        parameters: Vec::new(),
        result: None,
        strings: names("s"),
        integers: names("n"),
        booleans: names("b"),
        code: code.into_iter().map(instruction).collect(),
    }
}

/// A program whose entry is its first procedure, over bytes, with as many assertions as the code has.
pub(crate) fn program_of(procedures: Vec<Procedure>) -> Program {
    let actions = procedures.iter().flat_map(|procedure| &procedure.code);
    let assertions = actions.filter(|instruction| matches!(instruction.action, Action::Assert(..))).count();
    Program {
        alphabet: Alphabet::BYTE,
        files: Vec::new(),
        procedures,
        entry: ProcId(0),
        assertions: vec![Assertion { message: None, failure: None, span: Span::default() }; assertions],
        languages: Vec::new(),
        patterns: Vec::new(),
        functions: Vec::new(),
    }
}

pub(crate) fn program(code: impl IntoIterator<Item = Action>) -> Program {
    program_of(vec![procedure(code)])
}

/// The same program with a table of languages.
pub(crate) fn with_languages(program: Program, languages: impl IntoIterator<Item = Automaton>) -> Program {
    let entry = |automaton| Language { text: "see the test".to_owned(), automaton };
    Program { languages: languages.into_iter().map(entry).collect(), ..program }
}

/// An outside that is never asked.
pub(crate) fn silence() -> impl Oracle {
    |_: &ir::interp::Request<'_>| -> Option<Value> { panic!("the program reads nothing") }
}

/// A run that reads nothing.
pub(crate) fn run_alone(program: &Program) -> Run {
    run(program, &mut silence(), Limits::default())
}

/// Variables with values, before the code under test.
pub(crate) fn given(strings: &[&str], integers: &[i128]) -> Vec<Action> {
    let words = strings.iter().enumerate().map(|(at, text)| set_str(at, StrExpr::Term(lit(text))));
    let numbers =
        integers.iter().enumerate().map(|(at, &value)| set_int(at, IntExpr::Linear(constant(value))));
    words.chain(numbers).collect()
}

/// What a string expression is in a state; the outcome when the run does not finish.
pub(crate) fn string_in(expression: StrExpr, strings: &[&str], integers: &[i128]) -> Result<String, Outcome> {
    let mut code = given(strings, integers);
    code.extend([set_str(3, expression), Action::Return(Some(Argument::Str(var(3))))]);
    let run = run_alone(&program(code));
    match run.result {
        Some(Value::Str(word)) => Ok(text(&word)),
        Some(Value::Int(_) | Value::Bool(_)) => panic!("a string is returned"),
        None => Err(run.outcome),
    }
}

/// What an integer expression is in a state, wrapped; the outcome when the run does not finish.
pub(crate) fn wrapped_in(
    expression: IntExpr,
    width: Width,
    strings: &[&str],
    integers: &[i128],
) -> Result<i128, Outcome> {
    let mut code = given(strings, integers);
    code.push(Action::SetInt(N[3], expression, width));
    code.push(Action::Return(Some(Argument::Int(int(3)))));
    let run = run_alone(&program(code));
    match run.result {
        Some(Value::Int(value)) => Ok(value),
        Some(Value::Str(_) | Value::Bool(_)) => panic!("an integer is returned"),
        None => Err(run.outcome),
    }
}

pub(crate) fn integer_in(expression: IntExpr, strings: &[&str], integers: &[i128]) -> Result<i128, Outcome> {
    wrapped_in(expression, Width::Unbounded, strings, integers)
}

/// Whether a condition holds in a state.
pub(crate) fn holds_in(condition: Condition, strings: &[&str], integers: &[i128]) -> Result<bool, Outcome> {
    let mut code = given(strings, integers);
    code.push(Action::Return(Some(Argument::Bool(condition))));
    let run = run_alone(&program(code));
    match run.result {
        Some(Value::Bool(value)) => Ok(value),
        Some(Value::Str(_) | Value::Int(_)) => panic!("a truth value is returned"),
        None => Err(run.outcome),
    }
}

/// All words of the characters of `text`.
pub(crate) fn star_of(alphabet: Alphabet, text: &str) -> Automaton {
    let symbols = SymbolSet::from_ranges(word(text).into_iter().map(|symbol| (symbol, symbol)));
    Automaton::class(alphabet, &symbols).star(&mut Budget::steps(1_000)).expect("one state")
}

pub(crate) fn label(at: usize) -> Label {
    Label(at as u32)
}

/// A procedure that returns a value of the type.
pub(crate) fn returning(procedure: Procedure, ty: Type) -> Procedure {
    Procedure { result: Some(ty), ..procedure }
}

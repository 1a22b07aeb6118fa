//! Functions and patterns in runs: against documented replacements, and against the transducers of engines.

mod build;

use automata::regex::{Dialect, Flags, Regex};
use automata::{Alphabet, MARK, Symbol, SymbolSet, Transducer};
use build::{lit, program, run_alone, set_str, str_value, text, var, word};
use ir::interp::{Limits, Outcome, Replay, Run, Value, run};
use ir::{
    Action, Argument, Function, FunctionId, InputSet, Needle, Pattern, PatternId, Program, StrExpr, StrTerm,
    Which,
};

/// A program that returns `of` with what matches the pattern replaced by `with`.
fn replacing(regex: Regex, of: StrTerm, with: StrTerm, which: Which) -> Program {
    let what = Needle::Pattern(PatternId(0));
    let code = [
        set_str(0, StrExpr::Input(InputSet::Any)),
        set_str(1, StrExpr::Replace { of, what, with, which }),
        Action::Return(Some(Argument::Str(var(1)))),
    ];
    Program { patterns: vec![Pattern { text: String::new(), regex }], ..program(code) }
}

fn replaced(pattern: &str, dialect: Dialect, subject: &str, which: Which) -> Run {
    let regex = Regex::parse(pattern, dialect, Flags::NONE).expect("the pattern is well formed");
    let program = replacing(regex, var(0), lit("X"), which);
    run(&program, &mut Replay::new([str_value(subject)]), Limits::default())
}

#[test]
fn matches_are_those_of_php() {
    // Each row: pattern, subject, `preg_replace` of all with X, and of the first.
    let rows = [
        ("a+", "baac", "bXc", "bXc"),
        ("a", "aa", "XX", "Xa"),
        ("a*", "baac", "XbXXcX", "Xbaac"),
        ("a*?", "aa", "XXXXX", "Xaa"),
        ("|a", "ab", "XXXbX", "Xab"),
        ("a|ab", "abab", "XbXb", "Xbab"),
        ("(a|ab)(c|bcd)", "abcd", "X", "X"),
        ("$", "ab", "abX", "abX"),
        ("^", "ab", "Xab", "Xab"),
        ("\\b", "a-", "XaX-", "Xa-"),
        ("(?<=a)b", "abb", "aXb", "aXb"),
        ("a(?!b)", "abaa", "abXX", "abXa"),
        ("(?=ab)a", "aab", "aXb", "aXb"),
        ("(a*)*b", "aabb", "XX", "Xb"),
        ("x", "abc", "abc", "abc"),
        ("", "ab", "XaXbX", "Xab"),
    ];
    for (pattern, subject, all, first) in rows {
        for (which, expected) in [(Which::All, all), (Which::First, first)] {
            let run = replaced(pattern, Dialect::Pcre, subject, which);
            assert_eq!(run.result, Some(str_value(expected)), "/{pattern}/ in {subject}");
        }
    }
}

#[test]
fn the_small_language_steps_over_empty_matches() {
    for (pattern, subject, expected) in
        [("a*?", "aa", "XaXaX"), ("a*", "baac", "XbXXcX"), ("[0-9]+", "a12b3", "aXbX"), ("a|ab", "ab", "Xb")]
    {
        let run = replaced(pattern, Dialect::Own, subject, Which::All);
        assert_eq!(run.result, Some(str_value(expected)), "/{pattern}/ in {subject}");
    }
}

#[test]
fn a_match_looks_through_marks_and_what_is_put_there_keeps_its_own() {
    let regex = || Regex::parse("b+", Dialect::Own, Flags::NONE).expect("well formed");
    let marked = |text: &str| word(text).into_iter().map(|symbol| symbol | MARK).collect::<Vec<Symbol>>();
    let over_marks = |program| Program { alphabet: Alphabet::BYTE.with_marks(), ..program };
    let result =
        |program: Program| run(&program, &mut Replay::new([str_value("abbc")]), Limits::default()).result;
    let fixed = over_marks(replacing(regex(), var(0), lit("x"), Which::All));
    assert_eq!(result(fixed), Some(Value::Str([marked("a"), word("x"), marked("c")].concat())));
    let outer = over_marks(replacing(regex(), lit("1b2"), var(0), Which::All));
    assert_eq!(result(outer), Some(Value::Str([word("1"), marked("abbc"), word("2")].concat())));
}

#[test]
fn what_has_no_program_ends_the_run() {
    let backwards = replaced("(a)\\1", Dialect::Pcre, "aa", Which::All);
    assert_eq!((backwards.outcome, backwards.result), (Outcome::Unsupported, None));
    let wide = Regex::parse("a", Dialect::Pcre, Flags::UNICODE).expect("well formed");
    let program = replacing(wide, var(0), lit("X"), Which::All);
    let run = run(&program, &mut Replay::new([str_value("a")]), Limits::default());
    assert_eq!(run.outcome, Outcome::Unsupported);
}

#[test]
fn searches_meet_a_limit_of_their_own() {
    let regex = Regex::parse("(?=(a*)*b)a", Dialect::Pcre, Flags::NONE).expect("well formed");
    let program = replacing(regex, var(0), lit("X"), Which::All);
    let limits = Limits { search: 10_000, ..Limits::default() };
    let run = run(&program, &mut Replay::new([str_value(&"a".repeat(1_000))]), limits);
    assert_eq!(run.outcome, Outcome::StepLimit);
}

#[test]
fn functions_are_applied() {
    let spaces = SymbolSet::single(u32::from(' '));
    let functions = [
        Transducer::identity(Alphabet::BYTE),
        Transducer::ascii_uppercase(Alphabet::BYTE),
        Transducer::trimming(Alphabet::BYTE, &spaces),
        Transducer::escaping(Alphabet::BYTE, &[(u32::from('<'), &word("&lt;"))]),
    ];
    for (at, expected) in [" a<b ", " A<B ", "a<b", " a&lt;b "].into_iter().enumerate() {
        let code = [
            set_str(0, StrExpr::Term(lit(" a<b "))),
            set_str(1, StrExpr::Apply { function: FunctionId(at as u32), to: var(0) }),
            Action::Return(Some(Argument::Str(var(1)))),
        ];
        let named =
            |transducer: &Transducer| Function { name: String::new(), transducer: transducer.clone() };
        let program = Program { functions: functions.iter().map(named).collect(), ..program(code) };
        match run_alone(&program).result {
            Some(Value::Str(word)) => assert_eq!(text(&word), expected),
            other => panic!("a string is returned, not {other:?}"),
        }
    }
}

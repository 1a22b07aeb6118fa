//! Functions and patterns in runs: against documented replacements, and against the transducers of engines.

mod build;

use automata::regex::{Dialect, Flags, Regex};
use automata::{Alphabet, Budget, MARK, Occurrences, Symbol, SymbolSet, Template, Transducer};
use build::{lit, program, run_alone, set_str, str_value, text, var, word};
use ir::dice::Dice;
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
    let anchored = Regex::parse("a", Dialect::Pcre, Flags::ANCHORED).expect("well formed");
    let program = replacing(anchored, var(0), lit("X"), Which::All);
    let run = ir::interp::run(&program, &mut Replay::new([str_value("a")]), Limits::default());
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

/// A random pattern that PCRE and the small language read alike.
fn random_pattern(dice: &mut Dice, depth: u32) -> String {
    if depth == 0 {
        return (*dice.choose(&["a", "b", "[ab]", "[^a]", "-"])).to_owned();
    }
    let choice = dice.below(8);
    let mut inner = || random_pattern(dice, depth - 1);
    match choice {
        0..=2 => format!("{}{}", inner(), inner()),
        3 | 4 => format!("({}|{})", inner(), inner()),
        5.. => {
            let body = inner();
            let counts = ["*", "+", "?", "{2}", "{1,2}", "*?", "+?", "??", "{0,2}?"];
            format!("({body}){}", dice.choose(&counts))
        }
    }
}

/// The same with tests of what lies around a place, which only PCRE has.
fn with_tests(dice: &mut Dice, pattern: &str) -> String {
    let look = random_pattern(dice, 1);
    match dice.below(7) {
        0 => format!("^{pattern}"),
        1 => format!("{pattern}$"),
        2 => format!("\\b{pattern}"),
        3 => format!("{pattern}(?={look})"),
        4 => format!("{pattern}(?!{look})"),
        5 => format!("(?<=a){pattern}"),
        6.. => format!("(?<!b){pattern}|{look}"),
    }
}

#[test]
fn runs_and_transducers_replace_alike() {
    let mut dice = Dice::new(1);
    let mut compared = 0;
    for round in 0..1_500 {
        let depth = 1 + dice.below(3);
        let mut pattern = random_pattern(&mut dice, depth);
        let dialect = if round % 3 == 0 { Dialect::Own } else { Dialect::Pcre };
        if round % 3 == 1 {
            pattern = with_tests(&mut dice, &pattern);
        }
        let regex = Regex::parse(&pattern, dialect, Flags::NONE).expect("the pattern is well formed");
        let mut budget = Budget::steps(50_000_000);
        let machine = automata::Pattern::of_regex(&regex, Alphabet::BYTE, &mut budget).expect("small");
        for (which, occurrences) in
            [(Which::All, Occurrences::all(dialect)), (Which::First, Occurrences::First)]
        {
            let template = Template::word(&word("XY"));
            let transducer =
                Transducer::replacing(&machine, &template, occurrences, &mut budget).expect("small");
            let program = replacing(regex.clone(), var(0), lit("XY"), which);
            for _ in 0..6 {
                let subject: Vec<Symbol> = (0..dice.below(9)).map(|_| *dice.choose(&word("ab-"))).collect();
                let answer = Value::Str(subject.clone());
                let ours = run(&program, &mut Replay::new([answer]), Limits::default()).result;
                let theirs = transducer.apply(&subject).map(Value::Str);
                assert_eq!(ours, theirs, "/{pattern}/ {dialect:?} {which:?} in {}", text(&subject));
                compared += 1;
            }
        }
    }
    assert!(compared > 10_000);
}

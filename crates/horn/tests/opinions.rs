//! Second opinions on clauses that the teacher leaves open: by scripts that agree, contradict each other, lie or are
//! missing, and by the real solvers.
//!
//! The clause is one of word equations: `x ++ "a"` and `y ++ "b"` are never equal, and no automaton of the teacher says so.

use std::ffi::OsString;
use std::time::Duration;

use automata::{Automaton, Budget};
use horn::learning::{Judgement, Kept, Layout, Others, Outcome, Settings, Teacher, refine};
use horn::smt::parse;
use horn::solve::{Kind, LocateOptions, Solver, Work, locate};
use horn::terms::Var;
use horn::value::Value;
use outside::Limits;

fn plenty() -> Budget {
    Budget::steps(1_000_000_000)
}

/// A loop whose one way to go wrong needs an equation.
fn system(left: &str, right: &str) -> String {
    format!(
        r#"(declare-fun P (String) Bool)
           (assert (P ""))
           (assert (forall ((x String)) (=> (P x) (P (str.++ x "ab")))))
           (assert (forall ((x String) (y String)) (=> (and (P x) (= (str.++ x {left}) (str.++ y {right}))) (P "c"))))
           (assert (forall ((x String)) (=> (and (P x) (str.contains x "c")) false)))"#
    )
}

/// A solver that does what a shell script says, after it has read the question.
fn scripted(name: &str, script: &str) -> Solver {
    let limits = Limits { wall: Duration::from_secs(2), output: 1 << 16, ..Limits::default() };
    let arguments = ["-c".to_owned(), format!("text=$(cat); {script}")].map(OsString::from).to_vec();
    Solver {
        name: name.to_owned(),
        program: "/bin/sh".into(),
        arguments,
        limits,
        kind: Kind::Formulas,
        work: Work::default(),
    }
}

/// What is learned, and what is to be told, when these are asked.
fn learned(text: &str, found: Vec<Result<Solver, String>>) -> (Outcome, Vec<String>, usize) {
    let system = parse(text, &mut plenty()).expect("it parses");
    let layout = Layout::new(&system, system.alphabet, Kept::Strings);
    let teacher = Teacher::new(&system, layout, &mut plenty()).expect("it is small");
    let mut others = Others::new(found, Duration::from_mins(1));
    let mut second = |teacher: &Teacher, clause: usize, candidate: &[Automaton]| {
        let judgement = others.judge(teacher, clause, candidate);
        if let Judgement::Fails(values) = &judgement {
            assert!(teacher.sample(clause, values).is_some(), "values are a sample");
        }
        judgement
    };
    let (outcome, effort) =
        refine(&teacher, Settings::default(), &mut second, &mut plenty()).expect("it is small");
    (outcome, others.take_notes(), effort.asked)
}

const APART: (&str, &str) = ("\"a\"", "\"b\"");

fn apart(scripts: &[(&str, &str)]) -> (Outcome, Vec<String>, usize) {
    let found = scripts.iter().map(|(name, script)| Ok(scripted(name, script))).collect();
    learned(&system(APART.0, APART.1), found)
}

#[test]
fn two_that_agree_are_heard() {
    let (outcome, notes, asked) = apart(&[("one", "echo unsat"), ("two", "echo unsat")]);
    assert!(matches!(outcome, Outcome::Invariant(_)), "{outcome:?}");
    assert!(notes.is_empty(), "{notes:?}");
    assert!(asked > 0, "the teacher leaves the equation open");
}

#[test]
fn two_that_contradict_each_other_leave_it_open_and_that_is_told() {
    for scripts in [["echo sat", "echo unsat"], ["echo unsat", "echo sat"]] {
        let (outcome, notes, _) = apart(&[("one", scripts[0]), ("two", scripts[1])]);
        assert!(matches!(outcome, Outcome::Open(_)), "{outcome:?}");
        assert!(notes.iter().any(|note| note.contains("contradict each other on clause 3")), "{notes:?}");
    }
}

#[test]
fn a_missing_one_is_told_in_one_sentence() {
    let missing = || Err("there is no second solver".to_owned());
    let found = vec![Ok(scripted("one", "echo unsat")), missing()];
    let (outcome, notes, _) = learned(&system(APART.0, APART.1), found);
    assert!(matches!(outcome, Outcome::Invariant(_)), "a claim, for the checker to judge: {outcome:?}");
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].contains("no second solver") && notes[1].contains("rests on one opinion"), "{notes:?}");
    let (outcome, notes, _) = learned(&system(APART.0, APART.1), vec![missing(), missing()]);
    assert!(matches!(outcome, Outcome::Open(_)), "{outcome:?}");
    assert_eq!(notes, ["there is no second solver"]);
}

#[test]
fn what_is_not_understood_is_no_opinion() {
    for script in
        ["echo unknown", "echo unsat; echo unsat", "exit 1", "echo '(error \"x\")'; echo unsat", "kill -9 $$"]
    {
        let (outcome, notes, _) = apart(&[("one", script)]);
        assert!(matches!(outcome, Outcome::Open(_)), "{script}: {outcome:?}");
        assert_eq!(notes.len(), 1, "{script}: {notes:?}");
    }
}

#[test]
fn values_that_break_nothing_are_no_sample() {
    let lie = r#"echo sat; case "$text" in *get-value*) echo '((x "") (y "abc"))';; esac"#;
    let (outcome, notes, _) = apart(&[("one", lie), ("two", lie)]);
    assert!(matches!(outcome, Outcome::Open(_)), "{outcome:?}");
    assert!(notes.iter().any(|note| note.contains("values of one do not break clause 3")), "{notes:?}");
}

#[test]
fn values_that_break_a_clause_are_a_step_of_a_derivation() {
    // With the same ends the equation has solutions: x and y are equal.
    let truth = r#"echo sat; case "$text" in *get-value*) echo '((x "") (y ""))';; esac"#;
    let found = vec![Ok(scripted("one", truth)), Ok(scripted("two", truth))];
    let (outcome, notes, _) = learned(&system("\"a\"", "\"a\""), found);
    let Outcome::Derivation(steps) = outcome else { panic!("c can be derived: {outcome:?} {notes:?}") };
    let clauses: Vec<usize> = steps.iter().map(|step| step.application.clause).collect();
    assert_eq!(clauses, [0, 2, 3]);
    assert_eq!(steps[1].application.values.get(&Var(0)), Some(&Value::Str(Vec::new())));
}

/// z3 and cvc5, or nothing when one is missing, which is said aloud and is an error under `CI=true`.
fn real() -> Option<Vec<Result<Solver, String>>> {
    let search = std::env::var_os("PATH").unwrap_or_default();
    let limits = Limits { wall: Duration::from_secs(20), processor: 20, ..Limits::default() };
    let z3 = locate(&LocateOptions { named: None, search: search.clone() })
        .ok()
        .map(|path| Solver::z3(path, limits));
    let cvc5 = Solver::by_command("cvc5 --lang smt2 --strings-exp", &search, (Kind::Formulas, limits));
    if z3.is_none() || cvc5.is_none() {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "z3 and cvc5 are needed");
        eprintln!("skipped: z3 or cvc5 is missing");
    }
    Some(vec![Ok(z3?), Ok(cvc5?)])
}

#[test]
fn the_real_solvers_agree() {
    let Some(found) = real() else { return };
    let (outcome, notes, _) = learned(&system(APART.0, APART.1), found.clone());
    assert!(matches!(outcome, Outcome::Invariant(_)), "{outcome:?} {notes:?}");
    assert!(notes.is_empty(), "{notes:?}");
    let (outcome, notes, _) = learned(&system("\"a\"", "\"a\""), found);
    assert!(matches!(outcome, Outcome::Derivation(_)), "{outcome:?} {notes:?}");
    assert!(notes.is_empty(), "{notes:?}");
}

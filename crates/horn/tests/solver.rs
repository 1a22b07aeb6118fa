//! The wall around solvers: whatever one does that is not expected is *unknown*, and what one claims is checked.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::slice::from_ref;
use std::time::Duration;

use automata::Budget;
use horn::build::build;
use horn::ladder::{Means, Solvers};
use horn::op::PredicateId;
use horn::smt::parse;
use horn::solve::{
    Answer, Kind, LocateOptions, Solution, Solver, Unknown, Work, applications, derive, locate, recheck,
    solve,
};
use horn::strategy::{Claim, claim};
use horn::system::HornSystem;
use horn::transform::{inline, slice, to_membership};
use ir::AssertId;
use ir::inline::inline as put_calls_in_place;
use outside::Limits;

fn budget() -> Budget {
    Budget::steps(100_000_000)
}

/// A solver that does what a shell script says.
fn scripted(script: &str) -> Solver {
    let limits = Limits { wall: Duration::from_millis(500), output: 1 << 16, ..Limits::default() };
    let arguments = ["-c", script].map(OsString::from).to_vec();
    Solver {
        name: "script".to_owned(),
        program: "/bin/sh".into(),
        arguments,
        limits,
        kind: Kind::Z3,
        work: Work::default(),
    }
}

/// z3, or nothing when it is missing, which is said aloud and is an error under `CI=true`.
fn z3() -> Option<Solver> {
    let options = LocateOptions { named: None, search: std::env::var_os("PATH").unwrap_or_default() };
    let limits = Limits { wall: Duration::from_secs(20), processor: 20, ..Limits::default() };
    match locate(&options) {
        Ok(path) => Some(Solver::z3(path, limits)),
        Err(why) => {
            assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{why}");
            eprintln!("skipped: {why}");
            None
        }
    }
}

fn system(text: &str) -> HornSystem {
    parse(text, &mut budget()).expect("it parses")
}

/// Strings of `a` as long as a counter says.
const APPEND: &str = r#"
(declare-fun I (String Int) Bool)
(assert (I "" 0))
(assert (forall ((s String) (n Int)) (=> (I s n) (I (str.++ s "a") (+ n 1)))))
(assert (forall ((s String) (n Int)) (=> (and (I s n) (not (= (str.len s) n))) false)))
"#;

const MODEL: &str = "((define-fun I ((x String) (y Int)) Bool (= (str.len x) y)))";

#[test]
fn what_is_expected_is_an_answer() {
    let answer = solve(&mut system(APPEND), &scripted(&format!("echo sat; echo '{MODEL}'")), &mut budget());
    assert!(matches!(answer, Ok(Answer::Safe(_))), "{answer:?}");
    let complaint = r#"echo unsat; echo '(error "line 9 column 10: model is not available")'; exit 1"#;
    assert_eq!(solve(&mut system(APPEND), &scripted(complaint), &mut budget()), Ok(Answer::Unsafe));
}

#[test]
fn whatever_else_a_solver_does_is_unknown() {
    let model = format!("echo '{MODEL}'");
    let bad = [
        // The trap: z3 answers `sat` after a parse error.
        format!(r#"echo '(error "line 2: unknown sort String")'; echo sat; {model}"#),
        format!(r#"echo sat; echo '(error "line 2: something")'; {model}"#),
        "sleep 60".to_owned(),
        "kill -s SEGV $$".to_owned(),
        format!("echo sat; {model}; exit 1"),
        format!("echo sat; {model}; echo more"),
        format!("echo sat; {model}; echo warning >&2"),
        "echo sat".to_owned(),
        "echo sat; echo '()'".to_owned(),
        "echo sat; echo '((define-fun I ((x String)) Bool true))'".to_owned(),
        "echo sat; echo '((define-fun I ((x String) (y Int)) Bool (exists ((z Int)) (= y z))))'".to_owned(),
        "echo unknown".to_owned(),
        "echo timeout".to_owned(),
        "echo unsat; echo sat".to_owned(),
        "head -c 100 /dev/urandom".to_owned(),
        "while :; do echo sat; done".to_owned(),
        "true".to_owned(),
    ];
    for script in bad {
        let answer = solve(&mut system(APPEND), &scripted(&script), &mut budget());
        assert!(answer.is_err(), "{script}: {answer:?}");
    }
    let missing = Solver { program: "/no/such/solver".into(), ..scripted("") };
    let told = solve(&mut system(APPEND), &missing, &mut budget());
    assert_eq!(told, Err(Unknown::because("script cannot be run")));
}

#[test]
fn a_checker_must_say_yes_to_every_clause() {
    let mut system = system(APPEND);
    let Ok(Answer::Safe(solution)) =
        solve(&mut system, &scripted(&format!("echo sat; echo '{MODEL}'")), &mut budget())
    else {
        panic!("the script answers");
    };
    let says = |script: &str| recheck(&mut system.clone(), &solution, &[canaried(script)]).is_ok();
    assert!(says("echo unsat; echo unsat; echo unsat"));
    for script in [
        "echo unsat; echo unsat",
        "echo unsat; echo sat; echo unsat",
        "echo unsat; echo unknown; echo unsat",
        "echo unsat; echo unsat; echo unsat; echo unsat",
        "echo unsat; echo unsat; echo unsat; exit 1",
        "echo unsat; echo '(error \"x\")'; echo unsat; echo unsat",
        "true",
    ] {
        assert!(!says(script), "{script}");
    }
    let nothing = Solution { definitions: BTreeMap::new() };
    assert!(recheck(&mut system, &nothing, &[canaried("echo unsat; echo unsat; echo unsat")]).is_err());
}

/// A script that knows what is known, and says this of what is not.
fn canaried(script: &str) -> Solver {
    let known = "echo sat; echo unsat; echo sat; echo unsat";
    patient(&format!("{known}; {script}; {known}"))
}

/// A script that has time, also on a machine that is busy.
fn patient(script: &str) -> Solver {
    let limits = Limits { wall: Duration::from_secs(20), output: 1 << 16, ..Limits::default() };
    Solver { limits, ..scripted(script) }
}

/// Solvers that say yes to everything, no to everything, or something else, in as many lines as there are questions.
#[test]
fn who_gets_known_answers_wrong_is_not_believed() {
    let mut system = system(APPEND);
    let script = format!("echo sat; echo '{MODEL}'");
    let Ok(Answer::Safe(solution)) = solve(&mut system, &patient(&script), &mut budget()) else {
        panic!("the script answers");
    };
    let wrong = "gives wrong answers to questions whose answers are known";
    for word in ["unsat", "sat", "unknown", "garbage", "(free)"] {
        let all = format!("grep -o check-sat | sed 's/.*/{word}/'");
        let said = recheck(&mut system, &solution, &[patient(&all)]);
        assert_eq!(said, Err(Unknown::because(format!("script {wrong}"))), "{word}");
    }
    let hangs = recheck(&mut system, &solution, &[scripted("sleep 100")]);
    assert_eq!(hangs, Err(Unknown::because("script did not answer in time")));
    for (script, told) in [
        ("yes unsat", "script wrote too much"),
        ("sleep 100 & sleep 100 & echo unsat", &format!("script {wrong}")),
        ("kill -s SEGV $$", "script was ended by signal 11"),
        ("printf '\\377'", "script said what is not understood"),
    ] {
        let said = recheck(&mut system, &solution, &[patient(script)]);
        assert_eq!(said, Err(Unknown::because(told)), "{script}");
    }
}

#[test]
fn a_second_solver_is_named_or_refutes() {
    let mut system = system(APPEND);
    let script = format!("echo sat; echo '{MODEL}'");
    let Ok(Answer::Safe(solution)) = solve(&mut system, &patient(&script), &mut budget()) else {
        panic!("the script answers");
    };
    let yes = Solver { name: "one".to_owned(), ..canaried("echo unsat; echo unsat; echo unsat") };
    let mut with = |second: &str| {
        let second = Solver { name: "two".to_owned(), ..canaried(second) };
        recheck(&mut system, &solution, &[yes.clone(), second]).map(|confirmed| confirmed.by)
    };
    assert_eq!(with("echo unsat; echo unsat; echo unsat").as_deref(), Ok("one and two"));
    assert_eq!(with("echo unsat; echo unknown; echo unsat").as_deref(), Ok("one"));
    assert_eq!(with("echo unsat; echo unsat").as_deref(), Ok("one"));
    let refuted = Err(Unknown::because("two refutes a clause of the solution"));
    assert_eq!(with("echo unsat; echo sat; echo unsat"), refuted);
}

#[test]
fn a_wrong_solution_is_refuted() {
    let Some(z3) = z3() else { return };
    let mut system = system(APPEND);
    for wrong in ["true", "(<= y (str.len x))", "(= y 0)"] {
        let model = format!("((define-fun I ((x String) (y Int)) Bool {wrong}))");
        let script = scripted(&format!("echo sat; echo '{model}'"));
        let Ok(Answer::Safe(solution)) = solve(&mut system, &script, &mut budget()) else {
            panic!("it answers")
        };
        assert!(recheck(&mut system, &solution, from_ref(&z3)).is_err(), "{wrong}");
    }
}

#[test]
fn solutions_and_derivations_of_z3_are_checked() {
    let Some(z3) = z3() else { return };
    let safe = [
        APPEND,
        r#"(declare-fun I (String Int) Bool) (declare-fun J (Int String) Bool)
           (assert (forall ((n Int)) (=> (> n 3) (I "ab" n))))
           (assert (forall ((s String) (n Int) (c String)) (=> (and (I s n) (= (str.len c) 1)) (I (str.++ s c) (+ n 1)))))
           (assert (forall ((s String) (n Int)) (=> (I s n) (J n s))))
           (assert (forall ((s String) (n Int)) (=> (and (J n s) (not (str.prefixof "ab" s))) false)))"#,
    ];
    for text in safe {
        for mut form in forms(&system(text)) {
            let answer = solve(&mut form, &z3, &mut budget());
            let Ok(Answer::Safe(solution)) = answer else { panic!("{text}: {answer:?}") };
            assert!(recheck(&mut form, &solution, from_ref(&z3)).is_ok(), "{text}");
        }
    }
    let open = APPEND.replace("(not (= (str.len s) n))", "(= s \"aaa\")");
    for mut form in forms(&system(&open)) {
        assert_eq!(solve(&mut form, &z3, &mut budget()), Ok(Answer::Unsafe));
        let mut derivation = derive(&mut form, &z3, &mut budget()).expect("there is one");
        assert!(applications(&mut form, &derivation, &z3, &mut budget()).is_ok());
        // A fact that does not follow is found out.
        let at = derivation.facts.len() - 2;
        derivation.facts[at].values[0] = horn::value::Value::Str(vec![97]);
        assert!(applications(&mut form, &derivation, &z3, &mut budget()).is_err());
    }
}

/// The system in all forms.
fn forms(system: &HornSystem) -> Vec<HornSystem> {
    let (inlined, _) = inline(system, &mut budget()).expect("small");
    let (sliced, _) = slice(&inlined);
    let members = to_membership(&sliced, &mut budget()).expect("small");
    vec![system.clone(), inlined, sliced, members]
}

#[test]
fn a_way_back_gives_a_solution_of_the_system_before() {
    let Some(z3) = z3() else { return };
    let text = r#"(declare-fun I (Int String) Bool)
        (assert (forall ((n Int)) (I n "ab")))
        (assert (forall ((s String) (n Int)) (=> (I n s) (I (* n 2) (str.++ s "c")))))
        (assert (forall ((s String) (n Int)) (=> (and (I n s) (not (str.prefixof "ab" s))) false)))"#;
    let mut before = system(text);
    let (mut sliced, way) = slice(&before);
    assert_eq!(sliced.predicates[0].sorts.len(), 1);
    let Ok(Answer::Safe(solution)) = solve(&mut sliced, &z3, &mut budget()) else { panic!("it is safe") };
    // Terms of the new system stand in its own table, so the old system takes that table over.
    before.terms = sliced.terms.clone();
    before.languages = sliced.languages.clone();
    let solution = way.solution(&mut before.terms, &solution);
    assert!(solution.definitions.contains_key(&PredicateId(0)));
    assert!(recheck(&mut before, &solution, from_ref(&z3)).is_ok());
}

fn claimed(text: &str, z3: &Solver) -> Claim {
    let program = ir::sil::parse(text.as_bytes(), "test").expect("it parses");
    let inlined = put_calls_in_place(&program, 10_000).expect("no recursion");
    let built = build(&inlined, &mut budget()).expect("no marks");
    let solvers = Ok(Solvers { finder: z3.clone(), checkers: vec![z3.clone()] });
    let means = Means { solvers, only: None, whole: Duration::from_mins(2) };
    let mut log = Vec::new();
    let claim =
        claim(&program, (&built, &Solution::default()), AssertId(0), &means, (&mut budget(), &mut log));
    assert!(!log.is_empty());
    if let Claim::Violated(run) = &claim {
        let confirmed = verdict::confirm(&program, run.clone(), ir::interp::Limits::default());
        assert!(confirmed.is_ok(), "{text}: {confirmed:?}");
    }
    claim
}

#[test]
fn programs_are_answered_through_their_clauses() {
    let Some(z3) = z3() else { return };
    let safe = [
        "proc main() { s: str := \"ab\"; while (input_int() > 0) { s := s ++ input(); } assert(starts_with(s, \"ab\")); }",
        "proc main() { x: str; y: str; while (input_int() > 0) { x := x ++ \"a\"; y := y ++ \"a\"; } assert(x == y); }",
        "proc main() { s: str := input(); n: int := len(s); t: str := s ++ \"x\"; assert(len(t) == n + 1); }",
    ];
    for text in safe {
        assert!(matches!(claimed(text, &z3), Claim::Holds { .. }), "{text}");
    }
    let violated = [
        "proc main() { s: str := \"ab\"; while (input_int() > 0) { s := input() ++ s; } assert(starts_with(s, \"ab\")); }",
        "proc main() { n: int := input_int(); m: int := n div 3; k: int := n mod 3; assert(m != -2 || k != -1); }",
        "proc main() { s: str := input(); if (index_of(s, \"ab\") == 2 && len(s) < 5) { assert(charat(s, 0) != \"z\"); } }",
        "proc main() { s: str := input(/[0-9]+/); n: int := to_int(s); assert(n != 17); }",
    ];
    for text in violated {
        let claim = claimed(text, &z3);
        assert!(matches!(claim, Claim::Violated(_)), "{text}: {claim:?}");
    }
    // What solvers cannot say is not told: a reversed string is any string for them.
    let given_up = "proc main() { s: str := input(/ab/); t: str := reverse(s); assert(t == \"ba\"); }";
    assert!(matches!(claimed(given_up, &z3), Claim::Unknown(_)));
    let beyond = "proc main() { s: str := input(); assert(s not in /[\\u{30000}-\\u{10ffff}]+/); }";
    assert!(matches!(claimed(beyond, &z3), Claim::Unknown(_)));
}

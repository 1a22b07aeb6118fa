//! The ladder for systems: what each rung decides, what is believed, and what is refused.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::Duration;

use automata::Budget;
use horn::attempt::Strategy;
use horn::checked::{Verdict, confirmed, replayed};
use horn::inductive::inductive;
use horn::ladder::{Decided, Means, Solvers, decide};
use horn::lemmas::{Guesses, kept, templates, unrefuted};
use horn::op::PredicateId;
use horn::profiles::Derivation;
use horn::sample::{Samples, sample};
use horn::smt::parse;
use horn::solve::{Answer, Kind, LocateOptions, Solution, Solver, Work, locate, solve};
use horn::system::HornSystem;
use horn::value::{Value, evaluate};
use outside::Limits;

fn budget() -> Budget {
    Budget::steps(50_000_000)
}

fn system(text: &str) -> HornSystem {
    parse(text, &mut budget()).expect("it parses")
}

/// A solver that does what a shell script says.
fn scripted(script: &str) -> Solver {
    let limits = Limits { wall: Duration::from_millis(300), output: 1 << 16, ..Limits::default() };
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

fn means(solver: Option<&Solver>) -> Means {
    let solvers = solver.map(|solver| Solvers { finder: solver.clone(), checkers: vec![solver.clone()] });
    Means { solvers: solvers.ok_or("nobody was named".to_owned()), only: None, whole: Duration::from_mins(2) }
}

fn decided(text: &str, means: &Means) -> (Option<Decided>, Vec<String>) {
    let mut log = Vec::new();
    let decided = decide(&system(text), means, (&mut budget(), &mut log));
    (decided.ok(), log)
}

/// Keys and commas: no two commas meet.
const KEYS: &str = r#"(declare-fun I (String) Bool)
    (assert (I "k"))
    (assert (forall ((s String)) (=> (I s) (I (str.++ s ",k")))))
    (assert (forall ((s String)) (=> (and (I s) (str.contains s ",,")) false)))"#;

/// A string copied character by character.
const COPY: &str = r#"(declare-fun I (String Int String) Bool)
    (assert (forall ((s String)) (I s 0 "")))
    (assert (forall ((s String) (i Int) (t String))
        (=> (and (I s i t) (< i (str.len s))) (I s (+ i 1) (str.++ t (str.at s i))))))
    (assert (forall ((s String) (i Int) (t String)) (=> (and (I s i t) (>= i (str.len s)) (not (= s t))) false)))"#;

/// A string that is turned around keeps its length.
const REVERSED: &str = r#"(declare-fun I (String String String) Bool)
    (assert (forall ((s String)) (I s s "")))
    (assert (forall ((s String) (u String) (t String)) (=> (and (I s u t) (> (str.len u) 0))
        (I s (str.substr u 1 (- (str.len u) 1)) (str.++ (str.at u 0) t)))))
    (assert (forall ((s String) (t String)) (=> (and (I s "" t) (not (= (str.len s) (str.len t)))) false)))"#;

/// Strings of `a` as long as a counter says.
const APPEND: &str = r#"(declare-fun I (String Int) Bool)
    (assert (I "" 0))
    (assert (forall ((s String) (n Int)) (=> (I s n) (I (str.++ s "a") (+ n 1)))))
    (assert (forall ((s String) (n Int)) (=> (and (I s n) (not (= (str.len s) n))) false)))"#;

#[test]
fn what_is_regular_is_decided_and_checked_without_a_solver() {
    let broken = KEYS.replace("\",k\"", "\"k,\"").replace("\",,\"", "\"k,k,k\"");
    let two = KEYS.replace("(I \"k\"))", "(I \"k\"))\n(assert (I \"\"))");
    for (text, safe) in [(KEYS, true), (&two, true), (&broken, false)] {
        let (decided, log) = decided(text, &means(None));
        let decided = decided.unwrap_or_else(|| panic!("{text}: {log:?}"));
        assert_eq!(matches!(decided.checked.verdict(), Verdict::Safe), safe, "{text}");
        assert!(!decided.checked.rests_on_solver());
        assert_eq!(decided.strategy, Strategy::Profiles);
    }
    let (none, log) = decided(APPEND, &means(None));
    assert!(none.is_none());
    assert!(log.iter().any(|line| line.contains("nobody was named")), "{log:?}");
}

#[test]
fn small_values_find_violations_that_classes_leave_open() {
    let text = APPEND.replace("(not (= (str.len s) n))", "(= (+ (str.len s) n) 6)");
    let (decided, log) = decided(&text, &means(None));
    let decided = decided.unwrap_or_else(|| panic!("{log:?}"));
    assert_eq!(decided.strategy, Strategy::Samples);
    assert!(matches!(decided.checked.verdict(), Verdict::Unsafe(derivation) if derivation.steps.len() == 5));
}

#[test]
fn lemmas_decide_what_a_solver_alone_does_not() {
    let Some(z3) = z3() else { return };
    for text in [COPY, REVERSED] {
        let only = Means { only: Some(Strategy::Lemmas), ..means(Some(&z3)) };
        let (decided, log) = decided(text, &only);
        let decided = decided.unwrap_or_else(|| panic!("{log:?}"));
        assert_eq!(decided.checked.verdict(), &Verdict::Safe);
        assert!(decided.checked.rests_on_solver() && !decided.facts.is_empty());
    }
    for strategy in ["native", "free", "ghosts=alone", "ghosts=length"] {
        let only = Means { only: Some(strategy.parse().expect("a strategy")), ..means(Some(&z3)) };
        let (decided, log) = decided(APPEND, &only);
        assert!(decided.is_some(), "{strategy}: {log:?}");
    }
}

#[test]
fn encodings_find_violations_of_the_system_before() {
    let Some(z3) = z3() else { return };
    let text = APPEND.replace("(not (= (str.len s) n))", "(= s \"aaa\")");
    for encoding in ["ghosts=length", "order=first,ghosts=none", "order=variable,ghosts=profiles"] {
        let only = Means { only: Some(encoding.parse().expect("an encoding")), ..means(Some(&z3)) };
        let (decided, log) = decided(&text, &only);
        let decided = decided.unwrap_or_else(|| panic!("{encoding}: {log:?}"));
        assert!(matches!(decided.checked.verdict(), Verdict::Unsafe(_)), "{encoding}");
        assert!(!decided.checked.rests_on_solver());
    }
}

#[test]
fn a_wrong_lemma_is_refused_before_it_is_used() {
    let Some(z3) = z3() else { return };
    let mut system = system(APPEND);
    let id = PredicateId(0);
    let all: Guesses = BTreeMap::from([(id, templates(&mut system, id))]);
    // Nothing refutes them beforehand: the solver has to.
    let lemmas = kept(&mut system, &all, &z3).expect("z3 answers");
    let lemma = lemmas.definitions[&id];
    let facts = sample(&system, &mut budget()).expect("small").facts[0].clone();
    assert!(facts.len() > 10);
    for fact in facts {
        let values = (0..).map(horn::terms::Var).zip(fact).collect();
        assert_eq!(evaluate(&system, &[lemma], &values), Some(vec![Value::Bool(true)]));
    }
    // A solver that confirms everything makes lemmas that are wrong, and then the recheck is not passed.
    let liar = scripted(
        "grep -c check-sat | { read n; i=0; while [ $i -lt $n ]; do echo unsat; i=$((i+1)); done; }",
    );
    let wrong = kept(&mut system, &all, &liar).expect("it answers");
    let honest = kept(&mut system, &all, &z3).expect("z3 answers");
    assert_ne!(wrong, honest);
    assert!(confirmed(&mut system, &wrong, &[z3], &mut budget()).is_err());
    for garbage in
        ["echo unsat", "echo maybe; echo maybe", "sleep 9", "kill -s SEGV $$", "echo '(error \"x\")'"]
    {
        assert!(kept(&mut system, &all, &scripted(garbage)).is_err(), "{garbage}");
    }
    // Facts refute most guesses without a solver.
    let samples = sample(&system, &mut budget()).expect("small");
    let left = unrefuted(&system, all.clone(), &samples, &mut budget()).expect("small");
    assert!(left[&id].len() < all[&id].len());
    let none = Samples { facts: vec![Vec::new()], violation: None };
    assert_eq!(unrefuted(&system, all.clone(), &none, &mut budget()), Ok(all));
}

#[test]
fn whatever_a_solver_does_wrong_the_ladder_says_nothing() {
    let model = "((define-fun I ((x String) (y Int)) Bool true))";
    let bad = [
        format!(r#"echo '(error "line 2: unknown sort String")'; echo sat; echo '{model}'"#),
        format!("echo sat; echo '{model}'"),
        "echo unsat".to_owned(),
        "echo unknown".to_owned(),
        "sleep 60".to_owned(),
        "kill -s SEGV $$".to_owned(),
        "head -c 100 /dev/urandom".to_owned(),
    ];
    for script in bad {
        let (none, log) = decided(APPEND, &means(Some(&scripted(&script))));
        assert!(none.is_none(), "{script}: {log:?}");
        assert!(log.len() > 5, "{log:?}");
    }
    let missing = Solver { program: "/no/such/solver".into(), ..scripted("") };
    assert!(decided(APPEND, &means(Some(&missing))).0.is_none());
}

#[test]
fn a_forged_derivation_is_refused() {
    let text = APPEND.replace("(not (= (str.len s) n))", "(= n 3)");
    let system = system(&text);
    let good = sample(&system, &mut budget()).expect("small").violation.expect("there is one");
    assert!(replayed(&system, good.clone()).is_ok());
    let count = good.steps.len();
    let forged = |change: &dyn Fn(&mut Derivation)| {
        let mut derivation = good.clone();
        change(&mut derivation);
        replayed(&system, derivation).is_err()
    };
    assert!(forged(&|derivation| derivation.steps.clear()));
    assert!(forged(&|derivation| derivation.steps.truncate(count - 1)));
    assert!(forged(&|derivation| _ = derivation.steps.remove(1)));
    assert!(forged(&|derivation| derivation.steps[1].clause = 0));
    assert!(forged(&|derivation| derivation.steps[1].clause = 99));
    assert!(forged(&|derivation| derivation.steps[2].premises = vec![2]));
    assert!(forged(&|derivation| derivation.steps[2].premises.clear()));
    assert!(forged(&|derivation| derivation.steps[count - 1].assignment.clear()));
    assert!(forged(&|derivation| derivation.steps[0].conclusion = None));
    assert!(forged(&|derivation| {
        let conclusion = derivation.steps[1].conclusion.as_mut().expect("it is a fact");
        conclusion.1[1] = Value::Int(7);
    }));
    assert!(forged(&|derivation| {
        let last = derivation.steps[count - 1].assignment.values_mut().next().expect("a variable");
        *last = Value::Bool(true);
    }));
}

/// Definitions of `I` as a solver would write them.
fn defined(system: &mut HornSystem, formula: &str) -> Solution {
    let model = format!("echo sat; echo '((define-fun I ((x String)) Bool {formula}))'");
    match solve(system, &scripted(&model), &mut budget()) {
        Ok(Answer::Safe(solution)) => solution,
        other => panic!("{formula}: {other:?}"),
    }
}

/// Every definition of a list that our own check accepts contains every fact, and no query is derivable then; over all
/// systems made of these parts.
#[test]
fn our_own_check_accepts_nothing_that_facts_refute() {
    let starts = ["\"\"", "\"a\"", "\"ab\""];
    let steps =
        ["(str.++ s \"ab\")", "(str.++ \"b\" s)", "(str.substr s 1 (- (str.len s) 1))", "(str.++ s s)"];
    let queries =
        ["(str.contains s \"bb\")", "(= s \"ba\")", "(= (mod (str.len s) 2) 1)", "(str.prefixof \"b\" s)"];
    let definitions = [
        "true",
        "(not (= x \"ba\"))",
        "(str.in_re x (re.* (str.to_re \"ab\")))",
        "(= (mod (str.len x) 2) 0)",
        "(or (= x \"a\") (str.in_re x (re.* (str.to_re \"ab\"))))",
        "(not (str.contains x \"bb\"))",
        "(not (str.prefixof \"b\" x))",
        "(str.in_re x (re.* (str.to_re \"b\")))",
    ];
    let (mut accepted, mut refused) = (0, 0);
    for start in starts {
        for step in steps {
            for query in queries {
                let text = format!(
                    "(declare-fun I (String) Bool) (assert (I {start}))
                     (assert (forall ((s String)) (=> (I s) (I {step}))))
                     (assert (forall ((s String)) (=> (and (I s) {query}) false)))"
                );
                let mut system = system(&text);
                let samples = sample(&system, &mut budget()).expect("small");
                for definition in definitions {
                    let solution = defined(&mut system, definition);
                    if !inductive(&system, &solution, &mut budget()).expect("small") {
                        refused += 1;
                        continue;
                    }
                    accepted += 1;
                    assert!(samples.violation.is_none(), "{text} {definition}");
                    for fact in &samples.facts[0] {
                        let values = BTreeMap::from([(horn::terms::Var(0), fact[0].clone())]);
                        let holds = evaluate(&system, &[solution.definitions[&PredicateId(0)]], &values);
                        assert_eq!(holds, Some(vec![Value::Bool(true)]), "{text} {definition} {fact:?}");
                    }
                }
            }
        }
    }
    assert!(accepted >= 10 && refused > 100, "{accepted} accepted, {refused} refused");
}

#[test]
fn another_solver_is_named_by_a_command_line() {
    let search: OsString = "/bin:/usr/bin".into();
    let limits = Limits { wall: Duration::from_secs(10), ..Limits::default() };
    assert!(Solver::by_command("no-such-solver", &search, (Kind::Formulas, limits)).is_none());
    assert!(Solver::by_command("", &search, (Kind::Formulas, limits)).is_none());
    let named = Solver::by_command("sh -c true", &search, (Kind::Clauses, limits)).expect("there is a shell");
    assert_eq!((named.name.as_str(), named.arguments.len()), ("sh", 2));
    // One that answers, and whose answer is checked by another.
    let model = "((define-fun I ((x String) (y Int)) Bool (= (str.len x) y)))";
    let other = Solver { kind: Kind::Clauses, ..scripted(&format!("echo sat; echo '{model}'")) };
    let only = Some(Strategy::Native);
    let check = |checker: Solver| {
        let solvers = Ok(Solvers { finder: other.clone(), checkers: vec![checker] });
        decided(APPEND, &Means { solvers, only, whole: Duration::from_mins(1) }).0
    };
    assert!(check(Solver { kind: Kind::Formulas, ..scripted("echo sat") }).is_none());
    let line = "cvc5 --incremental --strings-exp";
    if let Some(cvc5) = Solver::by_command(line, &search, (Kind::Formulas, limits)) {
        assert_eq!(check(cvc5).expect("cvc5 checks it").checked.checked_by(), "cvc5");
    } else {
        eprintln!("skipped: cvc5 is not installed");
    }
}

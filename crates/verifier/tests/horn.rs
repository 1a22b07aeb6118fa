//! The Horn engine among the others: what it answers is checked, and without a solver it says so in a sentence.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use verifier::{
    Engine, Engines, Event, Options, Property, SolverOptions, Verdict, sil, verify, verify_watched,
};

fn horn(solver: SolverOptions) -> Options {
    Options { engines: Engines::Horn, solver, ..Options::default() }
}

/// The options with z3, or nothing when it is missing, which is said aloud and is an error under `CI=true`.
fn with_z3() -> Option<Options> {
    let search = std::env::var_os("PATH").unwrap_or_default();
    let time = Duration::from_mins(1);
    let options = horn(SolverOptions { search, question: time, whole: 4 * time, ..SolverOptions::default() });
    let missing = told("proc main() { assert(true); }", &options).unsolved?;
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{missing}");
    eprintln!("skipped: {missing}");
    None
}

fn told(text: &str, options: &Options) -> Property {
    let program = sil::parse(text, "test").expect("it parses");
    verify(&program, options).remove(0)
}

#[test]
fn a_missing_solver_is_one_sentence_and_no_answer() {
    let program =
        sil::parse("proc main() { s: str := input(); assert(s == s); }", "test").expect("it parses");
    let nowhere = SolverOptions { search: "/nowhere".into(), ..SolverOptions::default() };
    let named = SolverOptions { named: Some("/no/such/z3".into()), ..nowhere.clone() };
    let sentences = [
        (nowhere, "no solver was found: install z3, for example by `pip install z3-solver`"),
        (named, "the solver `/no/such/z3` cannot be run"),
    ];
    for (options, sentence) in sentences {
        let mut problems = Vec::new();
        let properties = verify_watched(&program, &horn(options), &mut |event| {
            if let Event::Step(step) = event {
                problems.push((step.engine, step.problem.clone()));
            }
        });
        assert_eq!(problems, [(Engine::Horn, Some(sentence.to_owned()))]);
        assert!(matches!(properties[0].checked.verdict(), Verdict::Unknown(_)));
        assert_eq!(properties[0].unsolved.as_deref(), Some(sentence));
    }
}

#[test]
fn what_a_solver_says_wrongly_is_not_told() {
    // It answers `sat` to everything, and its definitions do not hold.
    let folder = std::env::temp_dir().join(format!("stringent-horn-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder can be made");
    let liar = folder.join("liar");
    fs::write(&liar, "#!/bin/sh\necho sat\necho '()'\n").expect("it can be written");
    let mut mode = fs::metadata(&liar).expect("it is there").permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
    fs::set_permissions(&liar, mode).expect("it can be made a program");
    let options = SolverOptions { named: Some(liar.into_os_string()), ..SolverOptions::default() };
    let property = told("proc main() { s: str := input(); assert(s == \"a\"); }", &horn(options));
    fs::remove_dir_all(&folder).expect("it was made here");
    assert!(matches!(property.checked.verdict(), Verdict::Unknown(_)), "{property:?}");
    assert!(property.unsolved.is_some());
}

#[test]
fn violations_are_replayed_and_name_their_engine() {
    let Some(options) = with_z3() else { return };
    let text = "proc main() { s: str := \"\"; while (input_int() > 0) { s := s ++ input(/[ab]/); } assert(s != \"abb\"); }";
    let property = told(text, &options);
    let Verdict::Violated(run) = property.checked.verdict() else { panic!("{property:?}") };
    assert_eq!(run.inputs.len(), 7);
    assert_eq!(property.engine, Some(Engine::Horn));
}

#[test]
fn what_is_regular_and_arithmetic_is_judged_by_the_checker() {
    let Some(options) = with_z3() else { return };
    // What holds of the text depends on the flag, so there are two cases.
    let by_flag = "proc main() { s: str := \"\"; b: bool := false;
        while (input_int() > 0) { if (b) { s := s ++ \"a\"; b := false; } else { s := s ++ \"b\"; b := true; } }
        assert(!b || ends_with(s, \"b\")); }";
    let property = told(by_flag, &options);
    assert_eq!(property.checked.verdict(), &Verdict::Proved, "{property:?}");
    // Equal strings that are longer for a while are no facts of the checker.
    let by_equality = "proc main() { x: str; y: str;
        while (input_int() > 0) { x := x ++ \"a\"; y := y ++ \"a\"; } assert(x == y); }";
    let property = told(by_equality, &options);
    let Verdict::Rechecked(rechecked) = property.checked.verdict() else { panic!("{property:?}") };
    assert_eq!(rechecked.found_by(), "z3");
    let has_second = outside::find("cvc5".as_ref(), &options.solver.search).is_some();
    assert_eq!(rechecked.checked_by(), if has_second { "z3 and cvc5" } else { "z3" });
}

#[test]
fn examples_that_need_a_solver_are_proved_with_one() {
    let Some(options) = with_z3() else { return };
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/sil");
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("the examples are there") {
        let path = entry.expect("the folder can be read").path();
        let text = fs::read_to_string(&path).expect("it is text");
        if text.starts_with("// safe, with a solver") {
            seen += 1;
            let property = told(&text, &options);
            let verdict = property.checked.verdict();
            assert!(
                matches!(verdict, Verdict::Proved | Verdict::Rechecked(_)),
                "{}: {verdict:?}",
                path.display()
            );
        }
    }
    assert!(seen >= 3, "only {seen} examples need a solver");
}

/// A few of the programs in `examples/horn`, by all engines. `examples/horn/README.md` has the command for all of them.
#[test]
fn programs_and_their_broken_twins_are_told_apart() {
    let Some(options) = with_z3() else { return };
    let options = Options { engines: Engines::All, ..options };
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/horn");
    for name in ["equal_concat", "cut_and_join", "two_equal", "bounded_counter", "trim_left", "copy"] {
        for (name, safe) in [(name.to_owned(), true), (format!("{name}_broken"), false)] {
            let text = fs::read_to_string(folder.join(format!("{name}.sil"))).expect("it is there");
            assert!(text.starts_with(if safe { "// safe\n" } else { "// unsafe\n" }), "{name}");
            let property = told(&text, &options);
            let verdict = property.checked.verdict();
            let right = match verdict {
                Verdict::Proved | Verdict::Rechecked(_) => safe,
                Verdict::Violated(_) => !safe,
                Verdict::Unreachable | Verdict::Unknown(_) => false,
            };
            assert!(right, "{name}: {verdict:?} {:?}", property.unsolved);
        }
    }
}

/// That the form is right is known to the composite analysis alone, that the buffers are equal to the solver alone.
#[test]
fn what_the_analysis_knows_is_a_lemma_for_the_solver() {
    let Some(options) = with_z3() else { return };
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/horn");
    let text = fs::read_to_string(folder.join("never_repaired.sil")).expect("it is there");
    let by = |engines: Engines, seconds: u64| {
        let question = Duration::from_secs(seconds);
        let solver = SolverOptions { question, ..options.solver.clone() };
        let only = Some("lemmas".parse().expect("a strategy"));
        told(&text, &Options { engines, strategy: only, solver, ..options.clone() })
    };
    let together = by(Engines::All, 60);
    assert!(matches!(together.checked.verdict(), Verdict::Rechecked(_)), "{together:?}");
    let alone = by(Engines::Horn, 2);
    assert!(matches!(alone.checked.verdict(), Verdict::Unknown(_)), "{alone:?}");
}

#[test]
fn a_strategy_is_the_only_one_when_it_is_asked_for() {
    let Some(options) = with_z3() else { return };
    let text =
        "proc main() { x: str := input(); y: str := input(); s: str := x ++ y; assert(len(s) >= len(y)); }";
    let program = sil::parse(text, "test").expect("it parses");
    for strategy in ["native", "ghosts=alone"] {
        let only = strategy.parse().expect("a strategy");
        let options = Options { strategy: Some(only), ..options.clone() };
        let mut tried = Vec::new();
        let properties = verify_watched(&program, &options, &mut |event| {
            if let Event::Step(step) = event {
                tried.extend(step.tried.clone());
            }
        });
        assert!(!matches!(properties[0].checked.verdict(), Verdict::Unknown(_)), "{strategy}: {tried:?}");
        assert!(tried.iter().all(|line| line.contains(&only.to_string())) && tried.len() == 1, "{tried:?}");
    }
}

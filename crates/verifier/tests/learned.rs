//! Programs whose loops need a regular invariant: proved by learning alone, and their twins with a mistake refuted.
//!
//! `examples/learned` has a program and its twin `_wrong` for each. At least half of the programs are out of reach of the
//! composite analysis. Every proof has been accepted by the checker, every violation replayed: nothing else is told.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use verifier::{
    Engines, Event, Options, Property, SolverOptions, Strategy, Verdict, sil, verify, verify_watched,
};

/// Invariants have at most so many states.
const MOST_STATES: usize = 8;

/// The texts of the programs by name, in the order of names: those that are safe, or their twins.
fn programs(expected: &str) -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/learned");
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("the programs are there") {
        let path = entry.expect("the folder can be read").path();
        let text = fs::read_to_string(&path).expect("it is text");
        if text.lines().next() == Some(expected) {
            all.push((path.file_stem().expect("it has a name").to_string_lossy().into_owned(), text));
        }
    }
    all.sort();
    all
}

fn asked(name: &str, text: &str, engines: Engines) -> Vec<Property> {
    let program = sil::parse(text, name).expect("a program parses");
    verify(&program, &Options { engines, ..Options::default() })
}

/// What an engine has tried, in words.
fn tried(name: &str, text: &str, options: &Options) -> (Vec<Property>, Vec<String>) {
    let program = sil::parse(text, name).expect("a program parses");
    let mut all = Vec::new();
    let properties = verify_watched(&program, options, &mut |event| match event {
        Event::Step(step) => all.extend(step.tried.iter().cloned()),
        Event::Settled(_) | Event::Accepted(_) => {}
    });
    (properties, all)
}

fn is_violated(property: &Property) -> bool {
    matches!(property.checked.verdict(), Verdict::Violated(_))
}

fn is_proved(property: &Property) -> bool {
    matches!(property.checked.verdict(), Verdict::Proved)
}

#[test]
fn learning_proves_every_program_and_half_of_them_need_it() {
    let programs = programs("// safe");
    assert!(programs.len() >= 30, "only {} programs", programs.len());
    let mut out_of_reach = 0;
    for (name, text) in &programs {
        for property in asked(name, text, Engines::Learn) {
            assert!(is_proved(&property), "{name}: {:?}", property.checked.verdict());
        }
        out_of_reach += usize::from(!asked(name, text, Engines::Composite).iter().all(is_proved));
    }
    assert!(2 * out_of_reach >= programs.len(), "{out_of_reach} of {}", programs.len());
}

#[test]
fn learning_refutes_every_twin() {
    let safe = programs("// safe");
    let twins = programs("// unsafe");
    let names: Vec<String> = safe.iter().map(|(name, _)| format!("{name}_wrong")).collect();
    assert!(twins.iter().map(|(name, _)| name).eq(&names), "every program has its twin");
    for (name, text) in &twins {
        let properties = asked(name, text, Engines::Learn);
        assert!(properties.iter().any(is_violated), "{name}");
    }
}

#[test]
fn learned_invariants_are_small() {
    let options = Options { engines: Engines::Learn, ..Options::default() };
    for (name, text) in &programs("// safe") {
        let (_, tried) = tried(name, text, &options);
        let told =
            tried.iter().find_map(|line| line.split("an invariant of ").nth(1)?.split(" states").next());
        let sizes: Vec<usize> =
            told.expect("it is told").split(" + ").map(|size| size.parse().expect("a number")).collect();
        assert!(sizes.iter().all(|size| *size <= MOST_STATES), "{name}: {sizes:?}");
    }
}

/// Where z3 and cvc5 are; nothing when one is missing, which is said aloud and is an error under `CI=true`.
fn solvers() -> Option<SolverOptions> {
    let search = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |name: &str| std::env::split_paths(&search).any(|folder| folder.join(name).is_file());
    if !is_there("z3") || !is_there("cvc5") {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "z3 and cvc5 are needed");
        eprintln!("skipped: z3 or cvc5 is missing");
        return None;
    }
    Some(SolverOptions { search, ..SolverOptions::default() })
}

#[test]
fn second_opinions_settle_what_the_teacher_leaves_open() {
    let Some(solver) = solvers() else { return };
    for (expected, settled) in [
        ("// safe, with second opinions", is_proved as fn(&Property) -> bool),
        ("// unsafe, with second opinions", is_violated),
    ] {
        let programs = programs(expected);
        assert!(!programs.is_empty());
        for (name, text) in &programs {
            let options = Options { engines: Engines::Learn, solver: solver.clone(), ..Options::default() };
            let (properties, log) = tried(name, text, &options);
            assert!(properties.iter().all(settled), "{name}: {log:?}");
            let alone = Options { solver: SolverOptions::default(), ..options };
            let (properties, log) = tried(name, text, &alone);
            assert!(!properties.iter().any(settled), "{name} needs no second opinion");
            assert!(log.iter().any(|line| line.contains("no solver was found")), "{name}: {log:?}");
        }
    }
}

#[test]
fn a_derivation_that_is_no_run_is_told_with_its_interpolants() {
    let text = r#"alphabet byte
proc main() {
  s: str := ""; n: int := 0;
  while (input(/[01]/) == "1") { s := s ++ "a"; n := n + 1; }
  if (n == 0) { assert(s == ""); }
}"#;
    let options = Options { engines: Engines::Learn, ..Options::default() };
    let (properties, log) = tried("counted", text, &options);
    assert!(properties.iter().all(is_proved), "{log:?}");
    let first = log.iter().find(|line| line.contains("is no run")).expect("strings alone do not suffice");
    assert!(first.contains("strings are not to blame"), "{first}");
}

/// Steps that suffice where little has to be learned.
const FEW: u64 = 30_000_000;

/// Whether a solver's word was enough, or the checker's.
fn is_held(property: &Property) -> bool {
    matches!(property.checked.verdict(), Verdict::Proved | Verdict::Rechecked(_))
}

#[test]
fn what_strings_exclude_helps_a_solver_with_integers() {
    let Some(solver) = solvers() else { return };
    let programs = programs("// safe, with a solver");
    assert!(!programs.is_empty());
    for (name, text) in &programs {
        for engines in [Engines::Composite, Engines::Profiles, Engines::Learn] {
            let options = Options { engines, steps: FEW, ..Options::default() };
            assert!(!tried(name, text, &options).0.iter().all(is_proved), "{name} needs no solver");
        }
        for (strategy, expected) in
            [(Strategy::Learned, "its query is set aside"), (Strategy::Paper, "switch to learning")]
        {
            let options = Options {
                engines: Engines::Horn,
                steps: FEW,
                solver: SolverOptions { question: Duration::from_secs(10), ..solver.clone() },
                strategy: Some(strategy),
                ..Options::default()
            };
            let (properties, log) = tried(name, text, &options);
            assert!(properties.iter().all(is_held), "{name} by {strategy}: {log:?}");
            assert!(log.iter().any(|line| line.contains(expected)), "{name} by {strategy}: {log:?}");
        }
    }
    for (name, text) in &self::programs("// unsafe, with a solver") {
        let options = Options { engines: Engines::All, solver: solver.clone(), ..Options::default() };
        let (properties, log) = tried(name, text, &options);
        assert!(properties.iter().all(is_violated), "{name}: {log:?}");
    }
}

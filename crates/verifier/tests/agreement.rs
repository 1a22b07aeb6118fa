//! Engines never contradict each other, and a smaller budget only turns an answer into *unknown*.
//!
//! Random programs and the examples are verified by each engine, in each analysis, with several budgets. No assertion
//! is proved by one and violated by another, and none that a run by chance violates is proved.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use automata::Alphabet;
use ir::generate;
use ir::interp::{Limits, Random, run};
use verifier::{Analysis, Engines, Options, Program, SolverOptions, Verdict, sil, verify};

const PROGRAMS: u64 = 400;

/// A solver takes its time, so these are few, unless `STRINGENT_PROGRAMS` says how many.
fn horn_programs() -> u64 {
    std::env::var("STRINGENT_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(20)
}

/// An answer without its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Holds,
    Unreachable,
    Fails,
    Unknown,
}

const WAYS: [(Engines, Analysis); 7] = [
    (Engines::Composite, Analysis::Combined),
    (Engines::Sizes, Analysis::Combined),
    (Engines::Contents, Analysis::Combined),
    (Engines::Composite, Analysis::String),
    (Engines::Composite, Analysis::Size),
    (Engines::Refute, Analysis::Combined),
    (Engines::Profiles, Analysis::Combined),
];

fn answers(program: &Program, (engines, analysis): (Engines, Analysis), steps: u64) -> Vec<Answer> {
    let options = Options { engines, analysis, steps, ..Options::default() };
    verify(program, &options).iter().map(|property| answer(property.checked.verdict())).collect()
}

fn answer(verdict: &Verdict) -> Answer {
    match verdict {
        Verdict::Proved | Verdict::Rechecked(_) => Answer::Holds,
        Verdict::Unreachable => Answer::Unreachable,
        Verdict::Violated(_) => Answer::Fails,
        Verdict::Unknown(_) => Answer::Unknown,
    }
}

/// Compares all ways to answer, with ascending budgets; counts the answers.
fn agree(name: &str, program: &Program, budgets: &[u64]) -> [usize; 2] {
    let mut known = vec![Answer::Unknown; program.assertions.len()];
    for way in WAYS {
        let mut before = vec![Answer::Unknown; known.len()];
        for &steps in budgets {
            let now = answers(program, way, steps);
            for (at, (&less, &more)) in before.iter().zip(&now).enumerate() {
                let place = format!("{name}, assertion {at}, {way:?}, {steps} steps");
                // More steps may also show that no run gets to what holds anyway.
                let is_sharper = (less, more) == (Answer::Holds, Answer::Unreachable);
                let agrees = less == Answer::Unknown || less == more || is_sharper;
                assert!(agrees, "{place}: {less:?}, then {more:?}");
                let contrary = matches!(
                    (known[at], more),
                    (Answer::Holds | Answer::Unreachable, Answer::Fails)
                        | (Answer::Fails, Answer::Holds | Answer::Unreachable)
                );
                assert!(!contrary, "{place}: {more:?}, but {:?}\n{}", known[at], sil::print(program));
                if more != Answer::Unknown {
                    known[at] = more;
                }
            }
            before = now;
        }
    }
    for seed in 0..8 {
        let limits = Limits { steps: 1_000, ..Limits::default() };
        for violation in run(program, &mut Random::new(seed), limits).violations {
            let claimed = known[violation.assertion.index()];
            let refuted = matches!(claimed, Answer::Holds | Answer::Unreachable);
            assert!(!refuted, "{name}: {claimed:?}, but {violation:?}\n{}", sil::print(program));
        }
    }
    let count = |wanted| known.iter().filter(|&&answer| answer == wanted).count();
    [count(Answer::Holds), count(Answer::Fails)]
}

#[test]
fn on_random_programs() {
    let mut total = [0, 0];
    for seed in 0..PROGRAMS {
        let program = generate::program(seed, 2 + (seed % 9) as u32, Alphabet::up_to(127));
        let counts = agree(&format!("seed {seed}"), &program, &[300, 10_000, 300_000]);
        total = [total[0] + counts[0], total[1] + counts[1]];
    }
    assert!(total[0] > 100 && total[1] > 100, "too few answers: {total:?}");
}

/// The Horn engine with z3 on random programs: what it says is compared with what the others say.
#[test]
fn horn_on_random_programs() {
    let search = std::env::var_os("PATH").unwrap_or_default();
    let (question, whole) = (Duration::from_millis(900), Duration::from_secs(3));
    let solver = SolverOptions { search, question, whole, ..SolverOptions::default() };
    let horn = Options { engines: Engines::Horn, solver, steps: 2_000_000, ..Options::default() };
    let mut total = [0, 0];
    for seed in 0..horn_programs() {
        let program = generate::program(seed, 2 + (seed % 5) as u32, Alphabet::up_to(127));
        let others = [(Engines::Composite, Analysis::Combined), (Engines::Refute, Analysis::Combined)];
        let others = others.map(|way| answers(&program, way, 300_000));
        for (at, property) in verify(&program, &horn).iter().enumerate() {
            let said = answer(property.checked.verdict());
            let holds = |answer: Answer| matches!(answer, Answer::Holds | Answer::Unreachable);
            for other in others.iter().map(|other| other[at]) {
                let contrary = holds(said) && other == Answer::Fails || said == Answer::Fails && holds(other);
                assert!(
                    !contrary,
                    "seed {seed}, assertion {at}: {said:?}, {other:?}\n{}",
                    sil::print(&program)
                );
            }
            total[0] += usize::from(holds(said));
            total[1] += usize::from(said == Answer::Fails);
        }
    }
    let has_solver = std::env::var_os("CI").is_some_and(|ci| ci == "true");
    assert!(!has_solver || (total[0] > 3 && total[1] > 3), "too few answers: {total:?}");
    println!("{total:?} of the Horn engine");
}

#[test]
fn on_the_examples() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/sil");
    let entries = fs::read_dir(folder).expect("the examples are there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    for path in paths {
        let text = fs::read_to_string(&path).expect("an example is text");
        let name = path.to_string_lossy();
        let program = sil::parse(&text, &name).expect("an example parses");
        agree(&name, &program, &[1_000, 100_000, 5_000_000]);
    }
}

//! Every state of every run lies in the abstract state of its label.
//!
//! Random programs are analysed and run. This finds an unsound transfer long before an assertion would. The
//! certificate of each analysis is also given to the checker, and what that calls proved no run may violate. A program
//! that fails is made smaller before it is printed.

mod budgets;
mod parts;
mod shrink;

use automata::{Alphabet, Budget};
use composite::{AbstractState, Analysis, Fixpoint, Settings};
use ir::generate;
use ir::inline::inline;
use ir::interp::{Frame, Limits, Random, Site, run_observed};
use ir::{AssertId, Program, Quantity, StrVar};
use verdict::check::{Proof, check};

/// All programs, in four shares that run side by side.
const PROGRAMS: u64 = 20_000;
const SHARES: u64 = 4;
const RUNS: u64 = 4;
const LIMITS: Limits = Limits { steps: 200, length: 2_000, characters: 10_000, depth: 1, search: 20_000 };

/// Half of the analyses are combined. Some must do with few steps, so that what is done coarsely is tested too.
fn settings(seed: u64) -> Settings {
    let analyses = [Analysis::Combined, Analysis::Size, Analysis::Combined, Analysis::String];
    Settings {
        analysis: analyses[(seed / SHARES % 4) as usize],
        steps_a_transfer: [20, 500, 20_000, 20_000, 20_000][(seed % 5) as usize],
        delay: 1 + (seed % 2) as u32,
        ..Settings::default()
    }
}

/// What of a concrete state the abstract one does not allow.
fn outside(fixpoint: &Fixpoint, state: &AbstractState, frame: &Frame) -> Option<String> {
    for (var, language) in (0..).map(StrVar).zip(&state.strings) {
        if !language.contains(frame.string(var)) {
            return Some(format!("string {} = {:?}", var.0, frame.string(var)));
        }
    }
    for (quantities, set) in fixpoint.packs.all().iter().zip(&state.packs) {
        let value = |quantity: &Quantity| match quantity {
            Quantity::Var(var) => i64::try_from(frame.integer(*var)).ok(),
            Quantity::Length(var) => i64::try_from(frame.string(*var).len()).ok(),
        };
        let tuple: Option<Vec<i64>> = quantities.iter().map(value).collect();
        if tuple.as_ref().is_some_and(|tuple| !set.contains(tuple)) {
            return Some(format!("numbers {quantities:?} = {tuple:?}"));
        }
    }
    for (var, value) in (0..).map(ir::BoolVar).zip(&state.booleans) {
        if value.is_some_and(|value| value != frame.boolean(var)) {
            return Some(format!("boolean {} = {}", var.0, frame.boolean(var)));
        }
    }
    if let Some(what) = parts::part_outside(state, frame) {
        return Some(what);
    }
    let unequal = state.equal.iter().find(|&&(a, b)| frame.string(a) != frame.string(b));
    unequal.map(|(a, b)| format!("strings {} and {} differ", a.0, b.0))
}

/// What was found out about a program that is contained.
#[derive(Default)]
struct Outcome {
    analysed: bool,
    /// What the accepted certificate says of each assertion.
    proofs: Option<Vec<(AssertId, Proof)>>,
}

/// What is wrong with the analysis of a program, if anything.
fn judged(program: &Program, seed: u64, settings: &Settings) -> Result<Outcome, String> {
    let mut budget = Budget::steps(2_000_000);
    let Ok(fixpoint) = composite::analyse(program, settings, &mut budget) else {
        return Ok(Outcome::default());
    };
    let mut violations = Vec::new();
    for number in 0..RUNS {
        let mut wrong = None;
        let mut look = |site: Site, frame: &Frame| {
            let what = match &fixpoint.states[site.label.index()] {
                Some(state) => outside(&fixpoint, state, frame),
                None => Some("a run".to_owned()),
            };
            wrong = wrong.take().or(what.map(|what| format!("label {}: {what}", site.label.0)));
        };
        let run = run_observed(program, &mut Random::new(seed * RUNS + number), LIMITS, &mut look);
        wrong.map_or(Ok(()), Err)?;
        violations.extend(run.violations);
    }
    let certificate = composite::certificate(program, &fixpoint, settings, &mut budget);
    let Ok(proofs) = check(program, &certificate, &mut Budget::steps(400_000)) else {
        return Ok(Outcome { analysed: true, ..Outcome::default() });
    };
    for violation in violations {
        let mut claims = proofs.iter().filter(|(id, _)| *id == violation.assertion);
        if !claims.any(|(_, proof)| *proof == Proof::Open) {
            return Err(format!("assertion {} is proved and violated", violation.assertion.0));
        }
    }
    Ok(Outcome { analysed: true, proofs: Some(proofs) })
}

fn contained(share: u64) {
    let (mut analysed, mut accepted, mut proved) = (0, 0, 0);
    for seed in (share..PROGRAMS).step_by(SHARES as usize) {
        let program = generate::program(seed, 3 + (seed % 12) as u32, Alphabet::up_to(127));
        let Ok(inlined) = inline(&program, 200) else { continue };
        let settings = settings(seed);
        match judged(&inlined.program, seed, &settings) {
            Ok(outcome) => {
                analysed += u64::from(outcome.analysed);
                accepted += u64::from(outcome.proofs.is_some());
                let proofs = outcome.proofs.unwrap_or_default();
                proved += proofs.iter().filter(|(_, proof)| *proof == Proof::Holds).count();
            }
            Err(what) => {
                let small =
                    shrink::smallest(&inlined.program, &|program| judged(program, seed, &settings).is_err());
                let found = judged(&small, seed, &settings).err().unwrap_or(what);
                panic!("seed {seed}, {settings:?}: {found}\n{}", ir::sil::print(&small));
            }
        }
    }
    println!("{analysed} analysed, {accepted} accepted, {proved} assertions proved");
    let all = PROGRAMS / SHARES;
    assert!(analysed * 10 >= all * 9 && accepted * 10 >= analysed * 8, "{accepted} of {analysed} of {all}");
}

#[test]
fn the_first_share() {
    contained(0);
}

#[test]
fn the_second_share() {
    contained(1);
}

#[test]
fn the_third_share() {
    contained(2);
}

#[test]
fn the_fourth_share() {
    contained(3);
}

/// Slices at constant places, tested and then outlived by an assignment: chance meets these too seldom.
#[test]
fn slices_that_are_tested() {
    let places = ["prefix(s, 2)", "suffix(s, 1)", "slice(s, 1, 3)", "charat(s, 2)"];
    let changes = ["", "s := s ++ \"a\";", "s := suffix(s, 1);", "t := \"b\";"];
    let tests = ["a?", "b", "(a.)?", "[ab]{0,2}", "()"];
    for (seed, place) in (0..).step_by(16).zip(places) {
        for (change, test) in changes.iter().flat_map(|change| tests.map(|test| (change, test))) {
            let body =
                format!("t: str := {place}; {change} if (t in /{test}/) {{ n := 1; }} else {{ n := 2; }}");
            let text = format!(
                "proc main() {{ n: int; s: str := input(/[ab]{{0,4}}/); {body} assert(n == 1); assert(s == t); }}"
            );
            let program = ir::sil::parse(&text, "slices.sil").expect("the program parses");
            for seed in (seed..seed + 160).step_by(16) {
                judged(&program, seed, &settings(seed)).unwrap_or_else(|what| panic!("{what}\n{text}"));
            }
        }
    }
}

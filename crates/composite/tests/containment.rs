//! Every state of every run lies in the abstract state of its label.
//!
//! Random programs are analysed and run. This finds an unsound transfer long before an assertion would. The
//! certificate of each analysis is also given to the checker, and what that calls proved no run may violate.

use automata::{Alphabet, Budget};
use composite::{AbstractState, Analysis, Packs, Settings};
use ir::generate;
use ir::inline::inline;
use ir::interp::{Frame, Limits, Random, run_observed};
use ir::{Program, Quantity, StrVar};
use verdict::check::{Proof, check};

/// Programs a mode of analysis.
const PROGRAMS: u64 = 2_000;
const RUNS: u64 = 6;

fn settings(analysis: Analysis) -> Settings {
    Settings { analysis, steps_a_transfer: 100_000, ..Settings::default() }
}

/// What of a concrete state the abstract one does not allow.
fn outside(packs: &Packs, state: &AbstractState, frame: &Frame) -> Option<String> {
    for (var, language) in (0..).map(StrVar).zip(&state.strings) {
        if !language.contains(frame.string(var)) {
            return Some(format!("string {} = {:?}", var.0, frame.string(var)));
        }
    }
    for (quantities, set) in packs.all().iter().zip(&state.packs) {
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
    let unequal = state.equal.iter().find(|&&(a, b)| frame.string(a) != frame.string(b));
    unequal.map(|(a, b)| format!("strings {} and {} differ", a.0, b.0))
}

fn contained(program: &Program, seed: u64, settings: &Settings) -> Option<Vec<(ir::AssertId, Proof)>> {
    let analysis = settings.analysis;
    let mut budget = Budget::steps(20_000_000);
    let fixpoint = composite::analyse(program, settings, &mut budget).ok()?;
    for number in 0..RUNS {
        let mut oracle = Random::new(seed * RUNS + number);
        let limits = Limits { steps: 400, ..Limits::default() };
        run_observed(program, &mut oracle, limits, &mut |site, frame| {
            let what = match &fixpoint.states[site.label.index()] {
                Some(state) => outside(&fixpoint.packs, state, frame),
                None => Some("a run".to_owned()),
            };
            if let Some(what) = what {
                let text = ir::sil::print(program);
                panic!("{analysis:?}, seed {seed}, label {}: {what}\n{text}", site.label.0);
            }
        });
    }
    let certificate = composite::certificate(program, &fixpoint, settings, &mut budget);
    check(program, &certificate, &mut Budget::steps(20_000_000)).ok()
}

fn all_contained(analysis: Analysis) {
    let (mut accepted, mut proved, mut analysed) = (0, 0, 0);
    for seed in 0..PROGRAMS {
        let program = generate::program(seed, 6 + (seed % 20) as u32, Alphabet::up_to(127));
        let Ok(inlined) = inline(&program, 400) else { continue };
        analysed += 1;
        let Some(proofs) = contained(&inlined.program, seed, &settings(analysis)) else { continue };
        accepted += 1;
        proved += proofs.iter().filter(|(_, proof)| *proof == Proof::Holds).count();
        for number in 0..RUNS {
            let mut oracle = Random::new(seed * RUNS + number);
            let run =
                ir::interp::run(&inlined.program, &mut oracle, Limits { steps: 400, ..Limits::default() });
            for violation in run.violations {
                let claim = proofs.iter().filter(|(id, _)| *id == violation.assertion);
                assert!(claim.clone().any(|(_, proof)| *proof == Proof::Open), "seed {seed}: {violation:?}");
            }
        }
    }
    println!("{analysis:?}: {analysed} analysed, {accepted} accepted, {proved} assertions proved");
    assert!(analysed * 10 >= PROGRAMS * 9 && accepted * 2 >= analysed, "{accepted} of {analysed} accepted");
}

#[test]
fn combined() {
    all_contained(Analysis::Combined);
}

#[test]
fn strings_alone() {
    all_contained(Analysis::String);
}

#[test]
fn sizes_alone() {
    all_contained(Analysis::Size);
}

/// Steps a transfer, from so few that nearly everything goes down the ladder.
const TINY: [u64; 4] = [20, 300, 3_000, 20_000];

#[test]
fn tiny_budgets_are_sound_and_only_make_answers_unknown() {
    let (mut lost, mut kept) = (0, 0);
    for seed in 0..PROGRAMS / 5 {
        let program = generate::program(seed, 6 + (seed % 20) as u32, Alphabet::up_to(127));
        let Ok(inlined) = inline(&program, 400) else { continue };
        let full = contained(&inlined.program, seed, &settings(Analysis::Combined));
        let steps_a_transfer = TINY[(seed % 4) as usize];
        let small = Settings { steps_a_transfer, ..settings(Analysis::Combined) };
        let Some((full, small)) = full.zip(contained(&inlined.program, seed, &small)) else { continue };
        for ((id, full), (_, small)) in full.iter().zip(&small) {
            let same = full == small;
            // What no run comes to also holds, and the other way round for nothing.
            let weaker = *small == Proof::Open || (*small == Proof::Holds && *full == Proof::Unreachable);
            assert!(same || weaker, "seed {seed}, assertion {}: {full:?} becomes {small:?}", id.0);
            lost += usize::from(!same);
            kept += usize::from(same && *small != Proof::Open);
        }
    }
    println!("{kept} proofs kept, {lost} lost");
    assert!(kept > 0 && lost > 0, "the budgets are not between enough and too little: {kept}, {lost}");
}

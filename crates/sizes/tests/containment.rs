//! Every state of every run satisfies a case of its label, what is accepted no run violates, and loops over buffers are
//! proved.

use automata::{Alphabet, Budget};
use ir::generate;
use ir::inline::inline;
use ir::interp::{Frame, Limits, Random, Site, run_observed};
use ir::{BoolVar, Program, Quantity};
use sizes::{Grain, Settings};
use verdict::check::{Proof, check};
use verdict::facts::Facts;

const PROGRAMS: u64 = 1_500;
const RUNS: u64 = 4;
const LIMITS: Limits = Limits { steps: 200, length: 2_000, characters: 10_000, depth: 1, search: 20_000 };

/// Whether the facts of a case hold of a concrete state.
fn holds(facts: &Facts, frame: &Frame) -> bool {
    let value = |quantity: Quantity| match quantity {
        Quantity::Var(var) => frame.integer(var),
        Quantity::Length(var) => frame.string(var).len() as i128,
    };
    let booleans = (0..).map(BoolVar).zip(&facts.booleans);
    facts.linear.iter().all(|sum| sum.evaluate(value).is_none_or(|sum| sum <= 0))
        && booleans.into_iter().all(|(var, known)| known.is_none_or(|known| known == frame.boolean(var)))
}

fn settings(seed: u64) -> Settings {
    Settings {
        grain: [Grain::Flags, Grain::Paths, Grain::One][(seed % 3) as usize],
        delay: (seed % 2) as u32 + 1,
        descents: (seed / 3 % 2) as u32,
        visits: 4_000,
        ..Settings::default()
    }
}

#[test]
fn runs_stay_within_the_cases() {
    let (mut analysed, mut accepted, mut proved) = (0, 0, 0);
    for seed in 0..PROGRAMS {
        let program = generate::program(seed, 3 + (seed % 10) as u32, Alphabet::up_to(127));
        let Ok(inlined) = inline(&program, 200) else { continue };
        let program = &inlined.program;
        let Some(fixpoint) = sizes::analyse(program, &settings(seed)) else { continue };
        analysed += 1;
        let certificate = sizes::certificate(program, &fixpoint);
        let proofs = check(program, &certificate, &mut Budget::steps(400_000));
        for number in 0..RUNS {
            let mut look = |site: Site, frame: &Frame| {
                let cases = &certificate.labels[site.label.index()];
                let found = cases.iter().any(|facts| holds(facts, frame));
                assert!(found, "seed {seed}, label {}:\n{}", site.label.0, ir::sil::print(program));
            };
            let run = run_observed(program, &mut Random::new(seed * RUNS + number), LIMITS, &mut look);
            for violation in run.violations {
                let of_it =
                    |(id, proof): &(ir::AssertId, Proof)| *id == violation.assertion && *proof != Proof::Open;
                assert!(!proofs.iter().flatten().any(of_it), "seed {seed}: proved and violated");
            }
        }
        accepted += u64::from(proofs.is_ok());
        proved += proofs.iter().flatten().filter(|(_, proof)| *proof == Proof::Holds).count();
    }
    println!("{analysed} analysed, {accepted} accepted, {proved} assertions proved");
    assert!(analysed * 10 >= PROGRAMS * 8 && accepted * 10 >= analysed * 8, "{accepted} of {analysed}");
}

fn program(text: &str) -> Program {
    ir::sil::parse(text, "test.sil").expect("the program parses")
}

/// What the first claim that is accepted says of the assertions.
fn proofs(text: &str) -> Vec<Proof> {
    let program = program(text);
    let settings = Settings { grain: Grain::Paths, ..Settings::default() };
    let fixpoint = sizes::analyse(&program, &settings).expect("the program is small");
    let certificate = sizes::certificate(&program, &fixpoint);
    let proofs = check(&program, &certificate, &mut Budget::steps(10_000_000)).expect("it is accepted");
    proofs.into_iter().map(|(_, proof)| proof).collect()
}

/// Two places and a count that move together, as `strlcpy` has them, with capacities that are not known.
const COPY: &str = "alphabet byte proc main() {
    room: int := input_int();
    size: int := input_int();
    length: int := input_int();
    assume(room >= 1 && 0 <= length && length < size);
    to: int := 0;
    from: int := 0;
    left: int := room;
    while (left > FEWEST) {
        assert(0 <= to && to < room);
        assert(0 <= from && from < size);
        if (from == length) goto out;
        to := to + 1;
        from := from + 1;
        left := left - 1;
    }
    out: halt;
}";

#[test]
fn places_that_move_together_stay_within_capacities() {
    assert_eq!(proofs(&COPY.replace("FEWEST", "0")), [Proof::Holds, Proof::Holds]);
    // One round too many.
    assert_eq!(proofs(&COPY.replace("FEWEST", "-1"))[0], Proof::Open);
}

#[test]
fn a_character_that_is_read_tells_whether_the_end_is_reached() {
    let walk = "alphabet byte proc main() {
        s: str := input();
        size: int := input_int();
        assume(len(s) < size);
        i: int := 0;
        c: str := \"x\";
        while (c != \"\") {
            assert(0 <= i && i < size);
            if (i < len(s)) { c := charat(s, i); } else { c := \"\"; }
            i := i + 1;
        }
        assert(i <= size);
    }";
    assert_eq!(proofs(walk), [Proof::Holds, Proof::Holds]);
}

#[test]
fn a_false_sum_is_refused() {
    let program = program("alphabet byte proc main() { n: int := input_int(); assert(n <= 4); }");
    let fixpoint = sizes::analyse(&program, &Settings::default()).expect("the program is small");
    let honest = sizes::certificate(&program, &fixpoint);
    let sum = ir::Linear::sum([(Quantity::Var(ir::IntVar(0)), 1)], -4).expect("small numbers");
    for label in 0..honest.labels.len() {
        let mut lying = honest.clone();
        lying.labels.iter_mut().skip(label).flatten().for_each(|facts| facts.linear.push(sum.clone()));
        let believed = check(&program, &lying, &mut Budget::steps(1_000_000));
        assert!(believed.iter().flatten().all(|(_, proof)| *proof == Proof::Open), "from label {label}");
    }
}

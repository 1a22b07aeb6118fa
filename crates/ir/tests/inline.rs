//! A program with its calls in place has the runs of the program.
//!
//! The checker judges the inlined program and the report speaks of the original one, so this is a matter of trust.

#![cfg(feature = "generate")]

use automata::Alphabet;
use ir::generate;
use ir::inline::{TooLarge, inline};
use ir::interp::{Limits, Outcome, Random, Run, run};
use ir::{Action, AssertId, Program};

/// What both runs must agree on; `None` when the run met a limit, which the copies meet at another place.
fn essence(run: &Run) -> Option<(Outcome, Vec<AssertId>, Vec<ir::interp::Value>)> {
    let ended = matches!(run.outcome, Outcome::Finished | Outcome::Aborted | Outcome::AssumptionFailed);
    let violated = run.violations.iter().map(|violation| violation.assertion).collect();
    ended.then(|| (run.outcome, violated, run.answers.clone()))
}

fn has_calls(program: &Program) -> bool {
    let mut code = program.procedures[program.entry.index()].code.iter();
    code.any(|instruction| matches!(instruction.action, Action::Call(..)))
}

#[test]
fn random_programs_run_alike() {
    let (mut with_calls, mut compared) = (0, 0);
    for seed in 0..3_000 {
        let program = generate::program(seed, 6 + (seed % 24) as u32, Alphabet::up_to(127));
        let inlined = inline(&program, 5_000).expect("the program is small");
        if !inlined.is_exact() {
            continue;
        }
        let entry = &inlined.program.procedures[inlined.program.entry.index()];
        assert!(!has_calls(&inlined.program) && inlined.origins.len() == entry.code.len());
        with_calls += u32::from(has_calls(&program));
        for number in 0..3 {
            let limits = Limits { steps: 3_000, ..Limits::default() };
            let original = run(&program, &mut Random::new(seed * 3 + number), limits);
            let copied = run(&inlined.program, &mut Random::new(seed * 3 + number), limits);
            if let (Some(original), Some(copied)) = (essence(&original), essence(&copied)) {
                compared += 1;
                assert_eq!(original, copied, "seed {seed}\n{}", ir::sil::print(&program));
            }
        }
    }
    assert!(with_calls > 300 && compared > 3_000, "{with_calls} programs with calls, {compared} runs");
}

#[test]
fn a_call_in_a_loop_begins_with_a_fresh_frame() {
    let text = "proc count() -> int { n: int; n := n + 1; return n; }
                proc main() { i: int := 0; while (i < 3) { c: int := count(); assert(c == 1); i := i + 1; } }";
    let program = ir::sil::parse(text, "fresh.sil").expect("the program parses");
    let inlined = inline(&program, 100).expect("there is no recursion").program;
    let run = run(&inlined, &mut Random::new(0), Limits::default());
    assert_eq!((run.outcome, run.violations), (Outcome::Finished, Vec::new()));
}

#[test]
fn a_program_that_is_too_large_without_copies_is_refused() {
    let plain =
        ir::sil::parse("proc main() { x: int := 1; assert(x == 1); }", "plain.sil").expect("it parses");
    assert_eq!(inline(&plain, 1).err(), Some(TooLarge(1)));
}

//! What the relations say of actions and tests is true of every run.
//!
//! Random programs are run. Between two states of a run lies one action: some case of its relation must hold of the
//! values before and after it. At a branch, some case of each test must hold, as it came out.

use automata::Alphabet;
use ir::generate;
use ir::inline::inline;
use ir::interp::{Frame, Limits, Random, run_observed};
use ir::{Action, Condition, Literal, Program, Quantity};
use verdict::relation::{Case, Sign, Track, disjuncts, length_after, literal_cases, value_after};

const PROGRAMS: u64 = 1_500;

fn quantity(frame: &Frame, quantity: Quantity) -> i128 {
    match quantity {
        Quantity::Var(var) => frame.integer(var),
        Quantity::Length(var) => frame.string(var).len() as i128,
    }
}

/// Whether some integer for [`Track::Some`] makes all constraints of the case hold.
fn holds(case: &Case, before: &Frame, after: Option<i128>) -> bool {
    let free = case.iter().any(|constraint| constraint.terms.iter().any(|(track, _)| *track == Track::Some));
    let candidates = if free { -2_000..=2_000 } else { 0..=0 };
    candidates.into_iter().any(|some| {
        case.iter().all(|constraint| {
            let value = |track: Track| match track {
                Track::Before(of) => quantity(before, of),
                Track::After => after.expect("only an assignment speaks of a new value"),
                Track::Some => some,
            };
            let sum = constraint.terms.iter().try_fold(constraint.constant, |sum, &(track, factor)| {
                sum.checked_add(value(track).checked_mul(factor)?)
            });
            // Beyond 128 bits nothing can be said here.
            sum.is_none_or(|sum| match constraint.sign {
                Sign::Zero => sum == 0,
                Sign::AtMostZero => sum <= 0,
            })
        })
    })
}

/// The cases of what an action does, and the new value of what it assigns.
fn assigned(program: &Program, action: &Action, after: &Frame) -> Option<(Vec<Case>, i128)> {
    match action {
        Action::SetStr(var, value) => {
            Some((length_after(program, value), quantity(after, Quantity::Length(*var))))
        }
        Action::SetInt(var, value, width) => {
            Some((value_after(value, *width), quantity(after, Quantity::Var(*var))))
        }
        Action::SetBool(..)
        | Action::Havoc(_)
        | Action::Assume(_)
        | Action::Assert(..)
        | Action::Call(..)
        | Action::Jump(_)
        | Action::Branch(..)
        | Action::Return(_)
        | Action::Halt
        | Action::Abort => None,
    }
}

/// Some disjunct of the condition, as it came out, has literals each of which has a case that holds.
fn tested(condition: &Condition, frame: &Frame) -> bool {
    let Some(disjuncts) = disjuncts(condition, 256) else { return true };
    let possible = |literal: &&Literal| literal_cases(literal).iter().any(|case| holds(case, frame, None));
    disjuncts.iter().any(|literals| literals.iter().all(possible))
}

fn check(program: &Program, (label, before): &(ir::Label, Frame), next: (ir::Label, &Frame)) -> bool {
    let action = &program.procedures[0].code[label.index()].action;
    if let Some((cases, value)) = assigned(program, action, next.1) {
        return cases.iter().any(|case| holds(case, before, Some(value)));
    }
    match action {
        Action::Branch(condition, to) if *to != ir::Label(label.0 + 1) => {
            let came_out = if next.0 == *to { condition.clone() } else { condition.clone().negated() };
            tested(&came_out, before)
        }
        Action::Assume(condition) => tested(condition, before),
        Action::Branch(..)
        | Action::SetStr(..)
        | Action::SetInt(..)
        | Action::SetBool(..)
        | Action::Havoc(_)
        | Action::Assert(..)
        | Action::Call(..)
        | Action::Jump(_)
        | Action::Return(_)
        | Action::Halt
        | Action::Abort => true,
    }
}

#[test]
fn relations_hold_between_the_states_of_runs() {
    let mut steps = 0u64;
    for seed in 0..PROGRAMS {
        let program = generate::program(seed, 8 + (seed % 16) as u32, Alphabet::up_to(127));
        let Ok(inlined) = inline(&program, 400) else { continue };
        let procedure = &inlined.program.procedures[0];
        let mut before: Option<(ir::Label, Frame)> = None;
        let limits = Limits { steps: 200, ..Limits::default() };
        run_observed(&inlined.program, &mut Random::new(seed), limits, &mut |site, frame| {
            if let Some(before) = &before {
                steps += 1;
                let instruction = &procedure.code[before.0.index()];
                let text = ir::sil::print_instruction(&inlined.program, procedure, instruction);
                assert!(check(&inlined.program, before, (site.label, frame)), "seed {seed}: {text}");
            }
            before = Some((site.label, frame.clone()));
        });
    }
    assert!(steps > 10_000, "only {steps} steps were looked at");
}

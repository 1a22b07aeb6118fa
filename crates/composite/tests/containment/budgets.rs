//! Transfers with few steps go down the ladder: that is sound, and only turns answers into unknown ones.

use automata::Alphabet;
use composite::{Analysis, Settings};
use ir::inline::inline;
use verdict::check::Proof;

use crate::judged;

const PROGRAMS: u64 = 400;

/// Steps a transfer, from so few that nearly everything goes down the ladder.
const TINY: [u64; 4] = [20, 300, 3_000, 20_000];

#[test]
fn tiny_budgets_only_make_answers_unknown() {
    let (mut lost, mut kept) = (0, 0);
    for seed in 0..PROGRAMS {
        let program = ir::generate::program(seed, 6 + (seed % 20) as u32, Alphabet::up_to(127));
        let Ok(inlined) = inline(&program, 400) else { continue };
        let proofs = |steps_a_transfer| {
            let settings = Settings { analysis: Analysis::Combined, steps_a_transfer, ..Settings::default() };
            let outcome = judged(&inlined.program, seed, &settings);
            outcome.unwrap_or_else(|what| panic!("seed {seed}: {what}")).proofs
        };
        let Some((full, small)) = proofs(100_000).zip(proofs(TINY[(seed % 4) as usize])) else { continue };
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

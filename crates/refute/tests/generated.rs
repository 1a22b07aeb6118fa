//! Random programs: every counterexample that a search returns replays.

use automata::{Alphabet, Budget};
use ir::AssertId;
use refute::{Settings, refute};
use verdict::counterexample::replay;

#[test]
fn every_counterexample_replays() {
    let settings = Settings::default();
    let mut refuted = 0;
    for seed in 0..300 {
        let alphabet = if seed % 3 == 0 { Alphabet::BYTE.with_marks() } else { Alphabet::BYTE };
        let program = ir::generate::program(seed, 12, alphabet);
        let goals: Vec<AssertId> = (0..program.assertions.len() as u32).map(AssertId).collect();
        let mut budget = Budget::steps(60_000);
        let found = refute(&program, &goals, &settings, &mut budget);
        refuted += found.len();
        for counterexample in &found {
            assert_eq!(replay(&program, counterexample, settings.limits), Ok(()), "seed {seed}");
        }
        assert!(found.is_sorted_by_key(|found| found.assertion), "seed {seed}");
    }
    // Many assertions of random programs do not hold; a search that finds none would test nothing.
    assert!(refuted > 100, "only {refuted} are refuted");
}

//! Programs that need one fact more: lengths through functions, ranges of numerals and codes, strings put together again.
//!
//! Each `_safe.sil` beside this file is proved whole by the analysis and the checker, each `_unsafe.sil`, its twin, is not: a
//! run violates it.

use std::fs;
use std::path::{Path, PathBuf};

use automata::Budget;
use composite::Settings;
use ir::inline::inline;
use verdict::check::{Proof, check};

fn programs(ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frontier");
    let entries = fs::read_dir(folder).expect("the programs are there");
    let paths = entries.flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = paths.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    found.sort();
    found
}

/// What the checker says of the assertions of a program, by what the analysis has found.
fn proofs(path: &Path) -> Vec<Proof> {
    let text = fs::read(path).expect("the program can be read");
    let program = ir::sil::parse(&text, "frontier.sil").expect("the program parses");
    let program = inline(&program, 1_000).expect("it has no calls").program;
    let (settings, mut budget) = (Settings::default(), Budget::steps(100_000_000));
    let fixpoint = composite::analyse(&program, &settings, &mut budget).expect("the program is small");
    let certificate = composite::certificate(&program, &fixpoint, &settings, &mut budget);
    let proofs = check(&program, &certificate, &mut budget).expect("the certificate is accepted");
    proofs.into_iter().map(|(_, proof)| proof).collect()
}

#[test]
fn safe_programs_are_proved_whole() {
    let paths = programs("_safe.sil");
    assert!(paths.len() >= 10, "{}", paths.len());
    let open = |path: &&PathBuf| proofs(path).iter().any(|proof| *proof != Proof::Holds);
    assert_eq!(paths.iter().filter(open).collect::<Vec<_>>(), Vec::<&PathBuf>::new());
}

#[test]
fn their_twins_are_not() {
    let paths = programs("_unsafe.sil");
    assert!(paths.len() >= 10, "{}", paths.len());
    let proved = |path: &&PathBuf| proofs(path).iter().all(|proof| *proof == Proof::Holds);
    assert_eq!(paths.iter().filter(proved).collect::<Vec<_>>(), Vec::<&PathBuf>::new());
}

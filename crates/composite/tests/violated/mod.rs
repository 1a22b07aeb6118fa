//! Programs that violate their assertion, and their honest certificates, which prove nothing.

#![allow(dead_code, unused_imports, reason = "each test uses a part")]

mod mutation;

use automata::Budget;
use composite::Settings;
use ir::inline::inline;
use verdict::facts::Certificate;

pub(crate) use mutation::mutate;

/// Programs with an assertion that some run violates; the run is replayed by the tests of `refute`.
pub(crate) const PROGRAMS: [&str; 5] = [
    "alphabet byte proc main() { s1: str := input(); cnt: int := 1; s2: str := s1;
       while (s2 != \"\") { s2 := suffix(s2, 1); cnt := cnt + 1; } assert(len(s1) == cnt); }",
    "alphabet byte proc main() { s: str := input(); if (len(s) < 30) { assert(s not in /.*<.*/); } }",
    "alphabet byte proc main() { s: str := input(/[a-c]*/); t: str := s ++ \"x\"; assert(len(t) != 4); }",
    "alphabet byte proc main() { s: str := input(); n: int := index_of(s, \"a\"); assert(n <= 5); }",
    "alphabet byte proc main() { s: str := replace(input(), \"<b\", \"\"); assert(s not in /.*<b.*/); }",
];

/// A program and what the analysis finds of it.
pub(crate) fn honest(text: &str) -> (ir::Program, Certificate) {
    let program = ir::sil::parse(text, "forged.sil").expect("the program parses");
    let program = inline(&program, 1_000).expect("the program has no calls").program;
    let settings = Settings::default();
    let mut budget = Budget::steps(50_000_000);
    let fixpoint = composite::analyse(&program, &settings, &mut budget).expect("the program is small");
    let certificate = composite::certificate(&program, &fixpoint, &settings, &mut budget);
    (program, certificate)
}

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

/// Programs that walk strings, each with an assertion that the run on the input beside it violates.
pub(crate) const WALKS: [(&str, &str); 3] = [
    (
        "aba",
        "alphabet byte proc main() { a: str := input(); b: str := \"\"; i: int := 0; n: int := len(a);
           while (i < n) { c: str := charat(a, i); b := b ++ c; i := i + 1; } assert(b != a); }",
    ),
    (
        "aaab",
        "alphabet byte proc main() { s: str := input(); i: int := 0; c: str := charat(s, 0);
           while (c == \"a\") { i := i + 1; c := charat(s, i); } assert(i < 3); }",
    ),
    (
        "ab",
        "alphabet byte proc main() { a: str := input(); i: int := 0; n: int := len(a); d: str := \"\"; e: str := \"\";
           while (i < n && d == e) { d := charat(a, i); e := charat(a, i + 2); i := i + 1; } assert(i > 2); }",
    ),
];

/// A program that walks a string, and what relations of sizes, contents beside them and the composite analysis find of it.
pub(crate) fn walked(text: &str) -> (ir::Program, Vec<Certificate>) {
    let (program, composite) = honest(text);
    let usual = sizes::Settings::default();
    let settings = composite::settings_for_contents(&program, &usual).expect("a string is walked");
    let relations = sizes::analyse(&program, &settings).expect("the program is small");
    let mut budget = Budget::steps(50_000_000);
    let contents =
        composite::certificate_of_contents(&program, &relations, &Settings::default(), &mut budget);
    let contents = contents.expect("the program is small").expect("the relations lead to each other");
    let sizes = sizes::certificate(&program, &relations);
    (program, vec![sizes, contents, composite])
}

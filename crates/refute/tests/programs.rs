//! Programs with a known truth: those that can fail are refuted, with the shortest input where one is stated, and
//! those that hold are not.

use automata::{Budget, Symbol};
use ir::interp::Value;
use ir::{AssertId, Program};
use refute::{Settings, refute};
use verdict::counterexample::{Counterexample, replay};

fn program(source: &str) -> Program {
    let body = format!("alphabet byte\n{source}");
    ir::sil::parse(&body, "test.sil").unwrap_or_else(|errors| panic!("{errors:?}\n{body}"))
}

/// What is found for each assertion of a program; all of it replays.
fn found(source: &str, steps: u64) -> Vec<Counterexample> {
    let program = program(source);
    let goals: Vec<AssertId> = (0..program.assertions.len() as u32).map(AssertId).collect();
    let settings = Settings::default();
    let found = refute(&program, &goals, &settings, &mut Budget::steps(steps));
    for counterexample in &found {
        assert_eq!(replay(&program, counterexample, settings.limits), Ok(()), "{source}");
    }
    found
}

fn in_main(body: &str) -> String {
    format!("proc main() {{ {body} }}")
}

fn show(value: &Value) -> String {
    let character = |&symbol: &Symbol| char::from_u32(symbol).expect("the tests are over bytes");
    match value {
        Value::Str(word) => format!("{:?}", word.iter().map(character).collect::<String>()),
        Value::Int(value) => value.to_string(),
        Value::Bool(value) => value.to_string(),
    }
}

/// Asserts that the one assertion of the body fails on these inputs.
#[track_caller]
fn fails_on(body: &str, inputs: &[&str]) {
    let found = found(&in_main(body), 4_000_000);
    let shown: Vec<Vec<String>> = found.iter().map(|found| found.inputs.iter().map(show).collect()).collect();
    assert_eq!(shown, [inputs], "{body}");
}

/// Asserts that the one assertion of the body fails on some inputs.
#[track_caller]
fn fails(body: &str) {
    assert_eq!(found(&in_main(body), 4_000_000).len(), 1, "{body}");
}

/// Asserts that nothing is found.
#[track_caller]
fn holds(body: &str) {
    let found = found(&in_main(body), 400_000);
    assert!(found.is_empty(), "{body}: {found:?}");
}

#[test]
fn lengths_that_are_off_by_one() {
    fails_on("s: str := input(); assert(len(s) != 17);", &[&format!("{:?}", "a".repeat(17))]);
    fails_on("s: str := input(10); t: str := s ++ \"0\"; assert(len(t) <= 10);", &["\"aaaaaaaaaa\""]);
    fails_on("s: str := input(); t: str := prefix(s, 5); assert(len(t) < 5);", &["\"aaaaa\""]);
    fails_on("s: str := input(); t: str := suffix(s, 3); assert(t != \"xy\");", &["\"aaaxy\""]);
}

#[test]
fn lengths_that_no_constant_names() {
    fails_on(
        "s: str := input(); n: int := 2 * len(s) + 1; assert(n != 85);",
        &[&format!("{:?}", "a".repeat(42))],
    );
    fails_on(
        "s: str := input(); t: str := s ++ s ++ \"-\"; assert(len(t) != 75);",
        &[&format!("{:?}", "a".repeat(37))],
    );
}

#[test]
fn replacements_that_make_what_they_take_away() {
    fails_on(
        "s: str := input(); t: str := replace(s, \"<script\", \"\"); assert(!contains(t, \"<script\"));",
        &["\"<<scriptscript\""],
    );
    fails_on(
        "s: str := input(); t: str := replace(s, /[^A-Za-z0-9 .-@:\\/]/, \"\"); assert(!contains(t, \"<b\"));",
        &["\"<b\""],
    );
    fails_on("s: str := input(); t: str := lower(trim(s)); assert(t != \"q7\");", &["\"q7\""]);
}

#[test]
fn loops_over_suffixes() {
    let body = "s: str := input(); r: str := s; n: int := 0; \
                while (r != \"\") { r := suffix(r, 1); n := n + 1; } assert(n != 6);";
    fails_on(body, &["\"aaaaaa\""]);
    let body = "s: str := input(); i: int := 0; k: int := 0; \
                while (i < len(s)) { if (charat(s, i) == \"%\") { k := k + 1; } i := i + 1; } assert(k < 3);";
    fails_on(body, &["\"%%%\""]);
}

#[test]
fn integers() {
    fails_on("n: int := input_int(); if (n > 1000) { assert(n < 1002); }", &["1002"]);
    fails_on("n: int := input_int(); assert(7 * n + 3 != 12345678 * 7 + 3);", &["12345678"]);
    fails_on(
        "n: int := input_int(); m: int := input_int(); if (n + m == 777 && n - m == 111) { assert(false); }",
        &["444", "333"],
    );
    fails_on("n: int := input_int(); k: int := n div 13; if (n >= 0) { assert(k != 4711); }", &["61243"]);
    fails_on("n: int := input_int(); k: int := n mod 1000; if (n > 5000) { assert(k != 321); }", &["5321"]);
}

#[test]
fn inputs_that_must_agree() {
    fails_on("a: str := input(); b: str := input(); assert(a != b);", &["\"\"", "\"\""]);
    fails_on(
        "a: str := input(); b: str := input(); if (a in /x[0-9]{3}/ && len(b) == 4) { assert(a != b); }",
        &["\"x000\"", "\"x000\""],
    );
    fails_on(
        "a: str := input(); n: int := input_int(); if (n > 30) { assert(len(a) != n); }",
        &[&format!("{:?}", "a".repeat(31)), "31"],
    );
}

#[test]
fn inputs_in_a_language() {
    fails_on("s: str := input(/[0-9]+-[0-9]+/); assert(len(s) < 4);", &["\"0-00\""]);
    fails_on("s: str := input(/(ab|cd)*/); assert(s != \"cdabcd\");", &["\"cdabcd\""]);
    holds("s: str := input(/[0-9]+-[0-9]+/); assert(contains(s, \"-\"));");
}

#[test]
fn numbers_read_from_strings() {
    fails_on(
        "s: str := input(); if (s in /[0-9]+/) { n: int := to_int(s); assert(n != 4096); }",
        &["\"4096\""],
    );
    fails_on("n: int := input_int(); s: str := tostr(n); assert(s != \"-42\");", &["-42"]);
}

#[test]
fn positions_and_characters() {
    fails_on("s: str := input(); i: int := index_of(s, \"@\"); assert(i != 5);", &["\"aaaaa@\""]);
    fails_on("s: str := input(); i: int := last_index_of(s, \"/\"); assert(i != 3);", &["\"aaa/\""]);
    fails_on("s: str := input(); if (len(s) == 3) { assert(code(s, 2) != 64); }", &["\"aa@\""]);
}

#[test]
fn branches_behind_branches() {
    let body = "s: str := input(); if (starts_with(s, \"GET \")) { if (ends_with(s, \" HTTP\")) { \
                if (contains(s, \"..\")) { if (len(s) > 20) { assert(false); } } } }";
    let found = found(&in_main(body), 4_000_000);
    let [Counterexample { inputs, .. }] = &found[..] else { panic!("one is found") };
    let [Value::Str(word)] = &inputs[..] else { panic!("one word is read") };
    assert_eq!(word.len(), 21);
}

#[test]
fn conditions_over_several_variables() {
    fails(
        "a: str := input(); b: str := input(); c: str := input(); \
         if (contains(a, b) && contains(b, c) && len(c) > 4 && a != b && b != c) { assert(false); }",
    );
    fails_on(
        "a: str := input(/[a-z]+/); b: str := input(/[a-z0-9]+/); u: str := a ++ \"@\" ++ b; \
         if (len(u) < 12) { assert(u != \"root@h0st\"); }",
        &["\"root\"", "\"h0st\""],
    );
    fails_on(
        "n: int := input_int(); m: int := input_int(); if (n * m == 391 && n > 1 && m > n) { assert(false); }",
        &["17", "23"],
    );
    fails(
        "n: int := input_int(); s: str := \"\"; if (n > 0 && n < 100) { i: int := 0; \
         while (i < n) { s := s ++ input(3); i := i + 1; } assert(len(s) < 40); }",
    );
}

#[test]
fn operations_in_a_row() {
    fails_on(
        "s: str := input(); t: str := replace(s, /[^a-z<>\\/]/, \"\"); u: str := replace(t, \"<script>\", \"\"); \
         assert(u not in /.*<script>.*/);",
        &["\"<<script>script>\""],
    );
    fails_on(
        "s: str := input(); i: int := index_of(s, \"=\"); if (i > 0) { k: str := prefix(s, i); \
         v: str := suffix(s, i + 1); if (k == \"admin\" && v in /[0-9]+/) { assert(to_int(v) != 1); } }",
        &["\"admin=1\""],
    );
    fails_on("s: str := input(); t: str := repeat(s, 3); assert(t != \"xyxyxy\");", &["\"xy\""]);
    fails_on(
        "s: str := input(); r: str := reverse(s); if (len(s) == 7 && s[3, 3] in /x/) { assert(s != r); }",
        &["\"aaaxaaa\""],
    );
    fails_on(
        "n: int := input_int(); x: int := wrap 32 (n + 1); if (n > 0 && n < 2147483648) { assert(x > 0); }",
        &["2147483647"],
    );
}

#[test]
fn loops_that_read_numerals_and_escape() {
    fails_on(
        "s: str := input(); n: int := 0; i: int := 0; while (i < len(s)) { c: int := code(s, i); \
         if (c >= 48 && c <= 57) { n := n * 10 + c - 48; } else { n := 0; } i := i + 1; } assert(n != 1234);",
        &["\"1234\""],
    );
    fails_on(
        "s: str := input(); b: str := \"\"; while (s != \"\") { c: str := prefix(s, 1); \
         if (c == \"'\") { b := b ++ \"\\\\\" ++ c; } else { b := b ++ c; } s := suffix(s, 1); } \
         assert(b not in /.*\\\\\\\\'.*/);",
        &["\"\\\\'\""],
    );
}

#[test]
fn calls_and_truth_values() {
    let source = "proc twice(s: str) -> str { return s ++ s; } \
                  proc main() { s: str := input(); t: str := twice(s); assert(t != \"hihi\"); }";
    let found = found(source, 4_000_000);
    assert_eq!(found.iter().map(|found| show(&found.inputs[0])).collect::<Vec<_>>(), ["\"hi\""]);
    fails_on("s: str := input(); b: bool := s in /k.y/; if (b) { assert(s == \"key\"); }", &["\"kay\""]);
}

#[test]
fn hostile_programs_end() {
    holds("s: str := input(); while (true) { s := s ++ \"a\"; } assert(false);");
    holds("s: str := \"a\"; while (s != \"\") { s := s ++ s; } assert(false);");
    holds("n: int := 1; while (n > 0) { n := n * 7; } assert(false);");
    let many: Vec<String> = (0..3_000).map(|at| format!("s != \"{at}\"")).collect();
    fails(&format!("s: str := input(); if ({}) {{ assert(len(s) < 4); }}", many.join(" && ")));
    let source = "proc f(n: int) -> int { m: int := f(n + 1); return m; } \
                  proc main() { n: int := f(0); assert(n == 0); }";
    assert!(found(source, 400_000).is_empty());
}

#[test]
fn words_that_cannot_be_cut_are_short() {
    // No part can be taken out of a word of fixed parts; the path itself knows the shortest.
    fails_on(
        "s: str := input(/(x[0-9]{4}y)+/); if (contains(s, \"y\")) { assert(charat(s, 3) == \"7\"); }",
        &["\"x0000y\""],
    );
}

#[test]
fn what_holds_is_not_refuted() {
    holds("s: str := input(); assert(len(s) >= 0);");
    holds("s: str := input(); t: str := replace(s, \"<\", \"\"); assert(!contains(t, \"<\"));");
    holds("s: str := input(9); assert(len(s) < 10);");
    holds("s: str := input(); if (false) { assert(false); }");
    holds("s: str := input(); if (s == \"a\" && len(s) == 2) { assert(false); }");
    holds("s: str := input(); assume(len(s) < 5); assert(len(s ++ s) < 9);");
    holds("n: int := input_int(); while (n != 0) { n := n + 1; } assert(n == 0);");
}

#[test]
fn each_assertion_speaks_for_itself() {
    let source = in_main(
        "s: str := input(); assert(s == \"\"); assert(true); assert(len(s) < 3); assert(s != \"abc\");",
    );
    let ids: Vec<u32> = found(&source, 4_000_000).iter().map(|found| found.assertion.0).collect();
    assert_eq!(ids, [0, 2, 3]);
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let source = in_main("s: str := input(); t: str := input(); assert(s ++ t != \"abcabd\");");
    assert_eq!(found(&source, 1_000_000), found(&source, 1_000_000));
}

/// Each method gets a little first, conditions on other answers cost nothing, and a word is tried that is right by
/// itself but not with the constant behind it: so a run is found in a small part of the budget, however much of it
/// there is.
#[test]
fn what_is_easy_for_one_method_does_not_wait_for_another() {
    let before = (0..3).map(|at| format!("s{at}: str := input(); assume(s{at} in /[ab]*a[ab]{{10}}/);"));
    let body = "b: bool; havoc b; if (b) { t: str := input(); assume(t in /[^q]*(q[^>]*)?/); \
                u: str := t ++ \"x>\"; assert(u in /[^q]*(q[^>]*)?/); }";
    let program = program(&in_main(&format!("{} {body}", before.collect::<String>())));
    let mut budget = Budget::steps(50_000_000);
    let found = refute(&program, &[AssertId(0)], &Settings::default(), &mut budget);
    assert_eq!(found.len(), 1);
    assert!(budget.spent() < 5_000_000, "{} steps", budget.spent());
}

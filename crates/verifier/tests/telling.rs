//! What a reader is told beside the verdict: the path of a failing run, the values that facts allow, the facts a line.

use verifier::{Engine, Engines, Event, Options, Property, Verdict, explain, sil, verify, verify_watched};

fn properties(text: &str, options: &Options) -> Vec<Property> {
    verify(&sil::parse(text, "test.sil").expect("the program parses"), options)
}

/// The notes along the path of the only assertion, which is violated.
fn path(text: &str) -> Vec<String> {
    let properties = properties(text, &Options::default());
    assert!(matches!(properties[0].checked.verdict(), Verdict::Violated(_)), "{:?}", properties[0]);
    assert_eq!(properties[0].engine, Some(Engine::Refute));
    properties[0].path.iter().map(|passage| passage.note.clone()).collect()
}

#[test]
fn a_path_has_inputs_values_and_the_failure() {
    let notes = path("proc main() { s: str := input(); n: int := len(s) + 1; assert(n != 1); }");
    assert_eq!(notes, [r#"s = "" (input 1)"#, "n = 1", "the assertion fails with n = 1"]);
}

#[test]
fn rounds_of_a_loop_are_counted() {
    let notes = path("proc main() { n: int := 0; while (n < 7) { n := n + 1; } assert(n < 7); }");
    // What was told at the head already is not told there again: the branch only leads on.
    let expected = ["n = 0", "the loop runs 7 times; then n = 7", "", "the assertion fails with n = 7"];
    assert_eq!(notes, expected);
}

#[test]
fn the_last_round_is_told_when_the_assertion_is_in_the_loop() {
    let notes = path("proc main() { n: int := 0; while (true) { n := n + 2; assert(n != 6); } }");
    assert_eq!(notes.last().map(String::as_str), Some("the assertion fails with n = 6"));
    assert!(notes.contains(&"the loop runs 2 times; then n = 4".to_owned()), "{notes:?}");
    assert!(!notes.contains(&"n = 2".to_owned()), "the first round is summed up: {notes:?}");
}

#[test]
fn calls_are_followed() {
    let text = "proc twice(s: str) -> str { t: str := s ++ s; return t; }
        proc main() { a: str := twice(\"x\"); assert(a != \"xx\"); }";
    let properties = properties(text, &Options::default());
    let told: Vec<(usize, &str)> =
        properties[0].path.iter().map(|passage| (passage.depth, passage.note.as_str())).collect();
    assert_eq!(told[0], (0, r#"calls twice(s = "x")"#));
    assert!(told.contains(&(1, r#"returns "xx""#)), "{told:?}");
    assert_eq!(told.last(), Some(&(0, r#"the assertion fails with a = "xx""#)));
}

#[test]
fn a_branch_leads_somewhere() {
    let text = "proc main() { s: str := input(/a|b/); if (s == \"a\") { assert(false); } }";
    let properties = properties(text, &Options::default());
    let branch = properties[0].path.iter().find(|passage| passage.leads_to.is_some()).expect("a branch");
    assert_eq!(branch.note, r#"s = "a""#);
    assert_eq!(branch.leads_to, properties[0].path.last().map(|passage| passage.span));
}

#[test]
fn a_long_path_is_cut_in_the_middle() {
    let assignments = "s := s ++ \"a\"; ".repeat(300);
    let text = format!("proc main() {{ s: str := \"\"; {assignments} assert(s == \"\"); }}");
    let notes = path(&text);
    assert_eq!(notes.len(), 81);
    assert!(notes.contains(&"222 places are left out here".to_owned()), "{notes:?}");
    assert_eq!(
        notes.last().expect("the assertion"),
        &format!("the assertion fails with s = \"{}\"… (300 characters)", "a".repeat(40))
    );
}

#[test]
fn facts_that_are_too_coarse_show_the_smallest_word_or_tuple() {
    let composite = Options { engines: Engines::Composite, ..Options::default() };
    let allowed = |text: &str| properties(text, &composite)[0].allowed.clone();
    let word = allowed("proc main() { s: str := input(/a*b/); assert(s in /a+b/); }");
    assert_eq!(word.as_deref(), Some(r#"s = "b""#));
    let tuple = allowed("proc main() { n: int := input_int(); assume(n >= 5); assert(n > 5); }");
    assert_eq!(tuple.as_deref(), Some("n = 5"));
    let proved = allowed("proc main() { s: str := input(/a*b/); assert(s in /a*b/); }");
    assert_eq!(proved, None);
}

#[test]
fn a_loop_before_an_open_assertion_is_known() {
    let composite = Options { engines: Engines::Composite, ..Options::default() };
    let follows = |text: &str| properties(text, &composite)[0].follows_loop;
    assert!(follows("proc main() { n: int := 0; while (n < 9) { n := n + 1; } assert(n == 8); }"));
    assert!(!follows("proc main() { n: int := input_int(); assert(n == 8); }"));
}

#[test]
fn each_assertion_is_settled_once_and_each_engine_leaves_a_step() {
    let text = "proc main() { s: str := input(/a*/); assert(s in /a*/); assert(s == \"\"); assert(true); }";
    let program = sil::parse(text, "test.sil").expect("the program parses");
    let (mut settled, mut steps) = (Vec::new(), Vec::new());
    verify_watched(&program, &Options::default(), &mut |event| match event {
        Event::Step(step) => steps.push((step.engine, step.open, step.settled)),
        Event::Settled(property) => settled.push(property.checked.assertion().index()),
        Event::Accepted(_) => {}
    });
    assert_eq!(settled, [0, 2, 1]);
    let (sizes, contents) = ((Engine::Sizes, 1, 0), (Engine::Contents, 1, 0));
    assert_eq!(steps, [(Engine::Composite, 3, 2), sizes, contents, (Engine::Refute, 1, 1)]);
}

#[test]
fn places_are_explained_by_copy_and_checked() {
    let text = "proc id(s: str) -> str { return s; }
        proc main() { a: str := id(\"x\"); b: str := id(\"y\"); n: int := len(a); if (n > 1) { halt; } halt; }";
    let program = sil::parse(text, "test.sil").expect("the program parses");
    let explanation = explain(&program, &Options::default()).expect("it has no recursion");
    assert_eq!(explanation.rejected, None);
    let inside: Vec<_> = explanation.places.iter().filter(|place| place.procedure == "id").collect();
    assert_eq!(inside.iter().map(|place| place.copy).collect::<Vec<_>>(), [1, 2]);
    assert!(inside[0].facts.contains(&"s = x".to_owned()), "{inside:?}");
    assert!(inside[1].facts.contains(&"s = y".to_owned()), "{inside:?}");
    let unreachable = explanation.places.iter().filter(|place| !place.reached).count();
    assert_eq!(unreachable, 1, "{explanation:?}");
    assert!(explanation.places.iter().any(|place| place.facts.contains(&"n = 1".to_owned())));
}

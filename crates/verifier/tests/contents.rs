//! Contents of strings beside relations of sizes: what walks, copies and comparisons leave is proved for strings of any length, and
//! nothing that a run violates is.

use verdict::Verdict;
use verifier::{Engines, Options, verify};

/// What the engine says of the only assertion.
fn proves(body: &str) -> bool {
    let text = format!("alphabet byte proc main() {{ {body} }}");
    let program = ir::sil::parse(&text, "test.sil").expect("the program parses");
    let told = |engines| {
        let options = Options { engines, steps: 50_000_000, ..Options::default() };
        verify(&program, &options).remove(0).checked
    };
    let proved = matches!(told(Engines::Contents).verdict(), Verdict::Proved | Verdict::Unreachable);
    let violated = matches!(told(Engines::Refute).verdict(), Verdict::Violated(_));
    assert!(!(proved && violated), "proved and violated: {body}");
    proved
}

/// A walk to the first slash, and a look at any place before `end`.
fn walk(end: &str) -> String {
    format!(
        "s: str := input(); i: int := 0; c: str; go: int := 1;
         while (go == 1 && i < len(s)) {{
           c := slice(s, i, i + 1); if (c == \"/\") {{ go := 0; }} else {{ i := i + 1; }}
         }}
         k: int := input_int(); assume(0 <= k && k < {end}); c := slice(s, k, k + 1); assert(c != \"/\");"
    )
}

#[test]
fn what_a_walk_has_passed_stays_known() {
    assert!(proves(&walk("i")));
    assert!(!proves(&walk("i + 1")));
}

/// A walk from the end back to the last slash, and a look at any place from `start` on.
fn back(start: &str) -> String {
    format!(
        "s: str := input(); i: int := len(s); c: str; go: int := 1;
         while (go == 1 && 0 < i) {{
           c := slice(s, i - 1, i); if (c == \"/\") {{ go := 0; }} else {{ i := i - 1; }}
         }}
         k: int := input_int(); assume({start} <= k && 0 <= k && k < len(s));
         c := slice(s, k, k + 1); assert(c != \"/\");"
    )
}

#[test]
fn so_does_what_a_walk_back_has_passed() {
    assert!(proves(&back("i")));
    assert!(!proves(&back("i - 1")));
}

/// A copy of characters one by one, each changed by `change`, and a comparison of the texts.
fn copy(change: &str) -> String {
    format!(
        "s: str := input(); d: str := \"\"; i: int := 0; b: str; c: str;
         while (i < len(s)) {{
           c := slice(s, i, i + 1); {change}
           b := slice(d, 0, i); d := b ++ c; i := i + 1;
         }}
         assert(d == s);"
    )
}

#[test]
fn a_copy_is_the_same_text() {
    assert!(proves(&copy("")));
    assert!(!proves(&copy("if (c == \"/\") { c := \"-\"; }")));
}

/// A comparison of characters one by one up to `end`, and a look at any place before it.
fn compare(end: &str) -> String {
    format!(
        "s: str := input(); t: str := input(); i: int := 0; a: str; b: str; go: int := 1;
         assume(len(s) == len(t));
         while (go == 1 && i < len(s)) {{
           a := slice(s, i, i + 1); b := slice(t, i, i + 1);
           if (a != b) {{ go := 0; }} else {{ i := i + 1; }}
         }}
         k: int := input_int(); assume(0 <= k && k < {end} && k < len(s));
         a := slice(s, k, k + 1); b := slice(t, k, k + 1); assert(a == b);"
    )
}

#[test]
fn what_was_compared_is_the_same() {
    assert!(proves(&compare("i")));
    assert!(!proves(&compare("i + 1")));
}

//! Marks are looked through where characters are compared, by the analysis and by the checker.

use verifier::{Engines, Options, Verdict, sil, verify};

/// What is said of the one assertion of a program over marked bytes.
fn verdict(body: &str, engines: Engines) -> Verdict {
    let text = format!("alphabet byte marked proc main() {{ {body} }}");
    let program = sil::parse(text.as_bytes(), "marks.sil").expect("the program parses");
    let properties = verify(&program, &Options { engines, ..Options::default() });
    properties[0].checked.verdict().clone()
}

/// What is marked is found by a needle that is not, and the other way round. The needle is a variable, so no finite-state
/// function stands for the replacement.
#[test]
fn a_needle_is_found_in_marked_text() {
    for (text, needle) in [("input(marked /a/)", "\"a\""), ("\"a\"", "input(marked /a/)")] {
        for claim in ["r != \"\"", "len(r) == 1", "r in /a/"] {
            let body = format!(
                "s: str := {text}; t: str := {needle}; r: str := replace(s, t, \"\"); assert({claim});"
            );
            assert!(matches!(verdict(&body, Engines::Composite), Verdict::Unknown(_)), "{body}");
            assert!(matches!(verdict(&body, Engines::All), Verdict::Violated(_)), "{body}");
        }
    }
}

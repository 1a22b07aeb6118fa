//! Assumptions about the environment: a proof names them, and a project can forbid them.

use crate::command::stringent;
use crate::files::file;

/// A preprocessed source, so that no compiler is needed.
const COPY: &[u8] =
    b"void *malloc(unsigned long n);\nint main(void) { char *p = malloc(4); p[3] = 'a'; return 0; }\n";

#[test]
fn a_proof_names_the_assumptions_that_it_rests_on() {
    let source = file("assumptions/named/copy.i", COPY);
    let run = stringent(&["check", &source]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.contains("assume: every allocation succeeds (allocation-succeeds)"), "{}", run.out);
    let run = stringent(&["check", "--format", "json", &source]);
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("it is JSON");
    let assumes = report["properties"][0]["assumes"].as_array().expect("it is a list");
    assert!(assumes.contains(&"allocation-succeeds".into()), "{}", run.out);
}

#[test]
fn a_proof_under_a_forbidden_assumption_is_undecided() {
    let source = file("assumptions/forbidden/copy.i", COPY);
    let config = file("assumptions/forbidden/own.toml", b"[assumptions]\nforbid = ['allocation-succeeds']\n");
    let run = stringent(&["check", "--config", &config, &source]);
    assert_eq!(run.code, 3, "{}", run.out);
    assert!(run.out.contains("(allocation-succeeds), which stringent.toml forbids"), "{}", run.out);
    assert!(run.out.contains(" 0 proved"), "{}", run.out);
}

#[test]
fn a_proof_about_a_page_names_what_it_assumes_of_php() {
    let page = file("assumptions/page/safe.php", b"<?php echo htmlspecialchars($_GET['x']);\n");
    let run = stringent(&["check", &page]);
    assert!(
        run.code == 0 && run.out.contains("(php-8-2)") && run.out.contains("(errors-hidden)"),
        "{}",
        run.out
    );
    let config = file("assumptions/page/own.toml", b"[assumptions]\nforbid = ['errors-hidden']\n");
    assert_eq!(stringent(&["check", "--config", &config, &page]).code, 3);
}

#[test]
fn an_assumption_that_does_not_exist_is_an_error() {
    let source = file("assumptions/wrong/copy.i", COPY);
    let config = file("assumptions/wrong/own.toml", b"[assumptions]\nforbid = ['goto-does-nothing']\n");
    let run = stringent(&["check", "--config", &config, &source]);
    assert_eq!(run.code, 2, "{}", run.out);
}

//! Every page of the examples is what its first line says.
//!
//! `<?php // safe`: every assertion is proved or never reached. `<?php // unsafe`: a run violates one.

use std::fs;
use std::path::PathBuf;

use verifier::php::{Config, Project, Source, lower};
use verifier::{Analysis, Options, Verdict, verify};

fn verdicts(name: &str, bytes: Vec<u8>, analysis: Analysis) -> Vec<Verdict> {
    let lowered = lower(
        Source { name: name.to_owned(), bytes },
        Project { find: &|_| None, config: &Config::default() },
    );
    assert_eq!(lowered.diagnostics, [], "{name}");
    assert_eq!(lowered.rules.len(), lowered.program.assertions.len(), "{name}");
    let properties = verify(&lowered.program, &Options { analysis, ..Options::default() });
    properties.iter().map(|property| property.checked.verdict().clone()).collect()
}

fn page(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/php");
    fs::read(folder.join(name)).expect("the example is there")
}

#[test]
fn pages_are_what_they_say() {
    let names = [
        "market.php",
        "market_ok.php",
        "market_limit_ok.php",
        "guestbook.php",
        "guestbook_ok.php",
        "blog.php",
        "blog_ok.php",
    ];
    for name in names {
        let bytes = page(name);
        let is_safe = bytes.starts_with(b"<?php // safe\n");
        let verdicts = verdicts(name, bytes, Analysis::Combined);
        assert!(!verdicts.is_empty(), "{name} has no assertion");
        let right = |verdict: &Verdict| matches!(verdict, Verdict::Proved | Verdict::Unreachable);
        let violated = verdicts.iter().any(|verdict| matches!(verdict, Verdict::Violated(_)));
        let proved = verdicts.iter().all(right);
        assert!(if is_safe { proved } else { violated }, "{name}: {verdicts:?}");
    }
}

#[test]
fn only_with_lengths_is_the_limit_enough() {
    let verdicts = verdicts("market_limit_ok.php", page("market_limit_ok.php"), Analysis::String);
    assert!(verdicts.iter().any(|verdict| matches!(verdict, Verdict::Unknown(_))), "{verdicts:?}");
}

//! Every example is what its first line says.
//!
//! `// safe`: every assertion is proved. `// safe, with a solver`: the composite analysis proves not all of them, and with
//! z3 the Horn engine does; that part is tested where z3 is installed. `// safe, not yet proved`: none is violated, and some are not proved; when
//! all are, the line must change. `// unsafe`: a run violates an assertion.

use std::fs;
use std::path::PathBuf;

use verifier::{Analysis, Engines, Options, Property, Verdict, sil, verify};

/// The texts of the examples by name, in the order of names.
fn examples() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/sil");
    let entries = fs::read_dir(folder).expect("the examples are there");
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.expect("the folder can be read");
        (
            entry.file_name().to_string_lossy().into_owned(),
            fs::read_to_string(entry.path()).expect("it is text"),
        )
    };
    let mut examples: Vec<_> = entries.map(read).collect();
    examples.sort();
    examples
}

fn verified(name: &str, text: &str, analysis: Analysis) -> Vec<Property> {
    let program = sil::parse(text, name).expect("an example parses");
    let with_solver = text.starts_with(WITH_SOLVER);
    let engines = if with_solver { Engines::Composite } else { Engines::All };
    verify(&program, &Options { analysis, engines, ..Options::default() })
}

/// How an example begins that needs a solver.
const WITH_SOLVER: &str = "// safe, with a solver";

#[test]
fn examples_are_what_they_say() {
    let examples = examples();
    assert!(examples.len() >= 9, "only {} examples", examples.len());
    for (name, text) in examples {
        let properties = verified(&name, &text, Analysis::Combined);
        assert!(!properties.is_empty(), "{name} has no assertion");
        let verdicts: Vec<&Verdict> = properties.iter().map(|property| property.checked.verdict()).collect();
        let proved = verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Proved)).count();
        let violated = verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Violated(_))).count();
        let expected = text.lines().next().unwrap_or_default();
        let right = match expected {
            "// safe" => proved == verdicts.len(),
            "// safe, not yet proved" | WITH_SOLVER => violated == 0 && proved < verdicts.len(),
            "// unsafe" => violated > 0,
            _ => false,
        };
        assert!(right, "{name} says `{expected}`, but {verdicts:?}");
    }
}

#[test]
fn only_the_combination_proves_these() {
    let of_the_paper = ["strlen", "market", "guestbook_ok"];
    let further =
        ["basename", "csv", "header", "hostname", "id", "names", "pad", "record", "scheme", "token"];
    for wanted in of_the_paper.iter().chain(&further).map(|name| format!("{name}.sil")) {
        let text = examples().into_iter().find(|(name, _)| *name == wanted).expect("the example is there").1;
        for analysis in [Analysis::String, Analysis::Size] {
            let program = sil::parse(&text, &wanted).expect("an example parses");
            // A search for failing runs would find none and take long.
            let options = Options { analysis, engines: Engines::Composite, ..Options::default() };
            let properties = verify(&program, &options);
            let verdict = properties[0].checked.verdict();
            assert!(matches!(verdict, Verdict::Unknown(_)), "{wanted}, {analysis:?}: {verdict:?}");
        }
    }
}

#[test]
fn only_profiles_prove_these() {
    for wanted in ["in_step.sil", "protocol.sil", "quotes.sil"] {
        let text = examples().into_iter().find(|(name, _)| name == wanted).expect("the example is there").1;
        let program = sil::parse(&text, wanted).expect("an example parses");
        let ask = |engines| verify(&program, &Options { engines, ..Options::default() });
        for property in ask(Engines::Profiles) {
            let verdict = property.checked.verdict();
            assert!(matches!(verdict, Verdict::Proved), "{wanted}: {verdict:?}");
        }
        let open = |property: &Property| matches!(property.checked.verdict(), Verdict::Unknown(_));
        assert!(ask(Engines::Composite).iter().any(open), "{wanted}");
    }
}

#[test]
fn profiles_find_the_mistakes_of_the_twins() {
    for wanted in ["in_step_front.sil", "protocol_loose.sil", "quotes_mixed.sil"] {
        let text = examples().into_iter().find(|(name, _)| name == wanted).expect("the example is there").1;
        let program = sil::parse(&text, wanted).expect("an example parses");
        let properties = verify(&program, &Options { engines: Engines::Profiles, ..Options::default() });
        let violated = |property: &Property| matches!(property.checked.verdict(), Verdict::Violated(_));
        assert!(properties.iter().any(violated), "{wanted}");
    }
}

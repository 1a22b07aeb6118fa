//! Programs whose loops need a regular invariant: proved by learning alone, and their twins with a mistake refuted.
//!
//! `examples/learned` has a program and its twin `_wrong` for each. At least half of the programs are out of reach of the
//! composite analysis. Every proof has been accepted by the checker, every violation replayed: nothing else is told.

use std::fs;
use std::path::PathBuf;

use verifier::{Engines, Options, Property, Verdict, sil, verify};

/// The texts of the programs by name, in the order of names: those that are safe, or their twins.
fn programs(expected: &str) -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/learned");
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("the programs are there") {
        let path = entry.expect("the folder can be read").path();
        let text = fs::read_to_string(&path).expect("it is text");
        if text.lines().next() == Some(expected) {
            all.push((path.file_stem().expect("it has a name").to_string_lossy().into_owned(), text));
        }
    }
    all.sort();
    all
}

fn asked(name: &str, text: &str, engines: Engines) -> Vec<Property> {
    let program = sil::parse(text, name).expect("a program parses");
    verify(&program, &Options { engines, ..Options::default() })
}

fn is_proved(property: &Property) -> bool {
    matches!(property.checked.verdict(), Verdict::Proved)
}

#[test]
fn learning_proves_every_program_and_half_of_them_need_it() {
    let programs = programs("// safe");
    assert!(programs.len() >= 30, "only {} programs", programs.len());
    let mut out_of_reach = 0;
    for (name, text) in &programs {
        for property in asked(name, text, Engines::Learn) {
            assert!(is_proved(&property), "{name}: {:?}", property.checked.verdict());
        }
        out_of_reach += usize::from(!asked(name, text, Engines::Composite).iter().all(is_proved));
    }
    assert!(2 * out_of_reach >= programs.len(), "{out_of_reach} of {}", programs.len());
}

#[test]
fn learning_refutes_every_twin() {
    let safe = programs("// safe");
    let twins = programs("// unsafe");
    let names: Vec<String> = safe.iter().map(|(name, _)| format!("{name}_wrong")).collect();
    assert!(twins.iter().map(|(name, _)| name).eq(&names), "every program has its twin");
    for (name, text) in &twins {
        let properties = asked(name, text, Engines::Learn);
        let violated = |property: &Property| matches!(property.checked.verdict(), Verdict::Violated(_));
        assert!(properties.iter().any(violated), "{name}");
    }
}

//! The examples say of themselves whether they are safe: an unsafe one is refuted, a safe one is not.

use std::fs;
use std::path::Path;

use automata::Budget;
use ir::AssertId;
use ir::interp::Value;
use refute::{Settings, refute};
use verdict::counterexample::{Counterexample, replay};

/// What is found in an example, replayed.
fn found(name: &str, text: &str) -> Vec<Counterexample> {
    let program = ir::sil::parse(text, "example.sil").unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    let goals: Vec<AssertId> = (0..program.assertions.len() as u32).map(AssertId).collect();
    let settings = Settings::default();
    let found = refute(&program, &goals, &settings, &mut Budget::steps(2_000_000));
    for counterexample in &found {
        assert_eq!(replay(&program, counterexample, settings.limits), Ok(()), "{name}");
    }
    found
}

fn example(name: &str) -> Vec<Counterexample> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/sil").join(name);
    found(name, &fs::read_to_string(&path).expect("the example is there"))
}

#[test]
fn examples_are_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/sil");
    let mut counts = [0, 0];
    for entry in fs::read_dir(folder).expect("the examples are there") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        let name = path.display().to_string();
        let can_fail = text.starts_with("// unsafe");
        assert!(can_fail || text.starts_with("// safe"), "{name} says nothing of itself");
        assert_eq!(!found(&name, &text).is_empty(), can_fail, "{name}");
        counts[usize::from(can_fail)] += 1;
    }
    assert!(counts[0] > 3 && counts[1] > 2, "{counts:?}");
}

#[test]
fn the_shortest_inputs_are_shown() {
    let word = |text: &str| vec![Value::Str(text.chars().map(u32::from).collect())];
    let inputs = |name| example(name).into_iter().map(|found| found.inputs).collect::<Vec<_>>();
    assert_eq!(inputs("market_unclean.sil"), [word("<script")]);
    assert_eq!(inputs("strlen_off_by_one.sil"), [word("")]);
    assert_eq!(inputs("wrap.sil"), [word(&"a".repeat(255))]);
}

//! The cost of a proof grows with its constants, and with the number of variables, at most linearly.
//!
//! Costs are counted in steps of the budget, so the same on every machine. `benches/growth.rs` prints them, with
//! instructions and memory.

#[path = "../benches/growth/pipeline.rs"]
mod pipeline;
#[path = "../benches/growth/sparse.rs"]
mod sparse;
#[path = "../benches/growth/subjects.rs"]
mod subjects;

use pipeline::{Proved, prove};

/// All steps of a proof, every assertion of which must hold.
fn steps(proved: &Proved, name: &str) -> u64 {
    assert_eq!(proved.assertions.0, proved.assertions.1, "{name} is not proved");
    let parts = [proved.analysis, proved.certificate, proved.check];
    let milliseconds: f64 = parts.iter().map(|cost| cost.milliseconds).sum();
    println!("{name}: {} labels, {milliseconds:.0} ms", proved.labels);
    parts.iter().map(|cost| cost.steps).sum()
}

#[test]
fn constants_cost_at_most_in_proportion() {
    for name in subjects::NAMES {
        let plain = subjects::text(name);
        let once = steps(&prove(&plain, name), name);
        for times in [10, 100] {
            let Some(text) = subjects::grown(name, &plain, times) else { continue };
            let grown = steps(&prove(&text, name), name);
            assert!(grown <= once * times, "{name}, {times} times: {once} steps become {grown}");
        }
    }
}

#[test]
fn unrelated_variables_cost_in_proportion() {
    let (few, many) = (prove(&sparse::program(12), "12"), prove(&sparse::program(96), "96"));
    let (few, many) = (steps(&few, "12"), steps(&many, "96"));
    assert!(many <= few * 9, "8 times as many variables: {few} steps become {many}");
}

//! The word kernel measured: against Mata on a public suite, and against itself as inputs grow.
//!
//! `cargo bench -p automata --bench words [-- FILTER]` reads the suite in the folder that `STRINGENT_SUITES`
//! names, or else `../shared/suites/automata` beside the workspace. Mata runs in the same run when
//! `benches/peers/build-mata` has built its driver; otherwise its recorded baseline is used.

#[path = "words/growth.rs"]
mod growth;
#[path = "words/peer.rs"]
mod peer;
#[path = "words/suite.rs"]
mod suite;

use std::path::{Path, PathBuf};

use peer::{Answer, Peer};
use suite::{Instance, Measured, Operation};

/// How often we are faster than Mata on one instance.
struct Ratio {
    operation: Operation,
    alone: f64,
    whole: f64,
}

fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let folder = std::env::var_os("STRINGENT_SUITES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/suites/automata"),
        PathBuf::from,
    );
    if folder.join("worklist.tsv").is_file() {
        compare(&folder, &filter);
    } else {
        println!("There is no suite at {}; STRINGENT_SUITES names another folder.", folder.display());
    }
    if filter.is_empty() {
        growth::report();
    }
}

fn compare(folder: &Path, filter: &str) {
    let peer = Peer::find(folder);
    let source = if peer.is_live() {
        "measured in this run, least wall time"
    } else {
        "recorded in baseline_mata.tsv (its driver is not built: see benches/peers/build-mata)"
    };
    println!("Mata: {source}. Ours: least wall time, from interval automata to the answer.");
    println!("alone: Mata's operation alone, its automata being there already, over our whole time.");
    println!("whole: Mata's classes, building and operation over our whole time.\n");
    println!("{:>12} {:>12} {:>8} {:>8}  instance", "ours us", "Mata us", "alone", "whole");
    let mut ratios = Vec::new();
    let (mut unsolved, mut wrong) = (0, 0);
    for instance in suite::instances(folder).iter().filter(|instance| instance.id.contains(filter)) {
        let ours = suite::measure(instance);
        match peer.answer(instance) {
            Some(answer) => {
                let (ratio, agrees) = against(instance, &ours, &answer);
                ratios.extend(ratio);
                wrong += usize::from(!agrees);
            }
            None => alone(instance, &ours),
        }
        unsolved += usize::from(ours.outcome.is_err());
    }
    summarise(&ratios);
    println!("{unsolved} not answered within the budget, {wrong} different from Mata\n");
}

/// Prints an instance that both answer; says whether they agree.
fn against(instance: &Instance, ours: &Measured, answer: &Answer) -> (Option<Ratio>, bool) {
    let seconds = ours.time.as_secs_f64();
    let ratio = Ratio {
        operation: instance.operation,
        alone: answer.operation / seconds,
        whole: answer.whole / seconds,
    };
    let (note, agrees) = match &ours.outcome {
        Err(_) => ("  NOT ANSWERED".to_owned(), true),
        Ok(outcome) if agrees(instance.operation, outcome, answer) => (String::new(), true),
        Ok(outcome) => (format!("  DIFFERENT: {outcome:?}, Mata {:?}", answer.outcome), false),
    };
    println!(
        "{:>12.1} {:>12.1} {:>8.2} {:>8.2}  {} {}{note}",
        seconds * 1e6,
        answer.operation * 1e6,
        ratio.alone,
        ratio.whole,
        instance.operation.name(),
        instance.id,
    );
    (ours.outcome.is_ok().then_some(ratio), agrees)
}

/// Whether the answers are the same, or the numbers of states where there is no answer.
fn agrees(operation: Operation, ours: &suite::Outcome, answer: &Answer) -> bool {
    let mata = &answer.outcome;
    match operation {
        Operation::Minimal | Operation::Complement if answer.minimal => ours.states == mata.states,
        Operation::Minimal | Operation::Complement => ours.states <= mata.states,
        Operation::Inclusion | Operation::Disjointness | Operation::Difference | Operation::Filter => {
            ours.answer == mata.answer
        }
    }
}

/// Prints an instance that Mata does not answer.
fn alone(instance: &Instance, ours: &Measured) {
    let found = match &ours.outcome {
        Ok(outcome) => format!("answered: {} {}", outcome.answer, outcome.states),
        Err(exhausted) => exhausted.to_string(),
    };
    let micros = ours.time.as_secs_f64() * 1e6;
    let (name, id) = (instance.operation.name(), &instance.id);
    println!("{micros:>12.1} {:>12} {:>8} {:>8}  {name} {id}  {found}", "over 10 s", "-", "-");
}

fn summarise(ratios: &[Ratio]) {
    println!("\n{:>10} {:>8} {:>8} {:>8} {:>8}  operation", "instances", "alone", "whole", "least", "least");
    for operation in Operation::ALL {
        let of_kind: Vec<&Ratio> = ratios.iter().filter(|ratio| ratio.operation == operation).collect();
        print_means(&of_kind, operation.name());
    }
    print_means(&ratios.iter().collect::<Vec<_>>(), "all");
}

fn print_means(ratios: &[&Ratio], name: &str) {
    if ratios.is_empty() {
        return;
    }
    let count = f64::from(u32::try_from(ratios.len()).expect("few instances"));
    let mean = |of: fn(&Ratio) -> f64| (ratios.iter().map(|ratio| of(ratio).ln()).sum::<f64>() / count).exp();
    let least = |of: fn(&Ratio) -> f64| ratios.iter().map(|ratio| of(ratio)).fold(f64::MAX, f64::min);
    let (alone, whole) = (mean(|ratio| ratio.alone), mean(|ratio| ratio.whole));
    let (least_alone, least_whole) = (least(|ratio| ratio.alone), least(|ratio| ratio.whole));
    println!("{:>10} {alone:>8.2} {whole:>8.2} {least_alone:>8.2} {least_whole:>8.2}  {name}", ratios.len());
}

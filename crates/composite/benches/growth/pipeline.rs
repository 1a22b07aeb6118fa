//! The whole way of a proof, and what each part of it costs.

use automata::Budget;
use composite::Settings;
use ir::inline::inline;
use verdict::check::{Proof, check};

/// What one part cost.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    /// Steps of the budget, the same on every machine.
    pub(crate) steps: u64,
    /// Time on the processor.
    pub(crate) milliseconds: f64,
}

/// What a proof cost, and what came of it.
#[derive(Clone, Debug)]
pub(crate) struct Proved {
    /// The fixpoint.
    pub(crate) analysis: Cost,
    /// Writing the certificate.
    pub(crate) certificate: Cost,
    /// Checking it.
    pub(crate) check: Cost,
    /// The number of instructions.
    pub(crate) labels: usize,
    /// How many assertions there are, and how many hold by the certificate.
    pub(crate) assertions: (usize, usize),
}

/// Analyses the program of a text, writes its certificate and has it checked.
pub(crate) fn prove(text: &str, name: &str) -> Proved {
    let program = ir::sil::parse(text, name).expect("the program parses");
    let program = inline(&program, 100_000).expect("calls can be inlined").program;
    let settings = Settings::default();
    let (fixpoint, analysis) = costing(|budget| composite::analyse(&program, &settings, budget));
    let fixpoint = fixpoint.expect("the budget suffices");
    let (facts, certificate) =
        costing(|budget| composite::certificate(&program, &fixpoint, &settings, budget));
    let (proofs, check) = costing(|budget| check(&program, &facts, budget));
    let proofs = proofs.expect("the certificate is accepted");
    let hold = proofs.iter().filter(|(_, proof)| *proof == Proof::Holds).count();
    let labels = program.procedures[0].code.len();
    Proved { analysis, certificate, check, labels, assertions: (proofs.len(), hold) }
}

fn costing<T>(part: impl FnOnce(&mut Budget) -> T) -> (T, Cost) {
    let mut budget = Budget::steps(u64::MAX);
    let before = processor_time();
    let result = part(&mut budget);
    let milliseconds = (processor_time() - before) * 1e3;
    (result, Cost { steps: budget.spent(), milliseconds })
}

/// Seconds that this thread has been on a processor; 0 where the system does not say.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: Option<f64> = text.split(' ').next().and_then(|field| field.parse().ok());
    nanoseconds.unwrap_or_default() / 1e9
}

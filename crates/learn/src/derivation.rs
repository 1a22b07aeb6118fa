//! Why samples contradict each other: a derivation, step by step.
//!
//! Each step is a sample whose body was derived by earlier steps; the last is a sample without a head. When samples
//! come from the clauses of a program, this is the trace of a bug. A derivation is minimal: without any one of its
//! samples the others do not contradict each other. Anyone can replay it against the samples, and should.

use crate::sample::SampleId;

/// The use of a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The sample.
    pub sample: SampleId,
    /// For each atom of its body, in order, the earlier step whose head it is.
    pub premises: Vec<usize>,
}

/// Steps from samples without a body to one without a head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    steps: Vec<Step>,
}

impl Derivation {
    pub(crate) fn new(steps: Vec<Step>) -> Self {
        Derivation { steps }
    }

    /// The steps, each after its premises.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The samples in the order of their steps.
    pub fn samples(&self) -> impl Iterator<Item = SampleId> + '_ {
        self.steps.iter().map(|step| step.sample)
    }
}

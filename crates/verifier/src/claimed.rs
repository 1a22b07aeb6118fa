//! Programs with gaps: violations that need nothing that is not known, proofs that depend on no gap.
//!
//! A failing run may pass a variable that is havoc because something is not modelled; then it is not told as a violation. A
//! place that cannot be followed is an assertion of its own, a gap; only when all of these are proved unreachable are the other
//! proofs proofs of the source.

use ir::{Action, AssertId, Assertion, Program, Variable};
use verdict::Verdict;
use verdict::counterexample::Counterexample;

use crate::property::Property;

/// A lowered program of which some assertions are gaps.
#[derive(Clone, Debug)]
pub struct Claimed<'a> {
    /// The program.
    pub program: &'a Program,
    /// Which assertions only say that no run comes to a place that is not followed.
    pub gaps: Vec<bool>,
    /// Variables that are any value and yet lose nothing, in order.
    fates: &'a [Variable],
}

impl<'a> Claimed<'a> {
    /// A program of Java.
    pub fn java(lowered: &'a front_java::Lowered) -> Claimed<'a> {
        let gaps = lowered.claims.iter().map(|claim| *claim == front_java::Claim::Gap).collect();
        Claimed { program: &lowered.program, gaps, fates: &lowered.fates }
    }

    /// A program of C.
    pub fn c(lowered: &'a front_c::Lowered) -> Claimed<'a> {
        let gaps = lowered.claims.iter().map(|claim| *claim == front_c::memory::Claim::Gap).collect();
        Claimed { program: &lowered.program, gaps, fates: &lowered.fates }
    }

    /// Whether a failing run needs a value that only stands for what is not modelled.
    pub fn is_in_doubt(&self, run: &Counterexample) -> bool {
        let is_lost = |variable: &Variable| self.fates.binary_search(variable).is_err();
        run.path.iter().any(|site| {
            let code = &self.program.procedures[site.procedure.index()].code;
            matches!(&code[site.label.index()].action, Action::Havoc(variable) if is_lost(variable))
        })
    }

    /// The first gap that a run may come to.
    pub fn open_gap(&self, properties: &[Property]) -> Option<&'a Assertion> {
        first_open(self.program, &self.gaps, properties)
    }
}

/// The first gap of a page that a run may come to.
pub fn open_gap_of_page<'a>(page: &'a front_php::Lowered, properties: &[Property]) -> Option<&'a Assertion> {
    first_open(&page.program, &page.gaps(), properties)
}

/// The first gap of a page that a run may come to and that may change what an assertion says.
pub fn open_gap_of_assertion<'a>(
    page: &'a front_php::Lowered,
    properties: &[Property],
    assertion: AssertId,
) -> Option<&'a Assertion> {
    let mut gaps = page.gaps();
    for (at, is_gap) in gaps.iter_mut().enumerate() {
        *is_gap = *is_gap && page.may_change(AssertId(at as u32), assertion);
    }
    first_open(&page.program, &gaps, properties)
}

fn first_open<'a>(program: &'a Program, gaps: &[bool], properties: &[Property]) -> Option<&'a Assertion> {
    let open = properties.iter().find(|property| {
        let is_closed = matches!(
            property.checked.verdict(),
            Verdict::Proved | Verdict::Unreachable | Verdict::Rechecked(_)
        );
        gaps[property.checked.assertion().index()] && !is_closed
    })?;
    program.assertions.get(open.checked.assertion().index())
}

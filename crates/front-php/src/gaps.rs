//! Gaps of a page: constructs that are not modelled, and the assertions that they may change.
//!
//! A gap may do anything, so it leaves every proof of the page open. One is different: unknown code that is run at one
//! point of the page, by `include` or `eval`, does its work from there on. It changes nothing of an assertion in the code
//! of the page itself, outside of functions, that stands before it and that no path leads to from it. It may run the page
//! again, so variables that may be unset at its start are taken as unknown. What is written to the page is judged with
//! the headers that are sent in the end, so HTML is always open.

use std::collections::BTreeSet;

use ir::cfg::Flow;
use ir::{Action, AssertId, Label};

use crate::lower::{Claim, Lowered, Reach};
use crate::policy::RuleId;

impl Lowered {
    /// Which assertions only say that no run gets to what is not modelled.
    pub fn gaps(&self) -> Vec<bool> {
        self.claims.iter().map(|claim| claim.rule().is_none()).collect()
    }

    /// Whether a gap may change what an assertion says. Over-approximate: most gaps may change everything.
    pub fn may_change(&self, gap: AssertId, assertion: AssertId) -> bool {
        let is_fixed = self.claims[gap.index()] == Claim::Gap(Reach::Onward)
            && self.in_main_code.contains(&assertion)
            && !matches!(self.rule(assertion), None | Some(RuleId::Html | RuleId::Attack));
        if !is_fixed {
            return true;
        }
        let span = |id: AssertId| self.program.assertions[id.index()].span;
        let (gap_at, assertion_at) = (span(gap), span(assertion));
        let stands_behind = gap_at.file != 0 || gap_at.end >= assertion_at.end;
        !stands_behind || self.leads(gap, assertion)
    }

    /// Whether a path leads from one assertion to another.
    fn leads(&self, from: AssertId, to: AssertId) -> bool {
        let procedure = &self.program.procedures[0];
        let flow = Flow::of(procedure);
        let labels = |wanted: AssertId| {
            (0..procedure.code.len()).filter(
                move |&at| matches!(&procedure.code[at].action, Action::Assert(id, _) if *id == wanted),
            )
        };
        let mut open: Vec<Label> = labels(from).map(|at| Label(at as u32)).collect();
        let mut seen = BTreeSet::new();
        while let Some(label) = open.pop() {
            open.extend(flow.successors(label).filter(|&next| seen.insert(next)));
        }
        labels(to).any(|at| seen.contains(&Label(at as u32)))
    }
}

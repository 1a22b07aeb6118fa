//! Where knowledge was lost on the way to an assertion that stays open, in words.
//!
//! There are two causes: a step was too costly, so the analysis went down its precision ladder; or a call was not put
//! in place, so that it gives any result and its callee is taken with any arguments. Told is only what lies on a way to
//! the assertion, in the order of the source.

use std::collections::BTreeMap;

use composite::{Fixpoint, Rung};
use ir::cfg::Flow;
use ir::inline::Inlined;
use ir::{Action, Label, Program, Span, Type, Variable};

use crate::wording;

/// The most places that are told.
const MOST: usize = 3;

/// Knowledge that was lost at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Where.
    pub span: Span,
    /// What became of it, in words.
    pub what: String,
    /// Why.
    pub cause: Cause,
}

/// Why knowledge was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A step was too costly.
    Cost,
    /// A call recurses, or there are too many.
    Call,
}

/// A program, and what became of it.
#[derive(Clone, Copy)]
pub(crate) struct Losses<'a> {
    /// The program as it was before its calls were inlined.
    pub(crate) program: &'a Program,
    pub(crate) inlined: &'a Inlined,
    pub(crate) fixpoint: &'a Fixpoint,
}

impl Losses<'_> {
    /// What was lost on the ways to a label.
    pub(crate) fn before(self, label: Label) -> Vec<Lost> {
        let whole = &self.inlined.program.procedures[0];
        let passed = leading_to(&Flow::of(whole), whole.code.len(), label);
        let calls = self.inlined.unknown.iter().filter(|call| passed[call.index()]);
        let mut lost: Vec<Lost> = calls.filter_map(|&call| self.call(call)).collect();
        lost.extend(self.arguments(label));
        lost.extend(self.costs(&passed));
        lost.sort_by_key(|lost| (lost.span.start, lost.span.end));
        lost.dedup();
        lost.truncate(MOST);
        lost
    }

    /// A call whose result is not known.
    fn call(self, call: Label) -> Option<Lost> {
        let (procedure, origin) = self.inlined.origins[call.index()];
        let instruction = &self.program.procedures[procedure.index()].code[origin.index()];
        let Action::Call(callee, _, Some(_)) = &instruction.action else { return None };
        let what = format!("the call of {} gives any result", self.program.procedures[callee.index()].name);
        Some(Lost { span: instruction.span, what, cause: Cause::Call })
    }

    /// A procedure that is taken with any arguments.
    fn arguments(self, label: Label) -> Option<Lost> {
        let procedure = &self.program.procedures[self.inlined.apart_at(label)?.index()];
        let what = format!("{} is taken with any arguments", procedure.name);
        let span = procedure.code[0].span;
        (!procedure.parameters.is_empty()).then_some(Lost { span, what, cause: Cause::Call })
    }

    /// Steps that were too costly, each with the lowest rung that it needed.
    fn costs(self, passed: &[bool]) -> impl Iterator<Item = Lost> {
        let mut lowest: BTreeMap<(Label, Option<Variable>), Rung> = BTreeMap::new();
        for loss in self.fixpoint.losses.iter().filter(|loss| passed[loss.label.index()]) {
            let known = lowest.entry((loss.label, loss.variable)).or_insert(loss.rung);
            *known = (*known).max(loss.rung);
        }
        let code = &self.inlined.program.procedures[0].code;
        lowest.into_iter().map(move |((label, variable), rung)| {
            let named = variable.and_then(|variable| Some((self.name(label, variable)?, variable.ty())));
            Lost { span: code[label.index()].span, what: reduced(named, rung), cause: Cause::Cost }
        })
    }

    /// The name of a variable at a label, when it is one of the procedure that the label is from.
    fn name(&self, label: Label, variable: Variable) -> Option<&str> {
        let (procedure, _) = self.inlined.origins[label.index()];
        let names = &self.program.procedures[procedure.index()];
        let local = self.inlined.scopes[label.index()].local(variable, names)?;
        Some(wording::name(names, local))
    }
}

/// For each label of a procedure of `count` labels whether a way leads from it to `end`.
fn leading_to(flow: &Flow, count: usize, end: Label) -> Vec<bool> {
    let mut passed = vec![false; count];
    let mut open = vec![end];
    while let Some(label) = open.pop() {
        if !std::mem::replace(&mut passed[label.index()], true) {
            open.extend(flow.predecessors(label));
        }
    }
    passed
}

/// What a rung leaves of a variable, or of everything where none got a new value.
fn reduced(named: Option<(&str, Type)>, rung: Rung) -> String {
    match (rung, named) {
        (Rung::Exact | Rung::Merged, Some((name, Type::Str))) => {
            format!("the language of {name} was simplified")
        }
        (Rung::Lengths, Some((name, Type::Str))) => {
            format!("the language of {name} was reduced to its lengths")
        }
        (Rung::Bounds, Some((name, Type::Str))) => {
            format!("the language of {name} was reduced to the bounds of its length")
        }
        (Rung::Bounds, Some((name, Type::Int))) => format!("{name} was reduced to its bounds"),
        (Rung::Nothing, Some((name, _))) => format!("{name} may be anything"),
        (Rung::Exact | Rung::Merged, _) => "languages were simplified".to_owned(),
        (Rung::Lengths, _) => "languages were reduced to their lengths".to_owned(),
        (Rung::Bounds, _) => "integers and lengths were reduced to their bounds".to_owned(),
        (Rung::Nothing, None) => "what a condition says was left out".to_owned(),
    }
}

//! The ways from a label: under which condition, with which variable changed, to where.
//!
//! An assertion has two: on to the next label, whatever it says, and to its query when it does not hold.

use automata::{Budget, Exhausted};
use ir::{Action, AssertId, Label, Procedure, Program, Variable};

use super::scope::Scope;
use super::sort_of;
use crate::op::Op;
use crate::sort::Sort;
use crate::system::{HornSystem, Step};
use crate::terms::TermId;

/// A way from a label.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) from: Label,
    pub(super) to: Target,
    pub(super) constraint: TermId,
    /// The variable that is changed, and its new value.
    pub(super) update: Option<(Variable, TermId)>,
    /// The sorts of the variables after those of the procedure.
    pub(super) fresh: Vec<Sort>,
    pub(super) step: Step,
}

/// Where a way leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Label(Label),
    /// The assertion is violated.
    Query(AssertId),
}

/// All ways of a procedure without calls, and whether it tells characters apart that clauses do not have.
pub(super) fn edges(
    program: &Program,
    procedure: &Procedure,
    system: &mut HornSystem,
    budget: &mut Budget,
) -> Result<(Vec<Edge>, bool), Exhausted> {
    let (mut all, mut misses) = (Vec::new(), false);
    for label in procedure.labels() {
        let scope = Scope {
            program,
            procedure,
            system: &mut *system,
            budget: &mut *budget,
            label,
            fresh: Vec::new(),
            facts: Vec::new(),
            asked: None,
            misses_characters: false,
        };
        let (edges, misses_here) = of_action(scope, &procedure.code[label.index()].action)?;
        misses |= misses_here;
        // Whoever goes past the last instruction returns.
        let exists = |edge: &Edge| match edge.to {
            Target::Label(label) => label.index() < procedure.code.len(),
            Target::Query(_) => true,
        };
        all.extend(edges.into_iter().filter(exists));
    }
    Ok((all, misses))
}

/// Where to, under which condition, and which variable gets which value.
type Way = (Target, TermId, Option<(Variable, TermId)>);

fn of_action(mut scope: Scope<'_>, action: &Action) -> Result<(Vec<Edge>, bool), Exhausted> {
    let next = Target::Label(Label(scope.label.0 + 1));
    let always = scope.system.terms.truth(true);
    let ways: Vec<Way> = match action {
        Action::SetStr(var, value) => {
            let value = scope.str_expr(value)?;
            vec![(next, always, Some((Variable::Str(*var), value)))]
        }
        Action::SetInt(var, value, width) => {
            let value = scope.int_expr(value, *width)?;
            vec![(next, always, Some((Variable::Int(*var), value)))]
        }
        Action::SetBool(var, condition) => {
            let value = scope.condition(condition)?;
            vec![(next, always, Some((Variable::Bool(*var), value)))]
        }
        Action::Havoc(variable) => {
            let value = scope.input(sort_of(variable.ty()));
            vec![(next, always, Some((*variable, value)))]
        }
        Action::Assume(condition) => vec![(next, scope.condition(condition)?, None)],
        Action::Assert(id, condition) => {
            let holds = scope.condition(condition)?;
            let fails = scope.app(Op::Not, &[holds]);
            vec![(Target::Query(*id), fails, None), (next, always, None)]
        }
        Action::Jump(label) => vec![(Target::Label(*label), always, None)],
        Action::Branch(condition, label) => {
            let holds = scope.condition(condition)?;
            let fails = scope.app(Op::Not, &[holds]);
            vec![(Target::Label(*label), holds, None), (next, fails, None)]
        }
        Action::Call(..) => unreachable!("calls have been inlined"),
        Action::Return(_) | Action::Halt | Action::Abort => Vec::new(),
    };
    let facts = std::mem::take(&mut scope.facts);
    let mut edges = Vec::new();
    for (to, condition, update) in ways {
        let parts: Vec<TermId> = facts.iter().copied().chain([condition]).collect();
        let constraint = scope.app(Op::And, &parts);
        let step = Step { label: scope.label, asked: scope.asked };
        edges.push(Edge { from: scope.label, to, constraint, update, fresh: scope.fresh.clone(), step });
    }
    Ok((edges, scope.misses_characters))
}

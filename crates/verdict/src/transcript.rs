//! What a solver said of every clause of a program: the evidence for a proof that the checker cannot read.
//!
//! Where the facts of a proof are not regular or arithmetic there is no certificate. Then a solution of the program's Horn
//! clauses may be checked clause by clause by a solver, one clause for each edge out of each label. What is demanded here
//! is that no edge was left out and that the answer to each was `unsat`: no state breaks it. That the clauses say what the
//! program does, and that the solver is right, is trusted and not checked, so such a verdict is told as what it is.

use ir::{Action, AssertId, Label, Procedure};

/// A clause that was asked about, and the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The label whose action the clause carries out; `None` for the entry.
    pub from: Option<Label>,
    /// The label that it leads to; `None` when it leads to a violation.
    pub to: Option<Label>,
    /// What the solver said when it was asked for a state that breaks the clause, word for word.
    pub said: String,
}

/// All that was asked about one assertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// Who found the solution.
    pub found_by: String,
    /// Who checked it, in a process of its own.
    pub checked_by: String,
    /// The clauses, in any order.
    pub clauses: Vec<Answered>,
}

/// Why a transcript is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Insufficient(&'static str);

impl std::fmt::Display for Insufficient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Whether exactly the clauses of a procedure without calls were asked about, and no state breaks any.
///
/// # Errors
/// What is missing.
pub(crate) fn covers(
    procedure: &Procedure,
    assertion: AssertId,
    transcript: &Transcript,
) -> Result<(), Insufficient> {
    if transcript.clauses.iter().any(|clause| clause.said != "unsat") {
        return Err(Insufficient("the solver did not confirm every clause"));
    }
    let mut needed = edges(procedure, assertion).ok_or(Insufficient("the program has calls"))?;
    let mut asked: Vec<Edge> = transcript.clauses.iter().map(|clause| (clause.from, clause.to)).collect();
    needed.sort_unstable();
    asked.sort_unstable();
    if needed == asked { Ok(()) } else { Err(Insufficient("the solver was not asked about every clause")) }
}

type Edge = (Option<Label>, Option<Label>);

/// The entry, every edge from a label to another, and every edge to a violation of the assertion. Past the last label a run
/// has returned. `None` when there are calls.
fn edges(procedure: &Procedure, assertion: AssertId) -> Option<Vec<Edge>> {
    let mut edges = Vec::new();
    let mut go = |from, to: Label| {
        if to.index() < procedure.code.len() {
            edges.push((from, Some(to)));
        }
    };
    go(None, Label(0));
    let mut violations = Vec::new();
    for label in procedure.labels() {
        let next = Label(label.0 + 1);
        match &procedure.code[label.index()].action {
            Action::SetStr(..)
            | Action::SetInt(..)
            | Action::SetBool(..)
            | Action::Havoc(_)
            | Action::Assume(_) => go(Some(label), next),
            Action::Assert(id, _) => {
                go(Some(label), next);
                if *id == assertion {
                    violations.push((Some(label), None));
                }
            }
            Action::Jump(to) => go(Some(label), *to),
            Action::Branch(_, to) => {
                go(Some(label), *to);
                go(Some(label), next);
            }
            Action::Return(_) | Action::Halt | Action::Abort => {}
            Action::Call(..) => return None,
        }
    }
    edges.extend(violations);
    Some(edges)
}

//! The SAT solver, behind the few words that the encoding speaks.
//!
//! `batsat` (`MiniSat` in Rust) is incremental: clauses stay, assumptions are for one question. It asks a callback
//! whether to stop, at each decision, and reports each clause that it learns: so its work is counted in steps, and
//! the same questions get the same answers. Its seeds are fixed and its heuristics know no clock.

use std::cell::Cell;

use automata::{Budget, Exhausted};
pub(crate) use batsat::Lit;
use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};

/// What a conflict costs: about as many steps as it looks at literals.
const CONFLICT: u64 = 200;

/// Variables, clauses, and whether they can be satisfied.
pub(crate) struct Solver {
    inner: batsat::Solver<Meter>,
    clause: Vec<Lit>,
}

/// Counts the steps of one question.
#[derive(Default)]
struct Meter {
    spent: Cell<u64>,
    limit: u64,
}

impl Callbacks for Meter {
    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.spent.set(self.spent.get() + CONFLICT + clause.len() as u64);
    }

    fn stop(&self) -> bool {
        self.spent.set(self.spent.get() + 1);
        self.spent.get() > self.limit
    }
}

impl Solver {
    pub(crate) fn new() -> Self {
        let inner = batsat::Solver::new(SolverOpts::default(), Meter::default());
        Solver { inner, clause: Vec::new() }
    }

    /// A new variable, as the literal that is true when it is. It is false in a model unless something speaks for it.
    pub(crate) fn literal(&mut self) -> Lit {
        Lit::new(self.inner.new_var_default(), true)
    }

    /// As many new variables.
    pub(crate) fn literals(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.literal()).collect()
    }

    /// One of the literals is true.
    pub(crate) fn add(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.clause.clear();
        self.clause.extend(literals);
        self.inner.add_clause_reuse(&mut self.clause);
    }

    /// Exact: whether all clauses can be true together with the assumptions.
    pub(crate) fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Result<bool, Exhausted> {
        *self.inner.cb_mut() = Meter { spent: Cell::new(0), limit: budget.left() };
        let answer = self.inner.solve_limited(assumptions);
        let spent = self.inner.cb().spent.get();
        if answer == lbool::UNDEF {
            budget.spend(spent)?;
        }
        budget.spend(spent.min(budget.left()))?;
        Ok(answer == lbool::TRUE)
    }

    /// Whether the literal is true in the model that the last question found.
    pub(crate) fn is_true(&self, literal: Lit) -> bool {
        self.inner.value_lit(literal) == lbool::TRUE
    }

    /// Whether the assumption was used to show that the last question has no model.
    pub(crate) fn is_blamed(&self, assumption: Lit) -> bool {
        self.inner.unsat_core_contains_var(assumption.var())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pigeons that do not fit into their holes: hard for every solver of this kind.
    fn pigeons(count: usize) -> Solver {
        let mut solver = Solver::new();
        let sits: Vec<Vec<Lit>> = (0..count).map(|_| solver.literals(count - 1)).collect();
        for pigeon in &sits {
            solver.add(pigeon.iter().copied());
        }
        for (first, second) in (0..count).flat_map(|second| (0..second).map(move |first| (first, second))) {
            for (&one, &other) in sits[first].iter().zip(&sits[second]) {
                solver.add([!one, !other]);
            }
        }
        solver
    }

    #[test]
    fn a_hard_question_spends_the_budget_and_no_more() {
        let mut budget = Budget::steps(100_000);
        assert!(pigeons(14).solve(&[], &mut budget).is_err());
        assert_eq!(budget.left(), 0);
        assert_eq!(pigeons(6).solve(&[], &mut Budget::steps(10_000_000)), Ok(false));
    }

    #[test]
    fn a_question_may_go_on_with_another_budget() {
        let mut solver = pigeons(7);
        let mut rounds = 0;
        while solver.solve(&[], &mut Budget::steps(20_000)).is_err() {
            rounds += 1;
            assert!(rounds < 10_000, "what was learned is kept");
        }
        assert!(rounds > 0);
    }

    #[test]
    fn assumptions_are_for_one_question() {
        let mut solver = Solver::new();
        let (a, b) = (solver.literal(), solver.literal());
        solver.add([!a, b]);
        assert_eq!(solver.solve(&[a, !b], &mut Budget::steps(100)), Ok(false));
        assert!(solver.is_blamed(!b) && solver.is_blamed(a));
        assert_eq!(solver.solve(&[a], &mut Budget::steps(100)), Ok(true));
        assert!(solver.is_true(b) && solver.is_true(a));
    }
}

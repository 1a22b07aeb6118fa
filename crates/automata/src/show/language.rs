//! From an expression back to its language, so that what is shown can be checked.
//!
//! The construction is the one of [THO68], as a list of jobs instead of a recursion. Shared parts are written
//! out anew at every place, so the budget is spent by the text of the expression and not by its arena.

use super::expression::{Expr, Expressions, Node};
use crate::budget::{Budget, Exhausted};
use crate::words::{Automaton, Nfa, StateId};

/// An expression that must lead from one state to another.
type Job = (Expr, StateId, StateId);

impl Expressions {
    /// Exact: the language of `expr`.
    ///
    /// # Errors
    /// [`Exhausted`] when the copies or the subset construction outgrow the budget.
    pub(super) fn language(&self, expr: Expr, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let mut nfa = Nfa::new(self.alphabet());
        let (start, end) = (nfa.add_state(), nfa.add_state());
        nfa.add_start(start);
        nfa.set_accepting(end);
        // No job adds an edge into its first state or out of its last one, unless the two are the same.
        let mut jobs: Vec<Job> = vec![(expr, start, end)];
        while let Some((expr, from, to)) = jobs.pop() {
            budget.spend(1)?;
            match self.node(expr) {
                Node::Empty => {}
                Node::Class(symbols) => nfa.add_symbols(from, symbols, to),
                Node::Union(parts) => jobs.extend(parts.iter().map(|&part| (part, from, to))),
                Node::Concat(parts) => chain(&mut nfa, parts, (from, to), &mut jobs),
                &Node::Repeat(body, least, most) => {
                    budget.spend(u64::from(most.unwrap_or(least)))?;
                    copies(&mut nfa, (body, from, to), (least, most), &mut jobs);
                }
            }
        }
        nfa.determinize(budget)
    }
}

fn chain(nfa: &mut Nfa, parts: &[Expr], (from, to): (StateId, StateId), jobs: &mut Vec<Job>) {
    let Some((&last, rest)) = parts.split_last() else { return nfa.add_epsilon(from, to) };
    let mut at = from;
    for &part in rest {
        let next = nfa.add_state();
        jobs.push((part, at, next));
        at = next;
    }
    jobs.push((last, at, to));
}

fn copies(nfa: &mut Nfa, (body, from, to): Job, (least, most): (u32, Option<u32>), jobs: &mut Vec<Job>) {
    let mut at = from;
    for copy in 0..most.unwrap_or(least) {
        if copy >= least {
            nfa.add_epsilon(at, to);
        }
        let next = nfa.add_state();
        jobs.push((body, at, next));
        at = next;
    }
    if most.is_none() {
        let around = nfa.add_state();
        nfa.add_epsilon(at, around);
        jobs.push((body, around, around));
        at = around;
    }
    nfa.add_epsilon(at, to);
}

//! Whether ground Horn clauses contradict each other, and the smallest derivation if they do.
//!
//! The clauses are satisfiable if and only if their least model breaks none that has no head. The least model is found
//! by propagation with a counter a clause [DG84, linear time], in the order of the sizes of derivations: an atom is
//! settled by the clause that gives it the smallest derivation tree, Dijkstra's algorithm on hypergraphs
//! [KNU77, generalization]. So the first clause without a head that fires has the smallest tree of all.
//!
//! Atoms and clauses are numbers here; what they say is not looked at.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use automata::{Budget, Exhausted};

/// If all atoms of the body hold then so does the head, or without one, there is a contradiction.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) body: Vec<u32>,
    pub(crate) head: Option<u32>,
}

/// The clauses of the smallest derivation of a contradiction, each after those that its body needs; the last has no
/// head. Each atom is the head of one of them at most, and each of them is needed, so no clause can be left out.
///
/// Exact: `None` if and only if the clauses are satisfiable.
pub(crate) fn refute(
    clauses: &[Clause],
    atoms: usize,
    budget: &mut Budget,
) -> Result<Option<Vec<usize>>, Exhausted> {
    let mut propagation = Propagation::new(clauses, atoms, budget)?;
    while let Some(Reverse((size, clause))) = propagation.ready.pop() {
        budget.spend(1)?;
        match clauses[clause].head {
            None => return Ok(Some(propagation.needed_for(clause))),
            Some(head) => propagation.settle(head, clause, size, budget)?,
        }
    }
    Ok(None)
}

struct Propagation<'a> {
    clauses: &'a [Clause],
    /// The clauses that have an atom in their body, a clause once for each time.
    users: Vec<Vec<usize>>,
    /// How many atoms of each body are not settled, and the size of the derivations of those that are.
    open: Vec<(usize, u64)>,
    /// Whether an atom is settled.
    settled: Vec<bool>,
    /// The clauses that settled an atom, in order.
    order: Vec<usize>,
    /// The clauses with a settled body, by the size of the derivation that they end.
    ready: BinaryHeap<Reverse<(u64, usize)>>,
}

impl<'a> Propagation<'a> {
    fn new(clauses: &'a [Clause], atoms: usize, budget: &mut Budget) -> Result<Self, Exhausted> {
        let mut users = vec![Vec::new(); atoms];
        let mut ready = BinaryHeap::new();
        for (number, clause) in clauses.iter().enumerate() {
            budget.spend(1 + clause.body.len() as u64)?;
            clause.body.iter().for_each(|&atom| users[atom as usize].push(number));
            if clause.body.is_empty() {
                ready.push(Reverse((1, number)));
            }
        }
        let open = clauses.iter().map(|clause| (clause.body.len(), 1)).collect();
        Ok(Propagation { clauses, users, open, settled: vec![false; atoms], order: Vec::new(), ready })
    }

    /// Settles `head` by `clause`, unless a smaller derivation did.
    fn settle(&mut self, head: u32, clause: usize, size: u64, budget: &mut Budget) -> Result<(), Exhausted> {
        if std::mem::replace(&mut self.settled[head as usize], true) {
            return Ok(());
        }
        self.order.push(clause);
        for &user in &self.users[head as usize] {
            budget.spend(1)?;
            let (left, total) = &mut self.open[user];
            *left -= 1;
            *total = total.saturating_add(size);
            if *left == 0 {
                self.ready.push(Reverse((*total, user)));
            }
        }
        Ok(())
    }

    /// The clauses that `last` needs, in the order in which they settled, and `last` itself.
    fn needed_for(&self, last: usize) -> Vec<usize> {
        let mut needed = vec![false; self.settled.len()];
        let mut steps = vec![last];
        let mark = |clause: usize, needed: &mut Vec<bool>| {
            self.clauses[clause].body.iter().for_each(|&atom| needed[atom as usize] = true);
        };
        mark(last, &mut needed);
        for &clause in self.order.iter().rev() {
            let head = self.clauses[clause].head.expect("a clause that settles an atom has a head");
            if needed[head as usize] {
                mark(clause, &mut needed);
                steps.push(clause);
            }
        }
        steps.reverse();
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(body: &[u32], head: Option<u32>) -> Clause {
        Clause { body: body.to_vec(), head }
    }

    fn refuted(clauses: &[Clause]) -> Option<Vec<usize>> {
        refute(clauses, 8, &mut Budget::steps(1000)).expect("small clauses are cheap")
    }

    #[test]
    fn a_cycle_derives_nothing() {
        let clauses = [clause(&[0], Some(1)), clause(&[1], Some(0)), clause(&[1], None)];
        assert_eq!(refuted(&clauses), None);
    }

    #[test]
    fn the_smallest_derivation_is_taken() {
        let long = [clause(&[], Some(0)), clause(&[0], Some(1)), clause(&[1, 0], Some(2))];
        let mut clauses = long.to_vec();
        clauses.extend([clause(&[2], None), clause(&[], Some(3)), clause(&[3, 3], Some(2))]);
        assert_eq!(refuted(&clauses), Some(vec![4, 5, 3]));
        clauses.truncate(4);
        assert_eq!(refuted(&clauses), Some(vec![0, 1, 2, 3]));
    }

    #[test]
    fn the_empty_clause_is_a_contradiction() {
        assert_eq!(refuted(&[clause(&[], None)]), Some(vec![0]));
    }
}

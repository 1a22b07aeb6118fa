//! States are numbered as a breadth-first walk finds them, so that of all namings of an automaton one is left.
//!
//! The predicates of [UZS15, BFS-based], for moves that may be missing and with fewer variables. The *parent* of a state is the
//! least state with a move to it. Parents come before their children and are ordered as these are; of two children of
//! one parent, the one that is reached by the lesser letter comes first. Every used state but the first has a parent,
//! hence is reachable: no automaton is lost, since a smallest one has no other states.
//!
//! Letters are ordered as they come, so a new letter changes nothing but the clause *a parent has a move on one of all
//! letters*, which holds under an assumption.

use crate::solver::{Lit, Solver};

/// The variables of the order.
pub(crate) struct BreadthFirst {
    /// `parent[child][source]` for each source below the child.
    parent: Vec<Vec<Lit>>,
    /// Assumed: the letters are all there are.
    closed: Lit,
}

impl BreadthFirst {
    pub(crate) fn new(solver: &mut Solver) -> Self {
        BreadthFirst { parent: Vec::new(), closed: solver.literal() }
    }

    /// What must be assumed.
    pub(crate) fn assumption(&self) -> Lit {
        self.closed
    }

    /// Orders the newest state.
    pub(crate) fn add_state(&mut self, used: &[Lit], moves: &[Vec<Vec<Lit>>], solver: &mut Solver) {
        let child = self.parent.len();
        let parents = solver.literals(child);
        if child > 0 {
            solver.add(parents.iter().copied().chain([!used[child]]));
        }
        self.parent.push(parents);
        for letter in 0..moves.len() {
            self.order(child, letter, moves, solver);
        }
        for source in 0..child {
            self.close(child, source, moves, solver);
            if let Some(earlier) = child.checked_sub(1).and_then(|before| self.parent[before].get(source)) {
                let lesser = &self.parent[child][..source];
                lesser.iter().for_each(|&parent| solver.add([!*earlier, !parent]));
            }
        }
    }

    /// Takes the newest letter into account.
    pub(crate) fn add_letter(&mut self, moves: &[Vec<Vec<Lit>>], solver: &mut Solver) {
        solver.add([!self.closed]);
        self.closed = solver.literal();
        for child in 1..self.parent.len() {
            self.order(child, moves.len() - 1, moves, solver);
            (0..child).for_each(|source| self.close(child, source, moves, solver));
        }
    }

    /// A parent has a move to its child, if the letters are all.
    fn close(&self, child: usize, source: usize, moves: &[Vec<Vec<Lit>>], solver: &mut Solver) {
        let some = moves.iter().map(|rows| rows[source][child]);
        solver.add(some.chain([!self.parent[child][source], !self.closed]));
    }

    /// What the moves to `child` on `letter` say of the order.
    fn order(&self, child: usize, letter: usize, moves: &[Vec<Vec<Lit>>], solver: &mut Solver) {
        for source in 0..child {
            let parent = self.parent[child][source];
            for rows in &moves[letter][..source] {
                solver.add([!parent, !rows[child]]);
            }
            if source + 1 < child {
                // The elder sibling is reached by a lesser letter.
                let elder = moves[..letter].iter().map(|rows| rows[source][child - 1]);
                let premises = [!parent, !self.parent[child - 1][source], !moves[letter][source][child]];
                solver.add(elder.chain(premises));
            }
        }
    }
}

//! An automaton as Boolean variables, with the prefixes of the words that it is asked about.
//!
//! The translation of [HV10, direct encoding]: each prefix is at a state, states have moves, and both agree. It differs in one point:
//! there is no sink. A state may have no move on a letter; a prefix may be *dead*, at no state, and then so are its
//! extensions. So the states counted are those of an [`automata::Automaton`], which has no sink either.
//!
//! States and letters are added while the solver runs. All clauses stay true then but for two kinds, *one of all
//! states* and *on one of all letters*, which hold under an assumption ([`Machine::assumptions`]) that is
//! replaced. What states a machine may use is again an assumption ([`Machine::at_most`]).

use automata::{Budget, Exhausted};

use crate::breadth_first::BreadthFirst;
use crate::solver::{Lit, Solver};
use crate::tree::Tree;

/// Whether the solver is spared automata that differ in the names of their states only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// States are numbered breadth first.
    Broken,
    /// States are numbered at will: slower, for measurements and tests.
    Kept,
}

/// One unknown automaton.
pub(crate) struct Machine {
    tree: Tree,
    prefixes: Vec<Prefix>,
    /// Whether a state is used. Used states come first.
    used: Vec<Lit>,
    accepting: Vec<Lit>,
    /// `moves[letter][source][target]`.
    moves: Vec<Vec<Vec<Lit>>>,
    /// Assumed: the states are all there are.
    closed: Lit,
    order: Option<BreadthFirst>,
}

/// A node of the tree.
struct Prefix {
    /// At which state it is; at no two, since moves are functions and the root is at the first state.
    at: Vec<Lit>,
    alive: Lit,
    /// Whether it is in the language, for those that samples ask about.
    member: Option<Lit>,
}

impl Machine {
    /// A machine of one state that knows the empty word.
    pub(crate) fn new(solver: &mut Solver, symmetry: Symmetry) -> Self {
        let root = Prefix { at: Vec::new(), alive: solver.literal(), member: None };
        solver.add([root.alive]);
        let mut machine = Machine {
            tree: Tree::default(),
            prefixes: vec![root],
            used: Vec::new(),
            accepting: Vec::new(),
            moves: Vec::new(),
            closed: solver.literal(),
            order: (symmetry == Symmetry::Broken).then(|| BreadthFirst::new(solver)),
        };
        machine.add_state(solver);
        machine
    }

    /// The number of states that it may use.
    pub(crate) fn states(&self) -> usize {
        self.used.len()
    }

    /// What must be assumed whenever the solver is asked. The first one is to blame when there are too few states.
    pub(crate) fn assumptions(&self) -> impl Iterator<Item = Lit> {
        [self.closed].into_iter().chain(self.order.as_ref().map(BreadthFirst::assumption))
    }

    /// The assumption that at most `states` states are used, when it could use more.
    pub(crate) fn at_most(&self, states: usize) -> Option<Lit> {
        self.used.get(states).map(|&used| !used)
    }

    /// Makes sure that there are as many letters.
    pub(crate) fn admit_letters(
        &mut self,
        letters: usize,
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        while self.moves.len() < letters {
            budget.spend(6 * (self.states() * self.states()) as u64)?;
            self.add_letter(solver);
        }
        Ok(())
    }

    /// Adds states until there are as many.
    pub(crate) fn grow(
        &mut self,
        states: usize,
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        while self.states() < states {
            let (letters, states) = (self.moves.len(), self.states());
            let of_prefixes = 12 * self.tree.len() * (states + 1);
            let of_moves = 6 * letters * (states + 1) * (states + 1);
            budget.spend((of_prefixes + of_moves) as u64)?;
            self.add_state(solver);
        }
        Ok(())
    }

    /// The literal *this word of letters is in the language*.
    pub(crate) fn member(
        &mut self,
        word: &[u32],
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<Lit, Exhausted> {
        let (mut node, length) = self.tree.longest_prefix(word);
        for &letter in &word[length..] {
            budget.spend(6 * (self.states() * self.states()) as u64)?;
            node = self.add_prefix(node, letter as usize, solver);
        }
        budget.spend(6 * self.states() as u64)?;
        Ok(self.prefixes[node].member.unwrap_or_else(|| self.add_member(node, solver)))
    }

    /// The automaton of the solver's model, as far as prefixes use it. Every other move leads back to the start.
    pub(crate) fn model(&self, solver: &Solver) -> Model {
        let moves = vec![vec![Some(0); self.states()]; self.moves.len()];
        let mut model = Model { accepting: vec![false; self.states()], moves };
        let mut at: Vec<Option<usize>> = Vec::with_capacity(self.tree.len());
        for (node, prefix) in self.prefixes.iter().enumerate() {
            let state = prefix.at.iter().position(|&at| solver.is_true(at));
            if let Some((parent, letter)) = self.tree.edge(node)
                && let Some(source) = at[parent]
            {
                model.moves[letter][source] = state;
            }
            if let (Some(state), Some(member)) = (state, prefix.member) {
                model.accepting[state] |= solver.is_true(member);
            }
            at.push(state);
        }
        model
    }

    fn add_member(&mut self, node: usize, solver: &mut Solver) -> Lit {
        let member = solver.literal();
        let prefix = &mut self.prefixes[node];
        prefix.member = Some(member);
        solver.add([!member, prefix.alive]);
        for (&at, &accepting) in prefix.at.iter().zip(&self.accepting) {
            agree_on_acceptance(at, member, accepting, solver);
        }
        member
    }

    fn add_prefix(&mut self, parent: usize, letter: usize, solver: &mut Solver) -> usize {
        let prefix = Prefix { at: solver.literals(self.states()), alive: solver.literal(), member: None };
        solver.add([!prefix.alive, self.prefixes[parent].alive]);
        for target in 0..self.states() {
            solver.add([!prefix.at[target], prefix.alive]);
            solver.add([!prefix.at[target], self.used[target]]);
            for source in 0..self.states() {
                let moves = self.moves[letter][source][target];
                follow(self.prefixes[parent].at[source], moves, prefix.at[target], solver);
            }
        }
        close(&prefix, self.closed, solver);
        self.prefixes.push(prefix);
        self.tree.add(parent, letter)
    }

    fn add_letter(&mut self, solver: &mut Solver) {
        let mut rows = Vec::with_capacity(self.states());
        for &used in &self.used {
            let row = solver.literals(self.states());
            for (target, &moves) in row.iter().enumerate() {
                solver.add([!moves, used]);
                solver.add([!moves, self.used[target]]);
                row[..target].iter().for_each(|&other| solver.add([!moves, !other]));
            }
            rows.push(row);
        }
        self.moves.push(rows);
        if let Some(order) = &mut self.order {
            order.add_letter(&self.moves, solver);
        }
    }

    fn add_state(&mut self, solver: &mut Solver) {
        let used = solver.literal();
        match self.used.last() {
            None => solver.add([used]),
            Some(&previous) => solver.add([!used, previous]),
        }
        self.used.push(used);
        self.accepting.push(solver.literal());
        for letter in 0..self.moves.len() {
            self.add_moves(letter, solver);
        }
        solver.add([!self.closed]);
        self.closed = solver.literal();
        for node in 0..self.prefixes.len() {
            self.place(node, solver);
        }
        if let Some(order) = &mut self.order {
            order.add_state(&self.used, &self.moves, solver);
        }
    }

    /// The moves to and from the newest state.
    fn add_moves(&mut self, letter: usize, solver: &mut Solver) {
        let new = self.states() - 1;
        for source in 0..new {
            let moves = solver.literal();
            let row = &mut self.moves[letter][source];
            row.iter().for_each(|&other| solver.add([!moves, !other]));
            solver.add([!moves, self.used[source]]);
            solver.add([!moves, self.used[new]]);
            row.push(moves);
        }
        let row = solver.literals(new + 1);
        for (target, &moves) in row.iter().enumerate() {
            solver.add([!moves, self.used[new]]);
            row[..target].iter().for_each(|&other| solver.add([!moves, !other]));
        }
        self.moves[letter].push(row);
    }

    /// Lets a prefix be at the newest state.
    fn place(&mut self, node: usize, solver: &mut Solver) {
        let new = self.states() - 1;
        let at = solver.literal();
        solver.add([!at, self.prefixes[node].alive]);
        solver.add([!at, self.used[new]]);
        self.prefixes[node].at.push(at);
        if let Some(member) = self.prefixes[node].member {
            agree_on_acceptance(at, member, self.accepting[new], solver);
        }
        match self.tree.edge(node) {
            None => solver.add([if new == 0 { at } else { !at }]),
            Some((parent, letter)) => {
                let (before, moves) = (&self.prefixes[parent].at, &self.moves[letter]);
                for source in 0..=new {
                    follow(before[source], moves[source][new], at, solver);
                }
                for (target, &earlier) in self.prefixes[node].at[..new].iter().enumerate() {
                    follow(before[new], moves[new][target], earlier, solver);
                }
            }
        }
        close(&self.prefixes[node], self.closed, solver);
    }
}

/// A prefix that is alive is at one of the states, if those are all.
fn close(prefix: &Prefix, closed: Lit, solver: &mut Solver) {
    solver.add(prefix.at.iter().copied().chain([!prefix.alive, !closed]));
}

/// From the state `before`, one is at the state `after` if and only if the move leads there.
fn follow(before: Lit, moves: Lit, after: Lit, solver: &mut Solver) {
    solver.add([!before, !moves, after]);
    solver.add([!before, !after, moves]);
}

fn agree_on_acceptance(at: Lit, member: Lit, accepting: Lit, solver: &mut Solver) {
    solver.add([!at, !member, accepting]);
    solver.add([!at, !accepting, member]);
}

/// An automaton on letters that a solver found. Its first state is the start.
pub(crate) struct Model {
    /// Whether each state accepts.
    pub(crate) accepting: Vec<bool>,
    /// `moves[letter][source]`.
    pub(crate) moves: Vec<Vec<Option<usize>>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATES: usize = 3;
    const LETTERS: usize = 2;

    /// Whether a walk that looks at letters in order finds all states, in the order of their numbers.
    fn is_breadth_first(moves: &[Option<usize>]) -> bool {
        let mut found = 1;
        for state in 0..STATES {
            if state >= found {
                return false;
            }
            for target in moves[state * LETTERS..][..LETTERS].iter().flatten() {
                match target.cmp(&found) {
                    std::cmp::Ordering::Less => (),
                    std::cmp::Ordering::Equal => found += 1,
                    std::cmp::Ordering::Greater => return false,
                }
            }
        }
        found == STATES
    }

    /// All tables of moves that the machine allows when all its states are used, each once.
    fn allowed(symmetry: Symmetry) -> Vec<Vec<Option<usize>>> {
        let (mut solver, mut budget) = (Solver::new(), Budget::steps(100_000_000));
        let mut machine = Machine::new(&mut solver, symmetry);
        machine.admit_letters(1, &mut solver, &mut budget).expect("it is small");
        machine.grow(STATES, &mut solver, &mut budget).expect("it is small");
        machine.admit_letters(LETTERS, &mut solver, &mut budget).expect("it is small");
        let mut tables = Vec::new();
        let assumptions: Vec<Lit> = machine.assumptions().chain([machine.used[STATES - 1]]).collect();
        while solver.solve(&assumptions, &mut budget).expect("it is small") {
            let row = |at: usize| &machine.moves[at % LETTERS][at / LETTERS];
            let target = |at| row(at).iter().position(|&moves| solver.is_true(moves));
            tables.push((0..STATES * LETTERS).map(target).collect::<Vec<_>>());
            let other = (0..STATES * LETTERS).flat_map(|at| row(at).iter().copied());
            let blocked: Vec<Lit> =
                other.map(|moves| if solver.is_true(moves) { !moves } else { moves }).collect();
            solver.add(blocked);
        }
        tables
    }

    #[test]
    fn of_all_namings_the_breadth_first_one_is_left() {
        let all = allowed(Symmetry::Kept);
        assert_eq!(all.len(), (STATES + 1).pow((STATES * LETTERS) as u32));
        let mut expected: Vec<_> = all.into_iter().filter(|moves| is_breadth_first(moves)).collect();
        let mut broken = allowed(Symmetry::Broken);
        expected.sort();
        broken.sort();
        assert_eq!(broken, expected);
        assert!(expected.len() > 100);
    }
}

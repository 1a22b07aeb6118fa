//! The smallest sizes for which all machines together have a model.
//!
//! *Smallest* compares the largest automaton first, then the sizes in the order of the unknowns. This order needs no
//! machine larger than the largest that is needed, where the least sum would ask for one large machine against many
//! small ones; and for a single unknown it is what everyone means.
//!
//! Samples are only ever added, so a size that was too small stays so, and bounds are kept from one question to the
//! next. A machine gets another state only when the solver blames its number of states.

use automata::{Budget, Exhausted};

use crate::machine::{Machine, Model, Symmetry};
use crate::solver::{Lit, Solver};

/// The machines, their solver, and which sizes are known to be too small.
pub(crate) struct Search {
    solver: Solver,
    machines: Vec<Machine>,
    /// No solution has a smaller largest machine.
    largest: usize,
    /// No solution with that largest machine is smaller than this in the order of the unknowns.
    least: Vec<usize>,
}

impl Search {
    pub(crate) fn new(unknowns: usize, symmetry: Symmetry) -> Self {
        let mut solver = Solver::new();
        let machines = (0..unknowns).map(|_| Machine::new(&mut solver, symmetry)).collect();
        Search { solver, machines, largest: 1, least: vec![1; unknowns] }
    }

    /// Makes sure that words may have as many letters.
    pub(crate) fn admit_letters(&mut self, letters: usize, budget: &mut Budget) -> Result<(), Exhausted> {
        self.machines
            .iter_mut()
            .try_for_each(|machine| machine.admit_letters(letters, &mut self.solver, budget))
    }

    /// The literal *the word is in the language of that machine*.
    pub(crate) fn member(
        &mut self,
        machine: usize,
        word: &[u32],
        budget: &mut Budget,
    ) -> Result<Lit, Exhausted> {
        self.machines[machine].member(word, &mut self.solver, budget)
    }

    /// From now on, if all of `body` holds then so does `head`.
    pub(crate) fn imply(&mut self, body: &[Lit], head: Option<Lit>) {
        self.solver.add(body.iter().map(|&atom| !atom).chain(head));
    }

    /// Exact: machines of the smallest sizes, none of them larger than `most`, or nothing.
    pub(crate) fn smallest(
        &mut self,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Model>>, Exhausted> {
        let least = self.least.clone();
        if self.largest <= most && (self.fits(&least, budget)? || self.look(most, budget)?) {
            return Ok(Some(self.machines.iter().map(|machine| machine.model(&self.solver)).collect()));
        }
        Ok(None)
    }

    /// Finds the smallest sizes and leaves a model of them in the solver.
    fn look(&mut self, most: usize, budget: &mut Budget) -> Result<bool, Exhausted> {
        while !self.fits(&vec![self.largest; self.machines.len()], budget)? {
            self.largest += 1;
            self.least.fill(1);
            if self.largest > most {
                return Ok(false);
            }
        }
        if let [only] = self.least.as_mut_slice() {
            *only = self.largest;
            return Ok(true);
        }
        for machine in 0..self.machines.len() {
            self.shrink(machine, budget)?;
        }
        Ok(true)
    }

    /// Finds the least size of a machine, given the sizes of those before it.
    fn shrink(&mut self, machine: usize, budget: &mut Budget) -> Result<(), Exhausted> {
        loop {
            let mut sizes = vec![self.largest; self.machines.len()];
            sizes[..=machine].copy_from_slice(&self.least[..=machine]);
            if self.fits(&sizes, budget)? {
                return Ok(());
            }
            self.least[machine] += 1;
            self.least[machine + 1..].fill(1);
        }
    }

    /// Whether there is a solution of at most these sizes. If so, the solver has a model of it.
    fn fits(&mut self, sizes: &[usize], budget: &mut Budget) -> Result<bool, Exhausted> {
        loop {
            let mut assumptions = Vec::new();
            for (machine, &size) in self.machines.iter().zip(sizes) {
                assumptions.extend(machine.assumptions().chain(machine.at_most(size)));
            }
            if self.solver.solve(&assumptions, budget)? {
                return Ok(true);
            }
            if !self.grow_the_blamed(sizes, budget)? {
                return Ok(false);
            }
        }
    }

    /// Gives states to the machines that have fewer than `sizes` allows and were blamed; says whether there were any.
    fn grow_the_blamed(&mut self, sizes: &[usize], budget: &mut Budget) -> Result<bool, Exhausted> {
        let blamed =
            |machine: &Machine| machine.assumptions().next().is_some_and(|it| self.solver.is_blamed(it));
        let small = |machine: &Machine, size: usize| machine.states() < size && blamed(machine);
        let chosen: Vec<usize> =
            (0..sizes.len()).filter(|&at| small(&self.machines[at], sizes[at])).collect();
        for &at in &chosen {
            self.machines[at].grow(sizes[at], &mut self.solver, budget)?;
        }
        Ok(!chosen.is_empty())
    }
}

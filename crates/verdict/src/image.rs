//! What a finite-state function makes of a graph.
//!
//! The machine walks beside the graph: it reads the graph's characters, and what it writes are the characters
//! of the result. The machine's own account of its image is not asked for.

use std::collections::HashMap;

use automata::transducers::{Move, Transducer};
use automata::{Budget, Exhausted, Symbol};

use crate::graph::{Graph, State};

/// A state of the graph beside one of the machine.
type Place = (usize, u32);

/// The result while it grows. Between places lie states that only write.
struct Image {
    graph: Graph,
    numbers: HashMap<Place, usize>,
    open: Vec<(Place, usize)>,
}

impl Graph {
    /// Exact: what the function writes for the words of the graph.
    ///
    /// # Errors
    /// [`Exhausted`] when the product outgrows the budget.
    pub(crate) fn image(&self, function: &Transducer, budget: &mut Budget) -> Result<Graph, Exhausted> {
        let mut image = Image { graph: Graph::default(), numbers: HashMap::new(), open: Vec::new() };
        image.state((0, 0));
        while let Some(((at, inner), from)) = image.open.pop() {
            let state = &self.states[at];
            for &next in &state.epsilons {
                let target = image.state((next, inner));
                image.graph.states[from].epsilons.push(target);
            }
            if let Some(word) = function.ending(inner).filter(|_| state.accepts) {
                let end = image.write(from, word, budget)?;
                image.graph.states[end].accepts = true;
            }
            for step in function.moves(inner) {
                image.follow((at, from), state, &step, budget)?;
            }
        }
        Ok(image.graph.trimmed())
    }
}

impl Image {
    fn fresh(&mut self) -> usize {
        self.graph.states.push(State::default());
        self.graph.states.len() - 1
    }

    fn state(&mut self, place: Place) -> usize {
        if let Some(&number) = self.numbers.get(&place) {
            return number;
        }
        let number = self.fresh();
        self.numbers.insert(place, number);
        self.open.push((place, number));
        number
    }

    /// A new state after `from` and `word`.
    fn write(&mut self, from: usize, word: &[Symbol], budget: &mut Budget) -> Result<usize, Exhausted> {
        budget.spend(word.len() as u64 + 1)?;
        let mut last = self.fresh();
        self.graph.states[from].epsilons.push(last);
        for &symbol in word {
            let next = self.fresh();
            self.graph.states[last].edges.push((symbol, symbol, next));
            last = next;
        }
        Ok(last)
    }

    /// One move of the machine on every edge of the graph's state that it can read.
    fn follow(
        &mut self,
        (at, from): (usize, usize),
        state: &State,
        step: &Move<'_>,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let (before, copy, after) = step.writes.parts();
        let Some(reads) = step.reads else {
            let end = self.write(from, before, budget)?;
            let target = self.state((at, step.target));
            self.graph.states[end].epsilons.push(target);
            return Ok(());
        };
        for &(lo, hi, next) in &state.edges {
            for &(least, most) in reads.ranges() {
                let (lo, hi) = (lo.max(least), hi.min(most));
                if lo > hi {
                    continue;
                }
                let mut end = self.write(from, before, budget)?;
                if let Some(by) = copy {
                    let moved = |symbol: Symbol| symbol.checked_add_signed(by).expect("within the alphabet");
                    let copied = self.fresh();
                    self.graph.states[end].edges.push((moved(lo), moved(hi), copied));
                    end = self.write(copied, after, budget)?;
                }
                let target = self.state((next, step.target));
                self.graph.states[end].epsilons.push(target);
            }
        }
        Ok(())
    }
}

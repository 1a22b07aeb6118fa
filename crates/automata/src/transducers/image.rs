//! What a transducer makes of a language, and what it makes a language of.
//!
//! Both are products of the machine with a deterministic automaton. The image writes on its edges what the
//! machine writes; an interval that is copied stays an interval. The preimage runs the automaton over what
//! the machine writes and keeps what it reads.

use super::machine::{Edge, Output, Transducer, shift, shifted};
use crate::budget::{Budget, Exhausted};
use crate::symbols::{Symbol, SymbolSet};
use crate::words::{Automaton, Nfa, Places, StateId};

/// A state of the machine beside one of the automaton.
type Place = (u32, StateId);

/// A nondeterministic automaton whose states stand for places; others may lie between them.
struct Product {
    nfa: Nfa,
    places: Places<Place>,
    states: Vec<StateId>,
}

impl Transducer {
    /// Exact: everything the machine writes for a word of `language`.
    ///
    /// # Errors
    /// [`Exhausted`] when the product or the subset construction outgrows the budget.
    ///
    /// # Panics
    /// When the alphabets differ.
    pub fn image(&self, language: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        assert_eq!(self.alphabet(), language.alphabet(), "the operands share one alphabet");
        let mut product = Product::new(Nfa::new(language.alphabet()));
        let mut at = 0;
        while let Some((place, from)) = product.place(at) {
            budget.spend(1)?;
            let state = self.state(place.0);
            if let Some(word) = state.end.as_ref().filter(|_| language.accepts_at(place.1)) {
                budget.spend(word.len() as u64)?;
                let end = product.nfa.add_state();
                product.nfa.set_accepting(end);
                product.write(from, &Output::word(word), None, end);
            }
            for edge in &state.edges {
                product.image_of(edge, (place.1, from), language, budget)?;
            }
            at += 1;
        }
        product.nfa.determinize(budget)
    }

    /// Exact: the words for which the machine writes a word of `language`.
    ///
    /// # Errors
    /// [`Exhausted`] when the product or the subset construction outgrows the budget.
    ///
    /// # Panics
    /// When the alphabets differ.
    pub fn preimage(&self, language: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        assert_eq!(self.alphabet(), language.alphabet(), "the operands share one alphabet");
        let mut product = Product::new(Nfa::new(language.alphabet()));
        let mut at = 0;
        while let Some((place, from)) = product.place(at) {
            budget.spend(1)?;
            let state = self.state(place.0);
            let written = state.end.as_ref().and_then(|word| run(language, place.1, word));
            if written.is_some_and(|end| language.accepts_at(end)) {
                product.nfa.set_accepting(from);
            }
            for edge in &state.edges {
                product.preimage_of(edge, (place.1, from), language, budget)?;
            }
            at += 1;
        }
        product.nfa.determinize(budget)
    }
}

/// Where `word` leads from `state`.
fn run(language: &Automaton, state: StateId, word: &[Symbol]) -> Option<StateId> {
    word.iter().try_fold(state, |state, &symbol| language.step(state, symbol))
}

impl Product {
    fn new(nfa: Nfa) -> Self {
        let mut product = Product { nfa, places: Places::new(), states: Vec::new() };
        let start = product.state((0, StateId::START));
        product.nfa.add_start(start);
        product
    }

    /// The place with this number and its state.
    fn place(&self, at: u32) -> Option<(Place, StateId)> {
        self.places.get(at).map(|&place| (place, self.states[at as usize]))
    }

    fn state(&mut self, place: Place) -> StateId {
        let number = self.places.number(place) as usize;
        if number == self.states.len() {
            self.states.push(self.nfa.add_state());
        }
        self.states[number]
    }

    /// The edge from a place with `here` of the language, whose state is `from`, in the image.
    fn image_of(
        &mut self,
        edge: &Edge,
        (here, from): (StateId, StateId),
        language: &Automaton,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let length = (edge.writes.before.len() + edge.writes.after.len()) as u64 + 1;
        let Some(reads) = &edge.reads else {
            budget.spend(length)?;
            let target = self.state((edge.target, here));
            self.write(from, &edge.writes, None, target);
            return Ok(());
        };
        for (range, there) in moves(language, here, reads) {
            budget.spend(length)?;
            let target = self.state((edge.target, there));
            self.write(from, &edge.writes, Some(range), target);
        }
        Ok(())
    }

    /// A way from `from` to `target` on which `output` is read, for some character of `range`.
    fn write(&mut self, from: StateId, output: &Output, range: Option<(Symbol, Symbol)>, target: StateId) {
        let copied = output.copy.map(|by| {
            let (lo, hi) = range.expect("only an edge that reads copies");
            (shift(lo, by), shift(hi, by))
        });
        let single = |&symbol: &Symbol| (symbol, symbol);
        let labels: Vec<(Symbol, Symbol)> =
            output.before.iter().map(single).chain(copied).chain(output.after.iter().map(single)).collect();
        let Some((last, rest)) = labels.split_last() else {
            self.nfa.add_epsilon(from, target);
            return;
        };
        let mut here = from;
        for &(lo, hi) in rest {
            let next = self.nfa.add_state();
            self.nfa.add_transition(here, lo, hi, next);
            here = next;
        }
        self.nfa.add_transition(here, last.0, last.1, target);
    }

    /// The edge from a place with `here` of the language, whose state is `from`, in the preimage.
    fn preimage_of(
        &mut self,
        edge: &Edge,
        (here, from): (StateId, StateId),
        language: &Automaton,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let Output { before, copy, after } = &edge.writes;
        budget.spend((before.len() + after.len()) as u64 + 1)?;
        let Some(here) = run(language, here, before) else { return Ok(()) };
        let Some(reads) = &edge.reads else {
            let target = self.state((edge.target, here));
            self.nfa.add_epsilon(from, target);
            return Ok(());
        };
        let Some(by) = *copy else {
            let target = self.state((edge.target, here));
            self.nfa.add_symbols(from, reads, target);
            return Ok(());
        };
        let written = shifted(reads, by).expect("what is written is in the alphabet");
        for ((lo, hi), there) in moves(language, here, &written) {
            budget.spend(1 + after.len() as u64)?;
            if let Some(there) = run(language, there, after) {
                let target = self.state((edge.target, there));
                self.nfa.add_transition(from, shift(lo, -by), shift(hi, -by), target);
            }
        }
        Ok(())
    }
}

/// The edges of `state` cut to `symbols`.
fn moves<'a>(
    language: &'a Automaton,
    state: StateId,
    symbols: &'a SymbolSet,
) -> impl Iterator<Item = ((Symbol, Symbol), StateId)> + 'a {
    let edges = language.edges(state);
    symbols.ranges().iter().flat_map(move |&(lo, hi)| {
        let first = edges.partition_point(|edge| edge.hi < lo);
        let overlapping = edges[first..].iter().take_while(move |edge| edge.lo <= hi);
        overlapping.map(move |edge| ((edge.lo.max(lo), edge.hi.min(hi)), edge.target))
    })
}

//! Complete deterministic automata with a label a state: what a profile is a map of.
//!
//! A machine is made of languages that exclude each other. The label of a state is the place of the language that accepts
//! there, counted from 1, and 0 where none does. A test has one language. What a string must be for a function of it to
//! lead a machine from one state to each other takes as many languages as there are states.

use std::collections::{BTreeSet, HashMap};

use automata::{Alphabet, Automaton, Budget, Exhausted, Nfa, StateId, Symbol};

/// A machine of a registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct MachineId(pub(crate) u32);

/// A complete deterministic automaton with labels. State 0 is the first.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    /// For each state first character, last character, target: ascending, without gaps.
    pub(crate) edges: Vec<Vec<(Symbol, Symbol, u32)>>,
    /// For each state the language that accepts there, counted from 1.
    pub(crate) labels: Vec<u32>,
}

impl MachineId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Machine {
    /// Exact: the machine of languages that exclude each other.
    ///
    /// # Errors
    /// [`Exhausted`] when the product outgrows the budget.
    pub(crate) fn new(
        alphabet: Alphabet,
        parts: &[Automaton],
        budget: &mut Budget,
    ) -> Result<Self, Exhausted> {
        type Place = Vec<Option<StateId>>;
        let first: Place = vec![Some(StateId::START); parts.len()];
        let mut order: Vec<Place> = vec![first.clone()];
        let mut numbers: HashMap<Place, u32> = HashMap::from([(first, 0)]);
        let (mut edges, mut labels) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(place) = order.get(at).cloned() {
            let ranges = ranges_at(alphabet, parts, &place);
            budget.spend((ranges.len() * parts.len()) as u64 + 1)?;
            let mut here = Vec::with_capacity(ranges.len());
            for (lo, hi) in ranges {
                let step = |(part, state): (&Automaton, &Option<StateId>)| part.step((*state)?, lo);
                let next: Place = parts.iter().zip(&place).map(step).collect();
                let target = *numbers.entry(next.clone()).or_insert_with(|| {
                    order.push(next);
                    order.len() as u32 - 1
                });
                here.push((lo, hi, target));
            }
            let accepts =
                |(part, state): (&Automaton, &Option<StateId>)| state.is_some_and(|s| part.accepts_at(s));
            let label = parts.iter().zip(&place).position(accepts);
            labels.push(label.map_or(0, |at| at as u32 + 1));
            edges.push(here);
            at += 1;
        }
        Ok(Machine { edges, labels })
    }

    /// How many states it has.
    pub(crate) fn size(&self) -> usize {
        self.labels.len()
    }

    /// Exact: the words that lead from a state to another.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget does not cover the machine.
    pub(crate) fn between(
        &self,
        alphabet: Alphabet,
        (from, to): (u32, u32),
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let mut nfa = Nfa::new(alphabet);
        let states: Vec<StateId> = self.edges.iter().map(|_| nfa.add_state()).collect();
        for (source, edges) in states.iter().zip(&self.edges) {
            budget.spend(edges.len() as u64 + 1)?;
            for &(lo, hi, target) in edges {
                nfa.add_transition(*source, lo, hi, states[target as usize]);
            }
        }
        nfa.add_start(states[from as usize]);
        nfa.set_accepting(states[to as usize]);
        nfa.determinize(budget)
    }

    /// For each state whether a state with a label that is wanted can be reached.
    pub(crate) fn alive(&self, wanted: impl Fn(u32) -> bool) -> Vec<bool> {
        let mut alive: Vec<bool> = self.labels.iter().map(|&label| wanted(label)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (state, edges) in self.edges.iter().enumerate().rev() {
                if !alive[state] && edges.iter().any(|&(_, _, target)| alive[target as usize]) {
                    alive[state] = true;
                    changed = true;
                }
            }
        }
        alive
    }
}

/// The ranges of characters that no part tells apart in its state.
fn ranges_at(alphabet: Alphabet, parts: &[Automaton], place: &[Option<StateId>]) -> Vec<(Symbol, Symbol)> {
    let mut starts: BTreeSet<Symbol> = BTreeSet::from([0]);
    for (part, state) in parts.iter().zip(place) {
        for edge in state.iter().flat_map(|state| part.edges(*state)) {
            starts.insert(edge.lo);
            if edge.hi < alphabet.last() {
                starts.insert(edge.hi + 1);
            }
        }
    }
    let starts: Vec<Symbol> = starts.into_iter().collect();
    let ends = starts.iter().skip(1).map(|start| start - 1).chain([alphabet.last()]);
    starts.iter().copied().zip(ends).collect()
}

/// Exact, but for characters that one alphabet lacks: the language over another alphabet. The last character of the
/// smaller alphabet stands for all beyond it.
///
/// # Errors
/// [`Exhausted`] when the budget does not cover the language.
pub(crate) fn recast(
    language: &Automaton,
    alphabet: Alphabet,
    budget: &mut Budget,
) -> Result<Automaton, Exhausted> {
    if language.alphabet() == alphabet {
        return Ok(language.clone());
    }
    let mut nfa = Nfa::new(alphabet);
    let states: Vec<StateId> = language.states().map(|_| nfa.add_state()).collect();
    nfa.add_start(states[0]);
    for (state, &own) in language.states().zip(&states) {
        budget.spend(language.edges(state).len() as u64 + 1)?;
        if language.accepts_at(state) {
            nfa.set_accepting(own);
        }
        for edge in language.edges(state).iter().filter(|edge| edge.lo <= alphabet.last()) {
            let beyond = edge.hi == language.alphabet().last();
            let hi = if beyond { alphabet.last() } else { edge.hi.min(alphabet.last()) };
            nfa.add_transition(own, edge.lo, hi, states[edge.target.index()]);
        }
    }
    nfa.determinize(budget)
}

//! Automata of congruences `a·x = c (mod m)`, read from the least significant bit.
//!
//! A state is a residue with its modulus. A letter `b` leaves `a·x = (c - a·b) / 2` modulo the same
//! number when that is odd, for two is then invertible; modulo its half when it is even, and then the
//! difference must be even. Coefficients and modulus are made coprime first, so different states have
//! different languages and the automaton is minimal as it is built.

use super::Domain;
use super::bdd::{Graph, Ref, State, Store};
use super::linear::gcd;
use crate::budget::{Budget, Exhausted};
use std::collections::HashMap;

/// The canonical automaton of `coefficients · x = constant (mod modulus)`. Exact.
pub(super) fn congruence(
    domain: Domain,
    coefficients: &[i64],
    constant: i128,
    modulus: u64,
    budget: &mut Budget,
) -> Result<Graph, Exhausted> {
    let wide = i128::from(modulus);
    let residue = |a: i128| a.rem_euclid(wide).unsigned_abs();
    let mut terms: Vec<(u32, u128)> =
        (0..).zip(coefficients).map(|(track, &a)| (track, residue(i128::from(a)))).collect();
    terms.retain(|&(_, a)| a != 0);
    let divisor = terms.iter().fold(u128::from(modulus), |g, &(_, a)| gcd(g, a));
    let constant = residue(constant);
    if constant % divisor != 0 {
        return Ok(Graph::constant(false));
    }
    if terms.is_empty() {
        return Ok(Graph::constant(true));
    }
    for (_, a) in &mut terms {
        *a /= divisor;
    }
    let start = Residue { value: constant / divisor, modulus: u128::from(modulus) / divisor };
    Builder::new(domain, terms).build(start, budget)
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Residue {
    value: u128,
    modulus: u128,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Diagram {
    Next,
    Last,
}

struct Builder {
    domain: Domain,
    terms: Vec<(u32, u128)>,
    /// By state, its residue; the sink has none.
    labels: Vec<Option<Residue>>,
    state_index: HashMap<Residue, u32>,
    sink: Option<u32>,
    /// By diagram, level and partial residue.
    memo: HashMap<(Diagram, usize, Residue), Ref>,
    store: Store,
}

impl Builder {
    fn new(domain: Domain, terms: Vec<(u32, u128)>) -> Builder {
        Builder {
            domain,
            terms,
            labels: Vec::new(),
            state_index: HashMap::new(),
            sink: None,
            memo: HashMap::new(),
            store: Store::new(),
        }
    }

    fn build(mut self, start: Residue, budget: &mut Budget) -> Result<Graph, Exhausted> {
        self.state(start);
        let mut states = Vec::new();
        while let Some(&label) = self.labels.get(states.len()) {
            budget.spend(1)?;
            let state = match label {
                None => State { next: Ref::state(states.len() as u32), last: Ref::NO },
                Some(residue) => State {
                    next: self.diagram(Diagram::Next, 0, residue, budget)?,
                    last: match self.domain {
                        Domain::Naturals => Ref::truth(residue.value == 0),
                        Domain::Integers => self.diagram(Diagram::Last, 0, residue, budget)?,
                    },
                },
            };
            states.push(state);
        }
        Ok(Graph { nodes: self.store.nodes, states })
    }

    fn state(&mut self, residue: Residue) -> u32 {
        *self.state_index.entry(residue).or_insert_with(|| {
            self.labels.push(Some(residue));
            self.labels.len() as u32 - 1
        })
    }

    /// The diagram over the tracks from `level` on. `Next` subtracts coefficients and then halves; `Last`
    /// adds them, since a last letter weighs -1, and accepts zero.
    fn diagram(
        &mut self,
        kind: Diagram,
        level: usize,
        part: Residue,
        budget: &mut Budget,
    ) -> Result<Ref, Exhausted> {
        if level == self.terms.len() {
            return Ok(match kind {
                Diagram::Next => self.leaf(part),
                Diagram::Last => Ref::truth(part.value == 0),
            });
        }
        if let Some(&known) = self.memo.get(&(kind, level, part)) {
            return Ok(known);
        }
        budget.spend(1)?;
        let (track, a) = self.terms[level];
        let Residue { value, modulus } = part;
        let moved = match kind {
            Diagram::Next => (value + modulus - a % modulus) % modulus,
            Diagram::Last => (value + a) % modulus,
        };
        let lo = self.diagram(kind, level + 1, part, budget)?;
        let hi = self.diagram(kind, level + 1, Residue { value: moved, modulus }, budget)?;
        let made = self.store.make(track, lo, hi);
        self.memo.insert((kind, level, part), made);
        Ok(made)
    }

    fn leaf(&mut self, difference: Residue) -> Ref {
        let Residue { value, modulus } = difference;
        let odd = value % 2 == 1;
        let target = if modulus % 2 == 1 {
            Residue { value: (if odd { value + modulus } else { value }) / 2, modulus }
        } else if odd {
            return Ref::state(self.sink());
        } else {
            Residue { value: value / 2, modulus: modulus / 2 }
        };
        Ref::state(self.state(target))
    }

    fn sink(&mut self) -> u32 {
        *self.sink.get_or_insert_with(|| {
            self.labels.push(None);
            self.labels.len() as u32 - 1
        })
    }
}

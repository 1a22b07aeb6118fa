//! Questions answered by walking: inclusion with a counterexample, shortest members, enumeration.
//!
//! Nothing is built. Inclusion walks pairs of states, each pair of diagrams once, and stops at the first
//! letter that one side accepts as the last and the other does not. Pairs are met in the order of word
//! length, so the counterexample has the fewest bits.

use super::bdd::{Graph, PairMap, Ref, split, top};
use super::{Domain, Tuples};
use crate::budget::{Budget, Exhausted};

impl Tuples {
    /// Exact: whether every tuple of this set is in the other. Walks pairs of states, builds nothing.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If the sets differ in domain or number of tracks.
    pub fn included_in(&self, other: &Tuples, budget: &mut Budget) -> Result<bool, Exhausted> {
        self.same_kind(other);
        let word = find_difference(&self.graph, &other.graph, (self.domain, self.tracks), budget)?;
        Ok(word.is_none())
    }

    /// Exact: a tuple of this set that is not in the other, one with the fewest bits; `None` when this
    /// set is included in the other.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent, or when the tuple has values beyond `i128`.
    ///
    /// # Panics
    /// If the sets differ in domain or number of tracks.
    pub fn counterexample(
        &self,
        other: &Tuples,
        budget: &mut Budget,
    ) -> Result<Option<Vec<i128>>, Exhausted> {
        self.same_kind(other);
        let word = find_difference(&self.graph, &other.graph, (self.domain, self.tracks), budget)?;
        let Some(word) = word else { return Ok(None) };
        match tuple(self.domain, &word, self.tracks) {
            Some(tuple) => Ok(Some(tuple)),
            None => Err(super::exhaust(budget)),
        }
    }

    /// Exact: a tuple of this set with the fewest bits; `None` when the set is empty.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent, or when the tuple has values beyond `i128`.
    pub fn member(&self, budget: &mut Budget) -> Result<Option<Vec<i128>>, Exhausted> {
        self.counterexample(&self.with_graph(self.tracks, Graph::constant(false)), budget)
    }

    /// Exact: all tuples of this set with every value from `-2^bits` to `2^bits - 1`, at most 126 bits,
    /// in the order of the values' lowest bits.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If `bits` is larger than 126.
    pub fn members(&self, bits: u32, budget: &mut Budget) -> Result<Vec<Vec<i128>>, Exhausted> {
        assert!(bits <= 126, "at most 126 bits");
        let length = bits as usize + usize::from(self.domain == Domain::Integers);
        let words = words(&self.graph, (self.domain, self.tracks), length.max(1), budget)?;
        let tuple = |word: &Vec<_>| tuple(self.domain, word, self.tracks).expect("at most 127 bits");
        Ok(words.iter().map(tuple).collect())
    }
}

/// A letter: the bit of each track.
type Letter = Vec<bool>;

/// A shortest word accepted by `a` and not by `b`; `None` when there is none. Exact.
fn find_difference(
    a: &Graph,
    b: &Graph,
    (domain, tracks): (Domain, usize),
    budget: &mut Budget,
) -> Result<Option<Vec<Letter>>, Exhausted> {
    let mut walk = Walk { a, b, pairs: vec![(0, 0, 0)], seen: PairMap::new(), visited: PairMap::new() };
    walk.seen.insert(0, 0, 0);
    let mut next = 0;
    while let Some(&(x, y, _)) = walk.pairs.get(next) {
        let (x, y) = (a.states[x as usize], b.states[y as usize]);
        if walk.explore(next, (x.last, y.last), budget)? {
            return Ok(Some(walk.word(next, domain, tracks)));
        }
        walk.explore(next, (x.next, y.next), budget)?;
        next += 1;
    }
    Ok(None)
}

struct Walk<'a> {
    a: &'a Graph,
    b: &'a Graph,
    /// The pairs of states met, each with the number of the pair it was met from.
    pairs: Vec<(u32, u32, usize)>,
    seen: PairMap,
    visited: PairMap,
}

impl Walk<'_> {
    /// Adds the pairs of states that lie below; true at a letter that only the first side accepts.
    fn explore(&mut self, from: usize, at: (Ref, Ref), budget: &mut Budget) -> Result<bool, Exhausted> {
        let (x, y) = at;
        if is_constant(self.a, x) == Some(false) || is_constant(self.b, y) == Some(true) {
            return Ok(false);
        }
        if x.is_leaf() && y.is_leaf() {
            let (Some(s), Some(t)) = (x.as_state(), y.as_state()) else {
                return Ok((x, y) == (Ref::YES, Ref::NO));
            };
            let (s, t) = (s as u32, t as u32);
            if self.seen.get(s, t).is_none() {
                self.seen.insert(s, t, 0);
                self.pairs.push((s, t, from));
            }
            return Ok(false);
        }
        if self.visited.get_ref(x, y).is_some() {
            return Ok(false);
        }
        budget.spend(1)?;
        self.visited.insert_ref(x, y, x);
        let var = top(&self.a.nodes, x).min(top(&self.b.nodes, y));
        let (x_lo, x_hi) = split(&self.a.nodes, x, var);
        let (y_lo, y_hi) = split(&self.b.nodes, y, var);
        Ok(self.explore(from, (x_lo, y_lo), budget)? || self.explore(from, (x_hi, y_hi), budget)?)
    }

    /// The word that leads to the pair with this number and ends there as only the first side accepts.
    fn word(&self, end: usize, domain: Domain, tracks: usize) -> Vec<Letter> {
        let mut letters = match domain {
            Domain::Naturals => Vec::new(),
            Domain::Integers => {
                let (s, t, _) = self.pairs[end];
                let diagrams = (self.a.states[s as usize].last, self.b.states[t as usize].last);
                vec![self.letter(diagrams, (Ref::YES, Ref::NO), tracks)]
            }
        };
        let mut at = end;
        while at != 0 {
            let (s, t, from) = self.pairs[at];
            let (x, y, _) = self.pairs[from];
            let diagrams = (self.a.states[x as usize].next, self.b.states[y as usize].next);
            letters.push(self.letter(diagrams, (Ref::state(s), Ref::state(t)), tracks));
            at = from;
        }
        letters.reverse();
        letters
    }

    /// The first letter that leads from a pair of diagrams to the wanted leaves, which is known to exist.
    fn letter(&self, diagrams: (Ref, Ref), wanted: (Ref, Ref), tracks: usize) -> Letter {
        let mut letter = vec![false; tracks];
        let found = self.descend(diagrams, wanted, &mut letter, &mut PairMap::new());
        assert!(found, "the letter was met when the pair was explored");
        letter
    }

    fn descend(&self, at: (Ref, Ref), wanted: (Ref, Ref), letter: &mut Letter, failed: &mut PairMap) -> bool {
        let (x, y) = at;
        if x.is_leaf() && y.is_leaf() {
            return at == wanted;
        }
        if failed.get_ref(x, y).is_some() {
            return false;
        }
        let var = top(&self.a.nodes, x).min(top(&self.b.nodes, y));
        let (x_lo, x_hi) = split(&self.a.nodes, x, var);
        let (y_lo, y_hi) = split(&self.b.nodes, y, var);
        for (bit, halves) in [(false, (x_lo, y_lo)), (true, (x_hi, y_hi))] {
            letter[var as usize] = bit;
            if self.descend(halves, wanted, letter, failed) {
                return true;
            }
        }
        letter[var as usize] = false;
        failed.insert_ref(x, y, x);
        false
    }
}

fn is_constant(graph: &Graph, at: Ref) -> Option<bool> {
    at.as_state().map_or(at.as_truth(), |state| graph.constant_state(state))
}

/// The tuple that a word means; `None` when a value needs more than 127 bits and a sign.
fn tuple(domain: Domain, word: &[Letter], tracks: usize) -> Option<Vec<i128>> {
    (0..tracks).map(|track| value(domain, word.iter().map(|letter| letter[track]).collect())).collect()
}

fn value(domain: Domain, mut bits: Vec<bool>) -> Option<i128> {
    let sign = match domain {
        Domain::Naturals => false,
        Domain::Integers => bits.last().copied().unwrap_or(false),
    };
    while bits.last() == Some(&sign) {
        bits.pop();
    }
    if bits.len() > 127 {
        return None;
    }
    let start = if sign { -1 } else { 0 };
    Some(bits.iter().rev().fold(start, |value, &bit| value << 1 | i128::from(bit)))
}

/// All accepted words of exactly `length` letters, in the order of their bits. Exact.
fn words(
    graph: &Graph,
    (domain, tracks): (Domain, usize),
    length: usize,
    budget: &mut Budget,
) -> Result<Vec<Vec<Letter>>, Exhausted> {
    let signs = usize::from(domain == Domain::Integers);
    let mut unfinished = vec![(0, Vec::new())];
    for place in 0..length - signs {
        let mut longer = Vec::new();
        for (state, word) in unfinished {
            for (leaf, letter) in letters(graph, graph.states[state].next, tracks, budget)? {
                budget.spend(1 + (tracks * place) as u64 / 8)?;
                longer.push((leaf.as_state().expect("a letter leads to a state"), extended(&word, letter)));
            }
        }
        unfinished = longer;
    }
    let mut words = Vec::new();
    for (state, word) in unfinished {
        let last = graph.states[state].last;
        match domain {
            Domain::Naturals if last == Ref::YES => words.push(word),
            Domain::Naturals => {}
            Domain::Integers => {
                let signs = letters(graph, last, tracks, budget)?;
                words.extend(signs.into_iter().map(|(_, letter)| extended(&word, letter)));
            }
        }
    }
    Ok(words)
}

fn extended(word: &[Letter], letter: Letter) -> Vec<Letter> {
    word.iter().cloned().chain([letter]).collect()
}

/// Every letter with the leaf it leads to, dead ends left out.
fn letters(
    graph: &Graph,
    root: Ref,
    tracks: usize,
    budget: &mut Budget,
) -> Result<Vec<(Ref, Letter)>, Exhausted> {
    let mut partial = vec![(root, Vec::with_capacity(tracks))];
    for track in 0..tracks {
        let mut longer = Vec::with_capacity(partial.len() * 2);
        for (at, bits) in partial {
            budget.spend(1)?;
            let (lo, hi) = split(&graph.nodes, at, track as u32);
            for (half, bit) in [(lo, false), (hi, true)] {
                if is_constant(graph, half) != Some(false) {
                    let mut next = bits.clone();
                    next.push(bit);
                    longer.push((half, next));
                }
            }
        }
        partial = longer;
    }
    Ok(partial)
}

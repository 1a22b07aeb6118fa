//! State elimination: an automaton becomes an expression by taking away one state after the other.
//!
//! The order decides the length. The next state is the one whose removal writes least, by the weight of
//! [DM04]; later attempts disturb the weights by chance, with a seed, and the shortest result stays. Orders often begin
//! alike, so what the first removals made is kept for the orders after.

use std::collections::{BTreeMap, BTreeSet};

use super::expression::{Expr, Expressions};
use super::pieces::successors;
use crate::budget::{Budget, Exhausted};
use crate::words::Automaton;

/// How many orders are tried: the greedy one and disturbed ones.
const ORDERS: u64 = 24;

/// So many disturbed orders that find nothing shorter are enough.
const IN_VAIN: u64 = 6;

/// How many are tried when the first result is so wide that chance will not make it readable.
const ORDERS_WHEN_WIDE: u64 = 2;
const WIDE: u32 = 200;

/// Larger automata are not eliminated: nobody reads the result.
const MOST_STATES: usize = 400;

/// What removals made of larger automata is not kept: it would take much memory.
const MOST_KEPT: usize = 32;

/// Exact: a short expression for the language of `automaton`; `None` when the greedy order makes one that is wider
/// than `widest`.
///
/// # Errors
/// [`Exhausted`] when not even one order fits the budget.
pub(super) fn eliminate(
    automaton: &Automaton,
    arena: &mut Expressions,
    widest: u32,
    budget: &mut Budget,
) -> Result<Option<Expr>, Exhausted> {
    if automaton.state_count() > MOST_STATES {
        return Ok(None);
    }
    let mut orders = Orders { start: Graph::of(automaton, arena), known: BTreeMap::new() };
    let Some(mut best) = orders.one(arena, &mut Chance::new(0), widest, budget)? else { return Ok(None) };
    let is_wide = arena.width(best) > WIDE;
    let count = if is_wide { ORDERS_WHEN_WIDE } else { ORDERS.min(1 << automaton.state_count().min(32)) };
    let mut last = 0;
    for seed in 1..count {
        match orders.one(arena, &mut Chance::new(seed), arena.width(best) - 1, budget) {
            Ok(Some(shorter)) => (best, last) = (shorter, seed),
            Ok(None) if seed - last < IN_VAIN => {}
            Ok(None) | Err(_) => break,
        }
    }
    Ok(Some(best))
}

/// The orders that were tried.
struct Orders {
    start: Graph,
    /// What the first removals of an order made; none when an expression grew too wide. What is allowed never grows
    /// from one order to the next, so that is too wide for later orders as well.
    known: BTreeMap<Vec<usize>, Option<Graph>>,
}

impl Orders {
    /// The expression of one order, unless it is wider than `widest`.
    fn one(
        &mut self,
        arena: &mut Expressions,
        chance: &mut Chance,
        widest: u32,
        budget: &mut Budget,
    ) -> Result<Option<Expr>, Exhausted> {
        let mut graph = self.start.clone();
        let mut left: BTreeSet<usize> = (0..graph.start()).collect();
        let mut order = Vec::new();
        while let Some(next) = lightest(&graph, &left, arena, chance, budget)? {
            left.remove(&next);
            order.push(next);
            match self.removed(graph, &order, (arena, widest), budget)? {
                Some(after) => graph = after,
                None => return Ok(None),
            }
        }
        let expr = match graph.out[graph.start()].get(&graph.end()) {
            Some(&expr) => expr,
            None => arena.empty(),
        };
        let expr = arena.count_copies(expr);
        budget.spend(std::mem::take(&mut arena.work))?;
        Ok((arena.width(expr) <= widest).then_some(expr))
    }

    /// The graph without the last state of the order; none when an expression grew wider than `widest`.
    fn removed(
        &mut self,
        mut graph: Graph,
        order: &[usize],
        (arena, widest): (&mut Expressions, u32),
        budget: &mut Budget,
    ) -> Result<Option<Graph>, Exhausted> {
        if let Some(known) = self.known.get(order) {
            return Ok(known.as_ref().filter(|after| after.peak <= widest).cloned());
        }
        let &last = order.last().expect("an order that is looked up has a state");
        let fits = graph.remove(last, arena, widest, budget)?;
        let after = fits.then_some(graph);
        if self.start.start() <= MOST_KEPT {
            self.known.insert(order.to_vec(), after.clone());
        }
        Ok(after)
    }
}

/// The state whose removal writes the fewest characters, disturbed by chance.
fn lightest(
    graph: &Graph,
    left: &BTreeSet<usize>,
    arena: &Expressions,
    chance: &mut Chance,
    budget: &mut Budget,
) -> Result<Option<usize>, Exhausted> {
    let mut best: Option<(u64, usize)> = None;
    for &state in left {
        let (out, into) = (&graph.out[state], &graph.into[state]);
        budget.spend((out.len() + into.len()) as u64 + 1)?;
        let weight = chance.disturb(graph.weight(state, arena));
        if best.is_none_or(|(least, _)| weight < least) {
            best = Some((weight, state));
        }
    }
    Ok(best.map(|(_, state)| state))
}

/// A graph with expressions on its edges, one at most between two nodes. The states of the automaton are
/// followed by a node before its start and one behind its accepting states.
#[derive(Clone)]
struct Graph {
    out: Vec<BTreeMap<usize, Expr>>,
    into: Vec<BTreeSet<usize>>,
    /// The width of the widest expression that a removal wrote.
    peak: u32,
}

impl Graph {
    fn of(automaton: &Automaton, arena: &mut Expressions) -> Self {
        let count = automaton.state_count();
        let (out, into) = (vec![BTreeMap::new(); count + 2], vec![BTreeSet::new(); count + 2]);
        let mut graph = Graph { out, into, peak: 0 };
        let epsilon = arena.epsilon();
        graph.add(graph.start(), 0, epsilon, arena);
        for state in automaton.states() {
            for (target, symbols) in successors(automaton, state) {
                let class = arena.class(symbols);
                graph.add(state.index(), target.index(), class, arena);
            }
            if automaton.accepts_at(state) {
                graph.add(state.index(), graph.end(), epsilon, arena);
            }
        }
        graph
    }

    fn start(&self) -> usize {
        self.out.len() - 2
    }

    fn end(&self) -> usize {
        self.out.len() - 1
    }

    fn add(&mut self, from: usize, to: usize, expr: Expr, arena: &mut Expressions) {
        let joined = match self.out[from].get(&to) {
            Some(&old) => arena.union(&[old, expr]),
            None => expr,
        };
        self.out[from].insert(to, joined);
        self.into[to].insert(from);
    }

    /// The characters that removing `state` writes, by [DM04]: each edge in is written once for each edge
    /// out and the other way round, the loop once for each pair.
    fn weight(&self, state: usize, arena: &Expressions) -> u64 {
        let width = |from: usize| self.out[from].get(&state).map_or(0, |&expr| u64::from(arena.width(expr)));
        let sources = self.into[state].iter().filter(|&&from| from != state);
        let (ins, in_width) = sources.fold((0, 0), |(count, sum), &from| (count + 1, sum + width(from)));
        let targets = self.out[state].iter().filter(|&(&to, _)| to != state);
        let (outs, out_width) =
            targets.fold((0, 0), |(count, sum), (_, &expr)| (count + 1, sum + u64::from(arena.width(expr))));
        let written = in_width * outs + out_width * ins + width(state) * ins * outs;
        written.saturating_sub(in_width + out_width + width(state)) * 16 + ins * outs
    }

    /// Removes `state`; false when an expression grew wider than `widest`.
    fn remove(
        &mut self,
        state: usize,
        arena: &mut Expressions,
        widest: u32,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let mut targets = std::mem::take(&mut self.out[state]);
        let around = targets.remove(&state);
        let sources = std::mem::take(&mut self.into[state]);
        for &to in targets.keys() {
            self.into[to].remove(&state);
        }
        let around = around.map(|body| arena.repeat(body, 0, None));
        for from in sources.into_iter().filter(|&from| from != state) {
            let Some(first) = self.out[from].remove(&state) else { continue };
            for (&to, &last) in &targets {
                let way = match around {
                    Some(around) => arena.concat(&[first, around, last]),
                    None => arena.concat(&[first, last]),
                };
                self.add(from, to, way, arena);
                budget.spend(std::mem::take(&mut arena.work))?;
                self.peak = self.peak.max(self.out[from].get(&to).map_or(0, |&expr| arena.width(expr)));
                if self.peak > widest {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// Numbers that look random and are the same on every run: splitmix64.
struct Chance {
    seed: u64,
    state: u64,
}

impl Chance {
    fn new(seed: u64) -> Self {
        Chance { seed, state: seed }
    }

    /// Up to twice the weight; the weight itself for seed 0.
    fn disturb(&mut self, weight: u64) -> u64 {
        if self.seed == 0 {
            return weight;
        }
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        weight.saturating_mul(256 + ((z ^ (z >> 31)) & 255)) / 256
    }
}

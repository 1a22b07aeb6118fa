//! Combinations of candidates, as a tree of answers.
//!
//! A run asks for answers one after the other, and what it asks may depend on what it was told. So a combination
//! is a list of ranks, one for each request, and 0 where the list ends. Lists are tried in the order of the product
//! of the ranks, each counted from 1, and of the distances between those that are not 0: all single deviations come
//! early, pairs of likely ones before single ones that are unlikely, and no request starves another.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use automata::Exhausted;
use ir::interp::{Request, Value};

use crate::hunt::{Hunt, Method};
use crate::pool::Pool;

/// Requests after so many get the first candidate.
const DEEPEST: usize = 12;

/// After so many requests a run is given up: a loop that waits for one word would spend the steps of many runs.
const MOST_REQUESTS: usize = 64;

/// The lists that are to be tried, by their weights.
pub(crate) struct Tree {
    open: BinaryHeap<Reverse<(u64, Vec<usize>)>>,
}

impl Tree {
    pub(crate) fn new() -> Self {
        Tree { open: BinaryHeap::from([Reverse((1, Vec::new()))]) }
    }
}

impl Method for Tree {
    /// Tries combinations until the budget is spent, the goals have fallen or there are no more.
    fn search(&mut self, hunt: &mut Hunt<'_>, pool: &Pool<'_>) -> Result<(), Exhausted> {
        while !hunt.is_done()
            && let Some(Reverse((weight, ranks))) = self.open.pop()
        {
            let asked = match run(hunt, pool, &ranks) {
                Ok(Some(asked)) => asked,
                Ok(None) => continue,
                Err(exhausted) => {
                    self.open.push(Reverse((weight, ranks)));
                    return Err(exhausted);
                }
            };
            if let Some((&last, before)) = ranks.split_last() {
                let mut sibling = before.to_vec();
                sibling.push(last + 1);
                self.open.push(Reverse((weight / (last as u64 + 1) * (last as u64 + 2), sibling)));
            }
            for length in ranks.len()..asked.min(DEEPEST) {
                let mut child = ranks.clone();
                child.resize(length, 0);
                child.push(1);
                let distance = (length - ranks.len() + 1) as u64;
                self.open.push(Reverse((weight.saturating_mul(2 * distance), child)));
            }
        }
        Ok(())
    }
}

/// Makes the run of a list of ranks. The number of requests, or `None` when there is no candidate of a rank.
fn run(hunt: &mut Hunt<'_>, pool: &Pool<'_>, ranks: &[usize]) -> Result<Option<usize>, Exhausted> {
    let mut earlier: Vec<Value> = Vec::new();
    let mut missing = false;
    hunt.run(&mut |request: &Request<'_>| {
        if earlier.len() == MOST_REQUESTS {
            return None;
        }
        let rank = ranks.get(earlier.len()).copied().unwrap_or(0);
        let answer = pool.option(&request.allowed, &earlier, rank);
        missing |= answer.is_none() && earlier.len() + 1 == ranks.len();
        earlier.extend(answer.clone());
        answer
    })?;
    Ok((!missing).then_some(earlier.len()))
}

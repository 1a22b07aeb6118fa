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

use crate::hunt::Hunt;
use crate::pool::Pool;

/// Requests after so many get the first candidate.
const DEEPEST: usize = 12;

/// After so many requests a run is given up: a loop that waits for one word would spend the steps of many runs.
const MOST_REQUESTS: usize = 64;

/// Tries combinations until the budget is spent, the goals have fallen or there are no more.
pub(crate) fn search(hunt: &mut Hunt<'_>, pool: &Pool<'_>) -> Result<(), Exhausted> {
    let mut open = BinaryHeap::from([Reverse((1_u64, Vec::<usize>::new()))]);
    while let Some(Reverse((weight, ranks))) = open.pop() {
        if hunt.is_done() {
            return Ok(());
        }
        let Some(asked) = run(hunt, pool, &ranks)? else { continue };
        if let Some((&last, before)) = ranks.split_last() {
            let mut sibling = before.to_vec();
            sibling.push(last + 1);
            open.push(Reverse((weight / (last as u64 + 1) * (last as u64 + 2), sibling)));
        }
        for length in ranks.len()..asked.min(DEEPEST) {
            let mut child = ranks.clone();
            child.resize(length, 0);
            child.push(1);
            let distance = (length - ranks.len() + 1) as u64;
            open.push(Reverse((weight.saturating_mul(2 * distance), child)));
        }
    }
    Ok(())
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

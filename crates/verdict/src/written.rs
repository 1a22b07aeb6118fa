//! How long the words are that a finite-state function writes, by how long those are that it reads.
//!
//! Two bounds, `q · written <= p · read + c` and the same from below, with the best ratio p/q that holds of all words. The
//! machine is a graph whose edges read a character or none and write some; a ratio is too small when a cycle writes
//! more than it, and then the cycle's own ratio is tried. Nothing is known of a function that is too large.

use automata::Transducer;

/// More edges times states than this are not looked at.
const MOST_WORK: usize = 40_000;

/// More ratios than this are not tried.
const MOST_RATIOS: u32 = 64;

/// A bound on what is written: `times · written` against `by · read + more`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The factor of the number of characters written; 1 or more.
    pub times: i128,
    /// The factor of the number of characters read; 0 or more.
    pub by: i128,
    /// Added to that.
    pub more: i128,
}

/// Bounds that hold of every word that the function reads; `None` where there is none, or it is not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// What is written is at least that long.
    pub least: Option<Bound>,
    /// What is written is at most that long.
    pub most: Option<Bound>,
}

impl Written {
    /// The bounds of a function.
    pub fn by(function: &Transducer) -> Written {
        let machine = Machine::of(function);
        if machine.edges.len().saturating_mul(machine.states) > MOST_WORK {
            return Written { least: None, most: None };
        }
        Written { least: machine.bound(-1), most: machine.bound(1) }
    }
}

fn gcd(left: i128, right: i128) -> i128 {
    if right == 0 { left } else { gcd(right, left % right) }
}

#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    read: i128,
    written: i128,
}

/// The useful part of a function, with lengths instead of words.
struct Machine {
    states: usize,
    edges: Vec<Edge>,
    /// Where a word may end, and how much is written then.
    ends: Vec<(usize, i128)>,
}

impl Machine {
    fn of(function: &Transducer) -> Machine {
        let states = function.state_count();
        let (mut edges, mut ends) = (Vec::new(), Vec::new());
        for state in 0..states as u32 {
            for step in function.moves(state) {
                let (before, copy, after) = step.writes.parts();
                edges.push(Edge {
                    from: state as usize,
                    to: step.target as usize,
                    read: i128::from(step.reads.is_some()),
                    written: (before.len() + usize::from(copy.is_some()) + after.len()) as i128,
                });
            }
            ends.extend(function.ending(state).map(|word| (state as usize, word.len() as i128)));
        }
        let mut machine = Machine { states, edges, ends };
        machine.trim();
        machine
    }

    /// Drops the edges that lie on no path from the start to an end.
    fn trim(&mut self) {
        let (mut reached, mut ending) = (vec![false; self.states], vec![false; self.states]);
        if let Some(start) = reached.first_mut() {
            *start = true;
        }
        self.ends.iter().for_each(|&(state, _)| ending[state] = true);
        let mut changed = true;
        while changed {
            changed = false;
            for edge in &self.edges {
                changed |= reached[edge.from] && !std::mem::replace(&mut reached[edge.to], true);
                changed |= ending[edge.to] && !std::mem::replace(&mut ending[edge.from], true);
            }
        }
        self.edges.retain(|edge| reached[edge.from] && ending[edge.to]);
        self.ends.retain(|&(state, _)| reached[state]);
    }

    /// The best bound: from above when `sign` is 1, from below when it is -1.
    fn bound(&self, sign: i128) -> Option<Bound> {
        let all: i128 = self.edges.iter().map(|edge| edge.written).sum();
        // From below one begins with more than any cycle writes.
        let (mut times, mut by) = (1, if sign > 0 { 0 } else { all + 1 });
        for round in 0..MOST_RATIOS {
            let weight = |edge: &Edge| sign * (times * edge.written - by * edge.read);
            match self.longest(weight) {
                Ok(far) => {
                    if sign < 0 && round == 0 {
                        // No cycle reads anything: the words are finitely many.
                        by = 0;
                        continue;
                    }
                    let ends = self.ends.iter();
                    let end = |&(state, more): &(usize, i128)| Some(far[state]? + sign * times * more);
                    let more = ends.filter_map(end).max()? * sign;
                    return Some(Bound { times, by, more });
                }
                Err((read, written)) => {
                    if read == 0 {
                        return None;
                    }
                    let common = gcd(read, written);
                    (times, by) = (read / common, written / common);
                }
            }
        }
        None
    }

    /// The greatest weight of a path from the start to each state, or what a cycle of positive weight reads and writes.
    fn longest(&self, weight: impl Fn(&Edge) -> i128) -> Result<Vec<Option<i128>>, (i128, i128)> {
        let mut far: Vec<Option<i128>> = vec![None; self.states];
        let mut last: Vec<Option<usize>> = vec![None; self.states];
        if let Some(start) = far.first_mut() {
            *start = Some(0);
        }
        let mut improved = None;
        for _ in 0..=self.states {
            improved = None;
            for (at, edge) in self.edges.iter().enumerate() {
                let Some(here) = far[edge.from] else { continue };
                let there = here + weight(edge);
                if far[edge.to].is_none_or(|known| known < there) {
                    far[edge.to] = Some(there);
                    last[edge.to] = Some(at);
                    improved = Some(edge.to);
                }
            }
            if improved.is_none() {
                return Ok(far);
            }
        }
        Err(improved.map_or((0, 0), |state| self.cycle(&last, state)))
    }

    /// What the cycle reads and writes that one comes to by going back from a state.
    fn cycle(&self, last: &[Option<usize>], state: usize) -> (i128, i128) {
        let mut at = state;
        for _ in 0..self.states {
            at = last[at].map_or(at, |edge| self.edges[edge].from);
        }
        let (start, mut read, mut written) = (at, 0, 0);
        while let Some(edge) = last[at].map(|edge| self.edges[edge]) {
            read += edge.read;
            written += edge.written;
            at = edge.from;
            if at == start {
                break;
            }
        }
        (read, written)
    }
}

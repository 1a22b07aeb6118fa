//! How far the states of a table are from where a word may end.
//!
//! In a product a pair of states is of no use when one side still needs more characters than the other allows.
//! Without this a bound of n characters beside a word of n characters takes n² pairs, nearly all of them hopeless.

use automata::{Budget, Exhausted};

use crate::plain::Words;

/// For each state of a table the fewest and the most characters to the end of a word.
pub(crate) struct Reach {
    /// `None` when no word ends after this state.
    fewest: Vec<Option<u32>>,
    /// `None` when there is no limit.
    most: Vec<Option<u32>>,
}

impl Reach {
    /// Exact: the distances of a table.
    ///
    /// # Errors
    /// [`Exhausted`] when the edges are more than the budget.
    pub(crate) fn of(table: &Words, budget: &mut Budget) -> Result<Reach, Exhausted> {
        let count = table.states().len();
        let mut sources: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (at, state) in (0u32..).zip(table.states()) {
            budget.spend(state.edges.len() as u64 + 1)?;
            state.edges.iter().for_each(|&(_, _, target)| sources[target as usize].push(at));
        }
        let fewest = fewest(table, &sources);
        let most = most(table, &sources, &fewest);
        Ok(Reach { fewest, most })
    }

    /// The fewest characters to the end of a word; `None` when no word ends after the state.
    pub(crate) fn fewest(&self, state: u32) -> Option<u32> {
        self.fewest[state as usize]
    }

    /// The most characters to the end of a word; `None` when there is no limit.
    pub(crate) fn most(&self, state: u32) -> Option<u32> {
        self.most[state as usize]
    }
}

/// Breadth first, backwards from the accepting states.
fn fewest(table: &Words, sources: &[Vec<u32>]) -> Vec<Option<u32>> {
    let accepts = |(at, _): &(u32, _)| table.accepts(*at);
    let mut queue: Vec<u32> = (0..).zip(table.states()).filter(accepts).map(|(at, _)| at).collect();
    let mut fewest = vec![None; table.states().len()];
    queue.iter().for_each(|&at| fewest[at as usize] = Some(0));
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        let beyond = fewest[at as usize].map(|distance: u32| distance + 1);
        for &source in &sources[at as usize] {
            if fewest[source as usize].is_none() {
                fewest[source as usize] = beyond;
                queue.push(source);
            }
        }
    }
    fewest
}

/// Backwards from the states that no word goes on from. A state on a circle, or before one, has no limit.
fn most(table: &Words, sources: &[Vec<u32>], fewest: &[Option<u32>]) -> Vec<Option<u32>> {
    let useful = |target: u32| fewest[target as usize].is_some();
    let exits = |at: u32| table.states()[at as usize].edges.iter().filter(|edge| useful(edge.2)).count();
    let mut open: Vec<usize> = (0..sources.len() as u32).map(exits).collect();
    let mut most: Vec<Option<u32>> = vec![None; sources.len()];
    let mut ready: Vec<u32> =
        (0..sources.len() as u32).filter(|&at| useful(at) && open[at as usize] == 0).collect();
    ready.iter().for_each(|&at| most[at as usize] = Some(0));
    // The greatest distance found so far, while some exits are open.
    let mut found = vec![0u32; sources.len()];
    while let Some(at) = ready.pop() {
        let beyond = found[at as usize] + 1;
        for &source in &sources[at as usize] {
            let place = source as usize;
            found[place] = found[place].max(beyond);
            open[place] -= 1;
            if open[place] == 0 {
                most[place] = Some(found[place]);
                ready.push(source);
            }
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use automata::regex::{Dialect, Flags, Regex};
    use automata::{Alphabet, Automaton};

    use super::*;

    #[test]
    fn distances_are_the_lengths_of_the_words() {
        let mut budget = Budget::steps(1_000_000);
        for text in ["a{3,7}b?", "(ab)*c", "x", "(a|bc){0,4}", ".*<script", "()"] {
            let regex = Regex::parse(text, Dialect::Own, Flags::NONE).expect("it parses");
            let words: Automaton = regex.full_match(Alphabet::BYTE, &mut budget).expect("it is small");
            let lengths = words.lengths(&mut budget).expect("it is small");
            let reach = Reach::of(&Words::of(&words), &mut budget).expect("it is small");
            assert_eq!(reach.fewest(0).map(u64::from), lengths.min(), "{text}");
            assert_eq!(reach.most(0).map(u64::from), lengths.max(), "{text}");
        }
    }
}

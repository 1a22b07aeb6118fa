//! The search for values that answer a question: which states readers are in between the segments of their rows.
//!
//! Exact. A variable is chosen after the other, the one whose readers' states are known best first. Where a state before
//! it is not known yet it is guessed, and the guess must fit when the row comes there; then the ways to end after a value
//! are tried one by one. So a row with several variables is read without a table of what each could do.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use automata::{Budget, Exhausted};

use super::answers::{Answer, Answers, Chosen, Outcome};
use super::constraints::{Group, groups};
use super::machines::{Ending, Entry, Machines, TableId};
use super::reading::{Question, Segment};
use super::rows::{Candidates, Part, Read, chain, guessed, reads};
use crate::profiles::images::Image;
use crate::sort::Sort;
use crate::terms::Var;

/// Questions with more variables, or with more guesses for one, are given up.
const MOST_VARIABLES: usize = 40;
const MOST_GUESSES: usize = 100_000;
/// Answers that are looked at before a question that is not exact is given up.
const MOST_ANSWERS: usize = 16;

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// An answer was accepted.
    Answer,
    /// There is none.
    None,
    /// The search was given up.
    Open,
}

/// Exact: looks for an answer that is accepted. The candidates are those of the question's predicates.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub(super) fn search(
    question: &Question,
    candidates: &Candidates,
    machines: &mut Machines<'_>,
    accept: &mut dyn FnMut(&Answer) -> bool,
    budget: &mut Budget,
) -> Result<Found, Exhausted> {
    let rows = reads(question, candidates, machines, budget)?;
    let Some(groups) = groups(&question.sums, budget)? else { return Ok(Found::Open) };
    if groups.iter().any(Group::is_empty) {
        return Ok(Found::None);
    }
    // Each row within a function is one guess of the states around it, so this ends.
    let mut open = vec![rows];
    let mut outcome = Found::None;
    let mut answers = 0;
    while let Some(rows) = open.pop() {
        if open.len() > MOST_GUESSES {
            return Ok(Found::Open);
        }
        if let Some(guesses) = guessed(&rows, machines, budget)? {
            open.extend(guesses);
            continue;
        }
        let Some(mut walk) = Walk::new(question, rows, &groups, machines, budget)? else { continue };
        if walk.occurrences.len() > MOST_VARIABLES {
            return Ok(Found::Open);
        }
        walk.answers = answers;
        match walk.go(accept, budget)? {
            Found::Answer => return Ok(Found::Answer),
            Found::Open => outcome = Found::Open,
            Found::None => {}
        }
        answers = walk.answers;
        if answers >= MOST_ANSWERS {
            return Ok(Found::Open);
        }
    }
    Ok(outcome)
}

/// The tables that read a variable, the readers that they stand for, and the ways in which these end.
struct Ways {
    entries: Vec<Entry>,
    readers: Vec<TableId>,
    endings: Rc<Vec<Ending>>,
}

/// A place of a variable: the row, and the segment in it.
type Place = (usize, usize);

struct Walk<'w, 'm> {
    question: &'w Question,
    rows: Vec<Read>,
    groups: &'w [Group],
    machines: &'w mut Machines<'m>,
    /// For each row the states that are possible before each segment, and at its end.
    possible: Vec<Vec<BTreeSet<u32>>>,
    /// The states that are known.
    states: Vec<Vec<Option<u32>>>,
    occurrences: BTreeMap<Var, Vec<Place>>,
    chosen: BTreeMap<Var, Chosen>,
    answers: usize,
}

impl<'w, 'm> Walk<'w, 'm> {
    /// The walk of these rows; `None` when one of them cannot end as it must.
    fn new(
        question: &'w Question,
        rows: Vec<Read>,
        groups: &'w [Group],
        machines: &'w mut Machines<'m>,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Exhausted> {
        let mut occurrences: BTreeMap<Var, Vec<Place>> = BTreeMap::new();
        for (at, row) in rows.iter().enumerate() {
            for (position, part) in row.segments.iter().enumerate() {
                if let Part::Plain(segment) = part
                    && let Some((var, _)) = chain(std::slice::from_ref(segment))
                {
                    occurrences.entry(var).or_default().push((at, position));
                }
            }
        }
        let states: Vec<Vec<Option<u32>>> =
            rows.iter().map(|row| vec![None; row.segments.len() + 1]).collect();
        let mut walk = Walk {
            question,
            rows,
            groups,
            machines,
            possible: Vec::new(),
            states,
            occurrences,
            chosen: BTreeMap::new(),
            answers: 0,
        };
        for at in 0..walk.rows.len() {
            let possible = walk.possible_states(at, budget)?;
            if possible.iter().any(BTreeSet::is_empty) {
                return Ok(None);
            }
            walk.possible.push(possible);
        }
        for at in 0..walk.rows.len() {
            if !walk.know((at, 0), 0, &mut Vec::new()) {
                return Ok(None);
            }
        }
        Ok(Some(walk))
    }

    /// The states that a row may be in before each segment, when its variables are looked at one by one.
    fn possible_states(&mut self, at: usize, budget: &mut Budget) -> Result<Vec<BTreeSet<u32>>, Exhausted> {
        let row = self.rows[at].clone();
        let mut steps: Vec<BTreeMap<u32, BTreeSet<u32>>> = Vec::new();
        let mut before = BTreeSet::from([0]);
        for part in &row.segments {
            let mut step = BTreeMap::new();
            for &state in &before {
                step.insert(state, self.after((row.table, state), part, budget)?);
            }
            before = step.values().flatten().copied().collect();
            steps.push(step);
        }
        let mut after: BTreeSet<u32> = before.into_iter().filter(|&state| row.ends[state as usize]).collect();
        let mut possible = vec![after.clone()];
        for step in steps.iter().rev() {
            let leads = |targets: &BTreeSet<u32>| !targets.is_disjoint(&after);
            after = step.iter().filter(|(_, targets)| leads(targets)).map(|(&state, _)| state).collect();
            possible.push(after.clone());
        }
        possible.reverse();
        Ok(possible)
    }

    /// The states in which a reader may end after a part.
    fn after(&mut self, entry: Entry, part: &Part, budget: &mut Budget) -> Result<BTreeSet<u32>, Exhausted> {
        Ok(match part {
            Part::Jump(before, after) => (entry.1 == *before).then_some(*after).into_iter().collect(),
            Part::Plain(Segment::Word(word)) => BTreeSet::from([self.machines.after(entry, word)]),
            Part::Plain(segment) => {
                let (var, images) =
                    chain(std::slice::from_ref(segment)).expect("other functions were guessed");
                let endings = self.endings(var, &[(entry, images)], budget)?.endings;
                endings.iter().map(|ending| ending.states[0]).collect()
            }
        })
    }

    /// How readers end after a variable, each through functions: the tables that read it, and the ways to end.
    fn endings(
        &mut self,
        var: Var,
        readings: &[(Entry, Vec<&Image>)],
        budget: &mut Budget,
    ) -> Result<Ways, Exhausted> {
        let (mut entries, mut readers) = (Vec::new(), Vec::new());
        for (entry, images) in readings {
            let mut own = *entry;
            for image in images.iter().rev() {
                own = (self.machines.behind(image, own, budget)?, 0);
            }
            entries.push(own);
            readers.push(entry.0);
        }
        let endings = match self.question.sorts[var.0 as usize] {
            Sort::Int => Rc::new(self.machines.integers(&entries, budget)?),
            Sort::Bool => Rc::new(self.machines.truths(&entries)),
            Sort::Str | Sort::Bits(_) | Sort::Data(_) => self.machines.strings(&entries, &readers, budget)?,
        };
        Ok(Ways { entries, readers, endings })
    }

    /// Notes the state before a segment, and those that follow from it; says whether they are possible. What was
    /// noted is written down.
    fn know(&mut self, (row, position): Place, state: u32, noted: &mut Vec<Place>) -> bool {
        let (mut position, mut state) = (position, state);
        loop {
            if !self.possible[row][position].contains(&state) {
                return false;
            }
            if let Some(known) = self.states[row][position] {
                return known == state;
            }
            self.states[row][position] = Some(state);
            noted.push((row, position));
            state = match self.rows[row].segments.get(position) {
                Some(Part::Plain(Segment::Word(word))) => {
                    self.machines.after((self.rows[row].table, state), word)
                }
                Some(&Part::Jump(before, after)) if before == state => after,
                Some(Part::Jump(..)) => return false,
                Some(Part::Plain(Segment::Value(_) | Segment::Image(..))) | None => return true,
            };
            position += 1;
        }
    }

    fn forget(&mut self, noted: &[Place]) {
        for &(row, position) in noted {
            self.states[row][position] = None;
        }
    }

    /// Chooses values for all variables that are left.
    fn go(
        &mut self,
        accept: &mut dyn FnMut(&Answer) -> bool,
        budget: &mut Budget,
    ) -> Result<Found, Exhausted> {
        let Some((var, places, guesses)) = self.next() else { return self.leaf(accept, budget) };
        let mut outcome = Found::None;
        let mut choice = vec![0; places.len()];
        loop {
            budget.spend(1 + places.len() as u64)?;
            let before: Vec<u32> = guesses.iter().zip(&choice).map(|(states, &at)| states[at]).collect();
            match self.try_states(var, (&places, &before), accept, budget)? {
                Found::Answer => return Ok(Found::Answer),
                Found::Open => outcome = Found::Open,
                Found::None => {}
            }
            if self.answers >= MOST_ANSWERS {
                return Ok(Found::Open);
            }
            // The next combination.
            let Some(turn) = (0..choice.len()).find(|&at| choice[at] + 1 < guesses[at].len()) else {
                return Ok(outcome);
            };
            choice[..turn].fill(0);
            choice[turn] += 1;
        }
    }

    /// The variable with the fewest guesses, where it stands, and which states may be there.
    fn next(&self) -> Option<(Var, Vec<Place>, Vec<Vec<u32>>)> {
        let open = self.occurrences.iter().filter(|(var, _)| !self.chosen.contains_key(var));
        let guesses = |places: &[Place]| -> Vec<Vec<u32>> {
            let states = |&(row, position): &Place| match self.states[row][position] {
                Some(state) => vec![state],
                None => self.possible[row][position].iter().copied().collect(),
            };
            places.iter().map(states).collect()
        };
        let all = open.map(|(var, places)| (*var, places.clone(), guesses(places)));
        all.min_by_key(|(_, _, guesses)| guesses.iter().map(Vec::len).fold(1, usize::saturating_mul))
    }

    /// Tries every way to end after a variable when its readers are in these states before it.
    fn try_states(
        &mut self,
        var: Var,
        (places, before): (&[Place], &[u32]),
        accept: &mut dyn FnMut(&Answer) -> bool,
        budget: &mut Budget,
    ) -> Result<Found, Exhausted> {
        let rows = self.rows.clone();
        let reading = |(&(row, position), &state): (&Place, &u32)| {
            let Part::Plain(segment) = &rows[row].segments[position] else {
                unreachable!("a variable stands in a plain segment")
            };
            let (_, images) = chain(std::slice::from_ref(segment)).expect("other functions were guessed");
            ((rows[row].table, state), images)
        };
        let readings: Vec<(Entry, Vec<&Image>)> = places.iter().zip(before).map(reading).collect();
        let Ways { entries, readers, endings } = self.endings(var, &readings, budget)?;
        let mut outcome = Found::None;
        for ending in endings.iter() {
            budget.spend(places.len() as u64)?;
            let mut noted = Vec::new();
            let guessed =
                places.iter().zip(before).all(|(&place, &state)| self.guess(place, state, &mut noted));
            let fits = guessed
                && places
                    .iter()
                    .zip(&ending.states)
                    .all(|(&(row, position), &state)| self.know((row, position + 1), state, &mut noted));
            if fits {
                let chosen =
                    Chosen { entries: entries.clone(), readers: readers.clone(), ending: ending.clone() };
                self.chosen.insert(var, chosen);
                let found = self.go(accept, budget)?;
                self.chosen.remove(&var);
                if found == Found::Answer {
                    return Ok(found);
                }
                if found == Found::Open {
                    outcome = Found::Open;
                }
            }
            self.forget(&noted);
            if self.answers >= MOST_ANSWERS {
                return Ok(Found::Open);
            }
        }
        Ok(outcome)
    }

    /// Notes a state before a variable, if it is not known.
    fn guess(&mut self, (row, position): Place, state: u32, noted: &mut Vec<Place>) -> bool {
        if let Some(known) = self.states[row][position] {
            return known == state;
        }
        self.states[row][position] = Some(state);
        noted.push((row, position));
        true
    }

    /// All rows are read: are there values for the sums?
    fn leaf(
        &mut self,
        accept: &mut dyn FnMut(&Answer) -> bool,
        budget: &mut Budget,
    ) -> Result<Found, Exhausted> {
        let answers = Answers { question: self.question, machines: self.machines, chosen: &self.chosen };
        Ok(match answers.answer(self.groups, budget)? {
            Outcome::None => Found::None,
            Outcome::TooLong => {
                self.answers += 1;
                Found::Open
            }
            Outcome::Answer(answer) => {
                self.answers += 1;
                if accept(&answer) { Found::Answer } else { Found::Open }
            }
        })
    }
}

//! The rows of a question with the tables that read them.
//!
//! Exact. A function of one variable, or of a function of one, is read through a table behind it. A function of a row of
//! several segments becomes a row of its own: the states of its reader before and after it are guessed, one pair after
//! the other.

use automata::{Budget, Exhausted};

use super::machines::{Machines, TableId};
use super::reading::{By, Question, Row, Segment};
use crate::profiles::images::Image;
use crate::terms::Var;

/// Who reads which row, and how it may end: what a question is once candidates are there.
#[derive(Clone, Debug)]
pub(super) struct Read {
    pub(super) table: TableId,
    pub(super) segments: Vec<Part>,
    /// For each state of the table whether the row may end there.
    pub(super) ends: Vec<bool>,
}

/// A segment on its way: rows within functions of several segments are rows of their own, between states that are
/// guessed.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Plain(Segment),
    Jump(u32, u32),
}

/// The tables of candidates, one a predicate, with the states that accept: those that bodies are read by, and those
/// that heads are.
pub(super) struct Candidates {
    pub(super) bodies: Vec<(TableId, Vec<bool>)>,
    pub(super) heads: Vec<(TableId, Vec<bool>)>,
}

/// The rows of a question with their readers.
///
/// # Errors
/// [`Exhausted`] when a table outgrows the budget.
pub(super) fn reads(
    question: &Question,
    candidates: &Candidates,
    machines: &mut Machines<'_>,
    budget: &mut Budget,
) -> Result<Vec<Read>, Exhausted> {
    let mut rows = Vec::new();
    for Row { by, segments, accepts } in &question.rows {
        let (table, accepting) = match by {
            By::Candidate(predicate) => {
                let tables = if *accepts { &candidates.bodies } else { &candidates.heads };
                tables[predicate.0 as usize].clone()
            }
            By::Test(test) => machines.test(&question.tests[*test], budget)?,
        };
        let ends = accepting.iter().map(|accepting| accepting == accepts).collect();
        rows.push(Read { table, segments: segments.iter().cloned().map(Part::Plain).collect(), ends });
    }
    Ok(rows)
}

/// The rows with the first function of several segments made a row of its own, for each guess of the states around it.
pub(super) fn guessed(
    rows: &[Read],
    machines: &mut Machines<'_>,
    budget: &mut Budget,
) -> Result<Option<Vec<Vec<Read>>>, Exhausted> {
    let is_nested = |part: &Part| match part {
        Part::Plain(Segment::Image(_, inner)) => chain(inner).is_none(),
        Part::Plain(Segment::Word(_) | Segment::Value(_)) | Part::Jump(..) => false,
    };
    let place =
        rows.iter().enumerate().find_map(|(at, row)| Some((at, row.segments.iter().position(is_nested)?)));
    let Some((at, position)) = place else { return Ok(None) };
    let Part::Plain(Segment::Image(image, inner)) = rows[at].segments[position].clone() else {
        unreachable!("the segment was found to be a function")
    };
    let mut all = Vec::new();
    let states = machines.states(rows[at].table);
    for before in 0..states {
        let table = machines.behind(&image, (rows[at].table, before), budget)?;
        for after in 0..states {
            budget.spend(1 + rows.len() as u64)?;
            let ends: Vec<bool> =
                (0..machines.states(table)).map(|state| machines.label(table, state) == after).collect();
            if !ends.contains(&true) {
                continue;
            }
            let mut guess = rows.to_vec();
            guess[at].segments[position] = Part::Jump(before, after);
            let segments = inner.iter().cloned().map(Part::Plain).collect();
            guess.push(Read { table, segments, ends });
            all.push(guess);
        }
    }
    Ok(Some(all))
}

/// The variable that functions are applied to one after the other, and these, the innermost first.
pub(super) fn chain(mut row: &[Segment]) -> Option<(Var, Vec<&Image>)> {
    let mut images = Vec::new();
    loop {
        match row {
            [Segment::Value(var)] => {
                images.reverse();
                return Some((*var, images));
            }
            [Segment::Image(image, inner)] => {
                images.push(image);
                row = inner;
            }
            [] | [Segment::Word(_)] | [_, _, ..] => return None,
        }
    }
}

//! Whether a string begins with, ends with or contains another one, by the pieces of both.
//!
//! A slice from the start of a string is a beginning of it, one to its end is an end, and any slice is contained in it. Strings
//! of several pieces are compared piece by piece; only the outer ones may be parts of those that they are compared with.
//! What is not shown here may still be so.

use automata::Exhausted;
use ir::{Linear, StrVar};

use super::{Piece, Says, are_same, joined, natural, pieces_of, starts, zero};

/// How a piece must lie in another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Start,
    End,
    Anywhere,
}

/// Whether a string is shown to begin with another.
///
/// # Errors
/// [`Exhausted`] when a question outgrows a budget.
pub fn begins_with<S: Says>(says: &mut S, whole: StrVar, start: StrVar) -> Result<bool, Exhausted> {
    shown(says, whole, start, Where::Start)
}

/// Whether a string is shown to end with another.
///
/// # Errors
/// [`Exhausted`] when a question outgrows a budget.
pub fn ends_with<S: Says>(says: &mut S, whole: StrVar, end: StrVar) -> Result<bool, Exhausted> {
    shown(says, whole, end, Where::End)
}

/// Whether a string is shown to contain another.
///
/// # Errors
/// [`Exhausted`] when a question outgrows a budget.
pub fn contains<S: Says>(says: &mut S, whole: StrVar, part: StrVar) -> Result<bool, Exhausted> {
    shown(says, whole, part, Where::Anywhere)
}

fn shown<S: Says>(says: &mut S, whole: StrVar, part: StrVar, place: Where) -> Result<bool, Exhausted> {
    let (of_whole, of_part) = (pieces_of(says, whole)?, pieces_of(says, part)?);
    if lies(says, &of_whole, &of_part, place)? {
        return Ok(true);
    }
    // The part may be a slice of the whole itself, whatever that was put together from.
    let of_part = joined(says, of_part)?;
    if let [piece] = of_part.as_slice()
        && lies_in(says, (&Piece::whole(whole), piece), place)?
    {
        return Ok(true);
    }
    let of_whole = joined(says, of_whole)?;
    lies(says, &of_whole, &of_part, place)
}

/// Whether some pieces lie among others at a place.
fn lies<S: Says>(says: &mut S, whole: &[Piece], part: &[Piece], place: Where) -> Result<bool, Exhausted> {
    let Some(room) = whole.len().checked_sub(part.len()) else { return Ok(false) };
    let starts = match place {
        Where::Start => 0..=0,
        Where::End => room..=room,
        Where::Anywhere => 0..=room,
    };
    for start in starts {
        if fits(says, &whole[start..start + part.len()], part, place)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether pieces are others one by one, but for the outer ones, which may be a part of theirs.
fn fits<S: Says>(says: &mut S, whole: &[Piece], part: &[Piece], place: Where) -> Result<bool, Exhausted> {
    match (whole, part) {
        ([], []) => Ok(true),
        ([around], [piece]) => lies_in(says, (around, piece), place),
        ([first, between @ .., last], [start, middle @ .., end]) => {
            let begins = match place {
                Where::Start => are_same(says, std::slice::from_ref(first), std::slice::from_ref(start))?,
                Where::End | Where::Anywhere => lies_in(says, (first, start), Where::End)?,
            };
            let ends = match place {
                Where::End => are_same(says, std::slice::from_ref(last), std::slice::from_ref(end))?,
                Where::Start | Where::Anywhere => lies_in(says, (last, end), Where::Start)?,
            };
            Ok(begins && ends && are_same(says, between, middle)?)
        }
        ([_, ..] | [], _) => Ok(false),
    }
}

/// Whether a piece lies in another one at a place.
fn lies_in<S: Says>(
    says: &mut S,
    (around, piece): (&Piece, &Piece),
    place: Where,
) -> Result<bool, Exhausted> {
    match (around, piece) {
        (Piece::Word(word), Piece::Word(part)) => Ok(match place {
            Where::Start => word.starts_with(part),
            Where::End => word.ends_with(part),
            Where::Anywhere => part.is_empty() || word.windows(part.len()).any(|window| window == part),
        }),
        (Piece::Part { of, from, to, .. }, Piece::Part { of: other, from: first, to: last, .. }) => {
            if !says.are_equal(*of, *other) {
                return Ok(false);
            }
            let is_end = |to: &Linear| *to == Linear::length(*of) || *to == Linear::length(*other);
            let begins = match place {
                Where::Start => zero(says, from.minus(first))?,
                Where::End | Where::Anywhere => starts(from) || natural(says, first.minus(from))?,
            };
            let ends = match place {
                Where::End => is_end(to) && is_end(last) || zero(says, to.minus(last))?,
                Where::Start | Where::Anywhere => is_end(to) || natural(says, to.minus(last))?,
            };
            Ok(begins && ends)
        }
        (Piece::Word(_), Piece::Part { .. }) | (Piece::Part { .. }, Piece::Word(_)) => Ok(false),
    }
}

//! Strings as pieces of others, one after the other: what follows when a string was cut and put together again.
//!
//! A concatenation, or a slice of one, is written as words and slices of other strings. A word beside a slice of a string in
//! which it was found is a slice of that string too, and adjacent slices are one: `prefix(s, n) ++ suffix(s, n)` is `s` for
//! every `n`, because both positions are clipped to the same one. The rules are used by the checker and by an engine, each
//! with what it knows. Equal means character for character, whatever the marks.

mod compare;
mod search;

use automata::{Exhausted, MARK, Symbol};
use ir::{IntExpr, IntVar, Linear, StrExpr, StrTerm, StrVar};

use crate::measures::are_numerals;
use crate::plain::Words;

pub use compare::{begins_with, contains, ends_with};
pub use search::linear_value;

/// So many definitions are looked through one after the other.
const DEPTH: u32 = 4;

/// More pieces than this are not looked at.
const MOST_PIECES: usize = 24;

/// What is known before an action.
pub trait Says {
    /// Whether a term is known to be 0 or more.
    ///
    /// # Errors
    /// [`Exhausted`] when the question outgrows a budget.
    fn is_natural(&mut self, term: &Linear) -> Result<bool, Exhausted>;
    /// Whether two strings are known to be equal.
    fn are_equal(&self, left: StrVar, right: StrVar) -> bool;
    /// Strings that are slices of others, or were put together from them.
    fn parts(&self) -> &[(StrVar, StrExpr)];
    /// Integers that are what a search found, or what a numeral stands for.
    fn searches(&self) -> &[(IntVar, IntExpr)];
    /// A language that a string is in; `None` where nothing is known.
    fn language(&self, var: StrVar) -> Option<Words>;
}

/// A piece of a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Some characters, without marks.
    Word(Vec<Symbol>),
    /// Characters of a string. Clipped to it, the first position is not behind the second; `exact` says that neither is changed
    /// by clipping.
    Part { of: StrVar, from: Linear, to: Linear, exact: bool },
}

impl Piece {
    fn whole(of: StrVar) -> Piece {
        Piece::Part { of, from: Linear::constant(0), to: Linear::length(of), exact: true }
    }

    /// The string that this is all of.
    pub(crate) fn is_whole(&self) -> Option<StrVar> {
        match self {
            Piece::Part { of, from, to, .. } => (starts(from) && *to == Linear::length(*of)).then_some(*of),
            Piece::Word(_) => None,
        }
    }

    pub(crate) fn word(word: &[Symbol]) -> Piece {
        Piece::Word(word.iter().map(|symbol| symbol & !MARK).collect())
    }

    /// The number of its characters, where it is linear.
    pub(crate) fn length(&self) -> Option<Linear> {
        match self {
            Piece::Word(word) => Some(Linear::constant(word.len() as i128)),
            Piece::Part { from, to, exact, .. } => exact.then(|| to.minus(from)).flatten(),
        }
    }
}

/// Whether a position, clipped, is the start.
fn starts(position: &Linear) -> bool {
    position.as_constant().is_some_and(|at| at <= 0)
}

/// Whether two strings are shown to be equal by the pieces that they are put together from.
///
/// # Errors
/// [`Exhausted`] when a question outgrows a budget.
pub fn are_equal<S: Says>(says: &mut S, left: StrVar, right: StrVar) -> Result<bool, Exhausted> {
    if says.parts().is_empty() {
        return Ok(false);
    }
    let (of_left, of_right) = (expanded(says, left, DEPTH)?, expanded(says, right, DEPTH)?);
    let (of_left, of_right) = (joined(says, of_left)?, joined(says, of_right)?);
    Ok(is_all(says, &of_left, right)
        || is_all(says, &of_right, left)
        || are_same(says, &of_left, &of_right)?
        || is_numeral_of(says, &of_left, &of_right)
        || is_numeral_of(says, &of_right, &of_left))
}

/// Whether pieces are all of a string.
fn is_all<S: Says>(says: &S, pieces: &[Piece], var: StrVar) -> bool {
    match pieces {
        [piece] => piece.is_whole().is_some_and(|whole| says.are_equal(whole, var)),
        [] | [_, _, ..] => false,
    }
}

/// Whether the value of an expression is shown to be equal to a string.
///
/// # Errors
/// [`Exhausted`] when a question outgrows a budget.
pub fn is_equal_to<S: Says>(says: &mut S, value: &StrExpr, other: StrVar) -> Result<bool, Exhausted> {
    let Some(pieces) = of_value(says, value, DEPTH)? else { return Ok(false) };
    let of_other = expanded(says, other, DEPTH)?;
    let (pieces, of_other) = (joined(says, pieces)?, joined(says, of_other)?);
    Ok(is_all(says, &pieces, other) || are_same(says, &pieces, &of_other)?)
}

/// The string, another variable, that the value of an expression is all of, if that is seen.
///
/// # Errors
/// [`Exhausted`] when a question outgrows a budget.
pub fn is_all_of<S: Says>(says: &mut S, value: &StrExpr) -> Result<Option<StrVar>, Exhausted> {
    let Some(pieces) = of_value(says, value, DEPTH)? else { return Ok(None) };
    match joined(says, pieces)?.as_slice() {
        [Piece::Part { of, from, to, .. }] => {
            let begins = starts(from) || zero(says, Some(from.clone()))?;
            Ok((begins && zero(says, Linear::length(*of).minus(to))?).then_some(*of))
        }
        [] | [Piece::Word(_)] | [_, _, ..] => Ok(None),
    }
}

pub(crate) fn natural<S: Says>(says: &mut S, term: Option<Linear>) -> Result<bool, Exhausted> {
    let Some(term) = term else { return Ok(false) };
    match term.as_constant() {
        Some(constant) => Ok(constant >= 0),
        None => says.is_natural(&term),
    }
}

pub(crate) fn zero<S: Says>(says: &mut S, term: Option<Linear>) -> Result<bool, Exhausted> {
    let Some(term) = term else { return Ok(false) };
    match term.as_constant() {
        Some(constant) => Ok(constant == 0),
        None => Ok(says.is_natural(&term)? && natural(says, term.times(-1))?),
    }
}

/// The pieces of a string by its definitions, adjacent ones not made one.
pub(crate) fn pieces_of<S: Says>(says: &mut S, var: StrVar) -> Result<Vec<Piece>, Exhausted> {
    expanded(says, var, DEPTH)
}

/// The pieces of a string by its definitions; it is one piece where there is none.
fn expanded<S: Says>(says: &mut S, var: StrVar, depth: u32) -> Result<Vec<Piece>, Exhausted> {
    if depth > 0 {
        let values: Vec<StrExpr> =
            says.parts().iter().filter(|(part, _)| *part == var).map(|(_, value)| value.clone()).collect();
        for value in &values {
            if let Some(pieces) = of_value(says, value, depth - 1)? {
                return Ok(pieces);
            }
        }
    }
    Ok(vec![Piece::whole(var)])
}

/// The pieces of the value of an expression; `None` when it is not seen to have any.
fn of_value<S: Says>(says: &mut S, value: &StrExpr, depth: u32) -> Result<Option<Vec<Piece>>, Exhausted> {
    match value {
        StrExpr::Term(term) => of_term(says, term, depth).map(Some),
        StrExpr::Concat(terms) => {
            let mut pieces = Vec::new();
            for term in terms {
                pieces.extend(of_term(says, term, depth)?);
            }
            Ok((pieces.len() <= MOST_PIECES).then_some(pieces))
        }
        StrExpr::Slice { of: StrTerm::Var(of), from, to } => {
            let Some(part) = slice(says, *of, (from, to.as_ref()))? else { return Ok(None) };
            let Piece::Part { from, to, exact: true, .. } = &part else { return Ok(Some(vec![part])) };
            let whole = expanded(says, *of, depth)?;
            let cut = cut(says, &whole, (from, to))?;
            Ok(Some(cut.unwrap_or_else(|| vec![part])))
        }
        StrExpr::Slice { .. }
        | StrExpr::Replace { .. }
        | StrExpr::Apply { .. }
        | StrExpr::Repeat { .. }
        | StrExpr::Reverse(_)
        | StrExpr::Numeral { .. }
        | StrExpr::Input(_) => Ok(None),
    }
}

/// A slice as a piece; `None` where its positions are not seen to be in order.
fn slice<S: Says>(
    says: &mut S,
    of: StrVar,
    (from, to): (&Linear, Option<&Linear>),
) -> Result<Option<Piece>, Exhausted> {
    let length = Linear::length(of);
    let from = if starts(from) { Linear::constant(0) } else { from.clone() };
    let (to, to_end) = match to {
        Some(to) if natural(says, length.minus(to))? => (to.clone(), true),
        Some(to) if natural(says, to.minus(&length))? => (length, true),
        Some(to) => (to.clone(), false),
        None => (length, true),
    };
    let in_order = natural(says, to.minus(&from))?;
    let exact = to_end && in_order && natural(says, Some(from.clone()))?;
    let is_clipped_in_order = in_order || starts(&from) || to == Linear::length(of);
    Ok(is_clipped_in_order.then_some(Piece::Part { of, from, to, exact }))
}

fn of_term<S: Says>(says: &mut S, term: &StrTerm, depth: u32) -> Result<Vec<Piece>, Exhausted> {
    match term {
        StrTerm::Word(word) => Ok(vec![Piece::word(word)]),
        StrTerm::Var(var) => expanded(says, *var, depth),
    }
}

/// The pieces between two positions, which are in order and within the whole; `None` when it is not seen which they are.
fn cut<S: Says>(
    says: &mut S,
    whole: &[Piece],
    (from, to): (&Linear, &Linear),
) -> Result<Option<Vec<Piece>>, Exhausted> {
    let (mut pieces, mut start) = (Vec::new(), Linear::constant(0));
    for piece in whole {
        let Some(end) = piece.length().and_then(|length| start.plus(&length)) else { return Ok(None) };
        let outside = natural(says, from.minus(&end))? || natural(says, start.minus(to))?;
        if !outside {
            let first = match natural(says, start.minus(from))? {
                true => start.clone(),
                false if natural(says, from.minus(&start))? && natural(says, end.minus(from))? => {
                    from.clone()
                }
                false => return Ok(None),
            };
            let last = match natural(says, to.minus(&end))? {
                true => end.clone(),
                false if natural(says, end.minus(to))? && natural(says, to.minus(&start))? => to.clone(),
                false => return Ok(None),
            };
            let within = first.minus(&start).zip(last.minus(&start));
            let Some(taken) = within.and_then(|within| taken(piece, within)) else { return Ok(None) };
            pieces.push(taken);
        }
        start = end;
    }
    Ok(Some(pieces))
}

/// What lies between two positions of a piece.
fn taken(piece: &Piece, (first, last): (Linear, Linear)) -> Option<Piece> {
    match piece {
        Piece::Word(word) => {
            let position = |at: Linear| usize::try_from(at.as_constant()?).ok();
            word.get(position(first)?..position(last)?).map(|word| Piece::Word(word.to_vec()))
        }
        Piece::Part { of, from, exact, .. } => {
            Some(Piece::Part { of: *of, from: from.plus(&first)?, to: from.plus(&last)?, exact: *exact })
        }
    }
}

/// The same pieces with those that meet made one.
pub(crate) fn joined<S: Says>(says: &mut S, mut pieces: Vec<Piece>) -> Result<Vec<Piece>, Exhausted> {
    pieces.retain(|piece| piece.length().and_then(|length| length.as_constant()) != Some(0));
    for at in 0..pieces.len() {
        if let Some(part) = found(says, &pieces, at)? {
            pieces[at] = part;
        }
    }
    let mut all: Vec<Piece> = Vec::new();
    for piece in pieces {
        let meet = match (all.last(), &piece) {
            (Some(Piece::Word(left)), Piece::Word(right)) => {
                Some(Piece::Word([left.as_slice(), right].concat()))
            }
            (
                Some(Piece::Part { of, from, to, exact }),
                Piece::Part { of: other, from: next, to: end, exact: both },
            ) if says.are_equal(*of, *other) && zero(says, to.minus(next))? => {
                let of_other = *end == Linear::length(*other);
                let to = if of_other { Linear::length(*of) } else { end.clone() };
                let exact = *exact && *both || starts(from) && of_other;
                Some(Piece::Part { of: *of, from: from.clone(), to, exact })
            }
            (None | Some(_), _) => None,
        };
        match meet {
            Some(meet) => {
                all.pop();
                all.push(meet);
            }
            None => all.push(piece),
        }
    }
    Ok(all)
}

/// A word as the characters of a string in which it was found right before or behind a slice of that string.
fn found<S: Says>(says: &mut S, pieces: &[Piece], at: usize) -> Result<Option<Piece>, Exhausted> {
    let Piece::Word(word) = &pieces[at] else { return Ok(None) };
    let search = |(var, value): &(IntVar, IntExpr)| match value {
        IntExpr::IndexOf { of: StrTerm::Var(of), what: StrTerm::Word(what), .. }
        | IntExpr::LastIndexOf { of: StrTerm::Var(of), what: StrTerm::Word(what) } => {
            (Piece::word(what) == pieces[at]).then_some((*of, Linear::var(*var)))
        }
        IntExpr::IndexOf { .. }
        | IntExpr::LastIndexOf { .. }
        | IntExpr::Code { .. }
        | IntExpr::Linear(_)
        | IntExpr::Times(..)
        | IntExpr::Div(..)
        | IntExpr::Mod(..)
        | IntExpr::Bits(..)
        | IntExpr::Parse { .. }
        | IntExpr::Input => None,
    };
    let searches: Vec<(StrVar, Linear)> = says.searches().iter().filter_map(search).collect();
    for (of, from) in searches {
        let Some(to) = from.plus(&Linear::constant(word.len() as i128)) else { continue };
        let before = match at.checked_sub(1).map(|before| &pieces[before]) {
            Some(Piece::Part { of: other, to: end, .. }) if says.are_equal(of, *other) => {
                zero(says, end.minus(&from))?
            }
            Some(_) | None => false,
        };
        let behind = match pieces.get(at + 1) {
            Some(Piece::Part { of: other, from: start, .. }) if says.are_equal(of, *other) => {
                zero(says, start.minus(&to))?
            }
            Some(_) | None => false,
        };
        if (before || behind) && natural(says, Some(from.clone()))? {
            return Ok(Some(Piece::Part { of, from, to, exact: true }));
        }
    }
    Ok(None)
}

/// Whether a string is the numeral of the integer that another string is a numeral of, and that one is written as the numeral
/// of an integer is.
fn is_numeral_of<S: Says>(says: &S, numeral: &[Piece], other: &[Piece]) -> bool {
    let whole = |pieces: &[Piece]| match pieces {
        [piece] => piece.is_whole(),
        [] | [_, _, ..] => None,
    };
    let (Some(numeral), Some(other)) = (whole(numeral), whole(other)) else { return false };
    let Some((of, radix)) = numeral_of(says, numeral) else { return false };
    let parses = says.searches().iter().any(|(var, value)| match value {
        IntExpr::Parse { of: StrTerm::Var(text), radix: other_radix } => {
            Linear::var(*var) == of && *other_radix == radix && says.are_equal(*text, other)
        }
        IntExpr::Parse { .. }
        | IntExpr::IndexOf { .. }
        | IntExpr::LastIndexOf { .. }
        | IntExpr::Code { .. }
        | IntExpr::Linear(_)
        | IntExpr::Times(..)
        | IntExpr::Div(..)
        | IntExpr::Mod(..)
        | IntExpr::Bits(..)
        | IntExpr::Input => false,
    });
    parses && says.language(other).is_some_and(|language| are_numerals(&language, radix))
}

/// The integer, with its radix, that a string is the numeral of by a definition.
pub(crate) fn numeral_of<S: Says>(says: &S, var: StrVar) -> Option<(Linear, u32)> {
    says.parts().iter().find_map(|(part, value)| match value {
        StrExpr::Numeral { of, radix } if says.are_equal(*part, var) => Some((of.clone(), *radix)),
        StrExpr::Numeral { .. }
        | StrExpr::Term(_)
        | StrExpr::Concat(_)
        | StrExpr::Slice { .. }
        | StrExpr::Replace { .. }
        | StrExpr::Apply { .. }
        | StrExpr::Repeat { .. }
        | StrExpr::Reverse(_)
        | StrExpr::Input(_) => None,
    })
}

/// Whether pieces are the same one by one.
pub(crate) fn are_same<S: Says>(says: &mut S, left: &[Piece], right: &[Piece]) -> Result<bool, Exhausted> {
    if left.len() != right.len() {
        return Ok(false);
    }
    for pair in left.iter().zip(right) {
        let same = match pair {
            (Piece::Word(left), Piece::Word(right)) => left == right,
            (Piece::Part { of, from, to, .. }, Piece::Part { of: other, from: start, to: end, .. }) => {
                says.are_equal(*of, *other)
                    && zero(says, from.minus(start))?
                    && (zero(says, to.minus(end))? || both_end((*of, to), (*other, end)))
            }
            (Piece::Word(_), Piece::Part { .. }) | (Piece::Part { .. }, Piece::Word(_)) => false,
        };
        if !same {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether both positions are the ends of their strings.
fn both_end((left, to): (StrVar, &Linear), (right, end): (StrVar, &Linear)) -> bool {
    *to == Linear::length(left) && *end == Linear::length(right)
}

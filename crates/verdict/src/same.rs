//! Pieces of two strings that are the same, character for character: what a loop that copies or compares has done so far.
//!
//! The rules here are used by the checker with what a certificate says, and by an engine with what it has found; each asks
//! its own source for what is known. A piece of no characters is always the same; one that lies within a known piece is; and one
//! that is longer by a character is when that character was read from both.

use automata::Exhausted;
use ir::{IntExpr, IntVar, Linear, Quantity, StrExpr, StrTerm, StrVar, Variable, Width};

use crate::parts::{constant_width, earlier, unwrapped};

/// So many characters, and definitions of parts, are looked through one after the other.
const DEPTH: u32 = 2;

/// For each number from 0 to before `count`, both strings have a character at that distance from their starts, and it is
/// the same, whatever its marks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SameFact {
    /// A string.
    pub left: StrVar,
    /// Where the piece starts in it.
    pub left_from: Linear,
    /// Another one.
    pub right: StrVar,
    /// Where the piece starts in that.
    pub right_from: Linear,
    /// The number of characters; 0 or less for none.
    pub count: Linear,
}

/// What an action changes.
#[derive(Clone, Copy, Debug)]
pub enum Change<'a> {
    /// Nothing.
    Nothing,
    /// A string gets the value of an expression.
    Str(StrVar, &'a StrExpr),
    /// An integer gets the value of an expression.
    Int(IntVar, &'a IntExpr, Width),
    /// A variable gets some value.
    Some(Variable),
}

/// What is known before an action.
pub trait Known {
    /// Whether a term is known to be 0 or more.
    ///
    /// # Errors
    /// [`Exhausted`] when the question outgrows a budget.
    fn is_natural(&mut self, term: &Linear) -> Result<bool, Exhausted>;
    /// Whether two strings are known to be equal.
    fn are_equal(&self, left: StrVar, right: StrVar) -> bool;
    /// Whether the words say that a string is not empty.
    fn is_word(&self, var: StrVar) -> bool;
    /// Strings that are slices of others.
    fn parts(&self) -> &[(StrVar, StrExpr)];
    /// Pieces that are the same.
    fn same(&self) -> &[SameFact];
}

impl SameFact {
    /// Whether the fact may depend on a variable.
    pub fn speaks_of(&self, variable: Variable) -> bool {
        let is_in = |term: &Linear| {
            term.terms().iter().any(|&(quantity, _)| match quantity {
                Quantity::Var(var) => variable == Variable::Int(var),
                Quantity::Length(var) => variable == Variable::Str(var),
            })
        };
        let strings = [self.left, self.right].map(Variable::Str);
        strings.contains(&variable) || self.terms().into_iter().any(is_in)
    }

    fn terms(&self) -> [&Linear; 3] {
        [&self.left_from, &self.right_from, &self.count]
    }

    /// The same fact with the strings in the other order.
    fn flipped(&self) -> SameFact {
        SameFact {
            left: self.right,
            left_from: self.right_from.clone(),
            right: self.left,
            right_from: self.left_from.clone(),
            count: self.count.clone(),
        }
    }

    fn mapped(&self, term: impl Fn(&Linear) -> Option<Linear>) -> Option<SameFact> {
        let (left_from, right_from, count) =
            (term(&self.left_from)?, term(&self.right_from)?, term(&self.count)?);
        Some(SameFact { left_from, right_from, count, ..self.clone() })
    }

    /// The same piece without its last character.
    fn shorter(&self) -> Option<SameFact> {
        Some(SameFact { count: self.count.minus(&Linear::constant(1))?, ..self.clone() })
    }
}

/// Whether a fact is shown to hold after an action.
///
/// # Errors
/// [`Exhausted`] when a question outgrows a budget.
pub fn holds_after<K: Known>(known: &mut K, change: Change<'_>, fact: &SameFact) -> Result<bool, Exhausted> {
    match change {
        Change::Some(variable) if fact.speaks_of(variable) => Ok(false),
        Change::Int(var, value, width) if fact.speaks_of(Variable::Int(var)) => {
            let Some(goal) = fact.mapped(|term| earlier(term, var, value)) else { return Ok(false) };
            let Some(naturals) = unwrapped(value, width) else { return Ok(false) };
            for term in &naturals {
                if !known.is_natural(term)? {
                    return Ok(false);
                }
            }
            holds(known, &goal, DEPTH)
        }
        Change::Str(var, value) if fact.speaks_of(Variable::Str(var)) => {
            let goal = if fact.left == var { fact.clone() } else { fact.flipped() };
            let measured =
                |term: &Linear| term.terms().iter().any(|&(quantity, _)| quantity == Quantity::Length(var));
            if goal.left != var || goal.right == var || goal.terms().into_iter().any(measured) {
                return Ok(false);
            }
            assigned(known, &goal, value)
        }
        Change::Nothing | Change::Some(_) | Change::Int(..) | Change::Str(..) => holds(known, fact, DEPTH),
    }
}

/// Whether two strings are shown to be equal by pieces that are the same.
///
/// # Errors
/// [`Exhausted`] when a question outgrows a budget.
pub fn are_same<K: Known>(known: &mut K, left: StrVar, right: StrVar) -> Result<bool, Exhausted> {
    if known.same().is_empty() {
        return Ok(false);
    }
    let start = || Linear::constant(0);
    let whole =
        SameFact { left, left_from: start(), right, right_from: start(), count: Linear::length(left) };
    if equal(known, &Linear::length(left), &Linear::length(right))? && holds(known, &whole, DEPTH)? {
        return Ok(true);
    }
    for (left, left_from, width) in windows(known, left) {
        for (right, right_from, other) in windows(known, right) {
            let count = Linear::constant(i128::from(width));
            let piece = SameFact { left, left_from: left_from.clone(), right, right_from, count };
            if width == other && holds(known, &piece, DEPTH)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// What a string is a slice of constant width of: the string, the start and the width.
fn windows<K: Known>(known: &K, part: StrVar) -> Vec<(StrVar, Linear, u64)> {
    let window = |(var, value): &(StrVar, StrExpr)| {
        let StrExpr::Slice { of: StrTerm::Var(whole), from, to: Some(to) } = value else { return None };
        (*var == part).then_some((*whole, from.clone(), constant_width(from, to)?))
    };
    known.parts().iter().filter_map(window).collect()
}

fn equal<K: Known>(known: &mut K, left: &Linear, right: &Linear) -> Result<bool, Exhausted> {
    Ok(natural(known, left.minus(right))? && natural(known, right.minus(left))?)
}

fn natural<K: Known>(known: &mut K, term: Option<Linear>) -> Result<bool, Exhausted> {
    match term {
        Some(term) => known.is_natural(&term),
        None => Ok(false),
    }
}

/// Whether a piece is the same before an action.
fn holds<K: Known>(known: &mut K, goal: &SameFact, depth: u32) -> Result<bool, Exhausted> {
    if natural(known, goal.count.times(-1))? || is_within_known(known, goal)? || of_equals(known, goal)? {
        return Ok(true);
    }
    if depth == 0 {
        return Ok(false);
    }
    for goal in [goal.clone(), goal.flipped()] {
        let slices: Vec<StrExpr> =
            known.parts().iter().filter(|(part, _)| *part == goal.left).map(|(_, of)| of.clone()).collect();
        for slice in &slices {
            if let Some(seen) = viewed(known, &goal, slice)?
                && holds(known, &seen, depth - 1)?
            {
                return Ok(true);
            }
        }
    }
    let Some(shorter) = goal.shorter() else { return Ok(false) };
    Ok(last_is_same(known, goal)? && holds(known, &shorter, depth - 1)?)
}

/// Whether a piece lies within one that is known, with the same distance between the two strings.
fn is_within_known<K: Known>(known: &mut K, goal: &SameFact) -> Result<bool, Exhausted> {
    let facts: Vec<SameFact> = known.same().iter().flat_map(|fact| [fact.clone(), fact.flipped()]).collect();
    for fact in &facts {
        if !known.are_equal(fact.left, goal.left) || !known.are_equal(fact.right, goal.right) {
            continue;
        }
        let (Some(skew), Some(wanted)) =
            (fact.left_from.minus(&fact.right_from), goal.left_from.minus(&goal.right_from))
        else {
            continue;
        };
        let ends = fact.left_from.plus(&fact.count).zip(goal.left_from.plus(&goal.count));
        if equal(known, &skew, &wanted)?
            && natural(known, goal.left_from.minus(&fact.left_from))?
            && natural(known, ends.and_then(|(end, wanted)| end.minus(&wanted)))?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a piece lies at the same place of two strings that are equal.
fn of_equals<K: Known>(known: &mut K, goal: &SameFact) -> Result<bool, Exhausted> {
    let room = Linear::length(goal.left).minus(&goal.left_from).and_then(|room| room.minus(&goal.count));
    Ok(known.are_equal(goal.left, goal.right)
        && equal(known, &goal.left_from, &goal.right_from)?
        && known.is_natural(&goal.left_from)?
        && natural(known, room)?)
}

/// The piece as one of the string that its left string is a slice of; `None` when it is not seen to lie in the slice.
fn viewed<K: Known>(known: &mut K, goal: &SameFact, slice: &StrExpr) -> Result<Option<SameFact>, Exhausted> {
    let StrExpr::Slice { of: StrTerm::Var(whole), from, to } = slice else { return Ok(None) };
    let (Some(left_from), Some(end)) = (goal.left_from.plus(from), goal.left_from.plus(&goal.count)) else {
        return Ok(None);
    };
    let fits = match to {
        None => true,
        Some(to) => natural(known, to.minus(from).and_then(|width| width.minus(&end)))?,
    };
    let inside = fits && known.is_natural(from)? && known.is_natural(&goal.left_from)?;
    Ok(inside.then(|| SameFact { left: *whole, left_from, ..goal.clone() }))
}

/// Whether the last characters of a piece were read from both strings as the same.
fn last_is_same<K: Known>(known: &mut K, goal: &SameFact) -> Result<bool, Exhausted> {
    let last = |from: &Linear| from.plus(&goal.count)?.minus(&Linear::constant(1));
    let (Some(left_at), Some(right_at)) = (last(&goal.left_from), last(&goal.right_from)) else {
        return Ok(false);
    };
    for left in characters(known, (goal.left, &left_at))? {
        for right in characters(known, (goal.right, &right_at))? {
            if known.are_equal(left, right) && is_there(known, left)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether a string has a character.
fn is_there<K: Known>(known: &mut K, var: StrVar) -> Result<bool, Exhausted> {
    Ok(known.is_word(var) || natural(known, Linear::length(var).minus(&Linear::constant(1)))?)
}

/// The strings that are the one character at a position of a string, or empty if there is none.
fn characters<K: Known>(known: &mut K, (of, at): (StrVar, &Linear)) -> Result<Vec<StrVar>, Exhausted> {
    let read = |(part, value): &(StrVar, StrExpr)| {
        let StrExpr::Slice { of: StrTerm::Var(whole), from, to: Some(to) } = value else { return None };
        (constant_width(from, to) == Some(1) && known.are_equal(*whole, of)).then(|| (*part, from.clone()))
    };
    let reads: Vec<(StrVar, Linear)> = known.parts().iter().filter_map(read).collect();
    let mut found = Vec::new();
    for (part, from) in reads {
        if equal(known, &from, at)? {
            found.push(part);
        }
    }
    Ok(found)
}

/// Whether a piece is the same after its left string got the value of an expression. The other string is another one.
fn assigned<K: Known>(known: &mut K, goal: &SameFact, value: &StrExpr) -> Result<bool, Exhausted> {
    match value {
        StrExpr::Term(StrTerm::Var(source)) => {
            holds(known, &SameFact { left: *source, ..goal.clone() }, DEPTH)
        }
        StrExpr::Slice { .. } => match viewed(known, goal, value)? {
            Some(seen) => holds(known, &seen, DEPTH),
            None => Ok(false),
        },
        StrExpr::Concat(terms) => put_together(known, goal, terms),
        StrExpr::Term(StrTerm::Word(_))
        | StrExpr::Replace { .. }
        | StrExpr::Apply { .. }
        | StrExpr::Repeat { .. }
        | StrExpr::Reverse(_)
        | StrExpr::Numeral { .. }
        | StrExpr::Input(_) => Ok(false),
    }
}

/// Whether a piece is the same after its left string was put together from a beginning, a character and more: it lies in the
/// beginning, or ends with the character.
fn put_together<K: Known>(known: &mut K, goal: &SameFact, terms: &[StrTerm]) -> Result<bool, Exhausted> {
    let Some(StrTerm::Var(beginning)) = terms.first() else { return Ok(false) };
    let room = Linear::length(*beginning).minus(&goal.left_from).and_then(|room| room.minus(&goal.count));
    let Some(room) = room else { return Ok(false) };
    let in_beginning = SameFact { left: *beginning, ..goal.clone() };
    if known.is_natural(&room)? {
        return holds(known, &in_beginning, DEPTH);
    }
    let (Some(StrTerm::Var(character)), Some(shorter)) = (terms.get(1), in_beginning.shorter()) else {
        return Ok(false);
    };
    let last = goal.right_from.plus(&goal.count).and_then(|end| end.minus(&Linear::constant(1)));
    let Some(last) = last else { return Ok(false) };
    if !equal(known, &room, &Linear::constant(-1))?
        || !equal(known, &Linear::length(*character), &Linear::constant(1))?
    {
        return Ok(false);
    }
    for read in characters(known, (goal.right, &last))? {
        if known.are_equal(read, *character) {
            return holds(known, &shorter, DEPTH);
        }
    }
    Ok(false)
}

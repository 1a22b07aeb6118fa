//! A language as an expression with conditions: `[a-z]*, length <= 20, not containing xx`.
//!
//! A condition is worth its words when the rest becomes simpler. Every shape that leaves this file was
//! turned back into its language and compared.

use super::compose::Composer;
use super::expression::Expr;
use super::forbidden::{containing_none, forbidden};
use super::relax::relax;
use crate::budget::{Budget, Exhausted};
use crate::lengths::LengthSet;
use crate::words::{Automaton, StateId};

/// An expression this short needs no condition.
const SHORT: u32 = 12;

/// What the words of a condition cost a reader, in characters of expression.
const LENGTH_COST: u32 = 10;
const CONTAINING_COST: u32 = 8;

/// Automata with more states than this are shown without conditions.
const MOST_STATES: usize = 1_000;

/// Longer bounds are not tried.
const LONGEST_BOUND: u64 = 1_000;

/// From a least length to a greatest, or without end.
pub(super) type Bound = (u64, Option<u64>);

/// An expression, and what else holds of its words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) expr: Expr,
    pub(super) bound: Option<Bound>,
    /// No word contains a word of this expression.
    pub(super) without: Option<Expr>,
}

/// Exact: a short shape of the language, checked; `None` when there is none within the width of the
/// composer.
///
/// # Errors
/// [`Exhausted`] when the budget ends before the first one is found.
pub(super) fn shape(
    automaton: &Automaton,
    composer: &mut Composer,
    budget: &mut Budget,
) -> Result<Option<Shape>, Exhausted> {
    let mut shapes = Vec::new();
    let mut plain_share = Budget::steps(budget.left() / 2);
    if let Ok(Some(expr)) = composer.compose(automaton, &mut plain_share) {
        shapes.push(Shape { expr, bound: None, without: None });
    }
    budget.spend(plain_share.spent())?;
    if automaton.state_count() <= MOST_STATES
        && shapes.iter().all(|shape| composer.arena.width(shape.expr) > SHORT)
    {
        let mut share = Budget::steps(budget.left() / 2);
        let _too_long = conditions(automaton, composer, &mut shapes, &mut share);
        budget.spend(share.spent())?;
    }
    shapes.sort_by_key(|shape| cost(shape, composer));
    for shape in shapes {
        if meaning(&shape, composer, budget)? == *automaton {
            return Ok(Some(shape));
        }
    }
    Ok(None)
}

fn cost(shape: &Shape, composer: &Composer) -> u32 {
    let width = |expr: Expr| composer.arena.width(expr);
    let bound = if shape.bound.is_some() { LENGTH_COST } else { 0 };
    let without = shape.without.map_or(0, |without| width(without).saturating_add(CONTAINING_COST));
    width(shape.expr).saturating_add(bound).saturating_add(without)
}

/// Exact: the language that a shape describes.
fn meaning(shape: &Shape, composer: &Composer, budget: &mut Budget) -> Result<Automaton, Exhausted> {
    let mut language = composer.arena.language(shape.expr, budget)?;
    if let Some(bound) = shape.bound {
        language = language.intersection(&of_length(&language, bound, budget)?, budget)?;
    }
    if let Some(without) = shape.without {
        let inside = composer.arena.language(without, budget)?;
        language = language.intersection(&containing_none(&inside, budget)?, budget)?;
    }
    Ok(language)
}

/// Exact: all words over the alphabet of `like` whose length is in the bound.
pub(super) fn of_length(
    like: &Automaton,
    (least, most): Bound,
    budget: &mut Budget,
) -> Result<Automaton, Exhausted> {
    let letter = Automaton::class(like.alphabet(), &like.alphabet().all());
    let count = |length: u64| u32::try_from(length).unwrap_or(u32::MAX);
    letter.repeat(count(least), most.map(count), budget)
}

/// Adds shapes with a length bound, with forbidden words, and with both, each for a part of the budget.
fn conditions(
    automaton: &Automaton,
    composer: &mut Composer,
    shapes: &mut Vec<Shape>,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let lengths = automaton.lengths(budget)?;
    let bounds = if begins_alike(automaton) { Vec::new() } else { bounds(&lengths) };
    for bound in bounds {
        attempt(budget, |share| with_bound(automaton, bound, composer, shapes, share))?;
    }
    // Every word longer than all of a finite language is forbidden, which says nothing.
    if !lengths.is_finite() {
        attempt(budget, |share| {
            shapes.extend(with_forbidden(automaton, composer, share)?);
            Ok(())
        })?;
    }
    Ok(())
}

/// Runs a job on a third of the budget; what that does not cover is not tried.
fn attempt(
    budget: &mut Budget,
    job: impl FnOnce(&mut Budget) -> Result<(), Exhausted>,
) -> Result<(), Exhausted> {
    let mut share = Budget::steps(budget.left() / 3);
    let _too_long = job(&mut share);
    budget.spend(share.spent())
}

fn with_bound(
    automaton: &Automaton,
    bound: Bound,
    composer: &mut Composer,
    shapes: &mut Vec<Shape>,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let care = of_length(automaton, bound, budget)?;
    let Some(simple) = relax(automaton, &care, budget)? else { return Ok(()) };
    if simple == *automaton {
        return Ok(());
    }
    if let Some(expr) = composer.compose(&simple, budget)? {
        shapes.push(Shape { expr, bound: Some(bound), without: None });
    }
    if !simple.lengths(budget)?.is_finite() {
        let both = with_forbidden(&simple, composer, budget)?;
        shapes.extend(both.map(|shape| Shape { bound: Some(bound), ..shape }));
    }
    Ok(())
}

/// Whether all words begin with the same character. What follows may be bounded, which its expression tells better than a
/// bound of the whole.
fn begins_alike(automaton: &Automaton) -> bool {
    let edges = automaton.edges(StateId::START);
    matches!(edges, [edge] if edge.lo == edge.hi) && !automaton.accepts_at(StateId::START)
}

/// The bounds worth trying.
fn bounds(lengths: &LengthSet) -> Vec<Bound> {
    let Some(least) = lengths.min() else { return Vec::new() };
    match lengths.max() {
        Some(most) if most <= LONGEST_BOUND && least > 0 => vec![(0, Some(most)), (least, Some(most))],
        Some(most) if most <= LONGEST_BOUND => vec![(0, Some(most))],
        None if (2..=LONGEST_BOUND).contains(&least) => vec![(least, None)],
        Some(_) | None => Vec::new(),
    }
}

fn with_forbidden(
    automaton: &Automaton,
    composer: &mut Composer,
    budget: &mut Budget,
) -> Result<Option<Shape>, Exhausted> {
    let inside = forbidden(automaton, budget)?;
    if inside.is_empty() || !inside.lengths(budget)?.is_finite() {
        return Ok(None);
    }
    let care = containing_none(&inside, budget)?;
    let Some(simple) = relax(automaton, &care, budget)? else { return Ok(None) };
    let Some(without) = composer.compose(&inside, budget)? else { return Ok(None) };
    let expr = composer.compose(&simple, budget)?;
    Ok(expr.map(|expr| Shape { expr, bound: None, without: Some(without) }))
}

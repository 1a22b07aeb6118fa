//! Linear constraints on packs: the numeric half of every action.
//!
//! The constraints come from [`verdict::relation`], the same that the checker checks against. A constraint over
//! quantities of different packs, or with numbers beyond 64 bits, is left out, which over-approximates.

use automata::numbers::{Bound, Relation, Tuples};
use automata::{Budget, Exhausted, LengthSet};
use ir::{IntVar, Linear, Quantity};
use verdict::relation::{Case, Constraint, Sign, Track};

use crate::packs::Packs;
use crate::relations;
use crate::state::AbstractState;

/// Over-approximates: the packs after one of the cases has been found to hold; a pack may become empty.
///
/// # Errors
/// [`Exhausted`] when a set outgrows the budget.
pub(crate) fn assume(
    packs: &Packs,
    sets: &[Tuples],
    cases: &[Case],
    budget: &mut Budget,
) -> Result<Vec<Tuples>, Exhausted> {
    let mut result: Option<Vec<Tuples>> = None;
    for case in cases {
        let mut now = sets.to_vec();
        for constraint in case {
            let Some((pack, coefficients)) = on_pack(packs, constraint, None) else { continue };
            let set = constrained(&coefficients, constraint, budget)?;
            now[pack] = now[pack].intersection(&set, budget)?;
        }
        if now.iter().any(Tuples::is_empty) {
            continue;
        }
        result = Some(match result {
            None => now,
            Some(before) => unite(&before, &now, budget)?,
        });
    }
    Ok(result.unwrap_or_else(|| sets.iter().map(|set| Tuples::empty(set.tracks())).collect()))
}

/// Over-approximates: the packs after `target` has got a value of which one of the cases holds.
///
/// # Errors
/// [`Exhausted`] when a set outgrows the budget.
pub(crate) fn assign(
    packs: &Packs,
    sets: &[Tuples],
    (target, cases): (Quantity, &[Case]),
    budget: &mut Budget,
) -> Result<Vec<Tuples>, Exhausted> {
    let Some((pack, track)) = packs.place(target) else { return Ok(sets.to_vec()) };
    let mut image = Tuples::empty(sets[pack].tracks());
    for case in cases {
        // The new value stands before the old one, an integer that must exist at the end.
        let last = sets[pack].tracks() + 1;
        let mut set = sets[pack].insert_track(track).insert_track(last);
        for constraint in case {
            let Some((on, coefficients)) = on_pack(packs, constraint, Some((pack, track))) else { continue };
            if on == pack {
                set = set.intersection(&constrained(&coefficients, constraint, budget)?, budget)?;
            }
        }
        image = image.union(&set.project_all(&[track + 1, last], budget)?, budget)?;
    }
    let mut after = sets.to_vec();
    after[pack] = match target {
        Quantity::Var(_) => image,
        Quantity::Length(_) => {
            let mut coefficients = vec![0; image.tracks()];
            coefficients[track] = 1;
            image.intersection(&Tuples::linear(&coefficients, Relation::AtLeast, 0, budget)?, budget)?
        }
    };
    Ok(after)
}

/// Over-approximates: the values of a term as a count, negative ones taken as 0; *any* when its quantities are
/// not kept together.
///
/// # Errors
/// [`Exhausted`] when a set outgrows the budget.
pub(crate) fn counts(
    packs: &Packs,
    state: &AbstractState,
    term: &Linear,
    budget: &mut Budget,
) -> Result<LengthSet, Exhausted> {
    if let Some(rows) = &state.rows {
        return Ok(relations::counts(rows, term));
    }
    let sets = &state.packs;
    if let Some(constant) = term.as_constant() {
        return Ok(u64::try_from(constant.max(0)).map_or_else(|_| LengthSet::any(), LengthSet::exactly));
    }
    let equal = Constraint {
        terms: term.terms().iter().map(|&(quantity, factor)| (Track::Before(quantity), factor)).collect(),
        constant: term.constant_part(),
        sign: Sign::Zero,
    };
    let Some((pack, mut coefficients)) = on_pack(packs, &equal, None) else { return Ok(LengthSet::any()) };
    coefficients.push(-1);
    let set = sets[pack].insert_track(coefficients.len() - 1);
    let set = set.intersection(&constrained(&coefficients, &equal, budget)?, budget)?;
    let values = set.extract(coefficients.len() - 1, budget)?;
    let mut counts = values.to_lengths(budget)?;
    if matches!(values.minimum(0, budget)?, Some(Bound::Unbounded | Bound::At(i128::MIN..=-1))) {
        counts = counts.union(&LengthSet::exactly(0), budget)?;
    }
    Ok(counts)
}

/// Over-approximates: the lengths that cases give to what they call the new value, by the numbers of one pack.
///
/// # Errors
/// [`Exhausted`] when a set outgrows the budget.
pub(crate) fn measured(
    packs: &Packs,
    sets: &[Tuples],
    (pack, cases): (usize, &[Case]),
    budget: &mut Budget,
) -> Result<LengthSet, Exhausted> {
    let new = sets[pack].tracks();
    let mut lengths = LengthSet::of([]);
    for case in cases {
        let mut set = sets[pack].insert_track(new).insert_track(new + 1);
        for constraint in case {
            let Some((on, coefficients)) = on_pack(packs, constraint, Some((pack, new))) else { continue };
            if on == pack {
                set = set.intersection(&constrained(&coefficients, constraint, budget)?, budget)?;
            }
        }
        lengths = lengths.union(&set.extract(new, budget)?.to_lengths(budget)?, budget)?;
    }
    Ok(lengths)
}

/// Over-approximates: the values of an integer that are 0 or more.
///
/// # Errors
/// [`Exhausted`] when a set outgrows the budget.
pub(crate) fn naturals(
    packs: &Packs,
    state: &AbstractState,
    var: IntVar,
    budget: &mut Budget,
) -> Result<LengthSet, Exhausted> {
    if let Some(rows) = &state.rows {
        return Ok(relations::counts(rows, &Linear::var(var)));
    }
    let sets = &state.packs;
    let Some((pack, track)) = packs.place(Quantity::Var(var)) else { return Ok(LengthSet::any()) };
    sets[pack].extract(track, budget)?.to_lengths(budget)
}

/// Whether the numbers say that a term is 0 or more.
///
/// # Errors
/// [`Exhausted`] when a set outgrows the budget.
pub(crate) fn is_never_negative(
    packs: &Packs,
    state: &AbstractState,
    term: &Linear,
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    if let Some(rows) = &state.rows {
        return Ok(relations::is_never_negative(rows, term));
    }
    if let Some(constant) = term.as_constant() {
        return Ok(constant >= 0);
    }
    let Some(opposite) = term.times(-1).and_then(|term| term.minus(&Linear::constant(1))) else {
        return Ok(false);
    };
    is_impossible(packs, &state.packs, &opposite, budget)
}

/// Whether the numbers say that a term is below 0.
///
/// # Errors
/// [`Exhausted`] when a set outgrows the budget.
pub(crate) fn is_always_negative(
    packs: &Packs,
    state: &AbstractState,
    term: &Linear,
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    if let Some(rows) = &state.rows {
        return Ok(term
            .plus(&Linear::constant(1))
            .is_some_and(|next| relations::is_at_most_zero(rows, &next)));
    }
    is_impossible(packs, &state.packs, term, budget)
}

/// Whether the numbers say that a term is never 0 or more.
fn is_impossible(
    packs: &Packs,
    sets: &[Tuples],
    term: &Linear,
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    let Some(opposite) = term.times(-1) else { return Ok(false) };
    let terms =
        opposite.terms().iter().map(|&(quantity, factor)| (Track::Before(quantity), factor)).collect();
    let natural = Constraint { terms, constant: opposite.constant_part(), sign: Sign::AtMostZero };
    let Some((pack, coefficients)) = on_pack(packs, &natural, None) else { return Ok(false) };
    Ok(sets[pack].intersection(&constrained(&coefficients, &natural, budget)?, budget)?.is_empty())
}

/// The pack of a constraint and its coefficients there. While `assigned` gets a new value the pack has that
/// value before the old one and a free integer at the end. `None` when the constraint does not fit.
fn on_pack(
    packs: &Packs,
    constraint: &Constraint,
    assigned: Option<(usize, usize)>,
) -> Option<(usize, Vec<i64>)> {
    let place = |track: Track| match (track, assigned) {
        (Track::Before(quantity), _) => packs.place(quantity).map(|(pack, track)| match assigned {
            Some((of, new)) if of == pack && track >= new => (pack, track + 1),
            Some(_) | None => (pack, track),
        }),
        (Track::After, Some(place)) => Some(place),
        (Track::Some, Some((pack, _))) => Some((pack, packs.all()[pack].len() + 1)),
        (Track::After | Track::Some, None) => None,
    };
    i64::try_from(constraint.constant.checked_neg()?).ok()?;
    let pack = match constraint.terms.first() {
        Some(&(track, _)) => place(track)?.0,
        None => assigned.map_or(0, |(pack, _)| pack),
    };
    let extra = if assigned.is_some_and(|(of, _)| of == pack) { 2 } else { 0 };
    let mut coefficients = vec![0i64; packs.all().get(pack)?.len() + extra];
    for &(track, factor) in &constraint.terms {
        let (of, track) = place(track)?;
        if of != pack {
            return None;
        }
        coefficients[track] = i64::try_from(factor).ok()?;
    }
    Some((pack, coefficients))
}

fn constrained(
    coefficients: &[i64],
    constraint: &Constraint,
    budget: &mut Budget,
) -> Result<Tuples, Exhausted> {
    let relation = match constraint.sign {
        Sign::Zero => Relation::Equal,
        Sign::AtMostZero => Relation::AtMost,
    };
    let constant = i64::try_from(-constraint.constant).expect("`on_pack` has looked at it");
    Tuples::linear(coefficients, relation, constant, budget)
}

fn unite(left: &[Tuples], right: &[Tuples], budget: &mut Budget) -> Result<Vec<Tuples>, Exhausted> {
    let joined = |(a, b): (&Tuples, &Tuples)| if a == b { Ok(a.clone()) } else { a.union(b, budget) };
    left.iter().zip(right).map(joined).collect()
}

/// Exact: the tuples whose value on a track is one of the lengths.
///
/// # Errors
/// [`Exhausted`] when a set outgrows the budget.
pub(crate) fn with_lengths(
    set: &Tuples,
    track: usize,
    lengths: &LengthSet,
    budget: &mut Budget,
) -> Result<Tuples, Exhausted> {
    let mut allowed = Tuples::from_lengths(lengths, budget)?;
    for before in 0..track {
        allowed = allowed.insert_track(before);
    }
    for after in track + 1..set.tracks() {
        allowed = allowed.insert_track(after);
    }
    set.intersection(&allowed, budget)
}

//! How the sides of strings change when a place moves: a walk by an index, or by cutting a string shorter.
//!
//! Only places that some action moves on are kept from label to label; the sides at others follow from definitions.

use std::collections::BTreeSet;

use automata::{Automaton, Budget, Exhausted, LengthSet};
use ir::{Action, IntExpr, IntVar, Linear, Procedure, StrExpr, StrTerm, StrVar, Variable, Width};
use verdict::facts::Hints;
use verdict::parts::{
    Place, SideLengths, copied_from, earlier, lengths_before, naturals_if_left_alone, place_of, unwrapped,
};

use crate::constraints;
use crate::packs::Packs;
use crate::relations;
use crate::sides::{Cuts, side_lengths};
use crate::state::{AbstractState, Sides};

/// At most this many places are kept.
const MOST_PLACES: usize = 8;

/// The places of a procedure that are walked, each with its string.
pub(crate) fn walked(procedure: &Procedure) -> Vec<(StrVar, Place)> {
    let moved = |place: &Place| {
        procedure.code.iter().any(|instruction| {
            let Action::SetInt(var, value, width) = &instruction.action else { return false };
            place.moved_by(*var, value, *width).is_some_and(|distance| distance > 0)
        })
    };
    let places = positions(procedure).into_iter().map(|(whole, at)| (whole, Place::At(at)));
    places.filter(|(_, place)| moved(place)).chain(shortened(procedure)).take(MOST_PLACES).collect()
}

/// The positions at which strings are read, without what is constant in them.
pub(crate) fn positions(procedure: &Procedure) -> BTreeSet<(StrVar, Linear)> {
    let mut places = BTreeSet::new();
    for instruction in &procedure.code {
        let action = &instruction.action;
        if let Action::SetStr(_, StrExpr::Slice { of: StrTerm::Var(whole), from, to }) = action {
            let positions = std::iter::once(from).chain(to).filter_map(place_of);
            places.extend(positions.map(|(at, _)| (*whole, at)));
        }
        if let Action::SetInt(_, IntExpr::Code { of: StrTerm::Var(whole), at }, _) = action {
            places.extend(place_of(at).map(|(at, _)| (*whole, at)));
        }
    }
    places
}

/// Strings with others that begin as them, or as an end of them, and are cut shorter from the front.
fn shortened(procedure: &Procedure) -> Vec<(StrVar, Place)> {
    let (mut begun, mut cut) = (BTreeSet::new(), BTreeSet::new());
    for instruction in &procedure.code {
        let Action::SetStr(var, value) = &instruction.action else { continue };
        let (StrExpr::Slice { of: StrTerm::Var(of), to: None, .. } | StrExpr::Term(StrTerm::Var(of))) = value
        else {
            continue;
        };
        begun.insert((*of, *var));
        if of == var {
            cut.insert(*var);
        }
    }
    let walks = begun.into_iter().filter(|(whole, rest)| whole != rest && cut.contains(rest));
    walks.map(|(whole, rest)| (whole, Place::Rest(rest))).collect()
}

/// The sides that a move of places gives. `cuts` are what is known just before.
///
/// # Errors
/// [`Exhausted`] when an operation outgrows the budget.
pub(crate) fn after_index(
    (packs, places): (&Packs, &[(StrVar, Place)]),
    state: &AbstractState,
    (var, value, width): (IntVar, &IntExpr, Width),
    cuts: &Cuts,
    budget: &mut Budget,
) -> Result<Cuts, Exhausted> {
    let mut moved = Cuts::new();
    for key in places.iter().filter(|(_, place)| place.speaks_of(Variable::Int(var))) {
        let (whole, Place::At(at)) = key else { continue };
        let Some(to) = earlier(at, var, value) else { continue };
        if !is_unwrapped((packs, state), value, width, budget)? {
            continue;
        }
        if let Some(sides) = shifted((packs, state), cuts, (*whole, &to), budget)? {
            moved.insert(key.clone(), sides);
        }
    }
    Ok(moved)
}

/// Whether the numbers say that a value is not wrapped.
fn is_unwrapped(
    (packs, state): (&Packs, &AbstractState),
    value: &IntExpr,
    width: Width,
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    let Some(naturals) = unwrapped(value, width) else { return Ok(false) };
    for term in &naturals {
        if !constraints::is_never_negative(packs, state, term, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The sides of a string at a position, from what is known at places that are a constant distance from it.
fn shifted(
    (packs, state): (&Packs, &AbstractState),
    cuts: &Cuts,
    (whole, to): (StrVar, &Linear),
    budget: &mut Budget,
) -> Result<Option<Sides>, Exhausted> {
    let mut found: Option<Sides> = None;
    for (key, stored) in state.splits.iter().filter(|((of, _), _)| *of == whole) {
        let Place::At(at) = &key.1 else { continue };
        let Some(distance) = to.minus(at).and_then(|moved| moved.as_constant()) else { continue };
        let Ok(far) = u64::try_from(distance.unsigned_abs()) else { continue };
        let sides = cuts.get(key).unwrap_or(stored);
        let sides = if distance >= 0 {
            forward((packs, state), sides, (at, far), budget)?
        } else {
            backward((packs, state), sides, (whole, to, far), budget)?
        };
        found = Some(match found {
            None => sides,
            Some(known) => Sides {
                before: known.before.intersection(&sides.before, budget)?,
                after: known.after.intersection(&sides.after, budget)?,
            },
        });
    }
    Ok(found)
}

/// The sides after a place has moved on by a distance.
fn forward(
    (packs, state): (&Packs, &AbstractState),
    sides: &Sides,
    (at, distance): (&Linear, u64),
    budget: &mut Budget,
) -> Result<Sides, Exhausted> {
    let exact = constraints::is_never_negative(packs, state, at, budget)?;
    let distances = if exact { LengthSet::exactly(distance) } else { LengthSet::between(0, distance) };
    let read = sides.after.prefix(&distances, budget)?;
    let before = sides.before.concat(&read, budget)?;
    Ok(Sides { before, after: sides.after.suffix(&distances, budget)? })
}

/// The sides after a place has moved back by a distance, to the position `to`.
fn backward(
    (packs, state): (&Packs, &AbstractState),
    sides: &Sides,
    (whole, to, distance): (StrVar, &Linear, u64),
    budget: &mut Budget,
) -> Result<Sides, Exhausted> {
    let from = to.plus(&Linear::constant(i128::from(distance)));
    let room = from.and_then(|from| Linear::length(whole).minus(&from));
    let exact = constraints::is_never_negative(packs, state, to, budget)?
        && match room {
            Some(room) => constraints::is_never_negative(packs, state, &room, budget)?,
            None => false,
        };
    let distances = if exact { LengthSet::exactly(distance) } else { LengthSet::between(0, distance) };
    let turned = sides.before.reverse(budget)?;
    let read = turned.prefix(&distances, budget)?.reverse(budget)?;
    let before = turned.suffix(&distances, budget)?.reverse(budget)?;
    Ok(Sides { before, after: read.concat(&sides.after, budget)? })
}

/// The definitions of parts that an assignment copies, or leaves alone because it changes only what is behind them.
pub(crate) fn parts_after(state: &AbstractState, var: StrVar, value: &StrExpr) -> Vec<(StrVar, StrExpr)> {
    let Some(rows) = &state.rows else { return Vec::new() };
    let parts: Vec<(StrVar, StrExpr)> =
        state.parts.iter().map(|(part, slice)| (*part, slice.clone())).collect();
    let stays = |(part, slice): &&(StrVar, StrExpr)| {
        let naturals = naturals_if_left_alone(&parts, (var, value), slice);
        *part != var
            && naturals.is_some_and(|terms| terms.iter().all(|term| relations::is_never_negative(rows, term)))
    };
    let mut after: Vec<(StrVar, StrExpr)> = parts.iter().filter(stays).cloned().collect();
    let copied = parts.iter().filter(|(part, slice)| copied_from(var, value, slice) == Some(*part));
    after.extend(copied.map(|(_, slice)| (var, slice.clone())));
    after
}

/// The sides of a string that is put together from others, or cut short, where the numbers say which parts lie before
/// the place.
///
/// # Errors
/// [`Exhausted`] when an operation outgrows the budget.
pub(crate) fn put_together(
    (places, state): (&[(StrVar, Place)], &AbstractState),
    (var, value): (StrVar, &StrExpr),
    cuts: &Cuts,
    budget: &mut Budget,
) -> Result<Cuts, Exhausted> {
    let mut cut = Cuts::new();
    // Sets of tuples keep what they know of a language in its lengths.
    let Some(rows) = &state.rows else { return Ok(cut) };
    let of_var = |(whole, place): &&(StrVar, Place)| *whole == var && !place.speaks_of(Variable::Str(var));
    for key in places.iter().filter(of_var) {
        let Place::At(at) = &key.1 else { continue };
        match value {
            StrExpr::Concat(terms) => {
                let here = |(_, lengths): &(usize, Linear)| relations::is_equal(rows, at, lengths);
                let Some((count, _)) = lengths_before(terms).into_iter().find(here) else { continue };
                let side = |terms: &[StrTerm], budget: &mut Budget| {
                    let empty = Automaton::epsilon(state.strings[var.index()].alphabet());
                    terms.iter().try_fold(empty, |whole, term| match term {
                        StrTerm::Var(part) => whole.concat(&state.strings[part.index()], budget),
                        StrTerm::Word(word) => {
                            whole.concat(&Automaton::literal(whole.alphabet(), word), budget)
                        }
                    })
                };
                let sides =
                    Sides { before: side(&terms[..count], budget)?, after: side(&terms[count..], budget)? };
                cut.insert(key.clone(), sides);
            }
            StrExpr::Slice { of, from, to: Some(to) }
                if *of == StrTerm::Var(var) && from.as_constant() == Some(0) =>
            {
                let Some(sides) = shifted((&Packs::default(), state), cuts, (var, at), budget)? else {
                    continue;
                };
                if !to.minus(at).is_some_and(|room| relations::is_never_negative(rows, &room)) {
                    continue;
                }
                let left =
                    if relations::is_equal(rows, at, to) { LengthSet::exactly(0) } else { LengthSet::any() };
                cut.insert(key.clone(), Sides { after: sides.after.prefix(&left, budget)?, ..sides });
            }
            StrExpr::Slice { .. }
            | StrExpr::Term(_)
            | StrExpr::Replace { .. }
            | StrExpr::Apply { .. }
            | StrExpr::Repeat { .. }
            | StrExpr::Reverse(_)
            | StrExpr::Numeral { .. }
            | StrExpr::Input(_) => {}
        }
    }
    Ok(cut)
}

/// The sides at rests after a string was assigned. `words` is its new language.
///
/// # Errors
/// [`Exhausted`] when an operation outgrows the budget.
pub(crate) fn after_rest(
    (places, state): (&[(StrVar, Place)], &AbstractState),
    (var, value): (StrVar, &StrExpr),
    cuts: &Cuts,
    budget: &mut Budget,
) -> Result<Cuts, Exhausted> {
    let mut moved = Cuts::new();
    for key in places {
        let (whole, Place::Rest(rest)) = key else { continue };
        let any = Automaton::any(state.strings[whole.index()].alphabet());
        let is_copy = |of: &StrVar| *value == StrExpr::Term(StrTerm::Var(*of));
        let before = if (var == *rest && is_copy(whole)) || (var == *whole && is_copy(rest)) {
            Automaton::epsilon(any.alphabet())
        } else if var == *rest
            && let StrExpr::Slice { of: StrTerm::Var(of), from, to: None } = value
            && let Some(from) = from.as_constant().and_then(|from| u64::try_from(from.max(0)).ok())
        {
            let read = state.strings[of.index()].prefix(&LengthSet::exactly(from), budget)?;
            let known = cuts.get(key).or(state.splits.get(key));
            match known {
                _ if of == whole => read,
                Some(sides) if of == rest => sides.before.concat(&read, budget)?,
                Some(_) | None => continue,
            }
        } else {
            continue;
        };
        moved.insert(key.clone(), Sides { before, after: any });
    }
    Ok(moved)
}

/// Makes the sides anew at the places that `variable` has moved, or whose string it is, and that are not known.
///
/// # Errors
/// [`Exhausted`] when an operation outgrows the budget.
pub(crate) fn cut_anew(
    (packs, places): (&Packs, &[(StrVar, Place)]),
    state: &mut AbstractState,
    variable: Variable,
    hints: &mut Hints,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    for key in places {
        let (whole, Place::At(at)) = key else { continue };
        let touched = variable == Variable::Str(*whole) || key.1.speaks_of(variable);
        if !touched || state.splits.contains_key(key) {
            continue;
        }
        let lengths = side_lengths(packs, state, (*whole, at), budget)?;
        let sides = Sides::of(&state.strings[whole.index()], &lengths, budget)?;
        if !sides.are_any() {
            let [before, after] = lengths;
            let at: Linear = at.clone();
            hints.moved.push(SideLengths { whole: *whole, at, before, after });
            state.splits.insert(key.clone(), sides);
        }
    }
    Ok(())
}

//! How the sides of strings change when a place moves: a walk by an index, or by cutting a string shorter.
//!
//! Only places that some action moves on are kept from label to label; the sides at others follow from definitions.

use std::collections::BTreeSet;

use automata::{Automaton, Budget, Exhausted, LengthSet};
use ir::{Action, IntExpr, IntVar, Linear, Procedure, StrExpr, StrTerm, StrVar, Variable, Width};
use verdict::facts::Hints;
use verdict::parts::{Place, SideLengths, place_of};

use crate::packs::Packs;
use crate::sides::{Cuts, side_lengths};
use crate::state::{AbstractState, Sides};
use crate::sums;

/// At most this many places are kept.
const MOST_PLACES: usize = 8;

/// The places of a procedure that are walked, each with its string.
pub(crate) fn walked(procedure: &Procedure) -> Vec<(StrVar, Place)> {
    let mut places = BTreeSet::new();
    for instruction in &procedure.code {
        let action = &instruction.action;
        if let Action::SetStr(_, StrExpr::Slice { of: StrTerm::Var(whole), from, to }) = action {
            let positions = std::iter::once(from).chain(to).filter_map(place_of);
            places.extend(positions.map(|(at, _)| (*whole, Place::At(at))));
        }
        if let Action::SetInt(_, IntExpr::Code { of: StrTerm::Var(whole), at }, _) = action {
            places.extend(place_of(at).map(|(at, _)| (*whole, Place::At(at))));
        }
    }
    let moved = |place: &Place| {
        procedure.code.iter().any(|instruction| {
            let Action::SetInt(var, value, width) = &instruction.action else { return false };
            place.moved_by(*var, value, *width).is_some_and(|distance| distance > 0)
        })
    };
    let by_index = places.into_iter().filter(|(_, place)| moved(place));
    by_index.chain(shortened(procedure)).take(MOST_PLACES).collect()
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

/// The sides that a move of the place, or a cut of the rest, gives. `cuts` are what is known just before.
///
/// # Errors
/// [`Exhausted`] when an operation outgrows the budget.
pub(crate) fn after_index(
    (packs, state): (&Packs, &AbstractState),
    (var, value, width): (IntVar, &IntExpr, Width),
    cuts: &Cuts,
    budget: &mut Budget,
) -> Result<Cuts, Exhausted> {
    let mut moved = Cuts::new();
    for (key, stored) in &state.splits {
        let Place::At(at) = &key.1 else { continue };
        let distance = key.1.moved_by(var, value, width).and_then(|by| u64::try_from(by).ok());
        let Some(distance) = distance.filter(|_| key.1.speaks_of(Variable::Int(var))) else { continue };
        let sides = cuts.get(key).unwrap_or(stored);
        let distances = if sums::is_never_negative(packs, &state.packs, at, budget)? {
            LengthSet::exactly(distance)
        } else {
            LengthSet::between(0, distance)
        };
        let read = sides.after.prefix(&distances, budget)?;
        let before = sides.before.concat(&read, budget)?;
        moved.insert(key.clone(), Sides { before, after: sides.after.suffix(&distances, budget)? });
    }
    Ok(moved)
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
        let lengths = side_lengths(packs, &state.packs, (*whole, at), budget)?;
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

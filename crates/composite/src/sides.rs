//! The two sides of strings at places: what facts, definitions and numbers say of them, and what they say of the whole.
//!
//! The checker does the same with graphs, from the same premises and in the same order: languages and literals give
//! the sides, the sides give the wholes, and these the parts.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Automaton, Budget, Exhausted, LengthSet};
use ir::{IntExpr, IntVar, Linear, Quantity, StrExpr, StrTerm, StrVar, Word};
use verdict::facts::Hints;
use verdict::parts::{
    Place, SideLengths, Within, coded_by, constant_width, place_of, within, words_behind_last,
};
use verdict::relation::{Case, slice_lengths};

use crate::constraints;
use crate::packs::Packs;
use crate::relations;
use crate::state::{AbstractState, Sides};
use crate::words::{containing, starting_with, wholes};

/// The sides of strings at places.
pub(crate) type Cuts = BTreeMap<(StrVar, Place), Sides>;

/// What the sides are computed from: the state with the literals, the strings before sides were looked at, and
/// what was there before the literals.
pub(crate) struct Cutter<'a> {
    pub(crate) packs: &'a Packs,
    pub(crate) state: &'a AbstractState,
    pub(crate) strings: &'a [Automaton],
    pub(crate) earlier: &'a AbstractState,
}

impl Cutter<'_> {
    /// The sides at the places where something is new since the earlier state, or that `wanted` speaks of.
    ///
    /// # Errors
    /// [`Exhausted`] when an operation outgrows the budget.
    pub(crate) fn cuts(
        &self,
        wanted: Option<&StrExpr>,
        hints: &mut Hints,
        budget: &mut Budget,
    ) -> Result<Cuts, Exhausted> {
        let mut cuts = Cuts::new();
        for (whole, place) in self.places() {
            if self.is_due(whole, &place, wanted) {
                let sides = self.cut(whole, &place, hints, budget)?;
                cuts.insert((whole, place), sides);
            }
        }
        Ok(cuts)
    }

    /// The places that the state speaks of.
    fn places(&self) -> BTreeSet<(StrVar, Place)> {
        let mut places: BTreeSet<(StrVar, Place)> = self.state.splits.keys().cloned().collect();
        for part in self.state.parts.values() {
            let StrExpr::Slice { of: StrTerm::Var(whole), from, to } = part else { continue };
            let positions = std::iter::once(from).chain(to).filter_map(place_of);
            places.extend(positions.map(|(at, _)| (*whole, Place::At(at))));
        }
        for (var, value) in &self.state.integers {
            if let Some((whole, _, _)) = search(value) {
                places.insert((whole, Place::At(Linear::var(*var))));
            }
            if let IntExpr::Code { of: StrTerm::Var(whole), at } = value {
                places.extend(place_of(at).map(|(at, _)| (*whole, Place::At(at))));
            }
        }
        places
    }

    /// Whether something that a place depends on is new, or the expression is a slice there.
    fn is_due(&self, whole: StrVar, place: &Place, wanted: Option<&StrExpr>) -> bool {
        let new = |var: StrVar| self.strings[var.index()] != self.earlier.strings[var.index()];
        if new(whole) || self.is_due_by_rows(whole, wanted) {
            return true;
        }
        let Place::At(at) = place else {
            let Place::Rest(rest) = place else { return false };
            return new(*rest);
        };
        let of_whole = |value: &StrExpr| {
            let StrExpr::Slice { of, from, to } = value else { return false };
            *of == StrTerm::Var(whole) && within(at, from, to.as_ref()).is_some()
        };
        let moved = |quantity: Quantity| {
            let place = self.packs.place(quantity);
            place.is_some_and(|(pack, _)| self.state.packs[pack] != self.earlier.packs[pack])
        };
        wanted.is_some_and(of_whole)
            || at.terms().iter().any(|&(quantity, _)| moved(quantity))
            || moved(Quantity::Length(whole))
            || self.state.parts.iter().any(|(part, value)| of_whole(value) && new(*part))
            || self.state.integers.keys().any(|var| moved(Quantity::Var(*var)))
    }

    /// The same where relations are given, which may say where any part of the string lies.
    fn is_due_by_rows(&self, whole: StrVar, wanted: Option<&StrExpr>) -> bool {
        let of_whole =
            |value: &StrExpr| matches!(value, StrExpr::Slice { of: StrTerm::Var(of), .. } if *of == whole);
        let new = |part: StrVar| self.strings[part.index()] != self.earlier.strings[part.index()];
        self.state.rows.is_some()
            && (self.state.rows != self.earlier.rows
                || wanted.is_some_and(of_whole)
                || self.state.parts.iter().any(|(part, value)| of_whole(value) && new(*part)))
    }

    fn cut(
        &self,
        whole: StrVar,
        place: &Place,
        hints: &mut Hints,
        budget: &mut Budget,
    ) -> Result<Sides, Exhausted> {
        let any = Automaton::any(self.strings[whole.index()].alphabet());
        let known = self.state.splits.get(&(whole, place.clone()));
        let stored = known.cloned().unwrap_or_else(|| Sides { before: any.clone(), after: any });
        match place {
            Place::Rest(rest) => Ok(Sides { after: self.strings[rest.index()].clone(), ..stored }),
            Place::At(at) => {
                let lengths = side_lengths(self.packs, self.state, (whole, at), budget)?;
                let fresh = Sides::of(&self.strings[whole.index()], &lengths, budget)?;
                if lengths != [LengthSet::any(), LengthSet::any()] {
                    let [before, after] = lengths;
                    hints.sides.push(SideLengths { whole, at: at.clone(), before, after });
                }
                let mut sides = Sides {
                    before: stored.before.intersection(&fresh.before, budget)?,
                    after: stored.after.intersection(&fresh.after, budget)?,
                };
                self.cut_by_parts(&mut sides, (whole, at), hints, budget)?;
                self.cut_by_searches(&mut sides, (whole, at), budget)?;
                Ok(sides)
            }
        }
    }

    fn cut_by_parts(
        &self,
        sides: &mut Sides,
        (whole, at): (StrVar, &Linear),
        hints: &mut Hints,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        for (part, value) in &self.state.parts {
            let StrExpr::Slice { of, from, to } = value else { continue };
            if *of == StrTerm::Var(whole) {
                let values = &self.strings[part.index()];
                self.cut_by_part(sides, (whole, at), (from, to.as_ref(), values), budget)?;
            }
        }
        for (var, value) in &self.state.integers {
            let IntExpr::Code { of: StrTerm::Var(of), at: from } = value else { continue };
            let to = from.plus(&Linear::constant(1));
            if *of == whole && to.is_some() {
                let values = self.coded(*var, sides.after.alphabet(), hints, budget)?;
                self.cut_by_part(sides, (whole, at), (from, to.as_ref(), &values), budget)?;
            }
        }
        Ok(())
    }

    fn cut_by_part(
        &self,
        sides: &mut Sides,
        (whole, at): (StrVar, &Linear),
        (from, to, values): (&Linear, Option<&Linear>, &Automaton),
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        match within(at, from, to) {
            Some(Within::After(from, to)) if self.is_never_negative(at, budget)? => {
                sides.after = sides.after.intersection(&wholes(values, (from, to), budget)?, budget)?;
            }
            Some(Within::Before(from)) => {
                sides.before = sides.before.intersection(&wholes(values, (from, None), budget)?, budget)?;
            }
            Some(Within::After(..)) | None => {
                self.cut_by_window(sides, (whole, at), (from, to, values), budget)?;
            }
        }
        Ok(())
    }

    /// Cuts a side by the values of a slice of constant width that the numbers say begins or ends at the place.
    fn cut_by_window(
        &self,
        sides: &mut Sides,
        (whole, at): (StrVar, &Linear),
        (from, to, values): (&Linear, Option<&Linear>, &Automaton),
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let (Some(rows), Some(to)) = (&self.state.rows, to) else { return Ok(()) };
        let Some(width) = constant_width(from, to).filter(|_| relations::is_never_negative(rows, from))
        else {
            return Ok(());
        };
        if relations::is_equal(rows, from, at) {
            sides.after = sides.after.intersection(&wholes(values, (0, Some(width)), budget)?, budget)?;
        } else if relations::is_equal(rows, to, at)
            && let Some(room) = Linear::length(whole).minus(at)
            && relations::is_never_negative(rows, &room)
        {
            let ending = Automaton::any(values.alphabet()).concat(values, budget)?;
            sides.before = sides.before.intersection(&ending, budget)?;
        }
        Ok(())
    }

    /// The characters that an integer may be the code of, and the empty word when it may be negative.
    ///
    /// # Errors
    /// [`Exhausted`] when a set outgrows the budget.
    pub(crate) fn coded(
        &self,
        var: IntVar,
        alphabet: automata::Alphabet,
        hints: &mut Hints,
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let codes = constraints::naturals(self.packs, self.state, var, budget)?;
        let class = automata::SymbolSet::from_ranges(coded_by(&codes, alphabet));
        if codes != LengthSet::any() && !hints.values.iter().any(|(known, _)| *known == var) {
            hints.values.push((var, codes));
        }
        let characters = Automaton::class(alphabet, &class);
        if self.is_never_negative(&Linear::var(var), budget)? {
            return Ok(characters);
        }
        characters.union(&Automaton::epsilon(alphabet), budget)
    }

    fn cut_by_searches(
        &self,
        sides: &mut Sides,
        (whole, at): (StrVar, &Linear),
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let alphabet = sides.after.alphabet();
        for (_, value) in self.state.integers.iter().filter(|(var, _)| Linear::var(**var) == *at) {
            let Some((of, word, searched)) = search(value).filter(|(of, _, _)| *of == whole) else {
                continue;
            };
            debug_assert_eq!(of, whole);
            let without = containing(alphabet, word, budget)?.complement(budget)?;
            let mut outcomes = Automaton::empty(alphabet);
            if !self.is_always_negative(at, budget)? {
                let mut found = starting_with(alphabet, word, budget)?;
                if searched == Searched::Last {
                    found = found.intersection(&wholes(&without, (1, None), budget)?, budget)?;
                }
                outcomes = outcomes.union(&found, budget)?;
            }
            if !self.is_never_negative(at, budget)? {
                let missing = match searched {
                    Searched::First | Searched::Last => without.clone(),
                    Searched::Later => Automaton::any(alphabet),
                };
                outcomes = outcomes.union(&missing, budget)?;
            }
            sides.after = sides.after.intersection(&outcomes, budget)?;
            if searched == Searched::First {
                sides.before = sides.before.intersection(&without, budget)?;
            }
        }
        Ok(())
    }

    fn is_never_negative(&self, term: &Linear, budget: &mut Budget) -> Result<bool, Exhausted> {
        constraints::is_never_negative(self.packs, self.state, term, budget)
    }

    fn is_always_negative(&self, term: &Linear, budget: &mut Budget) -> Result<bool, Exhausted> {
        constraints::is_always_negative(self.packs, self.state, term, budget)
    }

    /// What a slice may be by the sides of a place that it is a slice of; `None` when there is none.
    ///
    /// # Errors
    /// [`Exhausted`] when an operation outgrows the budget.
    pub(crate) fn slice_of_side(
        &self,
        cuts: &Cuts,
        value: &StrExpr,
        budget: &mut Budget,
    ) -> Result<Option<Automaton>, Exhausted> {
        let StrExpr::Slice { of: StrTerm::Var(of), from, to } = value else { return Ok(None) };
        for ((whole, place), sides) in cuts.iter().filter(|((whole, _), _)| whole == of) {
            debug_assert_eq!(whole, of);
            let Place::At(at) = place else { continue };
            match within(at, from, to.as_ref()) {
                Some(Within::After(from, to)) if self.is_never_negative(at, budget)? => {
                    let rest = sides.after.suffix(&LengthSet::exactly(from), budget)?;
                    let Some(to) = to else { return Ok(Some(rest)) };
                    return rest.prefix(&LengthSet::exactly(to - from), budget).map(Some);
                }
                Some(Within::Before(from)) => {
                    return sides.before.suffix(&LengthSet::exactly(from), budget).map(Some);
                }
                Some(Within::After(..)) | None => {}
            }
        }
        self.window_of_side(cuts, (*of, from, to.as_ref()), budget)
    }

    /// The strings without the words of which the last occurrence lies before a slice; `None` when there are none.
    ///
    /// # Errors
    /// [`Exhausted`] when an operation outgrows the budget.
    pub(crate) fn without_last(
        &self,
        value: &StrExpr,
        budget: &mut Budget,
    ) -> Result<Option<Automaton>, Exhausted> {
        let StrExpr::Slice { of: StrTerm::Var(of), from, .. } = value else { return Ok(None) };
        let searches = self.state.integers.iter().map(|(var, value)| (*var, value));
        let mut all: Option<Automaton> = None;
        for word in words_behind_last(searches, (*of, from)) {
            let without =
                containing(self.strings[of.index()].alphabet(), word, budget)?.complement(budget)?;
            all = Some(all.map_or(Ok(without.clone()), |all| all.intersection(&without, budget))?);
        }
        Ok(all)
    }

    /// What a slice of constant width may be that the numbers say is the end of a string; `None` when they do not.
    ///
    /// # Errors
    /// [`Exhausted`] when an operation outgrows the budget.
    pub(crate) fn end_of(
        &self,
        value: &StrExpr,
        budget: &mut Budget,
    ) -> Result<Option<Automaton>, Exhausted> {
        let StrExpr::Slice { of: StrTerm::Var(of), from, to: Some(to) } = value else { return Ok(None) };
        let (Some(rows), Some(width)) = (&self.state.rows, constant_width(from, to)) else { return Ok(None) };
        if !relations::is_never_negative(rows, from) || !relations::is_equal(rows, to, &Linear::length(*of)) {
            return Ok(None);
        }
        let turned = self.strings[of.index()].reverse(budget)?;
        turned.prefix(&LengthSet::exactly(width), budget)?.reverse(budget).map(Some)
    }

    /// What a slice of constant width may be by the sides that the numbers say it lies in; `None` when they say nothing.
    fn window_of_side(
        &self,
        cuts: &Cuts,
        (of, from, to): (StrVar, &Linear, Option<&Linear>),
        budget: &mut Budget,
    ) -> Result<Option<Automaton>, Exhausted> {
        let (Some(rows), Some(to)) = (&self.state.rows, to) else { return Ok(None) };
        let Some(width) = constant_width(from, to).filter(|_| relations::is_never_negative(rows, from))
        else {
            return Ok(None);
        };
        let mut found: Option<Automaton> = None;
        for (key, stored) in self.state.splits.iter().filter(|((whole, _), _)| *whole == of) {
            let Place::At(at) = &key.1 else { continue };
            let sides = cuts.get(key).unwrap_or(stored);
            let is_natural =
                |term: Option<Linear>| term.is_some_and(|term| relations::is_never_negative(rows, &term));
            let window = if is_natural(at.minus(to)) {
                sides.before.suffix(&LengthSet::any(), budget)?
            } else if is_natural(from.minus(at)) {
                let later = from.minus(at).and_then(|far| far.minus(&Linear::constant(1)));
                let starts = match (is_natural(at.minus(from)), is_natural(later)) {
                    (true, _) => LengthSet::exactly(0),
                    (false, true) => LengthSet::at_least(1),
                    (false, false) => LengthSet::any(),
                };
                sides.after.suffix(&starts, budget)?
            } else {
                continue;
            };
            let window = window.prefix(&LengthSet::exactly(width), budget)?;
            found = Some(match found {
                None => window,
                Some(known) => known.intersection(&window, budget)?,
            });
        }
        Ok(found)
    }
}

/// Which occurrence a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Searched {
    First,
    /// The first from some position on.
    Later,
    Last,
}

/// A search for a constant word that is not empty in a variable.
fn search(value: &IntExpr) -> Option<(StrVar, &Word, Searched)> {
    let (of, what, searched) = match value {
        IntExpr::IndexOf { of, what, from } => {
            let whole = from.as_constant().is_some_and(|from| from <= 0);
            (of, what, if whole { Searched::First } else { Searched::Later })
        }
        IntExpr::LastIndexOf { of, what } => (of, what, Searched::Last),
        IntExpr::Code { .. }
        | IntExpr::Linear(_)
        | IntExpr::Times(..)
        | IntExpr::Div(..)
        | IntExpr::Mod(..)
        | IntExpr::Bits(..)
        | IntExpr::Parse { .. }
        | IntExpr::Input => return None,
    };
    let (StrTerm::Var(of), StrTerm::Word(word)) = (of, what) else { return None };
    (!word.is_empty()).then_some((*of, word, searched))
}

/// The lengths of the characters of a string before a position, and of the others, by the numbers alone.
///
/// # Errors
/// [`Exhausted`] when a set outgrows the budget.
pub(crate) fn side_lengths(
    packs: &Packs,
    state: &AbstractState,
    (whole, at): (StrVar, &Linear),
    budget: &mut Budget,
) -> Result<[LengthSet; 2], Exhausted> {
    if let Some(rows) = &state.rows {
        return Ok(relations::side_lengths(rows, whole, at));
    }
    let position = at.terms().first().map(|&(quantity, _)| quantity);
    let Some(pack) = position.and_then(|quantity| packs.place(quantity)).map(|(pack, _)| pack) else {
        return Ok([LengthSet::any(), LengthSet::any()]);
    };
    let of = StrTerm::Var(whole);
    let before = slice_lengths(&of, &Linear::constant(0), Some(at));
    let mut measure = |cases: &[Case]| constraints::measured(packs, &state.packs, (pack, cases), budget);
    Ok([measure(&before)?, measure(&slice_lengths(&of, at, None))?])
}

impl Sides {
    /// The sides of a language whose lengths are given.
    ///
    /// # Errors
    /// [`Exhausted`] when an operation outgrows the budget.
    pub(crate) fn of(
        whole: &Automaton,
        [shorter, longer]: &[LengthSet; 2],
        budget: &mut Budget,
    ) -> Result<Sides, Exhausted> {
        let before = whole.prefix(shorter, budget)?.restrict(shorter, budget)?;
        let after = whole.suffix(shorter, budget)?.restrict(longer, budget)?;
        Ok(Sides { before, after })
    }

    /// Whether nothing is known of either side.
    pub(crate) fn are_any(&self) -> bool {
        self.before.is_any() && self.after.is_any()
    }
}

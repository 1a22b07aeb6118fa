//! What the two sides of a string cut at a place may be.
//!
//! A side is what the fact of the split says, what the whole and the lengths of the sides leave of it, and what
//! definitions say: a part that is known is a part of a side, and where a search has ended is where something was
//! found. Only languages, literals and numbers are looked at here, so that wholes may then be put together from
//! their sides without going round in a circle.

use std::collections::BTreeSet;

use automata::{Budget, Exhausted, LengthSet};
use ir::{IntExpr, IntVar, Linear, StrExpr, StrTerm, StrVar, Word};

use crate::build::Membership;
use crate::graph::Graph;
use crate::parts::{Place, Within, coded_by, constant_width, place_of, within};
use crate::premises::Premises;
use crate::tables::Comparison;
use crate::whole::Split;

impl Premises<'_> {
    /// The sides at every place that a fact speaks of.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn splits(&self, budget: &mut Budget) -> Result<&[Split], Exhausted> {
        if let Some(known) = self.splits.get() {
            return Ok(known);
        }
        let splits: Result<Vec<Split>, Exhausted> =
            self.places().into_iter().map(|(whole, place)| self.split(whole, place, budget)).collect();
        let splits = splits?;
        Ok(self.splits.get_or_init(|| splits))
    }

    /// The places that facts speak of.
    fn places(&self) -> BTreeSet<(StrVar, Place)> {
        let mut places: BTreeSet<_> =
            self.facts.splits.iter().map(|fact| (fact.whole, fact.place.clone())).collect();
        for (_, part) in &self.facts.parts {
            let StrExpr::Slice { of: StrTerm::Var(whole), from, to } = part else { continue };
            let positions = std::iter::once(from).chain(to).filter_map(place_of);
            places.extend(positions.map(|(at, _)| (*whole, Place::At(at))));
        }
        for (var, value) in &self.facts.integers {
            match value {
                IntExpr::IndexOf { of: StrTerm::Var(whole), .. }
                | IntExpr::LastIndexOf { of: StrTerm::Var(whole), .. } => {
                    places.insert((*whole, Place::At(Linear::var(*var))));
                }
                IntExpr::Code { of: StrTerm::Var(whole), at } => {
                    places.extend(place_of(at).map(|(at, _)| (*whole, Place::At(at))));
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
                | IntExpr::Input => {}
            }
        }
        places
    }

    fn split(&self, whole: StrVar, place: Place, budget: &mut Budget) -> Result<Split, Exhausted> {
        let values = self.by_tables(whole, budget)?;
        let (mut before, mut after, mut informed) = match &place {
            Place::At(at) => {
                let [shorter, longer] = self.side_lengths(whole, at, budget)?;
                let before = values.slice(&LengthSet::exactly(0), Some(&shorter), budget)?;
                let after = values.slice(&shorter, None, budget)?;
                let measured = [&shorter, &longer].into_iter().any(|lengths| *lengths != LengthSet::any());
                (before.restricted(&shorter, budget)?, after.restricted(&longer, budget)?, measured)
            }
            Place::Rest(rest) => {
                (Graph::meet(self.program.alphabet, &[], budget)?, self.by_tables(*rest, budget)?, true)
            }
        };
        let facts = self.facts.splits.iter().filter(|fact| fact.whole == whole && fact.place == place);
        for fact in facts {
            for (side, table) in [(&mut before, &fact.before), (&mut after, &fact.after)] {
                if let Some(table) = table {
                    *side = side.intersection(&Graph::of(table), budget)?;
                    informed = true;
                }
            }
        }
        let mut split = Split { whole, place, before, after, informed };
        if let Place::At(at) = split.place.clone() {
            self.cut_by_parts(&mut split, &at, budget)?;
            self.cut_by_searches(&mut split, &at, budget)?;
        }
        Ok(split)
    }

    /// Cuts the sides by parts that are known: slices of the string and codes of its characters.
    fn cut_by_parts(&self, split: &mut Split, at: &Linear, budget: &mut Budget) -> Result<(), Exhausted> {
        let whole = StrTerm::Var(split.whole);
        let of_whole = |of: &StrTerm| *of == whole;
        for (part, slice) in &self.facts.parts {
            let StrExpr::Slice { of, from, to } = slice else { continue };
            if of_whole(of) {
                let values = |budget: &mut Budget| self.by_tables(*part, budget);
                self.cut_by_part((split, at), (from, to.as_ref()), values, budget)?;
            }
        }
        for (var, value) in &self.facts.integers {
            let IntExpr::Code { of, at: from } = value else { continue };
            let to = from.plus(&Linear::constant(1));
            if of_whole(of) && to.is_some() {
                let values = |budget: &mut Budget| self.coded(*var, budget);
                self.cut_by_part((split, at), (from, to.as_ref()), values, budget)?;
            }
        }
        Ok(())
    }

    /// Cuts a side by the values of a slice of the string, if it is a slice of that side.
    fn cut_by_part(
        &self,
        (split, at): (&mut Split, &Linear),
        (from, to): (&Linear, Option<&Linear>),
        values: impl Fn(&mut Budget) -> Result<Graph, Exhausted>,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let alphabet = self.program.alphabet;
        match within(at, from, to) {
            Some(Within::After(from, to)) if self.is_never_negative(at, budget)? => {
                let wholes = values(budget)?.wholes(alphabet, (from, to), budget)?;
                split.after = split.after.intersection(&wholes, budget)?;
                split.informed = true;
            }
            Some(Within::Before(from)) => {
                let wholes = values(budget)?.wholes(alphabet, (from, None), budget)?;
                split.before = split.before.intersection(&wholes, budget)?;
                split.informed = true;
            }
            Some(Within::After(..)) | None => self.cut_by_window((split, at), (from, to), values, budget)?,
        }
        Ok(())
    }

    /// Cuts a side by the values of a slice of constant width that the numbers say begins or ends at the place.
    fn cut_by_window(
        &self,
        (split, at): (&mut Split, &Linear),
        (from, to): (&Linear, Option<&Linear>),
        values: impl Fn(&mut Budget) -> Result<Graph, Exhausted>,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let Some((to, width)) = to.and_then(|to| Some((to, constant_width(from, to)?))) else {
            return Ok(());
        };
        if self.facts.linear.is_empty() || !self.is_never_negative(from, budget)? {
            return Ok(());
        }
        let alphabet = self.program.alphabet;
        if self.is_equal(from, at, budget)? {
            let wholes = values(budget)?.wholes(alphabet, (0, Some(width)), budget)?;
            split.after = split.after.intersection(&wholes, budget)?;
            split.informed = true;
        } else if self.is_equal(to, at, budget)? {
            let Some(room) = Linear::length(split.whole).minus(at) else { return Ok(()) };
            if self.is_never_negative(&room, budget)? {
                let any = Graph::meet(alphabet, &[], budget)?;
                let wholes = Graph::concat(vec![any, values(budget)?]);
                split.before = split.before.intersection(&wholes, budget)?;
                split.informed = true;
            }
        }
        Ok(())
    }

    /// The characters that an integer may be the code of, and the empty word when it may be negative.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn coded(&self, var: IntVar, budget: &mut Budget) -> Result<Graph, Exhausted> {
        let codes = self.naturals(var, budget)?;
        let mut graph = Graph::class(&coded_by(&codes, self.program.alphabet));
        if !self.is_never_negative(&Linear::var(var), budget)? {
            graph.states[0].accepts = true;
        }
        Ok(graph)
    }

    /// Cuts the sides by what was found at the place, or not found at all.
    fn cut_by_searches(&self, split: &mut Split, at: &Linear, budget: &mut Budget) -> Result<(), Exhausted> {
        for (var, value) in self.facts.integers.iter().filter(|(var, _)| Linear::var(*var) == *at) {
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
                | IntExpr::Input => continue,
            };
            let StrTerm::Word(word) = what else { continue };
            if *of == StrTerm::Var(split.whole) && !word.is_empty() {
                self.cut_by_search(split, *var, (word, searched), budget)?;
                split.informed = true;
            }
        }
        Ok(())
    }

    fn cut_by_search(
        &self,
        split: &mut Split,
        var: IntVar,
        (word, searched): (&Word, Searched),
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let alphabet = self.program.alphabet;
        let contains = self.compared(Comparison::Contains, word);
        let without = Graph::meet(alphabet, &[Membership { table: &contains, holds: false }], budget)?;
        let mut outcomes = Vec::new();
        if !self.is_always_negative(&Linear::var(var), budget)? {
            let starts = Graph::of(&self.compared(Comparison::StartsWith, word));
            outcomes.push(match searched {
                Searched::First | Searched::Later => starts,
                Searched::Last => {
                    let only_here = without.wholes(alphabet, (1, None), budget)?;
                    starts.intersection(&only_here, budget)?
                }
            });
        }
        if !self.is_never_negative(&Linear::var(var), budget)? {
            outcomes.push(match searched {
                Searched::First | Searched::Last => without.clone(),
                Searched::Later => Graph::meet(alphabet, &[], budget)?,
            });
        }
        split.after = split.after.intersection(&Graph::union(outcomes), budget)?;
        if searched == Searched::First {
            split.before = split.before.intersection(&without, budget)?;
        }
        Ok(())
    }

    /// What a slice of a string may be by the sides of a place that it is a slice of; `None` when there is none.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn slice_of_side(
        &self,
        whole: StrVar,
        (from, to): (&Linear, Option<&Linear>),
        budget: &mut Budget,
    ) -> Result<Option<Graph>, Exhausted> {
        for split in self.splits(budget)?.iter().filter(|split| split.whole == whole) {
            let Place::At(at) = &split.place else { continue };
            match within(at, from, to) {
                Some(Within::After(from, to)) if self.is_never_negative(at, budget)? => {
                    let to = to.map(LengthSet::exactly);
                    return split.after.slice(&LengthSet::exactly(from), to.as_ref(), budget).map(Some);
                }
                Some(Within::Before(from)) => {
                    return split.before.slice(&LengthSet::exactly(from), None, budget).map(Some);
                }
                Some(Within::After(..)) | None => {}
            }
        }
        self.window_of_side(whole, (from, to), budget)
    }

    /// Where in the side after a place a slice starts that is a natural distance from it: there, later, or either.
    fn starts_behind(&self, distance: &Linear, budget: &mut Budget) -> Result<LengthSet, Exhausted> {
        if self.is_equal(distance, &Linear::constant(0), budget)? {
            return Ok(LengthSet::exactly(0));
        }
        let later = match distance.minus(&Linear::constant(1)) {
            Some(later) => self.is_never_negative(&later, budget)?,
            None => false,
        };
        Ok(if later { LengthSet::at_least(1) } else { LengthSet::any() })
    }

    /// What a slice of constant width may be that the numbers say is the end of a string; `None` when they do not.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn end_of(
        &self,
        whole: StrVar,
        (from, to): (&Linear, Option<&Linear>),
        budget: &mut Budget,
    ) -> Result<Option<Graph>, Exhausted> {
        let Some((to, width)) = to.and_then(|to| Some((to, constant_width(from, to)?))) else {
            return Ok(None);
        };
        let ends = !self.facts.linear.is_empty()
            && self.is_never_negative(from, budget)?
            && self.is_equal(to, &Linear::length(whole), budget)?;
        if !ends {
            return Ok(None);
        }
        let (start, width) = (LengthSet::exactly(0), LengthSet::exactly(width));
        let turned = self.variable(whole, budget)?.reversed();
        Ok(Some(turned.slice(&start, Some(&width), budget)?.reversed()))
    }

    /// What a slice of constant width may be by the sides that the numbers say it lies in; `None` when they say nothing.
    fn window_of_side(
        &self,
        whole: StrVar,
        (from, to): (&Linear, Option<&Linear>),
        budget: &mut Budget,
    ) -> Result<Option<Graph>, Exhausted> {
        let Some((to, width)) = to.and_then(|to| Some((to, constant_width(from, to)?))) else {
            return Ok(None);
        };
        if self.facts.linear.is_empty() || !self.is_never_negative(from, budget)? {
            return Ok(None);
        }
        let (anywhere, start, width) = (LengthSet::any(), LengthSet::exactly(0), LengthSet::exactly(width));
        let mut found: Option<Graph> = None;
        for split in self.splits(budget)?.iter().filter(|split| split.whole == whole && split.informed) {
            let Place::At(at) = &split.place else { continue };
            let (Some(before), Some(after)) = (at.minus(to), from.minus(at)) else { continue };
            let window = if self.is_never_negative(&before, budget)? {
                split.before.slice(&anywhere, None, budget)?
            } else if self.is_never_negative(&after, budget)? {
                let starts = self.starts_behind(&after, budget)?;
                split.after.slice(&starts, None, budget)?
            } else {
                continue;
            };
            let window = window.slice(&start, Some(&width), budget)?;
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

//! One action under one case of its condition, from state to state.
//!
//! The order is that of the checker: the numbers alone give bounds on lengths, the languages are cut to these
//! bounds, and the lengths of the languages cut the numbers. What the checker will ask for besides the states,
//! the counts of an expression and the bounds, is returned as *hints*.

use std::collections::BTreeSet;

use automata::numbers::Tuples;
use automata::{Automaton, Budget, Exhausted, LengthSet};
use ir::{
    BoolVar, Condition, IntExpr, IntVar, Linear, Literal, Program, Quantity, StrExpr, StrTerm, StrVar, Test,
    Variable, Width,
};
use verdict::facts::{Hints, SliceFact};
use verdict::parts::{Place, integer_defined, string_defined};
use verdict::relation::{
    Case, MOST_DISJUNCTS, MOST_TOLD, disjuncts, length_after, literal_cases, numeral_length_bounds,
};
use verdict::same::{Change, SameFact};

use crate::constraints;
use crate::joined::{contradicts, is_all_of};
use crate::packs::Packs;
use crate::relations;
use crate::segments::{are_equal, same_after};
use crate::sides::{Cuts, Cutter};
use crate::state::{AbstractState, Sides};
use crate::walks::{after_index, after_rest, cut_anew, parts_after, put_together};
use crate::words::{Words, restrict, restrict_wholes};

/// Which halves of the analysis are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Analysis {
    /// Languages and numbers, each helping the other.
    #[default]
    Combined,
    /// Languages alone: comparisons of integers and lengths say nothing.
    String,
    /// Numbers and lengths alone: every string is any string of its length.
    Size,
}

/// What an action does to the one variable it may change.
pub(crate) enum Update<'a> {
    Nothing,
    Str(StrVar, &'a StrExpr),
    Int(IntVar, &'a IntExpr, Width),
    Bool(BoolVar, &'a Condition),
    Havoc(Variable),
}

impl Update<'_> {
    /// What it changes, as rules of the checker see it.
    fn change(&self) -> Option<Change<'_>> {
        match *self {
            Update::Str(var, value) => Some(Change::Str(var, value)),
            Update::Int(var, value, width) => Some(Change::Int(var, value, width)),
            Update::Nothing | Update::Bool(..) | Update::Havoc(_) => self.assigned().map(Change::Some),
        }
    }

    /// The variable that gets a new value.
    pub(crate) fn assigned(&self) -> Option<Variable> {
        match *self {
            Update::Nothing => None,
            Update::Str(var, _) => Some(Variable::Str(var)),
            Update::Int(var, _, _) => Some(Variable::Int(var)),
            Update::Bool(var, _) => Some(Variable::Bool(var)),
            Update::Havoc(variable) => Some(variable),
        }
    }
}

/// What does not change while a procedure is analysed.
pub(crate) struct Context<'a> {
    pub(crate) program: &'a Program,
    pub(crate) packs: &'a Packs,
    pub(crate) analysis: Analysis,
    /// The places at which strings are kept cut in two.
    pub(crate) places: &'a [(StrVar, Place)],
    /// The pieces that may be the same.
    pub(crate) pieces: &'a [SameFact],
    /// The strings of which it is kept what they were put together from.
    pub(crate) joined: &'a BTreeSet<StrVar>,
}

impl Context<'_> {
    /// Over-approximates: the state after the action, when the literals hold before it; no state when no run
    /// takes this edge. The hints say what the checker needs to show either.
    ///
    /// # Errors
    /// [`Exhausted`] when an operation outgrows the budget.
    pub(crate) fn transfer(
        &self,
        before: &AbstractState,
        literals: &[&Literal],
        update: &Update<'_>,
        budget: &mut Budget,
    ) -> Result<(Option<AbstractState>, Hints), Exhausted> {
        let mut hints = Hints::default();
        let Some(mut state) = self.assume(before, literals, budget)? else { return Ok((None, hints)) };
        let cuts = self.cut((before, &mut state), update, &mut hints, budget)?;
        if !is_possible(&state, &cuts) {
            return Ok((None, hints));
        }
        let changed = self.update(&mut state, (update, &cuts), budget)?;
        if state.packs.iter().any(Tuples::is_empty) || state.rows.as_ref().is_some_and(Vec::is_empty) {
            return Ok((None, hints));
        }
        hints.bounds = self.bound_words(before, &mut state, changed, budget)?;
        if let Some(variable) = update.assigned()
            && self.analysis != Analysis::Size
        {
            cut_anew((self.packs, self.places), &mut state, variable, &mut hints, budget)?;
        }
        hints.lengths = self.bound_numbers(before, &mut state, changed, budget)?;
        let possible = is_possible(&state, &Cuts::new());
        Ok((possible.then_some(state), hints))
    }

    /// Cuts strings in two where something is new, and lets wholes, sides and parts restrict each other.
    fn cut(
        &self,
        (before, state): (&AbstractState, &mut AbstractState),
        update: &Update<'_>,
        hints: &mut Hints,
        budget: &mut Budget,
    ) -> Result<Cuts, Exhausted> {
        if self.analysis == Analysis::Size {
            return Ok(Cuts::new());
        }
        self.restrict_by_codes(before, state, hints, budget)?;
        let strings = state.strings.clone();
        restrict_wholes(before, state, budget)?;
        let wanted = match update {
            Update::Str(_, value) => Some(*value),
            Update::Nothing | Update::Int(..) | Update::Bool(..) | Update::Havoc(_) => None,
        };
        let cutter = Cutter { packs: self.packs, state, strings: &strings, earlier: before };
        let cuts = cutter.cuts(wanted, hints, budget)?;
        let mut parts = Vec::new();
        for (part, value) in &state.parts {
            if let Some(slice) = cutter.slice_of_side(&cuts, value, budget)? {
                parts.push((*part, slice));
            }
        }
        for ((whole, _), sides) in &cuts {
            if !sides.are_any() {
                parts.push((*whole, sides.before.concat(&sides.after, budget)?));
            }
        }
        for (var, words) in parts {
            state.strings[var.index()] = state.strings[var.index()].intersection(&words, budget)?;
        }
        for (key, sides) in &cuts {
            if self.places.contains(key) && matches!(key.1, Place::At(_)) && !sides.are_any() {
                state.splits.insert(key.clone(), sides.clone());
            }
        }
        Ok(cuts)
    }

    /// The counts and positions that an expression names.
    ///
    /// # Errors
    /// [`Exhausted`] when a set outgrows the budget.
    pub(crate) fn counts(
        &self,
        state: &AbstractState,
        value: &StrExpr,
        budget: &mut Budget,
    ) -> Result<Vec<LengthSet>, Exhausted> {
        let terms = match value {
            StrExpr::Slice { from, to, .. } => std::iter::once(from).chain(to).collect(),
            StrExpr::Repeat { times: term, .. } | StrExpr::Numeral { of: term, .. } => vec![term],
            StrExpr::Term(_)
            | StrExpr::Concat(_)
            | StrExpr::Replace { .. }
            | StrExpr::Apply { .. }
            | StrExpr::Reverse(_)
            | StrExpr::Input(_) => Vec::new(),
        };
        terms.into_iter().map(|term| constraints::counts(self.packs, state, term, budget)).collect()
    }

    /// The state restricted to where the literals hold.
    pub(crate) fn assume(
        &self,
        before: &AbstractState,
        literals: &[&Literal],
        budget: &mut Budget,
    ) -> Result<Option<AbstractState>, Exhausted> {
        let mut state = before.clone();
        for literal in unfolded(before, literals) {
            if let Test::Bool(var) = literal.test {
                if state.booleans[var.index()].is_some_and(|value| value != literal.holds) {
                    return Ok(None);
                }
                state.booleans[var.index()] = Some(literal.holds);
            }
            let cases = literal_cases(&literal);
            state.packs = constraints::assume(self.packs, &state.packs, &cases, budget)?;
            state.rows = state.rows.map(|rows| relations::assume(&rows, &cases));
            if self.analysis != Analysis::Size {
                restrict(self.program, &mut state, &literal, budget)?;
            }
            if !is_possible(&state, &Cuts::new())
                || differ_in_the_same(&state, &literal)?
                || contradicts((self.packs, &state), &literal, budget)?
            {
                return Ok(None);
            }
        }
        Ok(Some(state))
    }

    /// Gives the assigned variable its new value. Returns the string that changed, if one did.
    pub(crate) fn update(
        &self,
        state: &mut AbstractState,
        (update, cuts): (&Update<'_>, &Cuts),
        budget: &mut Budget,
    ) -> Result<Option<StrVar>, Exhausted> {
        let same = match (update.assigned(), update.change()) {
            (Some(assigned), Some(change)) => same_after(state, self.pieces, (assigned, change), budget)?,
            (None, _) | (_, None) => state.same.clone(),
        };
        let changed = self.assign(state, (update, cuts), budget)?;
        state.same = same;
        Ok(changed)
    }

    fn assign(
        &self,
        state: &mut AbstractState,
        (update, cuts): (&Update<'_>, &Cuts),
        budget: &mut Budget,
    ) -> Result<Option<StrVar>, Exhausted> {
        match *update {
            Update::Nothing => Ok(None),
            Update::Str(var, value) => {
                let words = self.words(state, value, cuts, budget)?;
                let mut cut = Cuts::new();
                if self.analysis != Analysis::Size {
                    cut = after_rest((self.places, state), (var, value), cuts, budget)?;
                    cut.extend(put_together((self.places, state), (var, value), cuts, budget)?);
                }
                let cases = self.length(state, (var, value), budget)?;
                let defined = parts_after(state, var, value);
                let all_of = is_all_of((self.packs, state), (var, value), budget)?;
                self.number(state, Quantity::Length(var), &cases, budget)?;
                state.forget(Variable::Str(var));
                state.strings[var.index()] = words;
                if let StrExpr::Term(StrTerm::Var(source)) = value {
                    state.copied(*source, var);
                }
                all_of.into_iter().for_each(|of| state.copied(of, var));
                state.slices.extend(SliceFact::of(var, value));
                state.parts.extend(defined);
                if self.analysis != Analysis::Size {
                    let kept = |value: &StrExpr| {
                        matches!(value, StrExpr::Slice { .. }) || self.joined.contains(&var)
                    };
                    state.parts.extend(string_defined(var, value).filter(kept).map(|value| (var, value)));
                }
                state.splits.extend(cut.into_iter().filter(|(_, sides)| !sides.are_any()));
                Ok(Some(var))
            }
            Update::Int(var, value, width) => {
                let cases = self.integer(state, value, width, budget)?;
                let moved = after_index((self.packs, self.places), state, (var, value, width), cuts, budget)?;
                self.number(state, Quantity::Var(var), &cases, budget)?;
                state.forget(Variable::Int(var));
                let defined = integer_defined(var, value, width).filter(|_| self.analysis != Analysis::Size);
                state.integers.extend(defined.map(|value| (var, value)));
                state.splits.extend(moved);
                Ok(None)
            }
            Update::Bool(var, condition) => {
                let value = self.truth(state, condition, budget)?;
                state.forget(Variable::Bool(var));
                state.booleans[var.index()] = value;
                if let Condition::Literal(literal) = condition {
                    state.define(var, literal);
                }
                Ok(None)
            }
            Update::Havoc(variable) => self.havoc(state, variable, budget),
        }
    }

    /// The new length of a string assigned, in cases of which one holds. Over-approximates where a numeral may be of any length
    /// and nothing asks how long it is: to tell its digits apart is costly then, and says little.
    fn length(
        &self,
        state: &AbstractState,
        (var, value): (StrVar, &StrExpr),
        budget: &mut Budget,
    ) -> Result<Vec<Case>, Exhausted> {
        if let StrExpr::Numeral { of, .. } = value
            && state.rows.is_none()
            && !self.packs.asks_for_digits(var)
        {
            let room = |of: Option<Linear>| of.and_then(|of| Linear::constant(MOST_TOLD).minus(&of));
            for room in [room(Some(of.clone())), room(of.times(-1))] {
                let Some(room) = room else { return Ok(numeral_length_bounds(of)) };
                if !constraints::is_never_negative(self.packs, state, &room, budget)? {
                    return Ok(numeral_length_bounds(of));
                }
            }
        }
        Ok(length_after(self.program, value))
    }

    /// Gives a quantity a new value, of which one of the cases holds.
    fn number(
        &self,
        state: &mut AbstractState,
        quantity: Quantity,
        cases: &[Case],
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        state.packs = constraints::assign(self.packs, &state.packs, (quantity, cases), budget)?;
        state.rows = state.rows.take().map(|rows| relations::assign(&rows, quantity, cases));
        Ok(())
    }

    /// The new language of a string assigned.
    fn words(
        &self,
        state: &AbstractState,
        value: &StrExpr,
        cuts: &Cuts,
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        if self.analysis == Analysis::Size {
            return Ok(Automaton::any(self.program.alphabet));
        }
        let cutter = Cutter { packs: self.packs, state, strings: &state.strings, earlier: state };
        let mut end = cutter.end_of(value, budget)?;
        if let Some(without) = cutter.without_last(value, budget)? {
            end = Some(end.map_or(Ok(without.clone()), |end| end.intersection(&without, budget))?);
        }
        if let Some(slice) = cutter.slice_of_side(cuts, value, budget)? {
            return end.map_or(Ok(slice.clone()), |end| slice.intersection(&end, budget));
        }
        let counts = self.counts(state, value, budget)?;
        let mut natural = false;
        if let StrExpr::Numeral { of, .. } = value {
            natural = constraints::is_never_negative(self.packs, state, of, budget)?;
        }
        let words = Words { program: self.program, state, counts: &counts, natural }.value(value, budget)?;
        end.map_or(Ok(words.clone()), |end| words.intersection(&end, budget))
    }

    fn havoc(
        &self,
        state: &mut AbstractState,
        variable: Variable,
        budget: &mut Budget,
    ) -> Result<Option<StrVar>, Exhausted> {
        state.forget(variable);
        let quantity = match variable {
            Variable::Str(var) => Quantity::Length(var),
            Variable::Int(var) => Quantity::Var(var),
            Variable::Bool(var) => {
                state.booleans[var.index()] = None;
                return Ok(None);
            }
        };
        self.number(state, quantity, &[Vec::new()], budget)?;
        let Variable::Str(var) = variable else { return Ok(None) };
        state.strings[var.index()] = Automaton::any(self.program.alphabet);
        Ok(Some(var))
    }

    /// The value of a condition, when it is the same in every state.
    fn truth(
        &self,
        state: &AbstractState,
        condition: &Condition,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Exhausted> {
        for value in [true, false] {
            let contrary = if value { condition.clone().negated() } else { condition.clone() };
            let Some(cases) = disjuncts(&contrary, MOST_DISJUNCTS) else { continue };
            let mut possible = false;
            for literals in cases {
                possible |= self.assume(state, &literals, budget)?.is_some();
            }
            if !possible {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Cuts languages to the lengths that the numbers allow.
    fn bound_words(
        &self,
        before: &AbstractState,
        state: &mut AbstractState,
        changed: Option<StrVar>,
        budget: &mut Budget,
    ) -> Result<Vec<(StrVar, LengthSet)>, Exhausted> {
        let mut bounds = Vec::new();
        if let (Some(rows), Some(var)) = (&state.rows, changed) {
            let lengths = relations::counts(rows, &Linear::length(var));
            state.strings[var.index()] = state.strings[var.index()].restrict(&lengths, budget)?;
            bounds.extend((lengths != LengthSet::any()).then_some((var, lengths)));
        }
        for var in (0..state.strings.len() as u32).map(StrVar) {
            let Some((pack, track)) = self.packs.place(Quantity::Length(var)) else { continue };
            if state.packs[pack] == before.packs[pack] && changed != Some(var) {
                continue;
            }
            let lengths = state.packs[pack].extract(track, budget)?.to_lengths(budget)?;
            if lengths == LengthSet::any() {
                continue;
            }
            let words = state.strings[var.index()].restrict(&lengths, budget)?;
            if words != state.strings[var.index()] {
                state.strings[var.index()] = words;
                bounds.push((var, lengths));
            }
        }
        Ok(bounds)
    }

    /// Cuts numbers to the lengths that the languages have.
    fn bound_numbers(
        &self,
        before: &AbstractState,
        state: &mut AbstractState,
        changed: Option<StrVar>,
        budget: &mut Budget,
    ) -> Result<Vec<(StrVar, LengthSet)>, Exhausted> {
        let mut found = Vec::new();
        for var in (0..state.strings.len() as u32).map(StrVar) {
            let Some((pack, track)) = self.packs.place(Quantity::Length(var)) else { continue };
            let words = &state.strings[var.index()];
            if *words == before.strings[var.index()] && changed != Some(var) {
                continue;
            }
            let lengths = words.lengths(budget)?;
            if lengths != LengthSet::any() {
                let cut = constraints::with_lengths(&state.packs[pack], track, &lengths, budget)?;
                state.packs[pack] = cut;
                found.push((var, lengths));
            }
        }
        Ok(found)
    }
}

/// Whether a state, and strings cut in two, may come from a run.
fn is_possible(state: &AbstractState, cuts: &Cuts) -> bool {
    let empty = |sides: &Sides| sides.before.is_empty() || sides.after.is_empty();
    !state.strings.iter().any(Automaton::is_empty)
        && !state.packs.iter().any(Tuples::is_empty)
        && !state.rows.as_ref().is_some_and(Vec::is_empty)
        && !cuts.values().any(empty)
}

/// Whether a literal says that strings differ which are the same piece by piece.
fn differ_in_the_same(state: &AbstractState, literal: &Literal) -> Result<bool, Exhausted> {
    match (&literal.test, literal.holds) {
        (Test::Equal(StrTerm::Var(left), StrTerm::Var(right)), false) => are_equal(state, *left, *right),
        (
            Test::Equal(..)
            | Test::In(..)
            | Test::Contains(..)
            | Test::StartsWith(..)
            | Test::EndsWith(..)
            | Test::Bool(_)
            | Test::IsZero(_)
            | Test::AtMostZero(_),
            _,
        ) => Ok(false),
    }
}

/// The literals, and those that definitions of booleans make of them.
fn unfolded(state: &AbstractState, literals: &[&Literal]) -> Vec<Literal> {
    let mut all: Vec<Literal> = literals.iter().map(|&literal| literal.clone()).collect();
    for (var, definition) in &state.definitions {
        let given =
            literals.iter().find(|literal| literal.test == Test::Bool(*var)).map(|literal| literal.holds);
        if let Some(value) = given {
            all.push(Literal { test: definition.test.clone(), holds: definition.holds == value });
        }
    }
    all
}

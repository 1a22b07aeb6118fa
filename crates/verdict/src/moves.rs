//! How definitions and splits are carried over an action.
//!
//! A definition holds right after its assignment and as long as nothing that it speaks of changes. A place that moves
//! a constant distance takes characters from one side of a split to the other; any other change of the place or of
//! the string makes the sides anew, from the whole and from what the numbers say about their lengths.

use automata::{Budget, Exhausted, LengthSet};
use ir::{IntExpr, IntVar, Linear, StrExpr, StrTerm, StrVar, Variable, Width};

use crate::graph::Graph;
use crate::parts::{
    Place, SplitFact, copied_from, earlier, integer_defined, integer_speaks_of, lengths_before,
    naturals_if_left_alone, string_defined, string_speaks_of, unwrapped,
};
use crate::query::pieces;
use crate::relation::length_after;
use crate::step::{Step, Update};
use crate::whole::Split;

impl Step<'_> {
    /// Whether an integer is the value of an expression after the action.
    pub(crate) fn integer_defined(&self, var: IntVar, value: &IntExpr) -> bool {
        if let Update::Int(assigned, now, width) = *self.update
            && assigned == var
        {
            return integer_defined(var, now, width).as_ref() == Some(value);
        }
        let kept = self.premises.facts.integers.iter().any(|(v, known)| *v == var && known == value);
        let touched = self.update.assigned().is_some_and(|variable| integer_speaks_of(value, variable));
        kept && !touched && !self.changes(Variable::Int(var))
    }

    /// Whether a string is a slice of another after the action.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn part_defined(
        &self,
        var: StrVar,
        value: &StrExpr,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let parts = &self.premises.facts.parts;
        let known = |part: StrVar| parts.iter().any(|(v, known)| *v == part && known == value);
        if let Update::Str(assigned, now) = *self.update {
            if assigned == var {
                let copied = copied_from(var, now, value).is_some_and(known);
                return Ok(copied || string_defined(var, now).as_ref() == Some(value));
            }
            if known(var)
                && let Some(naturals) = naturals_if_left_alone(parts, (assigned, now), value)
            {
                for term in &naturals {
                    if !self.premises.is_never_negative(term, budget)? {
                        return Ok(false);
                    }
                }
                return Ok(true);
            }
        }
        let touched = self.update.assigned().is_some_and(|variable| string_speaks_of(value, variable));
        Ok(known(var) && !touched && !self.changes(Variable::Str(var)))
    }

    /// Whether the sides of a string are in the languages of a split after the action.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn cut(&self, fact: &SplitFact, budget: &mut Budget) -> Result<bool, Exhausted> {
        let moves = |variable| variable == Variable::Str(fact.whole) || fact.place.speaks_of(variable);
        let touched = self.update.assigned().is_some_and(moves);
        if !touched && self.premises.facts.splits.contains(fact) {
            return Ok(true);
        }
        let sides = if touched {
            self.moved_sides(fact, budget)?
        } else {
            let splits = self.premises.splits(budget)?;
            let known = splits.iter().find(|s| s.whole == fact.whole && s.place == fact.place);
            known.map(|split| [split.before.clone(), split.after.clone()])
        };
        let mut open = match sides {
            Some(sides) => unshown(fact, &sides, budget)?,
            None => [true, true],
        };
        if touched
            && open != [false, false]
            && let Place::At(at) = &fact.place
        {
            let fresh = self.cut_anew(fact.whole, at, budget)?;
            let left = unshown(fact, &fresh, budget)?;
            open = [open[0] && left[0], open[1] && left[1]];
        }
        Ok(open == [false, false])
    }

    /// The sides after an action that changes the string or the place, from what was known of sides before it; `None` when
    /// nothing was.
    fn moved_sides(&self, fact: &SplitFact, budget: &mut Budget) -> Result<Option<[Graph; 2]>, Exhausted> {
        let Place::At(at) = &fact.place else {
            let Place::Rest(rest) = fact.place else { return Ok(None) };
            return self.consumed(fact, rest, budget);
        };
        match *self.update {
            Update::Int(var, value, width) => match earlier(at, var, value) {
                Some(earlier) if self.is_unwrapped(value, width, budget)? => {
                    self.shifted(fact.whole, &earlier, budget)
                }
                Some(_) | None => Ok(None),
            },
            Update::Str(var, value) if var == fact.whole && !fact.place.speaks_of(Variable::Str(var)) => {
                self.put_together((var, at), value, budget)
            }
            Update::Nothing | Update::Str(..) | Update::Bool(..) | Update::Havoc(_) => Ok(None),
        }
    }

    /// Whether the numbers say that a value is not wrapped.
    fn is_unwrapped(&self, value: &IntExpr, width: Width, budget: &mut Budget) -> Result<bool, Exhausted> {
        let Some(naturals) = unwrapped(value, width) else { return Ok(false) };
        for term in &naturals {
            if !self.premises.is_never_negative(term, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The sides at a position, from what is known at places that are a constant distance from it; `None` when there are
    /// none.
    fn shifted(
        &self,
        whole: StrVar,
        to: &Linear,
        budget: &mut Budget,
    ) -> Result<Option<[Graph; 2]>, Exhausted> {
        let mut found: Option<[Graph; 2]> = None;
        for split in self.premises.splits(budget)?.iter().filter(|split| split.whole == whole) {
            let Place::At(at) = &split.place else { continue };
            let Some(distance) = to.minus(at).and_then(|moved| moved.as_constant()) else { continue };
            let Ok(far) = u64::try_from(distance.unsigned_abs()) else { continue };
            let sides = if distance >= 0 {
                self.forward(split, at, far, budget)?
            } else {
                self.backward(split, to, far, budget)?
            };
            found = Some(match found {
                None => sides,
                Some([before, after]) => {
                    [before.intersection(&sides[0], budget)?, after.intersection(&sides[1], budget)?]
                }
            });
        }
        Ok(found)
    }

    /// The sides after the place has moved on by a distance.
    fn forward(
        &self,
        split: &Split,
        at: &Linear,
        distance: u64,
        budget: &mut Budget,
    ) -> Result<[Graph; 2], Exhausted> {
        // A position before the start moves less far, or not at all.
        let distances = if self.premises.is_never_negative(at, budget)? {
            LengthSet::exactly(distance)
        } else {
            LengthSet::between(0, distance)
        };
        let read = split.after.slice(&LengthSet::exactly(0), Some(&distances), budget)?;
        let rest = split.after.slice(&distances, None, budget)?;
        Ok([Graph::concat(vec![split.before.clone(), read]), rest])
    }

    /// The sides after the place has moved back by a distance, to the position `to`.
    fn backward(
        &self,
        split: &Split,
        to: &Linear,
        distance: u64,
        budget: &mut Budget,
    ) -> Result<[Graph; 2], Exhausted> {
        // A position past the end, or one that comes before the start, moves less far.
        let from = to.plus(&Linear::constant(i128::from(distance)));
        let room = from.and_then(|from| Linear::length(split.whole).minus(&from));
        let exact = self.premises.is_never_negative(to, budget)?
            && match room {
                Some(room) => self.premises.is_never_negative(&room, budget)?,
                None => false,
            };
        let distances = if exact { LengthSet::exactly(distance) } else { LengthSet::between(0, distance) };
        let turned = split.before.reversed();
        let read = turned.slice(&LengthSet::exactly(0), Some(&distances), budget)?.reversed();
        let rest = turned.slice(&distances, None, budget)?.reversed();
        Ok([rest, Graph::concat(vec![read, split.after.clone()])])
    }

    /// The sides of a string that is put together from others, or cut short, where the numbers say which parts lie before the
    /// place; `None` when they do not.
    fn put_together(
        &self,
        (whole, at): (StrVar, &Linear),
        value: &StrExpr,
        budget: &mut Budget,
    ) -> Result<Option<[Graph; 2]>, Exhausted> {
        let premises = self.premises;
        match value {
            StrExpr::Concat(terms) => {
                for (cut, lengths) in lengths_before(terms) {
                    if premises.is_equal(at, &lengths, budget)? {
                        let side = |terms: &[StrTerm], budget: &mut Budget| {
                            let parts: Result<_, Exhausted> =
                                terms.iter().map(|term| premises.term(term, budget)).collect();
                            Ok(Graph::concat(parts?))
                        };
                        return Ok(Some([side(&terms[..cut], budget)?, side(&terms[cut..], budget)?]));
                    }
                }
                Ok(None)
            }
            StrExpr::Slice { of, from, to: Some(to) }
                if *of == StrTerm::Var(whole) && from.as_constant() == Some(0) =>
            {
                let Some([before, after]) = self.shifted(whole, at, budget)? else { return Ok(None) };
                let Some(room) = to.minus(at) else { return Ok(None) };
                if !premises.is_never_negative(&room, budget)? {
                    return Ok(None);
                }
                let (start, left) = (LengthSet::exactly(0), LengthSet::any());
                let cut_here = premises.is_equal(at, to, budget)?;
                let left = if cut_here { &start } else { &left };
                Ok(Some([before, after.slice(&start, Some(left), budget)?]))
            }
            StrExpr::Slice { .. }
            | StrExpr::Term(_)
            | StrExpr::Replace { .. }
            | StrExpr::Apply { .. }
            | StrExpr::Repeat { .. }
            | StrExpr::Reverse(_)
            | StrExpr::Numeral { .. }
            | StrExpr::Input(_) => Ok(None),
        }
    }

    /// The sides from the whole alone, within the lengths that the numbers give.
    fn cut_anew(&self, whole: StrVar, at: &Linear, budget: &mut Budget) -> Result<[Graph; 2], Exhausted> {
        let values = self.bounded_values_of(whole, budget)?;
        let mut lengths = [LengthSet::any(), LengthSet::any()];
        if let Some(hint) = self.hints.moved.iter().find(|hint| hint.whole == whole && hint.at == *at) {
            let [before, after] = hint.sides();
            let holds = self.numbers_measure_after(&before, &hint.before, budget)?
                && self.numbers_measure_after(&after, &hint.after, budget)?;
            if holds {
                lengths = [hint.before.clone(), hint.after.clone()];
            }
        }
        let before = values.slice(&LengthSet::exactly(0), Some(&lengths[0]), budget)?;
        let after = values.slice(&lengths[0], None, budget)?;
        Ok([before.restricted(&lengths[0], budget)?, after.restricted(&lengths[1], budget)?])
    }

    /// Whether the numbers say that the length of an expression is in the set after the action.
    fn numbers_measure_after(
        &self,
        value: &StrExpr,
        lengths: &LengthSet,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let cases = length_after(self.premises.program, value);
        for piece in pieces(&lengths.complement(budget)?) {
            for case in &cases {
                let measure = |question: &mut crate::query::Question<'_>| {
                    let length = question.measure(case, self.stage());
                    question.piece(length, piece);
                };
                if !self.is_impossible(measure, budget)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The sides after the rest of a string, or the string, was assigned.
    fn consumed(
        &self,
        fact: &SplitFact,
        rest: StrVar,
        budget: &mut Budget,
    ) -> Result<Option<[Graph; 2]>, Exhausted> {
        let Update::Str(assigned, value) = *self.update else { return Ok(None) };
        let (whole, premises) = (fact.whole, self.premises);
        let after = |budget: &mut Budget| self.bounded_values_of(rest, budget);
        if whole == rest {
            return Ok(None);
        }
        let is_copy = |of: StrVar| *value == StrExpr::Term(StrTerm::Var(of));
        if (assigned == rest && is_copy(whole)) || (assigned == whole && is_copy(rest)) {
            return Ok(Some([Graph::word(&[]), after(budget)?]));
        }
        let StrExpr::Slice { of: StrTerm::Var(of), from, to: None } = value else { return Ok(None) };
        if assigned != rest {
            return Ok(None);
        }
        let Some(from) = from.as_constant().and_then(|from| u64::try_from(from.max(0)).ok()) else {
            return Ok(None);
        };
        let (start, end) = (LengthSet::exactly(0), LengthSet::exactly(from));
        let read = premises.variable(*of, budget)?.slice(&start, Some(&end), budget)?;
        if *of == whole {
            return Ok(Some([read, after(budget)?]));
        }
        let splits = premises.splits(budget)?;
        let known = splits.iter().find(|s| s.whole == whole && s.place == fact.place && *of == rest);
        // A place without a fact is known only when some definition speaks of it, and none speaks of a rest.
        let Some(split) = known else { return Ok(None) };
        Ok(Some([Graph::concat(vec![split.before.clone(), read]), after(budget)?]))
    }
}

/// Which of the languages of a split graphs of its sides are not seen to be in.
fn unshown(fact: &SplitFact, sides: &[Graph; 2], budget: &mut Budget) -> Result<[bool; 2], Exhausted> {
    let mut outside = |graph: &Graph, table: &Option<_>| match table {
        Some(table) => graph.included_in(table, budget).map(|inside| !inside),
        None => Ok(false),
    };
    Ok([outside(&sides[0], &fact.before)?, outside(&sides[1], &fact.after)?])
}

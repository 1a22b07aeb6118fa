//! How definitions and splits are carried over an action.
//!
//! A definition holds right after its assignment and as long as nothing that it speaks of changes. A place that moves
//! a constant distance takes characters from one side of a split to the other; any other change of the place or of
//! the string makes the sides anew, from the whole and from what the numbers say about their lengths.

use automata::{Budget, Exhausted, LengthSet};
use ir::{IntExpr, IntVar, Linear, StrExpr, StrTerm, StrVar, Variable};

use crate::graph::Graph;
use crate::parts::{Place, SplitFact, integer_defined, integer_speaks_of, string_defined, string_speaks_of};
use crate::query::pieces;
use crate::relation::length_after;
use crate::step::{Step, Update};

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
    pub(crate) fn part_defined(&self, var: StrVar, value: &StrExpr) -> bool {
        if let Update::Str(assigned, now) = *self.update
            && assigned == var
        {
            return string_defined(var, now).as_ref() == Some(value);
        }
        let kept = self.premises.facts.parts.iter().any(|(v, known)| *v == var && known == value);
        let touched = self.update.assigned().is_some_and(|variable| string_speaks_of(value, variable));
        kept && !touched && !self.changes(Variable::Str(var))
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
        let Some([before, after]) = sides else { return Ok(false) };
        let inside = |graph: &Graph, table: &Option<_>, budget: &mut Budget| match table {
            Some(table) => graph.included_in(table, budget),
            None => Ok(true),
        };
        Ok(inside(&before, &fact.before, budget)? && inside(&after, &fact.after, budget)?)
    }

    /// The sides after an action that changes the string or the place; `None` when nothing is known of them.
    fn moved_sides(&self, fact: &SplitFact, budget: &mut Budget) -> Result<Option<[Graph; 2]>, Exhausted> {
        match &fact.place {
            Place::At(at) => {
                if let Update::Int(var, value, width) = *self.update
                    && let Some(distance) = fact.place.moved_by(var, value, width)
                    && let Ok(distance) = u64::try_from(distance)
                    && let Some(sides) = self.shifted(fact, at, distance, budget)?
                {
                    return Ok(Some(sides));
                }
                self.cut_anew(fact.whole, at, budget).map(Some)
            }
            Place::Rest(rest) => self.consumed(fact, *rest, budget),
        }
    }

    /// The sides after the place has moved on by a distance.
    fn shifted(
        &self,
        fact: &SplitFact,
        at: &Linear,
        distance: u64,
        budget: &mut Budget,
    ) -> Result<Option<[Graph; 2]>, Exhausted> {
        let splits = self.premises.splits(budget)?;
        let known = splits.iter().find(|s| s.whole == fact.whole && s.place == fact.place);
        let Some(split) = known else { return Ok(None) };
        // A position before the start moves less far, or not at all.
        let distances = if self.premises.is_never_negative(at, budget)? {
            LengthSet::exactly(distance)
        } else {
            LengthSet::between(0, distance)
        };
        let read = split.after.slice(&LengthSet::exactly(0), Some(&distances), budget)?;
        let rest = split.after.slice(&distances, None, budget)?;
        Ok(Some([Graph::concat(vec![split.before.clone(), read]), rest]))
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
        let cases = length_after(value);
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

//! One action under one case of its condition: which facts hold after it.
//!
//! Numbers and words help each other without going round in a circle: first the numbers alone give bounds on
//! lengths; then a language is shown within these bounds; then a number set is shown with the lengths of the
//! languages.

use automata::{Budget, Exhausted, LengthSet};
use ir::{BoolVar, Condition, IntExpr, IntVar, Literal, Quantity, StrExpr, StrTerm, StrVar, Variable, Width};

use crate::facts::{Facts, Hints, NumberFact, SliceFact};
use crate::graph::Graph;
use crate::premises::Premises;
use crate::query::{Joint, Piece, Question, Stage, pieces};
use crate::relation::{Case, MOST_DISJUNCTS, disjuncts, length_after, speaks_of, value_after};

/// What an action does to the one variable it may change.
pub(crate) enum Update<'a> {
    Nothing,
    Str(StrVar, &'a StrExpr),
    Int(IntVar, &'a IntExpr, Width),
    Bool(BoolVar, &'a Condition),
    Havoc(Variable),
}

impl Update<'_> {
    /// The variable that gets a new value.
    fn assigned(&self) -> Option<Variable> {
        match *self {
            Update::Nothing => None,
            Update::Str(var, _) => Some(Variable::Str(var)),
            Update::Int(var, _, _) => Some(Variable::Int(var)),
            Update::Bool(var, _) => Some(Variable::Bool(var)),
            Update::Havoc(variable) => Some(variable),
        }
    }

    /// The quantity that gets a new value.
    fn quantity(&self) -> Option<Quantity> {
        match self.assigned()? {
            Variable::Str(var) => Some(Quantity::Length(var)),
            Variable::Int(var) => Some(Quantity::Var(var)),
            Variable::Bool(_) => None,
        }
    }

    /// What is known of the new value of the quantity, in cases of which one holds.
    fn cases(&self) -> Vec<Case> {
        match self {
            Update::Str(_, value) => length_after(value),
            Update::Int(_, value, width) => value_after(value, *width),
            Update::Nothing | Update::Bool(..) | Update::Havoc(_) => vec![Vec::new()],
        }
    }
}

/// An action under one case of its condition.
pub(crate) struct Step<'a> {
    pub(crate) premises: &'a Premises<'a>,
    /// The literals of the case, as the condition has them.
    pub(crate) literals: &'a [&'a Literal],
    pub(crate) update: &'a Update<'a>,
    /// How words and numbers are claimed to help each other.
    pub(crate) hints: &'a Hints,
}

impl Step<'_> {
    /// The first fact of `after` that could not be shown; `None` when all hold.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn unshown(&self, after: &Facts, budget: &mut Budget) -> Result<Option<String>, Exhausted> {
        for (var, bound) in &self.hints.bounds {
            if !self.numbers_give_lengths(*var, bound, budget)? {
                return Ok(Some(format!("bounds of string {}", var.0)));
            }
        }
        for var in (0..after.languages.len() as u32).map(StrVar) {
            if !self.language(var, after, budget)? {
                return Ok(Some(format!("language of string {}", var.0)));
            }
        }
        for (var, lengths) in &self.hints.lengths {
            if !self.bounded_values_of(*var, budget)?.lengths_in(lengths, budget)? {
                return Ok(Some(format!("lengths of string {}", var.0)));
            }
        }
        for (number, fact) in after.numbers.iter().enumerate() {
            if !self.number(fact, budget)? {
                return Ok(Some(format!("number set {number}")));
            }
        }
        for (var, value) in (0..).map(BoolVar).zip(&after.booleans) {
            if let Some(value) = value
                && !self.boolean(var, *value, budget)?
            {
                return Ok(Some(format!("value of boolean {}", var.0)));
            }
        }
        let equal = after.equal.iter().find(|&&(left, right)| !self.equal(left, right));
        let defined = after.definitions.iter().find(|(var, literal)| !self.defined(*var, literal));
        let equal = equal.map(|(left, right)| format!("equality of strings {} and {}", left.0, right.0));
        let sliced = after.slices.iter().find(|fact| !self.sliced(fact));
        let equal = equal.or(sliced.map(|fact| format!("slice of string {}", fact.whole.0)));
        Ok(equal.or(defined.map(|(var, _)| format!("definition of boolean {}", var.0))))
    }

    fn changes(&self, variable: Variable) -> bool {
        self.update.assigned() == Some(variable)
    }

    fn stage(&self) -> impl Fn(Quantity) -> Stage {
        let assigned = self.update.quantity();
        move |quantity| if assigned == Some(quantity) { Stage::After } else { Stage::Before }
    }

    fn language(&self, var: StrVar, after: &Facts, budget: &mut Budget) -> Result<bool, Exhausted> {
        let Some(table) = &after.languages[var.index()] else { return Ok(true) };
        let same = self.premises.facts.languages[var.index()].as_ref() == Some(table);
        if same && !self.changes(Variable::Str(var)) {
            return Ok(true);
        }
        self.bounded_values_of(var, budget)?.included_in(table, budget)
    }

    /// What a string may be after the action, within the bounds that the numbers give.
    fn bounded_values_of(&self, var: StrVar, budget: &mut Budget) -> Result<Graph, Exhausted> {
        let values = self.values_of(var, budget)?;
        match self.hints.bounds.iter().find(|(bounded, _)| *bounded == var) {
            Some((_, bound)) => values.restricted(bound, budget),
            None => Ok(values),
        }
    }

    /// What a string may be after the action.
    fn values_of(&self, var: StrVar, budget: &mut Budget) -> Result<Graph, Exhausted> {
        let any = |budget: &mut Budget| Graph::meet(self.premises.program.alphabet, &[], budget);
        match *self.update {
            Update::Str(assigned, value) if assigned == var => {
                let graph = self.premises.value(value, &self.premises.facts.counts, budget)?;
                graph.map_or_else(|| any(budget), Ok)
            }
            Update::Havoc(Variable::Str(assigned)) if assigned == var => any(budget),
            Update::Nothing | Update::Str(..) | Update::Int(..) | Update::Bool(..) | Update::Havoc(_) => {
                self.premises.variable(var, budget)
            }
        }
    }

    /// Whether the numbers alone say that the length of a string is in the set.
    fn numbers_give_lengths(
        &self,
        var: StrVar,
        lengths: &LengthSet,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let track = Joint::Of(Quantity::Length(var), self.stage()(Quantity::Length(var)));
        for piece in pieces(&lengths.complement(budget)?) {
            if !self.is_impossible(|question| question.piece(track, piece), budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the premises, the update and what `add` adds contradict each other.
    fn is_impossible<'q>(
        &'q self,
        add: impl Fn(&mut Question<'q>),
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let cases = self.update.cases();
        self.premises.in_every_case(budget, |question: Question<'q>, budget| {
            for case in &cases {
                let mut question = question.clone();
                question.case(case, self.update.quantity());
                add(&mut question);
                if !question.is_contradiction(budget)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    fn number<'q>(&'q self, fact: &'q NumberFact, budget: &mut Budget) -> Result<bool, Exhausted> {
        let assigned = self.update.quantity();
        let kept = self.premises.facts.numbers.iter().any(|known| known == fact);
        if kept && !assigned.is_some_and(|quantity| fact.quantities.contains(&quantity)) {
            return Ok(true);
        }
        if self.is_impossible(|question| question.fact(fact, self.stage(), false), budget)? {
            return Ok(true);
        }
        // Once more with the lengths of the words.
        let tracks = self.hints.lengths.iter().map(|(var, lengths)| {
            let track = Joint::Of(Quantity::Length(*var), self.stage()(Quantity::Length(*var)));
            pieces(lengths).into_iter().map(|piece| (track, piece)).collect()
        });
        let Some(choices) = choices(tracks) else { return Ok(false) };
        for choice in choices {
            let refuted = self.is_impossible(
                |question| {
                    choice.iter().for_each(|&(track, piece)| question.piece(track, piece));
                    question.fact(fact, self.stage(), false);
                },
                budget,
            )?;
            if !refuted {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn boolean(&self, var: BoolVar, value: bool, budget: &mut Budget) -> Result<bool, Exhausted> {
        let Update::Bool(assigned, condition) = *self.update else {
            return Ok(!self.changes(Variable::Bool(var)) && self.premises.boolean(var) == Some(value));
        };
        if assigned != var {
            return Ok(self.premises.boolean(var) == Some(value));
        }
        let contrary = if value { condition.clone().negated() } else { condition.clone() };
        let Some(cases) = disjuncts(&contrary, MOST_DISJUNCTS) else { return Ok(false) };
        for case in cases {
            let literals = [self.literals, &case].concat();
            let Premises { program, languages, facts, .. } = *self.premises;
            if !Premises::new(program, languages, facts, &literals).are_contradictory(budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn equal(&self, left: StrVar, right: StrVar) -> bool {
        // What a string after the action was before it, if anything.
        let before = |var: StrVar| {
            if !self.changes(Variable::Str(var)) {
                return Some(var);
            }
            let Update::Str(_, StrExpr::Term(StrTerm::Var(source))) = *self.update else { return None };
            Some(*source)
        };
        before(left)
            .zip(before(right))
            .is_some_and(|(left, right)| self.premises.equals(left).contains(&right))
    }

    fn sliced(&self, fact: &SliceFact) -> bool {
        if let Update::Str(part, value) = *self.update
            && part == fact.part
        {
            return SliceFact::of(part, value) == Some(*fact);
        }
        let touched = [fact.part, fact.whole].into_iter().any(|var| self.changes(Variable::Str(var)));
        !touched && self.premises.facts.slices.contains(fact)
    }

    fn defined(&self, var: BoolVar, literal: &Literal) -> bool {
        if speaks_of(literal, Variable::Bool(var)) {
            return false;
        }
        if let Update::Bool(target, Condition::Literal(value)) = *self.update
            && target == var
        {
            return value == literal;
        }
        let kept = self.premises.facts.definitions.iter().any(|(v, l)| *v == var && l == literal);
        let touched = self.changes(Variable::Bool(var))
            || self.update.assigned().is_some_and(|assigned| speaks_of(literal, assigned));
        kept && !touched
    }
}

/// All ways to choose a part of each; `None` when there are too many.
fn choices(parts: impl Iterator<Item = Vec<(Joint, Piece)>>) -> Option<Vec<Vec<(Joint, Piece)>>> {
    let mut all: Vec<Vec<(Joint, Piece)>> = vec![Vec::new()];
    for choices in parts {
        if all.len().checked_mul(choices.len())? > MOST_DISJUNCTS {
            return None;
        }
        let longer = |left: &Vec<(Joint, Piece)>| {
            let left = left.clone();
            choices.clone().into_iter().map(move |choice| [left.as_slice(), &[choice]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    Some(all)
}

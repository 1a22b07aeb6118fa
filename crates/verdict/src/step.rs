//! One action under one disjunct of its condition: which facts hold after it.
//!
//! Numbers and words help each other without going round in a circle: first the numbers alone give bounds on
//! lengths; then a language is shown within these bounds; then a number set is shown with the lengths of the
//! languages.

use std::fmt;

use automata::{Budget, Exhausted, LengthSet};
use ir::{
    BoolVar, Condition, IntExpr, IntVar, Linear, Literal, Quantity, StrExpr, StrTerm, StrVar, Test, Variable,
    Width,
};

use crate::facts::{Facts, Hints, NumberFact, SliceFact};
use crate::graph::Graph;
use crate::premises::Premises;
use crate::query::{Joint, Piece, Question, Stage, pieces};
use crate::relation::{Case, MOST_DISJUNCTS, disjuncts, length_after, speaks_of};

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
    pub(crate) fn assigned(&self) -> Option<Variable> {
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
    fn cases<'p>(&self, premises: &'p Premises<'_>, budget: &mut Budget) -> Result<&'p [Case], Exhausted> {
        if let Some(known) = premises.changed.get() {
            return Ok(known);
        }
        let cases = match self {
            Update::Str(_, value) => length_after(premises.program, value),
            Update::Int(_, value, width) => premises.integer(value, *width, budget)?,
            Update::Nothing | Update::Bool(..) | Update::Havoc(_) => vec![Vec::new()],
        };
        Ok(premises.changed.get_or_init(|| cases))
    }
}

/// A fact of a case that is to be shown, by its place in the case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    Language(StrVar),
    Numbers(usize),
    Sum(usize),
    Boolean(BoolVar),
    Equality(usize),
    Slice(usize),
    Definition(usize),
    Integer(usize),
    Part(usize),
    Split(usize),
    Same(usize),
}

impl Fact {
    /// All facts of a case, those first that are shown or not at once: they tell most cases apart.
    pub(crate) fn all(case: &Facts) -> Vec<Fact> {
        let languages = (0..).map(StrVar).zip(&case.languages).filter(|(_, table)| table.is_some());
        let booleans = (0..).map(BoolVar).zip(&case.booleans).filter(|(_, value)| value.is_some());
        let mut all: Vec<Fact> = booleans.map(|(var, _)| Fact::Boolean(var)).collect();
        all.extend(languages.map(|(var, _)| Fact::Language(var)));
        all.extend((0..case.linear.len()).map(Fact::Sum));
        all.extend((0..case.numbers.len()).map(Fact::Numbers));
        all.extend((0..case.equal.len()).map(Fact::Equality));
        all.extend((0..case.slices.len()).map(Fact::Slice));
        all.extend((0..case.definitions.len()).map(Fact::Definition));
        all.extend((0..case.integers.len()).map(Fact::Integer));
        all.extend((0..case.parts.len()).map(Fact::Part));
        all.extend((0..case.splits.len()).map(Fact::Split));
        all.extend((0..case.same.len()).map(Fact::Same));
        all
    }
}

/// An action under one disjunct of its condition.
pub(crate) struct Step<'a> {
    pub(crate) premises: &'a Premises<'a>,
    /// The literals of the disjunct, as the condition has them.
    pub(crate) literals: &'a [&'a Literal],
    pub(crate) update: &'a Update<'a>,
    /// How words and numbers are claimed to help each other.
    pub(crate) hints: &'a Hints,
    /// The one numeric case of the premises and of the update that is looked at; all of them when there is none.
    pub(crate) only: Option<(usize, usize)>,
    /// The most steps that one fact may take. A fact that needs more is not shown.
    pub(crate) share: u64,
}

/// Does some work within a share of the budget; `None` when the share does not suffice.
///
/// # Errors
/// [`Exhausted`] when the whole budget is spent.
pub(crate) fn within<T>(
    share: u64,
    budget: &mut Budget,
    work: impl FnOnce(&mut Budget) -> Result<T, Exhausted>,
) -> Result<Option<T>, Exhausted> {
    let mut own = Budget::steps(share.min(budget.left()));
    let done = work(&mut own);
    budget.spend(own.spent())?;
    match done {
        Ok(done) => Ok(Some(done)),
        Err(spent) if budget.left() == 0 => Err(spent),
        Err(_) => Ok(None),
    }
}

impl Step<'_> {
    /// The hints that are true, and the first that is not, in words. No fact may be shown with any other.
    ///
    /// # Errors
    /// [`Exhausted`] when the whole budget is spent.
    pub(crate) fn true_hints(&self, budget: &mut Budget) -> Result<(Hints, Option<String>), Exhausted> {
        let (mut hints, mut wrong) =
            (Hints { bounds: Vec::new(), lengths: Vec::new(), ..self.hints.clone() }, None);
        for (var, bound) in &self.hints.bounds {
            if within(self.share, budget, |own| self.numbers_give_lengths(*var, bound, own))? == Some(true) {
                hints.bounds.push((*var, bound.clone()));
            } else {
                wrong.get_or_insert_with(|| format!("bounds of string {}", var.0));
            }
        }
        for (var, lengths) in &self.hints.lengths {
            let step = Step { hints: &hints, ..*self };
            let measured = |own: &mut Budget| step.bounded_values_of(*var, own)?.lengths_in(lengths, own);
            if within(self.share, budget, measured)? == Some(true) {
                hints.lengths.push((*var, lengths.clone()));
            } else {
                wrong.get_or_insert_with(|| format!("lengths of string {}", var.0));
            }
        }
        Ok((hints, wrong))
    }

    /// The facts of a case that could not be shown, at most so many of them.
    ///
    /// # Errors
    /// [`Exhausted`] when the whole budget is spent.
    pub(crate) fn unshown(
        &self,
        case: &Facts,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Vec<Fact>, Exhausted> {
        let mut unshown = Vec::new();
        for fact in Fact::all(case) {
            if unshown.len() == most {
                break;
            }
            if within(self.share, budget, |own| self.shows(fact, case, own))? != Some(true) {
                unshown.push(fact);
            }
        }
        Ok(unshown)
    }

    fn shows(&self, fact: Fact, case: &Facts, budget: &mut Budget) -> Result<bool, Exhausted> {
        match fact {
            Fact::Language(var) => self.language(var, case, budget),
            Fact::Numbers(at) => self.numbers(&[&case.numbers[at]], budget),
            Fact::Sum(at) => self.sum(&case.linear[at], budget),
            Fact::Boolean(var) => {
                case.booleans[var.index()].map_or(Ok(true), |value| self.boolean(var, value, budget))
            }
            Fact::Equality(at) => self.equal_after(case.equal[at], budget),
            Fact::Slice(at) => Ok(self.sliced(&case.slices[at])),
            Fact::Definition(at) => Ok(self.defined(case.definitions[at].0, &case.definitions[at].1)),
            Fact::Integer(at) => Ok(self.integer_defined(case.integers[at].0, &case.integers[at].1)),
            Fact::Part(at) => self.part_defined(case.parts[at].0, &case.parts[at].1, budget),
            Fact::Split(at) => self.cut(&case.splits[at], budget),
            Fact::Same(at) => self.same(&case.same[at], budget),
        }
    }

    pub(crate) fn changes(&self, variable: Variable) -> bool {
        self.update.assigned() == Some(variable)
    }

    pub(crate) fn stage(&self) -> impl Fn(Quantity) -> Stage {
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
    pub(crate) fn bounded_values_of(&self, var: StrVar, budget: &mut Budget) -> Result<Graph, Exhausted> {
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

    /// The numeric cases of the premises and of the update, one of each: whatever a run does, it is in one of them.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn numeric_cases(&self, budget: &mut Budget) -> Result<Vec<(usize, usize)>, Exhausted> {
        let (before, changes) = (self.premises.case_count(), self.update.cases(self.premises, budget)?.len());
        Ok((0..before).flat_map(|case| (0..changes).map(move |change| (case, change))).collect())
    }

    /// Whether the premises, the update and what `add` adds contradict each other.
    pub(crate) fn is_impossible<'q>(
        &'q self,
        add: impl Fn(&mut Question<'q>),
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let cases = self.update.cases(self.premises, budget)?;
        let (before, changes) = match self.only {
            Some((before, change)) => (before..before + 1, &cases[change..=change]),
            None => (0..self.premises.case_count(), cases),
        };
        self.premises.in_cases(before, budget, |question: Question<'q>, budget| {
            for case in changes {
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

    /// Whether at least one of the facts holds.
    pub(crate) fn numbers<'q>(
        &'q self,
        facts: &[&'q NumberFact],
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let assigned = self.update.quantity();
        let is_kept = |fact: &&NumberFact| {
            let touched = assigned.is_some_and(|quantity| fact.quantities.contains(&quantity));
            !touched && self.premises.facts.numbers.contains(fact)
        };
        let fail = |question: &mut Question<'q>| {
            facts.iter().for_each(|fact| question.not(fact, self.stage()));
        };
        if facts.iter().any(is_kept) || self.is_impossible(fail, budget)? {
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
                    fail(question);
                },
                budget,
            )?;
            if !refuted {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a sum is 0 or less after the action.
    fn sum(&self, sum: &Linear, budget: &mut Budget) -> Result<bool, Exhausted> {
        let touched = self.update.quantity().is_some_and(|assigned| speaks_of_quantity(sum, assigned));
        if !touched && self.premises.facts.linear.contains(sum) {
            return Ok(true);
        }
        self.is_impossible(|question| question.above_zero(sum, self.stage()), budget)
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
            let Premises { program, languages, facts, hints, .. } = *self.premises;
            if !Premises::new(program, languages, (facts, hints), &literals).are_contradictory(budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn equal_after(&self, (left, right): (StrVar, StrVar), budget: &mut Budget) -> Result<bool, Exhausted> {
        Ok(self.equal(left, right) || self.equal_by_pieces((left, right), budget)?)
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
        before(left).zip(before(right)).is_some_and(|(left, right)| self.premises.are_equal(left, right))
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
            // The copy of a boolean may also be defined as that one is.
            let is_copied = |(other, known): &(BoolVar, Literal)| {
                value.test == Test::Bool(*other)
                    && (literal.holds == (known.holds == value.holds))
                    && literal.test == known.test
            };
            return value == literal || self.premises.facts.definitions.iter().any(is_copied);
        }
        let kept = self.premises.facts.definitions.iter().any(|(v, l)| *v == var && l == literal);
        let touched = self.changes(Variable::Bool(var))
            || self.update.assigned().is_some_and(|assigned| speaks_of(literal, assigned));
        kept && !touched
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Language(var) => write!(f, "language of string {}", var.0),
            Fact::Numbers(at) => write!(f, "number set {at}"),
            Fact::Sum(at) => write!(f, "sum {at}"),
            Fact::Boolean(var) => write!(f, "value of boolean {}", var.0),
            Fact::Equality(at) => write!(f, "equality {at}"),
            Fact::Slice(at) => write!(f, "slice {at}"),
            Fact::Definition(at) => write!(f, "definition {at}"),
            Fact::Integer(at) => write!(f, "definition {at} of an integer"),
            Fact::Part(at) => write!(f, "definition {at} of a part"),
            Fact::Split(at) => write!(f, "split {at}"),
            Fact::Same(at) => write!(f, "piece {at} that is the same"),
        }
    }
}

fn speaks_of_quantity(sum: &Linear, quantity: Quantity) -> bool {
    sum.terms().iter().any(|&(known, _)| known == quantity)
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

//! Quantities as the numbered variables of rows, and which of them matter at a label.
//!
//! What does not matter is projected away at once: a conjunction costs by its variables, and a program with inlined calls
//! has many that are used only for a moment.

use std::collections::BTreeSet;

use ir::cfg::Flow;
use ir::{Action, BoolVar, Condition, IntVar, Label, Linear, Literal, Program, Quantity, StrVar, Test};
use linear::{Row, Sign};
use verdict::relation::{self, Case, Constraint, Track, length_after, literal_cases, value_after};

/// The number that the new value of what is assigned has until it takes the number of the old one.
pub(crate) const AFTER: u32 = 1 << 28;
/// The number of an integer that a constraint says exists.
pub(crate) const SOME: u32 = AFTER + 1;

/// The number of a quantity.
pub(crate) fn number(quantity: Quantity) -> u32 {
    match quantity {
        Quantity::Var(var) => 2 * var.0,
        Quantity::Length(var) => 2 * var.0 + 1,
    }
}

/// The quantity of a number.
pub(crate) fn quantity(number: u32) -> Quantity {
    if number.is_multiple_of(2) {
        Quantity::Var(IntVar(number / 2))
    } else {
        Quantity::Length(StrVar(number / 2))
    }
}

/// A constraint as a row; `None` when a number does not fit, and what it says is lost.
pub(crate) fn row(constraint: &Constraint) -> Option<Row> {
    let name = |track: Track| match track {
        Track::Before(quantity) => number(quantity),
        Track::After => AFTER,
        Track::Some => SOME,
    };
    let sign = match constraint.sign {
        relation::Sign::Zero => Sign::Zero,
        relation::Sign::AtMostZero => Sign::AtMostZero,
    };
    Row::new(constraint.terms.iter().map(|&(track, factor)| (name(track), factor)), constraint.constant, sign)
}

/// A row as sums that are 0 or less.
pub(crate) fn sums(row: &Row) -> Vec<Linear> {
    let sum = |row: Row| {
        Linear::sum(row.terms().iter().map(|&(name, factor)| (quantity(name), factor)), row.constant())
    };
    row.halves().into_iter().filter_map(sum).collect()
}

/// A quantity that is related though nothing depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kept {
    /// The quantity.
    pub quantity: Quantity,
    /// The string as long as which may be used it is related; everywhere when there is none.
    pub with: Option<StrVar>,
}

/// What matters at a label: quantities and booleans on whose values what is tested later may depend.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    pub(crate) quantities: BTreeSet<u32>,
    pub(crate) booleans: BTreeSet<BoolVar>,
    /// The strings that may be used.
    strings: BTreeSet<StrVar>,
}

impl Needs {
    /// What matters at each label, and what is to be kept.
    pub(crate) fn of(
        program: &Program,
        flow: &Flow,
        (kept, used): (&[Kept], &[(IntVar, StrVar)]),
    ) -> Vec<Needs> {
        let procedure = &program.procedures[program.entry.index()];
        let mut needs = vec![Needs::default(); procedure.code.len()];
        let mut due: BTreeSet<usize> = (0..needs.len()).collect();
        while let Some(at) = due.pop_last() {
            let label = Label(at as u32);
            let mut after = Needs::default();
            for next in flow.successors(label) {
                after.quantities.extend(&needs[next.index()].quantities);
                after.booleans.extend(&needs[next.index()].booleans);
                after.strings.extend(&needs[next.index()].strings);
            }
            after.before(program, &procedure.code[at].action);
            if let Action::SetInt(moved, _, _) = procedure.code[at].action {
                let with_it = used.iter().filter(|(var, _)| *var == moved);
                after.strings.extend(with_it.map(|(_, with)| *with));
            }
            let is_kept = |kept: &&Kept| kept.with.is_none_or(|with| after.strings.contains(&with));
            let kept: Vec<u32> = kept.iter().filter(is_kept).map(|kept| number(kept.quantity)).collect();
            after.quantities.extend(kept);
            if after != needs[at] {
                needs[at] = after;
                due.extend(flow.predecessors(label).map(Label::index));
            }
        }
        needs
    }

    /// From what matters after an action to what matters before it.
    fn before(&mut self, program: &Program, action: &Action) {
        if let Action::SetStr(var, _) | Action::Havoc(ir::Variable::Str(var)) = action {
            self.strings.remove(var);
        }
        ir::reads::in_action(action, &mut |variable| {
            if let ir::Variable::Str(var) = variable {
                self.strings.insert(var);
            }
        });
        match action {
            Action::SetInt(var, value, width) => {
                if self.quantities.remove(&number(Quantity::Var(*var))) {
                    self.constraints(&value_after(value, *width));
                }
            }
            Action::SetStr(var, value) => {
                if self.quantities.remove(&number(Quantity::Length(*var))) {
                    self.constraints(&length_after(program, value));
                }
            }
            Action::SetBool(var, condition) => {
                if self.booleans.remove(var) {
                    self.condition(condition);
                }
            }
            Action::Havoc(ir::Variable::Int(var)) => {
                self.quantities.remove(&number(Quantity::Var(*var)));
            }
            Action::Havoc(ir::Variable::Str(var)) => {
                self.quantities.remove(&number(Quantity::Length(*var)));
            }
            Action::Havoc(ir::Variable::Bool(var)) => {
                self.booleans.remove(var);
            }
            Action::Assume(condition) | Action::Assert(_, condition) | Action::Branch(condition, _) => {
                self.condition(condition);
            }
            Action::Call(..) | Action::Jump(_) | Action::Return(_) | Action::Halt | Action::Abort => {}
        }
    }

    fn constraints(&mut self, cases: &[Case]) {
        for (track, _) in cases.iter().flatten().flat_map(|constraint| &constraint.terms) {
            if let Track::Before(quantity) = track {
                self.quantities.insert(number(*quantity));
            }
        }
    }

    fn condition(&mut self, condition: &Condition) {
        let mut open = vec![condition];
        while let Some(condition) = open.pop() {
            match condition {
                Condition::Literal(literal) => self.literal(literal),
                Condition::All(parts) | Condition::Any(parts) => open.extend(parts),
            }
        }
    }

    fn literal(&mut self, literal: &Literal) {
        match &literal.test {
            Test::Bool(var) => {
                self.booleans.insert(*var);
            }
            Test::In(ir::StrTerm::Var(var), _) => {
                self.quantities.insert(number(Quantity::Length(*var)));
            }
            Test::In(..)
            | Test::Equal(..)
            | Test::Contains(..)
            | Test::StartsWith(..)
            | Test::EndsWith(..)
            | Test::IsZero(_)
            | Test::AtMostZero(_) => {
                // Both outcomes may be taken.
                for holds in [false, true] {
                    self.constraints(&literal_cases(&Literal { test: literal.test.clone(), holds }));
                }
            }
        }
    }
}

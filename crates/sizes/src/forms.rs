//! The linear tests of a program as forms of rows: what a program asks is often what its loops keep.
//!
//! A join finds rows of either side that hold on both; a form that holds on both and stands on neither side would be
//! lost. There are finitely many, so they do not keep a widening from ending.

use std::collections::BTreeSet;

use ir::{Action, Condition, Literal, Procedure, Test};
use linear::Row;
use verdict::relation::literal_cases;

use crate::quantities::row;

/// More forms than this are not tried.
const MOST_FORMS: usize = 60;

/// The inequalities that conditions of a procedure state or deny, each once.
pub(crate) fn forms(procedure: &Procedure) -> Vec<Row> {
    let mut found = BTreeSet::new();
    for instruction in &procedure.code {
        let (Action::Assume(condition) | Action::Assert(_, condition) | Action::Branch(condition, _)) =
            &instruction.action
        else {
            continue;
        };
        for literal in literals(condition) {
            if matches!(literal.test, Test::AtMostZero(_) | Test::IsZero(_)) {
                found.extend(stated(literal));
            }
        }
    }
    found.into_iter().filter(|row| row.terms().len() > 1).take(MOST_FORMS).collect()
}

/// What a literal or its contrary says, as inequalities.
fn stated(literal: &Literal) -> Vec<Row> {
    let mut rows = Vec::new();
    for holds in [false, true] {
        let cases = literal_cases(&Literal { test: literal.test.clone(), holds });
        rows.extend(cases.iter().flatten().filter_map(row).flat_map(|row| row.halves()));
    }
    rows
}

fn literals(condition: &Condition) -> Vec<&Literal> {
    let (mut found, mut open) = (Vec::new(), vec![condition]);
    while let Some(condition) = open.pop() {
        match condition {
            Condition::Literal(literal) => found.push(literal),
            Condition::All(parts) | Condition::Any(parts) => open.extend(parts),
        }
    }
    found
}

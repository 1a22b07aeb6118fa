//! Asks whether a formula can be true, and with which values.
//!
//! Two questions, so that each answer is expected word by word: first `sat` or `unsat` and nothing else, then, after
//! `sat`, a value for each variable. Whether the values are right is the matter of whoever asked.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use automata::Budget;

use super::process::{Solver, Unknown};
use super::steps::read;
use crate::smt::{declarations, formula, names, sort_name};
use crate::system::{HornSystem, Variable};
use crate::terms::{TermId, Var};
use crate::value::Value;

/// A formula over variables, as a text for solvers.
pub struct Formula {
    text: String,
    names: Vec<String>,
}

impl Formula {
    /// The text of a formula of a system.
    ///
    /// # Errors
    /// When it has an operation that SMT-LIB does not have.
    pub fn new(system: &HornSystem, condition: TermId, variables: &[Variable]) -> Result<Formula, Unknown> {
        let names = names(variables);
        let mut text = String::from("(set-option :produce-models true)\n(set-logic ALL)\n");
        text += &declarations(system);
        for (at, variable) in variables.iter().enumerate() {
            let (name, sort) = (&names[&Var(at as u32)], sort_name(system, variable.sort));
            writeln!(text, "(declare-const {name} {sort})").expect("a string can be written to");
        }
        let condition = formula(system, condition, &names).map_err(Unknown::because)?;
        writeln!(text, "(assert {condition})\n(check-sat)").expect("a string can be written to");
        Ok(Formula { text, names: names.into_values().collect() })
    }

    /// Whether a solver says that it can be true.
    ///
    /// # Errors
    /// Why it says neither.
    pub fn can_be_true(&self, solver: &Solver) -> Result<bool, Unknown> {
        match solver.ask(&self.text, &[])?.trim_end() {
            "sat" => Ok(true),
            "unsat" => Ok(false),
            _ => Err(Unknown::because(format!("{} does not know", solver.name))),
        }
    }

    /// Values that a solver claims to make it true. The system is the one that it was made from.
    ///
    /// # Errors
    /// Why there are none.
    pub fn values(
        &self,
        system: &mut HornSystem,
        solver: &Solver,
        budget: &mut Budget,
    ) -> Result<BTreeMap<Var, Value>, Unknown> {
        if self.names.is_empty() {
            return Ok(BTreeMap::new());
        }
        let answer = solver.ask(&format!("{}(get-value ({}))\n", self.text, self.names.join(" ")), &[])?;
        let values =
            answer.strip_prefix("sat\n").and_then(|text| read(system, text, self.names.len(), budget));
        values.ok_or_else(|| Unknown::because(format!("{} gave no values that are understood", solver.name)))
    }
}

//! Conditions as formulas.
//!
//! A valid program's conditions have a limited depth, so they are walked by recursion.

use automata::Exhausted;
use ir::{Condition, Literal, Test};

use super::scope::Scope;
use crate::op::Op;
use crate::terms::TermId;

impl Scope<'_> {
    /// The formula of a condition.
    pub(super) fn condition(&mut self, condition: &Condition) -> Result<TermId, Exhausted> {
        Ok(match condition {
            Condition::Literal(literal) => self.literal(literal)?,
            Condition::All(parts) => {
                let parts = parts.iter().map(|part| self.condition(part)).collect::<Result<Vec<_>, _>>()?;
                self.app(Op::And, &parts)
            }
            Condition::Any(parts) => {
                let parts = parts.iter().map(|part| self.condition(part)).collect::<Result<Vec<_>, _>>()?;
                self.app(Op::Or, &parts)
            }
        })
    }

    fn literal(&mut self, literal: &Literal) -> Result<TermId, Exhausted> {
        let zero = self.int(0);
        let test = match &literal.test {
            Test::Bool(var) => self.boolean(*var),
            Test::In(term, id) => {
                let language = self.language(&self.program.languages[id.index()].automaton)?;
                let term = self.str_term(term);
                self.app(Op::In(language), &[term])
            }
            Test::Equal(left, right) => {
                let (left, right) = (self.str_term(left), self.str_term(right));
                self.app(Op::Equal, &[left, right])
            }
            Test::Contains(whole, part) => {
                let (whole, part) = (self.str_term(whole), self.str_term(part));
                self.app(Op::Contains, &[whole, part])
            }
            Test::StartsWith(whole, part) => {
                let (whole, part) = (self.str_term(whole), self.str_term(part));
                self.app(Op::PrefixOf, &[part, whole])
            }
            Test::EndsWith(whole, part) => {
                let (whole, part) = (self.str_term(whole), self.str_term(part));
                self.app(Op::SuffixOf, &[part, whole])
            }
            Test::IsZero(linear) => {
                let linear = self.linear(linear);
                self.app(Op::Equal, &[linear, zero])
            }
            Test::AtMostZero(linear) => {
                let linear = self.linear(linear);
                self.app(Op::AtMost, &[linear, zero])
            }
        };
        Ok(if literal.holds { test } else { self.app(Op::Not, &[test]) })
    }
}

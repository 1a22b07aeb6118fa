//! Random conditions, and assertions of kinds that hold sometimes.
//!
//! A condition that is nearly always true or nearly always false tests little, so most compare a variable with
//! a constant or with another variable.

use super::Author;
use crate::condition::{Condition, Literal, Test};
use crate::ids::StrVar;
use crate::linear::Linear;
use crate::operation::StrTerm;

impl Author<'_> {
    /// A test, or up to three of them joined.
    pub(super) fn condition(&mut self) -> Condition {
        match self.dice.below(6) {
            0 => Condition::All(self.parts()),
            1 => Condition::Any(self.parts()),
            2.. => self.test(),
        }
    }

    fn parts(&mut self) -> Vec<Condition> {
        let inner =
            |author: &mut Self| if author.dice.one_in(5) { author.condition() } else { author.test() };
        (0..2 + self.dice.below(2)).map(|_| inner(self)).collect()
    }

    fn test(&mut self) -> Condition {
        let test = match self.dice.below(12) {
            0 => Test::Bool(self.boolean_var()),
            1 | 2 => Test::In(self.term(), self.language()),
            3 => Test::Equal(self.term(), self.term()),
            4 => Test::Equal(self.term(), self.literal(2)),
            5 => Test::Contains(self.term(), self.literal(2)),
            6 => Test::Contains(self.term(), self.term()),
            7 => Test::StartsWith(self.term(), self.literal(1)),
            8 => Test::EndsWith(self.term(), self.literal(1)),
            9 => Test::IsZero(self.comparison()),
            10.. => Test::AtMostZero(self.comparison()),
        };
        Condition::Literal(Literal { test, holds: !self.dice.one_in(3) })
    }

    /// A linear term minus a constant.
    fn comparison(&mut self) -> Linear {
        let constant = Linear::constant(self.dice.between(-2, 5));
        self.linear().minus(&constant).expect("factors are small")
    }

    /// What an assertion claims: a bound of a length, membership, a fact that always holds, or any condition.
    pub(super) fn claim(&mut self) -> Condition {
        let var = self.string_var();
        match self.dice.below(6) {
            0 => self.bound(var),
            1 => Condition::test(Test::In(StrTerm::Var(var), self.language())),
            2 => {
                let shorter = Linear::length(var).times(-1).expect("the factor is small");
                Condition::test(Test::AtMostZero(shorter)).and(self.bound(var).or(self.condition()))
            }
            3.. => self.condition(),
        }
    }

    /// The length of a variable is at most a constant.
    fn bound(&mut self, var: StrVar) -> Condition {
        let most = Linear::constant(self.dice.between(0, 8));
        let over = Linear::length(var).minus(&most).expect("factors are small");
        Condition::test(Test::AtMostZero(over))
    }
}

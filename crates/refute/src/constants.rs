//! The words and integers that a program speaks of: what it asks for first, then the others, in the order of its text.
//!
//! Words come from every place where a constant may stand: operands, needles, replacements, arguments. Languages
//! and patterns are not looked into; the pool takes members of them.

use std::collections::BTreeSet;

use automata::Symbol;
use ir::{
    Action, Argument, Condition, InputSet, IntExpr, Linear, Needle, Program, Quantity, StrExpr, StrTerm, Test,
};

/// The constants of a program, each once.
#[derive(Debug, Default)]
pub(crate) struct Constants {
    pub(crate) words: Vec<Vec<Symbol>>,
    pub(crate) integers: Vec<i128>,
    seen_words: BTreeSet<Vec<Symbol>>,
    seen_integers: BTreeSet<i128>,
}

/// The most words and the most integers that are kept: programs made by machines have millions.
const MOST: usize = 500;

impl Constants {
    pub(crate) fn of(program: &Program) -> Self {
        let mut constants = Constants::default();
        let actions = || program.procedures.iter().flat_map(|procedure| &procedure.code).map(|it| &it.action);
        for action in actions() {
            if let Action::SetBool(_, asked) | Action::Assume(asked) | Action::Branch(asked, _) = action {
                constants.condition(asked);
            }
        }
        actions().for_each(|action| constants.action(action));
        constants
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::SetStr(_, expression) => self.string(expression),
            Action::SetInt(_, expression, _) => self.integer(expression),
            Action::SetBool(_, condition)
            | Action::Assume(condition)
            | Action::Assert(_, condition)
            | Action::Branch(condition, _) => self.condition(condition),
            Action::Call(_, arguments, _) => arguments.iter().for_each(|argument| self.argument(argument)),
            Action::Return(argument) => argument.iter().for_each(|argument| self.argument(argument)),
            Action::Havoc(_) | Action::Jump(_) | Action::Halt | Action::Abort => {}
        }
    }

    fn argument(&mut self, argument: &Argument) {
        match argument {
            Argument::Str(term) => self.term(term),
            Argument::Int(linear) => self.linear(linear),
            Argument::Bool(condition) => self.condition(condition),
        }
    }

    fn string(&mut self, expression: &StrExpr) {
        match expression {
            StrExpr::Term(term) | StrExpr::Reverse(term) | StrExpr::Apply { to: term, .. } => self.term(term),
            StrExpr::Concat(terms) => terms.iter().for_each(|term| self.term(term)),
            StrExpr::Slice { of, from, to } => {
                self.term(of);
                self.linear(from);
                to.iter().for_each(|to| self.linear(to));
            }
            StrExpr::Replace { of, what, with, .. } => {
                self.term(of);
                match what {
                    Needle::Term(term) => self.term(term),
                    Needle::Pattern(_) => {}
                }
                self.term(with);
            }
            StrExpr::Repeat { of, times } => {
                self.term(of);
                self.linear(times);
            }
            StrExpr::Numeral { of, .. } => self.linear(of),
            StrExpr::Input(InputSet::UpTo(most)) => self.linear(most),
            StrExpr::Input(InputSet::Any | InputSet::Language(_)) => {}
        }
    }

    fn integer(&mut self, expression: &IntExpr) {
        match expression {
            IntExpr::Linear(linear) => self.linear(linear),
            IntExpr::Times(left, right)
            | IntExpr::Div(left, right)
            | IntExpr::Mod(left, right)
            | IntExpr::Bits(_, left, right) => {
                self.linear(left);
                self.linear(right);
            }
            IntExpr::IndexOf { of, what, from } => {
                self.term(of);
                self.term(what);
                self.linear(from);
            }
            IntExpr::LastIndexOf { of, what } => {
                self.term(of);
                self.term(what);
            }
            IntExpr::Code { of, at } => {
                self.term(of);
                self.linear(at);
            }
            IntExpr::Parse { of, .. } => self.term(of),
            IntExpr::Input => {}
        }
    }

    fn condition(&mut self, condition: &Condition) {
        let mut open = vec![condition];
        while let Some(condition) = open.pop() {
            match condition {
                Condition::Literal(literal) => self.test(&literal.test),
                Condition::All(parts) | Condition::Any(parts) => open.extend(parts.iter().rev()),
            }
        }
    }

    fn test(&mut self, test: &Test) {
        match test {
            Test::Bool(_) => {}
            Test::In(term, _) => self.term(term),
            Test::Equal(left, right)
            | Test::Contains(left, right)
            | Test::StartsWith(left, right)
            | Test::EndsWith(left, right) => {
                self.term(left);
                self.term(right);
            }
            Test::IsZero(linear) | Test::AtMostZero(linear) => self.linear(linear),
        }
    }

    fn term(&mut self, term: &StrTerm) {
        if let StrTerm::Word(word) = term
            && self.words.len() < MOST
            && self.seen_words.insert(word.to_vec())
        {
            self.words.push(word.to_vec());
        }
    }

    /// A constant of a comparison stands on the other side of it, so its opposite is one as well.
    fn linear(&mut self, linear: &Linear) {
        let constant = linear.constant_part();
        self.number(constant);
        self.number(constant.saturating_neg());
        for &(quantity, factor) in linear.terms() {
            match quantity {
                Quantity::Var(_) | Quantity::Length(_) => self.number(factor.saturating_abs()),
            }
        }
    }

    fn number(&mut self, value: i128) {
        if self.integers.len() < MOST && self.seen_integers.insert(value) {
            self.integers.push(value);
        }
    }
}

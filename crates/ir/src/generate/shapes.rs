//! Random statements: sequences, branches and loops, written as labelled code.
//!
//! Every label that is jumped to exists, because a procedure ends with a return after all blocks.

use super::{Author, Inputs};
use crate::condition::{Condition, Test};
use crate::ids::{AssertId, IntVar, Label, ProcId, StrVar};
use crate::linear::Linear;
use crate::operation::{IntExpr, StrExpr, StrTerm, Width};
use crate::program::{Action, Type, Variable};

/// Instructions as they are written.
#[derive(Default)]
pub(super) struct Code {
    actions: Vec<Action>,
}

/// A jump whose target is not written yet.
struct Hole(usize);

impl Code {
    pub(super) fn emit(&mut self, action: Action) {
        self.actions.push(action);
    }

    pub(super) fn finish(self) -> Vec<Action> {
        self.actions
    }

    fn here(&self) -> Label {
        Label(self.actions.len() as u32)
    }

    /// Goes elsewhere unless the condition holds.
    fn unless(&mut self, condition: Condition) -> Hole {
        self.emit(Action::Branch(condition.negated(), Label(0)));
        Hole(self.actions.len() - 1)
    }

    fn jump(&mut self) -> Hole {
        self.emit(Action::Jump(Label(0)));
        Hole(self.actions.len() - 1)
    }

    /// Lets a jump go to the instruction that is written next.
    fn land(&mut self, hole: &Hole) {
        let here = self.here();
        if let Action::Jump(label) | Action::Branch(_, label) = &mut self.actions[hole.0] {
            *label = here;
        }
    }
}

impl Author<'_> {
    /// Lets most string variables and some integers begin as inputs.
    pub(super) fn openings(&mut self, code: &mut Code) {
        for at in 0..self.own.strings {
            if !self.dice.one_in(3) {
                let input = self.input();
                code.emit(Action::SetStr(StrVar(at), StrExpr::Input(input)));
            }
        }
        if self.dice.one_in(2) {
            self.read_integer(code);
        }
    }

    /// About `size` statements, nested up to `depth`.
    pub(super) fn block(&mut self, code: &mut Code, size: u32, depth: u32) {
        let mut left = size;
        while left > 0 {
            let part = (1 + self.dice.below(4)).min(left);
            match self.dice.below(9) {
                0 | 1 if depth > 0 && part > 1 => self.branch(code, part - 1, depth - 1),
                2 | 3 if depth > 0 && part > 1 => self.repetition(code, part - 1, depth - 1),
                0.. => (0..part).for_each(|_| self.simple(code)),
            }
            left -= part;
        }
    }

    fn simple(&mut self, code: &mut Code) {
        match self.dice.below(24) {
            0..=9 => {
                let (var, expression) = (self.string_var(), self.string());
                code.emit(Action::SetStr(var, expression));
            }
            10..=14 => {
                let (var, expression, width) = (self.integer_var(), self.integer(), self.width());
                code.emit(Action::SetInt(var, expression, width));
            }
            15 => self.read_integer(code),
            16 => {
                let (var, condition) = (self.boolean_var(), self.condition());
                code.emit(Action::SetBool(var, condition));
            }
            17 => self.give_up(code),
            18 => {
                let weak = self.condition().or(self.condition());
                code.emit(Action::Assume(weak));
            }
            19 => self.call(code),
            20 => self.sum(code),
            21.. => self.assertion(code),
        }
    }

    pub(super) fn assertion(&mut self, code: &mut Code) {
        let claim = self.claim();
        code.emit(Action::Assert(AssertId(self.assertions), claim));
        self.assertions += 1;
    }

    /// Two strings put together, and the claim that their lengths add up, where nothing is overwritten.
    fn sum(&mut self, code: &mut Code) {
        let [whole, left, right] = [(); 3].map(|()| self.string_var());
        let parts = vec![StrTerm::Var(left), StrTerm::Var(right)];
        code.emit(Action::SetStr(whole, StrExpr::Concat(parts)));
        let sum = Linear::length(left).plus(&Linear::length(right)).expect("factors are small");
        let difference = Linear::length(whole).minus(&sum).expect("factors are small");
        code.emit(Action::Assert(AssertId(self.assertions), Condition::test(Test::IsZero(difference))));
        self.assertions += 1;
    }

    /// An integer from the outside, of a few bits where inputs are finite.
    fn read_integer(&mut self, code: &mut Code) {
        let few = [Width::Unsigned(1), Width::Unsigned(2), Width::Signed(3)];
        let width = match self.inputs {
            Inputs::Finite => *self.dice.choose(&few),
            Inputs::Free => self.width(),
        };
        code.emit(Action::SetInt(self.integer_var(), IntExpr::Input, width));
    }

    /// Any value for a variable.
    fn give_up(&mut self, code: &mut Code) {
        let var = self.integer_var();
        match (self.dice.below(3), self.inputs) {
            (0, Inputs::Free) => {
                let var = self.string_var();
                code.emit(Action::Havoc(Variable::Str(var)));
            }
            (0 | 1, _) => {
                code.emit(Action::Havoc(Variable::Int(var)));
                self.narrow(var, code);
            }
            (2.., _) => {
                let var = self.boolean_var();
                code.emit(Action::Havoc(Variable::Bool(var)));
            }
        }
    }

    /// Where inputs are finite, makes a variable 0 unless it is from 0 to a small bound.
    fn narrow(&mut self, var: IntVar, code: &mut Code) {
        if self.inputs == Inputs::Finite {
            let least = Linear::var(var).times(-1).expect("the factor is small");
            let bound = Linear::constant(self.dice.between(0, 4));
            let most = Linear::var(var).minus(&bound).expect("factors are small");
            let parts = [least, most].map(|linear| Condition::test(Test::AtMostZero(linear)));
            let inside = code.unless(Condition::All(parts.into()).negated());
            code.emit(Action::SetInt(var, IntExpr::Linear(Linear::constant(0)), Width::Unbounded));
            code.land(&inside);
        }
    }

    fn call(&mut self, code: &mut Code) {
        let callees = self.callees.clone();
        if callees.is_empty() {
            return self.assertion(code);
        }
        let callee = callees.start + self.dice.below(callees.len() as u32) as usize;
        let signature = &self.signatures[callee];
        let types: Vec<Type> = signature.parameters.iter().map(|parameter| parameter.ty()).collect();
        let result = signature.result.filter(|_| !self.dice.one_in(4));
        let arguments = types.into_iter().map(|ty| self.argument(ty)).collect();
        let result = result.map(|ty| self.variable(ty));
        code.emit(Action::Call(ProcId(callee as u32), arguments, result));
    }

    /// A call under a condition.
    pub(super) fn call_sometimes(&mut self, code: &mut Code) {
        let otherwise = code.unless(self.condition());
        self.call(code);
        code.land(&otherwise);
    }

    /// A branch with one or two sides; one side may end the run or the call.
    fn branch(&mut self, code: &mut Code, size: u32, depth: u32) {
        let otherwise = code.unless(self.condition());
        self.block(code, size.div_ceil(2), depth);
        if self.dice.one_in(8) {
            let result = self.result();
            let end = self.dice.choose(&[Action::Return(result), Action::Halt, Action::Abort]).clone();
            code.emit(end);
        }
        if self.dice.one_in(2) {
            let end = code.jump();
            code.land(&otherwise);
            self.block(code, size.div_ceil(2), depth);
            code.land(&end);
        } else {
            code.land(&otherwise);
        }
    }

    /// A loop that counts, consumes a string, lets one grow, or does as it likes.
    fn repetition(&mut self, code: &mut Code, size: u32, depth: u32) {
        let (string, counter) = (self.string_var(), self.integer_var());
        let bound = Linear::constant(self.dice.between(1, 5));
        let below = |linear: Linear| {
            let over = bound.minus(&linear).expect("factors are small");
            Condition::test(Test::AtMostZero(over)).negated()
        };
        let not_empty =
            Condition::test(Test::Equal(StrTerm::Var(string), StrTerm::Word([].into()))).negated();
        let (condition, step) = match self.dice.below(8) {
            0..=2 => {
                code.emit(Action::SetInt(counter, IntExpr::Linear(Linear::constant(0)), Width::Unbounded));
                let next = Linear::var(counter).plus(&Linear::constant(1)).expect("factors are small");
                let step = Action::SetInt(counter, IntExpr::Linear(next), Width::Unbounded);
                (below(Linear::var(counter)), Some(step))
            }
            3 | 4 => {
                let from = Linear::constant(self.dice.between(1, 2));
                let rest = StrExpr::Slice { of: StrTerm::Var(string), from, to: None };
                (not_empty, Some(Action::SetStr(string, rest)))
            }
            5 | 6 => {
                let more = StrExpr::Concat(vec![StrTerm::Var(string), self.literal(2)]);
                (below(Linear::length(string)), Some(Action::SetStr(string, more)))
            }
            7.. => (self.condition(), None),
        };
        let head = code.here();
        let end = code.unless(condition);
        self.block(code, size, depth);
        step.into_iter().for_each(|step| code.emit(step));
        code.emit(Action::Jump(head));
        code.land(&end);
    }
}

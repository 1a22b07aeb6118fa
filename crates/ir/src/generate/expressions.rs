//! Random expressions over the variables of the procedure.
//!
//! Constants are small, because what happens happens near 0 and near the ends of short words.

use automata::Symbol;

use super::{Author, Inputs, languages};
use crate::ids::{BoolVar, FunctionId, IntVar, LanguageId, PatternId, StrVar};
use crate::linear::Linear;
use crate::operation::{BitOp, InputSet, IntExpr, Needle, StrExpr, StrTerm, Which, Width};
use crate::program::{Argument, Type, Variable};

impl Author<'_> {
    pub(super) fn string_var(&mut self) -> StrVar {
        StrVar(self.dice.below(self.own.strings))
    }

    pub(super) fn integer_var(&mut self) -> IntVar {
        IntVar(self.dice.below(self.own.integers))
    }

    pub(super) fn boolean_var(&mut self) -> BoolVar {
        BoolVar(self.dice.below(self.own.booleans))
    }

    pub(super) fn variable(&mut self, ty: Type) -> Variable {
        match ty {
            Type::Str => Variable::Str(self.string_var()),
            Type::Int => Variable::Int(self.integer_var()),
            Type::Bool => Variable::Bool(self.boolean_var()),
        }
    }

    /// A constant of up to `longest` characters.
    pub(super) fn literal(&mut self, longest: u32) -> StrTerm {
        let text = languages::word(self.dice, longest);
        StrTerm::Word(text.chars().map(Symbol::from).collect())
    }

    /// Mostly a variable.
    pub(super) fn term(&mut self) -> StrTerm {
        if self.dice.one_in(4) { self.literal(3) } else { StrTerm::Var(self.string_var()) }
    }

    /// Mostly a constant: what is searched for should be found.
    fn small_term(&mut self) -> StrTerm {
        if self.dice.one_in(3) { StrTerm::Var(self.string_var()) } else { self.literal(2) }
    }

    /// A variable, a length or a small constant, sometimes a sum of two with small factors.
    pub(super) fn linear(&mut self) -> Linear {
        let first = self.quantity();
        if !self.dice.one_in(3) {
            return first;
        }
        let factor = self.dice.between(-2, 2);
        let second = self.quantity().times(factor).expect("factors are small");
        first.plus(&second).expect("factors are small")
    }

    fn quantity(&mut self) -> Linear {
        match self.dice.below(4) {
            0 => Linear::length(self.string_var()),
            1 => Linear::constant(self.dice.between(-1, 4)),
            2.. => Linear::var(self.integer_var()),
        }
    }

    /// A position or count: mostly a small constant.
    fn position(&mut self) -> Linear {
        if self.dice.one_in(3) { self.linear() } else { Linear::constant(self.dice.between(-1, 3)) }
    }

    pub(super) fn string(&mut self) -> StrExpr {
        match self.dice.below(16) {
            0 => StrExpr::Term(self.term()),
            1..=3 => StrExpr::Concat((0..2 + self.dice.below(2)).map(|_| self.term()).collect()),
            4..=6 => {
                let (of, from) = (self.term(), self.position());
                let to = if self.dice.one_in(2) { Some(self.position()) } else { None };
                StrExpr::Slice { of, from, to }
            }
            7..=9 => self.replacement(),
            10 | 11 => StrExpr::Apply {
                function: FunctionId(self.dice.below(self.counts.functions as u32)),
                to: self.term(),
            },
            12 => StrExpr::Repeat { of: self.term(), times: self.position() },
            13 => StrExpr::Reverse(self.term()),
            14 => StrExpr::Numeral { of: self.linear(), radix: *self.dice.choose(&[10, 10, 2, 16, 36]) },
            15.. => StrExpr::Input(self.input()),
        }
    }

    fn replacement(&mut self) -> StrExpr {
        let what = if self.dice.one_in(3) {
            Needle::Pattern(PatternId(self.dice.below(self.counts.patterns as u32)))
        } else {
            Needle::Term(self.small_term())
        };
        let which = if self.dice.one_in(2) { Which::First } else { Which::All };
        StrExpr::Replace { of: self.term(), what, with: self.small_term(), which }
    }

    /// A set of strings to read from.
    pub(super) fn input(&mut self) -> InputSet {
        let finite = LanguageId(self.dice.below(languages::FINITE as u32));
        match self.inputs {
            Inputs::Finite => InputSet::Language(finite),
            Inputs::Free => match self.dice.below(4) {
                0 => InputSet::Any,
                1 => InputSet::UpTo(self.position()),
                2.. => InputSet::Language(self.language()),
            },
        }
    }

    pub(super) fn language(&mut self) -> LanguageId {
        LanguageId(self.dice.below(self.counts.languages as u32))
    }

    /// An integer expression that reads nothing.
    pub(super) fn integer(&mut self) -> IntExpr {
        let operation = [BitOp::And, BitOp::Or, BitOp::Xor, BitOp::Left, BitOp::Right];
        match self.dice.below(16) {
            0..=4 => IntExpr::Linear(self.linear()),
            5 => IntExpr::Times(self.linear(), self.linear()),
            6 => IntExpr::Div(self.linear(), self.linear()),
            7 => IntExpr::Mod(self.linear(), self.linear()),
            8 => IntExpr::Bits(*self.dice.choose(&operation), self.linear(), self.position()),
            9..=11 => {
                let (of, what) = (self.term(), self.small_term());
                IntExpr::IndexOf { of, what, from: self.position() }
            }
            12 => IntExpr::LastIndexOf { of: self.term(), what: self.small_term() },
            13 => IntExpr::Code { of: self.term(), at: self.position() },
            14.. => IntExpr::Parse { of: self.term(), radix: *self.dice.choose(&[10, 10, 2, 16, 36]) },
        }
    }

    /// Mostly none.
    pub(super) fn width(&mut self) -> Width {
        let machine = [Width::Signed(8), Width::Unsigned(8), Width::Signed(32), Width::Unsigned(64)];
        if self.dice.one_in(6) { *self.dice.choose(&machine) } else { Width::Unbounded }
    }

    /// A value for a call or for its result.
    pub(super) fn argument(&mut self, ty: Type) -> Argument {
        match ty {
            Type::Str => Argument::Str(self.term()),
            Type::Int => Argument::Int(self.linear()),
            Type::Bool => Argument::Bool(self.condition()),
        }
    }

    /// What the procedure gives back.
    pub(super) fn result(&mut self) -> Option<Argument> {
        self.own.result.map(|ty| self.argument(ty))
    }
}

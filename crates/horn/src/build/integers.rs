//! Integer expressions as terms.
//!
//! Division rounds towards 0 in programs, and leaves no negative remainder in SMT-LIB; the two agree where the dividend
//! is not negative, and the other case is turned into that one. Where an operation has no result of its own, any integer
//! of the width comes from the outside, as in [`ir::interp`].

use automata::{Automaton, Exhausted};
use ir::{BitOp, IntExpr, Linear, StrTerm, Width};

use super::scope::Scope;
use crate::functions::between;
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Term, TermId};

impl Scope<'_> {
    /// The value of an integer expression, wrapped to a width.
    pub(super) fn int_expr(&mut self, expression: &IntExpr, width: Width) -> Result<TermId, Exhausted> {
        let value = match expression {
            IntExpr::Linear(linear) => self.linear(linear),
            IntExpr::Times(left, right) => {
                let (left, right) = (self.linear(left), self.linear(right));
                self.app(Op::Times, &[left, right])
            }
            IntExpr::Div(left, right) => return Ok(self.divide(Op::Div, (left, right), width)),
            IntExpr::Mod(left, right) => return Ok(self.divide(Op::Mod, (left, right), width)),
            IntExpr::Bits(op, left, right) => return Ok(self.bits(*op, (left, right), width)),
            IntExpr::IndexOf { of, what, from } => {
                let (of, what, from) = (self.str_term(of), self.str_term(what), self.linear(from));
                let from = self.at_least_zero(from);
                self.app(Op::IndexOf, &[of, what, from])
            }
            IntExpr::LastIndexOf { of, what } => {
                let (of, what) = (self.str_term(of), self.str_term(what));
                self.app(Op::LastIndexOf, &[of, what])
            }
            IntExpr::Code { of, at } => self.code(of, at),
            IntExpr::Parse { of, radix } => return self.parse(of, *radix, width),
            IntExpr::Input => {
                let value = self.input(Sort::Int);
                self.bound(value, width);
                return Ok(value);
            }
        };
        Ok(self.wrapped(value, width))
    }

    /// A quotient or a remainder as programs have it; by 0 any integer.
    fn divide(&mut self, op: Op, (left, right): (&Linear, &Linear), width: Width) -> TermId {
        let (left, right, zero) = (self.linear(left), self.linear(right), self.int(0));
        let negative = self.app(Op::Less, &[left, zero]);
        let turned = self.difference(zero, left);
        let (of_turned, plain) = (self.app(op, &[turned, right]), self.app(op, &[left, right]));
        let back = self.difference(zero, of_turned);
        let value = self.app(Op::Ite, &[negative, back, plain]);
        let undefined = match *self.system.terms.get(right) {
            Term::Int(constant) => self.system.terms.truth(constant == 0),
            Term::Var(..) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
                self.app(Op::Equal, &[right, zero])
            }
        };
        self.defined_unless(undefined, value, width)
    }

    fn bits(&mut self, op: BitOp, (left, right): (&Linear, &Linear), width: Width) -> TermId {
        let (value, amount, zero) = (self.linear(left), self.linear(right), self.int(0));
        let never = self.system.terms.truth(false);
        let power = right.as_constant().and_then(|by| u32::try_from(by).ok()).filter(|by| *by < 126);
        let power = power.map(|by| self.int(1 << by));
        let (result, undefined) = match (op, power) {
            (BitOp::Left, Some(power)) => (self.app(Op::Times, &[power, value]), never),
            (BitOp::Right, Some(power)) => (self.app(Op::Div, &[value, power]), never),
            (BitOp::And | BitOp::Or | BitOp::Xor, _) => (self.app(Op::IntBits(op), &[value, amount]), never),
            (BitOp::Left | BitOp::Right, None) => {
                let shifted = self.app(Op::IntBits(op), &[value, amount]);
                (shifted, self.app(Op::Less, &[amount, zero]))
            }
        };
        self.defined_unless(undefined, result, width)
    }

    /// The number of a character, which is below the end of the program's alphabet.
    fn code(&mut self, of: &StrTerm, at: &Linear) -> TermId {
        let (of, at) = (self.str_term(of), self.linear(at));
        let character = self.app(Op::At, &[of, at]);
        let code = self.app(Op::ToCode, &[character]);
        let last = self.program.alphabet.last();
        if last < crate::smt::LAST {
            let most = self.int(i128::from(last));
            let inside = self.app(Op::AtMost, &[code, most]);
            self.facts.push(inside);
        } else if last > crate::smt::LAST {
            self.misses_characters = true;
        }
        code
    }

    fn parse(&mut self, of: &StrTerm, radix: u32, width: Width) -> Result<TermId, Exhausted> {
        let string = self.str_term(of);
        let numerals = self.numerals(radix)?;
        let numerals = self.language(&numerals)?;
        let is_numeral = self.app(Op::In(numerals), &[string]);
        let undefined = self.app(Op::Not, &[is_numeral]);
        let value = if radix == 10 { self.decimal(string) } else { self.app(Op::Parse(radix), &[string]) };
        Ok(self.defined_unless(undefined, value, width))
    }

    /// The integer of a row of digits with or without sign.
    fn decimal(&mut self, string: TermId) -> TermId {
        let [minus, plus] = [b'-', b'+'].map(|sign| self.system.terms.word(&[u32::from(sign)]));
        let (one, length, zero) = (self.int(1), self.app(Op::Length, &[string]), self.int(0));
        let rest = self.app(Op::Substring, &[string, one, length]);
        let (of_rest, of_all) = (self.app(Op::ToInt, &[rest]), self.app(Op::ToInt, &[string]));
        let opposite = self.difference(zero, of_rest);
        let (is_minus, is_plus) =
            (self.app(Op::PrefixOf, &[minus, string]), self.app(Op::PrefixOf, &[plus, string]));
        let unsigned = self.app(Op::Ite, &[is_plus, of_rest, of_all]);
        self.app(Op::Ite, &[is_minus, opposite, unsigned])
    }

    /// An optional sign and one or more digits of either case.
    fn numerals(&mut self, radix: u32) -> Result<Automaton, Exhausted> {
        let alphabet = self.program.alphabet;
        let digits = (0..radix).filter_map(|digit| char::from_digit(digit, radix));
        let digits = digits.flat_map(|digit| [digit, digit.to_ascii_uppercase()]);
        let digits =
            automata::SymbolSet::from_ranges(digits.map(|digit| (u32::from(digit), u32::from(digit))));
        let signs =
            automata::SymbolSet::from_ranges([b'+', b'-'].map(|sign| (u32::from(sign), u32::from(sign))));
        let sign = Automaton::class(alphabet, &signs).repeat(0, Some(1), self.budget)?;
        let digits = Automaton::class(alphabet, &digits).repeat(1, None, self.budget)?;
        sign.concat(&digits, self.budget)
    }

    /// The value wrapped, or under the condition any integer of the width.
    fn defined_unless(&mut self, undefined: TermId, value: TermId, width: Width) -> TermId {
        let value = self.wrapped(value, width);
        if let Term::Bool(false) = self.system.terms.get(undefined) {
            return value;
        }
        let any = self.any(Sort::Int);
        self.bound(any, width);
        self.asked = Some((undefined, any));
        self.app(Op::Ite, &[undefined, any, value])
    }

    /// Says that a fresh integer is one of the width.
    fn bound(&mut self, value: TermId, width: Width) {
        let (lo, hi) = match width {
            Width::Unbounded => return,
            Width::Signed(bits) => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
            Width::Unsigned(bits) => (0, (1_i128 << bits) - 1),
        };
        let inside = between(&mut self.system.terms, value, lo, hi);
        self.facts.push(inside);
    }

    /// The integer of the width that agrees with the value in the low bits. Widths have at most 64 bits.
    fn wrapped(&mut self, value: TermId, width: Width) -> TermId {
        match width {
            Width::Unbounded => value,
            Width::Unsigned(bits) => {
                let all = self.int(1 << bits);
                self.app(Op::Mod, &[value, all])
            }
            Width::Signed(bits) => {
                let (half, all) = (self.int(1 << (bits - 1)), self.int(1 << bits));
                let moved = self.app(Op::Add, &[value, half]);
                let low = self.app(Op::Mod, &[moved, all]);
                self.difference(low, half)
            }
        }
    }
}

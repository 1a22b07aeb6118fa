//! Machine integers: sums stay terms as long as nothing can wrap, and conversions wrap where they may.
//!
//! A run in which a signed operation leaves the range of its type has no meaning in C. That no run does is claimed of each
//! operation when overflow is verified, and the result is the mathematical one then; else it wraps, as on machines.
//! Unsigned operations wrap.

use ir::emit::Mark;
use ir::{Action, BitOp, Condition, IntExpr, Linear, Quantity, Variable, Width};

use crate::memory::{Cases, Rule, terms};
use crate::tree::{Binary, Integer};

use super::state::Lowering;

/// The greatest length of a text.
const LONGEST: i128 = i64::MAX as i128;

/// A variable that was just computed.
pub(crate) struct Wrapped {
    var: ir::IntVar,
    /// The number of the instruction that sets it.
    at: usize,
    before: Mark,
    expr: IntExpr,
    ty: Integer,
}

/// The width that values of a type are wrapped to.
pub(crate) fn width(ty: Integer) -> Width {
    if ty.signed { Width::Signed(ty.bits) } else { Width::Unsigned(ty.bits) }
}

impl Lowering<'_> {
    /// Bounds of a term, from the types of what it is made of.
    pub(crate) fn range(&self, term: &Linear) -> (i128, i128) {
        let mut bounds = (term.constant_part(), term.constant_part());
        for &(quantity, factor) in term.terms() {
            let (low, high) = match quantity {
                Quantity::Var(var) => {
                    let known = self.ranges.get(&var).copied();
                    known.unwrap_or(if self.memory.is_natural(&Linear::var(var)) {
                        (0, LONGEST)
                    } else {
                        (i128::from(i64::MIN) * 4, i128::from(u64::MAX) * 4)
                    })
                }
                Quantity::Length(_) => (0, LONGEST),
            };
            let (low, high) = if factor < 0 { (high, low) } else { (low, high) };
            bounds.0 = bounds.0.saturating_add(low.saturating_mul(factor));
            bounds.1 = bounds.1.saturating_add(high.saturating_mul(factor));
        }
        bounds
    }

    /// Whether a term is in the range of a type by its shape.
    pub(crate) fn fits(&self, term: &Linear, ty: Integer) -> bool {
        let (low, high) = self.range(term);
        ty.range().0 <= low && high <= ty.range().1
    }

    /// A term in a type that it is converted to from another.
    pub(crate) fn converted(&mut self, term: Linear, from: Integer, to: Integer) -> Linear {
        if let Some(known) = term.as_constant() {
            return Linear::constant(to.wrap(known));
        }
        if to.includes(from) || self.fits(&term, to) {
            return term;
        }
        if to.bits == 1 {
            let var = self.emit.new_int("truth");
            self.ranges.insert(var, (0, 1));
            self.set_truth(var, terms::equal(&term, &Linear::constant(0)).negated());
            return Linear::var(var);
        }
        self.wrapped(IntExpr::Linear(term), to)
    }

    /// A variable with an expression wrapped to a type.
    pub(crate) fn wrapped(&mut self, expr: IntExpr, ty: Integer) -> Linear {
        let var = self.emit.new_int("wrapped$");
        self.ranges.insert(var, ty.range());
        let before = self.emit.mark();
        let at = self.emit.push(Action::SetInt(var, expr.clone(), width(ty)));
        self.wrapped = Some(Wrapped { var, at, before, expr, ty });
        Linear::var(var)
    }

    /// Sets a variable to 1 when a condition holds, else to 0.
    pub(crate) fn set_truth(&mut self, var: ir::IntVar, condition: Condition) {
        let set = |value| Action::SetInt(var, IntExpr::Linear(Linear::constant(value)), Width::Unbounded);
        let yes = self.emit.branch(condition);
        self.emit.push(set(0));
        let end = self.emit.jump();
        self.emit.patch(yes, self.emit.here());
        self.emit.push(set(1));
        self.emit.patch(end, self.emit.here());
    }

    /// The result of an operation, as a value of its type.
    fn settled(&mut self, term: Linear, ty: Integer) -> Linear {
        if self.fits(&term, ty) {
            return term;
        }
        if ty.signed && self.memory.claims.checks().overflow {
            self.claim_inside(&term, ty);
        }
        if let Some(known) = term.as_constant() {
            return Linear::constant(ty.wrap(known));
        }
        if ty.signed { self.signed_result(term, ty) } else { self.wrapped(IntExpr::Linear(term), ty) }
    }

    /// The result of a signed operation, as an integer. It wraps unless it is claimed that it does not: a test that
    /// would hold of the mathematical value and not of the wrapped one is passed by real runs.
    fn signed_result(&mut self, term: Linear, ty: Integer) -> Linear {
        // Terms that grow through an expression are named, so that their numbers stay small.
        let (low, high) = self.range(&term);
        let is_large = low < -(1 << 90) || high > (1 << 90);
        if is_large || !self.memory.claims.checks().overflow {
            return self.wrapped(IntExpr::Linear(term), ty);
        }
        term
    }

    /// An operation in a type.
    pub(crate) fn arithmetic(
        &mut self,
        operation: Binary,
        (left, right): (Linear, Linear),
        ty: Integer,
    ) -> Linear {
        match operation {
            Binary::Plus => match left.plus(&right) {
                Some(sum) => self.settled(sum, ty),
                None => self.wrapped(IntExpr::Input, ty),
            },
            Binary::Minus => match left.minus(&right) {
                Some(difference) => self.settled(difference, ty),
                None => self.wrapped(IntExpr::Input, ty),
            },
            Binary::Times => self.product(left, right, ty),
            Binary::Divide => self.quotient(IntExpr::Div(left.clone(), right.clone()), (&left, &right), ty),
            Binary::Modulo => self.quotient(IntExpr::Mod(left.clone(), right.clone()), (&left, &right), ty),
            Binary::ShiftLeft => self.shift_left(left, right, ty),
            Binary::ShiftRight => self.shift_right(left, right, ty),
            Binary::BitAnd => self.masked(left, right, ty),
            Binary::BitOr => self.wrapped(IntExpr::Bits(BitOp::Or, left, right), ty),
            Binary::BitXor => self.wrapped(IntExpr::Bits(BitOp::Xor, left, right), ty),
        }
    }

    fn product(&mut self, left: Linear, right: Linear, ty: Integer) -> Linear {
        let small = |factor: &i128| factor.unsigned_abs() < 1 << 40;
        let scaled = match (left.as_constant().filter(small), right.as_constant().filter(small)) {
            (Some(factor), _) => right.times(factor),
            (_, Some(factor)) => left.times(factor),
            (None, None) => None,
        };
        match scaled {
            Some(term) => self.settled(term, ty),
            None if ty.signed && self.memory.claims.checks().overflow => {
                let product = self.emit.set_int("product", IntExpr::Times(left, right));
                self.claim_inside(&product, ty);
                self.wrapped(IntExpr::Linear(product), ty)
            }
            None => self.wrapped(IntExpr::Times(left, right), ty),
        }
    }

    fn quotient(&mut self, expr: IntExpr, (left, divisor): (&Linear, &Linear), ty: Integer) -> Linear {
        let is = |term: &Linear, value| terms::equal(term, &Linear::constant(value));
        let not_zero = is(divisor, 0).negated();
        if not_zero != Condition::TRUE {
            self.memory.claims.require(&mut self.emit, Rule::Division, not_zero, "the divisor");
        }
        let (least, _) = ty.range();
        if ty.signed && self.memory.claims.checks().overflow && self.range(left).0 <= least {
            let inside = is(left, least).and(is(divisor, -1)).negated();
            if inside != Condition::TRUE {
                self.memory.claims.require(&mut self.emit, Rule::Overflow, inside, "the quotient");
            }
        }
        let range = self.range(left);
        let bounds = match (&expr, divisor.as_constant()) {
            (IntExpr::Mod(..), Some(by @ 1..)) if range.0 >= 0 => Some((0, by - 1)),
            (IntExpr::Div(..), Some(by @ 1..)) if range.0 >= 0 => Some((range.0 / by, range.1 / by)),
            _ => None,
        };
        let result = self.wrapped(expr, ty);
        self.bound(result, bounds)
    }

    /// A value of which bounds are known that its type does not have: they are said for engines that do not know the operation.
    fn bound(&mut self, value: Linear, bounds: Option<(i128, i128)>) -> Linear {
        if let (Some((low, high)), [(Quantity::Var(var), 1)]) = (bounds, value.terms())
            && !self.fits_between(&value, (low, high))
        {
            let var = *var;
            self.wrapped = None;
            let inside = terms::at_most(&Linear::constant(low), &value);
            let inside = inside.and(terms::at_most(&value, &Linear::constant(high)));
            self.emit.push(Action::Assume(inside));
            self.ranges.insert(var, (low, high));
        }
        value
    }

    fn fits_between(&self, term: &Linear, (low, high): (i128, i128)) -> bool {
        let range = self.range(term);
        low <= range.0 && range.1 <= high
    }

    fn shift_left(&mut self, left: Linear, by: Linear, ty: Integer) -> Linear {
        self.claim_shift(&by, ty);
        if ty.signed && self.memory.claims.checks().overflow && self.range(&left).0 < 0 {
            let natural = terms::at_most(&Linear::constant(0), &left);
            self.memory.claims.require(&mut self.emit, Rule::Overflow, natural, "what is shifted");
        }
        match by.as_constant() {
            Some(by @ 0..=31) => self.product(left, Linear::constant(1 << by), ty),
            _ if ty.signed && self.memory.claims.checks().overflow => {
                let shifted = self.emit.set_int("shifted", IntExpr::Bits(BitOp::Left, left, by));
                self.claim_inside(&shifted, ty);
                self.wrapped(IntExpr::Linear(shifted), ty)
            }
            _ => self.shifted((BitOp::Left, left, by), ty),
        }
    }

    /// A shift by a number of bits that may be too great: what machines do then differs, so the result is any.
    fn shifted(&mut self, (operation, left, by): (BitOp, Linear, Linear), ty: Integer) -> Linear {
        let most = i128::from(ty.bits) - 1;
        let (low, high) = self.range(&by);
        let result = self.wrapped(IntExpr::Bits(operation, left, by.clone()), ty);
        if low >= 0 && high <= most || self.memory.claims.checks().overflow {
            return result;
        }
        let inside =
            terms::at_most(&Linear::constant(0), &by).and(terms::at_most(&by, &Linear::constant(most)));
        self.unless(inside, (result, ty))
    }

    /// A value where a condition holds, and any of its type elsewhere.
    pub(crate) fn unless(&mut self, holds: Condition, (value, ty): (Linear, Integer)) -> Linear {
        if holds == Condition::TRUE {
            return value;
        }
        let either = self.emit.new_int("either");
        self.ranges.insert(either, ty.range());
        let mut cases = Cases::default();
        if cases.when(&mut self.emit, holds) {
            self.set(either, value);
        }
        if cases.otherwise(&mut self.emit) {
            self.emit.push(Action::Havoc(Variable::Int(either)));
            self.emit.push(Action::Assume(in_range(&Linear::var(either), ty)));
        }
        cases.end(&mut self.emit);
        self.wrapped = None;
        Linear::var(either)
    }

    fn shift_right(&mut self, left: Linear, by: Linear, ty: Integer) -> Linear {
        self.claim_shift(&by, ty);
        let range = self.range(&left);
        let bounds = by.as_constant().filter(|by| (0..i128::from(ty.bits)).contains(by) && range.0 >= 0);
        let bounds = bounds.map(|by| (range.0 >> by, range.1 >> by));
        let result = self.shifted((BitOp::Right, left, by), ty);
        self.bound(result, bounds)
    }

    /// Claims that no more bits are shifted out than there are, when overflow is verified.
    fn claim_shift(&mut self, by: &Linear, ty: Integer) {
        if !self.memory.claims.checks().overflow {
            return;
        }
        let most = Linear::constant(i128::from(ty.bits) - 1);
        let inside = terms::at_most(&Linear::constant(0), by).and(terms::at_most(by, &most));
        if inside != Condition::TRUE {
            self.memory.claims.require(&mut self.emit, Rule::Overflow, inside, "the number of bits");
        }
    }

    /// Claims that a result is in the range of its type.
    fn claim_inside(&mut self, term: &Linear, ty: Integer) {
        let inside = self.inside(term, ty);
        if inside != Condition::TRUE {
            self.memory.claims.require(&mut self.emit, Rule::Overflow, inside, "the result");
        }
    }

    /// A bitwise and; with a constant the result is bounded by it.
    fn masked(&mut self, left: Linear, right: Linear, ty: Integer) -> Linear {
        let mask = left.as_constant().or(right.as_constant()).filter(|mask| *mask >= 0);
        if let Some(mask) =
            mask.filter(|mask| (mask + 1).count_ones() == 1 && (1..=u64::MAX.into()).contains(mask))
        {
            // The low bits alone are what a narrower type would keep.
            let other = if left.as_constant() == Some(mask) { right } else { left };
            let low = Integer { bits: mask.count_ones(), signed: false };
            // A conversion to one bit would ask whether there is any.
            return if low.bits == 1 && !self.fits(&other, low) {
                self.wrapped(IntExpr::Linear(other), low)
            } else {
                self.converted(other, ty, low)
            };
        }
        let result = self.wrapped(IntExpr::Bits(BitOp::And, left, right), ty);
        if let (Some(mask), [(Quantity::Var(var), _)]) = (mask, result.terms()) {
            self.ranges.insert(*var, (0, mask));
        }
        result
    }

    /// Whether a value is one of a type, where that is not known by its shape.
    fn inside(&self, term: &Linear, ty: Integer) -> Condition {
        let ((low, high), (least, most)) = (self.range(term), ty.range());
        let mut inside = Condition::TRUE;
        if low < least {
            inside = inside.and(terms::at_most(&Linear::constant(least), term));
        }
        if most < high {
            inside = inside.and(terms::at_most(term, &Linear::constant(most)));
        }
        inside
    }

    /// Keeps a value in a variable of a type. One that is out of range wraps, as it does on machines.
    pub(crate) fn keep_int(&mut self, var: ir::IntVar, ty: Integer, term: Linear) {
        if !self.fits(&term, ty) {
            self.emit.push(Action::SetInt(var, IntExpr::Linear(term), width(ty)));
            return;
        }
        if let Some(Wrapped { var: wrapped, at, before, expr, ty: own }) = self.wrapped.take()
            && at + 1 == self.emit.size()
            && term == Linear::var(wrapped)
            && ty.includes(own)
        {
            // What was just computed goes to its place at once.
            self.emit.undo(before);
            self.emit.push(Action::SetInt(var, expr, width(own)));
            return;
        }
        self.set(var, term);
    }
}

/// Whether a value is one of a type.
pub(crate) fn in_range(term: &Linear, ty: Integer) -> Condition {
    let (low, high) = ty.range();
    terms::at_most(&Linear::constant(low), term).and(terms::at_most(term, &Linear::constant(high)))
}

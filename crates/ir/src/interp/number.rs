//! Operations on integers.
//!
//! Integers have no size. A result that 128 bits do not hold is `None`, which ends a run; it is never wrapped
//! unless the program says to which width.

use crate::operation::{BitOp, Width};

/// What an operation on integers gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// This integer.
    Is(i128),
    /// Any integer: the operation has no result of its own.
    Any,
}

/// The quotient, rounded towards 0; any integer by 0.
pub(super) fn divide(dividend: i128, divisor: i128) -> Option<Number> {
    if divisor == 0 { Some(Number::Any) } else { dividend.checked_div(divisor).map(Number::Is) }
}

/// What [`divide`] leaves: it has the sign of the dividend, or is 0; any integer by 0.
pub(super) fn remainder(dividend: i128, divisor: i128) -> Number {
    // Nothing is left by -1; the machine's own operation overflows on the least integer.
    if divisor == 0 { Number::Any } else { Number::Is(dividend.checked_rem(divisor).unwrap_or(0)) }
}

/// An operation on bits in two's complement, with as many high bits as are needed.
pub(super) fn bits(op: BitOp, left: i128, right: i128) -> Option<Number> {
    let value = match op {
        BitOp::And => left & right,
        BitOp::Or => left | right,
        BitOp::Xor => left ^ right,
        BitOp::Left | BitOp::Right if right < 0 => return Some(Number::Any),
        BitOp::Left => shift_left(left, right)?,
        BitOp::Right => left >> right.min(127),
    };
    Some(Number::Is(value))
}

/// `value` times 2 to the power `by`, which is not negative.
fn shift_left(value: i128, by: i128) -> Option<i128> {
    if value == 0 {
        return Some(0);
    }
    let by = u32::try_from(by).ok().filter(|&by| by < 128)?;
    let shifted = value << by;
    (shifted >> by == value).then_some(shifted)
}

/// The integer of the width that agrees with `value` in the low bits.
pub(super) fn wrap(value: i128, width: Width) -> Option<i128> {
    match width {
        Width::Unbounded => Some(value),
        Width::Signed(0) => Some(0),
        Width::Signed(bits) => {
            let unused = 128_u32.saturating_sub(bits);
            Some(value << unused >> unused)
        }
        Width::Unsigned(bits) if bits < 128 => Some(value & (i128::MAX >> (127 - bits))),
        // A negative integer is wrapped to one that 128 bits do not hold.
        Width::Unsigned(_) => (value >= 0).then_some(value),
    }
}

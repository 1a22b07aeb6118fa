//! The texts of floating-point numbers that are known.
//!
//! Exact where a number is between a thousandth and ten million and has few digits: there all versions of Java write the
//! shortest decimal that is read back as the number, as Rust does. Of any other nothing is said.

use crate::value::Real;

/// How Java writes a number; `single` tells whether it is a `float`.
pub(super) fn text(real: Real, single: bool) -> Option<String> {
    let Real::Known(value) = real else { return None };
    let size = value.abs();
    if size != 0.0 && !(1e-3..1e7).contains(&size) {
        return None;
    }
    let written = if single { format!("{}", value as f32) } else { format!("{value}") };
    let digits = written.bytes().filter(u8::is_ascii_digit).count();
    if digits > if single { 7 } else { 15 } {
        return None;
    }
    Some(if written.contains('.') { written } else { format!("{written}.0") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_java_writes_them() {
        let of = |value: f64| text(Real::Known(value), false);
        assert_eq!(of(2.5).as_deref(), Some("2.5"));
        assert_eq!(of(33.333).as_deref(), Some("33.333"));
        assert_eq!(of(-0.0).as_deref(), Some("-0.0"));
        assert_eq!(of(7.0).as_deref(), Some("7.0"));
        assert_eq!(of(1e7), None);
        assert_eq!(of(1.0 / 3.0), None);
        assert_eq!(text(Real::Known(f64::from(2.5f32)), true).as_deref(), Some("2.5"));
    }
}

//! Integers as they are written: digits from 0 to z after an optional minus sign.
//!
//! The interpreter has its own; here they serve only to guess which integer a word came from.

use automata::Symbol;

/// The digits of an integer in a radix.
pub(crate) fn numeral(value: i128, radix: u32) -> Vec<Symbol> {
    let mut digits = magnitude(value, radix);
    if value < 0 {
        digits.insert(0, Symbol::from('-'));
    }
    digits
}

/// The integer of a numeral, where 128 bits hold it.
pub(crate) fn value_of(digits: &[Symbol], radix: u32) -> Option<i128> {
    let text: Option<String> = digits.iter().map(|&symbol| char::from_u32(symbol)).collect();
    i128::from_str_radix(&text?, radix).ok()
}

/// The digits of an integer without its sign.
pub(crate) fn magnitude(value: i128, radix: u32) -> Vec<Symbol> {
    let mut rest = value.unsigned_abs();
    let mut digits = Vec::new();
    while rest > 0 || digits.is_empty() {
        let digit = char::from_digit((rest % u128::from(radix)) as u32, radix);
        digits.push(Symbol::from(digit.expect("a remainder is below the radix, which is at most 36")));
        rest /= u128::from(radix);
    }
    digits.reverse();
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for value in [0, 1, -1, 35, 36, -1_000, i128::MAX, i128::MIN] {
            for radix in [2, 10, 16, 36] {
                assert_eq!(value_of(&numeral(value, radix), radix), Some(value), "{value} in {radix}");
            }
        }
        assert_eq!(numeral(-255, 16), "-ff".chars().map(Symbol::from).collect::<Vec<_>>());
    }
}

//! Literals: what the text of a number, a character or a string stands for.
//!
//! Numbers get the first type of the standard's list that holds them. Wide characters and strings are none of ours, so
//! they are told apart and refused.

use lang_c::ast::{Integer as IntegerLiteral, IntegerBase, IntegerSize};

use super::types::Integer;

/// The value and type of an integer literal; none when no type holds it.
pub(crate) fn integer(literal: &IntegerLiteral) -> Option<(i128, Integer)> {
    let (radix, decimal) = match literal.base {
        IntegerBase::Decimal => (10, true),
        IntegerBase::Octal => (8, false),
        IntegerBase::Hexadecimal => (16, false),
        IntegerBase::Binary => (2, false),
    };
    let digits = if literal.number.is_empty() { "0" } else { &literal.number };
    let value = i128::from_str_radix(digits, radix).ok()?;
    let least = match literal.suffix.size {
        IntegerSize::Int => 32,
        IntegerSize::Long | IntegerSize::LongLong => 64,
    };
    let fits = |bits: u32, signed: bool| {
        let ty = Integer { bits, signed };
        (bits >= least && value <= ty.range().1).then_some((value, ty))
    };
    let signed = |bits| if literal.suffix.unsigned { None } else { fits(bits, true) };
    let unsigned = |bits| if literal.suffix.unsigned || !decimal { fits(bits, false) } else { None };
    signed(32).or_else(|| unsigned(32)).or_else(|| signed(64)).or_else(|| unsigned(64))
}

/// The value of a character literal with its quotes; none for a wide one.
pub(crate) fn character(literal: &str) -> Option<i128> {
    let inside = literal.strip_prefix('\'')?.strip_suffix('\'')?;
    let bytes = unescape(inside)?;
    match bytes[..] {
        [byte] => Some(Integer::CHAR.wrap(i128::from(byte))),
        // Several characters are one number, the first in the highest place.
        [_, _] | [_, _, _] | [_, _, _, _] => {
            let value = bytes.iter().fold(0, |value, byte| (value << 8) | i128::from(*byte));
            Some(Integer::INT.wrap(value))
        }
        _ => None,
    }
}

/// The bytes of string literals that stand next to each other, with their quotes; none for wide ones.
pub(crate) fn string(parts: &[String]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for part in parts {
        let part = part.strip_prefix("u8").unwrap_or(part);
        bytes.extend(unescape(part.strip_prefix('"')?.strip_suffix('"')?)?);
    }
    Some(bytes)
}

/// The bytes that a text with escapes stands for.
fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        if first != b'\\' {
            bytes.push(first);
            rest = after;
            continue;
        }
        let (byte, used) = escape(after)?;
        bytes.push(byte);
        rest = &after[used..];
    }
    Some(bytes)
}

/// The byte of an escape without its backslash, and how many characters it has.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    let simple = |byte| Some((byte, 1));
    match *text.first()? {
        b'n' => simple(b'\n'),
        b't' => simple(b'\t'),
        b'r' => simple(b'\r'),
        b'a' => simple(7),
        b'b' => simple(8),
        b'v' => simple(11),
        b'f' => simple(12),
        b'e' => simple(27),
        b'x' => {
            let digits = text[1..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
            let value = number(&text[1..=digits], 16)?;
            Some((value as u8, digits + 1))
        }
        b'0'..=b'7' => {
            let digits = text.iter().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
            Some((number(&text[..digits], 8)? as u8, digits))
        }
        b'u' | b'U' => None,
        other => simple(other),
    }
}

fn number(digits: &[u8], radix: u32) -> Option<u32> {
    u32::from_str_radix(str::from_utf8(digits).ok()?, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_have_signs() {
        assert_eq!(character("'a'"), Some(97));
        assert_eq!(character("'\\0'"), Some(0));
        assert_eq!(character("'\\xff'"), Some(-1));
        assert_eq!(character("'\\''"), Some(39));
        assert_eq!(character("L'a'"), None);
    }

    #[test]
    fn strings_are_joined() {
        let parts = ["\"a\\x41\"".to_owned(), "\"\\101\\n\"".to_owned()];
        assert_eq!(string(&parts), Some(b"aAA\n".to_vec()));
        assert_eq!(string(&["L\"a\"".to_owned()]), None);
    }
}

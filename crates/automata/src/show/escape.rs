//! Characters as text that is safe to show.
//!
//! A character stands for itself only when nothing can hide behind it: printable ASCII, and letters and
//! digits that stand alone and are read from left to right. Everything else, control and direction characters above all,
//! is written as an escape. In an alphabet of bytes the numbers above ASCII are not characters.

use crate::symbols::{Alphabet, Symbol};

/// Characters with a meaning of their own in an expression.
const OPERATORS: &str = "\\.*+?()[]{}|^$";

/// Characters with a meaning of their own between brackets.
const BRACKET_OPERATORS: &str = "\\[]^-";

/// Writes a character of an expression, outside brackets.
pub(super) fn push_literal(text: &mut String, symbol: Symbol, alphabet: Alphabet) {
    push_escaped(text, symbol, alphabet, OPERATORS);
}

/// Writes a character between brackets.
pub(super) fn push_in_brackets(text: &mut String, symbol: Symbol, alphabet: Alphabet) {
    push_escaped(text, symbol, alphabet, BRACKET_OPERATORS);
}

/// Writes a character as itself, after a backslash when it is one of `special`, or as an escape.
pub(super) fn push_escaped(text: &mut String, symbol: Symbol, alphabet: Alphabet, special: &str) {
    match plain(symbol, alphabet) {
        Some(c) => {
            if special.contains(c) {
                text.push('\\');
            }
            text.push(c);
        }
        None => text.push_str(&code(symbol)),
    }
}

/// The character itself, when it may be shown as such.
fn plain(symbol: Symbol, alphabet: Alphabet) -> Option<char> {
    let c = char::from_u32(symbol)?;
    let is_byte = alphabet.last() <= 0xFF;
    let shown = match symbol {
        0x20..=0x7E => true,
        0..=0x9F => false,
        _ => !is_byte && c.is_alphanumeric() && c.escape_debug().len() == 1 && !is_right_to_left(symbol),
    };
    shown.then_some(c)
}

/// The blocks of scripts written from right to left; in a line of text they would carry others along.
fn is_right_to_left(symbol: Symbol) -> bool {
    matches!(symbol, 0x590..=0x8FF | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFF | 0x1_0800..=0x1_0FFF | 0x1_E800..=0x1_EFFF)
}

/// An escape in plain ASCII.
fn code(symbol: Symbol) -> String {
    match symbol {
        0x00 => "\\0".to_owned(),
        0x09 => "\\t".to_owned(),
        0x0A => "\\n".to_owned(),
        0x0D => "\\r".to_owned(),
        _ if symbol <= 0xFF => format!("\\x{symbol:02x}"),
        _ => format!("\\u{{{symbol:x}}}"),
    }
}

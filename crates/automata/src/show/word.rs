//! Words in quotation marks.
//!
//! A word may be an attack: it was found because it breaks something. It is shown so that it breaks neither
//! the line nor the direction of the text around it.

use super::escape::push_escaped;
use crate::symbols::{Alphabet, MARK, Symbol};

/// The word between double quotes, on one line.
///
/// Quotes and backslashes are escaped with a backslash, whatever does not print by a code (`\n`, `\xff`,
/// `\u{202e}`). Marked characters stand between guillemets: `"id=«1 or 1»"`. Guillemets of the word itself
/// are written as codes.
///
/// ```
/// use automata::{Alphabet, MARK, show};
/// let word = ['a' as u32, '"' as u32, MARK | 'b' as u32, MARK | 'c' as u32, 0x202E];
/// assert_eq!(show::word(&word, Alphabet::UNICODE), "\"a\\\"«bc»\\u{202e}\"");
/// ```
pub fn word(symbols: &[Symbol], alphabet: Alphabet) -> String {
    let mut text = String::from("\"");
    let mut marked = false;
    for &symbol in symbols {
        if marked != (symbol & MARK != 0) {
            text.push(if marked { '»' } else { '«' });
            marked = !marked;
        }
        push_escaped(&mut text, symbol & !MARK, alphabet, "\\\"");
    }
    if marked {
        text.push('»');
    }
    text.push('"');
    text
}

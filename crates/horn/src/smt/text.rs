//! Names and literals as SMT-LIB writes them.
//!
//! Words are written in printable ASCII, everything else as `\u{…}`, so that no text of a program reaches a file or a
//! terminal as it is.

use std::fmt::Write as _;

use automata::Symbol;

/// The greatest character of SMT-LIB strings.
pub(crate) const LAST: Symbol = 0x2_FFFF;

/// A name, in bars where it needs them. What bars cannot hold becomes an underscore.
pub(crate) fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    if !name.is_empty() && name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        return name.to_owned();
    }
    let safe = |c: char| if c == '|' || c == '\\' || c.is_control() { '_' } else { c };
    format!("|{}|", name.chars().map(safe).collect::<String>())
}

/// A word as a literal.
pub(crate) fn word(word: &[Symbol]) -> String {
    let mut text = String::from("\"");
    for &symbol in word {
        match u8::try_from(symbol) {
            Ok(b'"') => text.push_str("\"\""),
            Ok(byte @ 0x20..=0x7E) if byte != b'\\' => text.push(char::from(byte)),
            Ok(_) | Err(_) => write!(text, "\\u{{{symbol:x}}}").expect("a string can be written to"),
        }
    }
    text.push('"');
    text
}

/// The word of a literal, whose escapes are `\u{H…}` with up to five digits, and `\uHHHH`. Any other backslash stands
/// for itself. `None` for a character beyond the last.
pub(crate) fn symbol(content: &str) -> Option<Vec<Symbol>> {
    let mut word = Vec::new();
    let mut rest = content;
    while let Some(first) = rest.chars().next() {
        let (symbol, length) = escape(rest).unwrap_or((u32::from(first), first.len_utf8()));
        word.push(symbol);
        rest = &rest[length..];
    }
    word.iter().all(|&symbol| symbol <= LAST).then_some(word)
}

/// The character of an escape at the beginning, with its length.
fn escape(text: &str) -> Option<(Symbol, usize)> {
    let rest = text.strip_prefix("\\u")?;
    let (digits, length) = match rest.strip_prefix('{') {
        Some(inner) => {
            let digits = inner.split_once('}')?.0;
            (digits, digits.len() + 4)
        }
        None => (rest.get(..4)?, 6),
    };
    let wellformed = (1..=5).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    wellformed.then(|| Symbol::from_str_radix(digits, 16).ok().map(|symbol| (symbol, length)))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        let all: Vec<Symbol> = vec![0, 9, 10, 0x20, 0x22, 0x5C, 0x75, 0x7B, 0x7E, 0x7F, 0xFF, 0x100, LAST];
        let text = word(&all);
        assert!(text.is_ascii() && !text.contains('\n'));
        let content = text[1..text.len() - 1].replace("\"\"", "\"");
        assert_eq!(symbol(&content), Some(all));
    }

    #[test]
    fn other_backslashes_stand_for_themselves() {
        assert_eq!(symbol("\\x41"), Some("\\x41".chars().map(u32::from).collect()));
        assert_eq!(symbol("\\u0041\\u{42}\\u{}"), Some("AB\\u{}".chars().map(u32::from).collect()));
        assert_eq!(symbol("\\u{30000}"), None);
    }

    #[test]
    fn names_are_quoted_where_they_must() {
        assert_eq!(
            [quoted("a$1"), quoted("1"), quoted("a b"), quoted("a|b")],
            ["a$1", "|1|", "|a b|", "|a_b|"]
        );
    }
}

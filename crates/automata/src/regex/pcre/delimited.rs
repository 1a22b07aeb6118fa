//! The form in which PHP writes a pattern: `/…/im`.
//!
//! The delimiter is any character that is neither a letter, a digit, a backslash nor NUL; brackets come in pairs
//! and may nest. Leading white space and a trailing line break are skipped, as PHP does.

use std::ops::Range;

use crate::regex::error::SyntaxError;

/// Splits a pattern into what stands between its delimiters (a range of bytes) and its modifiers.
pub(crate) fn split_delimited(pattern: &str) -> Result<(Range<usize>, &str), SyntaxError> {
    let error = |place: usize, cause: &str| {
        let place = pattern.get(..place).map_or(0, |text| text.chars().count());
        Err(SyntaxError::new(place..place + 1, cause))
    };
    let space = |c: char| c.is_ascii_whitespace() || c == '\x0B';
    let before = pattern.len() - pattern.trim_start_matches(space).len();
    let Some(open) = pattern[before..].chars().next() else {
        return error(0, "the pattern is empty; it needs delimiters");
    };
    if open.is_ascii_alphanumeric() || open == '\\' || open == '\0' || !open.is_ascii() {
        return error(before, "a delimiter is neither a letter, a digit, a backslash nor NUL");
    }
    let close = match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        other => other,
    };
    let Some(end) = closing(&pattern[before + 1..], open, close) else {
        return error(before, "the closing delimiter is missing");
    };
    let inner = before + 1..before + 1 + end;
    let letters = &pattern[inner.end + 1..];
    Ok((inner, letters.trim_end_matches(['\n', '\r', ' '])))
}

/// Where the closing delimiter stands; brackets may nest, an escaped one does not count.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 1;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        } else if c == open {
            depth += 1;
        }
    }
    None
}

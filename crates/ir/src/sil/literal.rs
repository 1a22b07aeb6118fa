//! What literals stand for, and how words and names are written as literals.
//!
//! A character of the text stands for itself as the alphabet has it: its UTF-8 bytes in `byte`, its one or two
//! code units in `utf16`, its number elsewhere. `\xHH` is the character with that number in every alphabet.
//! [`quote`] writes every word so that [`word`] reads it back, in ASCII throughout, because a dump may go to
//! a terminal and its strings may come from an attacker.

use std::fmt::Write as _;
use std::ops::Range;

use automata::{Alphabet, MARK, Symbol};

use super::error::SyntaxError;
use super::lexer::span;
use crate::span::Span;

/// One character of a literal, or one escape.
enum Piece {
    /// A character as written, or by its number in Unicode.
    Unicode(u32),
    /// A character of the alphabet by its number.
    Number(Symbol),
}

/// The word that a literal with its quotes stands for.
pub(super) fn word(literal: &str, place: Span, alphabet: Alphabet) -> Result<Vec<Symbol>, SyntaxError> {
    let mut symbols = Vec::new();
    for (piece, at) in pieces(literal, place)? {
        let outside = |number| {
            let cause = format!("the character with number {number:#x} is not in the alphabet");
            SyntaxError::new(at, cause)
                .with_help("the alphabet is set by the first line, as in `alphabet unicode`")
        };
        match piece {
            Piece::Number(number) if alphabet.contains(number) => symbols.push(number),
            Piece::Unicode(number) if encode(number, alphabet, &mut symbols) => {}
            Piece::Number(number) | Piece::Unicode(number) => return Err(outside(number)),
        }
    }
    Ok(symbols)
}

/// The text that a literal with its quotes stands for: a message or a name.
pub(super) fn text(literal: &str, place: Span) -> Result<String, SyntaxError> {
    let mut text = String::new();
    for (piece, at) in pieces(literal, place)? {
        let (Piece::Unicode(number) | Piece::Number(number)) = piece;
        let c = char::from_u32(number);
        text.push(c.ok_or_else(|| SyntaxError::new(at, format!("{number:#x} is no character of Unicode")))?);
    }
    Ok(text)
}

/// Appends a character of Unicode in the encoding of the alphabet, if it has one there.
fn encode(number: u32, alphabet: Alphabet, symbols: &mut Vec<Symbol>) -> bool {
    let unmarked = Alphabet::up_to(alphabet.last());
    match char::from_u32(number) {
        Some(c) if unmarked == Alphabet::BYTE => {
            symbols.extend(c.encode_utf8(&mut [0; 4]).bytes().map(Symbol::from));
            true
        }
        Some(c) if unmarked == Alphabet::UTF16 => {
            symbols.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| Symbol::from(*unit)));
            true
        }
        Some(_) | None if alphabet.contains(number) && unmarked != Alphabet::BYTE => {
            symbols.push(number);
            true
        }
        Some(_) | None => false,
    }
}

/// The characters and escapes between the quotes, each with its place.
fn pieces(literal: &str, place: Span) -> Result<Vec<(Piece, Span)>, SyntaxError> {
    let inner = &literal[1..literal.len() - 1];
    let mut pieces = Vec::new();
    let mut rest = inner;
    while let Some(first) = rest.chars().next() {
        let (piece, length) = match first {
            '\\' => escape(rest).ok_or_else(|| bad_escape(rest, inner.len() - rest.len(), place))?,
            _ => (Piece::Unicode(u32::from(first)), first.len_utf8()),
        };
        let start = place.start as usize + 1 + inner.len() - rest.len();
        pieces.push((piece, span(start, start + length)));
        rest = &rest[length..];
    }
    Ok(pieces)
}

/// The escape that a text begins with, and its length.
fn escape(text: &str) -> Option<(Piece, usize)> {
    let simple = |c: char| Some((Piece::Unicode(u32::from(c)), 2));
    match text[1..].chars().next()? {
        'n' => simple('\n'),
        't' => simple('\t'),
        'r' => simple('\r'),
        '0' => simple('\0'),
        c @ ('\\' | '"' | '\'' | '`') => simple(c),
        'x' => {
            let digits =
                text.get(2..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
            Some((Piece::Number(u32::from_str_radix(digits, 16).ok()?), 4))
        }
        'u' => {
            let digits = text[2..].strip_prefix('{')?.split_once('}')?.0;
            let all_hex =
                !digits.is_empty() && digits.len() <= 8 && digits.bytes().all(|b| b.is_ascii_hexdigit());
            let number = all_hex.then(|| u32::from_str_radix(digits, 16).ok())??;
            // Beyond Unicode there are only marked characters, which have no other way to be written.
            let piece = if number >= MARK { Piece::Number(number) } else { Piece::Unicode(number) };
            Some((piece, 4 + digits.len()))
        }
        _ => None,
    }
}

fn bad_escape(rest: &str, offset: usize, place: Span) -> SyntaxError {
    let start = place.start as usize + 1 + offset;
    let length = rest.chars().take(2).map(char::len_utf8).sum::<usize>();
    SyntaxError::new(span(start, start + length), "this is no escape")
        .with_help(r#"the escapes are \n \t \r \0 \\ \" \' \xHH and \u{HHHH}"#)
}

/// A word as a literal.
pub(super) fn quote(word: &[Symbol], alphabet: Alphabet) -> String {
    let is_byte = alphabet.last() <= Alphabet::BYTE.last();
    let mut literal = String::from("\"");
    for &symbol in word {
        match char::from_u32(symbol) {
            Some(c) if c.is_ascii() => push_ascii(&mut literal, c, '"'),
            Some(_) | None if is_byte && symbol <= 0xFF => {
                push_formatted(&mut literal, format_args!("\\x{symbol:02x}"));
            }
            Some(_) | None => push_formatted(&mut literal, format_args!("\\u{{{symbol:x}}}")),
        }
    }
    literal.push('"');
    literal
}

/// The expression between the slashes of a literal, in which a slash need not be escaped.
pub(super) fn regex(literal: &str) -> String {
    regex_chars(literal).map(|(_, c)| c).collect()
}

/// The bytes of the literal that the given characters of its expression come from.
pub(super) fn regex_place(literal: &str, characters: Range<usize>) -> Range<usize> {
    let end = literal.len() - 1;
    let start = regex_chars(literal).nth(characters.start).map_or(end, |(at, _)| at);
    let length = characters.end.saturating_sub(characters.start);
    let stop = regex_chars(literal).skip(characters.start).nth(length).map_or(end, |(at, _)| at);
    start..stop.max(start + usize::from(start < end))
}

/// The characters of the expression with their places in the literal.
fn regex_chars(literal: &str) -> impl Iterator<Item = (usize, char)> {
    let mut is_escaped = false;
    let mut rest = literal[..literal.len() - 1].char_indices().skip(1).peekable();
    std::iter::from_fn(move || {
        let (mut at, mut c) = rest.next()?;
        if c == '\\' && !is_escaped && rest.peek().is_some_and(|(_, next)| *next == '/') {
            (at, c) = rest.next()?;
        }
        is_escaped = c == '\\' && !is_escaped;
        Some((at, c))
    })
}

/// An expression between slashes. Line breaks are escaped, the expression that is empty gets parentheses.
pub(super) fn quote_regex(text: &str) -> String {
    let mut literal = String::from("/");
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => literal.extend(std::iter::once(c).chain(rest.next())),
            '/' => literal.push_str("\\/"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            _ => literal.push(c),
        }
    }
    literal.push_str(if text.is_empty() { "()/" } else { "/" });
    literal
}

/// A text between quotes of the given kind.
pub(super) fn quote_text(text: &str, quote: char) -> String {
    let mut literal = String::from(quote);
    for c in text.chars() {
        if c.is_ascii() {
            push_ascii(&mut literal, c, quote);
        } else {
            push_formatted(&mut literal, format_args!("\\u{{{:x}}}", u32::from(c)));
        }
    }
    literal.push(quote);
    literal
}

fn push_ascii(literal: &mut String, c: char, quote: char) {
    match c {
        '\n' => literal.push_str("\\n"),
        '\t' => literal.push_str("\\t"),
        '\r' => literal.push_str("\\r"),
        '\\' => literal.push_str("\\\\"),
        _ if c == quote => {
            literal.push('\\');
            literal.push(c);
        }
        _ if c.is_ascii_control() => push_formatted(literal, format_args!("\\x{:02x}", u32::from(c))),
        _ => literal.push(c),
    }
}

fn push_formatted(literal: &mut String, arguments: std::fmt::Arguments<'_>) {
    literal.write_fmt(arguments).expect("a string can always be written to");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(literal: &str, alphabet: Alphabet) -> Option<Vec<Symbol>> {
        word(literal, Span::default(), alphabet).ok()
    }

    #[test]
    fn characters_are_encoded_as_the_alphabet_has_them() {
        let face = "\"\\u{1F600}\"";
        assert_eq!(read(face, Alphabet::UNICODE), Some(vec![0x1_F600]));
        assert_eq!(read(face, Alphabet::UTF16), Some(vec![0xD83D, 0xDE00]));
        assert_eq!(read(face, Alphabet::BYTE), Some(vec![0xF0, 0x9F, 0x98, 0x80]));
        assert_eq!(read("\"\\xe9\"", Alphabet::BYTE), Some(vec![0xE9]));
        assert_eq!(read("\"é\"", Alphabet::BYTE), Some(vec![0xC3, 0xA9]));
        assert_eq!(read("\"\\u{d800}\"", Alphabet::BYTE), None);
        assert_eq!(read("\"b\"", Alphabet::up_to(97)), None);
    }

    #[test]
    fn what_is_quoted_is_read_back() {
        let alphabets = [Alphabet::BYTE, Alphabet::UTF16, Alphabet::UNICODE, Alphabet::up_to(9)];
        for alphabet in alphabets.into_iter().flat_map(|alphabet| [alphabet, alphabet.with_marks()]) {
            let all = [
                0,
                7,
                9,
                10,
                34,
                39,
                92,
                96,
                127,
                128,
                255,
                256,
                0xD83D,
                0xDE00,
                0xFFFF,
                0x1_F600,
                MARK,
                MARK + 9,
            ];
            let word: Vec<Symbol> = all.into_iter().filter(|symbol| alphabet.contains(*symbol)).collect();
            assert_eq!(read(&quote(&word, alphabet), alphabet), Some(word), "{alphabet:?}");
        }
    }

    #[test]
    fn slashes_of_expressions_are_escaped() {
        for text in ["a", "a/b", r"[\\/]/", r"\\", r"\[/", "/"] {
            assert_eq!(regex(&quote_regex(text)), text);
        }
        assert_eq!(quote_regex(""), "/()/");
        assert_eq!(regex_place(r"/a\/é*/", 1..2), 3..4);
        assert_eq!(regex_place(r"/a\/é*/", 2..3), 4..6);
        assert_eq!(regex_place(r"/a\/é*/", 3..9), 6..7);
    }

    #[test]
    fn bad_escapes_have_a_place() {
        let error = word(r#""ab\q""#, span(10, 16), Alphabet::BYTE).expect_err("no such escape");
        assert_eq!((error.span().start, error.span().end), (13, 15));
        assert!(read(r#""\x4""#, Alphabet::BYTE).is_none() && read(r#""\u{}""#, Alphabet::BYTE).is_none());
    }
}

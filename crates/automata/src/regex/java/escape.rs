//! What follows a backslash.
//!
//! Escapes are read the same way inside and outside classes, then judged by the place they stand in. Inside a
//! range `\v` is the one character that it was in old versions.

use super::behind;
use super::class::Class;
use super::{Parser, Reading, sets};
use crate::regex::anchors;
use crate::regex::error::SyntaxError;
use crate::regex::flags::Flags;
use crate::regex::sets as common;
use crate::regex::tree::Wanted;
use crate::symbols::Symbol;

/// What an escape stands for.
pub(super) enum Escape {
    One(Symbol),
    Class(Class),
    /// The letter of an escape that means something only outside classes.
    Special(char),
    Unsupported(&'static str),
}

/// Whether an escape is an end of a range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    Range,
    Elsewhere,
}

impl Parser<'_> {
    pub(super) fn escape_item(&mut self, start: usize) -> Result<Reading, SyntaxError> {
        match self.escape(start, Within::Elsewhere)? {
            Escape::One(symbol) => {
                self.literal(symbol);
                if self.reader.is_past_end() {
                    return self.reader.error(start, "a backslash ends the pattern");
                }
            }
            Escape::Class(class) => {
                self.end_literals();
                self.push_class(&class);
            }
            Escape::Unsupported(name) => return Ok(self.abandon(name)),
            Escape::Special(letter) => {
                self.end_literals();
                if self.special(letter, start)? == Reading::Ended {
                    return Ok(Reading::Ended);
                }
            }
        }
        self.quantifier()?;
        Ok(Reading::GoesOn)
    }

    fn special(&mut self, letter: char, start: usize) -> Result<Reading, SyntaxError> {
        match letter {
            'A' | 'G' => self.push_anchor("start", anchors::text_start),
            'z' => self.push_anchor("end", anchors::text_end),
            'Z' if self.flags.contains(Flags::UNIX_LINES) => {
                self.push_anchor("last unix line end", |tree| behind::last_line_end(tree, Flags::UNIX_LINES));
            }
            'Z' => self.push_anchor("last line end", |tree| behind::last_line_end(tree, Flags::NONE)),
            'b' if self.reader.peek(self.flags) == Symbol::from(b'{')
                && self.reader.after() == Symbol::from(b'g') =>
            {
                return Ok(self.abandon("\\b{g}"));
            }
            'b' => return Ok(self.boundary("boundary", Wanted::Match)),
            'B' => return Ok(self.boundary("no boundary", Wanted::NoMatch)),
            'R' => self.line_ending(),
            'X' => return Ok(self.abandon("\\X")),
            'k' | '1'..='9' => return Ok(self.abandon("backreference")),
            _ => return self.reader.error(start, "there is no such escape"),
        }
        Ok(Reading::GoesOn)
    }

    /// Reads an escape at its backslash.
    pub(super) fn escape(&mut self, start: usize, within: Within) -> Result<Escape, SyntaxError> {
        let symbol = self.reader.skip();
        let Some(c) = char::from_u32(symbol).filter(char::is_ascii) else { return Ok(Escape::One(symbol)) };
        if within == Within::Range && c == 'v' {
            return Ok(Escape::One(0x0B));
        }
        match sets::predefined(c.to_ascii_lowercase(), self.flags) {
            Some(sets::Predefined::Known(set, is_wide)) => {
                let class = Class { set, is_wide };
                return Ok(Escape::Class(if c.is_ascii_uppercase() { class.complement() } else { class }));
            }
            Some(sets::Predefined::Unsupported) => {
                return Ok(Escape::Unsupported("word character of Unicode"));
            }
            None => {}
        }
        let one = |code: u32| Ok(Escape::One(code));
        match c {
            '0' => self.octal(start),
            'a' => one(0x07),
            'c' if self.reader.is_at_end() => self.reader.error(start, "\\c wants a character"),
            'c' => one(self.reader.read(self.flags) ^ 64),
            'e' => one(0x1B),
            'f' => one(0x0C),
            'n' => one(0x0A),
            'r' => one(0x0D),
            't' => one(0x09),
            'u' => self.unicode_escape(start),
            'x' => self.hexadecimal(start),
            'p' | 'P' => self.family(c, start),
            'N' => Ok(Escape::Unsupported("\\N{…}")),
            '1'..='9' | 'A' | 'B' | 'G' | 'R' | 'X' | 'Z' | 'b' | 'k' | 'z' => Ok(Escape::Special(c)),
            _ if c.is_ascii_alphabetic() => self.reader.error(start, "there is no such escape"),
            _ => one(symbol),
        }
    }

    /// One to three octal digits, at most `\0377`.
    fn octal(&mut self, start: usize) -> Result<Escape, SyntaxError> {
        let mut code = 0;
        let mut count = 0;
        let mut first = 0;
        loop {
            let digit = self.reader.read(self.flags).wrapping_sub(0x30);
            if digit > 7 || count == 3 || (count == 2 && first > 3) {
                self.reader.unread();
                break;
            }
            if count == 0 {
                first = digit;
            }
            code = code * 8 + digit;
            count += 1;
        }
        if count == 0 { self.reader.error(start, "\\0 wants an octal digit") } else { Ok(Escape::One(code)) }
    }

    /// `\xHH` or `\x{H…}`.
    fn hexadecimal(&mut self, start: usize) -> Result<Escape, SyntaxError> {
        let first = self.reader.read(self.flags);
        if let Some(high) = hex(first) {
            return match hex(self.reader.read(self.flags)) {
                Some(low) => Ok(Escape::One(high * 16 + low)),
                None => self.reader.error(start, "\\x wants two hexadecimal digits"),
            };
        }
        if first != Symbol::from(b'{') || hex(self.reader.peek(self.flags)).is_none() {
            return self.reader.error(start, "\\x wants two hexadecimal digits or braces");
        }
        let mut code = 0;
        loop {
            let symbol = self.reader.read(self.flags);
            match hex(symbol) {
                Some(digit) => code = code * 16 + digit,
                None if symbol == Symbol::from(b'}') => return Ok(Escape::One(code)),
                None => return self.reader.error(start, "these braces are not closed"),
            }
            if code > 0x10_FFFF {
                return self.reader.error(start, "this code is too large");
            }
        }
    }

    /// `\uHHHH`; two of them may make one code point.
    fn unicode_escape(&mut self, start: usize) -> Result<Escape, SyntaxError> {
        let high = self.four_digits(start)?;
        if (0xD800..=0xDBFF).contains(&high) {
            let place = self.reader.place();
            let backslash = self.reader.read(self.flags) == Symbol::from(b'\\');
            if backslash && self.reader.read(self.flags) == Symbol::from(b'u') {
                let low = self.four_digits(start)?;
                if (0xDC00..=0xDFFF).contains(&low) {
                    return Ok(Escape::One(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)));
                }
            }
            self.reader.return_to(place);
        }
        Ok(Escape::One(high))
    }

    fn four_digits(&mut self, start: usize) -> Result<Symbol, SyntaxError> {
        let mut code = 0;
        for _ in 0..4 {
            match hex(self.reader.read(self.flags)) {
                Some(digit) => code = code * 16 + digit,
                None => return self.reader.error(start, "\\u wants four hexadecimal digits"),
            }
        }
        Ok(code)
    }

    /// `\pL` or `\p{Lu}`, and `\P` for the complement.
    fn family(&mut self, letter: char, start: usize) -> Result<Escape, SyntaxError> {
        let place = self.reader.place();
        let name = if self.reader.peek(self.flags) == Symbol::from(b'{') {
            self.reader.return_to(place);
            self.reader.peek(self.flags);
            self.braced_name(start)?
        } else {
            let place = self.reader.place();
            self.reader.read(self.flags);
            self.reader.text(place, place + 1)
        };
        match sets::property(&name, self.flags) {
            Some((set, is_wide)) => {
                let class = Class { set, is_wide };
                Ok(Escape::Class(if letter == 'P' { class.complement() } else { class }))
            }
            None if name.len() < 2 => self.reader.error(start, "there is no such property"),
            None => Ok(Escape::Unsupported("Unicode property")),
        }
    }

    fn braced_name(&mut self, start: usize) -> Result<String, SyntaxError> {
        self.reader.read(self.flags);
        let begin = self.reader.place();
        loop {
            if self.reader.is_at_end() {
                return self.reader.error(start, "this property is not closed");
            }
            if self.reader.read(self.flags) == Symbol::from(b'}') {
                break;
            }
        }
        let end = self.reader.place() - 1;
        if end <= begin {
            return self.reader.error(start, "this property has no name");
        }
        Ok(self.reader.text(begin, end))
    }
}

impl Class {
    /// All other characters; the engine always compares complements by code point.
    fn complement(&self) -> Class {
        Class { set: common::not(&self.set), is_wide: true }
    }
}

fn hex(symbol: Symbol) -> Option<u32> {
    char::from_u32(symbol).filter(char::is_ascii).and_then(|c| c.to_digit(16))
}

//! The dialect of the small language: few constructs, each with one meaning, any alphabet.
//!
//! A word matches as a whole, so there are no anchors; `^` and `$` are refused with a hint rather than read
//! in a way that a user of another dialect would not expect. `&` and `~` are ordinary characters, because
//! attack patterns are full of them; intersection and complement are operations on automata.

use super::build::{Builder, Built, Group};
use super::error::SyntaxError;
use super::sets;
use super::source::Source;
use super::tree::{Greed, Times};
use crate::symbols::{Symbol, SymbolSet};

/// The largest count in braces. Larger ones are more likely slips than wishes.
const MAX_COUNT: u32 = 1_000_000_000;

/// Reads a pattern of the small language.
pub(crate) fn parse(symbols: &[Symbol]) -> Result<Built, SyntaxError> {
    let mut parser = Parser { source: Source::new(symbols), builder: Builder::new(), captures: 0 };
    while !parser.source.is_at_end() {
        parser.item()?;
    }
    parser.builder.finish(&parser.source)
}

struct Parser<'a> {
    source: Source<'a>,
    builder: Builder<()>,
    captures: u32,
}

/// What an escape stands for.
enum Escape {
    One(Symbol),
    Many(SymbolSet),
}

impl Parser<'_> {
    fn item(&mut self) -> Result<(), SyntaxError> {
        let start = self.source.place();
        let symbol = self.source.next().expect("items are read before the end");
        match char::from_u32(symbol) {
            Some('(') => return self.open(),
            Some(')') => {
                if self.builder.close(&self.source)?.is_none() {
                    return self.source.error(start, "this parenthesis closes no group");
                }
            }
            Some('|') => {
                self.builder.alternate();
                return Ok(());
            }
            Some('.') => self.builder.push_class(sets::any()),
            Some('[') => {
                let set = self.class(start)?;
                self.builder.push_class(set);
            }
            Some('\\') => {
                let set = match self.escape(start)? {
                    Escape::One(symbol) => SymbolSet::single(symbol),
                    Escape::Many(set) => set,
                };
                self.builder.push_class(set);
            }
            Some('^' | '$') => {
                let cause =
                    "the whole word is matched, so there are no anchors; write \\^ or \\$ for the character";
                return self.source.error(start, cause);
            }
            Some('*' | '+' | '?' | '{') => {
                return self.source.error(start, "there is nothing here to repeat");
            }
            Some('}') => return self.source.error(start, "write \\} for a brace"),
            Some(_) | None => self.builder.push_class(SymbolSet::single(symbol)),
        }
        self.quantifier()
    }

    fn open(&mut self) -> Result<(), SyntaxError> {
        let start = self.source.place();
        if self.source.eat("?:") {
            return self.builder.open(Group::Plain, &self.source, ());
        }
        if self.source.starts_with("?") {
            return self.source.error(start, "the only group with a question mark is (?:…)");
        }
        self.captures += 1;
        self.builder.open(Group::Capture(self.captures), &self.source, ())
    }

    fn quantifier(&mut self) -> Result<(), SyntaxError> {
        let start = self.source.place();
        let times = match self.source.peek_char() {
            Some('*') => Times::ANY,
            Some('+') => Times::SOME,
            Some('?') => Times::OPTIONAL,
            Some('{') => {
                self.source.next();
                self.braces(start)?
            }
            Some(_) | None => return Ok(()),
        };
        if self.source.place() == start {
            self.source.next();
        }
        let greed = if self.source.eat("?") { Greed::Lazy } else { Greed::Greedy };
        self.builder.quantify(times, greed, &self.source)
    }

    /// Reads `m}`, `m,}`, `m,n}` or `,n}` after the opening brace.
    fn braces(&mut self, start: usize) -> Result<Times, SyntaxError> {
        let min = self.source.number();
        let max = if self.source.eat(",") { self.source.number() } else { min };
        if (min.is_none() && max.is_none()) || !self.source.eat("}") {
            return self.source.error(start, "a count is {m}, {m,}, {m,n} or {,n}; write \\{ for a brace");
        }
        let min = min.unwrap_or(0);
        if min.max(max.unwrap_or(0)) > MAX_COUNT {
            return self.source.error(start, format!("a count is at most {MAX_COUNT}"));
        }
        if max.is_some_and(|max| max < min) {
            return self.source.error(start, "the lower count is above the upper one");
        }
        Ok(Times { min, max })
    }

    /// Reads a class after its opening bracket. `[]` has no character, `[^]` all of them.
    fn class(&mut self, start: usize) -> Result<SymbolSet, SyntaxError> {
        let negated = self.source.eat("^");
        let mut set = SymbolSet::empty();
        while !self.source.eat("]") {
            let place = self.source.place();
            let members = match self.member(start)? {
                Escape::Many(members) => members,
                Escape::One(low) => SymbolSet::range(low, self.upper_end(low, place, start)?),
            };
            set = set.union(&members);
        }
        Ok(if negated { sets::not(&set) } else { set })
    }

    /// The upper end of a range that starts with `low`, which is `low` itself where no `-` follows.
    fn upper_end(&mut self, low: Symbol, place: usize, start: usize) -> Result<Symbol, SyntaxError> {
        let is_range = self.source.starts_with("-") && self.source.peek_at(1) != Some(Symbol::from(b']'));
        if !is_range {
            return Ok(low);
        }
        self.source.next();
        match self.member(start)? {
            Escape::One(high) if low <= high => Ok(high),
            Escape::One(_) => self.source.error(place, "the ends of this range are out of order"),
            Escape::Many(_) => self.source.error(place, "a range ends with one character"),
        }
    }

    fn member(&mut self, class_start: usize) -> Result<Escape, SyntaxError> {
        let start = self.source.place();
        match self.source.next() {
            None => self.source.error(class_start, "this class is not closed"),
            Some(0x5C) => self.escape(start),
            Some(symbol) => Ok(Escape::One(symbol)),
        }
    }

    /// Reads an escape after its backslash.
    fn escape(&mut self, start: usize) -> Result<Escape, SyntaxError> {
        let Some(symbol) = self.source.next() else {
            return self.source.error(start, "a backslash ends the pattern; write \\\\ for the character");
        };
        let one = |c: char| Ok(Escape::One(Symbol::from(c)));
        match char::from_u32(symbol) {
            Some('n') => one('\n'),
            Some('t') => one('\t'),
            Some('r') => one('\r'),
            Some('0') => one('\0'),
            Some('d') => Ok(Escape::Many(sets::digit())),
            Some('D') => Ok(Escape::Many(sets::not(&sets::digit()))),
            Some('w') => Ok(Escape::Many(sets::word())),
            Some('W') => Ok(Escape::Many(sets::not(&sets::word()))),
            Some('s') => Ok(Escape::Many(sets::space())),
            Some('S') => Ok(Escape::Many(sets::not(&sets::space()))),
            Some('x') => self.hexadecimal(start, 2),
            Some('u') if self.source.eat("{") => {
                let code = self.hexadecimal(start, 6)?;
                if self.source.eat("}") { Ok(code) } else { self.source.error(start, "write \\u{10FFFF}") }
            }
            Some(c) if c.is_ascii_alphanumeric() => self.source.error(start, "there is no such escape"),
            Some(_) | None => Ok(Escape::One(symbol)),
        }
    }

    /// Reads hexadecimal digits: exactly two, or one to six.
    fn hexadecimal(&mut self, start: usize, most: usize) -> Result<Escape, SyntaxError> {
        let digits = self.source.take_while(most, |c| c.is_ascii_hexdigit());
        let least = if most == 2 { 2 } else { 1 };
        match Symbol::from_str_radix(&digits, 16) {
            Ok(code) if digits.len() >= least && code <= 0x10_FFFF => Ok(Escape::One(code)),
            Ok(_) | Err(_) => {
                self.source.error(start, "write \\xHH with two digits, or a code up to \\u{10FFFF}")
            }
        }
    }
}

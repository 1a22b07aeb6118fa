//! Classes in brackets, with unions and intersections.
//!
//! `&&` takes everything to its right, up to the closing bracket, as its right side. A class may stand inside a
//! class; how deep is limited here, where the engine would run out of stack. A negation covers the whole class.

use super::escape::Escape;
use super::{Parser, sets};
use crate::regex::error::SyntaxError;
use crate::regex::sets as common;
use crate::symbols::{Symbol, SymbolSet};

/// How deep classes may be nested.
const MAX_DEPTH: usize = 100;

/// A set, and whether the engine compares it by code point.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) set: SymbolSet,
    pub(super) is_wide: bool,
}

/// What becomes of the closing bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Taken,
    Left,
}

/// The parts of a class read so far.
#[derive(Default)]
struct Parts {
    whole: Option<Class>,
    /// Whether there was an intersection.
    intersected: bool,
}

impl Parser<'_> {
    /// Reads a class at its bracket; `None` when the pattern was given up.
    pub(super) fn class(&mut self, start: usize) -> Result<Option<Class>, SyntaxError> {
        self.nested(Bracket::Taken, MAX_DEPTH, start)
    }

    fn nested(&mut self, bracket: Bracket, depth: usize, start: usize) -> Result<Option<Class>, SyntaxError> {
        if depth == 0 {
            return self.reader.error(start, "classes are nested too deeply");
        }
        let mut symbol = self.reader.next(self.flags);
        let negated = symbol == Symbol::from(b'^') && self.reader.before() == Symbol::from(b'[');
        if negated {
            symbol = self.reader.next(self.flags);
        }
        let mut parts = Parts::default();
        loop {
            match char::from_u32(symbol) {
                Some('[') => {
                    let Some(inner) = self.nested(Bracket::Taken, depth - 1, start)? else { return Ok(None) };
                    parts.add(inner);
                }
                Some('&') if self.reader.after_ignored(self.flags) == Symbol::from(b'&') => {
                    if !self.intersection(&mut parts, depth, start)? {
                        return Ok(None);
                    }
                }
                Some(']') if parts.whole.is_some() => break,
                Some('\0') if self.reader.is_at_end() => {
                    return self.reader.error(start, "this class is not closed");
                }
                Some(_) | None => {
                    if parts.intersected {
                        self.abandon("character after an intersection");
                        return Ok(None);
                    }
                    let Some(range) = self.range(start)? else { return Ok(None) };
                    parts.add(range);
                }
            }
            symbol = self.reader.peek(self.flags);
        }
        if bracket == Bracket::Taken {
            self.reader.next(self.flags);
        }
        let whole = parts.whole.expect("a class ends only after a part");
        Ok(Some(if negated { Class { set: common::not(&whole.set), is_wide: true } } else { whole }))
    }

    /// Reads `&&` and its right side; false when the pattern was given up.
    fn intersection(&mut self, parts: &mut Parts, depth: usize, start: usize) -> Result<bool, SyntaxError> {
        self.reader.next(self.flags);
        let mut symbol = self.reader.next(self.flags);
        let mut right: Option<Class> = None;
        while !matches!(char::from_u32(symbol), Some(']' | '&')) {
            let bracket = if symbol == Symbol::from(b'[') {
                Bracket::Taken
            } else {
                self.reader.unread();
                Bracket::Left
            };
            let Some(part) = self.nested(bracket, depth - 1, start)? else { return Ok(false) };
            right = Some(match right {
                None => part,
                Some(before) => before.union(&part),
            });
            symbol = self.reader.peek(self.flags);
        }
        parts.intersected = true;
        match (parts.whole.take(), right) {
            (None, None) => self.reader.error(start, "this intersection has no sides"),
            // The engine then takes whatever it read last, or fails while matching.
            (Some(_), None) => {
                self.abandon("intersection without a right side");
                Ok(false)
            }
            (None, Some(right)) => {
                parts.whole = Some(right);
                Ok(true)
            }
            (Some(whole), Some(right)) => {
                parts.whole = Some(whole.intersection(&right));
                Ok(true)
            }
        }
    }

    /// Reads one character, a range, or a predefined class; `None` when the pattern was given up.
    fn range(&mut self, start: usize) -> Result<Option<Class>, SyntaxError> {
        let place = self.reader.place();
        let mut low = self.reader.peek(self.flags);
        if low == Symbol::from(b'\\') {
            let within = self.reader.starts_range_after_escape();
            match self.escape(place, within)? {
                Escape::One(symbol) => low = symbol,
                Escape::Class(class) => return Ok(Some(class)),
                Escape::Unsupported(name) => {
                    self.abandon(name);
                    return Ok(None);
                }
                Escape::Special(_) => {
                    return self.reader.error(place, "this escape means nothing in a class");
                }
            }
        } else {
            self.reader.next(self.flags);
        }
        if self.reader.peek(self.flags) != Symbol::from(b'-') {
            return Ok(Some(self.single(low)));
        }
        match char::from_u32(self.reader.after()) {
            Some('[' | ']') => Ok(Some(self.single(low))),
            Some(_) | None => self.upper_end(low, start),
        }
    }

    fn upper_end(&mut self, low: Symbol, start: usize) -> Result<Option<Class>, SyntaxError> {
        let mut high = self.reader.next(self.flags);
        if high == Symbol::from(b'\\') {
            let place = self.reader.place();
            high = match self.escape(place, super::escape::Within::Range)? {
                Escape::One(symbol) => symbol,
                Escape::Class(_) | Escape::Special(_) => {
                    return self.reader.error(start, "a class is no end of a range");
                }
                Escape::Unsupported(name) => {
                    self.abandon(name);
                    return Ok(None);
                }
            };
        } else {
            self.reader.next(self.flags);
        }
        if high < low || self.reader.is_past_end() {
            return self.reader.error(start, "the ends of a range are out of order");
        }
        let set = sets::range(low, high, self.flags);
        Ok(Some(Class { set, is_wide: sets::range_is_wide(low, high, self.flags) }))
    }

    fn single(&self, symbol: Symbol) -> Class {
        let set = sets::single(symbol, self.flags);
        let is_wide = super::reader::is_wide(symbol) || sets::single_is_wide_in_class(symbol, self.flags);
        Class { set, is_wide }
    }
}

impl Parts {
    fn add(&mut self, part: Class) {
        self.whole = Some(match self.whole.take() {
            None => part,
            Some(whole) => whole.union(&part),
        });
    }
}

impl Class {
    fn union(&self, other: &Class) -> Class {
        Class { set: self.set.union(&other.set), is_wide: self.is_wide || other.is_wide }
    }

    fn intersection(&self, other: &Class) -> Class {
        Class { set: self.set.intersection(&other.set), is_wide: self.is_wide || other.is_wide }
    }
}

//! How `java.util.regex` walks over a pattern.
//!
//! In comments mode white space and comments vanish almost everywhere, even inside classes and escapes, but not
//! quite everywhere. The places are kept by offering the same few ways to step as the engine has. A quoted
//! part `\Q…\E` is spelled out before anything else is read. Two zeros follow the pattern.

use super::escape::Within;
use crate::regex::error::SyntaxError;
use crate::regex::flags::Flags;
use crate::symbols::Symbol;

/// A pattern with a place in it.
pub(super) struct Reader {
    symbols: Vec<Symbol>,
    /// Where each symbol stood before quoted parts were spelled out.
    places: Vec<usize>,
    at: usize,
}

impl Reader {
    /// Joins surrogates, spells out quoted parts and starts at the beginning.
    pub(super) fn new(units: &[Symbol]) -> Self {
        let (symbols, places) = unquoted(&code_points(units), units.len());
        Reader { symbols, places, at: 0 }
    }

    fn here(&self, at: usize) -> Symbol {
        self.symbols.get(at).copied().unwrap_or(0)
    }

    pub(super) fn place(&self) -> usize {
        self.at
    }

    pub(super) fn return_to(&mut self, place: usize) {
        self.at = place;
    }

    /// Whether the pattern is used up.
    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.symbols.len()
    }

    pub(super) fn is_past_end(&self) -> bool {
        self.at > self.symbols.len()
    }

    /// The symbol here, after what comments mode skips.
    pub(super) fn peek(&mut self, flags: Flags) -> Symbol {
        if flags.contains(Flags::EXTENDED) {
            self.skip_ignored(flags);
        }
        self.here(self.at)
    }

    /// Steps over one symbol and peeks.
    pub(super) fn next(&mut self, flags: Flags) -> Symbol {
        self.at += 1;
        self.peek(flags)
    }

    /// The symbol after this one, as it stands.
    pub(super) fn after(&self) -> Symbol {
        self.here(self.at + 1)
    }

    /// The symbol that [`Self::next`] would give.
    pub(super) fn after_ignored(&mut self, flags: Flags) -> Symbol {
        let place = self.at;
        let symbol = self.next(flags);
        self.at = place;
        symbol
    }

    /// Whether a hyphen stands right after the escape here.
    pub(super) fn starts_range_after_escape(&self) -> Within {
        if self.here(self.at + 2) == Symbol::from(b'-') { Within::Range } else { Within::Elsewhere }
    }

    /// The symbol before this one, as it stands.
    pub(super) fn before(&self) -> Symbol {
        self.at.checked_sub(1).map_or(0, |at| self.here(at))
    }

    /// Steps over this symbol and the one after it, which it gives.
    pub(super) fn skip(&mut self) -> Symbol {
        self.at += 2;
        self.here(self.at - 1)
    }

    /// Gives the symbol here and steps over it; in comments mode the first that counts.
    pub(super) fn read(&mut self, flags: Flags) -> Symbol {
        if flags.contains(Flags::EXTENDED) {
            self.skip_ignored(flags);
        }
        self.at += 1;
        self.here(self.at - 1)
    }

    pub(super) fn unread(&mut self) {
        self.at = self.at.saturating_sub(1);
    }

    /// The symbols from `start` to `end` as text, anything but ASCII shown as U+FFFD.
    pub(super) fn text(&self, start: usize, end: usize) -> String {
        let show = |at| u8::try_from(self.here(at)).ok().filter(u8::is_ascii).map_or('\u{FFFD}', char::from);
        (start..end).map(show).collect()
    }

    /// Whether a code point above U+FFFF, or a lone surrogate, stands at `start` or later.
    pub(super) fn is_wide_from(&self, start: usize) -> bool {
        self.symbols.iter().skip(start).any(|&symbol| is_wide(symbol))
    }

    pub(super) fn error<T>(&self, start: usize, cause: impl Into<String>) -> Result<T, SyntaxError> {
        let place = |at: usize| self.places[at.min(self.places.len() - 1)];
        Err(SyntaxError::new(place(start)..place(self.at).max(place(start)), cause))
    }

    fn skip_ignored(&mut self, flags: Flags) {
        loop {
            match self.here(self.at) {
                0x09..=0x0D | 0x20 => self.at += 1,
                0x23 => {
                    while !matches!(self.here(self.at), 0) && !ends_line(self.here(self.at), flags) {
                        self.at += 1;
                    }
                }
                _ => return,
            }
        }
    }
}

/// Whether the engine takes the code point for one that needs two characters.
pub(super) fn is_wide(symbol: Symbol) -> bool {
    symbol > 0xFFFF || (0xD800..=0xDFFF).contains(&symbol)
}

fn ends_line(symbol: Symbol, flags: Flags) -> bool {
    let unix = flags.contains(Flags::UNIX_LINES);
    symbol == 0x0A || (!unix && matches!(symbol, 0x0D | 0x85 | 0x2028 | 0x2029))
}

/// Code points with the places of their first units.
fn code_points(units: &[Symbol]) -> Vec<(Symbol, usize)> {
    let mut points = Vec::with_capacity(units.len());
    let mut at = 0;
    while let Some(&unit) = units.get(at) {
        let low = units.get(at + 1).copied().filter(|low| (0xDC00..=0xDFFF).contains(low));
        match low {
            Some(low) if (0xD800..=0xDBFF).contains(&unit) => {
                points.push((0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00), at));
                at += 2;
            }
            Some(_) | None => {
                points.push((unit, at));
                at += 1;
            }
        }
    }
    points
}

/// Writes a backslash before each character of a quoted part that is neither a letter nor a digit.
fn unquoted(points: &[(Symbol, usize)], end: usize) -> (Vec<Symbol>, Vec<usize>) {
    const BACKSLASH: Symbol = 0x5C;
    let mut written: Vec<(Symbol, usize)> = Vec::with_capacity(points.len());
    let mut quoted = false;
    let mut at = 0;
    while let Some(&(symbol, place)) = points.get(at) {
        let next = points.get(at + 1).map(|&(next, _)| next);
        at += 1;
        match (symbol, next) {
            (BACKSLASH, Some(0x51)) if !quoted => {
                quoted = true;
                at += 1;
            }
            (BACKSLASH, Some(0x45)) if quoted => {
                quoted = false;
                at += 1;
            }
            (BACKSLASH, Some(next)) if !quoted => {
                written.extend([(symbol, place), (next, place + 1)]);
                at += 1;
            }
            (_, _) => {
                let c = char::from_u32(symbol).filter(char::is_ascii_alphanumeric);
                match c {
                    // A digit must not become a part of an escape that stands before the quoted part.
                    Some('0'..='9') if quoted => written.extend([0x5C, 0x78, 0x33].map(|s| (s, place))),
                    None if quoted => written.push((BACKSLASH, place)),
                    Some(_) | None => {}
                }
                written.push((symbol, place));
            }
        }
    }
    let places = written.iter().map(|&(_, place)| place).chain([end]).collect();
    (written.into_iter().map(|(symbol, _)| symbol).collect(), places)
}

//! The text of a pattern and how far it was read.
//!
//! A pattern is numbers, not text: it may be bytes that are no UTF-8, or lone surrogates. Syntax is ASCII, so
//! the reader offers ASCII views of what stands at a place.

use std::ops::Range;

use super::error::SyntaxError;
use crate::symbols::Symbol;

/// A pattern with a place in it. Places count the symbols before them.
#[derive(Clone, Debug)]
pub(crate) struct Source<'a> {
    symbols: &'a [Symbol],
    at: usize,
}

impl<'a> Source<'a> {
    pub(crate) fn new(symbols: &'a [Symbol]) -> Self {
        Source { symbols, at: 0 }
    }

    pub(crate) fn place(&self) -> usize {
        self.at
    }

    /// Goes back, or forward, to a place told before.
    pub(crate) fn return_to(&mut self, place: usize) {
        self.at = place.min(self.symbols.len());
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at >= self.symbols.len()
    }

    pub(crate) fn peek(&self) -> Option<Symbol> {
        self.symbols.get(self.at).copied()
    }

    /// The symbol `ahead` places further.
    pub(crate) fn peek_at(&self, ahead: usize) -> Option<Symbol> {
        self.symbols.get(self.at + ahead).copied()
    }

    /// The symbol here as an ASCII character; anything else is shown as U+FFFD.
    pub(crate) fn peek_char(&self) -> Option<char> {
        self.peek().map(ascii_or_replacement)
    }

    pub(crate) fn next(&mut self) -> Option<Symbol> {
        let symbol = self.peek()?;
        self.at += 1;
        Some(symbol)
    }

    pub(crate) fn next_char(&mut self) -> Option<char> {
        self.next().map(ascii_or_replacement)
    }

    /// Whether the ASCII text stands here.
    pub(crate) fn starts_with(&self, text: &str) -> bool {
        text.bytes().enumerate().all(|(i, byte)| self.peek_at(i) == Some(Symbol::from(byte)))
    }

    /// Steps over the ASCII text if it stands here.
    pub(crate) fn eat(&mut self, text: &str) -> bool {
        let found = self.starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Steps over symbols while `wanted` holds for them, at most `limit`.
    pub(crate) fn take_while(&mut self, limit: usize, wanted: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while taken.len() < limit && self.peek_char().is_some_and(&wanted) {
            taken.extend(self.next_char());
        }
        taken
    }

    /// Steps over a number in decimal digits; too large a number is the largest.
    pub(crate) fn number(&mut self) -> Option<u32> {
        let digits = self.take_while(usize::MAX, |c| c.is_ascii_digit());
        let saturating = |n: u32, c: char| n.saturating_mul(10).saturating_add(c.to_digit(10).unwrap_or(0));
        if digits.is_empty() { None } else { Some(digits.chars().fold(0, saturating)) }
    }

    /// From `start` to here.
    pub(crate) fn since(&self, start: usize) -> Range<usize> {
        start..self.at.max(start)
    }

    /// An error about the symbols from `start` to here.
    pub(crate) fn error<T>(&self, start: usize, cause: impl Into<String>) -> Result<T, SyntaxError> {
        Err(SyntaxError::new(self.since(start), cause))
    }
}

fn ascii_or_replacement(symbol: Symbol) -> char {
    match u8::try_from(symbol) {
        Ok(byte) if byte.is_ascii() => char::from(byte),
        Ok(_) | Err(_) => char::REPLACEMENT_CHARACTER,
    }
}

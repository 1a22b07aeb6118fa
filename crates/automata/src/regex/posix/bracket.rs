//! Bracket expressions.
//!
//! A backslash is an ordinary character here. In the C locale an equivalence class or a collating symbol is
//! one character. A hyphen is itself at the beginning, at the end, and as the upper end of a range.

use super::Parser;
use crate::regex::error::SyntaxError;
use crate::regex::sets;
use crate::symbols::{Symbol, SymbolSet};

/// The longest name between `[:` and `:]`.
const MAX_NAME: usize = 31;

/// An element of a bracket expression.
enum Element {
    One(Symbol),
    /// One character that cannot start a range: `[=a=]`.
    Equivalents(Symbol),
    Class(SymbolSet),
}

impl Parser<'_> {
    /// Reads a bracket expression after its bracket.
    pub(super) fn bracket(&mut self, start: usize) -> Result<SymbolSet, SyntaxError> {
        let negated = self.source.eat("^");
        let mut set = SymbolSet::empty();
        let mut first = true;
        while first || !self.source.eat("]") {
            let hyphen = self.source.starts_with("-") && self.source.peek_at(1) != Some(Symbol::from(b']'));
            if hyphen && !first {
                return self.source.error(start, "a hyphen is the first or the last character of its class");
            }
            let element = self.element(start)?;
            set = set.union(&self.range_from(element, start)?);
            first = false;
        }
        let folded = self.folded(&set);
        Ok(if negated { sets::not(&folded) } else { folded })
    }

    /// The element, or the range that it starts.
    fn range_from(&mut self, element: Element, start: usize) -> Result<SymbolSet, SyntaxError> {
        let low = match element {
            Element::Class(set) => return Ok(set),
            Element::Equivalents(symbol) => return Ok(SymbolSet::single(symbol)),
            Element::One(symbol) => symbol,
        };
        if !self.source.starts_with("-") || self.source.peek_at(1) == Some(Symbol::from(b']')) {
            return Ok(SymbolSet::single(low));
        }
        self.source.next();
        match self.element(start)? {
            Element::One(high) if low <= high => Ok(SymbolSet::range(low, high)),
            Element::One(_) => self.source.error(start, "the ends of a range are out of order"),
            Element::Equivalents(_) | Element::Class(_) => {
                self.source.error(start, "a class is no end of a range")
            }
        }
    }

    fn element(&mut self, start: usize) -> Result<Element, SyntaxError> {
        for delimiter in [".", "=", ":"] {
            if self.source.starts_with("[")
                && self.source.peek_at(1) == delimiter.chars().next().map(Symbol::from)
            {
                return self.symbol(delimiter, start);
            }
        }
        match self.source.next() {
            Some(symbol) => Ok(Element::One(self.raised(symbol))),
            None => self.source.error(start, "this class is not closed"),
        }
    }

    /// Reads `[.a.]`, `[=a=]` or `[:alpha:]`.
    fn symbol(&mut self, delimiter: &str, start: usize) -> Result<Element, SyntaxError> {
        self.source.next();
        self.source.next();
        let end = format!("{delimiter}]");
        let mut name = Vec::new();
        // The closing delimiter is looked for after at least one character was read.
        while !self.source.starts_with(&end) {
            match self.source.next() {
                Some(symbol) if name.len() < MAX_NAME => name.push(symbol),
                Some(_) | None => return self.source.error(start, "this name is not closed"),
            }
        }
        self.source.eat(&end);
        match (delimiter, name.as_slice()) {
            (":", _) => self.class_named(&name, start),
            (".", &[symbol]) => Ok(Element::One(self.raised(symbol))),
            (_, &[symbol]) => Ok(Element::Equivalents(self.raised(symbol))),
            (_, _) => self.source.error(start, "the C locale has no such collating element"),
        }
    }

    fn class_named(&self, name: &[Symbol], start: usize) -> Result<Element, SyntaxError> {
        let text: String = name.iter().filter_map(|&symbol| char::from_u32(symbol)).collect();
        let cased = matches!(text.as_str(), "upper" | "lower");
        let text = if self.ignore_case && cased { "alpha" } else { text.as_str() };
        match sets::posix(text).filter(|_| !matches!(text, "ascii" | "word")) {
            Some(set) => Ok(Element::Class(set)),
            None => self.source.error(start, "there is no such class"),
        }
    }
}

//! What follows a backslash.
//!
//! Escapes are read the same way inside and outside classes, then judged by the place they stand in. A
//! number is a reference or an octal code by the rules of PCRE2, which depend on the groups opened so far.

use super::hazards::Hazard;
use super::{Last, Parser, Reading, not_newline};
use crate::regex::anchors;
use crate::regex::error::SyntaxError;
use crate::regex::sets;
use crate::regex::tree::{Node, NodeId, Tree};
use crate::symbols::{Symbol, SymbolSet};

/// What an escape stands for, inside and outside classes.
pub(super) enum Escape {
    One(Symbol),
    Set(SymbolSet),
    /// All characters but those of a category, and its name.
    Complement(SymbolSet, String),
    /// `\Q`, whose text is read by the caller, and a lone `\E`, which is nothing.
    Quote,
    EndQuote,
    /// The letter of an escape that only one of the two places knows.
    Special(char),
    Unsupported(&'static str),
}

impl Parser<'_> {
    pub(super) fn escape_item(&mut self, start: usize) -> Result<Reading, SyntaxError> {
        match self.digit_reference(start) {
            Some(reading) => return Ok(reading),
            None => match self.escape(start)? {
                Escape::One(symbol) => self.literal(symbol),
                Escape::Set(set) if set == sets::space() => self.push_hazard(set, Hazard::Space),
                Escape::Set(set) => self.push_set(set),
                Escape::Complement(set, name) => {
                    self.push_hazard(set, Hazard::Complement(name));
                }
                Escape::Quote => self.quoted(),
                Escape::EndQuote => {}
                Escape::Unsupported(name) => return Ok(self.abandon(name, start)),
                Escape::Special(letter) => return self.special(letter, start),
            },
        }
        Ok(Reading::GoesOn)
    }

    /// The text up to `\E`, or to the end, character by character.
    fn quoted(&mut self) {
        while !self.source.is_at_end() && !self.source.eat("\\E") {
            if let Some(symbol) = self.source.next() {
                self.literal(symbol);
            }
        }
    }

    /// `\1` to `\9`, and longer numbers of groups that are open or that start with 8 or 9.
    fn digit_reference(&mut self, start: usize) -> Option<Reading> {
        let place = self.source.place();
        let first = self.source.peek_char().filter(|c| ('1'..='9').contains(c))?;
        let number = self.source.number()?;
        if number < 10 || first >= '8' || number <= self.captures {
            self.last_reference = self.last_reference.max(Some((number, start)));
            self.builder.push_unsupported("backreference", &self.source, start);
            self.last = Last::Item;
            return Some(Reading::GoesOn);
        }
        self.source.return_to(place);
        None
    }

    fn special(&mut self, letter: char, start: usize) -> Result<Reading, SyntaxError> {
        let word = self.word();
        match letter {
            'A' | 'G' => self.push_anchor("start", anchors::text_start),
            'z' => self.push_anchor("end", anchors::text_end),
            'Z' => self.push_anchor("last line end", super::before_last_newline),
            'b' => self.push_anchor("boundary", |tree| anchors::boundary(tree, word)),
            'B' => self.push_anchor("no boundary", |tree| anchors::no_boundary(tree, word)),
            'N' if self.source.starts_with("{") && self.peek_counts().is_none() => {
                if self.source.starts_with("{U+") {
                    return Ok(self.abandon("\\N{U+…}", start));
                }
                return self.source.error(start, "characters have no names here");
            }
            'N' => self.push_hazard(not_newline(), Hazard::NotNewline),
            'R' => {
                let node = line_ending(&mut self.builder.tree);
                self.builder.push(node);
                self.note_hazard(Hazard::LineEnding);
            }
            'C' if !self.is_unicode() => self.push_set(sets::any()),
            'C' => return Ok(self.abandon("\\C", start)),
            'X' => return Ok(self.abandon("\\X", start)),
            'K' => return Ok(self.abandon("\\K", start)),
            _ => return Ok(self.abandon("backreference", start)),
        }
        Ok(Reading::GoesOn)
    }

    fn peek_counts(&mut self) -> Option<()> {
        let place = self.source.place();
        self.source.eat("{");
        let counts = self.counts();
        self.source.return_to(place);
        counts.map(|_| ())
    }

    /// Reads an escape after its backslash; references are read before.
    pub(super) fn escape(&mut self, start: usize) -> Result<Escape, SyntaxError> {
        let Some(symbol) = self.source.next() else {
            return self.source.error(start, "a backslash ends the pattern");
        };
        let Some(c) = char::from_u32(symbol).filter(char::is_ascii) else { return Ok(Escape::One(symbol)) };
        if c == 'D' && self.is_unicode() {
            return Ok(complement("Nd"));
        }
        if let Some(set) = self.predefined(c.to_ascii_lowercase()) {
            let negated = c.is_ascii_uppercase();
            return Ok(Escape::Set(if negated { sets::not(&set) } else { set }));
        }
        let one = |code: u32| Ok(Escape::One(code));
        match c {
            'a' => one(0x07),
            'e' => one(0x1B),
            'f' => one(0x0C),
            'n' => one(0x0A),
            'r' => one(0x0D),
            't' => one(0x09),
            '0'..='7' => self.octal(c, start),
            'o' => self.braced(start, 8),
            'x' if self.source.starts_with("{") => self.braced(start, 16),
            'x' => {
                let digits = self.source.take_while(2, |c| c.is_ascii_hexdigit());
                one(Symbol::from_str_radix(&digits, 16).unwrap_or(0))
            }
            'c' => self.control(start),
            'Q' => Ok(Escape::Quote),
            'E' => Ok(Escape::EndQuote),
            'p' | 'P' => self.property_escape(c, start),
            'A' | 'G' | 'z' | 'Z' | 'b' | 'B' | 'N' | 'R' | 'C' | 'X' | 'K' | 'g' | 'k' => {
                Ok(Escape::Special(c))
            }
            _ if c.is_ascii_alphabetic() => self.source.error(start, "there is no such escape"),
            _ => one(symbol),
        }
    }

    /// Up to three octal digits, the first of which is read already.
    fn octal(&mut self, first: char, start: usize) -> Result<Escape, SyntaxError> {
        let mut digits = String::from(first);
        digits.push_str(&self.source.take_while(2, |c| ('0'..='7').contains(&c)));
        let code = Symbol::from_str_radix(&digits, 8).unwrap_or(0);
        if code > 0xFF && !self.is_unicode() {
            return self.source.error(start, "this octal number is above \\377");
        }
        Ok(Escape::One(code))
    }

    /// Digits in braces.
    fn braced(&mut self, start: usize, radix: u32) -> Result<Escape, SyntaxError> {
        if !self.source.eat("{") {
            return self.source.error(start, "an opening brace is missing");
        }
        let digits = self.source.take_while(usize::MAX, |c| c.is_digit(radix));
        if digits.is_empty() || !self.source.eat("}") {
            return self.source.error(start, "the braces hold no number");
        }
        let most = if self.is_unicode() { 0x10_FFFF } else { 0xFF };
        match Symbol::from_str_radix(digits.trim_start_matches('0'), radix) {
            Ok(code) if code > most => self.source.error(start, "this code is too large"),
            Ok(code) if self.is_unicode() && (0xD800..=0xDFFF).contains(&code) => {
                self.source.error(start, "a surrogate is no character")
            }
            Ok(code) => Ok(Escape::One(code)),
            Err(_) if digits.bytes().all(|digit| digit == b'0') => Ok(Escape::One(0)),
            Err(_) => self.source.error(start, "this code is too large"),
        }
    }

    fn control(&mut self, start: usize) -> Result<Escape, SyntaxError> {
        match self.source.next_char() {
            Some(c @ ' '..='~') => Ok(Escape::One(Symbol::from(c.to_ascii_uppercase()) ^ 0x40)),
            Some(_) | None => self.source.error(start, "\\c wants a printable ASCII character"),
        }
    }

    /// `\pL`, `\p{Lu}`, `\p{^Lu}`, and `\P` for the complement.
    fn property_escape(&mut self, letter: char, start: usize) -> Result<Escape, SyntaxError> {
        let mut negated = letter == 'P';
        let name = if self.source.eat("{") {
            negated ^= self.source.eat("^");
            let name = self.source.take_while(usize::MAX, |c| c != '}' && c != '\0');
            if !self.source.eat("}") {
                return self.source.error(start, "this property is not closed");
            }
            name
        } else {
            self.source.take_while(1, |_| true)
        };
        Ok(match Self::property(&name) {
            Some(_) if negated => complement(&name),
            Some(set) => Escape::Set(set),
            None if name.is_empty() => return self.source.error(start, "this property has no name"),
            None => Escape::Unsupported("Unicode property"),
        })
    }
}

fn complement(name: &str) -> Escape {
    let set = Parser::property(name).expect("the name is that of a category");
    Escape::Complement(sets::not(&set), name.to_owned())
}

/// `\R`: a carriage return and a newline together, or any vertical space; the first that matches is kept.
fn line_ending(tree: &mut Tree) -> NodeId {
    let carriage_return = tree.class(SymbolSet::single(0x0D));
    let newline = tree.class(SymbolSet::single(0x0A));
    let both = tree.concat(vec![carriage_return, newline]);
    let one = tree.class(sets::vertical());
    let either = tree.alternate(vec![both, one]);
    tree.add(Node::Atomic(either))
}

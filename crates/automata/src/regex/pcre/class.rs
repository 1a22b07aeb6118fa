//! Classes in brackets.
//!
//! The rules for hyphens are those of PCRE2, which takes a range whose end is a predefined class for a
//! mistake. Case is folded for single characters and ranges only, before the class is complemented.

use super::escape::Escape;
use super::{Last, Parser, Reading};
use crate::regex::anchors;
use crate::regex::error::SyntaxError;
use crate::regex::flags::Flags;
use crate::regex::sets;
use crate::regex::tree::{Side, Wanted};
use crate::symbols::{Symbol, SymbolSet};

/// What a class holds so far.
#[derive(Default)]
struct Members {
    /// Single characters and ranges, to which case folding applies.
    literals: Vec<(Symbol, Symbol)>,
    /// Predefined classes.
    others: SymbolSet,
    range: RangeState,
}

/// What a hyphen would mean.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum RangeState {
    /// Itself.
    #[default]
    No,
    /// A range from this character.
    From(Symbol),
    /// A range from this character was begun.
    Started(Symbol),
}

impl Parser<'_> {
    /// Reads a class after its bracket.
    pub(super) fn class_item(&mut self, start: usize) -> Result<Reading, SyntaxError> {
        for (text, side) in [("[:<:]]", Side::Ahead), ("[:>:]]", Side::Behind)] {
            if self.source.eat(text) {
                self.word_edge(side);
                return Ok(Reading::GoesOn);
            }
        }
        if self.posix_end().is_some() {
            return self.source.error(start, "POSIX classes belong inside brackets");
        }
        let negated = self.source.eat("^");
        let mut members = Members::default();
        let mut first = true;
        while first || !self.source.eat("]") {
            if self.source.is_at_end() {
                return self.source.error(start, "this class is not closed");
            }
            if self.class_member(&mut members, start)? == Reading::Abandoned {
                return Ok(Reading::Abandoned);
            }
            first = false;
        }
        if let RangeState::Started(_) = members.range {
            members.single(Symbol::from(b'-'));
        }
        let set = self.folded(&SymbolSet::from_ranges(members.literals)).union(&members.others);
        self.push_set(if negated { sets::not(&set) } else { set });
        Ok(Reading::GoesOn)
    }

    /// PCRE reads `[[:<:]]` as `\b(?=\w)` and `[[:>:]]` as `\b(?<=\w)`; a quantifier repeats the second test.
    fn word_edge(&mut self, side: Side) {
        let word = self.word();
        self.push_anchor("boundary", |tree| anchors::boundary(tree, word));
        let word = self.builder.tree.class(self.word());
        let look = self.builder.tree.look(side, Wanted::Match, word);
        self.builder.push(look);
        self.last = Last::Item;
    }

    /// Reads one member.
    fn class_member(&mut self, members: &mut Members, start: usize) -> Result<Reading, SyntaxError> {
        let place = self.source.place();
        if self.source.starts_with("[") {
            self.source.next();
            if let Some(end) = self.posix_end() {
                return self.posix_member(members, end, place).map(|()| Reading::GoesOn);
            }
            self.source.return_to(place);
        }
        match (self.source.next(), members.range) {
            (None, _) => return self.source.error(start, "this class is not closed"),
            (Some(0x20 | 0x09), _) if self.flags.contains(Flags::EXTENDED_MORE) => {}
            (Some(0x2D), RangeState::From(low)) => members.range = RangeState::Started(low),
            (Some(0x5C), _) => return self.class_escape(members, place),
            (Some(symbol), _) => self.class_literal(members, symbol, place)?,
        }
        Ok(Reading::GoesOn)
    }

    fn class_literal(&self, members: &mut Members, symbol: Symbol, place: usize) -> Result<(), SyntaxError> {
        match members.range {
            RangeState::Started(low) if low > symbol => {
                self.source.error(place, "the ends of this range are out of order")
            }
            RangeState::Started(low) => {
                members.literals.push((low, symbol));
                members.range = RangeState::No;
                Ok(())
            }
            RangeState::No | RangeState::From(_) => {
                members.single(symbol);
                Ok(())
            }
        }
    }

    fn class_escape(&mut self, members: &mut Members, place: usize) -> Result<Reading, SyntaxError> {
        match self.escape(place)? {
            Escape::One(symbol) => self.class_literal(members, symbol, place)?,
            Escape::Special('b') => self.class_literal(members, 0x08, place)?,
            Escape::Quote => {
                while !self.source.is_at_end() && !self.source.eat("\\E") {
                    if let Some(symbol) = self.source.next() {
                        self.class_literal(members, symbol, place)?;
                    }
                }
            }
            Escape::EndQuote => {}
            Escape::Special(_) => return self.source.error(place, "this escape means nothing in a class"),
            Escape::Unsupported(name) => return Ok(self.abandon(name, place)),
            Escape::Set(set) | Escape::Complement(set, _) => self.add_predefined(members, &set, place)?,
        }
        Ok(Reading::GoesOn)
    }

    fn posix_member(&mut self, members: &mut Members, end: usize, place: usize) -> Result<(), SyntaxError> {
        if !self.source.eat(":") {
            return self.source.error(place, "collating elements are not supported by PCRE");
        }
        let negated = self.source.eat("^");
        let name = self.source.take_while(end - self.source.place(), |_| true);
        let Some(set) = self.posix(&name) else {
            return self.source.error(place, "there is no such POSIX class");
        };
        self.source.return_to(end + 2);
        self.add_predefined(members, &if negated { sets::not(&set) } else { set }, place)
    }

    /// Adds a predefined class, which is no end of a range.
    fn add_predefined(
        &self,
        members: &mut Members,
        set: &SymbolSet,
        place: usize,
    ) -> Result<(), SyntaxError> {
        let hyphen =
            self.source.starts_with("-") && self.source.peek_at(1).is_some_and(|s| s != Symbol::from(b']'));
        if hyphen || matches!(members.range, RangeState::Started(_)) {
            return self.source.error(place, "a class is no end of a range");
        }
        members.others = members.others.union(set);
        members.range = RangeState::No;
        Ok(())
    }

    /// Where the `:` that closes a POSIX class stands, when one starts here after its bracket.
    fn posix_end(&self) -> Option<usize> {
        let terminator = self.source.peek().filter(|&s| ":.=".chars().any(|c| Symbol::from(c) == s))?;
        let mut ahead = 1;
        loop {
            let (here, next) = (self.source.peek_at(ahead)?, self.source.peek_at(ahead + 1)?);
            match (char::from_u32(here), char::from_u32(next)) {
                (Some('\\'), Some(']' | '\\')) => ahead += 1,
                (Some(']'), _) => return None,
                (Some('['), _) if next == terminator => return None,
                (_, Some(']')) if here == terminator => return Some(self.source.place() + ahead),
                (Some(_) | None, _) => {}
            }
            ahead += 1;
        }
    }
}

impl Members {
    /// A character by itself, from which a range may start.
    fn single(&mut self, symbol: Symbol) {
        self.literals.push((symbol, symbol));
        self.range = RangeState::From(symbol);
    }
}

//! What follows an opening parenthesis.
//!
//! Groups whose meaning is not regular (recursion, conditions, verbs) give the pattern up at once: what
//! comes after them is not read, because no language would be made of it.

use super::{Last, Numbering, Parser, Reading};
use crate::regex::build::Group;
use crate::regex::error::SyntaxError;
use crate::regex::flags::Flags;
use crate::regex::tree::{Side, Wanted};

/// The longest name of a group.
const MAX_NAME: usize = 32;

impl Parser<'_> {
    pub(super) fn group(&mut self, start: usize) -> Result<Reading, SyntaxError> {
        if self.source.starts_with("*") && self.is_verb() {
            return Ok(self.abandon("backtracking verb", start));
        }
        if !self.source.eat("?") {
            return self.plain_or_capture();
        }
        let look = [
            ("=", Side::Ahead, Wanted::Match),
            ("!", Side::Ahead, Wanted::NoMatch),
            ("*", Side::Ahead, Wanted::Match),
            ("<=", Side::Behind, Wanted::Match),
            ("<!", Side::Behind, Wanted::NoMatch),
            ("<*", Side::Behind, Wanted::Match),
        ];
        for (text, side, wanted) in look {
            if self.source.eat(text) {
                return self.open(Group::Look(side, wanted), Numbering::Onward);
            }
        }
        if self.source.eat(":") {
            return self.open(Group::Plain, Numbering::Onward);
        }
        if self.source.eat("|") {
            return self.open(Group::Plain, Numbering::Reset);
        }
        if self.source.eat(">") {
            return self.open(Group::Atomic, Numbering::Onward);
        }
        self.rarer_group(start)
    }

    fn rarer_group(&mut self, start: usize) -> Result<Reading, SyntaxError> {
        for (open, end) in [("P<", ">"), ("<", ">"), ("'", "'")] {
            if self.source.eat(open) {
                return self.named(end, start);
            }
        }
        if self.source.eat("#") {
            return self.comment(start);
        }
        let digit = |ahead| self.source.peek_at(ahead).is_some_and(|s| (0x30..=0x39).contains(&s));
        match self.source.peek_char() {
            Some('(') => Ok(self.abandon("conditional group", start)),
            Some('C') => Ok(self.abandon("callout", start)),
            Some('P') if self.source.starts_with("P=") => Ok(self.abandon("backreference", start)),
            Some('P' | 'R' | '&' | '0'..='9') => Ok(self.abandon("recursion", start)),
            Some('+' | '-') if digit(1) => Ok(self.abandon("recursion", start)),
            Some(_) => self.options(start),
            None => self.source.error(start, "this group is not closed"),
        }
    }

    /// A verb or an alphabetic assertion: `(*` and a letter or colon.
    fn is_verb(&self) -> bool {
        let after = self.source.peek_at(1).and_then(char::from_u32);
        after.is_some_and(|c| c == ':' || c.is_ascii_alphabetic())
    }

    pub(super) fn abandon(&mut self, name: &'static str, start: usize) -> Reading {
        self.builder.push_unsupported(name, &self.source, start);
        Reading::Abandoned
    }

    fn plain_or_capture(&mut self) -> Result<Reading, SyntaxError> {
        if self.flags.contains(Flags::NO_CAPTURE) {
            return self.open(Group::Plain, Numbering::Onward);
        }
        self.captures += 1;
        self.open(Group::Capture(self.captures), Numbering::Onward)
    }

    fn named(&mut self, end: &str, start: usize) -> Result<Reading, SyntaxError> {
        let name = self.source.take_while(MAX_NAME, |c| c == '_' || c.is_ascii_alphanumeric());
        if self.source.peek().is_some_and(|symbol| symbol > 0x7F) {
            return Ok(self.abandon("group name that is not ASCII", start));
        }
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || !self.source.eat(end) {
            return self
                .source
                .error(start, "a group's name has 1 to 32 letters, digits or _ and starts with no digit");
        }
        if !self.names.insert(name) {
            return if self.flags.contains(Flags::DUPLICATE_NAMES) || self.reset.is_some() {
                Ok(self.abandon("two groups of one name", start))
            } else {
                self.source.error(start, "two groups have this name")
            };
        }
        self.captures += 1;
        self.open(Group::Capture(self.captures), Numbering::Onward)
    }

    pub(super) fn comment(&mut self, start: usize) -> Result<Reading, SyntaxError> {
        while let Some(c) = self.source.next_char() {
            if c == ')' {
                return Ok(Reading::GoesOn);
            }
        }
        self.source.error(start, "this comment is not closed")
    }

    /// Reads `i-m)` or `i-m:` after `(?`.
    fn options(&mut self, start: usize) -> Result<Reading, SyntaxError> {
        let mut flags = self.flags;
        let restart = self.source.eat("^");
        if restart {
            let reset = Flags::IGNORE_CASE | Flags::MULTI_LINE | Flags::DOT_ALL | Flags::NO_CAPTURE;
            flags = flags.without(reset | Flags::EXTENDED | Flags::EXTENDED_MORE);
        }
        let mut removing = false;
        loop {
            let flag = match self.source.next_char() {
                Some(')') => {
                    self.flags = flags;
                    self.last = Last::Unrepeatable;
                    return Ok(Reading::GoesOn);
                }
                Some(':') => {
                    let outer = std::mem::replace(&mut self.flags, flags);
                    return self.open_with_flags(outer);
                }
                Some('-') if !removing && !restart => {
                    removing = true;
                    continue;
                }
                Some('i') => Flags::IGNORE_CASE,
                Some('m') => Flags::MULTI_LINE,
                Some('s') => Flags::DOT_ALL,
                Some('n') => Flags::NO_CAPTURE,
                Some('J') => Flags::DUPLICATE_NAMES,
                Some('U') => Flags::UNGREEDY,
                Some('x') => {
                    flags = flags.without(Flags::EXTENDED_MORE);
                    let doubled = self.source.eat("x") || removing;
                    if doubled { Flags::EXTENDED | Flags::EXTENDED_MORE } else { Flags::EXTENDED }
                }
                Some(_) => return self.source.error(start, "there is no such option"),
                None => return self.source.error(start, "this group is not closed"),
            };
            flags = if removing { flags.without(flag) } else { flags | flag };
        }
    }

    /// Opens a group inside which the flags are already set, and after which they are `outer`.
    fn open_with_flags(&mut self, outer: Flags) -> Result<Reading, SyntaxError> {
        let inner = std::mem::replace(&mut self.flags, outer);
        let reading = self.open(Group::Plain, Numbering::Onward);
        self.flags = inner;
        reading
    }
}

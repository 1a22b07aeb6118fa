//! What follows an opening parenthesis, and what closes it.
//!
//! Flags that a group sets hold to its end. A group that is only flags sets them for the rest of the group
//! around it and takes no quantifier.

use super::behind;
use super::{Parser, Reading, Saved};
use crate::regex::build::Group;
use crate::regex::error::SyntaxError;
use crate::regex::flags::Flags;
use crate::regex::tree::{Side, Wanted};
use crate::symbols::Symbol;

impl Parser<'_> {
    pub(super) fn group(&mut self, start: usize) -> Result<Reading, SyntaxError> {
        let saved = Saved { flags: self.flags, line_endings: self.line_endings, behind: None };
        if self.reader.next(self.flags) != Symbol::from(b'?') {
            self.captures += 1;
            return self.open(Group::Capture(self.captures), saved);
        }
        match char::from_u32(self.reader.skip()) {
            Some(':') => self.open(Group::Plain, saved),
            Some('=') => self.open(Group::Look(Side::Ahead, Wanted::Match), saved),
            Some('!') => self.open(Group::Look(Side::Ahead, Wanted::NoMatch), saved),
            Some('>') => self.open(Group::Atomic, saved),
            Some('<') => self.behind_or_named(saved, start),
            Some('$' | '@') => self.reader.error(start, "there is no such group"),
            Some(_) | None => {
                self.reader.unread();
                self.options(saved, start)
            }
        }
    }

    fn open(&mut self, group: Group, saved: Saved) -> Result<Reading, SyntaxError> {
        self.builder.open(group, &self.end, saved)?;
        Ok(Reading::GoesOn)
    }

    fn behind_or_named(&mut self, saved: Saved, start: usize) -> Result<Reading, SyntaxError> {
        let symbol = self.reader.read(self.flags);
        let behind = Saved { behind: Some(self.reader.place()), ..saved };
        match char::from_u32(symbol) {
            Some('=') => return self.open(Group::Look(Side::Behind, Wanted::Match), behind),
            Some('!') => return self.open(Group::Look(Side::Behind, Wanted::NoMatch), behind),
            Some(_) | None => {}
        }
        let mut name = String::new();
        let mut next = char::from_u32(symbol).unwrap_or('\u{FFFD}');
        while next.is_ascii_alphanumeric() {
            name.push(next);
            next = char::from_u32(self.reader.read(self.flags)).unwrap_or('\u{FFFD}');
        }
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || next != '>' {
            return self.reader.error(start, "a group's name is letters and digits and starts with a letter");
        }
        if !self.names.insert(name) {
            return self.reader.error(start, "two groups have this name");
        }
        self.captures += 1;
        self.open(Group::Capture(self.captures), saved)
    }

    /// Reads `i-m)` or `i-m:` after `(?`.
    fn options(&mut self, saved: Saved, start: usize) -> Result<Reading, SyntaxError> {
        let mut removing = false;
        let mut symbol = self.reader.peek(self.flags);
        loop {
            let flag = match char::from_u32(symbol) {
                Some('-') if !removing => {
                    removing = true;
                    symbol = self.reader.next(self.flags);
                    continue;
                }
                Some('i') => Flags::IGNORE_CASE,
                Some('m') => Flags::MULTI_LINE,
                Some('s') => Flags::DOT_ALL,
                Some('d') => Flags::UNIX_LINES,
                Some('u') => Flags::UNICODE,
                Some('x') => Flags::EXTENDED,
                Some('U') if removing => Flags::UNICODE_CLASSES,
                Some('U') => Flags::UNICODE_CLASSES | Flags::UNICODE,
                Some('c') => return Ok(self.abandon("canonical equivalence")),
                Some(_) | None => break,
            };
            self.flags = if removing { self.flags.without(flag) } else { self.flags | flag };
            symbol = self.reader.next(self.flags);
        }
        match char::from_u32(self.reader.read(self.flags)) {
            Some(')') => Ok(Reading::GoesOn),
            Some(':') => self.open(Group::Plain, saved),
            Some(_) | None => self.reader.error(start, "there is no such flag"),
        }
    }

    pub(super) fn close(&mut self, start: usize) -> Result<(), SyntaxError> {
        self.reader.next(self.flags);
        let Some(saved) = self.builder.close(&self.end)? else {
            return self.reader.error(start, "this parenthesis closes no group");
        };
        if let Some(begin) = saved.behind {
            self.close_behind(begin);
        }
        self.flags = saved.flags;
        let next = char::from_u32(self.reader.peek(self.flags));
        if self.line_endings > saved.line_endings && matches!(next, Some('?' | '*' | '+' | '{')) {
            // Whether the engine gives back half of a line ending depends on how it repeats the group.
            self.builder.push_unsupported("\\R in a repeated group", &self.end, self.end.place());
            self.builder.take_last();
        }
        Ok(())
    }

    /// Limits a lookbehind to the places that the engine tries.
    fn close_behind(&mut self, begin: usize) {
        let look = self.builder.take_last().expect("the group was just closed");
        let is_wide = self.reader.is_wide_from(begin);
        self.looks_into_pairs |= !is_wide && behind::look_reads_pairs(&self.builder.tree, look);
        match behind::limited(&mut self.builder.tree, look, is_wide) {
            Some(limited) => self.builder.push(limited),
            None => self.builder.push_unsupported("lookbehind of many lengths", &self.end, self.end.place()),
        }
    }
}

//! PCRE2 10.42 as PHP 8.2 configures it.
//!
//! A line ends with `\n`, `\R` is any Unicode line ending, and `u` turns on both UTF and Unicode properties. The
//! parser accepts exactly what the engine accepts, up to constructs that it reports as unsupported.

mod class;
mod delimited;
mod escape;
mod group;
mod hazards;
mod length;
mod sets;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use delimited::split_delimited;
use hazards::{Hazard, Hazards};

use super::anchors;
use super::build::{Builder, Built, Group};
use super::error::SyntaxError;
use super::flags::Flags;
use super::sets as common;
use super::source::Source;
use super::tree::{Greed, NodeId, Side, Times, Tree, Wanted};
use super::unicode;
use crate::symbols::{Symbol, SymbolSet};

/// PCRE's own limits.
const MAX_NESTING: usize = 250;
const MAX_COUNT: u32 = 65535;

/// Reads a PCRE pattern without delimiters.
pub(crate) fn parse(symbols: &[Symbol], flags: Flags) -> Result<Built, SyntaxError> {
    let mut parser = Parser {
        source: Source::new(symbols),
        builder: Builder::new(),
        flags,
        captures: 0,
        reset: None,
        names: BTreeSet::new(),
        last_reference: None,
        last: Last::Unrepeatable,
        hazards: Hazards::default(),
        anchors: BTreeMap::new(),
    };
    while !parser.source.is_at_end() {
        if parser.item()? == Reading::Abandoned {
            return Ok(parser.builder.abandon());
        }
    }
    parser.finish()
}

/// Whether the rest of the pattern can still be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    GoesOn,
    Abandoned,
}

/// What a group restores when it closes.
#[derive(Clone, Copy, Debug)]
struct Saved {
    flags: Flags,
    reset: Option<Reset>,
    numbering: Numbering,
}

/// How a group numbers the captures of its alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbering {
    /// One after the other.
    Onward,
    /// Each alternative from the same number: `(?|…)`.
    Reset,
}

/// The numbering of captures in a branch reset group `(?|…)`.
#[derive(Clone, Copy, Debug)]
struct Reset {
    first: u32,
    most: u32,
}

/// What a quantifier would apply to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Last {
    /// Nothing, or something that cannot be repeated.
    Unrepeatable,
    Item,
    Hazard(Hazard),
}

struct Parser<'a> {
    source: Source<'a>,
    builder: Builder<Saved>,
    flags: Flags,
    captures: u32,
    reset: Option<Reset>,
    names: BTreeSet<String>,
    /// The highest group referred to, and where.
    last_reference: Option<(u32, usize)>,
    last: Last,
    hazards: Hazards,
    anchors: BTreeMap<&'static str, NodeId>,
}

impl Parser<'_> {
    fn item(&mut self) -> Result<Reading, SyntaxError> {
        let start = self.source.place();
        if self.flags.contains(Flags::EXTENDED) && self.skip_space() {
            return Ok(Reading::GoesOn);
        }
        let symbol = self.source.next().expect("items are read before the end");
        match char::from_u32(symbol) {
            Some('(') => return self.group(start),
            Some(')') => self.close(start)?,
            Some('|') => self.next_alternative(),
            Some('.') => {
                let all = self.flags.contains(Flags::DOT_ALL);
                if all {
                    self.push_set(common::any());
                } else {
                    self.push_hazard(not_newline(), Hazard::NotNewline);
                }
            }
            Some('[') => {
                return self.class_item(start);
            }
            Some('\\') => return self.escape_item(start),
            Some('^') => self.circumflex(),
            Some('$') => self.dollar(),
            Some('*') => self.quantifier(Times::ANY, start)?,
            Some('+') => self.quantifier(Times::SOME, start)?,
            Some('?') => self.quantifier(Times::OPTIONAL, start)?,
            Some('{') => match self.braces(start)? {
                Some(times) => self.quantifier(times, start)?,
                None => self.literal(symbol),
            },
            Some(_) | None => self.literal(symbol),
        }
        Ok(Reading::GoesOn)
    }

    fn finish(mut self) -> Result<Built, SyntaxError> {
        if let Some((_, place)) = self.last_reference.filter(|&(number, _)| number > self.captures) {
            return self.source.error(place, "there is no such group to refer to");
        }
        if self.hazards.meet() {
            self.builder.push_unsupported("repetition that PCRE2 wrongly makes possessive", &self.source, 0);
        }
        self.builder.finish(&self.source)
    }

    /// Skips what may stand between a quantifier and its suffix.
    fn skip_ignored(&mut self) {
        loop {
            let place = self.source.place();
            let extended = self.flags.contains(Flags::EXTENDED);
            let skipped = self.source.eat("\\E")
                || self.source.eat("\\Q\\E")
                || (extended && self.skip_space())
                || (self.source.eat("(?#") && self.comment(place).is_ok());
            if !skipped {
                self.source.return_to(place);
                return;
            }
        }
    }

    /// Skips white space or a comment of the extended syntax.
    fn skip_space(&mut self) -> bool {
        let wide: &[Symbol] = &[0x85, 0x200E, 0x200F, 0x2028, 0x2029];
        let unicode = self.flags.contains(Flags::UNICODE);
        let Some(symbol) = self.source.peek() else { return false };
        if common::space().contains(symbol) || (unicode && wide.contains(&symbol)) {
            self.source.next();
            return true;
        }
        if !self.source.eat("#") {
            return false;
        }
        while self.source.next().is_some_and(|symbol| symbol != Symbol::from(b'\n')) {}
        true
    }

    fn next_alternative(&mut self) {
        self.builder.alternate();
        self.last = Last::Unrepeatable;
        if let Some(reset) = &mut self.reset {
            reset.most = reset.most.max(self.captures);
            self.captures = reset.first;
        }
    }

    fn push_set(&mut self, set: SymbolSet) {
        self.builder.push_class(set);
        self.last = Last::Item;
    }

    fn push_hazard(&mut self, set: SymbolSet, hazard: Hazard) {
        self.push_set(set);
        self.note_hazard(hazard);
    }

    fn note_hazard(&mut self, hazard: Hazard) {
        self.hazards.see(&hazard);
        self.last = Last::Hazard(hazard);
    }

    fn literal(&mut self, symbol: Symbol) {
        let set = self.folded(&SymbolSet::single(symbol));
        self.push_set(set);
    }

    /// The set with the other cases of its characters, where case is ignored.
    fn folded(&self, set: &SymbolSet) -> SymbolSet {
        if !self.flags.contains(Flags::IGNORE_CASE) {
            set.clone()
        } else if self.is_unicode() {
            unicode::fold_pcre(set)
        } else {
            common::fold_ascii(set)
        }
    }

    fn push_anchor(&mut self, name: &'static str, make: impl FnOnce(&mut Tree) -> NodeId) {
        let tree = &mut self.builder.tree;
        let anchor = *self.anchors.entry(name).or_insert_with(|| make(tree));
        self.builder.push(anchor);
        self.last = Last::Unrepeatable;
    }

    fn circumflex(&mut self) {
        if self.flags.contains(Flags::MULTI_LINE) {
            self.push_anchor("line start", line_start);
        } else {
            self.push_anchor("start", anchors::text_start);
        }
    }

    fn dollar(&mut self) {
        if self.flags.contains(Flags::MULTI_LINE) {
            self.push_anchor("line end", line_end);
        } else if self.flags.contains(Flags::DOLLAR_END_ONLY) {
            self.push_anchor("end", anchors::text_end);
        } else {
            self.push_anchor("last line end", before_last_newline);
        }
    }

    fn close(&mut self, start: usize) -> Result<(), SyntaxError> {
        let Some(saved) = self.builder.close_if(&self.source, length::fault)? else {
            return self.source.error(start, "this parenthesis closes no group");
        };
        self.flags = saved.flags;
        if let Some(reset) = self.reset.filter(|_| saved.numbering == Numbering::Reset) {
            self.captures = self.captures.max(reset.most);
        }
        self.reset = saved.reset;
        self.last = Last::Item;
        Ok(())
    }

    fn quantifier(&mut self, times: Times, start: usize) -> Result<(), SyntaxError> {
        if self.last == Last::Unrepeatable {
            return self.source.error(start, "this quantifier follows nothing that can be repeated");
        }
        if let Last::Hazard(hazard) = &self.last {
            self.hazards.repeat(hazard);
        }
        self.skip_ignored();
        let swapped = self.flags.contains(Flags::UNGREEDY);
        let greed = if self.source.eat("+") {
            Greed::Possessive
        } else if self.source.eat("?") == swapped {
            Greed::Greedy
        } else {
            Greed::Lazy
        };
        self.last = Last::Unrepeatable;
        self.builder.quantify(times, greed, &self.source)
    }

    /// Reads `m}`, `m,}` or `m,n}` after a brace; reads nothing when something else stands there.
    fn braces(&mut self, start: usize) -> Result<Option<Times>, SyntaxError> {
        let place = self.source.place();
        let Some(times) = self.counts() else {
            self.source.return_to(place);
            return Ok(None);
        };
        if times.min.max(times.max.unwrap_or(0)) > MAX_COUNT {
            return self.source.error(start, "a count is at most 65535");
        }
        if times.max.is_some_and(|max| max < times.min) {
            return self.source.error(start, "the lower count is above the upper one");
        }
        Ok(Some(times))
    }

    fn counts(&mut self) -> Option<Times> {
        let min = self.source.number()?;
        let max = if !self.source.eat(",") {
            Some(min)
        } else if self.source.starts_with("}") {
            None
        } else {
            Some(self.source.number()?)
        };
        self.source.eat("}").then_some(Times { min, max })
    }

    fn open(&mut self, group: Group, numbering: Numbering) -> Result<Reading, SyntaxError> {
        if self.builder.depth() >= MAX_NESTING {
            return self.source.error(self.source.place(), "groups are nested more than 250 deep");
        }
        let saved = Saved { flags: self.flags, reset: self.reset, numbering };
        let resets = numbering == Numbering::Reset;
        self.reset = resets.then_some(Reset { first: self.captures, most: self.captures });
        self.last = Last::Unrepeatable;
        self.builder.open(group, &self.source, saved)?;
        Ok(Reading::GoesOn)
    }
}

fn newline() -> SymbolSet {
    SymbolSet::single(Symbol::from(b'\n'))
}

fn not_newline() -> SymbolSet {
    common::not(&newline())
}

fn before_last_newline(tree: &mut Tree) -> NodeId {
    let newline = tree.class(newline());
    anchors::before_last(tree, newline)
}

/// At the beginning, or after a newline that does not end the word.
fn line_start(tree: &mut Tree) -> NodeId {
    let start = anchors::text_start(tree);
    let newline = tree.class(newline());
    let after = tree.look(Side::Behind, Wanted::Match, newline);
    let any = tree.class(common::any());
    let more = tree.look(Side::Ahead, Wanted::Match, any);
    let inner = tree.concat(vec![after, more]);
    tree.alternate(vec![start, inner])
}

/// At the end, or before a newline.
fn line_end(tree: &mut Tree) -> NodeId {
    let end = anchors::text_end(tree);
    let newline = tree.class(newline());
    let before = tree.look(Side::Ahead, Wanted::Match, newline);
    tree.alternate(vec![end, before])
}

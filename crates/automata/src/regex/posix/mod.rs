//! POSIX extended regular expressions as glibc reads them, in the C locale and without `REG_NEWLINE`.
//!
//! The GNU escapes (`\w`, `\b`, `\<` and the like) are on, because `regcomp` does not turn them off. A dot does
//! not match NUL. Where case is ignored, glibc raises pattern and word to upper case, which shows in ranges:
//! `[Z-a]` is then out of order. The longest of the leftmost matches is taken, so greed has no say.

mod bracket;

use std::collections::BTreeMap;

use super::anchors;
use super::build::{Builder, Built, Group};
use super::error::SyntaxError;
use super::flags::Flags;
use super::sets;
use super::source::Source;
use super::tree::{Greed, NodeId, Side, Times, Tree, Wanted};
use crate::symbols::{Symbol, SymbolSet};

/// The largest count, `RE_DUP_MAX`.
const MAX_COUNT: u32 = 0x7FFF;

/// Reads a POSIX extended regular expression.
pub(crate) fn parse(symbols: &[Symbol], flags: Flags) -> Result<Built, SyntaxError> {
    let mut parser = Parser {
        source: Source::new(symbols),
        builder: Builder::new(),
        ignore_case: flags.contains(Flags::IGNORE_CASE),
        captures: 0,
        closed: Vec::new(),
        repeatable: false,
        anchors: BTreeMap::new(),
    };
    while !parser.source.is_at_end() {
        parser.item()?;
    }
    parser.builder.finish(&parser.source)
}

struct Parser<'a> {
    source: Source<'a>,
    builder: Builder<u32>,
    ignore_case: bool,
    captures: u32,
    /// The groups that a reference may name: those that are closed.
    closed: Vec<u32>,
    repeatable: bool,
    anchors: BTreeMap<&'static str, NodeId>,
}

impl Parser<'_> {
    fn item(&mut self) -> Result<(), SyntaxError> {
        let start = self.source.place();
        let symbol = self.source.next().expect("items are read before the end");
        match char::from_u32(symbol) {
            Some('(') => {
                self.captures += 1;
                self.repeatable = false;
                return self.builder.open(Group::Capture(self.captures), &self.source, self.captures);
            }
            Some(')') => match self.builder.close(&self.source)? {
                Some(number) => {
                    self.closed.push(number);
                    self.repeatable = true;
                }
                None => self.push(SymbolSet::single(symbol)),
            },
            Some('|') => {
                self.builder.alternate();
                self.repeatable = false;
            }
            Some('.') => self.push(SymbolSet::range(1, 0xFF)),
            Some('[') => {
                let set = self.bracket(start)?;
                self.push(set);
            }
            Some('\\') => self.escape(start)?,
            Some('^') => self.push_anchor("start", anchors::text_start),
            Some('$') => self.push_anchor("end", anchors::text_end),
            Some('*') => self.repeat(Times::ANY, start)?,
            Some('+') => self.repeat(Times::SOME, start)?,
            Some('?') => self.repeat(Times::OPTIONAL, start)?,
            Some('{') => {
                let times = self.braces(start)?;
                self.repeat(times, start)?;
            }
            Some(_) | None => self.literal(symbol),
        }
        Ok(())
    }

    fn push(&mut self, set: SymbolSet) {
        self.builder.push_class(set);
        self.repeatable = true;
    }

    fn literal(&mut self, symbol: Symbol) {
        let set = self.folded(&SymbolSet::single(self.raised(symbol)));
        self.push(set);
    }

    /// The symbol as the pattern is compared: in upper case where case is ignored.
    fn raised(&self, symbol: Symbol) -> Symbol {
        if self.ignore_case && (0x61..=0x7A).contains(&symbol) { symbol - 0x20 } else { symbol }
    }

    /// The characters whose compared form is in `raised`.
    fn folded(&self, raised: &SymbolSet) -> SymbolSet {
        if !self.ignore_case {
            return raised.clone();
        }
        let lower = SymbolSet::range(0x61, 0x7A);
        let upper = raised.intersection(&SymbolSet::range(0x41, 0x5A));
        let lowered = upper.ranges().iter().map(|&(lo, hi)| (lo + 0x20, hi + 0x20));
        raised.difference(&lower).union(&SymbolSet::from_ranges(lowered))
    }

    fn push_anchor(&mut self, name: &'static str, make: impl FnOnce(&mut Tree) -> NodeId) {
        let tree = &mut self.builder.tree;
        let anchor = *self.anchors.entry(name).or_insert_with(|| make(tree));
        self.builder.push(anchor);
        self.repeatable = false;
    }

    fn repeat(&mut self, times: Times, start: usize) -> Result<(), SyntaxError> {
        if !self.repeatable {
            return self.source.error(start, "there is nothing here to repeat");
        }
        self.builder.quantify(times, Greed::Greedy, &self.source)
    }

    /// Reads `m}`, `m,}`, `m,n}` or `,n}` after a brace.
    fn braces(&mut self, start: usize) -> Result<Times, SyntaxError> {
        let min = self.source.number();
        let comma = self.source.eat(",");
        let max = if comma { self.source.number() } else { min };
        if (min.is_none() && !comma) || !self.source.eat("}") {
            return self.source.error(start, "a count is {m}, {m,}, {m,n} or {,n}");
        }
        let min = min.unwrap_or(0);
        if max.is_some_and(|max| max < min) {
            return self.source.error(start, "the lower count is above the upper one");
        }
        if max.unwrap_or(min) > MAX_COUNT {
            return self.source.error(start, "a count is at most 32767");
        }
        Ok(Times { min, max })
    }

    fn escape(&mut self, start: usize) -> Result<(), SyntaxError> {
        let Some(symbol) = self.source.next() else {
            return self.source.error(start, "a backslash ends the pattern");
        };
        match char::from_u32(symbol) {
            Some('w') => self.push(sets::word()),
            Some('W') => self.push(sets::not(&sets::word())),
            Some('s') => self.push(sets::space()),
            Some('S') => self.push(sets::not(&sets::space())),
            Some('b') => self.push_anchor("boundary", |tree| anchors::boundary(tree, sets::word())),
            Some('B') => self.push_anchor("no boundary", |tree| anchors::no_boundary(tree, sets::word())),
            Some('<') => {
                self.push_anchor("word start", |tree| word_edge(tree, Wanted::NoMatch, Wanted::Match));
            }
            Some('>') => self.push_anchor("word end", |tree| word_edge(tree, Wanted::Match, Wanted::NoMatch)),
            Some('`') => self.push_anchor("start", anchors::text_start),
            Some('\'') => self.push_anchor("end", anchors::text_end),
            Some('1'..='9') => {
                if !self.closed.contains(&(symbol - 0x30)) {
                    return self.source.error(start, "there is no such group to refer to");
                }
                self.builder.push_unsupported("backreference", &self.source, start);
                self.repeatable = true;
            }
            Some(_) | None => {
                // An escaped character is not raised with the pattern, so a small letter never matches then.
                let set = self.folded(&SymbolSet::single(symbol));
                self.push(set);
            }
        }
        Ok(())
    }
}

/// Where the neighbours are word characters as wanted.
fn word_edge(tree: &mut Tree, before: Wanted, after: Wanted) -> NodeId {
    let word = tree.class(sets::word());
    let behind = tree.look(Side::Behind, before, word);
    let ahead = tree.look(Side::Ahead, after, word);
    tree.concat(vec![behind, ahead])
}

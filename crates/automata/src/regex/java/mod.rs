//! `java.util.regex` of JDK 17.
//!
//! Words are UTF-16 code units, but the engine matches code points: a pair of surrogates is read as one. Where
//! the engine departs from its own description, it is followed: `\b` knows Unicode where `\w` does not, a repeated
//! `\R` never gives back half of `\r\n`, a lookbehind counts code units unless the pattern is written with
//! supplementary characters, and so does the place where a search may start.

mod behind;
mod class;
mod escape;
mod group;
mod reader;
mod sets;

use std::collections::{BTreeMap, BTreeSet};

use reader::Reader;

use super::build::{Builder, Built, Splits};
use super::error::SyntaxError;
use super::flags::Flags;
use super::source::Source;
use super::tree::{Greed, Node, NodeId, Times, Tree, Wanted, may_be_empty};
use crate::symbols::{Symbol, SymbolSet};

/// The largest count.
const MAX_COUNT: u32 = i32::MAX as u32;

/// Reads a pattern for `Pattern.compile`.
pub(crate) fn parse(units: &[Symbol], flags: Flags) -> Result<Built, SyntaxError> {
    let implied = if flags.contains(Flags::UNICODE_CLASSES) { Flags::UNICODE } else { Flags::NONE };
    let reader = Reader::new(units);
    let is_wide = reader.is_wide_from(0);
    let mut parser = Parser {
        end: Source::new(units),
        reader,
        builder: Builder::new(),
        flags: flags | implied,
        captures: 0,
        names: BTreeSet::new(),
        line_endings: 0,
        is_wide,
        is_abandoned: false,
        looks_into_pairs: false,
        literals: Vec::new(),
        anchors: BTreeMap::new(),
    };
    parser.end.return_to(units.len());
    while parser.item()? == Reading::GoesOn {}
    parser.finish()
}

/// Whether there is more to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    GoesOn,
    Ended,
}

/// What a group restores or checks when it closes.
#[derive(Clone, Copy, Debug)]
struct Saved {
    flags: Flags,
    line_endings: usize,
    /// Where a lookbehind starts.
    behind: Option<usize>,
}

struct Parser<'a> {
    reader: Reader,
    /// The end of the pattern, for errors of the builder.
    end: Source<'a>,
    builder: Builder<Saved>,
    flags: Flags,
    captures: u32,
    names: BTreeSet<String>,
    /// How often `\R` was met.
    line_endings: usize,
    /// Whether a search skips places inside surrogate pairs.
    is_wide: bool,
    is_abandoned: bool,
    /// Whether a lookbehind goes back by code units.
    looks_into_pairs: bool,
    /// The literals in a row that the engine compares together: which of them are wide.
    literals: Vec<bool>,
    anchors: BTreeMap<&'static str, NodeId>,
}

impl Parser<'_> {
    fn item(&mut self) -> Result<Reading, SyntaxError> {
        let symbol = self.reader.peek(self.flags);
        let start = self.reader.place();
        match char::from_u32(symbol) {
            Some('(') => {
                self.end_literals();
                return self.group(start);
            }
            Some(')') => {
                self.end_literals();
                self.close(start)?;
            }
            Some('|') => {
                self.end_literals();
                self.reader.next(self.flags);
                self.builder.alternate();
                return Ok(Reading::GoesOn);
            }
            Some('[') => {
                self.end_literals();
                match self.class(start)? {
                    Some(class) => self.push_class(&class),
                    None => return Ok(Reading::Ended),
                }
            }
            Some('\\') => return self.escape_item(start),
            Some('^') => self.anchor(start, "^"),
            Some('$') => self.anchor(start, "$"),
            Some('.') => {
                self.end_literals();
                self.reader.next(self.flags);
                let set = sets::dot(self.flags);
                self.builder.push_class(set);
            }
            Some('?' | '*' | '+') => return self.reader.error(start, "there is nothing here to repeat"),
            // A count that follows nothing repeats the empty word.
            Some('{') => {
                self.end_literals();
                let empty = self.builder.tree.empty();
                self.builder.push(empty);
            }
            Some('\0') if self.reader.is_at_end() => return Ok(Reading::Ended),
            Some(_) | None => {
                self.reader.next(self.flags);
                self.literal(symbol);
            }
        }
        self.quantifier()?;
        Ok(Reading::GoesOn)
    }

    fn finish(mut self) -> Result<Built, SyntaxError> {
        if self.is_abandoned {
            return Ok(self.builder.abandon());
        }
        self.end_literals();
        let mut built = self.builder.finish(&self.end)?;
        if self.is_wide {
            built.start = Some(behind::outside_pair(&mut built.tree));
        } else if may_be_empty(&built.tree, built.root) || behind::reads_pairs(&built.tree, built.root) {
            built.splits = Splits::AtSearchStart;
        }
        if self.looks_into_pairs {
            built.splits = Splits::Anywhere;
        }
        Ok(built)
    }

    /// Gives the pattern up at a construct without a language.
    fn abandon(&mut self, name: &'static str) -> Reading {
        self.builder.push_unsupported(name, &self.end, self.end.place());
        self.is_abandoned = true;
        Reading::Ended
    }

    fn literal(&mut self, symbol: Symbol) {
        let set = sets::single(symbol, self.flags);
        self.literals.push(reader::is_wide(symbol));
        if sets::single_is_wide(symbol, self.flags) {
            self.is_wide = true;
        }
        self.builder.push_class(set);
    }

    /// Ends a row of literals. One alone is a class of its own, and a wide class changes where searches start.
    fn end_literals(&mut self) {
        if let [true] = self.literals.as_slice() {
            self.is_wide = true;
        }
        self.literals.clear();
    }

    /// The last literal of a row is repeated apart from the others.
    fn split_literals(&mut self) {
        let last = self.literals.pop();
        self.end_literals();
        self.literals.extend(last);
        self.end_literals();
    }

    fn push_class(&mut self, class: &class::Class) {
        self.is_wide |= class.is_wide;
        self.builder.push_class(class.set.clone());
    }

    fn anchor(&mut self, start: usize, name: &str) {
        self.end_literals();
        self.reader.return_to(start);
        self.reader.next(self.flags);
        let multi_line = self.flags.contains(Flags::MULTI_LINE);
        let unix = self.flags.contains(Flags::UNIX_LINES);
        match (name, multi_line, unix) {
            ("^", false, _) => self.push_anchor("start", super::anchors::text_start),
            ("^", true, false) => {
                self.push_anchor("line start", |tree| behind::line_start(tree, Flags::NONE));
            }
            ("^", true, true) => {
                self.push_anchor("unix line start", |tree| behind::line_start(tree, Flags::UNIX_LINES));
            }
            (_, false, false) => {
                self.push_anchor("last line end", |tree| behind::last_line_end(tree, Flags::NONE));
            }
            (_, false, true) => {
                self.push_anchor("last unix line end", |tree| behind::last_line_end(tree, Flags::UNIX_LINES));
            }
            (_, true, false) => self.push_anchor("line end", |tree| behind::line_end(tree, Flags::NONE)),
            (_, true, true) => {
                self.push_anchor("unix line end", |tree| behind::line_end(tree, Flags::UNIX_LINES));
            }
        }
    }

    fn push_anchor(&mut self, name: &'static str, make: impl FnOnce(&mut Tree) -> NodeId) {
        let tree = &mut self.builder.tree;
        let anchor = *self.anchors.entry(name).or_insert_with(|| make(tree));
        self.builder.push(anchor);
    }

    /// Reads the quantifier after an item, if there is one.
    fn quantifier(&mut self) -> Result<(), SyntaxError> {
        let symbol = self.reader.peek(self.flags);
        let start = self.reader.place();
        let times = match char::from_u32(symbol) {
            Some('?') => Times::OPTIONAL,
            Some('*') => Times::ANY,
            Some('+') => Times::SOME,
            Some('{') => {
                let times = self.braces(start)?;
                self.reader.unread();
                times
            }
            Some(_) | None => return Ok(()),
        };
        self.split_literals();
        let greed = match char::from_u32(self.reader.next(self.flags)) {
            Some('?') => Greed::Lazy,
            Some('+') => Greed::Possessive,
            Some(_) | None => Greed::Greedy,
        };
        if greed != Greed::Greedy {
            self.reader.next(self.flags);
        }
        self.builder.quantify(times, greed, &self.end)
    }

    /// Reads `{m}`, `{m,}` or `{m,n}`.
    fn braces(&mut self, start: usize) -> Result<Times, SyntaxError> {
        let mut symbol = self.reader.skip();
        if !is_digit(symbol) {
            return self.reader.error(start, "a count is {m}, {m,} or {m,n}");
        }
        let min = self.number(&mut symbol);
        let mut max = Some(min);
        if symbol == Symbol::from(b',') {
            symbol = self.reader.read(self.flags);
            max = (symbol != Symbol::from(b'}')).then(|| self.number(&mut symbol));
        }
        if symbol != Symbol::from(b'}') {
            return self.reader.error(start, "this count is not closed");
        }
        if max.unwrap_or(min) < min || max.unwrap_or(min) > MAX_COUNT {
            return self.reader.error(start, "the counts are too large or out of order");
        }
        Ok(Times { min, max: max.filter(|&max| max < MAX_COUNT) })
    }

    /// The number whose first digit is in `symbol`, which then holds what follows it.
    fn number(&mut self, symbol: &mut Symbol) -> u32 {
        let mut number = 0_u32;
        while is_digit(*symbol) {
            number = number.saturating_mul(10).saturating_add(*symbol - 0x30);
            *symbol = self.reader.read(self.flags);
        }
        number
    }

    /// Pushes a boundary.
    fn boundary(&mut self, name: &'static str, wanted: Wanted) -> Reading {
        if self.flags.contains(Flags::UNICODE_CLASSES) {
            return self.abandon("word boundary of Unicode");
        }
        self.push_anchor(name, |tree| behind::boundary(tree, wanted));
        Reading::GoesOn
    }

    /// Pushes `\R`. Where it is repeated, the engine keeps the first way in which it matched.
    fn line_ending(&mut self) {
        self.line_endings += 1;
        let tree = &mut self.builder.tree;
        let carriage_return = tree.class(SymbolSet::single(0x0D));
        let newline = tree.class(SymbolSet::single(0x0A));
        let both = tree.concat(vec![carriage_return, newline]);
        let one = tree.class(super::sets::vertical());
        let mut node = tree.alternate(vec![both, one]);
        let next = char::from_u32(self.reader.peek(self.flags));
        if matches!(next, Some('?' | '*' | '+' | '{')) {
            node = self.builder.tree.add(Node::Atomic(node));
        }
        self.builder.push(node);
    }
}

fn is_digit(symbol: Symbol) -> bool {
    (0x30..=0x39).contains(&symbol)
}

//! Regular expressions as an arena: nodes are numbers, equal expressions have equal numbers.
//!
//! Children come before their parents, nothing is recursive, and nothing is ever dropped before the whole
//! arena. A node may be shared, so a small arena can stand for a long text: [`Expressions::width`] counts
//! the characters of the text without writing it, and saturates.
//!
//! Only [`rewrite`](super::rewrite) makes nodes; it keeps them tidy (flat lists, no empty word in a
//! concatenation, classes merged) without a change of language.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::class::class;
use crate::symbols::{Alphabet, SymbolSet};

/// The number of an expression in its arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Expr(u32);

/// An expression by its parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// No word.
    Empty,
    /// One character; the set is not empty.
    Class(SymbolSet),
    /// One after the other; without parts it is the empty word. Never exactly one part.
    Concat(Vec<Expr>),
    /// One of several, at least two.
    Union(Vec<Expr>),
    /// From least to most copies; no upper bound when `None`.
    Repeat(Expr, u32, Option<u32>),
}

/// How tightly a text holds together, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bond {
    Union,
    Concat,
    Repeat,
    Atom,
}

/// What is known of a node.
struct Entry {
    node: Node,
    width: u32,
    nullable: bool,
    bond: Bond,
}

/// A quick hash of short lists of numbers. Should many nodes collide, the budget of a wording is small all the same.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 32;
    }
}

/// An arena of expressions over one alphabet.
pub(super) struct Expressions {
    alphabet: Alphabet,
    entries: Vec<Entry>,
    index: HashMap<Node, Expr, BuildHasherDefault<Mixed>>,
    /// Parts looked at so far; a caller pays for them from its budget.
    pub(super) work: u64,
}

impl Expressions {
    pub(super) fn new(alphabet: Alphabet) -> Self {
        Expressions { alphabet, entries: Vec::new(), index: HashMap::default(), work: 0 }
    }

    pub(super) fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    pub(super) fn node(&self, expr: Expr) -> &Node {
        &self.entries[expr.0 as usize].node
    }

    /// The number of characters of its text.
    pub(super) fn width(&self, expr: Expr) -> u32 {
        self.entries[expr.0 as usize].width
    }

    /// Whether it has the empty word.
    pub(super) fn is_nullable(&self, expr: Expr) -> bool {
        self.entries[expr.0 as usize].nullable
    }

    pub(super) fn bond(&self, expr: Expr) -> Bond {
        self.entries[expr.0 as usize].bond
    }

    /// Its number, the same for the same node.
    pub(super) fn intern(&mut self, node: Node) -> Expr {
        self.work += 1;
        if let Some(&expr) = self.index.get(&node) {
            return expr;
        }
        let expr = Expr(u32::try_from(self.entries.len()).expect("a budget keeps nodes below 2^32"));
        let entry = self.describe(node.clone());
        self.entries.push(entry);
        self.index.insert(node, expr);
        expr
    }

    fn describe(&mut self, node: Node) -> Entry {
        let (width, nullable, bond) = match &node {
            Node::Empty => (2, false, Bond::Atom),
            Node::Class(symbols) => (class(symbols, self.alphabet).chars().count() as u32, false, Bond::Atom),
            Node::Concat(parts) => {
                self.work += parts.len() as u64;
                let width = self.sum_of_widths(parts, Bond::Concat);
                (width.max(2 * u32::from(parts.is_empty())), self.all_nullable(parts), Bond::Concat)
            }
            Node::Union(parts) => {
                self.work += parts.len() as u64;
                let bars = parts.len() as u32 - 1;
                let nullable = parts.iter().any(|&part| self.is_nullable(part));
                (self.sum_of_widths(parts, Bond::Union).saturating_add(bars), nullable, Bond::Union)
            }
            &Node::Repeat(body, least, most) => {
                let (width, bond) = match self.written_out(body, least, most) {
                    Some(width) => (width, Bond::Concat),
                    None => (self.counted(body, least, most), Bond::Repeat),
                };
                (width, least == 0 || self.is_nullable(body), bond)
            }
        };
        // The empty word is written as a pair of parentheses and needs no others.
        let bond = if node == Node::Concat(Vec::new()) { Bond::Atom } else { bond };
        Entry { node, width, nullable, bond }
    }

    pub(super) fn all_nullable(&self, parts: &[Expr]) -> bool {
        parts.iter().all(|&part| self.is_nullable(part))
    }

    fn sum_of_widths(&self, parts: &[Expr], around: Bond) -> u32 {
        parts.iter().fold(0, |sum: u32, &part| sum.saturating_add(self.width_within(part, around)))
    }

    /// The width of a part where everything must hold at least as tightly as `around`.
    fn width_within(&self, expr: Expr, around: Bond) -> u32 {
        self.width(expr).saturating_add(if self.bond(expr) < around { 2 } else { 0 })
    }

    /// The width of `xx` when that is not longer than `x{2}`; `None` when a count is better.
    pub(super) fn written_out(&self, body: Expr, least: u32, most: Option<u32>) -> Option<u32> {
        let copies = if most == Some(least) { u64::from(least) } else { return None };
        let width = u64::from(self.width_within(body, Bond::Concat)) * copies;
        (width <= u64::from(self.counted(body, least, most))).then_some(width as u32)
    }

    fn counted(&self, body: Expr, least: u32, most: Option<u32>) -> u32 {
        self.width_within(body, Bond::Atom).saturating_add(count(least, most).len() as u32)
    }
}

/// The sign for so many copies.
pub(super) fn count(least: u32, most: Option<u32>) -> String {
    match (least, most) {
        (0, None) => "*".to_owned(),
        (1, None) => "+".to_owned(),
        (0, Some(1)) => "?".to_owned(),
        (least, None) => format!("{{{least},}}"),
        (least, Some(most)) if least == most => format!("{{{least}}}"),
        (least, Some(most)) => format!("{{{least},{most}}}"),
    }
}

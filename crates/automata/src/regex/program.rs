//! The ordered form of a regular expression: instructions for a machine that tries the preferred way first.
//!
//! It is the program of a backtracking matcher. Running it with all ways at once gives the language; running
//! it in order gives the match that a leftmost-first engine reports. Zero-width tests refer to
//! [`Assertion`]s, whose bodies are programs in the same list. An assertion's body refers only to
//! assertions before it.

use super::tree::Side;
use crate::symbols::{Alphabet, SymbolSet};

/// The place of an instruction in its [`Program`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(pub(crate) u32);

/// A set of characters of a [`Program`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(pub(crate) u32);

/// A zero-width test of a [`Program`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AssertionId(pub(crate) u32);

/// One step of a matcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Reads one character of the set.
    Char {
        /// What may be read.
        set: SetId,
        /// Where to go on.
        next: Label,
    },
    /// Goes both ways, first along `prefer`.
    Split {
        /// The way to try first.
        prefer: Label,
        /// The way to try when that fails.
        other: Label,
    },
    /// Goes on only where the assertion has the wanted truth.
    Assert {
        /// The test.
        assertion: AssertionId,
        /// The wanted outcome.
        holds: bool,
        /// Where to go on.
        next: Label,
    },
    /// Notes the current place: slot `2g` is the start of group `g`, slot `2g + 1` its end.
    Save {
        /// Which place to note.
        slot: u32,
        /// Where to go on.
        next: Label,
    },
    /// Goes nowhere: no word matches this way.
    Fail,
    /// The match ends here.
    Match,
}

/// A zero-width test: it holds at a place of a word when its body matches a part of the word that ends
/// there ([`Side::Behind`]) or starts there ([`Side::Ahead`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// Where it looks.
    pub side: Side,
    /// Where its body starts. The body ends at a [`Instruction::Match`].
    pub start: Label,
}

/// A regular expression as a list of instructions.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) alphabet: Alphabet,
    pub(crate) instructions: Vec<Instruction>,
    pub(crate) sets: Vec<SymbolSet>,
    pub(crate) assertions: Vec<Assertion>,
    pub(crate) start: Label,
}

impl Program {
    /// The characters it reads.
    pub fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// Where a match starts.
    pub fn start(&self) -> Label {
        self.start
    }

    /// How many instructions there are. Their labels have the indices below this.
    pub fn len(&self) -> usize {
        self.instructions.len()
    }

    /// Whether there are no instructions; a program that was compiled has at least one.
    pub fn is_empty(&self) -> bool {
        self.instructions.is_empty()
    }

    /// The instruction at `label`.
    pub fn instruction(&self, label: Label) -> Instruction {
        self.instructions[label.index()]
    }

    /// The characters of `set`, all of them in the alphabet.
    pub fn set(&self, set: SetId) -> &SymbolSet {
        &self.sets[set.0 as usize]
    }

    /// The zero-width tests, each after those that its body refers to.
    pub fn assertions(&self) -> &[Assertion] {
        &self.assertions
    }
}

impl Label {
    /// The index of the instruction.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl SetId {
    /// The index of the set.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl AssertionId {
    /// The index into [`Program::assertions`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

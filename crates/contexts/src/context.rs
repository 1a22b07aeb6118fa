//! What a context is: a state, and what each character makes of it, told by its author.
//!
//! A character of the outside that would leave its context, or steer it, has no next state: that is the violation.

use automata::Alphabet;

/// Bytes, each also in a copy that the outside wrote.
pub(crate) const ALPHABET: Alphabet = Alphabet::BYTE.with_marks();

/// Who wrote a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Author {
    /// The program itself.
    Page,
    /// Whoever sent the request.
    Outside,
}

impl Author {
    /// The outside, when either is.
    #[must_use]
    pub(crate) fn or(self, other: Author) -> Author {
        self.max(other)
    }

    /// Whether it is the outside.
    pub(crate) fn is_outside(self) -> bool {
        self == Author::Outside
    }
}

/// A lexical context: finitely many states.
pub(crate) trait Context: Clone + Ord {
    /// Where an output begins.
    fn start() -> Self;
    /// What a character makes of the state; none when it leaves or steers the context from the outside.
    fn step(&self, byte: u8, author: Author) -> Option<Self>;
    /// A byte that every state treats as it treats this one, so that one of them is tried for all.
    fn representative(byte: u8) -> u8 {
        byte
    }
    /// Whether the output may end here.
    fn may_end(&self) -> bool {
        true
    }
}

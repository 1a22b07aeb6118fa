//! Places in source texts.
//!
//! A span names a file by number, in the order in which the front end read them, and bytes within it. It
//! never takes part in the meaning of a program.

/// The bytes `start..end` of a source file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Which file, in the order of [`Program::files`](crate::Program::files).
    pub file: u32,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The least span that covers both; they must be of one file.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        debug_assert_eq!(self.file, other.file, "a span lies in one file");
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The part of the file's text, which must be the one that the span is of.
    pub fn slice(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }
}

//! The context of a path to a file: its parts between slashes.
//!
//! The outside may write of the name of a file or folder. It must not begin another part, go to the folder above, begin
//! the path with a scheme as in `data:`, or end the path early with NUL. A backslash separates too, as it does on Windows.

use crate::context::{Author, Context};

/// Where a path is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Path {
    part: Part,
    /// Whether it is the first part, in which a colon ends a scheme.
    is_first: bool,
    /// Who wrote of the part so far.
    by: Author,
}

/// What of a part was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Part {
    Nothing,
    Dot,
    Dots,
    Name,
}

impl Context for Path {
    fn start() -> Self {
        Path { part: Part::Nothing, is_first: true, by: Author::Page }
    }

    fn step(&self, byte: u8, by: Author) -> Option<Self> {
        let outside = by.is_outside();
        match byte {
            b'/' | b'\\' if outside || self.leads_up() => None,
            b'/' | b'\\' => Some(Path { part: Part::Nothing, is_first: false, by: Author::Page }),
            0 if outside => None,
            b':' if self.is_first && self.by.or(by).is_outside() => None,
            _ => {
                let part = match (self.part, byte) {
                    (Part::Nothing, b'.') => Part::Dot,
                    (Part::Dot, b'.') => Part::Dots,
                    _ => Part::Name,
                };
                Some(Path { part, is_first: self.is_first, by: self.by.or(by) })
            }
        }
    }

    fn may_end(&self) -> bool {
        !self.leads_up()
    }
}

impl Path {
    /// Whether the outside has made the part lead to the folder above.
    fn leads_up(self) -> bool {
        self.part == Part::Dots && self.by.is_outside()
    }
}

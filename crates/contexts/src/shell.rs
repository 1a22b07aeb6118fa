//! The context of a command of the POSIX shell: words, quotes, comments.
//!
//! Outside of quotes the outside may write characters that mean themselves, and any character after a backslash of its
//! own; a blank would begin another word. In single quotes only a quote matters; `'\''`, which is how a quote is written
//! in them, stays in the slot. In double quotes `"`, `` ` ``, `$` and `\` matter. What a program makes of a word that begins
//! with a dash is not lexical and not judged. Commands inside of double quotes and here-documents are not followed.

use crate::context::{Author, Context};

/// Where a command line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shell {
    place: Place,
    /// Whether the word here, or the next one, is the name of a command. The outside must not write any of it.
    is_command: bool,
}

/// Where a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Place {
    /// Between words.
    Blank,
    /// In a word, not quoted.
    Word,
    /// After a backslash in a word, and who wrote it.
    Escape(Author),
    /// In single quotes.
    Single,
    /// In a quote that the outside writes in single quotes: after so many characters of `'\''`.
    Reopen(u8),
    /// In double quotes.
    Double,
    /// After a backslash in double quotes, and who wrote it.
    DoubleEscape(Author),
    /// In a comment.
    Comment,
}

impl Context for Shell {
    fn start() -> Self {
        Shell { place: Place::Blank, is_command: true }
    }

    fn step(&self, byte: u8, by: Author) -> Option<Self> {
        // No command line can hold it: the call throws.
        if byte == 0 {
            return Some(*self);
        }
        let is_comment = self.place == Place::Comment;
        if by.is_outside() && self.is_command && !is_comment {
            return None;
        }
        let place = self.place.step(byte, by)?;
        let is_command = if is_comment {
            place == Place::Blank
        } else if by == Author::Page && matches!(self.place, Place::Blank | Place::Word) {
            match byte {
                b';' | b'|' | b'&' | b'(' | b'\n' | b'`' => true,
                b' ' | b'\t' => self.is_command && self.place == Place::Blank,
                b'<' | b'>' => false,
                _ => self.is_command,
            }
        } else {
            self.is_command
        };
        Some(Shell { place, is_command })
    }

    fn may_end(&self) -> bool {
        let open = [Place::Escape(Author::Outside), Place::DoubleEscape(Author::Outside)];
        !matches!(self.place, Place::Reopen(_)) && !open.contains(&self.place)
    }
}

impl Place {
    fn step(self, byte: u8, by: Author) -> Option<Place> {
        match (self, by) {
            (Place::Single, Author::Page) if byte == b'\'' => Some(Place::Word),
            (Place::Single, Author::Outside) if byte == b'\'' => Some(Place::Reopen(1)),
            (Place::Single, _) => Some(Place::Single),
            (Place::Reopen(read), Author::Outside) => match (read, byte) {
                (1, b'\\') | (2, b'\'') => Some(Place::Reopen(read + 1)),
                (3, b'\'') => Some(Place::Single),
                _ => None,
            },
            (Place::Reopen(_), Author::Page) => None,
            (Place::Double, _) => in_double(byte, by),
            (Place::DoubleEscape(before), _) => {
                let matters = matches!(byte, b'"' | b'\\' | b'$' | b'`');
                (before == by || !matters).then_some(Place::Double)
            }
            // After a backslash a line end is nothing, and the words around it are one.
            (Place::Escape(before), _) => {
                (before == by && !(by.is_outside() && byte == b'\n')).then_some(Place::Word)
            }
            (Place::Comment, _) if byte != b'\n' => Some(Place::Comment),
            (Place::Comment, _) => (!by.is_outside()).then_some(Place::Blank),
            (Place::Blank | Place::Word, Author::Page) => Some(self.page(byte)),
            (Place::Blank | Place::Word, Author::Outside) => outside(byte),
        }
    }

    /// The page writes outside of quotes.
    fn page(self, byte: u8) -> Place {
        match byte {
            b'\\' => Place::Escape(Author::Page),
            b'\'' => Place::Single,
            b'"' => Place::Double,
            b'#' if self == Place::Blank => Place::Comment,
            b' ' | b'\t' | b'\n' | b';' | b'|' | b'&' | b'(' | b')' | b'<' | b'>' | b'`' => Place::Blank,
            _ => Place::Word,
        }
    }
}

/// The outside writes outside of quotes.
fn outside(byte: u8) -> Option<Place> {
    match byte {
        b'\\' => Some(Place::Escape(Author::Outside)),
        b'.' | b'/' | b'_' | b'-' | b'+' | b'@' | b'%' | b',' | b':' | b'=' => Some(Place::Word),
        _ => (byte.is_ascii_alphanumeric() || byte >= 0x80).then_some(Place::Word),
    }
}

fn in_double(byte: u8, by: Author) -> Option<Place> {
    match (byte, by) {
        (b'\\', _) => Some(Place::DoubleEscape(by)),
        (b'"', Author::Page) => Some(Place::Word),
        (b'"' | b'$' | b'`', Author::Outside) => None,
        _ => Some(Place::Double),
    }
}

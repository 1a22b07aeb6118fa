//! Lines and words of a certificate file, with the number of the line in every complaint.
//!
//! The text is looked at once, from front to back. Nothing is reserved for numbers that the text names: what is kept
//! has been read.

use std::fmt;
use std::str::SplitAsciiWhitespace;

/// Why a file is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    line: usize,
    cause: String,
}

impl FileError {
    pub(super) fn new(line: usize, cause: impl Into<String>) -> FileError {
        FileError { line, cause: cause.into() }
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.cause)
    }
}

impl std::error::Error for FileError {}

/// The lines that are still to be read.
#[derive(Clone)]
pub(super) struct Lines<'a> {
    rest: std::str::Lines<'a>,
    /// How many have been read.
    read: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lines { rest: text.lines(), read: 0 }
    }

    /// The next line as it stands.
    pub(super) fn raw(&mut self) -> Option<&'a str> {
        let line = self.rest.next()?;
        self.read += 1;
        Some(line)
    }

    /// The number of the line that was read last.
    pub(super) fn number(&self) -> usize {
        self.read
    }

    /// The next line in words, when it begins with `keyword`; otherwise nothing is read.
    pub(super) fn take(&mut self, keyword: &str) -> Option<Line<'a>> {
        let mut words = self.rest.clone().next()?.split_ascii_whitespace();
        if words.next() != Some(keyword) {
            return None;
        }
        self.raw();
        Some(Line { words, number: self.read })
    }

    /// The same, where it must be.
    pub(super) fn expect(&mut self, keyword: &str) -> Result<Line<'a>, FileError> {
        self.take(keyword).ok_or_else(|| self.unexpected(&format!("a line with `{keyword}`")))
    }

    /// The error that the next line is not what should be there.
    pub(super) fn unexpected(&self, wanted: &str) -> FileError {
        let found = self.rest.clone().next().map_or("the end of the file".to_owned(), shown);
        FileError::new(self.read + 1, format!("{wanted} should be here, not {found}"))
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.clone().next().is_none()
    }
}

/// The words of a line after its keyword.
pub(super) struct Line<'a> {
    words: SplitAsciiWhitespace<'a>,
    number: usize,
}

impl<'a> Line<'a> {
    /// The next word, read by `read`; `what` says what it should be.
    pub(super) fn word<T>(
        &mut self,
        what: &str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, FileError> {
        let word = self.words.next();
        let found = || word.map_or("the end of the line".to_owned(), shown);
        word.and_then(read).ok_or_else(|| self.error(format!("{what} should be here, not {}", found())))
    }

    /// All words that are left, read alike.
    pub(super) fn rest<T>(
        &mut self,
        what: &str,
        read: impl Fn(&'a str) -> Option<T>,
    ) -> Result<Vec<T>, FileError> {
        let mut all = Vec::new();
        while self.words.clone().next().is_some() {
            all.push(self.word(what, &read)?);
        }
        Ok(all)
    }

    /// Nothing more may stand on the line.
    pub(super) fn end(mut self) -> Result<(), FileError> {
        let number = self.number;
        self.words.next().map_or(Ok(()), |word| {
            Err(FileError::new(number, format!("the line should end before {}", shown(word))))
        })
    }

    pub(super) fn error(&self, cause: impl Into<String>) -> FileError {
        FileError::new(self.number, cause)
    }
}

/// A short quotation with everything unusual escaped.
fn shown(text: &str) -> String {
    let beginning: String = text.chars().take(40).collect();
    let dots = if beginning.len() < text.len() { "..." } else { "" };
    format!("{beginning:?}{dots}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_have_the_number_of_their_line() {
        let mut lines = Lines::new("one 1\ntwo x y\n");
        let mut line = lines.expect("one").expect("it is there");
        assert_eq!(line.word("a number", |word| word.parse().ok()), Ok(1u32));
        assert_eq!(line.end(), Ok(()));
        assert!(lines.take("three").is_none());
        let error = lines.expect("three").map(|_| ()).expect_err("it is not there");
        assert_eq!(error.to_string(), "line 2: a line with `three` should be here, not \"two x y\"");
        let mut line = lines.expect("two").expect("it is there");
        let error = line.word("a number", |word| word.parse::<u32>().ok()).expect_err("it is a letter");
        assert_eq!(error.to_string(), "line 2: a number should be here, not \"x\"");
        assert_eq!(line.end().expect_err("a word is left").line(), 2);
        assert!(lines.is_at_end());
        assert!(lines.unexpected("more").to_string().contains("the end of the file"));
    }
}

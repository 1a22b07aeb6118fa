//! Places in source files: lines, columns, and the line itself with carets under it.
//!
//! Columns count characters from 1. What is shown has been escaped; carets follow the escaped text.

use std::path::{Path, PathBuf};

use verifier::Span;

use crate::escape;

/// A source file that was read.
pub(crate) struct Source {
    /// Its path as the user gave it, escaped.
    pub(crate) name: String,
    /// The path itself, where there is a file. The name is only for showing: two paths may have the same one.
    path: Option<PathBuf>,
    text: String,
    /// Where its lines begin.
    starts: Vec<usize>,
    /// Files that it includes, by their numbers from 1.
    included: Vec<Source>,
}

impl Source {
    pub(crate) fn new(name: String, bytes: &[u8]) -> Source {
        let text = readable(bytes);
        let after = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(after).collect();
        Source { name, path: None, text, starts, included: Vec::new() }
    }

    /// The file at a path.
    pub(crate) fn at(path: &Path, bytes: &[u8]) -> Source {
        Source::new(escape::path(path), bytes).lying_at(Some(path.to_owned()))
    }

    /// The same with where it lies.
    pub(crate) fn lying_at(mut self, path: Option<PathBuf>) -> Source {
        self.path = path;
        self
    }

    /// Whether its language can state what holds at a line: only the small language has `assume`.
    pub(crate) fn has_assume(&self) -> bool {
        Path::new(&self.name).extension().is_some_and(|ending| ending == "sil")
    }

    /// Where it lies, if it is a file.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The same with the files that it includes.
    pub(crate) fn with(mut self, included: Vec<Source>) -> Source {
        self.included = included;
        self
    }

    /// The file that a place is in.
    pub(crate) fn file(&self, span: Span) -> &Source {
        match span.file.checked_sub(1) {
            None => self,
            Some(number) => self.included.get(number as usize).unwrap_or(self),
        }
    }

    /// The line of a place, from 1.
    pub(crate) fn line(&self, span: Span) -> usize {
        let file = self.file(span);
        file.position(file.floor(span.start as usize)).0
    }

    /// The text of the line of a place, without the space around it.
    pub(crate) fn line_text(&self, span: Span) -> &str {
        let (file, line) = (self.file(span), self.line(span));
        let end = file.starts.get(line).copied().unwrap_or(file.text.len());
        file.text[file.starts[line - 1]..end].trim()
    }

    /// `name:line:column`.
    pub(crate) fn place(&self, span: Span) -> String {
        let Region { line, column, .. } = self.region(span);
        format!("{}:{line}:{column}", self.file(span).name)
    }

    /// The lines and columns of a place.
    pub(crate) fn region(&self, span: Span) -> Region {
        let file = self.file(span);
        let end = file.floor(span.end.max(span.start) as usize);
        let ((line, column), (end_line, end_column)) =
            (file.position(file.floor(span.start as usize)), file.position(end));
        Region { line, column, end_line, end_column }
    }

    /// The place of a line, from 1, without the space around it.
    pub(crate) fn line_span(&self, line: u32) -> Span {
        let mut lines = self.text.split_inclusive('\n');
        let start: usize = lines.by_ref().take(line.saturating_sub(1) as usize).map(str::len).sum();
        let text = lines.next().unwrap_or_default();
        let indent = text.len() - text.trim_start().len();
        let (start, end) = (start + indent, start + text.trim_end().len());
        Span { file: 0, start: start as u32, end: end.max(start) as u32 }
    }

    /// The lines of the text, without their ends.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines()
    }

    /// The first line of a place, numbered, with carets under what the place covers of it.
    pub(crate) fn snippet(&self, span: Span) -> String {
        self.file(span).own_snippet(span)
    }

    fn own_snippet(&self, span: Span) -> String {
        let start = self.before(span).len();
        let line_start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |at| start + at);
        let line_end = start + self.text[start..line_end].trim_end_matches('\r').len();
        let end = self.floor(span.end as usize).clamp(start, line_end);
        let spaced = |text: &str| text.replace('\t', TAB);
        let (lead, fault) =
            (last_of(&spaced(&self.text[line_start..start])), first_of(&spaced(&self.text[start..end])));
        let rest =
            if fault.ends_with('…') { String::new() } else { first_of(&spaced(&self.text[end..line_end])) };
        let number = self.position(start).0.to_string();
        let margin = " ".repeat(number.len());
        let indent = " ".repeat(lead.chars().count());
        let carets = "^".repeat(fault.chars().count().max(1));
        format!(" {margin} |\n {number} | {lead}{fault}{rest}\n {margin} | {indent}{carets}")
    }

    /// The line and column of a place between two characters.
    fn position(&self, at: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|&start| start <= at);
        (line, self.text[self.starts[line - 1]..at].chars().count() + 1)
    }

    /// The text before a place.
    fn before(&self, span: Span) -> &str {
        &self.text[..self.floor(span.start as usize)]
    }

    /// The nearest place at or before `at` that is between two characters.
    fn floor(&self, at: usize) -> usize {
        let at = at.min(self.text.len());
        (0..=at).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0)
    }
}

/// The text of bytes. A byte that is no part of a character of UTF-8 becomes a question mark, so that places stay.
fn readable(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

/// Lines and columns from 1; the end column is one past the last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) end_line: usize,
    pub(crate) end_column: usize,
}

/// What is shown for a tab, so that carets stand where they should.
const TAB: &str = "    ";

/// How many characters of a long line are shown before, in and after a place.
const WINDOW: usize = 80;

/// The beginning of a text, escaped; an ellipsis stands for what is left out.
pub(crate) fn first_of(text: &str) -> String {
    match text.char_indices().nth(WINDOW) {
        Some((end, _)) => escape::text(&text[..end]) + "…",
        None => escape::text(text),
    }
}

/// The end of a text, likewise.
fn last_of(text: &str) -> String {
    match text.char_indices().rev().nth(WINDOW) {
        Some((start, first)) => format!("…{}", escape::text(&text[start + first.len_utf8()..])),
        None => escape::text(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: u32, end: u32) -> Span {
        Span { file: 0, start, end }
    }

    #[test]
    fn carets_stand_under_the_place() {
        let source = Source::new("a.sil".to_owned(), "x\n  é(b);\n".as_bytes());
        assert_eq!(source.place(span(4, 8)), "a.sil:2:3");
        assert_eq!(source.snippet(span(4, 8)), "   |\n 2 |   é(b);\n   |   ^^^");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = "é".repeat(1_000);
        let source = Source::new("a.sil".to_owned(), text.as_bytes());
        let shown = source.snippet(span(1_000, 1_002));
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[1].chars().count(), 5 + 1 + WINDOW + 1 + WINDOW + 1);
        assert_eq!(lines[2].chars().position(|c| c == '^'), Some(5 + 1 + WINDOW));
    }

    #[test]
    fn tabs_are_shown_as_blanks() {
        let source = Source::new("a.c".to_owned(), b"\tf(\tx);\r\n");
        assert_eq!(source.snippet(span(3, 5)), "   |\n 1 |     f(    x);\n   |       ^^^^^");
    }

    #[test]
    fn a_place_beyond_the_end_is_shown_at_the_end() {
        let source = Source::new("a.sil".to_owned(), b"ab");
        assert_eq!(source.snippet(span(7, 9)), "   |\n 1 | ab\n   |   ^");
    }
}

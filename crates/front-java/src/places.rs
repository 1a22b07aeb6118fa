//! Places in sources, for lines that class files tell.
//!
//! A class names its source file and each instruction a line. Where the text of the file is given, a place is the line
//! without the space around it; where it is not, it is as if the file had only empty lines, so that the number of the
//! line can still be told.

use std::collections::BTreeMap;

use ir::Span;

use crate::class::Class;

/// Texts of source files by their names, with folders for packages: `org/example/Main.java`.
pub type Texts = BTreeMap<String, String>;

/// Files and their lines.
pub(crate) struct Places<'p> {
    texts: &'p Texts,
    files: Vec<String>,
    /// Of each file that has a text, where each line begins and ends.
    lines: Vec<Option<Vec<(u32, u32)>>>,
}

impl<'p> Places<'p> {
    pub(crate) fn new(texts: &'p Texts) -> Places<'p> {
        Places { texts, files: Vec::new(), lines: Vec::new() }
    }

    /// The place of a line of the source of a class.
    pub(crate) fn span(&mut self, class: &Class, line: u32) -> Span {
        let file = self.file(&source_of(class));
        let above = line.saturating_sub(1);
        let known = self.lines[file as usize].as_ref();
        let (start, end) =
            known.map_or((above, above), |lines| lines.get(above as usize).copied().unwrap_or((0, 0)));
        Span { file, start, end }
    }

    /// A place in words: the file and the line.
    pub(crate) fn words(&self, span: Span) -> String {
        let file = self.files.get(span.file as usize).map_or("", String::as_str);
        let lines = self.lines.get(span.file as usize).and_then(Option::as_ref);
        let above = match lines {
            Some(lines) => lines.iter().position(|line| *line == (span.start, span.end)).unwrap_or(0),
            None => span.start as usize,
        };
        format!("{file}:{}", above + 1)
    }

    /// The names of all files that were spoken of.
    pub(crate) fn into_files(self) -> Vec<String> {
        self.files
    }

    fn file(&mut self, name: &str) -> u32 {
        let known = self.files.iter().position(|known| known == name);
        let number = known.unwrap_or_else(|| {
            self.files.push(name.to_owned());
            self.lines.push(self.texts.get(name).map(|text| lines(text)));
            self.files.len() - 1
        });
        number as u32
    }
}

/// The name of the source file of a class, with the folder of its package.
pub fn source_of(class: &Class) -> String {
    let folder = class.name.rfind('/').map_or("", |at| &class.name[..=at]);
    match &class.source {
        Some(file) => format!("{folder}{file}"),
        None => format!("{}.class", class.name),
    }
}

fn lines(text: &str) -> Vec<(u32, u32)> {
    let mut start = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let from = start + line.len() - line.trim_start().len();
        let to = start + line.trim_end().len();
        lines.push((from.min(to) as u32, to as u32));
        start += line.len();
    }
    lines
}

//! Places of a preprocessed text, told as places of the source that was preprocessed.
//!
//! Line markers say which line of which file follows. Where the source itself is at hand a place is the line of it that
//! the markers name; what comes from a header is told at the line of the source before it. Without a source a
//! place is one of the preprocessed text.

use ir::Span;

/// From places of one text to spans.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// Where each line of the preprocessed text begins, and the span that it stands for.
    starts: Vec<(usize, Option<Span>)>,
}

impl Lines {
    /// The lines of a preprocessed text, of a source when that is given.
    pub(crate) fn new(preprocessed: &str, source: Option<&str>) -> Lines {
        let Some(source) = source else { return Lines { starts: Vec::new() } };
        let own = lines_of(source);
        let mut starts = Vec::new();
        let mut main: Option<String> = None;
        let (mut line, mut inside) = (1, true);
        let mut last = own.first().copied().unwrap_or_default();
        let mut start = 0;
        for text in preprocessed.split_inclusive('\n') {
            if let Some((number, file)) = marker(text) {
                let first = main.get_or_insert_with(|| file.to_owned());
                inside = first == file;
                line = number;
            } else {
                if inside {
                    last = own.get(line.saturating_sub(1)).copied().unwrap_or(last);
                }
                starts.push((start, Some(last)));
                line += 1;
            }
            start += text.len();
        }
        Lines { starts }
    }

    /// The span for bytes of the preprocessed text.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        let known = self.starts.partition_point(|(at, _)| *at <= start);
        let told = known.checked_sub(1).and_then(|index| self.starts[index].1);
        told.unwrap_or(Span { file: 0, start: start as u32, end: end.max(start) as u32 })
    }
}

/// The span of each line, without the spaces around it.
fn lines_of(source: &str) -> Vec<Span> {
    let mut start = 0;
    let mut spans = Vec::new();
    for line in source.split_inclusive('\n') {
        let first = start + (line.len() - line.trim_start().len());
        let end = (start + line.trim_end().len()).max(first.min(start));
        spans.push(Span { file: 0, start: first.min(end) as u32, end: end as u32 });
        start += line.len();
    }
    spans
}

/// The line and file that a marker names.
fn marker(line: &str) -> Option<(usize, &str)> {
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let (number, rest) = rest.split_once(' ')?;
    let (_, rest) = rest.split_once('"')?;
    Some((number.parse().ok()?, rest.split_once('"')?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_lead_back_to_the_source() {
        let source = "#include <x.h>\nint a;\n  int b;\n";
        let preprocessed = "# 1 \"a.c\"\n# 1 \"x.h\" 1\nint h;\n# 2 \"a.c\" 2\nint a;\n  int b;\n";
        let lines = Lines::new(preprocessed, Some(source));
        let told = |what: &str| {
            let at = preprocessed.find(what).expect("it is there");
            lines.span(at, at + what.len()).slice(source)
        };
        assert_eq!(told("int a;"), "int a;");
        assert_eq!(told("int b;"), "int b;");
        assert_eq!(told("int h;"), "#include <x.h>");
    }

    #[test]
    fn without_a_source_places_stay() {
        assert_eq!(Lines::new("int a;", None).span(4, 5), Span { file: 0, start: 4, end: 5 });
    }
}

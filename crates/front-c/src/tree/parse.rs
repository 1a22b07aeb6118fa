//! From a preprocessed text to the tree.
//!
//! The parser recurses over what stands in brackets, so that their depth is looked at first.

use lang_c::driver::{Config, Flavor, parse_preprocessed};

use super::attributes;
use super::lines::Lines;
use super::nodes::Unit;
use super::reader::Reader;

/// How deep brackets may lie in each other.
const DEPTH: usize = 200;

/// Why a text is no source that can be read, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoTree(pub String);

/// Reads a preprocessed text. Places are told in the source that it came from, when that is given.
///
/// # Errors
/// Why there is no tree: what was expected where, or brackets too deep in each other.
pub fn parse(preprocessed: &str, source: Option<&str>) -> Result<Unit, NoTree> {
    if depth(preprocessed) > DEPTH {
        return Err(NoTree(format!("brackets lie more than {DEPTH} deep in each other")));
    }
    let preprocessed = &without_comments(preprocessed);
    if let Some(word) = attributes::unfollowed(preprocessed) {
        return Err(NoTree(format!("`{word}` has an attribute that is not modelled, or is one")));
    }
    let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    let parsed = parse_preprocessed(&config, preprocessed.to_owned())
        .map_err(|error| NoTree(format!("it is not C: line {}, column {}", error.line, error.column)))?;
    let mut reader = Reader::new(Lines::new(preprocessed, source));
    reader.source(&parsed.unit);
    Ok(reader.unit)
}

/// A word of a preprocessed text with an attribute that changes layouts or what runs, if there is one.
pub fn unfollowed_attribute(preprocessed: &str) -> Option<String> {
    attributes::unfollowed(&without_comments(preprocessed))
}

/// The text with spaces in place of comments, so that every place stays where it is.
fn without_comments(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (quote @ (b'"' | b'\''), _) => at = end_of_literal(&bytes, at, quote),
            (b'/', Some(b'*')) => at = blank(&mut bytes, at, b"*/"),
            (b'/', Some(b'/')) => at = blank(&mut bytes, at, b"\n"),
            _ => at += 1,
        }
    }
    String::from_utf8(bytes).expect("comments begin and end between characters")
}

/// One past the quote that ends a literal, or the end of its line.
fn end_of_literal(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    at
}

/// Puts spaces over everything up to an end and over it, but for ends of lines; one past it.
fn blank(bytes: &mut [u8], start: usize, end: &[u8]) -> usize {
    let rest = &bytes[start + 2..];
    let found = rest.windows(end.len()).position(|window| window == end);
    let stop = found.map_or(bytes.len(), |length| start + 2 + length + end.len());
    for byte in &mut bytes[start..stop] {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
    stop
}

/// How deep brackets lie in each other, those in literals included.
fn depth(text: &str) -> usize {
    let (mut now, mut most) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => now += 1,
            b')' | b']' | b'}' => now = now.saturating_sub(1),
            _ => {}
        }
        most = most.max(now);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::nodes::{ExprKind, StmtKind};
    use crate::tree::types::{Extent, Type};

    fn read(text: &str) -> Unit {
        parse(text, None).expect("it is C")
    }

    #[test]
    fn comments_leave_no_trace() {
        let text = "int a; /* \" */ char *b = \"/* no */\"; // é\nint c;";
        let blanked = without_comments(text);
        assert_eq!(blanked.len(), text.len());
        assert!(blanked.contains("\"/* no */\"") && blanked.contains("\nint c;") && !blanked.contains('é'));
    }

    #[test]
    fn declarators_are_read_from_the_inside() {
        let unit = read(
            "char *a[2][3]; char (*b)[4]; struct s { char c; long d; } e; typedef int t; t f(t x) { return x; }",
        );
        let sizes: Vec<_> = unit.variables.iter().map(|variable| variable.ty.size(&unit.records)).collect();
        assert_eq!(sizes, [Some(48), Some(8), Some(16), Some(4)]);
        assert!(unit.variables[1].ty.is_pointer());
        assert_eq!(unit.functions[0].result, Type::INT);
    }

    #[test]
    fn constants_are_folded_in_their_types() {
        let unit = read("enum { A = 3, B }; char c[B * sizeof(int) + (-1 < 0u ? 1 : 2)];");
        let Type::Array(_, Extent::Known(count)) = unit.variables[0].ty else { panic!("an array") };
        assert_eq!(count, 18);
    }

    #[test]
    fn conversions_are_explicit() {
        let unit = read("int f(char c, unsigned long n) { return c + n; }");
        let StmtKind::Block(items) = &unit.functions[0].body.kind else { panic!("a block") };
        let StmtKind::Return(Some(sum)) = &items[0].kind else { panic!("a return") };
        let ExprKind::Binary(_, left, _) = &sum.kind else { panic!("a sum") };
        assert!(matches!(left.kind, ExprKind::Convert(_)) && left.ty == sum.ty);
    }

    #[test]
    fn lists_without_braces_fill_what_is_within() {
        let unit = read("struct p { int x; char n[4]; } a[] = { 1, \"ab\", { 2 }, [3].x = 4 };");
        let variable = &unit.variables[0];
        let paths: Vec<usize> = variable.initial.iter().flatten().map(|initial| initial.path.len()).collect();
        assert_eq!(paths[..3], [2, 2, 2]);
        assert_eq!(variable.ty.size(&unit.records), Some(16));
    }

    #[test]
    fn what_is_too_deep_is_refused() {
        assert!(parse(&"(".repeat(1000), None).is_err());
        assert!(parse("int f( {", None).is_err());
    }
}

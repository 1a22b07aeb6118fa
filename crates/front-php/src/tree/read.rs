//! From the bytes of a file to its statements.
//!
//! The parser wants UTF-8. A file that is UTF-8 is given to it as it is; any other is read as Latin-1, so that each
//! byte is a character, and literals are mapped back. A file is never refused: what does not parse is a
//! [`Diagnostic`], and the statements are what the parser made of the rest.

use ir::Span;
use php_rs_parser::bumpalo::Bump;

use super::Stmt;
use super::convert::Converter;

/// What is wrong with a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where.
    pub span: Span,
    /// What.
    pub message: String,
    /// Whether the tree is only a guess at what the source says here.
    pub is_syntax: bool,
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct File {
    /// Its statements.
    pub statements: Vec<Stmt>,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file; spans speak of it by `number`.
pub fn read(bytes: &[u8], number: u32) -> File {
    let (text, offsets) = if let Ok(text) = std::str::from_utf8(bytes) {
        (text.to_owned(), None)
    } else {
        let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
        let offsets = text.char_indices().map(|(at, _)| at as u32).collect();
        (text, Some(offsets))
    };
    let arena = Bump::new();
    let options = php_rs_parser::ParseOptions::default().source_map(false);
    let result = php_rs_parser::parse_arena_with(&arena, &text, &options);
    let converter = Converter::new(number, offsets);
    let diagnostics = result.errors.iter().map(|error| Diagnostic {
        span: converter.span(error.span()),
        message: error.to_string(),
        is_syntax: error.leaves_ast_incomplete(),
    });
    let diagnostics = diagnostics.collect();
    File { statements: converter.statements(&result.program.stmts), diagnostics }
}

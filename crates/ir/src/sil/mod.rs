//! The text form of programs, `.sil`: what people write, and what dumps of programs look like.
//!
//! [`parse`] reads structured programs and the labelled ones of [YBI09 §3], also mixed. [`print`](fn@print) writes any
//! program in the labelled form, and what it writes is read back as the same program. The grammar is
//! described in `docs/sil.md`.

mod error;
mod token;
mod lexer;
mod literal;
mod builtins;
mod tree;
mod parser;
mod scope;
mod types;
mod lower;
mod print;

pub use error::SyntaxError;
pub use print::{print, print_instruction};

use error::Errors;
use token::{Kind, Sign};

use crate::program::Program;

/// Reads a program from a text in UTF-8. The name of the file is only put into the program.
///
/// # Errors
/// What is wrong with the text, by place: all that is wrong with its form or, when its form is right, with its
/// names and types or, when those are right, with its values.
pub fn parse(text: impl AsRef<[u8]>, file_name: &str) -> Result<Program, Vec<SyntaxError>> {
    let text = as_text(text.as_ref()).map_err(|error| vec![error])?;
    let mut errors = Errors::default();
    let tokens = lexer::tokens(text, &mut errors);
    if !errors.is_empty() {
        return Err(errors.into_sorted());
    }
    let (alphabet, tree) = parser::tree(text, &tokens, &mut errors);
    drop(tokens);
    if !errors.is_empty() {
        return Err(errors.into_sorted());
    }
    let mut typed = types::check(&tree, &mut errors);
    if !errors.is_empty() {
        return Err(errors.into_sorted());
    }
    let program =
        lower::lower(&lower::Source { text, file_name, alphabet, tree: &tree }, &mut typed, &mut errors);
    if errors.is_empty() { Ok(program) } else { Err(errors.into_sorted()) }
}

/// The names that stand for variables in a part of a program, in the order in which they first occur: those that are
/// neither called nor fields. Of what is no text of tokens only what was understood counts.
pub fn variables(part: &str) -> Vec<&str> {
    let tokens = lexer::tokens(part, &mut Errors::default());
    let mut names: Vec<&str> = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Name) {
        let name = &part[token.span.start as usize..token.span.end as usize];
        let is_called = tokens.get(at + 1).is_some_and(|next| next.kind.sign() == Some(Sign::Open));
        let is_field = at > 0 && tokens[at - 1].kind.sign() == Some(Sign::Dot);
        if !is_called && !is_field && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn as_text(bytes: &[u8]) -> Result<&str, SyntaxError> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(SyntaxError::new(lexer::span(0, 0), "the text is longer than 4 GiB"));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let length = error.error_len().unwrap_or(bytes.len() - start);
        SyntaxError::new(lexer::span(start, start + length), "these bytes are not UTF-8")
            .with_help(r"write a byte in a string as \xHH")
    })
}

//! Bytes of PHP as words of the program.
//!
//! What a page writes itself has no marks; what comes from the outside is marked throughout.

use std::sync::Arc;

use automata::regex::{Dialect, Flags, Regex};
use automata::{Alphabet, Automaton, Budget, Symbol};
use ir::emit::Emit;
use ir::{InputSet, StrTerm};

/// Steps that the language of one expression may take to build.
const STEPS: u64 = 20_000_000;

/// A constant string that the page wrote.
pub(crate) fn literal(bytes: &[u8]) -> StrTerm {
    StrTerm::Word(word(bytes).into())
}

/// The characters of bytes.
pub(crate) fn word(bytes: &[u8]) -> Vec<Symbol> {
    bytes.iter().map(|&byte| Symbol::from(byte)).collect()
}

/// The bytes of a word that the page wrote.
pub(crate) fn bytes_of(word: &Arc<[Symbol]>) -> Option<Vec<u8>> {
    word.iter().map(|&symbol| u8::try_from(symbol).ok()).collect()
}

/// The name of the language of texts that nothing is known of.
pub(crate) const UNKNOWN: &str = "not known";

/// Bytes without marks.
pub(crate) const PLAIN: Alphabet = Alphabet::BYTE;

/// The language of an expression of our own dialect over plain bytes.
pub(crate) fn language(regex: &str) -> Automaton {
    let parsed = Regex::parse(regex, Dialect::Own, Flags::NONE).expect("our own expressions parse");
    parsed.full_match(PLAIN, &mut Budget::steps(STEPS)).expect("our own expressions fit their budget")
}

/// Any text of the outside, or any of a language of our own dialect. The language has marks, so that the analysis
/// knows that every character has.
pub(crate) fn outside(emit: &mut Emit, regex: Option<&str>) -> InputSet {
    let name = format!("outside {}", regex.unwrap_or("any"));
    InputSet::Language(emit.language(&name, || match regex {
        None => Automaton::any(PLAIN).all_marked(),
        Some(regex) => language(regex).all_marked(),
    }))
}

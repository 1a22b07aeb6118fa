//! Functions that treat each character by itself: maps and escapes.
//!
//! One state is enough. What is not named is copied.

use super::machine::{Output, Transducer, TransducerBuilder};
use crate::symbols::{Alphabet, Symbol, SymbolSet};

impl Transducer {
    /// Every word as it is.
    pub fn identity(alphabet: Alphabet) -> Self {
        Transducer::shifting(alphabet, &[])
    }

    /// Moves the characters of each set by its number; all others stay. The first set that has a character
    /// decides.
    ///
    /// # Panics
    /// When a character would leave the alphabet.
    pub fn shifting(alphabet: Alphabet, pieces: &[(SymbolSet, i32)]) -> Self {
        Transducer::by_character(alphabet, pieces.iter().map(|(set, by)| (set, Output::shifted(*by))))
    }

    /// Writes the word beside it for each character that is named, and copies the others. The first word
    /// counts for a character named twice. A character beside the empty word is deleted.
    ///
    /// # Panics
    /// When a character of a word is not in the alphabet.
    pub fn escaping(alphabet: Alphabet, escapes: &[(Symbol, &[Symbol])]) -> Self {
        let sets: Vec<SymbolSet> = escapes.iter().map(|&(symbol, _)| SymbolSet::single(symbol)).collect();
        let words = escapes.iter().map(|(_, word)| Output::word(word));
        Transducer::by_character(alphabet, sets.iter().zip(words))
    }

    /// Writes `prefix` before each character of `symbols`.
    ///
    /// # Panics
    /// When a character of `prefix` is not in the alphabet.
    pub fn prefixing(alphabet: Alphabet, symbols: &SymbolSet, prefix: &[Symbol]) -> Self {
        Transducer::by_character(alphabet, [(symbols, Output::copy().after(prefix))])
    }

    /// Deletes the characters of `symbols`.
    pub fn deleting(alphabet: Alphabet, symbols: &SymbolSet) -> Self {
        Transducer::by_character(alphabet, [(symbols, Output::nothing())])
    }

    /// Makes `A` to `Z` small.
    pub fn ascii_lowercase(alphabet: Alphabet) -> Self {
        Transducer::shifting(alphabet, &[(letters('A', 'Z'), 32)])
    }

    /// Makes `a` to `z` great.
    pub fn ascii_uppercase(alphabet: Alphabet) -> Self {
        Transducer::shifting(alphabet, &[(letters('a', 'z'), -32)])
    }

    /// Writes what is beside the first set that has a character, and copies a character in none of them.
    fn by_character<'a>(
        alphabet: Alphabet,
        pieces: impl IntoIterator<Item = (&'a SymbolSet, Output)>,
    ) -> Self {
        let mut builder = TransducerBuilder::new(alphabet);
        let state = builder.add_state();
        let mut others = alphabet.all();
        for (symbols, output) in pieces {
            builder.read(state, &symbols.intersection(&others), output, state);
            others = others.difference(symbols);
        }
        builder.read(state, &others, Output::copy(), state);
        builder.end(state, &[]);
        builder.finish()
    }
}

fn letters(first: char, last: char) -> SymbolSet {
    SymbolSet::range(u32::from(first), u32::from(last))
}

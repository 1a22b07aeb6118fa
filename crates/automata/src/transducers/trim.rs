//! Trimming: the characters of a set are dropped at the ends of a word.
//!
//! On the left that is one look at each character. On the right the machine must know whether a character of
//! the set is followed by another one that stays. It guesses.

use super::machine::{Output, Transducer, TransducerBuilder};
use crate::symbols::{Alphabet, SymbolSet};

impl Transducer {
    /// Drops the characters of `symbols` at the start of a word.
    pub fn trimming_start(alphabet: Alphabet, symbols: &SymbolSet) -> Self {
        let mut builder = TransducerBuilder::new(alphabet);
        let rest = add_dropping(&mut builder, symbols);
        builder.read(rest, &alphabet.all(), Output::copy(), rest);
        builder.end(rest, &[]);
        builder.finish()
    }

    /// Drops the characters of `symbols` at the end of a word.
    pub fn trimming_end(alphabet: Alphabet, symbols: &SymbolSet) -> Self {
        let mut builder = TransducerBuilder::new(alphabet);
        let kept = builder.add_state();
        add_end(&mut builder, kept, symbols);
        builder.finish()
    }

    /// Drops the characters of `symbols` at both ends of a word.
    pub fn trimming(alphabet: Alphabet, symbols: &SymbolSet) -> Self {
        let mut builder = TransducerBuilder::new(alphabet);
        let kept = add_dropping(&mut builder, symbols);
        add_end(&mut builder, kept, symbols);
        builder.finish()
    }
}

/// Adds the state that drops `symbols`, as the start, and one that is reached by the first other character.
fn add_dropping(builder: &mut TransducerBuilder, symbols: &SymbolSet) -> u32 {
    let (dropping, rest) = (builder.add_state(), builder.add_state());
    builder.read(dropping, symbols, Output::nothing(), dropping);
    builder.read(dropping, &others(builder, symbols), Output::copy(), rest);
    builder.end(dropping, &[]);
    rest
}

/// Makes `kept` the state after a character that stays, or at the start.
fn add_end(builder: &mut TransducerBuilder, kept: u32, symbols: &SymbolSet) {
    // A character of the set goes to `inner` on the guess that one that stays will come, to `dropped` on the
    // guess that none will. The first guess must not end the word, the second must not read such a character.
    let (inner, dropped) = (builder.add_state(), builder.add_state());
    let others = others(builder, symbols);
    for state in [kept, inner] {
        builder.read(state, &others, Output::copy(), kept);
        builder.read(state, symbols, Output::copy(), inner);
    }
    for state in [kept, dropped] {
        builder.read(state, symbols, Output::nothing(), dropped);
        builder.end(state, &[]);
    }
}

fn others(builder: &TransducerBuilder, symbols: &SymbolSet) -> SymbolSet {
    builder.alphabet().all().difference(symbols)
}

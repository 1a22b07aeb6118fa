//! The finite-state functions that the text form knows by name.
//!
//! A front end may put any transducer into a program. These are the ones that are written by name, as in
//! `lower(s)`; their meaning does not depend on a locale. White space is that of C's `isspace`.

use automata::{Alphabet, SymbolSet, Transducer};

use crate::program::Function;

/// The names, in the order of their description in the reference.
pub const NAMES: [&str; 5] = ["lower", "upper", "trim", "trim_start", "trim_end"];

/// The function with the name over an alphabet, when there is one.
///
/// It looks through the marks of a marked alphabet and carries them along.
pub fn named(name: &str, alphabet: Alphabet) -> Option<Function> {
    let plain = Alphabet::up_to(alphabet.last());
    let transducer = match name {
        "lower" if has_letters(plain) => Transducer::ascii_lowercase(plain),
        "upper" if has_letters(plain) => Transducer::ascii_uppercase(plain),
        "lower" | "upper" => Transducer::identity(plain),
        "trim" => Transducer::trimming(plain, &spaces(plain)),
        "trim_start" => Transducer::trimming_start(plain, &spaces(plain)),
        "trim_end" => Transducer::trimming_end(plain, &spaces(plain)),
        _ => return None,
    };
    let transducer = if alphabet.is_marked() { transducer.through_marks() } else { transducer };
    Some(Function { name: name.to_owned(), transducer })
}

/// Whether all letters of ASCII are there. An alphabet with a part of them has no case mapping of its own.
fn has_letters(alphabet: Alphabet) -> bool {
    alphabet.last() >= u32::from('z')
}

/// Space, tabulator, line feed, vertical tabulator, form feed and carriage return.
fn spaces(alphabet: Alphabet) -> SymbolSet {
    SymbolSet::from_ranges([(9, 13), (32, 32)]).intersection(&alphabet.all())
}

#[cfg(test)]
mod tests {
    use automata::{MARK, Symbol};

    use super::*;

    fn apply(name: &str, alphabet: Alphabet, word: &[Symbol]) -> Option<Vec<Symbol>> {
        named(name, alphabet)?.transducer.apply(word)
    }

    fn of(text: &str) -> Vec<Symbol> {
        text.chars().map(Symbol::from).collect()
    }

    #[test]
    fn all_names_have_a_function() {
        for alphabet in [Alphabet::BYTE, Alphabet::UTF16.with_marks(), Alphabet::up_to(3)] {
            assert!(NAMES.iter().all(|name| apply(name, alphabet, &[1]) == Some(vec![1])));
        }
        assert_eq!(apply("lowr", Alphabet::BYTE, &[]), None);
    }

    #[test]
    fn they_do_what_they_are_called() {
        let cases = [
            ("lower", " aB\u{0} ", " ab\u{0} "),
            ("upper", "aBz{", "ABZ{"),
            ("trim", "\t\n a b\r ", "a b"),
            ("trim_start", " a ", "a "),
            ("trim_end", " a ", " a"),
            ("trim", "  ", ""),
        ];
        for (name, from, to) in cases {
            assert_eq!(apply(name, Alphabet::UNICODE, &of(from)), Some(of(to)), "{name}");
        }
    }

    #[test]
    fn marks_stay() {
        let alphabet = Alphabet::BYTE.with_marks();
        assert_eq!(apply("lower", alphabet, &[MARK | 0x41, 0x42]), Some(vec![MARK | 0x61, 0x62]));
        assert_eq!(apply("trim", alphabet, &[MARK | 0x20, 0x42]), Some(vec![0x42]));
    }
}

//! The bounds on what a function writes hold of all short words, and are the best where they are known.

use automata::regex::{Dialect, Flags, Regex};
use automata::transducers::{AfterEmpty, Occurrences, Pattern, Template};
use automata::{Alphabet, Budget, Symbol, SymbolSet, Transducer};
use verdict::written::{Bound, Written};

const LETTERS: [char; 4] = ['a', 'b', ' ', 'A'];

fn word(text: &str) -> Vec<Symbol> {
    text.chars().map(Symbol::from).collect()
}

/// All words of up to six letters.
fn words() -> Vec<Vec<Symbol>> {
    let mut all: Vec<Vec<Symbol>> = vec![Vec::new()];
    let mut start = 0;
    for _ in 0..6 {
        let end = all.len();
        for at in start..end {
            let longer = LETTERS.map(|letter| [all[at].as_slice(), &[Symbol::from(letter)]].concat());
            all.extend(longer);
        }
        start = end;
    }
    all
}

fn replacing(pattern: &str, with: &str, all: bool) -> Transducer {
    let mut budget = Budget::steps(1_000_000);
    let regex = Regex::parse(pattern, Dialect::Pcre, Flags::NONE).expect("it is an expression");
    let pattern = Pattern::of_regex(&regex, Alphabet::BYTE, &mut budget).expect("it has a language");
    let which = if all { Occurrences::All(AfterEmpty::StepOver) } else { Occurrences::First };
    Transducer::replacing(&pattern, &Template::word(&word(with)), which, &mut budget).expect("it is small")
}

fn functions() -> Vec<Transducer> {
    let space = SymbolSet::from_ranges([(32, 32)]);
    let escapes: [(Symbol, &[Symbol]); 2] = [(97, &[92, 97]), (98, &[1, 2, 3, 4])];
    let mut all = vec![
        Transducer::identity(Alphabet::BYTE),
        Transducer::ascii_lowercase(Alphabet::BYTE),
        Transducer::ascii_uppercase(Alphabet::BYTE),
        Transducer::trimming(Alphabet::BYTE, &space),
        Transducer::trimming_start(Alphabet::BYTE, &space),
        Transducer::trimming_end(Alphabet::BYTE, &space),
        Transducer::escaping(Alphabet::BYTE, &escapes),
        Transducer::deleting(Alphabet::BYTE, &space),
    ];
    for pattern in ["a", "ab", "aba", "a+", "a|bb", "a*", "[ab]{2,3}", "(ab| )+", "aab?", "b*a"] {
        for with in ["", "x", "xy", "xyz", "aaaa"] {
            all.extend([replacing(pattern, with, true), replacing(pattern, with, false)]);
        }
    }
    all
}

#[test]
fn every_short_word_is_within_the_bounds() {
    let words = words();
    let mut bounded = 0;
    for function in functions() {
        let Written { least, most } = Written::by(&function);
        for word in &words {
            let Some(written) = function.apply(word) else { continue };
            let (read, written) = (word.len() as i128, written.len() as i128);
            for (bound, sign) in [(least, -1), (most, 1)] {
                let Some(Bound { times, by, more }) = bound else { continue };
                assert!(sign * times * written <= sign * (by * read + more), "{word:?}: {bound:?}");
                bounded += 1;
            }
        }
    }
    assert!(bounded > 500_000, "only {bounded} bounds were looked at");
}

#[test]
fn the_bounds_are_the_best() {
    let bound = |times, by, more| Some(Bound { times, by, more });
    let doubled = Written::by(&replacing("'", "''", true));
    assert_eq!((doubled.least, doubled.most), (bound(1, 1, 0), bound(1, 2, 0)));
    let shorter = Written::by(&replacing("abc", "x", true));
    assert_eq!((shorter.least, shorter.most), (bound(3, 1, 0), bound(1, 1, 0)));
    let once = Written::by(&replacing("a", "xyz", false));
    assert_eq!((once.least, once.most), (bound(1, 1, 0), bound(1, 1, 2)));
    let same = Written::by(&Transducer::ascii_lowercase(Alphabet::BYTE));
    assert_eq!((same.least, same.most), (bound(1, 1, 0), bound(1, 1, 0)));
}

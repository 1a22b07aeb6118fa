//! The ranges that tables give hold of all short words, and are the best where the language is small.

use automata::regex::{Dialect, Flags, Regex};
use automata::{Alphabet, Automaton, Budget, LengthSet, Symbol};
use verdict::measures::{Range, code_range, digits_of_naturals, found_range, parsed_range};
use verdict::plain::Words;

const LETTERS: [char; 6] = ['0', '1', '7', '-', 'a', 'b'];

const EXPRESSIONS: [&str; 16] = [
    "[01]{1,3}",
    "[17][01]?",
    "-?[017]+",
    "0*1",
    "1[01]*",
    "-1[07]{0,2}",
    "[^a]*a.*",
    "b*a",
    "(ab)*",
    "a.*",
    ".{2}a.*",
    "(b|ab)(a|-)?",
    "[0-7]|1[0-1]",
    ".*",
    "bb+aa",
    "-[17]|[01]{2}",
];

fn table(expression: &str) -> (Automaton, Words) {
    let mut budget = Budget::steps(1_000_000);
    let regex = Regex::parse(expression, Dialect::Own, Flags::NONE).expect("it is an expression");
    let language = regex.full_match(Alphabet::BYTE, &mut budget).expect("it is regular");
    let table = Words::of(&language);
    (language, table)
}

/// All words of up to five letters.
fn words() -> Vec<Vec<Symbol>> {
    let mut all: Vec<Vec<Symbol>> = vec![Vec::new()];
    let mut start = 0;
    for _ in 0..5 {
        let end = all.len();
        for at in start..end {
            all.extend(LETTERS.map(|letter| [all[at].as_slice(), &[Symbol::from(letter)]].concat()));
        }
        start = end;
    }
    all
}

fn holds(range: Range, value: i128) -> bool {
    range.least.is_none_or(|least| least <= value) && range.most.is_none_or(|most| value <= most)
}

fn text(word: &[Symbol]) -> String {
    word.iter().filter_map(|&symbol| char::from_u32(symbol)).collect()
}

#[test]
fn every_short_word_is_in_the_ranges() {
    let words = words();
    let mut seen = 0;
    for expression in EXPRESSIONS {
        let (language, table) = table(expression);
        for word in words.iter().filter(|word| language.contains(word)) {
            seen += 1;
            let text = text(word);
            if let Some(range) = parsed_range(&table, 10) {
                let value: i128 = text.parse().expect("all words are numerals");
                assert!(holds(range, value), "{expression}: {text} and {range:?}");
            }
            for part in ["a", "ab", "aa", "0", "-1"] {
                let symbols: Vec<Symbol> = part.chars().map(Symbol::from).collect();
                let range = found_range(&table, &symbols);
                let found = text.find(part).map(|at| at as i128);
                assert!(found.is_none_or(|at| holds(range, at)), "{expression}: {part} in {text}, {range:?}");
            }
            for (at, &symbol) in (0..).zip(word) {
                let (least, most) = code_range(&table, at).expect("there is a character");
                assert!((least..=most).contains(&i128::from(symbol)), "{expression}: {text} at {at}");
            }
        }
    }
    assert!(seen > 5_000, "only {seen} words");
}

#[test]
fn ranges_of_small_languages_are_the_best() {
    let range = |least, most| Some(Range { least, most });
    assert_eq!(parsed_range(&table("[01][0-9]|2[0-3]").1, 10), range(Some(0), Some(23)));
    assert_eq!(parsed_range(&table("-[1-9]|[0-4]").1, 10), range(Some(-9), Some(4)));
    assert_eq!(parsed_range(&table("[1-9][0-9]*").1, 10), range(Some(1), None));
    assert_eq!(parsed_range(&table("[0-9]*").1, 10), None);
    let space = [Symbol::from(' ')];
    assert_eq!(found_range(&table("[a-z]{2,5} .*").1, &space), Range { least: Some(2), most: Some(5) });
    assert_eq!(found_range(&table("[^ ].*").1, &space), Range { least: Some(1), most: None });
    assert_eq!(code_range(&table("x[a-f].*").1, 1), Some((97, 102)));
}

#[test]
fn numerals_have_so_many_digits() {
    for least in 0..120u64 {
        for most in least..120 {
            let digits = digits_of_naturals(&LengthSet::between(least, most), 10);
            for value in least..=most {
                assert!(digits.contains(value.to_string().len() as u64));
            }
            assert_eq!(digits.max(), Some(most.to_string().len() as u64));
        }
    }
}

//! Maps, escapes, trimming and replacement are the functions they are called, with exact images and preimages.

mod sampling;

use automata::{
    AfterEmpty, Alphabet, Automaton, Budget, MARK, Occurrences, Output, Pattern, Symbol, SymbolSet, Template,
    Transducer, TransducerBuilder,
};
use sampling::functions::{check, check_languages};
use sampling::{Dice, plenty, random_language, words};

type Word = Vec<Symbol>;

const LETTERS: Alphabet = Alphabet::up_to(3);

fn text(text: &str) -> Word {
    text.chars().map(u32::from).collect()
}

/// All words of up to `longest` characters of `letters`.
fn over(letters: &str, longest: usize) -> Vec<Word> {
    let letters = text(letters);
    let spell = |word: Word| word.iter().map(|&at| letters[at as usize]).collect();
    words(letters.len() as u32, longest).into_iter().map(spell).collect()
}

#[test]
fn case_mapping() {
    let inputs = over("AZaz@[`{\u{e9}", 4);
    let by = |map: fn(&u8) -> u8| {
        move |word: &[Symbol]| word.iter().map(|&c| u32::from(map(&(c as u8)))).collect::<Word>()
    };
    check(&Transducer::ascii_lowercase(Alphabet::BYTE), &inputs, by(u8::to_ascii_lowercase), 1);
    check(&Transducer::ascii_uppercase(Alphabet::BYTE), &inputs, by(u8::to_ascii_uppercase), 2);
    check(&Transducer::identity(Alphabet::BYTE), &inputs, <[Symbol]>::to_vec, 3);
}

#[test]
fn escapes() {
    let inputs = over("<&'\"x\\", 5);
    let html: Vec<(Symbol, Word)> = [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;")]
        .map(|(c, word)| (u32::from(c), text(word)))
        .to_vec();
    let rows: Vec<(Symbol, &[Symbol])> = html.iter().map(|(c, word)| (*c, &word[..])).collect();
    let escape = |word: &[Symbol]| {
        let word: String = word.iter().map(|&c| char::from(c as u8)).collect();
        text(&word.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;"))
    };
    check(&Transducer::escaping(Alphabet::BYTE, &rows), &inputs, escape, 4);
    let quotes = SymbolSet::from_ranges(text("'\"\\").into_iter().map(|c| (c, c)));
    let slashes = |word: &[Symbol]| {
        let word: String = word.iter().map(|&c| char::from(c as u8)).collect();
        text(&word.replace('\\', "\\\\").replace('\'', "\\'").replace('"', "\\\""))
    };
    check(&Transducer::prefixing(Alphabet::BYTE, &quotes, &text("\\")), &inputs, slashes, 5);
    let delete = |word: &[Symbol]| word.iter().copied().filter(|&c| !quotes.contains(c)).collect();
    check(&Transducer::deleting(Alphabet::BYTE, &quotes), &inputs, delete, 6);
}

#[test]
fn shifts_by_pieces() {
    // 0 -> 2, 1 -> 3, 2 -> 1, 3 -> 3: two characters may become one.
    let pieces = [(SymbolSet::range(0, 1), 2), (SymbolSet::range(0, 2), -1)];
    let machine = Transducer::shifting(LETTERS, &pieces);
    let map = |word: &[Symbol]| word.iter().map(|&c| [2, 3, 1, 3][c as usize]).collect();
    check(&machine, &words(4, 5), map, 7);
    check_languages(&machine, 4, 20, 8);
}

#[test]
fn trimming() {
    let inputs = words(3, 6);
    let blank = SymbolSet::range(0, 1);
    let is_blank = |c: &&Symbol| **c <= 1;
    let start = |word: &[Symbol]| word.iter().skip_while(is_blank).copied().collect::<Word>();
    let end = |word: &[Symbol]| {
        let kept = word.len() - word.iter().rev().take_while(is_blank).count();
        word[..kept].to_vec()
    };
    let machines = [
        Transducer::trimming_start(LETTERS, &blank),
        Transducer::trimming_end(LETTERS, &blank),
        Transducer::trimming(LETTERS, &blank),
    ];
    check(&machines[0], &inputs, start, 9);
    check(&machines[1], &inputs, end, 10);
    check(&machines[2], &inputs, |word| end(&start(word)), 11);
    for (seed, machine) in (12..).zip(&machines) {
        check_languages(machine, 4, 15, seed);
    }
}

/// Replaces from left to right; `length` gives the match at the start of a rest.
fn replace(
    word: &[Symbol],
    length: impl Fn(&[Symbol]) -> Option<usize>,
    which: Occurrences,
    template: impl Fn(&[Symbol]) -> Word,
) -> Word {
    let (mut done, mut at, mut left) = (Vec::new(), 0, usize::MAX);
    if which == Occurrences::First {
        left = 1;
    }
    while at <= word.len() {
        let found = length(&word[at..]).filter(|_| left > 0);
        if let Some(length) = found {
            done.extend(template(&word[at..at + length]));
            left -= 1;
            at += length;
            if length > 0 {
                continue;
            }
        }
        done.extend(word.get(at));
        at += 1;
    }
    done
}

const ALL: Occurrences = Occurrences::All(AfterEmpty::StepOver);

#[test]
fn literals_are_replaced() {
    let inputs = words(2, 7);
    for (seed, literal) in words(2, 4).iter().enumerate().skip(1) {
        let pattern = Pattern::literal(LETTERS, literal, &mut plenty()).expect("small").expect("not empty");
        for with in [vec![], vec![3], vec![0, 3, 1]] {
            for which in [Occurrences::First, ALL] {
                let machine = Transducer::replacing(&pattern, &Template::word(&with), which, &mut plenty());
                let length = |rest: &[Symbol]| rest.starts_with(literal).then_some(literal.len());
                let reference = |word: &[Symbol]| replace(word, length, which, |_| with.clone());
                check(&machine.expect("small"), &inputs, reference, seed as u64);
            }
        }
    }
    assert!(Pattern::literal(LETTERS, &[], &mut plenty()).expect("small").is_none());
}

#[test]
fn the_longest_match_is_replaced() {
    let mut dice = Dice::new(20);
    let inputs = words(2, 7);
    for round in 0..120 {
        let mut language = random_language(&mut dice, LETTERS, 2, 4);
        if dice.one_in(3) {
            language = language.union(&Automaton::epsilon(LETTERS), &mut plenty()).expect("small");
        }
        let pattern = Pattern::longest(&language, &mut plenty()).expect("small");
        let length = |rest: &[Symbol]| (0..=rest.len()).rev().find(|&n| language.contains(&rest[..n]));
        for which in [Occurrences::First, ALL, Occurrences::All(AfterEmpty::TryLonger)] {
            let word = Transducer::replacing(&pattern, &Template::word(&[3]), which, &mut plenty());
            check(&word.expect("small"), &inputs, |w| replace(w, length, which, |_| vec![3]), round);
            let template = Template::around_match(&[2], &[3, 2]);
            let around = Transducer::replacing(&pattern, &template, which, &mut plenty()).expect("small");
            let template = |found: &[Symbol]| [&[2], found, &[3, 2]].concat();
            check(&around, &inputs, |w| replace(w, length, which, template), round);
        }
    }
}

#[test]
fn languages_through_replacement() {
    let mut dice = Dice::new(21);
    for seed in 0..25 {
        let language = random_language(&mut dice, LETTERS, 3, 3);
        let pattern = Pattern::longest(&language, &mut plenty()).expect("small");
        for which in [Occurrences::First, ALL] {
            let machine = Transducer::replacing(&pattern, &Template::word(&[3]), which, &mut plenty());
            check_languages(&machine.expect("small"), 4, 2, seed);
        }
    }
}

#[test]
fn the_language_based_replacement_contains_the_exact_one() {
    let mut dice = Dice::new(22);
    for _ in 0..150 {
        let subject = random_language(&mut dice, LETTERS, 3, 4);
        let language = random_language(&mut dice, LETTERS, 2, 3);
        let pattern = Pattern::longest(&language, &mut plenty()).expect("small");
        let (with, mut budget) = (Automaton::literal(LETTERS, &[3]), plenty());
        let general = [
            (Occurrences::First, subject.replace_first(&language, &with, &mut budget).expect("small")),
            (ALL, subject.replace_all(&language, &with, &mut budget).expect("small")),
        ];
        for (which, general) in general {
            let machine = Transducer::replacing(&pattern, &Template::word(&[3]), which, &mut budget);
            let exact = machine.expect("small").image(&subject, &mut budget).expect("small");
            assert!(exact.included_in(&general, &mut budget).expect("small"), "{subject:?}{language:?}");
        }
    }
}

#[test]
fn a_long_literal_is_no_trouble() {
    let mut dice = Dice::new(23);
    let literal: Word = (0..3000).map(|_| dice.below(4)).collect();
    let mut budget = Budget::steps(1_000_000);
    let pattern = Pattern::literal(LETTERS, &literal, &mut budget).expect("enough").expect("not empty");
    let machine = Transducer::replacing(&pattern, &Template::word(&[0]), ALL, &mut budget).expect("enough");
    let word = [&literal[..2000], &literal, &literal[1000..], &literal].concat();
    let length = |rest: &[Symbol]| rest.starts_with(&literal).then_some(literal.len());
    let expected = replace(&word, length, ALL, |_| vec![0]);
    assert_eq!(expected.len(), 2000 + 1 + 2000 + 1);
    assert!(machine.apply(&word) == Some(expected), "both occurrences are replaced");
}

#[test]
fn a_spent_budget_is_an_error() {
    let mut budget = plenty();
    let language = Automaton::literal(LETTERS, &[0, 1, 0, 2]);
    let pattern = Pattern::longest(&language, &mut budget).expect("small");
    assert!(Pattern::longest(&language, &mut Budget::steps(3)).is_err());
    let machine = |budget: &mut Budget| Transducer::replacing(&pattern, &Template::word(&[]), ALL, budget);
    assert!(machine(&mut Budget::steps(3)).is_err());
    let machine = machine(&mut budget).expect("small");
    assert!(machine.image(&language, &mut Budget::steps(3)).is_err());
    assert!(machine.preimage(&language, &mut Budget::steps(3)).is_err());
}

#[test]
fn a_machine_of_ones_own() {
    // Reads 0 and any character in turn, and writes 1 after each of the former and 3 at the end.
    let mut builder = TransducerBuilder::new(LETTERS);
    let (even, odd) = (builder.add_state(), builder.add_state());
    builder.read(even, &SymbolSet::single(0), Output::copy().then(&[1]), odd);
    builder.read(odd, &SymbolSet::range(0, 3), Output::copy(), even);
    builder.end(even, &[3]);
    let machine = builder.finish();
    assert_eq!(machine.apply(&[0, 2, 0, 0]), Some(vec![0, 1, 2, 0, 1, 0, 3]));
    assert_eq!(machine.apply(&[0]), None);
    assert_eq!(machine.apply(&[1, 1]), None);
}

/// All words of up to `longest` characters below `letters`, each character marked or not.
fn marked_words(letters: u32, longest: usize) -> Vec<Word> {
    let spell =
        |word: Word| word.iter().map(|&c| if c < letters { c } else { (c - letters) | MARK }).collect();
    words(2 * letters, longest).into_iter().map(spell).collect()
}

fn plain(word: &[Symbol]) -> Word {
    word.iter().map(|&c| c & !MARK).collect()
}

#[test]
fn maps_and_escapes_carry_marks() {
    let inputs = marked_words(3, 4);
    let machine = Transducer::escaping(LETTERS, &[(1, &[0, 3]), (2, &[])]).through_marks();
    let escape = |&c: &Symbol| match c & !MARK {
        1 => vec![c & MARK, 3 | (c & MARK)],
        2 => vec![],
        _ => vec![c],
    };
    check(&machine, &inputs, |word| word.iter().flat_map(escape).collect(), 30);
    let shift = Transducer::shifting(LETTERS, &[(SymbolSet::single(0), 2)]).through_marks();
    check(&shift, &inputs, |w| w.iter().map(|&c| if c & !MARK == 0 { c + 2 } else { c }).collect(), 31);
    let trim = Transducer::trimming(LETTERS, &SymbolSet::single(0)).through_marks();
    let is_blank = |c: &Symbol| *c & !MARK == 0;
    let reference = |word: &[Symbol]| {
        let from = word.iter().position(|c| !is_blank(c)).unwrap_or(word.len());
        let to = word.iter().rposition(|c| !is_blank(c)).map_or(from, |last| last + 1);
        word[from..to].to_vec()
    };
    check(&trim, &inputs, reference, 32);
}

#[test]
fn replacements_carry_marks_of_their_match() {
    let inputs = marked_words(2, 5);
    let mut dice = Dice::new(33);
    for seed in 0..25 {
        let language = random_language(&mut dice, LETTERS, 2, 3);
        let pattern = Pattern::longest(&language, &mut plenty()).expect("small");
        let length =
            |rest: &[Symbol]| (0..=rest.len()).rev().find(|&n| language.contains(&plain(&rest[..n])));
        let mark = |found: &[Symbol]| found.iter().fold(0, |mark, c| mark | (c & MARK));
        for which in [Occurrences::First, ALL] {
            let word = Transducer::replacing(&pattern, &Template::word(&[3]), which, &mut plenty());
            let template = |found: &[Symbol]| vec![3 | mark(found)];
            let machine = word.expect("small").through_marks();
            check(&machine, &inputs, |w| replace(w, length, which, template), seed);
            let around = Template::around_match(&[2], &[3]);
            let around = Transducer::replacing(&pattern, &around, which, &mut plenty()).expect("small");
            let template = |found: &[Symbol]| [&[2 | mark(found)], found, &[3 | mark(found)]].concat();
            check(&around.through_marks(), &inputs, |w| replace(w, length, which, template), seed);
        }
    }
}

#[test]
fn languages_look_through_marks() {
    let mut dice = Dice::new(34);
    let inputs = marked_words(2, 5);
    let mut budget = plenty();
    for _ in 0..100 {
        let language = random_language(&mut dice, LETTERS, 2, 4);
        let (through, marked) = (language.through_marks(), language.all_marked());
        for word in &inputs {
            assert_eq!(through.contains(word), language.contains(&plain(word)));
            let all = word.iter().all(|c| c & MARK != 0);
            assert_eq!(marked.contains(word), all && language.contains(&plain(word)));
        }
        assert_eq!(through.without_marks(&mut budget).expect("small"), language);
        assert_eq!(marked.without_marks(&mut budget).expect("small"), language);
        // Canonical: the same language built in another way is the same automaton.
        assert_eq!(through.union(&marked, &mut budget).expect("small"), through);
    }
}

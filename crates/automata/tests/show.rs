//! Languages shown to people: exact where they say so, within the budget, and free of hostile characters.

mod sampling;

use automata::regex::{Dialect, Flags, Regex};
use automata::show::{Readable, Relation, readable, word};
use automata::{Alphabet, Automaton, Budget, MARK, Symbol, SymbolSet};
use sampling::{Dice, plenty, random_language};

fn literal(text: &str) -> Automaton {
    Automaton::literal(Alphabet::BYTE, &text.bytes().map(Symbol::from).collect::<Vec<_>>())
}

fn shown(language: &Automaton) -> String {
    readable(language, &mut plenty()).to_string()
}

#[test]
fn small_languages_are_shown_exactly_and_always_alike() {
    for seed in 0..400 {
        let language = random_language(&mut Dice::new(seed), Alphabet::up_to(3), 4, 5);
        let first = readable(&language, &mut plenty());
        if language.state_count() <= 8 {
            assert_eq!(first.relation(), Relation::Exact, "{first} {language:?}");
        }
        assert_eq!(first, readable(&language, &mut plenty()));
        if first.relation() == Relation::Exact {
            assert_eq!(read_back(&first, language.alphabet()), language, "{first}");
        }
    }
}

/// The language of the text, as the parser of our own dialect understands it.
fn read_back(shown: &Readable, alphabet: Alphabet) -> Automaton {
    let read = |pattern: &str| {
        let regex =
            Regex::parse(pattern, Dialect::Own, Flags::default()).expect("what is shown is well-formed");
        regex.full_match(alphabet, &mut plenty()).expect("what is shown is small")
    };
    let mut language = read(shown.expression());
    if let Some((least, most)) = shown.length_bound() {
        let most = most.map_or(String::new(), |most| most.to_string());
        language =
            language.intersection(&read(&format!(".{{{least},{most}}}")), &mut plenty()).expect("enough");
    }
    if let Some(inside) = shown.not_containing() {
        language = language.difference(&read(&format!(".*({inside}).*")), &mut plenty()).expect("enough");
    }
    language
}

#[test]
fn every_character_reads_back() {
    for alphabet in [Alphabet::BYTE, Alphabet::UTF16, Alphabet::UNICODE] {
        for at in (0..0x300).chain((0x300..0x11_0000).step_by(997)).filter(|&at| alphabet.contains(at)) {
            let one = Automaton::literal(alphabet, &[at]);
            let some = Automaton::class(alphabet, &SymbolSet::from_ranges([(at, at + 1), (at + 7, at + 40)]));
            for language in [one, some] {
                let shown = readable(&language, &mut plenty());
                assert_eq!(read_back(&shown, alphabet), language, "{shown}");
            }
        }
    }
}

#[test]
fn the_empty_language_the_empty_word_and_all_words() {
    assert_eq!(shown(&Automaton::empty(Alphabet::BYTE)), "= []");
    assert_eq!(shown(&Automaton::epsilon(Alphabet::BYTE)), "= ()");
    assert_eq!(shown(&Automaton::any(Alphabet::UNICODE)), "= .*");
    assert_eq!(shown(&Automaton::any(Alphabet::up_to(0))), "= .*");
}

#[test]
fn a_long_literal_is_shown_as_it_is() {
    let mut dice = Dice::new(1);
    let text: String = (0..10_000).map(|_| char::from(b'a' + dice.below(26) as u8)).collect();
    assert_eq!(readable(&literal(&text), &mut Budget::steps(2_000_000)).text(), text);
}

#[test]
fn a_long_chain_of_loops_is_linear() {
    let mut budget = plenty();
    let part =
        literal("a").star(&mut budget).expect("enough").concat(&literal("b"), &mut budget).expect("enough");
    let chain = part.repeat(3_000, Some(3_000), &mut budget).expect("enough");
    assert_eq!(readable(&chain, &mut budget).to_string(), "= (a*b){3000}");
}

#[test]
fn a_spent_budget_gives_samples() {
    let language = random_language(&mut Dice::new(7), Alphabet::BYTE, 4, 40);
    let shown = readable(&language, &mut Budget::steps(0));
    assert_eq!(shown.relation(), Relation::Samples);
    assert_eq!(shown.samples().len(), 1);
}

#[test]
fn what_is_too_long_to_read_is_contained_in_an_outline() {
    let mut dice = Dice::new(11);
    let mut outlined = 0;
    for _ in 0..40 {
        let body = random_language(&mut dice, Alphabet::BYTE, 90, 60);
        let language = literal("id=").concat(&body, &mut plenty()).expect("enough");
        let shown = readable(&language, &mut Budget::steps(300_000));
        if shown.relation() == Relation::Contains {
            outlined += 1;
            assert!(shown.expression().starts_with("id="), "{shown}");
            assert!(shown.length_bound().is_some() && !shown.samples().is_empty(), "{shown}");
        }
    }
    assert!(outlined > 0);
}

#[test]
fn a_length_bound_is_said_apart() {
    let mut budget = plenty();
    let slug = literal("-").union(&Automaton::epsilon(Alphabet::BYTE), &mut budget).expect("enough");
    let letter = Automaton::class(Alphabet::BYTE, &SymbolSet::range(b'a'.into(), b'z'.into()));
    let part = slug.concat(&letter, &mut budget).expect("enough");
    let all = letter.concat(&part.star(&mut budget).expect("enough"), &mut budget).expect("enough");
    let any = Automaton::class(Alphabet::BYTE, &Alphabet::BYTE.all());
    let short = all
        .intersection(&any.repeat(0, Some(64), &mut budget).expect("enough"), &mut budget)
        .expect("enough");
    assert_eq!(shown(&short), "= [a-z](-?[a-z])*, length <= 64");
}

#[test]
fn words_not_contained_are_said_apart() {
    let mut budget = plenty();
    let any = Automaton::any(Alphabet::BYTE);
    let inside = literal("<script").union(&literal("javascript:"), &mut budget).expect("enough");
    let around = any.concat(&inside, &mut budget).expect("enough").concat(&any, &mut budget).expect("enough");
    let without = around.complement(&mut budget).expect("enough");
    assert_eq!(shown(&without), "= .*, not containing <script|javascript:");
}

#[test]
fn nothing_hostile_is_shown_raw() {
    let hostile =
        [0, 0x1B, 0x7F, 0x85, 0xAD, 0x200B, 0x202E, 0x2066, 0x5D0, 0xFEFF, 0xD800, 0xE000, 0x10_FFFF];
    let language = Automaton::literal(Alphabet::UNICODE, &hostile);
    let class = Automaton::class(Alphabet::UNICODE, &SymbolSet::from_ranges(hostile.map(|c| (c, c))));
    let texts = [shown(&language), shown(&class), word(&hostile, Alphabet::UNICODE)];
    for text in texts {
        assert!(text.is_ascii() && !text.contains(|c: char| c.is_control()), "{text}");
    }
    assert_eq!(shown(&Automaton::literal(Alphabet::UTF16, &[0xE9])), "= é");
    assert_eq!(shown(&Automaton::literal(Alphabet::BYTE, &[0xE9])), "= \\xe9");
}

#[test]
fn marked_characters_stand_between_guillemets() {
    let alphabet = Alphabet::BYTE.with_marks();
    let plain = SymbolSet::range(b'a'.into(), b'z'.into());
    let marked = SymbolSet::range(MARK | Symbol::from(b'a'), MARK | Symbol::from(b'z'));
    assert_eq!(shown(&Automaton::class(alphabet, &plain)), "= [a-z]");
    assert_eq!(shown(&Automaton::class(alphabet, &marked)), "= [«a-z»]");
    assert_eq!(shown(&Automaton::class(alphabet, &plain.union(&marked))), "= [a-z«a-z»]");
    assert_eq!(shown(&Automaton::literal(alphabet, &[MARK | Symbol::from(b'a')])), "= «a»");
    assert_eq!(shown(&Automaton::any(alphabet)), "= .*");
}

//! Pictures of automata: well-formed, the same every time, honest about what they leave out.

mod sampling;

use automata::show::{dot, svg};
use automata::{Alphabet, Automaton, LengthSet, MARK, Symbol, SymbolSet};
use sampling::{Dice, plenty, random_language};

/// Small and larger languages, over characters that mean something in XML and DOT.
fn languages() -> Vec<Automaton> {
    let mut dice = Dice::new(3);
    let mut languages: Vec<Automaton> =
        (0..200).map(|at| random_language(&mut dice, Alphabet::BYTE, 0x80, 2 + at % 30)).collect();
    let hostile = "<&>\"'\\]]>{}|\n\u{0}\u{202e}\u{2066}\u{fffe}é";
    let hostile: Vec<Symbol> = hostile.chars().map(Symbol::from).collect();
    languages.push(Automaton::literal(Alphabet::UNICODE, &hostile));
    languages
        .push(Automaton::class(Alphabet::UNICODE, &SymbolSet::from_ranges(hostile.iter().map(|&c| (c, c)))));
    languages.push(Automaton::any(Alphabet::BYTE.with_marks()));
    languages.push(Automaton::literal(Alphabet::BYTE.with_marks(), &[MARK | 0x3C]));
    languages.push(Automaton::empty(Alphabet::BYTE));
    languages.push(Automaton::epsilon(Alphabet::BYTE));
    languages
}

/// Reads XML as far as our pictures use it; fails where it is not well-formed. Returns the names of tags.
fn tags(text: &str) -> Vec<String> {
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "no control characters");
    let mut open: Vec<String> = Vec::new();
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        check_text(&rest[..at]);
        let end = rest[at..].find('>').expect("a tag is closed") + at;
        let tag = &rest[at + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!tag.contains('<'), "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else {
            let name = tag.trim_end_matches('/').split(' ').next().unwrap_or_default().to_owned();
            all.push(name.clone());
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "everything is closed");
    all
}

/// Text between tags has no bare ampersand.
fn check_text(text: &str) {
    for (at, _) in text.match_indices('&') {
        let known = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
        assert!(known.iter().any(|entity| text[at..].starts_with(entity)), "{text}");
    }
}

#[test]
fn svg_is_well_formed_and_complete() {
    for language in languages() {
        let picture = svg(&language);
        let tags = tags(&picture);
        let count = |name: &str| tags.iter().filter(|tag| *tag == name).count();
        let shown = language.state_count().min(60);
        let accepting = language.states().take(shown).filter(|&state| language.accepts_at(state)).count();
        assert_eq!(count("circle"), shown + accepting);
        assert_eq!(tags[0], "svg");
        assert_eq!(picture, svg(&language));
        assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
        assert!(!picture.contains(['\u{202e}', '\u{2066}', '\u{fffe}']));
    }
}

#[test]
fn dot_quotes_what_it_must() {
    for language in languages() {
        let text = dot(&language);
        assert_eq!(text, dot(&language));
        assert!(text.starts_with("digraph automaton {\n") && text.ends_with("}\n"));
        for line in text.lines() {
            let quotes = line.replace("\\\\", "").replace("\\\"", "").matches('"').count();
            assert_eq!(quotes % 2, 0, "{line}");
        }
        let edges = text.lines().filter(|line| line.contains(" -> ") && line.contains("label")).count();
        assert!(edges >= language.state_count().min(60) - 1, "every state is reached");
    }
}

#[test]
fn a_large_automaton_is_shown_in_part_and_says_so() {
    let long = Automaton::literal(Alphabet::BYTE, &[0x61; 1_233]);
    assert!(svg(&long).contains(">60 of 1,234 states shown</text>"));
    assert!(dot(&long).contains("label=\"60 of 1,234 states shown\""));
    let short = Automaton::literal(Alphabet::BYTE, &[0x61; 59]);
    assert!(!svg(&short).contains("shown") && !dot(&short).contains("shown"));
}

#[test]
fn lengths_are_a_lasso_without_labels() {
    let lengths = LengthSet::progression(7, 5);
    let lasso = Automaton::of_lengths(Alphabet::up_to(0), &lengths, &mut plenty()).expect("enough");
    let picture = svg(&lasso);
    assert_eq!(tags(&picture).iter().filter(|tag| *tag == "circle").count(), lasso.state_count() + 1);
    assert!(!picture.contains("class=\"label\""));
}

#[test]
fn states_do_not_overlap() {
    for language in languages() {
        let picture = svg(&language);
        let number = |line: &str, key: &str| -> f64 {
            let from = line.find(key).expect("circles have places") + key.len();
            line[from..].split('"').next().and_then(|text| text.parse().ok()).expect("a number")
        };
        let outer = picture.lines().filter(|line| line.starts_with("<circle") && !line.contains("ring"));
        let places: Vec<(f64, f64)> =
            outer.map(|line| (number(line, "cx=\""), number(line, "cy=\""))).collect();
        for (at, a) in places.iter().enumerate() {
            for b in &places[..at] {
                assert!((a.0 - b.0).hypot(a.1 - b.1) > 45.0, "{a:?} {b:?}");
            }
        }
    }
}

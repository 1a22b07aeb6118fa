//! The small language's own dialect against its description, and patterns that try the limits.

use automata::regex::{Dialect, Flags, Regex, SyntaxError};
use automata::{Alphabet, Automaton, Budget, Symbol};

fn parse(pattern: &str) -> Result<Regex, SyntaxError> {
    Regex::parse(pattern, Dialect::Own, Flags::NONE)
}

fn language(pattern: &str) -> Automaton {
    let regex = parse(pattern).expect("the pattern is one of the dialect");
    regex.full_match(Alphabet::UNICODE, &mut Budget::steps(10_000_000)).expect("the budget suffices")
}

fn word(text: &str) -> Vec<Symbol> {
    text.chars().map(Symbol::from).collect()
}

#[test]
fn each_construct_means_what_the_table_says() {
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("", &[""], &["a"]),
        ("a&~/-,", &["a&~/-,"], &["a"]),
        (".", &["a", "\n", "\u{2028}", "😀"], &["", "ab"]),
        ("\\n\\t\\r\\0\\x41\\u{1F600}", &["\n\t\r\0A😀"], &[""]),
        ("\\d\\w\\s", &["1_\t", "0a "], &["a1 ", "1é "]),
        ("\\D\\W\\S", &["aé1"], &["1é1", "aa1", "aé "]),
        ("\\.\\*\\/\\^\\$\\{\\[", &[".*/^${["], &[""]),
        ("[a-c_]", &["a", "b", "_"], &["d", "-", ""]),
        ("[^a-c]", &["d", "\n"], &["a", ""]),
        ("[-a][a-]", &["--", "aa"], &["b-"]),
        ("[\\d-]", &["-", "7"], &["a"]),
        ("a[]b", &[], &["ab", "a[]b"]),
        ("[^]", &["a", "\n"], &["", "ab"]),
        ("a?b*c+", &["c", "abbcc"], &["ab", "aac"]),
        ("a{2}", &["aa"], &["a", "aaa"]),
        ("a{2,}", &["aa", "aaaaa"], &["a"]),
        ("a{1,2}", &["a", "aa"], &["", "aaa"]),
        ("a{,2}", &["", "aa"], &["aaa"]),
        ("a{0}", &[""], &["a"]),
        ("a*?b??", &["", "aab"], &["abb"]),
        ("ab|c|", &["ab", "c", ""], &["ac"]),
        ("(a|b)(?:c)", &["ac", "bc"], &["abc"]),
        ("(a*)*", &["", "aaa"], &["b"]),
        ("((a|)*b)+", &["b", "abaab"], &["a", ""]),
    ];
    for (pattern, inside, outside) in cases {
        let language = language(pattern);
        for text in *inside {
            assert!(language.contains(&word(text)), "{text:?} is in /{pattern}/");
        }
        for text in *outside {
            assert!(!language.contains(&word(text)), "{text:?} is not in /{pattern}/");
        }
    }
}

#[test]
fn errors_name_place_and_cause() {
    let cases = [
        ("a^", 1, "anchors"),
        ("$", 0, "anchors"),
        ("a**", 2, "repeat"),
        ("|*", 1, "repeat"),
        ("ab{2", 2, "count"),
        ("a{3,2}", 1, "lower"),
        ("a}", 1, "brace"),
        ("(a", 0, "not closed"),
        ("a)", 1, "closes no group"),
        ("(?=a)", 1, "question mark"),
        ("[ab", 0, "not closed"),
        ("[b-a]", 1, "order"),
        ("[a-\\d]", 1, "one character"),
        ("é\\q", 1, "no such escape"),
        ("\\x4", 0, "two digits"),
        ("\\u{110000}", 0, "up to"),
        ("a\\", 1, "backslash"),
    ];
    for (pattern, place, cause) in cases {
        let error = parse(pattern).expect_err("the pattern is wrong");
        assert_eq!(error.place().start, place, "{pattern}: {error}");
        assert!(error.cause().contains(cause), "{pattern}: {error}");
    }
}

#[test]
fn an_own_pattern_has_any_alphabet() {
    let regex = parse("[^a]b").expect("the pattern is one of the dialect");
    for alphabet in [Alphabet::BYTE, Alphabet::UTF16, Alphabet::UNICODE, Alphabet::up_to(0x62)] {
        let language = regex.full_match(alphabet, &mut Budget::steps(10_000)).expect("the budget suffices");
        assert_eq!(language.alphabet(), alphabet);
        assert!(language.contains(&word("bb")) && !language.contains(&word("ab")));
    }
}

#[test]
fn marks_are_looked_through() {
    let regex = parse("a[bc]").expect("the pattern is one of the dialect");
    let alphabet = Alphabet::BYTE.with_marks();
    let language = regex.full_match(alphabet, &mut Budget::steps(10_000)).expect("the budget suffices");
    for mark in [0, automata::MARK] {
        assert!(language.contains(&[0x61 | mark, 0x62]) && language.contains(&[0x61, 0x63 | mark]));
        assert!(!language.contains(&[0x62 | mark, 0x62]));
    }
}

#[test]
fn counters_are_exact_or_refused_within_the_budget() {
    let hundred_thousand = language("a{1,100000}");
    assert_eq!(hundred_thousand.state_count(), 100_001);
    for pattern in ["(a{1,1000}){1,1000}", "((a{1,1000}){1,1000}){1,1000000}", "(a|b)*a(a|b){60}"] {
        let regex = parse(pattern).expect("the pattern is one of the dialect");
        let refused = regex.full_match(Alphabet::UNICODE, &mut Budget::steps(1_000_000));
        let error = refused.expect_err("a million steps are too few");
        assert!(error.exhausted().is_some() && error.unsupported().is_empty(), "{error}");
    }
}

#[test]
fn deep_nesting_gives_an_answer_or_an_error() {
    let nested = |depth: usize| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
    assert!(language(&nested(300)).contains(&word("a")));
    let error = parse(&nested(30_000)).expect_err("this is too deep");
    assert!(error.cause().contains("nested too deeply"), "{error}");
    assert!(parse(&"(".repeat(30_000)).is_err());
    assert!(language(&"(a)".repeat(30_000)).contains(&word(&"a".repeat(30_000))));
    let flat = vec!["a"; 30_000].join("|");
    assert_eq!(language(&flat), language("a"));
}

#[test]
fn counters_can_be_given_up_for_an_answer() {
    let parse = |pattern: &str| parse(pattern).expect("the pattern is one of the dialect");
    let language = |regex: &Regex| {
        regex.full_match(Alphabet::BYTE, &mut Budget::steps(100_000)).expect("the budget suffices")
    };
    let huge = parse("(a{1,1000}){1,1000}");
    assert_eq!(huge.length_bounds(), (1, Some(1_000_000)));
    assert_eq!(language(&huge.counters_relaxed(100)), language(&parse("a+")));
    assert_eq!(
        language(&parse("(a|b)*a(a|b){60}").counters_relaxed(2)),
        language(&parse("(a|b)*a(a|b){2,}"))
    );
    for pattern in ["a{2,3}b{5}", "(a{0,4}b){3}", "a{7,}|b{2}", "(ab{2}){2,9}"] {
        let (exact, relaxed) = (parse(pattern), parse(pattern).counters_relaxed(3));
        let (small, large) = (language(&exact), language(&relaxed));
        assert!(
            small.included_in(&large, &mut Budget::steps(100_000)).expect("the budget suffices"),
            "{pattern}"
        );
        let (least, most) = exact.length_bounds();
        assert!(relaxed.length_bounds().0 <= least, "{pattern}");
        let lengths = small.lengths(&mut Budget::steps(100_000)).expect("the budget suffices");
        assert_eq!((lengths.min(), lengths.max()), (Some(least), most), "{pattern}");
    }
}

/// A test that must fail is dropped, not relaxed, when its body has a counter.
#[test]
fn giving_up_counters_never_loses_a_word() {
    let regex = Regex::parse("(?!a{5})a*", Dialect::Pcre, Flags::NONE).expect("the pattern is right");
    let language = |regex: &Regex| {
        regex.full_match(Alphabet::BYTE, &mut Budget::steps(100_000)).expect("the budget suffices")
    };
    let (small, large) = (language(&regex), language(&regex.counters_relaxed(2)));
    assert!(small.contains(&word("aaa")) && large.contains(&word("aaa")));
    assert!(small.included_in(&large, &mut Budget::steps(100_000)).expect("the budget suffices"));
}

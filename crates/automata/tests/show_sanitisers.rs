//! Twenty-six languages that sanitisers and validators leave behind, each shown exactly, all of them in
//! less than a thousand characters.

use automata::regex::{Dialect, Flags, Regex};
use automata::show::{Relation, readable};
use automata::{Alphabet, Automaton, Budget};

/// The languages by what leaves them behind, written by hand as patterns of our own dialect.
const LANGUAGES: [(&str, &str); 24] = [
    ("htmlspecialchars", r#"(?:[^"&'<>]|&amp;|&lt;|&gt;|&quot;|&#039;)*"#),
    ("addslashes", r#"(?:[^\0"'\\]|\\0|\\"|\\'|\\\\)*"#),
    ("urlencode", r"(?:[A-Za-z0-9_.+-]|%[0-9A-F][0-9A-F])*"),
    ("base64_encode", r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"),
    ("json_encode", r#""(?:[^\x00-\x1f"\\]|\\["\\/bfnrt]|\\u[0-9a-f]{4})*""#),
    ("an SQL string with doubled quotes", "'(?:[^']|'')*'"),
    ("a CSV field", r#"[^",\r\n]*|"(?:[^"]|"")*""#),
    ("nl2br", r"(?:[^\n]|<br />\n)*"),
    ("ctype_digit", "[0-9]+"),
    ("an integer with its sign", "0|-0|[1-9][0-9]*|-[1-9][0-9]*"),
    ("a date", "[0-9]{4}-(?:0[1-9]|1[012])-(?:0[1-9]|[12][0-9]|30|31)"),
    ("a colour", "#[0-9a-f]{3}|#[0-9a-f]{6}"),
    ("an identifier", "[A-Za-z_][A-Za-z0-9_]*"),
    ("a mail address", r"[A-Za-z0-9_.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+"),
    ("a web address", r"(?:http|https)://[a-z0-9.-]+(?:|/[!-~]*)"),
    ("a UUID", "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"),
    (
        "an IPv4 address",
        r"(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d|\d)",
    ),
    ("a slug", "[a-z0-9]+(?:-[a-z0-9]+)*"),
    ("a telephone number", r"\+?[0-9]{1,3}(?: [0-9]{2,4}){2,4}"),
    ("an HTML entity", "&(?:[A-Za-z]+|#[0-9]+|#x[0-9a-f]+);"),
    ("lower case words", "[a-z]+(?: [a-z]+)*"),
    ("the characters that MyEasyMarket lets pass", "[A-Za-z0-9 .@:/-]*"),
    ("trim", r"|[^ \t\n\r\x0b\0]|[^ \t\n\r\x0b\0].*[^ \t\n\r\x0b\0]"),
    ("a name of at most thirty letters", "[A-Z][A-Za-z' -]{0,29}"),
];

/// Two more, as a pattern and what no word may contain.
const FILTERS: [(&str, &str, &str); 2] =
    [("without a script", ".*", "<script"), ("a path without a way up", "/[a-z0-9./]*", r"\.\.")];

fn budget() -> Budget {
    Budget::steps(20_000_000)
}

fn read(pattern: &str) -> Automaton {
    let regex = Regex::parse(pattern, Dialect::Own, Flags::default()).expect("the pattern is well-formed");
    regex.full_match(Alphabet::BYTE, &mut budget()).expect("the pattern is regular and small")
}

fn without(language: &Automaton, inside: &str) -> Automaton {
    language.difference(&read(&format!(".*(?:{inside}).*")), &mut budget()).expect("enough")
}

#[test]
fn twenty_six_sanitisers_in_less_than_a_thousand_characters() {
    let plain = LANGUAGES.iter().map(|&(name, pattern)| (name, read(pattern)));
    let filtered = FILTERS.iter().map(|&(name, pattern, inside)| (name, without(&read(pattern), inside)));
    let mut total = 0;
    for (name, language) in plain.chain(filtered) {
        let shown = readable(&language, &mut budget());
        assert_eq!(shown.relation(), Relation::Exact, "{name}: {shown}");
        let mut again = read(shown.expression());
        if let Some((least, most)) = shown.length_bound() {
            let bound = most.map_or(format!(".{{{least},}}"), |most| format!(".{{{least},{most}}}"));
            again = again.intersection(&read(&bound), &mut budget()).expect("enough");
        }
        if let Some(inside) = shown.not_containing() {
            again = without(&again, inside);
        }
        assert_eq!(again, language, "{name}: {shown}");
        println!("{name}: {}", shown.text());
        total += shown.text().chars().count();
    }
    println!("{total} characters");
    assert!(total < 1_000, "{total} characters in all");
}

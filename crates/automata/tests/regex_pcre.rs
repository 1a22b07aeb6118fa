//! PCRE patterns against PHP's `preg_match`.

mod engines;

use std::process::Command;

use automata::regex::{Dialect, Regex};
use automata::{Alphabet, Budget, Symbol};
use engines::random::{Grammar, Random};
use engines::{Asking, Encode, Opinion, Question, Tally};

#[rustfmt::skip]
const GRAMMAR: Grammar = Grammar {
    atoms: &[
        "a", "b", "c", "A", "B", ".", ".", "^", "$", "\\A", "\\z", "\\Z", "\\b", "\\B", "\\d", "\\w", "\\s",
        "\\D", "\\W", "\\S", "\\n", "\\r", "\\R", "\\N", "\\h", "\\v", "\\H", "\\V", "k", "K", "s", "1", "_",
        " ", "#", "\n", "-", "\\x41", "\\x{62}", "\\Qa.\\E", "\\Q*", "\\E", "\\t", "\\0", "\\012", "\\o{141}",
        "\\cJ", "\\.", "\\\\", "(?i)", "(?-i)", "(?s)", "(?m)", "(?x)", "(?U)", "[[:<:]]", "[[:>:]]", "(?#c)",
        "\\G", "\\pL", "\\p{Lu}", "\\P{Ll}", "\\p{^N}", "ab", "bc",
    ],
    members: &[
        "a", "b", "A", "k", "a-c", "A-Z", "0-9", "^", "-", "]", "\\d", "\\w", "\\s", "\\n", "\\r",
        "[:alpha:]", "[:^alpha:]", "[:upper:]", "[:space:]", "[:punct:]", "\\]", "\\b", "\\x41-\\x43", "\\W",
        "\\S", "\\h", "\\v", ".", "\\Qa-\\E", "é", "[:print:]", "[:graph:]", "[:word:]", "[:cntrl:]",
        "[:blank:]", "[:xdigit:]", "[:ascii:]", "[:lower:]", "\\pN",
    ],
    quantifiers: &[
        "*", "+", "?", "*?", "+?", "??", "*+", "++", "?+", "{2}", "{1,2}", "{0,1}", "{,2}", "{2,}", "{1,2}?",
        "{0}", "{1,3}+",
    ],
    groups: &[
        "(", "(", "(?:", "(?:", "(?i:", "(?>", "(?=", "(?!", "(?<=", "(?<!", "(?<n>", "(?s-i:", "(?|", "(?^:",
        "(?x:", "(?m:",
    ],
};

#[rustfmt::skip]
const TRICKY: &[&str] = &[
    "", "^$", "$^", "a$", "^a", "(?m)^$", "(?m)^", "(?m)$", "\\n$", "$\\n", "\\Z\\n\\z", "a{,2}", "a{2",
    "a{2,1}", "a{65536}", "[a-c&&b]", "[[:alpha:]]", "[[:foo:]]", "[:alpha:]", "[]", "[]a]", "[^]a]",
    "[a-\\d]", "[\\d-a]", "[\\d-]", "[--a]", "[a-]", "[z-a]", "[[.a.]]", "[[=a=]]", "(?i)[^a]",
    "(?i)[[:upper:]]", "(?i)[[:^lower:]]", "\\1", "(a)\\1", "\\10", "\\18", "\\8", "\\81", "(?R)", "(?1)",
    "(?(1)a)", "(?C)", "(*FAIL)", "(*)", "a**", "a*+", "a*??", "a{2}{3}", "^*", "\\b+", "(?i)*", "x*+x",
    "(?>a|ab)c", "(?>ab|a)c", "(?>a*)a", "a++b", "(?:a|b)*+b", "(?>a*?)b", "(?>\\R)\\n", "\\R\\n", "\\R+$",
    "(?<=a|bc)d", "(?<=a+)b", "(?<=(?:a|bc))d", "(?<!^)a", "(?=.*a)(?=.*b)", "(?=(?!a)b)b", "(?<=(?=b)b)c",
    "\\Ba\\B", "a(?=b(?<=ab))", "(?!$)", "(?=$)\\n", "(?x) a # b\n c", "(?x)a +", "(?x)[ ]", "(?xx)[ a ]",
    "\\c", "\\x", "\\x{}", "\\x{100}", "\\x{80}", "\\400", "\\377", "\\p{Foo}", "\\p{L", "\\pé", "\\y", "\\",
    "(?z)", "(?i", "(", ")", "(?:", "(?P<n>a)", "(?<n>a)(?<n>b)", "(?|(a)|(b))\\1", "(?|(a)|(b))\\2", "\\K",
    "a\\Kb", "\\X", "\\C", "\\u0041", "\\N{U+41}", "\\N{2}", "[\\N]", "[\\R]", "[\\b]", "(?<=\\R)a",
    "(?<=a{2})b", "(?s).", "(?-s).", "é", "[é]", "[^é]", "\\xe9", "\\w", "\\W", "K", "(?i)k", "(?i)K",
    "(?i)ſ", "(?i)é", "(?i)[à-é]", "(?U)a*?b", "a?(?U)a+?", "[\\w-a]", "[a-\\x{62}]", "(?'n'a)", "(?<1>a)",
    "(?<n", "[[:<:]]a", "a[[:>:]]", "\\Qa", "\\Q\\E*", "a\\Q\\E*", "[\\Q]\\E]", "(?:)*", "()*a", "(a*)*b",
    "(a|b|)*c", "((a)|b)*", "(?i:a)b", "(?^)A", "\\P{Nd}+\\P{Lu}", "\\PL*\\PN", "a+\\E?", "(?x)a+ ?",
    "a+(?#c)+a", "(?<= [[:>:]]+)a", "(?i)ß", "(?i)ǆ", "(?i)[α-ω]",
];

/// Characters at which dialects differ, as bytes.
const BYTES: &[Symbol] = &[
    0x61, 0x62, 0x63, 0x61, 0x62, 0x41, 0x42, 0x0A, 0x0A, 0x0D, 0x20, 0x31, 0x5F, 0x2D, 0x6B, 0x85, 0xE9,
    0xC3, 0x00, 0x23,
];

/// The same for code points.
const CODE_POINTS: &[Symbol] = &[
    0x61, 0x62, 0x63, 0x41, 0x42, 0x0A, 0x0D, 0x85, 0x2028, 0xE9, 0xC9, 0x6B, 0x4B, 0x73, 0x17F, 0x212A,
    0x31, 0x20, 0xA0, 0x1_F600, 0x663, 0x5F, 0x180E, 0x301, 0x2028, 0x70F,
];

#[test]
fn byte_patterns_agree_with_php() {
    let asking =
        asking(&["", "i", "m", "s", "x", "D", "U", "A", "im", "sD", "mD", "mA"], Alphabet::BYTE, BYTES);
    let asked = asking.questions(2500, &mut Random::new(1));
    if let Some(tally) = compare(&asked, engines::as_bytes) {
        tally.finish(25_000, 12);
    }
}

#[test]
fn unicode_patterns_agree_with_php() {
    let asking = asking(&["u", "iu", "mu", "su", "xu"], Alphabet::UNICODE, CODE_POINTS);
    let mut asked = asking.questions(1500, &mut Random::new(2));
    for (question, _) in &mut asked {
        question.words.retain(|word| word.iter().all(|&symbol| char::from_u32(symbol).is_some()));
    }
    asked.retain(|(question, _)| !question.words.is_empty());
    if let Some(tally) = compare(&asked, as_utf8) {
        tally.finish(15_000, 12);
    }
}

/// A pattern with `u` has the same language over bytes as over code points, spelled in UTF-8.
#[test]
fn unicode_patterns_over_bytes_are_utf8() {
    let asking = asking(&["u", "iu", "Au"], Alphabet::UNICODE, CODE_POINTS);
    for (question, opinion) in asking.questions(100, &mut Random::new(4)) {
        let over_bytes = engines::opinion(&question.pattern, Dialect::Pcre, question.flags, Alphabet::BYTE);
        let (Opinion::Languages(points), Opinion::Languages(bytes)) = (opinion, over_bytes) else { continue };
        for word in question.words.iter().filter(|word| word.iter().all(|&c| char::from_u32(c).is_some())) {
            let text: String = word.iter().copied().filter_map(char::from_u32).collect();
            let mut spelled: Vec<Symbol> = text.bytes().map(Symbol::from).collect();
            let named = engines::shown(&question.pattern);
            assert_eq!(
                points.search.contains(word),
                bytes.search.contains(&spelled),
                "/{named}/ on {text:?}"
            );
            assert_eq!(points.whole.contains(word), bytes.whole.contains(&spelled), "/{named}/ on {text:?}");
            spelled.push(0xC3);
            assert!(!bytes.search.contains(&spelled), "/{named}/ on broken UTF-8");
        }
    }
}

#[test]
fn delimiters_are_those_of_php() {
    let found = |pattern: &str, word: &str| {
        let regex = Regex::parse_delimited(pattern).expect("the pattern is right");
        let language =
            regex.search(regex.alphabet(), &mut Budget::steps(100_000)).expect("the budget suffices");
        language.contains(&word.chars().map(Symbol::from).collect::<Vec<_>>())
    };
    assert!(found("/^a$/", "a\n") && !found("/^a$/D", "a\n"));
    assert!(found("#A#i", "a") && found(" {a{2}}", "aa") && found("(a(b))", "ab") && found("/a\\/b/", "a/b"));
    assert!(found("<é>u", "é") && found("/a/i\n", "A"));
    for wrong in ["", "a", "abca", "\\a\\", "/a", "/a/e", "/a/X1", "{a", "(a))"] {
        assert!(Regex::parse_delimited(wrong).is_err(), "{wrong}");
    }
    let error = Regex::parse_delimited("/é(/").expect_err("the group is open");
    assert_eq!(error.place().start, 2);
}

fn asking<'a>(flags: &'a [&'static str], alphabet: Alphabet, symbols: &'a [Symbol]) -> Asking<'a> {
    Asking { dialect: Dialect::Pcre, alphabet, flags, tricky: TRICKY, grammar: &GRAMMAR, symbols }
}

/// Code points as UTF-8, two digits a byte.
fn as_utf8(word: &[Symbol]) -> String {
    let text: String = word.iter().map(|&symbol| char::from_u32(symbol).unwrap_or('\u{FFFD}')).collect();
    engines::hexadecimal(text.bytes().map(u32::from), 2)
}

fn compare(asked: &[(Question, Opinion)], encode: Encode) -> Option<Tally> {
    let lines = asked.iter().map(|(question, _)| engines::line(question, encode)).collect();
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/preg.php");
    let answers = engines::ask(Command::new("php").arg(driver), lines)?;
    Some(Tally::of(asked, &answers))
}

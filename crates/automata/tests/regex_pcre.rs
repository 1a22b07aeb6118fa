//! PCRE patterns against PHP's `preg_match`.

mod engines;

use std::process::Command;

use automata::regex::Dialect;
use automata::{Alphabet, Symbol};
use engines::random::{self, Grammar, Random};
use engines::{Encode, Opinion, Question, Tally};

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
    let flags = &["", "i", "m", "s", "x", "D", "U", "A", "im", "sD", "mD", "mA"];
    let tally = compare(flags, Alphabet::BYTE, BYTES, engines::as_bytes, 2500);
    if let Some(tally) = tally {
        tally.finish(25_000, 12);
    }
}

#[test]
fn unicode_patterns_agree_with_php() {
    let flags = &["u", "iu", "mu", "su", "xu"];
    let tally = compare(flags, Alphabet::UNICODE, CODE_POINTS, as_utf8, 1500);
    if let Some(tally) = tally {
        tally.finish(15_000, 12);
    }
}

/// Code points as UTF-8, two digits a byte.
fn as_utf8(word: &[Symbol]) -> String {
    let text: String = word.iter().map(|&symbol| char::from_u32(symbol).unwrap_or('\u{FFFD}')).collect();
    engines::hexadecimal(text.bytes().map(u32::from), 2)
}

fn compare(
    flags: &[&'static str],
    alphabet: Alphabet,
    symbols: &[Symbol],
    encode: Encode,
    patterns: usize,
) -> Option<Tally> {
    let mut random = Random::new(alphabet.last().into());
    let tricky = TRICKY.iter().flat_map(|text| flags.iter().map(move |flags| ((*text).to_owned(), *flags)));
    let mut questions: Vec<(String, &'static str)> = tricky.collect();
    for _ in 0..patterns {
        questions.push((GRAMMAR.pattern(&mut random), flags[random.below(flags.len())]));
    }
    let mut asked = Vec::new();
    for (text, flags) in questions {
        let pattern: Vec<Symbol> = match alphabet {
            Alphabet::BYTE => text.bytes().map(Symbol::from).collect(),
            _ => text.chars().map(Symbol::from).collect(),
        };
        let opinion = engines::opinion(&pattern, Dialect::Pcre, flags, alphabet);
        let mut words: Vec<_> = (0..9).map(|_| random::word(&mut random, symbols, 4)).collect();
        if let Opinion::Languages(ours) = &opinion {
            words.extend((0..3).filter_map(|_| random::member(&mut random, &ours.search, 8)));
            words.extend((0..3).filter_map(|_| random::member(&mut random, &ours.whole, 8)));
            words.retain(|word| word.iter().all(|symbol| !(0xD800..0xE000).contains(symbol)));
        }
        asked.push((Question { pattern, flags, words }, opinion));
    }
    let lines = asked.iter().map(|(question, _)| engines::line(question, encode)).collect();
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/preg.php");
    let answers = engines::ask(Command::new("php").arg(driver), lines)?;
    let mut tally = Tally::default();
    for ((question, opinion), answer) in asked.iter().zip(&answers) {
        tally.compare(question, opinion, answer);
    }
    Some(tally)
}

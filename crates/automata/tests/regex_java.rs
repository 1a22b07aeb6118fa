//! Patterns of `java.util.regex` against the JVM.

mod engines;

use std::process::Command;

use automata::regex::Dialect;
use automata::{Alphabet, Symbol};
use engines::random::{Grammar, Random};
use engines::{Asking, Tally};

#[rustfmt::skip]
const GRAMMAR: Grammar = Grammar {
    atoms: &[
        "a", "b", "c", "A", "B", ".", ".", "^", "$", "\\A", "\\z", "\\Z", "\\b", "\\B", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S",
        "\\n", "\\r", "\\R", "\\h", "\\v", "\\H", "\\V", "k", "K", "s", "1", "_", " ", "#", "\n", "-", "\\x41", "\\x{62}", "\\u0061",
        "\\Qa.\\E", "\\Q*", "\\t", "\\012", "\\0141", "\\cJ", "\\.", "\\\\", "(?i)", "(?-i)", "(?s)", "(?m)", "(?d)", "(?x)", "(?u)",
        "\\G", "\\pL", "\\p{Lu}", "\\P{Ll}", "\\p{Alpha}", "\\p{Punct}", "ab", "bc", "é", "]", "}", "\\x{1F600}", "😀", "\\p{Lower}",
    ],
    members: &[
        "a", "b", "A", "k", "a-c", "A-Z", "0-9", "^", "-", "]", "\\d", "\\w", "\\s", "\\n", "\\r", "\\]", "&&", "&&", "[b]", "[^a]", "&",
        "\\x41-\\x43", "\\W", "\\S", "\\h", "\\v", ".", "\\Qa-\\E", "é", "\\pN", "\\p{Upper}", "\\P{L}", " ", "#", "😀", "à-é", "\\D",
        "\\u212A", "ſ", "\\v-z", "[a-z&&[^b]]",
    ],
    quantifiers: &[
        "*", "+", "?", "*?", "+?", "??", "*+", "++", "?+", "{2}", "{1,2}", "{0,1}", "{,2}", "{2,}", "{1,2}?", "{0}", "{1,3}+",
    ],
    groups: &[
        "(", "(", "(?:", "(?:", "(?i:", "(?>", "(?=", "(?!", "(?<=", "(?<!", "(?<n>", "(?s-i:", "(?x:", "(?m:", "(?iu:", "(?d-m:",
    ],
};

#[rustfmt::skip]
const TRICKY: &[&str] = &[
    "", "^$", "$^", "a$", "^a", "(?m)^$", "(?m)^", "(?m)$", "\\n$", "$\\n", "\\r$", "$\\r", "\\Z\\n\\z", "\\Z\\r\\n", "a{,2}", "a{2", "a{2,1}",
    "{1}", "x|{2}", "a{2}{3}", "a**", "{", "a{99999999999}", "a{2,x}", "a{2 }", "[a-c&&b]", "[^a&&b]", "[a&&]", "[&&a]", "[a&&&&b]", "[a&]",
    "[a&&b-d&&c]", "[a-c&&[b]c]", "[a-d&&[b-e]&&[^c]]", "[a[b]c]", "[a[^b]]", "[^a[b]]", "[[a]", "[a&&[b]&c]", "[[:alpha:]]", "[]",
    "[]a]", "[^]a]", "[a-\\d]", "[\\d-a]", "[\\d-]", "[--a]", "[a-]", "[z-a]", "[a-[b]]", "[\\v-z]", "[\\v]", "[\\b]", "[\\R]", "[\\N]",
    "(?i)[^a]", "(?i)\\p{Lower}", "(?i)\\p{Lu}", "(?iu)k", "(?iu)[k]", "(?iu)[j-l]", "(?iu)ſ", "(?iu)[à-é]", "(?iu)i", "(?iu)[h-j]", "(?iu)é",
    "(?i)é", "(?iu)ß", "(?iu)ǆ", "(?iu)[α-ω]", "(?iu)µ", "(?iu)[ÿ]", "(?iu)Å", "\\1", "(a)\\1", "\\10", "\\8", "\\k<n>", "(?<n>a)\\k<n>",
    "x*+x", "(?>a|ab)c", "(?>ab|a)c", "(?>a*)a", "a++b", "(?:a|b)*+b", "(?>a*?)b", "\\R\\n", "\\R{2}", "\\R*\\n", "\\R?\\n", "(\\R)\\n",
    "(?<=a|bc)d", "(?<=a+)b", "(?<=a{1,3})b", "(?<=(ab)+)c", "(?<=.)b", "(?<=..)b", "(?<=[^a])b", "(?<=\\x{1F600})b", "(?<=😀)b", "(?<!.)b",
    "(?<=.|..)b", "(?<=😀|.)b", "(?<!^)a", "(?=.*a)(?=.*b)", "(?=(?!a)b)b", "(?<=(?=b)b)c", "\\Ba\\B", "(?!^).", "(?!^)[^a]", "(?!^)(?!$)",
    "(?!^)(?!$)a?", "(?!^)(?!$)\\x{1F600}?", "(?!^)(?!$)(\\x{1F600}b)?", "\\bé", "\\b", "a\\b\u{301}", "a\\B\u{301}", "\\b\u{301}", "\\W", "\\w",
    "(?x) a # b\n c", "(?x)a +", "(?x)[a b]", "(?x)[a#b]", "(?x)a\\ b", "(?x)\\x4 1", "(?x)a{1 ,2}", "(?x)[ ^a]", "(?x) [^ a]", "(?x)\\p {L}",
    "(?x)( ?:a)", "(?x)(? :a)", "(?x)a # b", "\\c", "\\cA", "\\c\\", "\\x", "\\x{}", "\\x{110000}", "\\x4", "\\0", "\\08", "\\0101", "\\0477", "\\u00",
    "\\uD83D\\uDE00", "\\uD83D", "\\uDE00", "[\\uD83D\\uDE00]", "[\\uDE00]", "\\p{Foo}", "\\p{L", "\\p", "\\pé", "\\p{}", "\\y", "\\", "(?z)", "(?i",
    "(?)", "(?i-)a", "(?-i:a)", "(?^)a", "(?'n'a)", "(?P<n>a)", "(?<n>a)(?<n>b)", "(?<1>a)", "(?<n", "(", ")", "a)", "(a", "(?:", "(?<n_>a)",
    "\\N{LATIN SMALL LETTER A}", "\\X", "\\b{g}", "\\b{", "\\b{1}a", "^*a", "$+", "\\b*a", "\\Qa.b\\E+", "\\Q", "\\E", "a\\E", "[\\Q^-\\E]", "\\x4\\Q1\\E",
    "\\0\\Q1\\E", "}", "]", "a}", "(?d)$", "(?d).", "(?dm)^", "\\v", "\\h", "(a*)*b", "(a|b|)*c", "((a)|b)*", "(?:)*", "()*a", "(?s).", "😀", "[😀]",
    "[^😀]", "😀?", ".", "..", "[^a]{2}", "\\P{L}", "(?U)\\d", "(?U)\\s", "(?U)\\w", "(?U)\\p{Alpha}", "(?c)a", "\\p{IsL}", "\\p{L1}", "\\p{LC}", "\\p{all}", "\\pC",
    "(?m)a\\r$", "(?m)^\\n", "(?m)\\r^", "(?m)$\\n^", "[\\x{10000}-\\x{10FFFF}]", "[a-\\x{FFFF}]", "(?<=[a-\\x{FFFF}])b",
];

/// Characters at which dialects differ; surrogates come alone and in pairs.
const UNITS: &[Symbol] = &[
    0x61, 0x62, 0x63, 0x61, 0x62, 0x41, 0x42, 0x0A, 0x0D, 0x85, 0x2028, 0xE9, 0xC9, 0x6B, 0x4B, 0x73, 0x17F,
    0x212A, 0x31, 0x20, 0xD83D, 0xDE00, 0xD83D, 0xDE00, 0x301, 0x5F, 0x130, 0x69, 0x23,
];

#[test]
fn java_patterns_agree_with_the_jvm() {
    let asking = Asking {
        dialect: Dialect::Java,
        alphabet: Alphabet::UTF16,
        flags: &["", "i", "m", "s", "x", "d", "iu", "ms", "md", "dx"],
        tricky: TRICKY,
        grammar: &GRAMMAR,
        symbols: UNITS,
    };
    let asked = asking.questions(1500, &mut Random::new(5));
    let lines = asked.iter().map(|(question, _)| engines::line(question, engines::as_units)).collect();
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/Find.java");
    if let Some(answers) = engines::ask(Command::new("java").arg(driver), lines) {
        Tally::of(&asked, &answers).finish(25_000, 20);
    }
}

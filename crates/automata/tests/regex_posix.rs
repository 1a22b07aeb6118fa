//! POSIX extended regular expressions against libc's `regcomp` and `regexec`.

mod engines;

use std::path::Path;
use std::process::Command;

use automata::regex::Dialect;
use automata::{Alphabet, Symbol};
use engines::random::{Grammar, Random};
use engines::{Asking, Tally};

#[rustfmt::skip]
const GRAMMAR: Grammar = Grammar {
    atoms: &[
        "a", "b", "c", "A", "B", ".", ".", "^", "$", "\\w", "\\W", "\\s", "\\S", "\\b", "\\B", "\\<", "\\>", "\\`", "\\'", "k",
        "1", "_", " ", "-", "\n", "\\.", "\\\\", "\\{", "\\n", "\\d", ")", "ab", "bc", "}", "]", ",", "\\*", "\\(",
    ],
    members: &[
        "a", "b", "A", "k", "a-c", "A-Z", "0-9", "^", "-", "]", "\\", "\n", "[:alpha:]", "[:upper:]", "[:lower:]", "[:space:]",
        "[:punct:]", "[=a=]", "[.a.]", "[.-.]", "[", "[:digit:]", "[:cntrl:]", "[:blank:]", "[:xdigit:]", "[:print:]", ".",
        "[:graph:]", "[:alnum:]", "X-_", "é",
    ],
    quantifiers: &["*", "+", "?", "{2}", "{1,2}", "{0,1}", "{,2}", "{2,}", "{0}", "**", "+?", "{,}", "{1}{2}"],
    groups: &["(", "(", "("],
};

#[rustfmt::skip]
const TRICKY: &[&str] = &[
    "", "^$", "$^", "a$", "^a", "a|", "|a", "()", "(|a)", "(a|)*", "a**", "*a", "(*a)", "|*", "^*", "a|*b", "{1}", "a{1", "a{1,",
    "a{,}", "a{,2}", "a{2,1}", "a{255}", "a{32768}", "a{x}", "a{ 1}", "a{1}{2}", "a{0}", "(a){0}b", "a{0}*", "(", ")", "a)", "(a",
    "[", "[]", "[]a]", "[^]a]", "[a", "[a-", "[a-]", "[-a]", "[--a]", "[a--]", "[%--]", "[a-c-e]", "[a-c-]", "[z-a]", "[a\\]",
    "[[:alpha:]]", "[[:foo:]]", "[:alpha:]", "[[:alpha:]-z]", "[a-[:digit:]]", "[[=a=]]", "[[=ab=]]", "[[.-.]-z]", "[[.hyphen.]]",
    "[[.a.]-c]", "[[=a=]-c]", "[[:alpha:", "[---]", "[a---z]", "[----]", "[^-]", "[^^]", "[a^]", "\\", "\\1", "(a)\\1", "(a\\1)", "\\2",
    "(a)\\2", "\\d", "\\n", "\\wé", "\\<a", "a\\>", "\\bab\\b", "\\Ba", "a\\B", "\\`a\\'", "\\b*", "\\<*", "a.b", "(^a|b)$", "(^a)*b",
    "a(^b)", "(a$)b", "x*", "(a|ab)(c|bcd)(d*)", "(a*)(a|b)*", "((a))", "[Z-a]", "[X-_]", "[_-a]", "[[:upper:]]", "é", "[é]", "[^é]",
    "a{1,2}{3}", "(a|b){2,3}c", "()*", "(()|a)+b", "a||b", "(a||b)", "^^a", "a$$", "\\{", "a\\{1\\}", "a{1}}", "]", "}", "[[]", "[[a]",
];

const BYTES: &[Symbol] = &[
    0x61, 0x62, 0x63, 0x61, 0x62, 0x41, 0x42, 0x0A, 0x0D, 0x20, 0x31, 0x5F, 0x2D, 0x6B, 0x4B, 0xE9, 0xC3,
    0x5D, 0x5C, 0x00, 0x29, 0x7B,
];

#[test]
fn posix_patterns_agree_with_libc() {
    let Some(driver) = compiled() else { return };
    let asking = Asking {
        dialect: Dialect::Posix,
        alphabet: Alphabet::BYTE,
        flags: &["", "i"],
        tricky: TRICKY,
        grammar: &GRAMMAR,
        symbols: BYTES,
    };
    let asked = asking.questions(2500, &mut Random::new(3));
    let lines = asked.iter().map(|(question, _)| engines::line(question, engines::as_bytes)).collect();
    let answers =
        engines::ask(Command::new(&driver).env("LC_ALL", "C"), lines).expect("the driver was compiled");
    Tally::of(&asked, &answers).finish(20_000, 6);
}

/// Compiles the driver; `None` when there is no C compiler and that is allowed.
fn compiled() -> Option<std::path::PathBuf> {
    let driver = Path::new(env!("CARGO_TARGET_TMPDIR")).join("posix");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/posix.c");
    let status = match Command::new("cc").arg("-O1").arg("-o").arg(&driver).arg(source).status() {
        Ok(status) => status,
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "a C compiler must be installed here: {error}");
            println!("There is no C compiler, so nothing was compared with libc.");
            return None;
        }
    };
    assert!(status.success(), "the driver compiles");
    Some(driver)
}

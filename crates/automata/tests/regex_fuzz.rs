//! No pattern, however broken, makes a parser panic, and none takes more than its budget.

mod engines;

use automata::regex::{Dialect, Flags, Regex};
use automata::{Budget, Symbol};
use engines::random::Random;

const DIALECTS: [(Dialect, &[&str]); 4] = [
    (Dialect::Pcre, &["", "iu", "x", "mxu", "sU"]),
    (Dialect::Posix, &["", "i"]),
    (Dialect::Java, &["", "iu", "x", "mdU"]),
    (Dialect::Own, &[""]),
];

const SEEDS: &[&str] = &[
    "^(?:[a-z0-9._%+-]+)@(?:[a-z0-9-]+\\.)+[a-z]{2,}$",
    "(?<!\\\\)(?:\\\\\\\\)*\"(?=[^\"]*$)",
    "(?x) ( \\d{1,3} \\. ){3} \\d{1,3} # address",
    "[[:alpha:]_][[:alnum:]_]*|[^]a-]\\Q*\\E",
    "(?>a+|b)*+\\b\\R\\p{Lu}[\\w&&[^\\d]]",
    "((a|b)*c){2,4}(?i:k)\\x{41}\\u0041\\0101",
];

#[test]
fn no_pattern_makes_a_parser_panic() {
    let mut random = Random::new(7);
    let mut parsed = 0;
    for round in 0..12_000 {
        let pattern = if round % 3 == 0 { noise(&mut random) } else { mutation(&mut random) };
        for (dialect, flags) in DIALECTS {
            let letters = flags[random.below(flags.len())];
            let flags = Flags::from_letters(letters, dialect).expect("these are flags of the dialect");
            let Ok(regex) = Regex::parse_symbols(&pattern, dialect, flags) else { continue };
            parsed += 1;
            if round % 8 == 0 {
                let mut budget = Budget::steps(20_000);
                let _ = regex.search(regex.alphabet(), &mut budget);
                let _ = regex.program(regex.alphabet(), &mut budget);
            }
        }
    }
    assert!(parsed > 2_000, "only {parsed} patterns were parsed at all");
}

/// Arbitrary symbols, most of them ones that mean something.
fn noise(random: &mut Random) -> Vec<Symbol> {
    let syntax = b"()[]{}*+?|\\^$.-:=!<>&#,0123456789abdDwWsSpPxuQEkgRNXnz\n \0";
    let strange = [0x85, 0xE9, 0xFF, 0x2028, 0xD800, 0xDC00, 0xFFFF, 0x1_F600, 0x10_FFFF];
    let one = |random: &mut Random| match random.below(12) {
        0 => strange[random.below(strange.len())],
        _ => Symbol::from(syntax[random.below(syntax.len())]),
    };
    (0..random.below(24)).map(|_| one(random)).collect()
}

/// A good pattern with a few symbols removed, doubled, replaced or cut off.
fn mutation(random: &mut Random) -> Vec<Symbol> {
    let mut pattern: Vec<Symbol> = random.pick(SEEDS).chars().map(Symbol::from).collect();
    for _ in 0..=random.below(4) {
        let at = random.below(pattern.len() + 1);
        match random.below(4) {
            0 if at < pattern.len() => {
                pattern.remove(at);
            }
            1 => {
                let end = (at + random.below(6)).min(pattern.len());
                let copy = pattern[at..end].to_vec();
                pattern.splice(at..at, copy);
            }
            2 => pattern.truncate(at),
            _ => {
                let noise = noise(random);
                pattern.splice(at..at, noise.into_iter().take(2));
            }
        }
    }
    pattern
}

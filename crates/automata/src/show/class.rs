//! Sets of characters as text: `.`, a letter, `\d`, `[a-z_]` or `[^<>]`, whichever is shortest.
//!
//! Marked characters stand between guillemets, as in `[a-z«a-z»]`. No regular expression dialect can read
//! those back; everything else is our own dialect.

use super::escape::{push_in_brackets, push_literal};
use crate::symbols::{Alphabet, MARK, Symbol, SymbolSet};

/// The text of one character out of `symbols`, in our own dialect of regular expressions.
///
/// The complement `[^…]` is taken in the whole alphabet, marked characters included.
pub(super) fn class(symbols: &SymbolSet, alphabet: Alphabet) -> String {
    let all = alphabet.all();
    if *symbols == all {
        return ".".to_owned();
    }
    if let &[(lo, hi)] = symbols.ranges()
        && lo == hi
    {
        let mut text = String::new();
        push_literal(&mut text, lo & !MARK, alphabet);
        return if lo < MARK { text } else { format!("«{text}»") };
    }
    let rest = all.difference(symbols);
    for (name, members) in named() {
        if *symbols == members {
            return format!("\\{name}");
        }
        if rest == members {
            return format!("\\{}", name.to_ascii_uppercase());
        }
    }
    let (inside, outside) = (body(symbols, alphabet), body(&rest, alphabet));
    if outside.chars().count() + 1 < inside.chars().count() {
        format!("[^{outside}]")
    } else {
        format!("[{inside}]")
    }
}

/// The classes that have a letter of their own, larger ones first.
fn named() -> [(char, SymbolSet); 3] {
    let set = |ranges: &[(u8, u8)]| {
        SymbolSet::from_ranges(ranges.iter().map(|&(lo, hi)| (Symbol::from(lo), Symbol::from(hi))))
    };
    [
        ('w', set(&[(b'0', b'9'), (b'A', b'Z'), (b'_', b'_'), (b'a', b'z')])),
        ('d', set(&[(b'0', b'9')])),
        ('s', set(&[(b'\t', b'\r'), (b' ', b' ')])),
    ]
}

/// What stands between the brackets.
fn body(symbols: &SymbolSet, alphabet: Alphabet) -> String {
    let marked = symbols.ranges().iter().filter(|&&(lo, _)| lo >= MARK);
    let marked = SymbolSet::from_ranges(marked.map(|&(lo, hi)| (lo - MARK, hi - MARK)));
    let plain = SymbolSet::from_ranges(symbols.ranges().iter().copied().filter(|&(lo, _)| lo < MARK));
    let mut text = unmarked(&plain, alphabet);
    if !marked.is_empty() {
        text = format!("{text}«{}»", unmarked(&marked, alphabet));
    }
    text
}

/// Named classes, letters, digits, then the rest in their order.
fn unmarked(symbols: &SymbolSet, alphabet: Alphabet) -> String {
    let mut rest = symbols.clone();
    let mut names = String::new();
    // `0-9` is known to everyone and as short as its name.
    for (name, members) in named().into_iter().filter(|&(name, _)| name != 'd') {
        let without = rest.difference(&members);
        let text = format!("\\{name}{}", ranges_text(&without, alphabet));
        if members.difference(&rest).is_empty()
            && text.chars().count() < ranges_text(&rest, alphabet).chars().count()
        {
            names.push('\\');
            names.push(name);
            rest = without;
        }
    }
    names + &ranges_text(&rest, alphabet)
}

fn ranges_text(symbols: &SymbolSet, alphabet: Alphabet) -> String {
    let mut parts: Vec<(Symbol, Symbol)> = Vec::new();
    for &(lo, hi) in symbols.ranges() {
        split_at_letters(lo, hi, &mut parts);
    }
    let hexadecimal = [(b'A', b'F'), (b'a', b'f')].map(|(lo, hi)| (Symbol::from(lo), Symbol::from(hi)));
    let digits_first = hexadecimal.iter().any(|letters| parts.contains(letters));
    parts.sort_by_key(|&(lo, hi)| (rank(lo, hi) ^ u8::from(digits_first), lo));
    let mut text = String::new();
    for (lo, hi) in parts {
        if (lo, hi) == (Symbol::from(b'-'), Symbol::from(b'-')) {
            text.push('-');
            continue;
        }
        push_in_brackets(&mut text, lo, alphabet);
        if hi > lo {
            text.push('-');
            push_in_brackets(&mut text, hi, alphabet);
        }
    }
    text
}

/// Letters, digits, other characters, and a lone hyphen last, where it needs no escape. Flipping the last
/// bit puts digits first.
fn rank(lo: Symbol, hi: Symbol) -> u8 {
    let within = |from: u8, to: u8| lo >= Symbol::from(from) && hi <= Symbol::from(to);
    if within(b'A', b'Z') || within(b'a', b'z') {
        0
    } else if within(b'0', b'9') {
        1
    } else if within(b'-', b'-') {
        4
    } else {
        2
    }
}

/// Cuts `@-Z` into `@` and `A-Z`: a reader knows the runs of letters and digits, not their neighbours.
/// Only a few neighbours are cut off, so that `[ -~]` stays whole.
fn split_at_letters(lo: Symbol, hi: Symbol, parts: &mut Vec<(Symbol, Symbol)>) {
    for (first, last) in [(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')] {
        let (first, last) = (Symbol::from(first), Symbol::from(last));
        let (from, to) = (lo.max(first), hi.min(last));
        if from < to && (lo < from || to < hi) && from - lo <= 3 && hi - to <= 3 {
            parts.extend((lo..from).map(|symbol| (symbol, symbol)));
            parts.push((from, to));
            parts.extend((to + 1..=hi).map(|symbol| (symbol, symbol)));
            return;
        }
    }
    if hi == lo + 1 {
        parts.extend([(lo, lo), (hi, hi)]);
    } else {
        parts.push((lo, hi));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(ranges: &[(u8, u8)]) -> String {
        let ranges = ranges.iter().map(|&(lo, hi)| (Symbol::from(lo), Symbol::from(hi)));
        class(&SymbolSet::from_ranges(ranges), Alphabet::BYTE)
    }

    #[test]
    fn classes_are_written_as_a_person_would() {
        assert_eq!(text(&[(0, 255)]), ".");
        assert_eq!(text(&[(b'a', b'z')]), "[a-z]");
        assert_eq!(text(&[(b'0', b'9')]), "\\d");
        assert_eq!(text(&[(0, b'/'), (b':', 255)]), "\\D");
        assert_eq!(text(&[(b'/', b'9'), (b'@', b'Z')]), "[A-Z0-9/@]");
        assert_eq!(text(&[(b'0', b'9'), (b'a', b'f')]), "[0-9a-f]");
        assert_eq!(text(&[(b' ', b'~')]), "[ -~]");
        assert_eq!(text(&[(b'-', b'.'), (b'a', b'b')]), "[ab.-]");
        assert_eq!(text(&[(b'+', b'+'), (b'-', b'-')]), "[+-]");
        assert_eq!(text(&[(0, b';'), (b'=', b'='), (b'?', 255)]), "[^<>]");
        assert_eq!(text(&[(b'.', b'.')]), "\\.");
        assert_eq!(text(&[(b'\n', b'\n'), (0x80, 0x80)]), "[\\n\\x80]");
    }
}

//! What the engines know about characters beyond ASCII: their general categories and their cases.
//!
//! The tables are those of the engines themselves, each with its own version of Unicode, because a verdict
//! about a program must not depend on what a later version says.

mod cases;
mod categories;
mod fold;

pub(crate) use fold::{fold_java_range, fold_java_single, fold_pcre, java_cased, java_lower, java_upper};

use crate::symbols::{Symbol, SymbolSet};

/// Which version of Unicode an engine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    /// JDK 17.
    V13,
    /// PCRE2 10.42.
    V14,
}

/// The characters of a general category such as `Lu`, or of all that start with one letter, such as `L`.
pub(crate) fn category(name: &str, version: Version) -> Option<SymbolSet> {
    let known = categories::NAMES.iter().any(|full| full.starts_with(name));
    (known && !name.is_empty()).then(|| categories_where(version, |full| full.starts_with(name)))
}

/// The characters of the wanted general categories.
pub(crate) fn categories_where(version: Version, wanted: impl Fn(&str) -> bool) -> SymbolSet {
    let is_wanted = |letter: char| wanted(categories::NAMES[letter_index(letter)]);
    let mut set = SymbolSet::from_ranges(
        runs().filter(|&(_, _, letter)| is_wanted(letter)).map(|(lo, hi, _)| (lo, hi)),
    );
    if version == Version::V14 {
        let changed = SymbolSet::from_ranges(categories::CHANGED_IN_14.map(|(lo, hi, _)| (lo, hi)));
        let now = categories::CHANGED_IN_14.into_iter().filter(|&(_, _, letter)| is_wanted(letter));
        set = set.difference(&changed).union(&SymbolSet::from_ranges(now.map(|(lo, hi, _)| (lo, hi))));
    }
    set
}

/// The runs of equal category in Unicode 13.
fn runs() -> impl Iterator<Item = (Symbol, Symbol, char)> {
    let mut rest = categories::UNICODE_13;
    let mut start = 0;
    std::iter::from_fn(move || {
        let letter = rest.chars().next()?;
        let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - 1);
        let length: Symbol = rest[1..=digits].parse().unwrap_or(1);
        rest = &rest[digits + 1..];
        start += length;
        Some((start - length, start - 1, letter))
    })
}

fn letter_index(letter: char) -> usize {
    let from = |base: u8| (u32::from(letter) - u32::from(base)) as usize;
    if letter.is_ascii_uppercase() { from(b'A') } else { 26 + from(b'a') }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runs_cover_every_code_point_once() {
        let mut next = 0;
        for (lo, hi, letter) in runs() {
            assert_eq!(lo, next);
            assert!(letter_index(letter) < categories::NAMES.len());
            next = hi + 1;
        }
        assert_eq!(next, 0x11_0000);
    }

    #[test]
    fn some_characters_have_their_known_category() {
        let is = |name: &str, c: char| {
            category(name, Version::V14).is_some_and(|set| set.contains(Symbol::from(c)))
        };
        assert!(is("Ll", 'é') && is("L", 'é') && is("Nd", '٣') && is("Zs", ' ') && is("Cc", '\n'));
        assert!(!is("Lu", 'é') && category("Xy", Version::V14).is_none());
    }
}

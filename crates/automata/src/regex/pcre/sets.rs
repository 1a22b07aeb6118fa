//! The predefined classes of PCRE, of bytes or of Unicode.
//!
//! With `u`, `\d`, `\w`, `\s` and the POSIX classes are made of general categories. Without it they are ASCII, while
//! `\p` still asks Unicode about the first 256 code points.

use super::Parser;
use crate::regex::flags::Flags;
use crate::regex::sets;
use crate::regex::unicode::{self, Version};
use crate::symbols::SymbolSet;

impl Parser<'_> {
    pub(super) fn is_unicode(&self) -> bool {
        self.flags.contains(Flags::UNICODE)
    }

    /// The set of `\d`, `\w`, `\s`, `\h` or `\v`.
    pub(super) fn predefined(&self, letter: char) -> Option<SymbolSet> {
        Some(match letter {
            'd' if self.is_unicode() => of(&["Nd"]),
            'd' => sets::digit(),
            'w' => self.word(),
            's' if self.is_unicode() => unicode_space(),
            's' => sets::space(),
            'h' => sets::horizontal(),
            'v' => sets::vertical(),
            _ => return None,
        })
    }

    pub(super) fn word(&self) -> SymbolSet {
        if self.is_unicode() { of(&["L", "N"]).union(&sets::of("_")) } else { sets::word() }
    }

    /// The POSIX class; where the case of bytes is ignored, `upper` and `lower` are all letters.
    pub(super) fn posix(&self, name: &str) -> Option<SymbolSet> {
        let ignored = self.flags.contains(Flags::IGNORE_CASE) && !self.is_unicode();
        let caseless = ignored && matches!(name, "upper" | "lower");
        let name = if caseless { "alpha" } else { name };
        let ascii = sets::posix(name)?;
        if !self.is_unicode() {
            return Some(ascii);
        }
        Some(match name {
            "alpha" => of(&["L"]),
            "lower" => of(&["Ll"]),
            "upper" => of(&["Lu"]),
            "alnum" => of(&["L", "N"]),
            "word" => self.word(),
            "space" => unicode_space(),
            "blank" => sets::horizontal(),
            "cntrl" => of(&["Cc"]),
            "digit" => of(&["Nd"]),
            "graph" => graph(),
            "print" => graph().union(&of(&["Zs"])).union(&sets::of("\u{180E}")),
            "punct" => of(&["P"]).union(&of(&["S"]).intersection(&SymbolSet::range(0, 0x7F))),
            _ => ascii,
        })
    }

    /// The characters with a property, where it is a general category.
    pub(super) fn property(name: &str) -> Option<SymbolSet> {
        Some(match name {
            "Any" => sets::any(),
            _ => unicode::category(name, Version::V14)?,
        })
    }
}

fn of(names: &[&str]) -> SymbolSet {
    unicode::categories_where(Version::V14, |full| names.iter().any(|name| full.starts_with(name)))
}

fn unicode_space() -> SymbolSet {
    of(&["Z"]).union(&sets::horizontal()).union(&sets::vertical())
}

/// Everything with ink, and format characters but for a few.
fn graph() -> SymbolSet {
    let hidden = SymbolSet::from_ranges([(0x061C, 0x061C), (0x180E, 0x180E), (0x2066, 0x2069)]);
    let visible = sets::not(&of(&["Z", "Cc", "Cs", "Cn", "Co"]));
    visible.difference(&hidden)
}

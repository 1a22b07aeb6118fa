//! The predefined classes of Java, and single characters and ranges with their cases.
//!
//! Without further flags the classes are ASCII and so is case. Line breaks are many; in Unix mode only `\n` is one.
//! A set is *wide* when the engine implements it by a predicate on code points, which has consequences
//! elsewhere.

use crate::regex::flags::Flags;
use crate::regex::sets;
use crate::regex::unicode::{self, Version};
use crate::symbols::{Symbol, SymbolSet};

/// The characters that end a line.
pub(super) fn line_breaks(flags: Flags) -> SymbolSet {
    if flags.contains(Flags::UNIX_LINES) { sets::of("\n") } else { sets::of("\n\r\u{85}\u{2028}\u{2029}") }
}

/// The characters of `.`.
pub(super) fn dot(flags: Flags) -> SymbolSet {
    if flags.contains(Flags::DOT_ALL) { sets::any() } else { sets::not(&line_breaks(flags)) }
}

/// The characters that one character matches.
pub(super) fn single(symbol: Symbol, flags: Flags) -> SymbolSet {
    match case(flags) {
        Case::Sensitive => SymbolSet::single(symbol),
        Case::Ascii => sets::fold_ascii(&SymbolSet::single(symbol)),
        Case::Unicode => unicode::fold_java_single(symbol),
    }
}

/// Whether a single character is compared by code point because of its cases.
pub(super) fn single_is_wide(symbol: Symbol, flags: Flags) -> bool {
    case(flags) == Case::Unicode && unicode::fold_java_single(symbol) != SymbolSet::single(symbol)
}

/// The same for a character of a class, where the engine has a table for most of the first 256.
pub(super) fn single_is_wide_in_class(symbol: Symbol, flags: Flags) -> bool {
    let kept_out = [0xFF, 0xB5, 0x49, 0x69, 0x53, 0x73, 0x4B, 0x6B, 0xC5, 0xE5];
    (symbol > 0xFF || kept_out.contains(&symbol)) && single_is_wide(symbol, flags)
}

/// The characters that a range matches.
pub(super) fn range(lo: Symbol, hi: Symbol, flags: Flags) -> SymbolSet {
    match case(flags) {
        Case::Sensitive => SymbolSet::range(lo, hi),
        Case::Ascii => sets::fold_ascii(&SymbolSet::range(lo, hi)),
        Case::Unicode => unicode::fold_java_range(lo, hi),
    }
}

/// Whether the engine compares a range by code point.
pub(super) fn range_is_wide(lo: Symbol, hi: Symbol, flags: Flags) -> bool {
    let narrow = hi < 0xD800 || (lo > 0xDFFF && hi <= 0xFFFF);
    case(flags) != Case::Sensitive || !narrow
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Sensitive,
    Ascii,
    Unicode,
}

fn case(flags: Flags) -> Case {
    if !flags.contains(Flags::IGNORE_CASE) {
        Case::Sensitive
    } else if flags.contains(Flags::UNICODE) {
        Case::Unicode
    } else {
        Case::Ascii
    }
}

/// A predefined class.
pub(super) enum Predefined {
    /// Its characters, and whether it is wide.
    Known(SymbolSet, bool),
    /// It is made of properties that are not known here.
    Unsupported,
}

/// The class of `\d`, `\w`, `\s`, `\h` or `\v`; `None` for other letters.
pub(super) fn predefined(letter: char, flags: Flags) -> Option<Predefined> {
    let unicode = flags.contains(Flags::UNICODE_CLASSES);
    let narrow = |set| Predefined::Known(set, false);
    Some(match letter {
        'd' if unicode => Predefined::Known(categories(&["Nd"]), true),
        'd' => narrow(sets::digit()),
        'w' if unicode => Predefined::Unsupported,
        'w' => narrow(sets::word()),
        's' if unicode => {
            let controls = sets::of("\t\n\u{B}\u{C}\r\u{85}");
            Predefined::Known(categories(&["Z"]).union(&controls), true)
        }
        's' => narrow(sets::space()),
        'h' => narrow(sets::horizontal()),
        'v' => narrow(sets::vertical()),
        _ => return None,
    })
}

/// The set of `\p{name}` and whether it is wide; `None` when the name is not known here.
pub(super) fn property(name: &str, flags: Flags) -> Option<(SymbolSet, bool)> {
    let ignore_case = flags.contains(Flags::IGNORE_CASE);
    let posix =
        ["Lower", "Upper", "ASCII", "Alpha", "Digit", "Alnum", "Punct", "Graph", "Print", "Blank", "Cntrl"];
    if posix.contains(&name) || matches!(name, "XDigit" | "Space") {
        if flags.contains(Flags::UNICODE_CLASSES) {
            return None;
        }
        let cased = ignore_case && matches!(name, "Lower" | "Upper");
        let name = if cased { "alpha".to_owned() } else { name.to_ascii_lowercase() };
        return sets::posix(&name).map(|set| (set, false));
    }
    let set = match name {
        "LC" => categories(&["Lu", "Ll", "Lt"]),
        "Lu" | "Ll" | "Lt" if ignore_case => categories(&["Lu", "Ll", "Lt"]),
        "LD" => letter_or_digit(),
        "L1" => SymbolSet::range(0, 0xFF),
        "all" => sets::any(),
        _ => unicode::category(name, Version::V13)?,
    };
    Some((set, true))
}

fn categories(names: &[&str]) -> SymbolSet {
    unicode::categories_where(Version::V13, |full| names.iter().any(|name| full.starts_with(name)))
}

pub(super) fn letter_or_digit() -> SymbolSet {
    categories(&["L", "Nd"])
}

/// What `\b` takes for a word character.
pub(super) fn boundary_word() -> SymbolSet {
    letter_or_digit().union(&sets::of("_"))
}

pub(super) fn nonspacing_mark() -> SymbolSet {
    categories(&["Mn"])
}

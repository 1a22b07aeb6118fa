//! Text from anywhere, made safe to show: the one door to the terminal.
//!
//! Patterns, words and paths may be written by an attacker, and a terminal obeys what it is sent. Whatever does not
//! show as itself becomes a visible escape: control characters, characters that reorder or hide text (Unicode's
//! *format* and *default ignorable* ones), blanks that are not the plain space, private and unassigned ends, halves of
//! surrogate pairs. Everything else passes as it is, so the result of escaping needs no escaping again.

use std::fmt::Write as _;
use std::path::Path;

/// What does not show as itself, by ranges in ascending order.
const INVISIBLE: [(u32, u32); 32] = [
    (0x0000, 0x001F),       // C0 controls
    (0x007F, 0x00A0),       // delete, C1 controls, no-break space
    (0x00AD, 0x00AD),       // soft hyphen
    (0x034F, 0x034F),       // grapheme joiner
    (0x0600, 0x0605),       // Arabic number signs
    (0x061C, 0x061C),       // Arabic letter mark
    (0x06DD, 0x06DD),       // Arabic end of ayah
    (0x070F, 0x070F),       // Syriac abbreviation mark
    (0x0890, 0x0891),       // Arabic pound marks
    (0x08E2, 0x08E2),       // Arabic disputed end of ayah
    (0x115F, 0x1160),       // Hangul fillers
    (0x1680, 0x1680),       // Ogham space
    (0x17B4, 0x17B5),       // Khmer inherent vowels
    (0x180B, 0x180F),       // Mongolian selectors
    (0x2000, 0x200F),       // spaces, zero widths, directional marks
    (0x2028, 0x202F),       // separators, directional embeddings and overrides
    (0x205F, 0x206F),       // mathematical space, invisible operators, directional isolates
    (0x3000, 0x3000),       // ideographic space
    (0x3164, 0x3164),       // Hangul filler
    (0xD800, 0xF8FF),       // surrogates and private use
    (0xFDD0, 0xFDEF),       // noncharacters
    (0xFE00, 0xFE0F),       // variation selectors
    (0xFEFF, 0xFEFF),       // byte order mark
    (0xFFA0, 0xFFA0),       // half-width Hangul filler
    (0xFFF0, 0xFFFB),       // annotations
    (0xFFFE, 0xFFFF),       // noncharacters
    (0x110BD, 0x110BD),     // Kaithi number sign
    (0x110CD, 0x110CD),     // Kaithi number sign above
    (0x13430, 0x1343F),     // hieroglyph controls
    (0x1BCA0, 0x1BCA3),     // shorthand controls
    (0x1D173, 0x1D17A),     // musical controls
    (0xE0000, 0xFFFF_FFFF), // tags, selectors, private planes and what is no character
];

/// The text with everything invisible made visible. A backslash stays as it is, so the result can be ambiguous: it
/// is for showing, not for reading back.
pub(crate) fn text(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        if is_invisible(u32::from(c)) {
            push_escape(&mut shown, u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The same for text of several lines, whose line ends are ours and stay.
pub(crate) fn lines(several: &str) -> String {
    several.split('\n').map(text).collect::<Vec<_>>().join("\n")
}

/// JSON text with everything invisible outside of ASCII written by its code, which means the same. JSON has such
/// characters only within strings, and writes the controls of ASCII by codes itself.
pub(crate) fn json(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if u32::from(c) > 0x7E && is_invisible(u32::from(c)) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(shown, "\\u{unit:04x}").expect("a string takes all text");
            }
        } else {
            shown.push(c);
        }
    }
    shown
}

/// A path; bytes that are not UTF-8 are shown one by one. A backslash is shown as two, so that no two paths are shown as
/// the same: reports and baselines tell files apart by what is shown.
pub(crate) fn path(path: &Path) -> String {
    let mut shown = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        shown.push_str(&text(&chunk.valid().replace('\\', r"\\")));
        let invalid = chunk.invalid().iter();
        shown.extend(invalid.map(|byte| format!("\\x{byte:02x}")));
    }
    shown
}

fn push_escape(shown: &mut String, number: u32) {
    match number {
        0x09 => shown.push_str("\\t"),
        0x0A => shown.push_str("\\n"),
        0x0D => shown.push_str("\\r"),
        0..=0x7F => write!(shown, "\\x{number:02x}").expect("a string takes all text"),
        _ => write!(shown, "\\u{{{number:x}}}").expect("a string takes all text"),
    }
}

fn is_invisible(number: u32) -> bool {
    let next = INVISIBLE.partition_point(|&(_, last)| last < number);
    INVISIBLE.get(next).is_some_and(|&(first, _)| first <= number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_disjoint() {
        assert!(INVISIBLE.iter().all(|(first, last)| first <= last));
        assert!(INVISIBLE.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }

    #[test]
    fn terminals_get_no_commands() {
        assert_eq!(text("a\u{1b}[2J\u{9b}b\r\n\u{7f}"), "a\\x1b[2J\\u{9b}b\\r\\n\\x7f");
        assert!((0..0x20).chain(0x7F..0xA1).all(is_invisible));
    }

    #[test]
    fn text_cannot_be_reordered_or_hidden() {
        assert_eq!(
            text("x\u{202e}y\u{2066}\u{200b}\u{feff}\u{e0041}"),
            "x\\u{202e}y\\u{2066}\\u{200b}\\u{feff}\\u{e0041}"
        );
    }

    #[test]
    fn no_two_paths_are_shown_as_the_same() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;
        let names: [&[u8]; 8] =
            [b"a\tb", b"a\\tb", b"a\\\tb", b"\xff", b"\\xff", b"\x85", "\u{85}".as_bytes(), b"\\u{85}"];
        let mut shown: Vec<String> =
            names.iter().map(|name| path(Path::new(OsStr::from_bytes(name)))).collect();
        shown.sort();
        shown.dedup();
        assert_eq!(shown.len(), names.len(), "{shown:?}");
    }

    #[test]
    fn plain_text_passes() {
        let plain = "déjà vu, Ελληνικά, 漢字, (a|b)*\\d+ 🙂";
        assert_eq!(text(plain), plain);
        assert_eq!(text(&text("\u{1b}")), text("\u{1b}"));
    }

    #[test]
    fn json_means_the_same() {
        assert_eq!(json("{\"a\":\"é\u{202e}\u{e0041}\u{7f}\"}"), "{\"a\":\"é\\u202e\\udb40\\udc41\\u007f\"}");
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(lines("a\u{7}\nb\r\n"), "a\\x07\nb\\r\n");
    }

    #[test]
    #[cfg(unix)]
    fn paths_need_not_be_text() {
        use std::os::unix::ffi::OsStrExt as _;
        let raw = std::ffi::OsStr::from_bytes(b"a\xff\x1b\xc3\xa9");
        assert_eq!(path(Path::new(raw)), "a\\xff\\x1bé");
    }
}

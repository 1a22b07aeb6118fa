//! Dialects and the flags that change how a pattern is read.
//!
//! Flags are one set for all dialects, because most of them mean the same thing; the letters differ. A
//! pattern may change some of them for a part of itself.

use super::error::SyntaxError;

/// Whose regular expressions a pattern is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// PCRE2 10.42 as the `preg_` functions of PHP 8.2 use it.
    Pcre,
    /// POSIX extended regular expressions as glibc's `regcomp(…, REG_EXTENDED)` reads them in the C locale.
    Posix,
    /// `java.util.regex` of JDK 17.
    Java,
    /// The dialect of the small language; the whole word is matched, so `^` and `$` are refused.
    ///
    /// | written | meaning |
    /// |---|---|
    /// | `a` | the character itself; `& ~ / - ,` and the like are ordinary |
    /// | `.` | any character at all, line breaks too |
    /// | `\n \t \r \0 \xHH \u{H…}` | one character |
    /// | `\d \w \s \D \W \S` | digit, word character, space (ASCII), and their complements |
    /// | `\` and a character that is no letter or digit | that character |
    /// | `[a-z_]`, `[^a-z]`, `[]`, `[^]` | one of, one not of, nothing, anything |
    /// | `e?` `e*` `e+` `e{m}` `e{m,}` `e{m,n}` `e{,n}` | repetition; a `?` after it prefers few |
    /// | `ef`, `e\|f`, `(e)`, `(?:e)` | sequence, choice, group |
    Own,
}

/// A set of flags. Each dialect has its own letters for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Flags(u16);

impl Flags {
    /// No flag at all.
    pub const NONE: Flags = Flags(0);
    /// `i`: letters match either case.
    pub const IGNORE_CASE: Flags = Flags(1);
    /// `m`: `^` and `$` also match at line breaks.
    pub const MULTI_LINE: Flags = Flags(1 << 1);
    /// `s`: `.` also matches line breaks.
    pub const DOT_ALL: Flags = Flags(1 << 2);
    /// `x`: white space and `#` comments in the pattern are skipped.
    pub const EXTENDED: Flags = Flags(1 << 3);
    /// `u`: PCRE reads code points and Unicode classes; Java folds the case of all letters.
    pub const UNICODE: Flags = Flags(1 << 4);
    /// PCRE `D`: `$` matches only at the very end.
    pub const DOLLAR_END_ONLY: Flags = Flags(1 << 5);
    /// PCRE `U`: quantifiers are lazy unless followed by `?`.
    pub const UNGREEDY: Flags = Flags(1 << 6);
    /// PCRE `A`: a match must start at the beginning of the word.
    pub const ANCHORED: Flags = Flags(1 << 7);
    /// Java `d`: only `\n` ends a line.
    pub const UNIX_LINES: Flags = Flags(1 << 8);
    /// Java `U`: predefined classes are those of Unicode.
    pub const UNICODE_CLASSES: Flags = Flags(1 << 9);
    /// PCRE `n`: plain parentheses do not capture.
    pub const NO_CAPTURE: Flags = Flags(1 << 10);
    /// PCRE `J`: groups may share a name.
    pub const DUPLICATE_NAMES: Flags = Flags(1 << 11);
    /// PCRE `(?xx)`: as `x`, and spaces in classes are skipped.
    pub(crate) const EXTENDED_MORE: Flags = Flags(1 << 12);

    /// The flags that `letters` name in the dialect, such as `"im"`.
    ///
    /// # Errors
    /// When the dialect has no such flag.
    pub fn from_letters(letters: &str, dialect: Dialect) -> Result<Flags, SyntaxError> {
        let mut flags = Flags::NONE;
        for (place, letter) in letters.chars().enumerate() {
            let Some(flag) = Flags::from_letter(letter, dialect) else {
                let cause = format!("this dialect has no flag {letter:?}");
                return Err(SyntaxError::new(place..place + 1, cause));
            };
            flags = flags | flag;
        }
        Ok(flags)
    }

    fn from_letter(letter: char, dialect: Dialect) -> Option<Flags> {
        match (dialect, letter) {
            (Dialect::Pcre | Dialect::Java | Dialect::Posix, 'i') => Some(Flags::IGNORE_CASE),
            (Dialect::Pcre | Dialect::Java, 'm') => Some(Flags::MULTI_LINE),
            (Dialect::Pcre | Dialect::Java, 's') => Some(Flags::DOT_ALL),
            (Dialect::Pcre | Dialect::Java, 'x') => Some(Flags::EXTENDED),
            (Dialect::Pcre | Dialect::Java, 'u') => Some(Flags::UNICODE),
            (Dialect::Pcre, 'D') => Some(Flags::DOLLAR_END_ONLY),
            (Dialect::Pcre, 'U') => Some(Flags::UNGREEDY),
            (Dialect::Pcre, 'A') => Some(Flags::ANCHORED),
            (Dialect::Pcre, 'n') => Some(Flags::NO_CAPTURE),
            (Dialect::Pcre, 'J') => Some(Flags::DUPLICATE_NAMES),
            // A wish to study the pattern changes no language.
            (Dialect::Pcre, 'S') => Some(Flags::NONE),
            (Dialect::Java, 'd') => Some(Flags::UNIX_LINES),
            (Dialect::Java, 'U') => Some(Flags::UNICODE_CLASSES),
            (Dialect::Pcre | Dialect::Posix | Dialect::Java | Dialect::Own, _) => None,
        }
    }

    /// Whether all flags of `other` are in `self`.
    pub const fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// The flags of `self` that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }
}

impl std::ops::BitOr for Flags {
    type Output = Flags;

    fn bitor(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

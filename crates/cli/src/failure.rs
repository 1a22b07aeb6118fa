//! Why there is no answer, as a message and an exit code.
//!
//! A failure is worded when it is made, and everything foreign in it has been escaped by then. A reader who goes away
//! before all is printed is no failure of ours: see `output`.

use std::fmt;
use std::ops::Range;
use std::process::ExitCode;

use automata::Exhausted;

use crate::escape;

/// No answer: the message and whose fault it is.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The question is wrong, or the answer could not be written: exit code 2.
    Wrong,
    /// The question is fine but not answered: exit code 3.
    Undecided,
}

/// How many characters of a pattern are shown on each side of the fault.
const WINDOW: usize = 30;

impl Failure {
    /// Wrong use, told by an escaped `message`.
    pub(crate) fn wrong(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), kind: Kind::Wrong }
    }

    /// The question is fine but not answered, told by an escaped `message`.
    pub(crate) fn undecided(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), kind: Kind::Undecided }
    }

    /// The pattern does not parse: the `cause`, and carets under the characters of `place`.
    pub(crate) fn in_pattern(pattern: &str, place: Range<usize>, cause: &str) -> Failure {
        Failure::wrong(format!("{}\n{}", escape::text(cause), underlined(pattern, place)))
    }

    /// What the pattern asks for is not supported: the same, but not the user's fault.
    pub(crate) fn unsupported(pattern: &str, constructs: &[(&str, Range<usize>)]) -> Failure {
        let told = constructs.iter().map(|(name, place)| {
            format!("{} is not supported\n{}", escape::text(name), underlined(pattern, place.clone()))
        });
        Failure { message: told.collect::<Vec<_>>().join("\n"), kind: Kind::Undecided }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self.kind {
            Kind::Wrong => ExitCode::from(2),
            Kind::Undecided => ExitCode::from(3),
        }
    }
}

impl From<Exhausted> for Failure {
    fn from(exhausted: Exhausted) -> Failure {
        let message = format!("{exhausted} and there is no answer yet; give more with --budget");
        Failure { message, kind: Kind::Undecided }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The part of the pattern around `place`, counted in characters, and a line of carets below.
fn underlined(pattern: &str, place: Range<usize>) -> String {
    let characters: Vec<char> = pattern.chars().collect();
    let start = place.start.min(characters.len());
    let end = place.end.clamp(start, characters.len());
    let shown = |range: Range<usize>| escape::text(&characters[range].iter().collect::<String>());
    let from = start.saturating_sub(WINDOW);
    let until = (end.min(start + WINDOW) + WINDOW).min(characters.len());
    let lead = format!("{}{}", if from > 0 { "…" } else { "" }, shown(from..start));
    let fault = shown(start..end.min(start + WINDOW));
    let rest = format!(
        "{}{}",
        shown(end.min(start + WINDOW)..until),
        if until < characters.len() { "…" } else { "" }
    );
    let carets = "^".repeat(fault.chars().count().max(1));
    format!("  {lead}{fault}{rest}\n  {}{carets}", " ".repeat(lead.chars().count()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_the_fault() {
        assert_eq!(underlined("a(b", 1..2), "  a(b\n   ^");
        assert_eq!(underlined("a\u{1b}{9,1}", 2..7), "  a\\x1b{9,1}\n       ^^^^^");
    }

    #[test]
    fn a_fault_at_the_end_or_beyond_is_shown() {
        assert_eq!(underlined("ab", 2..2), "  ab\n    ^");
        assert_eq!(underlined("", 5..9), "  \n  ^");
    }

    #[test]
    fn a_long_pattern_is_cut_around_the_fault() {
        let shown = underlined(&"(".repeat(30_000), 20_000..20_001);
        let (pattern, carets) = shown.split_once('\n').expect("two lines");
        assert_eq!(pattern.chars().count(), 2 + 1 + 2 * WINDOW + 1 + 1);
        assert_eq!(carets.chars().count(), 2 + 1 + WINDOW + 1);
        let whole = underlined(&"(".repeat(30_000), 0..30_000);
        assert!(whole.chars().count() < 300);
    }
}

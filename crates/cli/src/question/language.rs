//! From what the user wrote to a language: the pattern, parsed in its dialect, as an automaton.
//!
//! The alphabet is the one that the dialect's engine works on: bytes for PHP and POSIX, UTF-16 for Java, Unicode
//! otherwise. Nothing is approximated here. A pattern without a language is a failure that says why and where.

use automata::regex::{Dialect, Flags, Regex, Unavailable, Unsupported};
use automata::{Automaton, Budget};

use crate::failure::Failure;
use crate::question::arguments::{DialectName, Question};

/// The words that the question is about.
pub(crate) fn of(question: &Question, budget: &mut Budget) -> Result<Automaton, Failure> {
    let regex = parse(question)?;
    let alphabet = regex.alphabet();
    let language =
        if question.search { regex.search(alphabet, budget) } else { regex.full_match(alphabet, budget) };
    language.map_err(|reason| unavailable(&question.pattern, &reason))
}

fn parse(question: &Question) -> Result<Regex, Failure> {
    let dialect = match question.dialect {
        DialectName::Own => Dialect::Own,
        DialectName::Pcre => Dialect::Pcre,
        DialectName::Posix => Dialect::Posix,
        DialectName::Java => Dialect::Java,
    };
    let flags = Flags::from_letters(&question.flags, dialect)
        .map_err(|error| Failure::in_pattern(&question.flags, error.place(), error.cause()))?;
    Regex::parse(&question.pattern, dialect, flags)
        .map_err(|error| Failure::in_pattern(&question.pattern, error.place(), error.cause()))
}

fn unavailable(pattern: &str, reason: &Unavailable) -> Failure {
    if let Some(exhausted) = reason.exhausted() {
        return Failure::from(exhausted);
    }
    let told = |construct: &Unsupported| (construct.name(), construct.place());
    let constructs: Vec<_> = reason.unsupported().iter().map(told).collect();
    if constructs.is_empty() {
        Failure::wrong(reason.to_string())
    } else {
        Failure::unsupported(pattern, &constructs)
    }
}

//! What callers of a function promise, read from comments and settings.
//!
//! `/* stringent: requires terminated(s), capacity(d) >= n + 1, nonnull(p), no_overlap(d, s) */` stands before the function
//! that it is about. Objects of different parameters never overlap, so the last is always kept. What is not
//! understood is an error: a promise that is left out would make proofs of nothing.

use std::collections::BTreeMap;

/// A promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Clause {
    /// A parameter is a string: there is a NUL before its end.
    Terminated(String),
    /// A parameter points to at least so many bytes: terms and a constant, added up.
    Capacity(String, Vec<Term>, i128),
    /// A parameter is not null.
    NonNull(String),
    /// Two parameters point to different objects.
    NoOverlap,
}

/// What the bytes of an object are counted by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    /// A parameter that is a number.
    Number(String),
    /// The length of a parameter that is a string.
    Length(String),
}

/// The promises for each function that a source names in comments.
///
/// # Errors
/// The first clause that is not understood.
pub(crate) fn in_comments(source: &str) -> Result<BTreeMap<String, Vec<Clause>>, String> {
    let mut found = BTreeMap::new();
    for part in source.split("/*").skip(1) {
        let Some((comment, after)) = part.split_once("*/") else { continue };
        let Some(clauses) = comment.trim().strip_prefix("stringent: requires") else { continue };
        let Some(function) = function_after(after) else {
            return Err("a contract stands before no function".to_owned());
        };
        found.insert(function.to_owned(), parse(clauses)?);
    }
    Ok(found)
}

/// Whether a list of promises is understood.
///
/// # Errors
/// The clause that is not.
pub fn understand(text: &str) -> Result<(), String> {
    parse(text).map(drop)
}

/// The promises of a list.
///
/// # Errors
/// The clause that is not understood.
pub(crate) fn parse(text: &str) -> Result<Vec<Clause>, String> {
    let mut clauses = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let close = rest.find(')').ok_or_else(|| unknown(rest))?;
        let end = rest[close..].find(',').map_or(rest.len(), |at| close + at);
        clauses.push(clause(rest[..end].trim()).ok_or_else(|| unknown(&rest[..end]))?);
        rest = rest[end..].trim_start_matches(',').trim();
    }
    Ok(clauses)
}

fn unknown(clause: &str) -> String {
    format!("the contract {} is not understood", clause.trim())
}

fn clause(text: &str) -> Option<Clause> {
    let (word, rest) = text.split_once('(')?;
    let (inside, after) = rest.split_once(')')?;
    let name = inside.trim().to_owned();
    let after = after.trim();
    match word.trim() {
        "terminated" if after.is_empty() && is_name(&name) => Some(Clause::Terminated(name)),
        "nonnull" if after.is_empty() && is_name(&name) => Some(Clause::NonNull(name)),
        "no_overlap" if after.is_empty() => Some(Clause::NoOverlap),
        "capacity" if is_name(&name) => {
            let (names, constant) = sum(after.strip_prefix(">=")?)?;
            Some(Clause::Capacity(name, names, constant))
        }
        _ => None,
    }
}

/// Terms and a constant that are added up.
fn sum(text: &str) -> Option<(Vec<Term>, i128)> {
    let (mut terms, mut constant) = (Vec::new(), 0);
    for part in text.split('+').map(str::trim) {
        match part.parse::<i64>() {
            Ok(number) => constant += i128::from(number),
            Err(_) if is_name(part) => terms.push(Term::Number(part.to_owned())),
            Err(_) => terms.push(Term::Length(length_of(part)?.to_owned())),
        }
    }
    Some((terms, constant))
}

/// The string whose length a term is.
fn length_of(term: &str) -> Option<&str> {
    let inside = term.strip_prefix("length")?.trim().strip_prefix('(')?.strip_suffix(')')?.trim();
    is_name(inside).then_some(inside)
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !text.starts_with(char::is_numeric)
}

/// The name before the first bracket of what follows a comment.
fn function_after(text: &str) -> Option<&str> {
    let before = text.split_once('(')?.0.trim_end();
    let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    Some(&before[start..]).filter(|name| is_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracts_are_read() {
        let text =
            "/* stringent: requires terminated(s), capacity(d) >= n + 1, nonnull(p) */\nchar *f(char *d) {}";
        let found = in_comments(text).expect("it is understood");
        let expected = vec![
            Clause::Terminated("s".to_owned()),
            Clause::Capacity("d".to_owned(), vec![Term::Number("n".to_owned())], 1),
            Clause::NonNull("p".to_owned()),
        ];
        assert_eq!(found.get("f"), Some(&expected));
    }

    #[test]
    fn lengths_are_added_up() {
        let length = |name: &str| Term::Length(name.to_owned());
        let expected = vec![Clause::Capacity("d".to_owned(), vec![length("d"), length("s")], 1)];
        assert_eq!(parse("capacity(d) >= length(d) + length( s ) + 1"), Ok(expected));
        assert!(parse("capacity(d) >= length(s").is_err());
        assert!(parse("capacity(d) >= size(s)").is_err());
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        assert!(parse("terminated(s), something(d)").is_err());
        assert!(parse("capacity(d) >= n * 2").is_err());
    }
}

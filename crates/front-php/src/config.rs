//! What a user says about a project: functions of its own that read, write or clean, and words that must not come about.
//!
//! A function is named in lower case as PHP calls it, a method as `->name`. What is said here is believed, and goes before
//! what the sources or the library say of the same name.

use std::fmt;

use automata::regex::Regex;
use automata::{Automaton, Budget, Exhausted, MARK, SymbolSet};

use crate::policy::{ALPHABET, RuleId};
use crate::text::PLAIN;

/// Steps that the language of one pattern may take to build.
const STEPS: u64 = 20_000_000;

/// What is said about a project.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Functions whose results were written by the outside.
    pub sources: Vec<String>,
    /// Functions that take a text which a rule judges.
    pub sinks: Vec<Sink>,
    /// Functions whose results are harmless, or in a language.
    pub sanitisers: Vec<Sanitiser>,
    /// Words that must not come about.
    pub attacks: Vec<Attack>,
}

/// A function that takes a text which a rule judges.
#[derive(Clone, Debug)]
pub struct Sink {
    /// Its name.
    pub function: String,
    /// Which argument, from 0.
    pub argument: usize,
    /// The rule.
    pub rule: RuleId,
}

/// A function that cleans.
#[derive(Clone, Debug)]
pub struct Sanitiser {
    /// Its name.
    pub function: String,
    /// The language of its results over bytes; when there is none, they count as written by the page.
    pub language: Option<Automaton>,
}

/// Words that must not come about, as in [YBI09 §1]: no occurrence may have a character of the outside.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Its name in reports.
    pub name: String,
    /// The rules whose sinks are judged by it.
    pub rules: Vec<RuleId>,
    /// Texts in which it occurs, over marked bytes.
    pub occurs: Automaton,
}

/// Why something that was said cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// It is no regular expression that can be read.
    Syntax,
    /// It is not regular, or too large.
    Language,
    /// It depends on what stands around a match.
    Anchored,
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unusable::Syntax => "it is no regular expression with delimiters, such as /<script/i",
            Unusable::Language => "it is not regular, or too large",
            Unusable::Anchored => "it depends on what stands around a match; leave ^, $ and \\b out",
        })
    }
}

/// Exact: the texts that a pattern with delimiters matches as a whole.
///
/// # Errors
/// When there is no such language.
pub fn language(pattern: &str) -> Result<Automaton, Unusable> {
    let regex = Regex::parse_delimited(pattern).map_err(|_| Unusable::Syntax)?;
    regex.full_match(PLAIN, &mut Budget::steps(STEPS)).map_err(|_| Unusable::Language)
}

/// Exact: the texts in which a pattern occurs with a character of the outside in it.
///
/// # Errors
/// When there is no such language, or an occurrence depends on what is around it.
pub fn occurrences(pattern: &str) -> Result<Automaton, Unusable> {
    let regex = Regex::parse_delimited(pattern).map_err(|_| Unusable::Syntax)?;
    let mut budget = Budget::steps(STEPS);
    let matched = language(pattern)?;
    let searched = regex.search(PLAIN, &mut budget).map_err(|_| Unusable::Language)?;
    let within = |part: &Automaton, any: &Automaton, budget: &mut Budget| -> Result<Automaton, Exhausted> {
        any.concat(part, budget)?.concat(any, budget)
    };
    let plain = within(&matched, &Automaton::any(PLAIN), &mut budget).map_err(|_| Unusable::Language)?;
    if plain != searched {
        return Err(Unusable::Anchored);
    }
    let mut touched = || {
        let any = Automaton::any(ALPHABET);
        let marked = Automaton::class(ALPHABET, &SymbolSet::range(MARK, MARK | 255));
        let touched = within(&marked, &any, &mut budget)?;
        let part = matched.through_marks().intersection(&touched, &mut budget)?;
        within(&part, &any, &mut budget)
    };
    touched().map_err(|_: Exhausted| Unusable::Language)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(page: &str, outside: &str) -> Vec<automata::Symbol> {
        page.bytes().map(u32::from).chain(outside.bytes().map(|byte| u32::from(byte) | MARK)).collect()
    }

    #[test]
    fn an_attack_has_a_character_of_the_outside() {
        let occurs = occurrences("/<script/i").expect("regular");
        assert!(occurs.contains(&word("<p>", "a<SCRIPT>")));
        assert!(occurs.contains(&word("<scr", "ipt>")));
        assert!(!occurs.contains(&word("<script>", "a")));
        assert_eq!(occurrences("/^<script/"), Err(Unusable::Anchored));
        assert_eq!(occurrences("<script"), Err(Unusable::Syntax));
    }
}

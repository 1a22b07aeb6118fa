//! The rules of all languages: the name of each, its weaknesses by their CWE numbers, how severe it is.
//!
//! A finding stands under one rule, by whose name a comment excuses it. What states no rule of its own, as an assertion of a
//! `.sil` program, stands under `assertion`. Reports for programs list them all, so that a code host knows them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use verifier::front_c::memory::Rule;
use verifier::front_java;
use verifier::php::policy::{RULES, RuleId, Severity};

/// The rule that a finding stands under.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ruled {
    pub(crate) id: String,
    pub(crate) cwe: Option<u32>,
    pub(crate) severity: Option<String>,
}

/// A rule as a code host is told of it.
pub(crate) struct Described {
    pub(crate) id: &'static str,
    pub(crate) cwes: Vec<u32>,
    pub(crate) severity: Option<Severity>,
    /// What it means that it does not hold.
    pub(crate) short: String,
    pub(crate) full: String,
    pub(crate) help: &'static str,
}

/// The rule of assertions that a program states about itself.
const ASSERTION: &str = "assertion";

impl Default for Ruled {
    fn default() -> Ruled {
        Ruled { id: ASSERTION.to_owned(), cwe: None, severity: None }
    }
}

impl Ruled {
    /// A rule of pages.
    pub(crate) fn page(rule: RuleId) -> Ruled {
        let rule = rule.rule();
        let severity = Some(word(rule.severity).to_owned());
        Ruled { id: rule.name.to_owned(), cwe: rule.cwes.first().copied(), severity }
    }

    /// A rule of Java.
    pub(crate) fn java(rule: front_java::Rule) -> Ruled {
        let severity = Some(word(Severity::Medium).to_owned());
        Ruled { id: rule.id().to_owned(), cwe: Some(rule.cwe()), severity }
    }

    /// A rule of C.
    pub(crate) fn c(rule: Rule) -> Ruled {
        let severity = Some(word(severity_of(rule)).to_owned());
        Ruled { id: rule.id().to_owned(), cwe: Some(rule.cwe()), severity }
    }
}

/// All rules, in an order that stays the same.
pub(crate) fn all() -> Vec<Described> {
    let own = Described {
        id: ASSERTION,
        cwes: Vec::new(),
        severity: None,
        short: "An assertion can fail.".to_owned(),
        full: "A condition that the program states about itself does not hold in every run.".to_owned(),
        help: "Follow the run from its inputs to the assertion, and bound or check what it reads.",
    };
    let of_pages = RULES.iter().map(|rule| Described {
        id: rule.name,
        cwes: rule.cwes.to_vec(),
        severity: Some(rule.severity),
        short: format!("{}.", capital(rule.broken)),
        full: format!("{} when a request makes it so.", capital(rule.broken)),
        help: "Send the request to see it; escape the value for the place where it is written.",
    });
    std::iter::once(own).chain(of_pages).chain(of_c()).chain(of_java()).collect()
}

/// The words with a capital at their beginning.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The rules of Java.
fn of_java() -> impl Iterator<Item = Described> {
    front_java::Rule::ALL.into_iter().map(|rule| Described {
        id: rule.id(),
        cwes: vec![rule.cwe()],
        severity: Some(Severity::Medium),
        short: format!("{}.", thrown(rule)),
        full: format!("{} in a run of the entry, and nothing catches it.", thrown(rule)),
        help: "Follow the run from its inputs to the place, and check the value before it or catch what is thrown.",
    })
}

/// What happens when a rule of Java is broken.
fn thrown(rule: front_java::Rule) -> &'static str {
    match rule {
        front_java::Rule::Assertion => "An assertion fails",
        front_java::Rule::Null => "A reference to nothing is used",
        front_java::Rule::Bounds => "An index is outside of its array, list or text",
        front_java::Rule::Division => "A number is divided by zero",
        front_java::Rule::Cast => "An object is taken for one of another class",
        front_java::Rule::Exception => "An exception of the run time is thrown",
    }
}

/// The rules of C, those with one name together.
fn of_c() -> Vec<Described> {
    let mut described: Vec<Described> = Vec::new();
    let mut told: BTreeSet<&str> = BTreeSet::new();
    for rule in Rule::ALL {
        if let Some(same) = described.iter_mut().find(|known| known.id == rule.id()) {
            same.cwes.push(rule.cwe());
        }
        if told.insert(rule.id()) {
            described.push(Described {
                id: rule.id(),
                cwes: vec![rule.cwe()],
                severity: Some(severity_of(rule)),
                short: format!("{}.", meaning(rule)),
                full: format!("{} in a run that begins at the entry.", meaning(rule)),
                help: "Follow the run from its inputs to the place, and check the size or the pointer before it.",
            });
        }
    }
    described
}

/// What happens when a rule of C is broken.
fn meaning(rule: Rule) -> &'static str {
    match rule {
        Rule::ReadPast | Rule::ReadBefore => "An object is read past its end or before its start",
        Rule::WritePast | Rule::WriteBefore => "An object is written past its end or before its start",
        Rule::WriteLiteral => "A string literal is written",
        Rule::Unterminated => "An array without NUL is used as a string",
        Rule::Null => "A pointer that is null or was never set is followed",
        Rule::UseAfterFree => "An object is used after it was freed",
        Rule::AfterScope => "A local array is used after the call that it belongs to",
        Rule::DoubleFree => "An object is freed twice",
        Rule::BadFree => "What was not allocated is freed",
        Rule::Overlap => "Regions overlap that are copied by a function that forbids it",
        Rule::Format => "A format that is not a constant has a directive",
        Rule::Assertion => "An assertion fails",
        Rule::Overflow => "A signed operation leaves the range of its type",
        Rule::Division => "A number is divided by zero",
    }
}

fn severity_of(rule: Rule) -> Severity {
    match rule {
        Rule::WritePast | Rule::WriteBefore | Rule::UseAfterFree | Rule::DoubleFree | Rule::BadFree => {
            Severity::Critical
        }
        Rule::ReadPast
        | Rule::ReadBefore
        | Rule::Unterminated
        | Rule::AfterScope
        | Rule::Overlap
        | Rule::Format => Severity::High,
        Rule::WriteLiteral | Rule::Null | Rule::Assertion | Rule::Overflow | Rule::Division => {
            Severity::Medium
        }
    }
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Medium => "medium",
        Severity::High => "high",
        Severity::Critical => "critical",
    }
}

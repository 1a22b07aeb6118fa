//! The rules: what is asserted of which sink.
//!
//! A rule is a row: to add one is to write its context and its row.

use std::sync::OnceLock;

use super::code::Code;
use super::html::Html;
use super::ldap::Ldap;
use super::path::Path;
use super::redirect::{Address, Header};
use super::shell::Shell;
use super::sql::Sql;
use super::xpath::XPath;
use super::{Author, Context, Policy};

/// What a rule states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// No character of the outside leaves or steers its lexical slot.
    Confinement,
    /// No word of an attack language can come about.
    Exploit,
}

/// How bad a violation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// It helps an attacker.
    Medium,
    /// It lets an attacker act for others or see what is not theirs.
    High,
    /// It lets an attacker run code.
    Critical,
}

/// A rule by its place in [`RULES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleId {
    /// Output as HTML.
    Html,
    /// SQL for servers that read a backslash in a string as an escape.
    Sql,
    /// SQL for servers that follow the standard.
    SqlStandard,
    /// Commands of the shell.
    Shell,
    /// Filters of LDAP.
    Ldap,
    /// Expressions of `XPath`.
    XPath,
    /// Code that is evaluated.
    Code,
    /// Paths of files that are included.
    Include,
    /// Lines of the response's head.
    Header,
    /// Addresses that a response leads to.
    Redirect,
    /// Words that the project forbids.
    Attack,
}

/// A rule.
pub struct Rule {
    /// Which.
    pub id: RuleId,
    /// Its name in reports.
    pub name: &'static str,
    /// The weaknesses it prevents, by their numbers in CWE, the most precise first.
    pub cwes: &'static [u32],
    /// How bad a violation is.
    pub severity: Severity,
    /// What it states.
    pub level: Level,
    /// What is said of an assertion.
    pub message: &'static str,
    build: fn() -> Policy,
    built: OnceLock<Policy>,
}

impl Rule {
    const fn new(
        id: RuleId,
        name: &'static str,
        cwes: &'static [u32],
        message: &'static str,
        build: fn() -> Policy,
    ) -> Rule {
        let severity = Severity::High;
        Rule { id, name, cwes, severity, level: Level::Confinement, message, build, built: OnceLock::new() }
    }

    const fn critical(mut self) -> Rule {
        self.severity = Severity::Critical;
        self
    }

    const fn medium(mut self) -> Rule {
        self.severity = Severity::Medium;
        self
    }

    const fn exploit(mut self) -> Rule {
        self.level = Level::Exploit;
        self
    }

    /// What is said of an assertion, with the name of the rule.
    pub fn sentence(&self) -> String {
        format!("{} ({})", self.message, self.name)
    }

    /// Its policy, built when it is first asked for.
    pub fn policy(&self) -> &Policy {
        self.built.get_or_init(self.build)
    }
}

impl RuleId {
    /// The rule.
    pub fn rule(self) -> &'static Rule {
        RULES.iter().find(|rule| rule.id == self).expect("every rule has its row")
    }
}

fn of<C: Context>() -> Policy {
    Policy::of::<C>()
}

/// All rules.
pub static RULES: [Rule; 11] = [
    Rule::new(RuleId::Html, "php-html", &[79], "the outside writes no markup or script", of::<Html>),
    Rule::new(RuleId::Sql, "php-sql", &[89], "the outside writes no SQL", of::<Sql<true>>).critical(),
    Rule::new(RuleId::SqlStandard, "php-sql-standard", &[89], "the outside writes no SQL", of::<Sql<false>>)
        .critical(),
    Rule::new(RuleId::Shell, "php-shell", &[78], "the outside writes no command", of::<Shell>).critical(),
    Rule::new(RuleId::Ldap, "php-ldap", &[90], "the outside writes no filter", of::<Ldap>),
    Rule::new(RuleId::XPath, "php-xpath", &[643, 91], "the outside writes no XPath", of::<XPath>),
    Rule::new(RuleId::Code, "php-code", &[95, 94], "the outside writes no code", of::<Code>).critical(),
    Rule::new(RuleId::Include, "php-include", &[98, 73], "the outside names no other folder", of::<Path>)
        .critical(),
    Rule::new(RuleId::Header, "php-header", &[601, 113], "the outside chooses no destination", of::<Header>)
        .medium(),
    Rule::new(RuleId::Redirect, "php-redirect", &[601], "the outside chooses no destination", of::<Address>)
        .medium(),
    Rule::new(RuleId::Attack, "php-attack", &[], "a forbidden word does not come about", of::<Anything>)
        .exploit(),
];

/// No restriction: what an attack forbids is the project's own.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Anything;

impl Context for Anything {
    fn start() -> Self {
        Anything
    }

    fn step(&self, _: u8, _: Author) -> Option<Self> {
        Some(Anything)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Every state of a context treats a byte as it treats its representative.
    fn treats_alike<C: Context>() {
        let mut seen = BTreeSet::from([C::start()]);
        let mut open = vec![C::start()];
        while let Some(state) = open.pop() {
            for author in [Author::Page, Author::Outside] {
                for byte in 0..=255 {
                    let next = state.step(byte, author);
                    assert!(next == state.step(C::representative(byte), author), "{byte} by {author:?}");
                    open.extend(next.filter(|next| seen.insert(next.clone())));
                }
            }
        }
    }

    #[test]
    fn a_byte_is_treated_as_its_representative() {
        treats_alike::<Html>();
    }

    #[test]
    fn policies_are_small() {
        for rule in &RULES {
            let states = rule.policy().allowed.state_count();
            assert!(states < 2_500, "{} has {states} states", rule.name);
        }
    }
}

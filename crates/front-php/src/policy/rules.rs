//! The rules: what is asserted of which sink.
//!
//! A rule is a row: to add one is to write its context, in the crate `contexts`, and its row.

use std::sync::OnceLock;

use automata::Automaton;

use super::Policy;

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
    /// What an assertion of it claims.
    pub message: &'static str,
    /// What goes wrong where it does not hold.
    pub broken: &'static str,
    /// The outputs that it allows, as they were stored.
    allowed: &'static [u8],
    /// The outputs that keep to it as far as they go, where those are fewer.
    told: Option<&'static [u8]>,
    built: OnceLock<Policy>,
}

impl Rule {
    const fn new(
        id: RuleId,
        name: &'static str,
        cwes: &'static [u32],
        (message, broken): Words,
        allowed: &'static [u8],
    ) -> Rule {
        let severity = Severity::High;
        let (level, told) = (Level::Confinement, None);
        Rule { id, name, cwes, severity, level, message, broken, allowed, told, built: OnceLock::new() }
    }

    const fn told(mut self, told: &'static [u8]) -> Rule {
        self.told = Some(told);
        self
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

    /// What an assertion of it claims, with the name of the rule.
    pub fn sentence(&self) -> String {
        format!("{} ({})", self.message, self.name)
    }

    /// What goes wrong where an assertion of it fails, with the name of the rule.
    pub fn failure(&self) -> String {
        format!("{} ({})", self.broken, self.name)
    }

    /// Its policy, read when it is first asked for.
    pub fn policy(&self) -> &Policy {
        let read = |bytes| Automaton::from_bytes(bytes).expect("what the build stored is an automaton");
        self.built.get_or_init(|| {
            let policy = Policy::of(read(self.allowed));
            match self.told {
                Some(told) => Policy { told: read(told), ..policy },
                None => policy,
            }
        })
    }
}

impl RuleId {
    /// The rule.
    pub fn rule(self) -> &'static Rule {
        RULES.iter().find(|rule| rule.id == self).expect("every rule has its row")
    }
}

/// The outputs that keep to a context, as the build stored them.
macro_rules! stored {
    ($context:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $context, ".automaton"))
    };
}

/// What a rule claims, and what goes wrong where the claim does not hold.
type Words = (&'static str, &'static str);

const NO_MARKUP: Words =
    ("untrusted input writes no markup or script", "untrusted input writes markup or script");
const NO_SQL: Words = ("untrusted input writes no SQL", "untrusted input writes SQL");
const NO_COMMAND: Words = ("untrusted input writes no command", "untrusted input writes a command");
const NO_FILTER: Words = ("untrusted input writes no LDAP filter", "untrusted input writes an LDAP filter");
const NO_XPATH: Words = ("untrusted input writes no XPath", "untrusted input writes XPath");
const NO_CODE: Words = ("untrusted input writes no code", "untrusted input writes code");
const NO_FOLDER: Words = ("untrusted input chooses no folder", "untrusted input chooses a folder");
const NO_DESTINATION: Words =
    ("untrusted input chooses no destination", "untrusted input chooses a destination");
const NO_WORD: Words = ("no forbidden word is written", "a forbidden word is written");

/// All rules, in the order of the contexts.
pub static RULES: [Rule; 11] = [
    Rule::new(RuleId::Html, "php-html", &[79], NO_MARKUP, stored!("html")).told(stored!("html-told")),
    Rule::new(RuleId::Sql, "php-sql", &[89], NO_SQL, stored!("sql")).critical(),
    Rule::new(RuleId::SqlStandard, "php-sql-standard", &[89], NO_SQL, stored!("sql-standard")).critical(),
    Rule::new(RuleId::Shell, "php-shell", &[78], NO_COMMAND, stored!("shell")).critical(),
    Rule::new(RuleId::Ldap, "php-ldap", &[90], NO_FILTER, stored!("ldap")),
    Rule::new(RuleId::XPath, "php-xpath", &[643, 91], NO_XPATH, stored!("xpath")),
    Rule::new(RuleId::Code, "php-code", &[95, 94], NO_CODE, stored!("code")).critical(),
    Rule::new(RuleId::Include, "php-include", &[98, 73], NO_FOLDER, stored!("path")).critical(),
    Rule::new(RuleId::Header, "php-header", &[601, 113], NO_DESTINATION, stored!("header")).medium(),
    Rule::new(RuleId::Redirect, "php-redirect", &[601], NO_DESTINATION, stored!("address")).medium(),
    Rule::new(RuleId::Attack, "php-attack", &[], NO_WORD, stored!("anything")).exploit(),
];

#[cfg(test)]
mod tests {
    use contexts::CONTEXTS;

    use super::*;

    #[test]
    fn what_is_stored_is_what_is_explored() {
        assert_eq!(RULES.len() + 1, CONTEXTS.len());
        for (rule, (context, explore)) in RULES.iter().zip(CONTEXTS) {
            assert!(rule.policy().allowed == explore(), "{} keeps to {context}", rule.name);
        }
        let (_, explore) = CONTEXTS[RULES.len()];
        assert!(RuleId::Html.rule().policy().told == explore(), "html is told where it is steered");
    }

    #[test]
    fn policies_are_small() {
        for rule in &RULES {
            let states = rule.policy().allowed.state_count();
            assert!(states < 3_000, "{} has {states} states", rule.name);
        }
    }
}

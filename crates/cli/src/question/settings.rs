//! `stringent.toml`: what a project says about its own functions of PHP and C, and the words that it forbids.
//!
//! A key that is not known is an error, so that a typing mistake does not silently switch something off.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;
use verifier::php::Config;
use verifier::php::config::{Attack, Sanitiser, Sink, language, occurrences};
use verifier::php::policy::{RULES, RuleId};
use verifier::{Assumption, front_c};

use crate::escape;
use crate::failure::Failure;
use crate::machine::regular;

/// The name of the file, looked for where the tool is started.
const NAME: &str = "stringent.toml";

/// What the file says.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// About pages of PHP.
    pub(crate) pages: Config,
    /// What callers of functions of C promise, by the names of the functions.
    pub(crate) contracts: BTreeMap<String, String>,
    /// Assumptions about the environment that no proof may rest on.
    pub(crate) forbidden: Vec<Assumption>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    php: Php,
    #[serde(default)]
    c: C,
    #[serde(default)]
    assumptions: Assumptions,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Assumptions {
    forbid: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct C {
    contracts: BTreeMap<String, Spanned<String>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Php {
    sources: Vec<String>,
    sinks: Vec<SinkRow>,
    sanitisers: Vec<SanitiserRow>,
    attacks: Vec<AttackRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SinkRow {
    function: String,
    #[serde(default = "first")]
    argument: usize,
    rule: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SanitiserRow {
    function: String,
    language: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AttackRow {
    name: String,
    pattern: String,
    rules: Vec<String>,
}

/// Arguments are counted from 1.
fn first() -> usize {
    1
}

/// The file that was named, or the one that lies here.
pub(crate) fn path(named: Option<&Path>) -> Option<PathBuf> {
    match named {
        Some(path) => Some(path.to_owned()),
        None => Some(PathBuf::from(NAME)).filter(|path| path.exists()),
    }
}

/// Reads the file, if there is one.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn read(path: Option<&Path>) -> Result<Settings, Failure> {
    let Some(path) = path else { return Ok(Settings::default()) };
    let wrong = |why: String| Failure::wrong(format!("{}: {}", escape::path(path), escape::lines(&why)));
    let text = regular::read_text(path).map_err(wrong)?;
    settings(&text).map_err(wrong)
}

fn settings(text: &str) -> Result<Settings, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let forbidden = file.assumptions.forbid.iter().map(|id| assumption(id)).collect::<Result<_, _>>()?;
    Ok(Settings { pages: config(file.php)?, contracts: contracts(file.c, text)?, forbidden })
}

/// The assumption of this name.
fn assumption(id: &str) -> Result<Assumption, String> {
    Assumption::named(id).ok_or_else(|| {
        let known = Assumption::ALL.map(Assumption::id).join(", ");
        format!("there is no assumption {id}; there are {known}")
    })
}

/// The contracts, each understood; one that is not is told with its line.
fn contracts(c: C, text: &str) -> Result<BTreeMap<String, String>, String> {
    let understood = |(function, contract): (String, Spanned<String>)| {
        let line = text[..contract.span().start].matches('\n').count() + 1;
        let contract = contract.into_inner();
        front_c::understand(&contract).map_err(|why| format!("line {line}: {function}: {why}"))?;
        Ok((function, contract))
    };
    c.contracts.into_iter().map(understood).collect()
}

fn config(php: Php) -> Result<Config, String> {
    let mut config = Config {
        sources: php.sources.iter().map(|name| name.to_ascii_lowercase()).collect(),
        ..Config::default()
    };
    for row in php.sinks {
        let argument = row.argument.checked_sub(1).ok_or("arguments are counted from 1")?;
        let function = row.function.to_ascii_lowercase();
        config.sinks.push(Sink { function, argument, rule: rule(&row.rule)? });
    }
    for row in php.sanitisers {
        let words =
            row.language.as_deref().map(|text| language(text).map_err(|why| format!("{text}: {why}")));
        let function = row.function.to_ascii_lowercase();
        config.sanitisers.push(Sanitiser { function, language: words.transpose()? });
    }
    for row in php.attacks {
        let occurs = occurrences(&row.pattern).map_err(|why| format!("{}: {why}", row.pattern))?;
        let rules = row.rules.iter().map(|name| rule(name)).collect::<Result<_, _>>()?;
        config.attacks.push(Attack { name: row.name, rules, occurs });
    }
    Ok(config)
}

fn rule(name: &str) -> Result<RuleId, String> {
    let known = RULES.iter().filter(|rule| rule.id != RuleId::Attack);
    known.clone().find(|rule| rule.name == name).map(|rule| rule.id).ok_or_else(|| {
        let names: Vec<&str> = known.map(|rule| rule.name).collect();
        format!("there is no rule {name}; there are {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Config, String> {
        settings(text).map(|settings| settings.pages)
    }

    #[test]
    fn contracts_are_understood_or_told_with_their_line() {
        let text = "[c.contracts]\nparse = 'terminated(s), capacity(d) >= n + 1'\n";
        let read = settings(text).expect("it is right");
        assert_eq!(read.contracts["parse"], "terminated(s), capacity(d) >= n + 1");
        let wrong = settings("[c.contracts]\n\nparse = 'ended(s)'\n").expect_err("there is no such promise");
        assert_eq!(wrong, "line 3: parse: the contract ended(s) is not understood");
        assert!(settings("[c]\ncontract = {}").is_err());
    }

    #[test]
    fn a_file_says_what_functions_do() {
        let text = r#"
            [php]
            sources = ["Read_It"]
            sinks = [{ function = "run", argument = 2, rule = "php-shell" }]
            sanitisers = [{ function = "clean", language = "/[a-z]*/" }, { function = "trusted" }]
            attacks = [{ name = "script", pattern = "/<script/i", rules = ["php-html"] }]
        "#;
        let config = parsed(text).expect("it is right");
        assert_eq!(config.sources, ["read_it"]);
        assert_eq!((config.sinks[0].argument, config.sinks[0].rule), (1, RuleId::Shell));
        assert!(config.sanitisers[0].language.is_some() && config.sanitisers[1].language.is_none());
        assert_eq!(config.attacks.len(), 1);
    }

    #[test]
    fn assumptions_are_forbidden_by_their_names() {
        let read = settings("[assumptions]\nforbid = ['allocation-succeeds']").expect("it is right");
        assert_eq!(read.forbidden, [Assumption::AllocationSucceeds]);
        let wrong = settings("[assumptions]\nforbid = ['goto']").expect_err("there is no such assumption");
        assert!(wrong.contains("no assumption goto") && wrong.contains("lp64"), "{wrong}");
    }

    #[test]
    fn what_is_not_known_is_an_error() {
        assert!(parsed("[php]\nsource = []").is_err());
        assert!(parsed("[php]\nsinks = [{ function = 'f', rule = 'php-nothing' }]").is_err());
        assert!(parsed("[php]\nsinks = [{ function = 'f', argument = 0, rule = 'php-sql' }]").is_err());
        assert!(parsed("[php]\nattacks = [{ name = 'a', pattern = '/^a/', rules = [] }]").is_err());
    }
}

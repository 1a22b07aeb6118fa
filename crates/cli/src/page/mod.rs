//! Pages of PHP: reading them with what they include, and what is told of a violation beside the run.
//!
//! `request` words the request, `replay` runs it on the real php, `probe` tries others there, `fix` changes the page.

pub(crate) mod fix;
pub(crate) mod replay;
pub(crate) mod request;
mod payloads;
mod probe;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use verifier::php::policy::{Level, RULES, RuleId};
use verifier::php::{self, Config, Exploit, Lowered, Project};
use verifier::{Exploits, Property, Span, Verdict, Weighed};

use crate::escape;
use crate::machine::regular;
use fix::Change;
use probe::{Target, probe};
use replay::{Replayed, Violation, replay};

/// The most characters that are shown before and after what the outside wrote.
const AROUND: usize = 40;

/// Why a gap is no violation.
const GAP: &str = "what stands here is not modelled";

/// What came of a replay that does the same.
const CONFIRMED: &str = "confirmed by the real php";

/// What is told of a property of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Note {
    /// Whether the rule speaks of confinement or of an exploit.
    pub(crate) level: String,
    pub(crate) url: Option<String>,
    pub(crate) curl: Option<String>,
    pub(crate) besides: Vec<String>,
    /// What is written, with what the outside wrote between marks.
    pub(crate) output: Option<String>,
    pub(crate) replay: Option<String>,
    pub(crate) suggestion: Option<String>,
    /// Changes of the page that were proved to do what is suggested.
    #[serde(default)]
    pub(crate) fix: Vec<Change>,
}

/// Whether a page is replayed on the real php.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Replaying {
    No,
    Yes,
}

/// What a page stands in.
#[derive(Clone, Copy)]
pub(crate) struct Site<'a> {
    /// Where files that it includes may lie.
    pub(crate) roots: &'a [PathBuf],
    /// The last parts of the names that pages of the project include.
    pub(crate) included: &'a BTreeSet<String>,
    /// What is said about the project.
    pub(crate) config: &'a Config,
}

/// Lowers a page with the files that it includes and that lie in the roots.
pub(crate) fn lower(name: &str, bytes: &[u8], site: Site<'_>) -> Lowered {
    let roots: Vec<PathBuf> = site.roots.iter().filter_map(|root| root.canonicalize().ok()).collect();
    let find = |name: &str| {
        let path = Path::new(name).canonicalize().ok()?;
        let is_given = roots.iter().any(|root| path.starts_with(root));
        if is_given { regular::read(&path, regular::MOST).ok() } else { None }
    };
    let page = php::Source { name: name.to_owned(), bytes: bytes.to_vec() };
    let is_included = name.rsplit('/').next().is_some_and(|last| site.included.contains(last));
    php::lower(&page, Project { find: &find, config: site.config, is_included })
}

/// What a rule says of itself.
pub(crate) fn note(rule: RuleId) -> Note {
    let level = match rule.rule().level {
        Level::Confinement => "confinement",
        Level::Exploit => "exploit",
    };
    Note { level: level.to_owned(), ..Note::default() }
}

/// What a rule says of itself, and the request that breaks it.
fn described(lowered: &Lowered, rule: RuleId, exploit: &Exploit) -> Note {
    let mut note = note(rule);
    let name = lowered.files.first().map_or("", |page| page.name.as_str());
    let request = request::request(name, exploit);
    note.output = Some(around(exploit)).filter(|text| !text.is_empty());
    (note.url, note.curl, note.besides) = (Some(request.url), Some(request.curl), request.besides);
    note
}

/// What a violation means, in words; none where it stays in doubt, and the reason.
pub(crate) fn violation(
    lowered: &Lowered,
    weighed: &Weighed,
    (span, replaying): (Span, Replaying),
) -> Result<Note, Doubt> {
    let Some(rule) = lowered.rule(weighed.property.checked.assertion()) else {
        return Err(Doubt::Unknown(GAP.to_owned()));
    };
    let Some(exploit) = &weighed.exploit else { return Ok(note(rule)) };
    let mut note = described(lowered, rule, exploit);
    let replayed = match replaying {
        Replaying::No => None,
        Replaying::Yes => Some(replay(&Violation { files: &lowered.files, rule, span, exploit })),
    };
    if let Some(Replayed::NotConfirmed(why)) = &replayed {
        return Err(Doubt::Refuted(why.clone()));
    }
    let is_sure = exploit.doubts.is_empty() || replayed == Some(Replayed::Confirmed);
    note.replay = replayed.map(|replayed| match replayed {
        Replayed::Confirmed => CONFIRMED.to_owned(),
        Replayed::NotConfirmed(why) => format!("not confirmed by the real php: {}", escape::text(&why)),
        Replayed::Failed(why) => format!("not replayed: {}", escape::text(&why)),
    });
    if is_sure { Ok(note) } else { Err(Doubt::Unknown(doubt(exploit))) }
}

/// Probes the rules of properties that are left undecided: for each that the real php breaks, an assertion and the
/// request. What is not modelled may write to the page, so where nothing else does, a gap stands for that.
pub(crate) fn probed(exploits: &Exploits<'_>, open: &[&Property]) -> Vec<(usize, Note)> {
    let lowered = exploits.page();
    let is_failing = |property: &&&Property| matches!(property.checked.verdict(), Verdict::Violated(_));
    let writes = |property: &&Property| lowered.rule(property.checked.assertion()) == Some(RuleId::Html);
    let is_written = open.iter().any(writes);
    let mut found = Vec::new();
    for rule in RULES.iter().map(|rule| rule.id) {
        let of_rule = |property: &&&Property| match lowered.rule(property.checked.assertion()) {
            Some(known) => known == rule,
            None => rule == RuleId::Html && !is_written,
        };
        let candidates = || open.iter().filter(of_rule);
        let Some(property) = candidates().find(is_failing).or_else(|| candidates().next()) else { continue };
        let assertion = property.checked.assertion().index();
        let span = lowered.program.assertions[assertion].span;
        let near = exploits.weigh(property).exploit;
        if let Some(exploit) = probe(&Target { lowered, rule, span, near: near.as_ref() }) {
            let mut note = described(lowered, rule, &exploit);
            note.replay = Some(CONFIRMED.to_owned());
            found.push((assertion, note));
        }
    }
    found
}

/// Why a failing run is no violation of the page.
pub(crate) enum Doubt {
    /// It needs values that are not modelled.
    Unknown(String),
    /// The real php does something else, in its words.
    Refuted(String),
}

fn doubt(exploit: &Exploit) -> String {
    let doubts = exploit.doubts.iter().map(|doubt| escape::text(doubt)).collect::<Vec<_>>().join(" and ");
    format!("it fails if {doubts}, of which nothing is known")
}

/// The text around the first character of the outside, which stands between marks.
fn around(exploit: &Exploit) -> String {
    let word = &exploit.written;
    let is_marked = |symbol: &u32| symbol & automata::MARK != 0;
    let first = word.iter().position(is_marked).unwrap_or(0);
    let last = word.iter().rposition(is_marked).map_or(0, |at| at + 1).min(first + 4 * AROUND);
    let (start, end) = (first.saturating_sub(AROUND), (last + AROUND).min(word.len()));
    let shown = automata::show::word(&word[start..end], php::policy::ALPHABET);
    let (before, after) = (if start > 0 { "…" } else { "" }, if end < word.len() { "…" } else { "" });
    escape::text(&format!("{before}{shown}{after}"))
}

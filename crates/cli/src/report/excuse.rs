//! Findings that do not count: those that a comment in the source excuses, and those of a baseline.
//!
//! A comment stands on the line above or on the line itself: `// stringent: ignore php-html -- why`. The reason must be
//! there. One that excuses nothing is told. A baseline is a list of fingerprints, one a line, and what is in it and was
//! not found again is counted as stale.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::escape;
use crate::failure::Failure;
use crate::findings::finding::{Excuse, Finding, Word};
use crate::findings::results::{Results, Verified};
use crate::machine::regular;

const WORD: &str = "stringent: ignore ";

/// Excuses what comments of a file excuse; notes on the comments that excuse nothing.
pub(crate) fn by_comments(file: &mut Verified) -> Vec<String> {
    let lines: Vec<String> = file.source.lines().map(str::to_owned).collect();
    let mut used = BTreeSet::new();
    let source = &file.source;
    for finding in file.findings.iter_mut().filter(|finding| is_open(finding) && finding.span().file == 0) {
        let line = source.line(finding.span());
        let found = [line, line.saturating_sub(1)].into_iter().find_map(|number| {
            let comment = comment(lines.get(number.checked_sub(1)?)?)?;
            (comment.rule == finding.rule()).then_some((number, comment.reason?))
        });
        if let Some((number, reason)) = found {
            used.insert(number);
            finding.excused = Some(Excuse::Comment(escape::text(reason)));
        }
    }
    let mut unused = Vec::new();
    for (number, line) in (1..).zip(&lines) {
        if let Some(comment) = comment(line).filter(|_| !used.contains(&number)) {
            let why = if comment.reason.is_some() { "excuses nothing" } else { "gives no reason after --" };
            unused.push(format!("{}:{number}: the comment {why}", file.source.name));
        }
    }
    unused
}

/// What a baseline knows, and what of it was found again.
pub(crate) struct Baseline {
    name: String,
    known: BTreeSet<String>,
    found: BTreeSet<String>,
}

impl Baseline {
    /// Reads a baseline.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn read(path: &Path) -> Result<Baseline, Failure> {
        let name = escape::path(path);
        let text = regular::read_text(path).map_err(|error| Failure::wrong(format!("{name}: {error}")))?;
        let known = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
        Ok(Baseline { name, known, found: BTreeSet::new() })
    }

    /// Excuses what it knows of a file.
    pub(crate) fn excuse(&mut self, file: &mut Verified) {
        let prints = fingerprints(file);
        for (finding, print) in file.findings.iter_mut().zip(prints) {
            if is_open(finding) && self.known.contains(&print) {
                self.found.insert(print);
                finding.excused = Some(Excuse::Known);
            }
        }
    }

    /// A note on what was not found again, if anything was not.
    pub(crate) fn stale(&self) -> Option<String> {
        let stale = self.known.len() - self.found.len();
        (stale > 0).then(|| format!("{}: {stale} of {} are stale", self.name, self.known.len()))
    }
}

/// Writes a baseline of what is violated or undecided now.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn write(results: &Results, path: &Path) -> Result<(), Failure> {
    let mut lines = BTreeSet::new();
    for file in &results.verified {
        let found = file.findings.iter().zip(fingerprints(file));
        let open = found.filter(|(finding, _)| is_open(finding) && finding.counts());
        lines.extend(open.map(|(_, print)| print + "\n"));
    }
    let text: String = lines.into_iter().collect();
    fs::write(path, text).map_err(|error| Failure::wrong(format!("{}: {error}", escape::path(path))))
}

/// A comment that excuses.
struct Comment<'a> {
    rule: &'a str,
    reason: Option<&'a str>,
}

fn comment(line: &str) -> Option<Comment<'_>> {
    let (before, text) = line.split_once(WORD)?;
    if !["//", "#", "/*", "<!--"].iter().any(|mark| before.trim_end().ends_with(mark)) {
        return None;
    }
    let text = text.trim_end().trim_end_matches("*/").trim_end_matches("-->").trim_end_matches("?>");
    let (rule, reason) = text.split_once("--").unwrap_or((text, ""));
    let reason = Some(reason.trim()).filter(|reason| !reason.is_empty());
    Some(Comment { rule: rule.trim(), reason })
}

fn is_open(finding: &Finding) -> bool {
    matches!(finding.verdict, Word::Violated | Word::Undecided)
}

/// What stays the same of each finding when lines move: the file, the rule, the text of the line and how many equal ones
/// come before.
pub(crate) fn fingerprints(file: &Verified) -> Vec<String> {
    let mut order: Vec<usize> = (0..file.findings.len()).collect();
    order.sort_by_key(|&at| file.findings[at].id);
    let mut seen: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut prints = vec![String::new(); order.len()];
    for at in order {
        let finding = &file.findings[at];
        let (rule, text) = (finding.rule(), file.source.line_text(finding.span()));
        let before = seen.entry((rule, text)).or_default();
        // FNV-1a: the same on every machine, and nobody gains by a collision.
        let bytes = [file.source.name.as_str(), "\0", rule, "\0", text].concat();
        let hash = bytes.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        prints[at] = format!("{hash:016x}:{before}");
        *before += 1;
    }
    prints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_have_a_rule_and_a_reason() {
        let read = comment("  // stringent: ignore php-html -- the admin wrote it").expect("a comment");
        assert_eq!((read.rule, read.reason), ("php-html", Some("the admin wrote it")));
        let read = comment("/* stringent: ignore php-sql */").expect("a comment");
        assert_eq!((read.rule, read.reason), ("php-sql", None));
        assert!(comment("$x = 'stringent: ignore php-sql -- no';").is_none());
    }
}

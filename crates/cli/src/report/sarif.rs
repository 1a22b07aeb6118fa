//! The report of `stringent check` as SARIF 2.1.0, the OASIS standard that code hosts and editors read.
//!
//! Every assertion is a result: `fail` for a violation, with the run as a code flow; `open` for an undecided one; `pass`
//! for a proof; `notApplicable` for one that no run comes to. What was proved to help is a `fix`. Columns count Unicode characters. A skipped file is a
//! notification of the invocation, which then was not successful.

use std::fmt::Write as _;

use serde_json::{Value, json};
use verifier::php::policy::Severity;

use crate::escape;
use crate::findings::finding::{Excuse, Finding, Passed, Word};
use crate::findings::results::{Results, Skipped, Verified};
use crate::findings::rules::{self, Described};
use crate::findings::source::Source;
use crate::page::Note;
use crate::page::fix::Change;
use crate::report::excuse;
use crate::report::json::line;

/// The report, on one line.
pub(crate) fn report(results: &Results) -> String {
    let results_of = |(index, file): (usize, &Verified)| {
        let found = file.findings.iter().zip(excuse::fingerprints(file));
        found.map(|(finding, print)| result((index, file), finding, &print)).collect::<Vec<_>>()
    };
    let found: Vec<Value> = results.verified.iter().enumerate().flat_map(results_of).collect();
    let artifacts: Vec<Value> =
        results.verified.iter().map(|file| json!({"location": {"uri": uri_of(&file.source)}})).collect();
    line(&json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": driver()},
            "invocations": [invocation(results)],
            "columnKind": "unicodeCodePoints",
            "artifacts": artifacts,
            "results": found,
        }],
    }))
}

fn driver() -> Value {
    json!({
        "name": "stringent",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules(),
    })
}

fn rules() -> Vec<Value> {
    let told = |rule: &Described| {
        let mut told = json!({
            "id": rule.id,
            "name": rule.id,
            "shortDescription": {"text": rule.short},
            "fullDescription": {"text": rule.full},
            "help": {"text": rule.help},
            "defaultConfiguration": {"level": "error"},
        });
        if let Some(severity) = rule.severity {
            let cwes = rule.cwes.iter().map(|cwe| format!("external/cwe/cwe-{cwe:03}"));
            let tags: Vec<String> = std::iter::once("security".to_owned()).chain(cwes).collect();
            told["properties"] = json!({"security-severity": score(severity), "tags": tags});
        }
        told
    };
    rules::all().iter().map(told).collect()
}

/// On the scale of code hosts: from 9.0 critical, from 7.0 high, from 4.0 medium.
fn score(severity: Severity) -> &'static str {
    match severity {
        Severity::Medium => "6.0",
        Severity::High => "8.0",
        Severity::Critical => "9.5",
    }
}

fn rule_index(id: &str) -> usize {
    rules::all().iter().position(|rule| rule.id == id).unwrap_or_default()
}

fn invocation(results: &Results) -> Value {
    let told = |skipped: &Skipped| {
        json!({
            "level": "error",
            "message": {"text": plain(&format!("skipped: {}", skipped.why))},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri(skipped.name.as_bytes())}}}],
        })
    };
    json!({
        "executionSuccessful": results.skipped.is_empty(),
        "exitCode": results.exit_code(),
        "toolExecutionNotifications": results.skipped.iter().map(told).collect::<Vec<_>>(),
    })
}

fn result((index, file): (usize, &Verified), finding: &Finding, fingerprint: &str) -> Value {
    let (kind, level) = match finding.verdict {
        Word::Violated => ("fail", "error"),
        Word::Undecided => ("open", "none"),
        Word::Proved => ("pass", "none"),
        Word::Unreachable => ("notApplicable", "none"),
    };
    let mut result = json!({
        "ruleId": finding.rule(),
        "ruleIndex": rule_index(finding.rule()),
        "kind": kind,
        "level": level,
        "message": {"text": plain(&message(finding))},
        "locations": [location((index, file), finding.span())],
        "partialFingerprints": {"assertion/v1": fingerprint},
        "properties": {
            "verdict": finding.verdict,
            "engine": finding.engine,
            "checkedBy": finding.checked_by,
            "facts": finding.facts,
            "inputs": finding.inputs,
            "reason": finding.reason,
            "allowed": finding.allowed,
            "nextStep": finding.next_step,
        },
    });
    if let Some(cause) = finding.cause() {
        result["relatedLocations"] = json!([location((index, file), cause)]);
    }
    if let Some(note) = &finding.page {
        result["properties"]["page"] = json!(note);
    }
    if let Some(fix) = finding.page.as_ref().and_then(|note| fix((index, file), note)) {
        result["fixes"] = json!([fix]);
    }
    match &finding.excused {
        Some(Excuse::Comment(reason)) => {
            result["suppressions"] = json!([{"kind": "inSource", "justification": reason}]);
        }
        Some(Excuse::Known) => result["baselineState"] = json!("unchanged"),
        None => {}
    }
    if !finding.path.is_empty() {
        let step = |passed: &Passed| {
            let mut place = location((index, file), passed.span());
            place["message"] = json!({"text": plain(&passed.note)});
            json!({"location": place, "nestingLevel": passed.depth})
        };
        let steps: Vec<Value> = finding.path.iter().map(step).collect();
        result["codeFlows"] = json!([{"threadFlows": [{"locations": steps}]}]);
    }
    result
}

/// The changes that were proved to do what is suggested.
fn fix((index, file): (usize, &Verified), note: &Note) -> Option<Value> {
    let replacement = |change: &Change| {
        let span = verifier::Span { file: 0, start: change.start, end: change.end };
        json!({"deletedRegion": region(file, span), "insertedContent": {"text": change.text}})
    };
    let replacements: Vec<Value> = note.fix.iter().map(replacement).collect();
    (!replacements.is_empty()).then(|| {
        json!({
            "description": {"text": note.suggestion.as_deref().map(plain)},
            "artifactChanges": [{
                "artifactLocation": {"uri": uri_of(&file.source), "index": index},
                "replacements": replacements,
            }],
        })
    })
}

/// A text in which nothing is a link: SARIF reads `[text](target)` in messages so, and a backslash before a bracket
/// keeps it from that.
fn plain(text: &str) -> String {
    text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]")
}

fn message(finding: &Finding) -> String {
    let claim = finding.claim();
    match finding.verdict {
        Word::Violated => {
            let numbered = finding.inputs.iter().enumerate();
            let inputs = numbered.map(|(at, input)| format!(", input {}: {}", at + 1, input.escaped));
            let note = finding.page.as_ref();
            let told = match note.and_then(|note| note.url.as_ref()) {
                Some(url) => format!("violated: {claim}, request: {url}"),
                None => format!("violated: {claim}{}", inputs.collect::<String>()),
            };
            let suggestion = note.and_then(|note| note.suggestion.as_ref());
            suggestion.map_or(told.clone(), |suggestion| format!("{told}; help: {suggestion}"))
        }
        Word::Undecided => {
            let why = finding.reason.as_deref().unwrap_or("there is no answer");
            let next = finding.next_step.as_deref().map_or(String::new(), |step| format!("; {step}"));
            format!("undecided: {claim}: {why}{next}")
        }
        Word::Proved => format!("{}: {claim}", finding.verdict_text()),
        Word::Unreachable => format!("unreachable: {claim}: no run comes here"),
    }
}

fn location((index, file): (usize, &Verified), span: verifier::Span) -> Value {
    let mut artifact = json!({"uri": uri_of(file.source.file(span))});
    if span.file == 0 {
        artifact["index"] = json!(index);
    }
    json!({"physicalLocation": {"artifactLocation": artifact, "region": region(file, span)}})
}

fn region(file: &Verified, span: verifier::Span) -> Value {
    let region = file.source.region(span);
    json!({
        "startLine": region.line,
        "startColumn": region.column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    })
}

/// The URI reference of a source: of its path, where what is shown stands for that.
fn uri_of(source: &Source) -> String {
    match source.path().filter(|path| escape::path(path) == source.name) {
        Some(path) => uri(path.as_os_str().as_encoded_bytes()),
        None => uri(source.name.as_bytes()),
    }
}

/// A path as a relative or absolute URI reference: what is not plain in a path is written by its bytes.
fn uri(name: &[u8]) -> String {
    let mut uri = String::new();
    if name.starts_with(b"/") {
        uri.push_str("file://");
    }
    for &byte in name.strip_prefix(b"./").unwrap_or(name) {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            write!(uri, "%{byte:02X}").expect("a string takes all text");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_references() {
        assert_eq!(uri("./a b/ü#%.sil".as_bytes()), "a%20b/%C3%BC%23%25.sil");
        assert_eq!(uri(b"/x/c:d.sil"), "file:///x/c%3Ad.sil");
    }
}

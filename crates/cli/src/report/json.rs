//! The report of `stringent check` for programs: one JSON object on one line.
//!
//! Every key is always there, `null` or empty where it does not apply. Keys may be added and are never renamed.

use serde_json::{Value, json};

use crate::escape;
use crate::findings::assumed::Assumed;
use crate::findings::finding::{Excuse, Finding, Passed};
use crate::findings::results::{Results, Verified};
use crate::report::excuse;

/// The report.
pub(crate) fn report(results: &Results) -> String {
    let properties = results
        .verified
        .iter()
        .flat_map(|file| {
            let found = file.findings.iter().zip(excuse::fingerprints(file));
            found.map(|(finding, print)| property(file, finding, &print)).collect::<Vec<_>>()
        })
        .collect::<Vec<_>>();
    let log = |file: &Verified| json!({"file": file.source.name, "steps": file.log});
    line(&json!({
        "files": results.verified.len(),
        "skipped": skipped(results),
        "properties": properties,
        "assumptions": results.verified.iter().flat_map(assumed).collect::<Vec<_>>(),
        "approximations": results.verified.iter().flat_map(approximated).collect::<Vec<_>>(),
        "notes": results.notes,
        "log": results.verified.iter().map(log).collect::<Vec<_>>(),
    }))
}

fn assumed(file: &Verified) -> Vec<Value> {
    let object =
        |assumed: &Assumed| json!({"file": file.source.name, "id": assumed.id, "text": assumed.text});
    file.assumptions.iter().map(object).collect()
}

fn approximated(file: &Verified) -> Vec<Value> {
    file.approximations.iter().map(|text| json!({"file": file.source.name, "text": text})).collect()
}

/// The files that were skipped, and why.
pub(crate) fn skipped(results: &Results) -> Value {
    let skipped = results.skipped.iter().map(|file| json!({"file": file.name, "reason": file.why}));
    Value::from(skipped.collect::<Vec<_>>())
}

/// An object as a line that a terminal can be shown.
pub(crate) fn line(object: &Value) -> String {
    escape::json(&object.to_string()) + "\n"
}

fn property(file: &Verified, finding: &Finding, fingerprint: &str) -> Value {
    let region = file.source.region(finding.span());
    let passed = |passed: &Passed| json!({"line": passed.line, "note": passed.note, "depth": passed.depth});
    json!({
        "id": finding.id,
        "file": file.source.file(finding.span()).name,
        "page": file.source.name,
        "line": region.line,
        "kind": finding.kind,
        "verdict": finding.verdict,
        "engine": finding.engine,
        "facts": finding.facts,
        "inputs": finding.inputs,
        "reason": finding.reason,
        "column": region.column,
        "message": finding.message,
        "path": finding.path.iter().map(passed).collect::<Vec<_>>(),
        "allowed": finding.allowed,
        "next_step": finding.next_step,
        "rule": finding.rule(),
        "cwe": finding.ruled.cwe,
        "severity": finding.ruled.severity,
        "request": finding.page.as_ref().and_then(|note| note.url.as_ref()),
        "curl": finding.page.as_ref().and_then(|note| note.curl.as_ref()),
        "besides": finding.page.as_ref().map_or(&[][..], |note| &note.besides[..]),
        "written": finding.page.as_ref().and_then(|note| note.output.as_ref()),
        "replay": finding.page.as_ref().and_then(|note| note.replay.as_ref()).or(finding.replay.as_ref()),
        "suggestion": finding.page.as_ref().and_then(|note| note.suggestion.as_ref()),
        "fix": finding.page.as_ref().map_or(&[][..], |note| &note.fix[..]),
        "suppressed": match &finding.excused {
            Some(Excuse::Comment(reason)) => Some(reason.as_str()),
            Some(Excuse::Known) => Some("it is in the baseline"),
            None => None,
        },
        "fingerprint": fingerprint,
        "checked_by": finding.checked_by,
        "rests_on": finding.rests_on,
        "assumes": finding.assumes,
        "because_of": finding.cause().map(|span| file.source.place(span)),
    })
}

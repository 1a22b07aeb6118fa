//! The report of `stringent check` for programs: one JSON object on one line.
//!
//! Every key is always there, `null` or empty where it does not apply. Keys may be added and are never renamed.

use serde_json::{Value, json};

use crate::escape;
use crate::finding::{Finding, Passed};
use crate::results::{Results, Verified};

/// The report.
pub(crate) fn report(results: &Results) -> String {
    let properties = results
        .verified
        .iter()
        .flat_map(|file| file.findings.iter().map(|finding| property(file, finding)))
        .collect::<Vec<_>>();
    let log = |file: &Verified| json!({"file": file.source.name, "steps": file.log});
    line(&json!({
        "files": results.verified.len(),
        "skipped": skipped(results),
        "properties": properties,
        "assumptions": [],
        "log": results.verified.iter().map(log).collect::<Vec<_>>(),
    }))
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

fn property(file: &Verified, finding: &Finding) -> Value {
    let region = file.source.region(finding.span());
    let passed = |passed: &Passed| json!({"line": passed.line, "note": passed.note, "depth": passed.depth});
    json!({
        "id": finding.id,
        "file": file.source.name,
        "line": region.line,
        "kind": "assertion",
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
        "checked_by": finding.checked_by,
        "rests_on": finding.rests_on,
    })
}

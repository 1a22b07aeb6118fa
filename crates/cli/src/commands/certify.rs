//! `stringent certify`: checks certificates for programs and tells of each assertion what they prove.
//!
//! Sources are lowered again, as `check` lowers them, and no engine is asked. The exit code is 0 when everything is proved, 1
//! when a certificate is rejected or some of its facts are not shown, 2 when a file could not be read, 3 when not everything
//! is decided or the check took too long. What the facts prove that are shown is printed even when others are not.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use serde_json::json;

use crate::escape;
use crate::failure::Failure;
use crate::findings::finding::{Finding, Word};
use crate::findings::message::Certified;
use crate::findings::results::{Results, Verified};
use crate::output;
use crate::question::arguments::{AnalysisName, CertifyQuestion, EngineName, Format, Pages, Task, WorkOrder};
use crate::question::choices::Limits;
use crate::question::settings;
use crate::work::fragments;
use crate::work::gather;
use crate::work::kept;

/// Checks the certificates and prints what they prove.
pub(crate) fn answer(question: &CertifyQuestion) -> Result<ExitCode, Failure> {
    let [paths @ .., certificate] = question.paths.as_slice() else {
        return Err(Failure::wrong("programs and a certificate are needed"));
    };
    if !certificate.is_dir() {
        let read = kept::bytes_of(certificate).map(drop);
        read.map_err(|why| Failure::wrong(format!("{}: {why}", escape::path(certificate))))?;
    }
    let limits = Limits {
        budget: question.budget,
        timeout: question.bounds.timeout,
        memory: Some(question.bounds.memory),
        jobs: None,
        spent: Duration::ZERO,
    };
    let config = settings::path(question.config.as_deref());
    settings::read(config.as_deref())?;
    let order = WorkOrder {
        roots: paths.to_vec(),
        included: fragments::included(paths),
        pages: Pages { config, replay: false },
        java: question.java.clone(),
        certified: Some(certificate.clone()),
        ..gather::order(Task::Check, EngineName::All, AnalysisName::Combined, &limits)
    };
    let results = gather::verify(paths, &order, &limits);
    if results.verified.len() > 1 && !certificate.is_dir() {
        let count = results.verified.len();
        return Err(Failure::wrong(format!("a certificate is of one program, and there are {count} here")));
    }
    output::print(&match question.format {
        Format::Text => results.verified.iter().map(|verified| text(verified, certificate)).collect(),
        Format::Json => {
            results.verified.iter().map(|verified| json(verified, certificate)).collect::<String>()
        }
    })?;
    for skipped in &results.skipped {
        output::complain(&format!("{}: {}", skipped.name, skipped.why));
    }
    Ok(ExitCode::from(exit_code(&results)))
}

/// What is told of a program in the place of its findings, where its certificate was not checked to the end.
fn unchecked(verified: &Verified, certificate: &Path) -> Certified {
    let reason = verified.findings.iter().find_map(|finding| finding.reason.clone());
    let why = reason.unwrap_or_else(|| "the check did not come to its end".to_owned());
    Certified::Refused { why: format!("{}: {why}", escape::path(certificate)), is_undecided: true }
}

fn text(verified: &Verified, certificate: &Path) -> String {
    let told = verified.certified.clone().unwrap_or_else(|| unchecked(verified, certificate));
    let dropped = match told {
        Certified::Refused { why, .. } => return format!("rejected: {why}\n"),
        Certified::Accepted { dropped, .. } => dropped,
    };
    let mut all = String::new();
    for finding in &verified.findings {
        let message = finding.message.as_deref().unwrap_or("the assertion");
        let place = verified.source.place(finding.span());
        let _ = writeln!(all, "{}: {place}: {}", word(finding), escape::text(message));
    }
    if verified.findings.iter().any(is_proved) {
        for assumed in &verified.assumptions {
            let _ = writeln!(all, "assumes: {} ({})", assumed.text, assumed.id);
        }
    }
    for fact in &dropped {
        let _ = writeln!(all, "not shown: {fact}");
    }
    all + if dropped.is_empty() { "accepted\n" } else { "accepted in part\n" }
}

fn json(verified: &Verified, certificate: &Path) -> String {
    let told = verified.certified.clone().unwrap_or_else(|| unchecked(verified, certificate));
    let mut answer = match told {
        Certified::Refused { why, .. } => json!({"accepted": false, "reason": why}),
        Certified::Accepted { dropped, .. } => {
            let told = |finding: &Finding| {
                let line = verified.source.line(finding.span());
                json!({"id": finding.id, "line": line, "verdict": word(finding)})
            };
            let properties: Vec<_> = verified.findings.iter().map(told).collect();
            let mut answer = json!({"accepted": dropped.is_empty(), "properties": properties});
            if !dropped.is_empty() {
                answer["dropped"] = dropped.into();
            }
            answer
        }
    };
    if certificate.is_dir() {
        answer["file"] = verified.source.name.clone().into();
    }
    if !verified.assumptions.is_empty() {
        let assumed = verified.assumptions.iter().map(|assumed| assumed.id.clone());
        answer["assumes"] = assumed.collect::<Vec<_>>().into();
    }
    escape::json(&answer.to_string()) + "\n"
}

fn is_proved(finding: &Finding) -> bool {
    matches!(finding.verdict, Word::Proved | Word::Unreachable)
}

fn word(finding: &Finding) -> &'static str {
    match finding.verdict {
        Word::Proved => "proved",
        Word::Unreachable => "unreachable",
        Word::Violated | Word::Undecided => "not decided",
    }
}

fn exit_code(results: &Results) -> u8 {
    let codes: Vec<u8> = results.verified.iter().map(exit_code_of).collect();
    if codes.contains(&1) {
        1
    } else if !results.skipped.is_empty() {
        2
    } else if codes.is_empty() || codes.contains(&3) {
        3
    } else {
        0
    }
}

fn exit_code_of(verified: &Verified) -> u8 {
    let all = verified.findings.iter().all(|finding| finding.verdict == Word::Proved);
    match &verified.certified {
        Some(Certified::Accepted { is_false: true, .. } | Certified::Refused { is_undecided: false, .. }) => {
            1
        }
        Some(Certified::Accepted { dropped, .. }) if dropped.is_empty() && all => 0,
        Some(_) | None => 3,
    }
}

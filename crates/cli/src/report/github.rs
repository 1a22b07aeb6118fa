//! The report of `stringent check` as annotations of GitHub's workflows.
//!
//! A line for each violation (`error`) and each undecided property (`warning`); the closing line follows as it is.

use crate::findings::finding::{Finding, Word};
use crate::findings::results::{Results, Verified};
use crate::report::text;

/// The report.
pub(crate) fn report(results: &Results) -> String {
    let mut text = String::new();
    for file in &results.verified {
        text.extend(file.findings.iter().filter_map(|finding| annotation(file, finding)));
    }
    text.extend(results.skipped.iter().map(|skipped| {
        let (file, message) = (property(&skipped.name), data(&format!("skipped: {}", skipped.why)));
        format!("::warning file={file}::{message}\n")
    }));
    text + &text::closing_line(results)
}

fn annotation(file: &Verified, finding: &Finding) -> Option<String> {
    let kind = match finding.verdict {
        Word::Violated => "error",
        Word::Undecided => "warning",
        Word::Proved | Word::Unreachable => return None,
    };
    if !finding.counts() {
        return None;
    }
    let region = file.source.region(finding.span());
    let name = property(&file.source.file(finding.span()).name);
    let cwe = finding.ruled.cwe.map_or(String::new(), |cwe| format!(" (CWE-{cwe})"));
    let title = property(&format!("{}{cwe}", finding.rule()));
    let request = finding.page.as_ref().and_then(|note| note.url.as_deref());
    let more = request.or(finding.reason.as_deref()).map_or(String::new(), |more| format!(": {more}"));
    let message = data(&format!("{}: {}{more}", finding.verdict.text(), finding.claim()));
    Some(format!(
        "::{kind} file={name},line={},endLine={},col={},endColumn={},title={title}::{message}\n",
        region.line, region.end_line, region.column, region.end_column
    ))
}

/// A value of an annotation.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// The message of an annotation.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

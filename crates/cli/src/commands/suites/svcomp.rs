//! `stringent svcomp`: a Java program as SV-COMP asks for it.
//!
//! The last line of the output is the verdict: `TRUE`, `FALSE` or `UNKNOWN`. A violation is told only with a run that was
//! accepted, and comes with a witness in `GraphML` 1.0: one edge for each value that the `Verifier` gives, in order.

use std::fmt::Write as _;
use std::process::ExitCode;

use crate::escape;
use crate::failure::Failure;
use crate::findings::finding::{Finding, Input, Word};
use crate::findings::results::{Results, Verified};
use crate::machine::regular;
use crate::output;
use crate::question::arguments::{AnalysisName, EngineName, Task, WorkOrder};
use crate::question::choices::{JavaChoices, PropertyName, SvcompQuestion};
use crate::work::gather;

/// Verifies the program and prints the verdict.
pub(crate) fn answer(question: &SvcompQuestion) -> Result<ExitCode, Failure> {
    let shown = escape::path(&question.property);
    let wrong = |why: &dyn std::fmt::Display| Failure::wrong(format!("{shown}: {why}"));
    let text = regular::read_text(&question.property).map_err(|error| wrong(&error))?;
    let property = property(&text).ok_or_else(|| wrong(&"this property is not known"))?;
    let order = gather::order(Task::Check, EngineName::All, AnalysisName::Combined, &question.limits);
    let java = JavaChoices { property, entry: None, null_inputs: false };
    let order = WorkOrder { roots: question.paths.clone(), java, ..order };
    let results = gather::verify(&question.paths, &order, &question.limits);
    let findings = || results.verified.iter().flat_map(|file| file.findings.iter().map(move |of| (file, of)));
    let violated = findings().find(|(_, finding)| finding.verdict == Word::Violated);
    let (verdict, code) = match violated {
        Some((file, finding)) => {
            output::write_file(&question.witness, &witness((file, finding), text.trim()))?;
            ("FALSE", 1)
        }
        None if is_proved(&results) => ("TRUE", 0),
        None => ("UNKNOWN", 3),
    };
    for reason in findings().filter_map(|(_, finding)| finding.reason.as_ref()) {
        output::print(&format!("undecided: {reason}\n"))?;
    }
    for skipped in &results.skipped {
        output::print(&format!("skipped: {}: {}\n", skipped.name, skipped.why))?;
    }
    output::print(&format!("{verdict}\n"))?;
    Ok(ExitCode::from(code))
}

/// The property that a file asks for.
fn property(text: &str) -> Option<PropertyName> {
    let plain: String = text.split_whitespace().collect();
    if plain.contains("LTL(Gassert)") {
        Some(PropertyName::Assert)
    } else if plain.contains("LTL(G!uncaught(java.lang.RuntimeException))") {
        Some(PropertyName::Exceptions)
    } else {
        None
    }
}

fn is_proved(results: &Results) -> bool {
    let mut findings = results.verified.iter().flat_map(|file| &file.findings).peekable();
    results.skipped.is_empty()
        && findings.peek().is_some()
        && findings.all(|finding| finding.verdict == Word::Proved)
}

/// The witness of a violation.
fn witness((file, finding): (&Verified, &Finding), specification: &str) -> String {
    let source = file.source.file(finding.span());
    let mut text = String::from(HEAD);
    let mut data = |key: &str, value: &str| {
        let _ = writeln!(text, "  <data key=\"{key}\">{}</data>", xml(value));
    };
    data("witness-type", "violation_witness");
    data("sourcecodelang", "Java");
    data("producer", concat!("stringent ", env!("CARGO_PKG_VERSION")));
    data("specification", specification);
    data("programfile", &file.source.name);
    data("architecture", "32bit");
    let given: Vec<&Input> = finding.inputs.iter().filter(|input| method(input).is_some()).collect();
    for number in 0..=given.len() + 1 {
        let kind = match number {
            0 => "<data key=\"entry\">true</data>",
            last if last == given.len() + 1 => "<data key=\"violation\">true</data>",
            _ => "",
        };
        let _ = writeln!(text, "  <node id=\"n{number}\">{kind}</node>");
    }
    for (number, input) in given.iter().enumerate() {
        let name = method(input).unwrap_or_default();
        let _ = writeln!(text, "  <edge source=\"n{number}\" target=\"n{}\">", number + 1);
        let _ = writeln!(text, "    <data key=\"assumption\">{name} = {};</data>", xml(&literal(input)));
        let _ = writeln!(text, "    <data key=\"assumption.scope\">{VERIFIER}.{name}</data>\n  </edge>");
    }
    let (last, line) = (given.len(), file.source.line(finding.span()));
    let _ = writeln!(text, "  <edge source=\"n{last}\" target=\"n{}\">", last + 1);
    let _ = writeln!(text, "    <data key=\"originfile\">{}</data>", xml(&source.name));
    let _ = writeln!(text, "    <data key=\"startline\">{line}</data>\n  </edge>\n </graph>\n</graphml>");
    text
}

const VERIFIER: &str = "org.sosy_lab.sv_benchmarks.Verifier";

/// The method of the `Verifier` that gives an input.
fn method(input: &Input) -> Option<&str> {
    input.asked.as_deref().filter(|asked| asked.starts_with("nondet"))
}

/// A value as Java writes it.
fn literal(input: &Input) -> String {
    let quote = match method(input) {
        Some("nondetString") => '"',
        Some("nondetChar") => '\'',
        Some("nondetBoolean") => {
            return if input.value.as_deref() == Some("0") { "false" } else { "true" }.to_owned();
        }
        _ => return input.escaped.clone(),
    };
    let mut text = String::from(quote);
    for unit in input.units.iter().flatten() {
        match char::from_u32(u32::from(*unit)).filter(|c| (' '..='~').contains(c)) {
            Some(c @ ('"' | '\'' | '\\')) => text.extend(['\\', c]),
            Some(c) => text.push(c),
            None => {
                let _ = write!(text, "\\u{unit:04x}");
            }
        }
    }
    text.push(quote);
    text
}

/// A text in XML.
fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <key attr.name="witness-type" attr.type="string" for="graph" id="witness-type"/>
 <key attr.name="sourcecodelang" attr.type="string" for="graph" id="sourcecodelang"/>
 <key attr.name="producer" attr.type="string" for="graph" id="producer"/>
 <key attr.name="specification" attr.type="string" for="graph" id="specification"/>
 <key attr.name="programFile" attr.type="string" for="graph" id="programfile"/>
 <key attr.name="architecture" attr.type="string" for="graph" id="architecture"/>
 <key attr.name="isEntryNode" attr.type="boolean" for="node" id="entry"><default>false</default></key>
 <key attr.name="isViolationNode" attr.type="boolean" for="node" id="violation"><default>false</default></key>
 <key attr.name="assumption" attr.type="string" for="edge" id="assumption"/>
 <key attr.name="assumption.scope" attr.type="string" for="edge" id="assumption.scope"/>
 <key attr.name="originFileName" attr.type="string" for="edge" id="originfile"/>
 <key attr.name="startline" attr.type="int" for="edge" id="startline"/>
 <graph edgedefault="directed">
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_known_by_what_they_say() {
        let exceptions = "CHECK( init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)) )\n";
        assert_eq!(property("CHECK( init(Main.main()), LTL(G assert) )"), Some(PropertyName::Assert));
        assert_eq!(property(exceptions), Some(PropertyName::Exceptions));
        assert_eq!(property("CHECK( init(main()), LTL(G ! call(reach_error())) )"), None);
    }

    #[test]
    fn values_are_written_as_java_reads_them() {
        let units = Some("a\"<\u{e9}".encode_utf16().collect());
        let asked = Some("nondetString".to_owned());
        let input = Input { asked, units, value: None, escaped: String::new() };
        assert_eq!(xml(&literal(&input)), "&quot;a\\&quot;&lt;\\u00e9&quot;");
    }
}

//! `stringent certify`: checks a certificate for a program and tells of each assertion what it proves.
//!
//! No engine is asked. The exit code is 0 when everything is proved, 1 when the certificate is rejected or some of its facts
//! are not shown, 2 when a file could not be read, 3 when it does not decide everything or the check took too long.
//! What the facts prove that are shown is printed even when others are not.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::ExitCode;

use serde_json::json;
use verifier::{Certified, Checked, MOST_BYTES, Options, Program, Refusal, Verdict, sil};

use crate::arguments::{CertifyQuestion, Format};
use crate::failure::Failure;
use crate::source::Source;
use crate::{escape, files, output, regular, report};

/// Checks the certificate and prints what it proves.
pub(crate) fn answer(question: &CertifyQuestion) -> Result<ExitCode, Failure> {
    let named = |path: &Path, why: &str| Failure::wrong(format!("{}: {why}", escape::path(path)));
    let (source, program) = read(&question.program).map_err(|why| named(&question.program, &why))?;
    let bytes = bytes_of(&question.certificate).map_err(|why| named(&question.certificate, &why))?;
    let options = Options { steps: question.budget, ..Options::default() };
    let outcome = verifier::certify(&program, &bytes, &options).map_err(Failure::undecided)?;
    let text = match (&outcome, question.format) {
        (Ok(Certified { checked, dropped }), Format::Text) => {
            let told = |checked: &Checked| {
                let assertion = &program.assertions[checked.assertion().index()];
                let message = assertion.message.as_deref().unwrap_or("the assertion");
                format!("{}: {}: {}\n", word(checked), source.place(assertion.span), escape::text(message))
            };
            let verdicts: String = checked.iter().map(told).collect();
            let facts = dropped
                .iter()
                .fold(String::new(), |all, fact| all + &escape::text(&format!("not shown: {fact}")) + "\n");
            verdicts + &facts + if dropped.is_empty() { "accepted\n" } else { "accepted in part\n" }
        }
        (Ok(Certified { checked, dropped }), Format::Json) => {
            let told = |checked: &Checked| {
                let assertion = &program.assertions[checked.assertion().index()];
                let line = source.line(assertion.span);
                json!({"id": checked.assertion().0, "line": line, "verdict": word(checked)})
            };
            let properties: Vec<_> = checked.iter().map(told).collect();
            let mut answer = json!({"accepted": dropped.is_empty(), "properties": properties});
            if !dropped.is_empty() {
                answer["dropped"] = dropped.iter().map(ToString::to_string).collect();
            }
            answer.to_string() + "\n"
        }
        (Err(refusal), Format::Text) => format!("rejected: {}\n", reason(refusal, &source, question)),
        (Err(refusal), Format::Json) => {
            json!({"accepted": false, "reason": reason(refusal, &source, question)}).to_string() + "\n"
        }
    };
    output::print(&text)?;
    Ok(ExitCode::from(exit_code(&outcome)))
}

fn exit_code(outcome: &Result<Certified, Refusal>) -> u8 {
    match outcome {
        Ok(certified) if certified.is_false() => 1,
        Ok(Certified { checked, dropped })
            if dropped.is_empty() && checked.iter().all(|checked| checked.verdict() == &Verdict::Proved) =>
        {
            0
        }
        Ok(_) | Err(Refusal::NothingAsserted) => 3,
        Err(refusal) if refusal.is_undecided() => 3,
        Err(_) => 1,
    }
}

fn word(checked: &Checked) -> &'static str {
    match checked.verdict() {
        Verdict::Proved => "proved",
        Verdict::Unreachable => "unreachable",
        Verdict::Rechecked(_) | Verdict::Violated(_) | Verdict::Unknown(_) => "not decided",
    }
}

/// Why, beginning with the file that is to blame.
fn reason(refusal: &Refusal, source: &Source, question: &CertifyQuestion) -> String {
    let file = match refusal {
        Refusal::File(_) | Refusal::Facts(_) => escape::path(&question.certificate),
        Refusal::Calls(_) | Refusal::NothingAsserted => source.name.clone(),
    };
    format!("{file}: {}", escape::text(&refusal.to_string()))
}

fn read(path: &Path) -> Result<(Source, Program), String> {
    if !files::is_known(path) {
        return Err(files::unknown());
    }
    let bytes = regular::read(path, regular::MOST)?;
    let source = Source::at(path, &bytes);
    match sil::parse(&bytes, &source.name) {
        Ok(program) => Ok((source, program)),
        Err(errors) => Err(report::syntax_errors(&source, &errors)),
    }
}

/// The bytes of a file, or the first of them when there are more than any certificate has.
fn bytes_of(path: &Path) -> Result<Vec<u8>, String> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err("it is not a regular file".to_owned());
    }
    let file = fs::File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

//! `stringent check`: verifies the assertions of programs and tells what is known of each.
//!
//! Never *all is well* unless every file was read and every property proved: what was skipped is listed, and the
//! closing line counts everything. For people each file is printed when it is done. The exit code is 0 when all is proved, 1 for a violation, 2 when a file could
//! not be read or parsed, 3 when something is undecided or there was nothing to prove.

use std::process::ExitCode;

use crate::commands::certificate;
use crate::failure::Failure;
use crate::machine::sandboxed;
use crate::output;
use crate::question::arguments::{CheckQuestion, Pages, ReportFormat, Task, WorkOrder};
use crate::question::settings;
use crate::report::excuse::{self, Baseline};
use crate::report::github;
use crate::report::json;
use crate::report::sarif;
use crate::report::text;
use crate::report::text::Detail;
use crate::work::fragments;
use crate::work::gather;

/// Verifies the files and prints the report.
pub(crate) fn answer(question: &CheckQuestion) -> Result<ExitCode, Failure> {
    certificate::have_place(question)?;
    let is_wanted = question.certificate.is_some();
    let order = gather::order(Task::Check, question.engine, question.analysis, &question.limits);
    let order = WorkOrder { solver: question.solver.clone(), clauses: question.clauses.clone(), ..order };
    sandboxed::needed(question.pages.replay)?;
    let config = settings::path(question.pages.config.as_deref());
    settings::read(config.as_deref())?;
    let pages = Pages { config, replay: question.pages.replay };
    let java = question.java.clone();
    let included = fragments::included(&question.paths);
    let order =
        WorkOrder { roots: question.paths.clone(), included, pages, java, certificate: is_wanted, ..order };
    let mut baseline = question.baseline.as_deref().map(Baseline::read).transpose()?;
    let detail = if question.verbose { Detail::Steps } else { Detail::Answers };
    let mut notes = Vec::new();
    let mut printed = Ok(());
    let mut results = gather::verify_watched(&question.paths, (&order, &question.limits), &mut |file| {
        notes.extend(excuse::by_comments(file));
        if let Some(baseline) = &mut baseline {
            baseline.excuse(file);
        }
        if question.format == ReportFormat::Text && printed.is_ok() {
            printed = output::print(&text::file_text(file, detail));
        }
    });
    printed?;
    results.notes.extend(notes);
    results.notes.extend(baseline.and_then(|baseline| baseline.stale()));
    question.write_baseline.as_deref().map_or(Ok(()), |path| excuse::write(&results, path))?;
    output::print(&match question.format {
        ReportFormat::Text => text::end(&results),
        ReportFormat::Json => json::report(&results),
        ReportFormat::Sarif => sarif::report(&results),
        ReportFormat::Github => github::report(&results),
    })?;
    question.certificate.as_deref().map_or(Ok(()), |path| certificate::write(&results, path))?;
    Ok(ExitCode::from(results.exit_code()))
}

//! `stringent check`: verifies the assertions of programs and tells what is known of each.
//!
//! Never *all is well* unless every file was read and every property proved: what was skipped is listed, and the
//! closing line counts everything. The exit code is 0 when all is proved, 1 for a violation, 2 when a file could
//! not be read or parsed, 3 when something is undecided or there was nothing to prove.

use std::process::ExitCode;

use crate::arguments::{CheckQuestion, Pages, ReportFormat, Task, WorkOrder};
use crate::failure::Failure;
use crate::report::Detail;
use crate::{certificate, excuse, gather, github, json, output, report, sarif, settings};

/// Verifies the files and prints the report.
pub(crate) fn answer(question: &CheckQuestion) -> Result<ExitCode, Failure> {
    let certificate = question.certificate.as_deref().map(|path| certificate::wanted(path, question));
    let certificate = certificate.transpose()?;
    let order = gather::order(Task::Check, question.engine, question.analysis, &question.limits);
    let order = WorkOrder { solver: question.solver.clone(), clauses: question.clauses.clone(), ..order };
    let config = settings::path(question.pages.config.as_deref());
    settings::read(config.as_deref())?;
    let pages = Pages { config, replay: question.pages.replay };
    let java = question.java.clone();
    let order = WorkOrder { roots: question.paths.clone(), pages, java, ..order };
    let mut results = gather::verify(&question.paths, &order, &question.limits);
    excuse::by_comments(&mut results);
    question.baseline.as_deref().map_or(Ok(()), |path| excuse::by_baseline(&mut results, path))?;
    question.write_baseline.as_deref().map_or(Ok(()), |path| excuse::write(&results, path))?;
    let detail = if question.verbose { Detail::Steps } else { Detail::Answers };
    let text = match question.format {
        ReportFormat::Text => report::text(&results, detail),
        ReportFormat::Json => json::report(&results),
        ReportFormat::Sarif => sarif::report(&results),
        ReportFormat::Github => github::report(&results),
    };
    output::print(&text)?;
    certificate.map_or(Ok(()), |wanted| wanted.write())?;
    Ok(ExitCode::from(results.exit_code()))
}

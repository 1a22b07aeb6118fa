//! What a file of Horn clauses is told as: one finding, that no query can be derived.
//!
//! It stands where the query stands: the first one, or the one that was derived. The steps of a derivation are its
//! path, and what the predicates were found to be within are its facts.

use verifier::{Derived, Engine, Options, SystemAnswer, read_clauses};

use crate::escape;
use crate::findings::finding::{Finding, Kind, Passed, Word};
use crate::findings::message::Message;
use crate::findings::source::Source;

/// Decides the clauses of a file: what is to be told, in order.
pub(crate) fn check(source: &Source, bytes: &[u8], options: &Options) -> Vec<Message> {
    let read = match std::str::from_utf8(bytes) {
        Ok(text) => read_clauses(text, options.steps),
        Err(_) => Err("it is not UTF-8".to_owned()),
    };
    let clauses = match read {
        Ok(clauses) => clauses,
        Err(why) => return vec![Message::Skipped(format!("it does not parse: {}", escape::text(&why)))],
    };
    let Some(query) = clauses.query() else {
        return vec![Message::Skipped("it has no query: no clause says what must not be derived".to_owned())];
    };
    let mut open = Finding::new(Kind::Clauses, source.line_span(query));
    open.message = Some("no query can be derived".to_owned());
    let mut log = Vec::new();
    let answer = clauses.verify(options, &mut log);
    let finding = answered(open.clone(), answer, source);
    let steps = log.iter().map(|step| Message::Step(escape::text(step)));
    [Message::Read(vec![open])]
        .into_iter()
        .chain(steps)
        .chain([Message::Settled(Box::new(finding))])
        .collect()
}

fn answered(mut finding: Finding, answer: SystemAnswer, source: &Source) -> Finding {
    let name = |engine: Engine| Some(engine.name().to_owned());
    match answer {
        SystemAnswer::Safe { engine, checked_by, rests_on_solver, facts } => {
            let by = escape::text(&checked_by);
            finding.engine = name(engine);
            finding.facts = facts.iter().map(|fact| escape::text(fact)).collect();
            if rests_on_solver {
                finding.settle(Word::Proved, &format!("{by} (another process)"));
                finding.rests_on = Some(format!("clauses rechecked by {by}"));
            } else {
                finding.settle(Word::Proved, &by);
            }
        }
        SystemAnswer::Unsafe { engine, steps } => {
            finding.engine = name(engine);
            finding.settle(Word::Violated, "replay");
            finding.path = steps.iter().map(|step| passed(step, source)).collect();
            finding.place = finding.path.last().map_or(finding.place, |last| last.place);
        }
        SystemAnswer::Unknown(why) => {
            finding.reason = Some(escape::text(&why));
            finding.next_step =
                Some("--verbose tells what was tried; a larger --budget may help, or a z3".to_owned());
        }
    }
    finding
}

fn passed(step: &Derived, source: &Source) -> Passed {
    let span = source.line_span(step.line);
    Passed {
        line: step.line as usize,
        place: (span.file, span.start, span.end),
        depth: 0,
        note: escape::text(&step.what),
    }
}

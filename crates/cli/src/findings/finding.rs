//! What is known of an assertion, in words: what every report is made of, and what one process tells another.
//!
//! A finding is made from a checked property, next to the source it speaks of; everything foreign in it is escaped
//! then, but for the values of inputs, which must stay exact. Before an answer is there, a finding says *undecided*.

use automata::Alphabet;
use serde::{Deserialize, Serialize};
use verifier::{Cause, Engines, Lost, Options, Passage, Program, Property, Reason, Span, Value, Verdict};

use crate::escape;
use crate::findings::rules::Ruled;
use crate::findings::source::Source;
use crate::page::Note;

/// An assertion and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finding {
    pub(crate) id: u32,
    pub(crate) kind: Kind,
    pub(crate) ruled: Ruled,
    pub(crate) message: Option<String>,
    /// What goes wrong where it does not hold.
    #[serde(default)]
    pub(crate) failure: Option<String>,
    /// Which file, by its number, the first byte, and one past the last.
    pub(crate) place: (u32, u32, u32),
    pub(crate) verdict: Word,
    pub(crate) engine: Option<String>,
    /// Who makes it believable: the checker of proofs, a replay, or a solver.
    pub(crate) checked_by: Option<String>,
    /// What was checked, where it is not a proof or a run.
    pub(crate) rests_on: Option<String>,
    /// The names of the assumptions about the environment that a proof rests on.
    #[serde(default)]
    pub(crate) assumes: Vec<String>,
    pub(crate) facts: Vec<String>,
    pub(crate) inputs: Vec<Input>,
    pub(crate) path: Vec<Passed>,
    pub(crate) reason: Option<String>,
    /// Where what leaves it undecided stands, when that is one place.
    pub(crate) because_of: Option<(u32, u32, u32)>,
    /// Values that the facts allow and that would violate it.
    pub(crate) allowed: Option<String>,
    pub(crate) next_step: Option<String>,
    /// What came of running it again: on the real JVM, or under sanitizers.
    pub(crate) replay: Option<String>,
    /// Of a page of PHP: its rule, the request and what is written.
    pub(crate) page: Option<Note>,
    /// Why it does not count: the reason of a comment, or that it was known before.
    pub(crate) excused: Option<Excuse>,
}

/// Why a finding does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Excuse {
    /// A comment says so, and why.
    Comment(String),
    /// It is in the baseline.
    Known,
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// An assertion of a program.
    Assertion,
    /// The queries of a file of Horn clauses.
    Clauses,
}

/// A verdict in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Word {
    Proved,
    Violated,
    Undecided,
    Unreachable,
}

/// An input of a failing run: as text, where it is text, and as a reader would write it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Input {
    /// What asked for it, where that has a name.
    pub(crate) asked: Option<String>,
    /// The code units of a text in UTF-16, which may be no text of Unicode.
    #[serde(default)]
    pub(crate) units: Option<Vec<u16>>,
    pub(crate) value: Option<String>,
    pub(crate) escaped: String,
}

/// A line that a failing run passes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Passed {
    pub(crate) line: usize,
    pub(crate) place: (u32, u32, u32),
    pub(crate) depth: usize,
    pub(crate) note: String,
}

impl Word {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Word::Proved => "proved",
            Word::Violated => "violated",
            Word::Undecided => "undecided",
            Word::Unreachable => "unreachable",
        }
    }
}

impl Finding {
    /// Something of which nothing is known, at a place.
    pub(crate) fn new(kind: Kind, place: Span) -> Finding {
        Finding {
            id: 0,
            kind,
            ruled: Ruled::default(),
            message: None,
            failure: None,
            place: (place.file, place.start, place.end),
            verdict: Word::Undecided,
            engine: None,
            checked_by: None,
            rests_on: None,
            assumes: Vec::new(),
            facts: Vec::new(),
            inputs: Vec::new(),
            path: Vec::new(),
            reason: None,
            because_of: None,
            allowed: None,
            next_step: None,
            replay: None,
            page: None,
            excused: None,
        }
    }

    /// The assertions of a program before anything is known of them.
    pub(crate) fn open(program: &Program) -> Vec<Finding> {
        let open = |(id, assertion): (u32, &verifier::Assertion)| Finding {
            id,
            message: assertion.message.as_deref().map(escape::text),
            failure: assertion.failure.as_deref().map(escape::text),
            ..Finding::new(Kind::Assertion, assertion.span)
        };
        (0..).zip(&program.assertions).map(open).collect()
    }

    /// The finding with what is known of its property.
    pub(crate) fn answered(
        self,
        property: &Property,
        (program, source): (&Program, &Source),
        options: &Options,
    ) -> Finding {
        let mut finding = Finding {
            engine: property.engine.map(|engine| engine.name().to_owned()),
            facts: property.facts.iter().map(|fact| escape::text(fact)).collect(),
            path: passed(&property.path, source),
            allowed: property.allowed.as_deref().map(escape::text),
            ..self
        };
        match property.checked.verdict() {
            Verdict::Proved => finding.settle(Word::Proved, "checker"),
            Verdict::Unreachable => finding.settle(Word::Unreachable, "checker"),
            Verdict::Rechecked(rechecked) => {
                let by = escape::text(rechecked.checked_by());
                finding.settle(Word::Proved, &format!("{by} (another process)"));
                finding.rests_on = Some(format!("clauses rechecked by {by}"));
            }
            Verdict::Violated(run) => {
                finding.settle(Word::Violated, "replay");
                finding.inputs = run.inputs.iter().map(|value| input(value, program)).collect();
            }
            Verdict::Unknown(reason) => {
                let told = why(reason, property, options) + &losses(property, source);
                finding.reason = Some(escape::text(&told));
                finding.next_step = Some(next_step(reason, property, (options, source)).to_owned());
            }
        }
        finding
    }

    pub(crate) fn settle(&mut self, verdict: Word, checked_by: &str) {
        self.verdict = verdict;
        self.checked_by = Some(checked_by.to_owned());
    }

    /// The verdict in words, with what it rests on where that is not a proof or a run.
    pub(crate) fn verdict_text(&self) -> String {
        let rests_on = self.rests_on.as_deref().map_or(String::new(), |what| format!(", {what}"));
        format!("{}{rests_on}", self.verdict.text())
    }

    /// Where it stands in its source.
    pub(crate) fn span(&self) -> Span {
        span(self.place)
    }

    /// Where what leaves it undecided stands.
    pub(crate) fn cause(&self) -> Option<Span> {
        self.because_of.map(span)
    }

    /// The name of the rule that it stands under.
    pub(crate) fn rule(&self) -> &str {
        &self.ruled.id
    }

    /// Whether somebody should look at it.
    pub(crate) fn counts(&self) -> bool {
        self.excused.is_none()
    }

    /// What it claims, in words; of a violation what goes wrong, where that has words of its own.
    pub(crate) fn claim(&self) -> &str {
        let failure = self.failure.as_deref().filter(|_| self.verdict == Word::Violated);
        match (failure.or(self.message.as_deref()), self.verdict) {
            (Some(words), _) => words,
            (None, Word::Violated) => "the assertion can fail",
            (None, Word::Proved | Word::Undecided | Word::Unreachable) => "the assertion holds",
        }
    }
}

impl Passed {
    pub(crate) fn span(&self) -> Span {
        span(self.place)
    }
}

fn span((file, start, end): (u32, u32, u32)) -> Span {
    Span { file, start, end }
}

/// An input, as text and as a reader would write it.
pub(crate) fn input(value: &Value, program: &Program) -> Input {
    let (asked, units) = (None, None);
    match value {
        Value::Str(word) => Input {
            asked,
            units: (program.alphabet == Alphabet::UTF16)
                .then(|| word.iter().map(|&unit| unit as u16).collect()),
            value: word.iter().map(|&symbol| char::from_u32(symbol)).collect(),
            escaped: escape::text(&automata::show::word(word, program.alphabet)),
        },
        Value::Int(number) => {
            Input { asked, units, value: Some(number.to_string()), escaped: number.to_string() }
        }
        Value::Bool(value) => {
            Input { asked, units, value: Some(value.to_string()), escaped: value.to_string() }
        }
    }
}

/// The lines of a path; what happens on one line is told together.
fn passed(path: &[Passage], source: &Source) -> Vec<Passed> {
    let mut lines: Vec<Passed> = Vec::new();
    for passage in path {
        let line = source.line(passage.span);
        let mut note = escape::text(&passage.note);
        let target = passage.leads_to.map(|to| source.line(to)).filter(|&target| target != line);
        match target {
            Some(target) if note.is_empty() => note = format!("the run goes to line {target}"),
            Some(target) => note = format!("{note}, so the run goes to line {target}"),
            None if note.is_empty() => continue,
            None => {}
        }
        match lines.last_mut() {
            Some(last) if last.line == line && last.depth == passage.depth => {
                last.note = format!("{}; {note}", last.note);
            }
            Some(_) | None => lines.push(Passed {
                line,
                place: (passage.span.file, passage.span.start, passage.span.end),
                depth: passage.depth,
                note,
            }),
        }
    }
    lines
}

/// What was lost on the way to an undecided property.
fn losses(property: &Property, source: &Source) -> String {
    let told =
        |lost: &Lost| format!("; precision was lost at line {}: {}", source.line(lost.span), lost.what);
    property.lost.iter().map(told).collect()
}

/// Why a property is undecided: what the proofs say, and what the clauses say where they were asked.
fn why(reason: &Reason, property: &Property, options: &Options) -> String {
    let told = reason.to_string();
    match &property.unsolved {
        Some(unsolved) if options.engines == Engines::Horn || *unsolved == told => unsolved.clone(),
        Some(unsolved) => format!("{told}; {unsolved}"),
        None => told,
    }
}

/// What a user may do about an undecided property.
fn next_step(reason: &Reason, property: &Property, (options, source): (&Options, &Source)) -> &'static str {
    if matches!(options.engines, Engines::Refute | Engines::Horn) {
        return "ask the other engines too with --engine all";
    }
    let lost_by = |cause| property.lost.iter().any(|lost| lost.cause == cause);
    match reason {
        Reason::Undecided if options.engines == Engines::Composite => {
            "search for a failing run too with --engine all"
        }
        Reason::Undecided if options.analysis != verifier::Analysis::Combined => {
            "use strings and sizes together with --analysis combined"
        }
        Reason::Undecided if lost_by(Cause::Cost) => "a larger --budget may keep what was lost",
        Reason::Undecided if !source.has_assume() && lost_by(Cause::Call) => "write the recursion as a loop",
        Reason::Undecided if !source.has_assume() && property.follows_loop => {
            "bound an input before the loop, or check the value after it"
        }
        Reason::Undecided if !source.has_assume() => "check the value before this line, or bound an input",
        Reason::Undecided if lost_by(Cause::Call) => {
            "state what the call gives back with assume, or write the recursion as a loop"
        }
        Reason::Undecided if property.follows_loop => {
            "state what holds in each round of the loop before this with assume, or bound an input"
        }
        Reason::Undecided => "bound an input, or state what you know with assume",
        Reason::Weakened(_) | Reason::Rejected(_) => {
            "this is a gap of the tool; raise --budget, or report the program"
        }
        Reason::NoClaim(_) => "raise --budget, or split the program",
    }
}

//! What is said of a page, against what its runs write.
//!
//! A page is judged twice. As it is, for its verdicts. And with [`OBSERVED`] before it, which makes one text of all
//! that it writes: the run of that program by `ir::interp` must write what the real one does, where it asks for
//! nothing but the request.

use automata::MARK;
use ir::interp::{Limits, Outcome, Request as Question, Value, run_observed};
use ir::{Action, AssertId, StrExpr, StrTerm, Variable};
use verifier::php::policy::RuleId;
use verifier::php::{Config, Lowered, Project, Source, lower};
use verifier::{Engines, Exploits, Options, Property, Verdict, open_gap_of_page, verify};

use super::harness::{FRAGMENTS, Request, Sent, text};

/// Stands before a page that is observed: what is written goes to a buffer that begins with a value of the request.
pub(crate) const OBSERVED: &str = "<?php ob_start(); echo $_GET['z']; ?>";

/// Lowers a page.
pub(crate) fn lowered(page: &str) -> Lowered {
    let project = Project { find: &|_| None, config: &Config::default(), is_included: false };
    lower(&Source { name: "page.php".to_owned(), bytes: page.as_bytes().to_vec() }, project)
}

/// What is said of a page.
pub(crate) struct Said {
    /// Whether every rule is proved or not reached, and no gap is open.
    pub(crate) is_closed: bool,
    /// A violation without a doubt: its request, and the text that breaks the rule of pages.
    pub(crate) violation: Option<(Request, Vec<u32>)>,
}

/// Verifies a page.
pub(crate) fn said(lowered: &Lowered, engines: Engines) -> Said {
    let options = Options { engines, steps: 1_000_000, ..Options::default() };
    let properties = verify(&lowered.program, &options);
    let exploits = Exploits::of(lowered, &options);
    let has_gap = open_gap_of_page(lowered, &properties).is_some();
    let rules = || properties.iter().filter(|property| lowered.rule(property.checked.assertion()).is_some());
    let is_closed = |property: &Property| {
        matches!(property.checked.verdict(), Verdict::Proved | Verdict::Unreachable | Verdict::Rechecked(_))
    };
    let shown = |property: &Property| {
        let is_page = lowered.rule(property.checked.assertion()) == Some(RuleId::Html);
        let exploit = exploits.weigh(property).exploit.filter(|_| is_page)?;
        let request = exploit.request.iter().map(|given| text(&given.from, &given.key, &given.value));
        (exploit.doubts.is_empty() && exploit.world.is_empty()).then(|| (request.collect(), exploit.written))
    };
    let violation = if has_gap { None } else { rules().find_map(shown) };
    Said { is_closed: rules().all(is_closed) && !has_gap, violation }
}

/// Whether values of the request break the rule of pages in what a page writes.
pub(crate) fn is_broken(output: &[u8]) -> bool {
    let mut word: Vec<u32> = output.iter().map(|&byte| u32::from(byte)).collect();
    let plain = output.to_ascii_lowercase();
    let mut is_marked = false;
    for fragment in FRAGMENTS {
        for at in 0..plain.len() {
            if plain[at..].starts_with(fragment.as_bytes()) {
                is_marked = true;
                word[at..at + fragment.len()].iter_mut().for_each(|symbol| *symbol |= MARK);
            }
        }
    }
    is_marked && !RuleId::Html.rule().policy().told.contains(&word)
}

/// Whether a real run writes the text that is said to break the rule.
pub(crate) fn is_confirmed(output: &[u8], written: &[u32]) -> bool {
    let plain: Vec<u8> = written.iter().map(|&symbol| symbol as u8).collect();
    let policy = RuleId::Html.rule().policy();
    (0..output.len()).any(|at| {
        let mut word: Vec<u32> = output[..at].iter().map(|&byte| u32::from(byte)).collect();
        word.extend_from_slice(written);
        output[at..].starts_with(&plain) && !policy.told.contains(&word)
    })
}

/// What a run of a program writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// All of it.
    Whole(Vec<u8>),
    /// Only its beginning: the run breaks a rule there, and is not followed.
    Beginning(Vec<u8>),
    /// There is no such run.
    Nothing,
    /// The run asks for more than the request, or comes to a gap.
    Open,
}

impl Written {
    /// In words.
    pub(crate) fn shown(&self) -> String {
        match self {
            Written::Whole(said) | Written::Beginning(said) => String::from_utf8_lossy(said).into_owned(),
            Written::Nothing => "nothing at all".to_owned(),
            Written::Open => "anything".to_owned(),
        }
    }

    /// Whether a real run may write this.
    pub(crate) fn allows(&self, output: &[u8]) -> bool {
        match self {
            Written::Whole(said) => output == said,
            Written::Beginning(said) => output.starts_with(said),
            Written::Nothing => false,
            Written::Open => true,
        }
    }
}

/// How many runs are made on a request at the most.
const RUNS: usize = 64;

/// What the program of an observed page writes on a request: all that it may write, as long as that depends on truth
/// values only.
pub(crate) fn interpreted(lowered: &Lowered, request: &Request) -> Vec<Written> {
    let (mut all, mut choices) = (Vec::new(), Vec::new());
    loop {
        all.push(if all.len() == RUNS { Written::Open } else { once(lowered, request, &mut choices) });
        if all.last() == Some(&Written::Open) {
            return all;
        }
        while choices.pop_if(|chosen| *chosen).is_some() {}
        match choices.last_mut() {
            Some(chosen) => *chosen = true,
            None => return all,
        }
    }
}

/// One run, with these answers to the first questions that are not about the request; the answers to others are
/// added.
fn once(lowered: &Lowered, request: &Request, choices: &mut Vec<bool>) -> Written {
    let code = &lowered.program.procedures[0].code;
    let mut asked = 0;
    let mut answer = |question: &Question<'_>| {
        let action = &code[question.site.label.index()].action;
        let variable = match action {
            Action::Havoc(variable) => *variable,
            Action::SetStr(variable, StrExpr::Input(_)) => Variable::Str(*variable),
            Action::SetStr(..)
            | Action::SetInt(..)
            | Action::SetBool(..)
            | Action::Assume(_)
            | Action::Assert(..)
            | Action::Call(..)
            | Action::Jump(_)
            | Action::Branch(..)
            | Action::Return(_)
            | Action::Halt
            | Action::Abort => return None,
        };
        if let known @ Some(_) = answered(lowered, request, variable) {
            return known;
        }
        let Variable::Bool(_) = variable else { return None };
        if asked == choices.len() {
            choices.push(false);
        }
        asked += 1;
        Some(Value::Bool(choices[asked - 1]))
    };
    let (mut output, mut is_cut) = (Vec::new(), false);
    let pieces = pieces(lowered);
    let mut observe = |site: ir::interp::Site, frame: &ir::interp::Frame| {
        if let Action::Assert(id, _) = &code[site.label.index()].action
            && let Some((_, piece, has_tail)) = pieces.iter().find(|(known, ..)| known == id)
            && !is_cut
        {
            is_cut = *has_tail;
            output.extend(frame.term(piece).iter().map(|&symbol| symbol as u8));
        }
    };
    let ran = run_observed(&lowered.program, &mut answer, Limits::default(), &mut observe);
    if ran.violations.iter().any(|violation| lowered.claims[violation.assertion.index()].rule().is_none()) {
        return Written::Open;
    }
    match ran.outcome {
        Outcome::Finished if is_cut => Written::Beginning(output),
        Outcome::Finished => Written::Whole(output),
        Outcome::AssumptionFailed if !ran.violations.is_empty() => Written::Beginning(output),
        Outcome::AssumptionFailed => Written::Nothing,
        Outcome::Aborted
        | Outcome::StepLimit
        | Outcome::LengthLimit
        | Outcome::Overflow
        | Outcome::DepthLimit
        | Outcome::Unsupported
        | Outcome::Refused => Written::Open,
    }
}

/// The answer of a request to a question about it.
fn answered(lowered: &Lowered, request: &Request, variable: Variable) -> Option<Value> {
    let sent = |from: &str, key: &str| {
        request.iter().find(|(of, at, _)| of == from && at == key).map(|(.., sent)| sent)
    };
    for parameter in &lowered.parameters {
        let value = sent(&parameter.from, &parameter.key);
        if Variable::Bool(parameter.present) == variable {
            return Some(Value::Bool(value.is_some()));
        }
        if Variable::Str(parameter.variable) == variable {
            return match value {
                None => Some(Value::Str(Vec::new())),
                Some(Sent::Text(bytes)) => {
                    Some(Value::Str(bytes.iter().map(|&byte| u32::from(byte)).collect()))
                }
                Some(Sent::Array(_)) => None,
            };
        }
    }
    let Variable::Bool(of) = variable else { return None };
    let is_array = lowered.program.procedures[0].booleans[of.index()].starts_with("is an array");
    is_array.then_some(Value::Bool(false))
}

/// The assertions about the page, each with what is written there, and whether a constant that is not known here
/// follows it.
fn pieces(lowered: &Lowered) -> Vec<(AssertId, StrTerm, bool)> {
    let code = &lowered.program.procedures[0].code;
    let mut pieces = Vec::new();
    let mut parts: &[StrTerm] = &[];
    for instruction in code {
        if let Action::SetStr(_, StrExpr::Concat(terms)) = &instruction.action {
            parts = terms;
        }
        if let Action::Assert(id, _) = &instruction.action
            && lowered.rule(*id) == Some(RuleId::Html)
            && let [_, piece, rest @ ..] = parts
        {
            pieces.push((*id, piece.clone(), !rest.is_empty()));
        }
    }
    pieces
}

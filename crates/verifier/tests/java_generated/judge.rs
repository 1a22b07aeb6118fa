//! What is said of a program, against its real runs.

use ir::interp::{Limits, Outcome, Purpose, Request, Value, run};
use verifier::front_java::{Asked, Claim, Classes, Lowered, Property, Question, Texts};
use verifier::{Claimed, Engines, Options, Verdict, java_inputs, lower_java, verify};

use super::harness::{Compiled, Ending, Given};

/// A program that was lowered.
pub(crate) struct Judged {
    pub(crate) lowered: Lowered,
    /// Which assertions are proved or not reachable; none when a gap is open.
    pub(crate) closed: Option<Vec<bool>>,
}

/// How the engines are asked.
fn options(engines: Engines) -> Options {
    Options { engines, steps: 2_000_000, ..Options::default() }
}

/// Lowers a program and asks an engine for proofs.
pub(crate) fn judge(compiled: &Compiled, name: &str, nulls: bool, engines: Engines) -> Judged {
    let mut classes = Classes::default();
    compiled.of(name).for_each(|class| classes.add(class.clone()));
    let question = Question {
        class: name.to_owned(),
        method: "run".to_owned(),
        property: Property::Both,
        null_inputs: nulls,
    };
    let options = options(engines);
    let lowered = lower_java(&classes, &Texts::new(), &question, &options).expect("there is such an entry");
    let properties = verify(&lowered.program, &options);
    let is_open = Claimed::java(&lowered).open_gap(&properties).is_some();
    let mut closed = vec![false; lowered.claims.len()];
    for property in &properties {
        closed[property.checked.assertion().index()] = matches!(
            property.checked.verdict(),
            Verdict::Proved | Verdict::Unreachable | Verdict::Rechecked(_)
        );
    }
    Judged { lowered, closed: (!is_open).then_some(closed) }
}

impl Judged {
    /// The class of the exception that an assertion says is not thrown, and the place.
    fn said(&self, assertion: usize) -> (String, String) {
        let of = &self.lowered.program.assertions[assertion];
        let message = of.message.as_deref().unwrap_or_default();
        let class = message.strip_suffix(" is not thrown").unwrap_or("AssertionError");
        let file = &self.lowered.program.files[of.span.file as usize];
        (class.to_owned(), format!("{file}:{}", of.span.start + 1))
    }

    fn claims(&self) -> impl Iterator<Item = usize> {
        let is_claim = |claim: &Claim| matches!(claim, Claim::Uncaught(_));
        (0..self.lowered.claims.len()).filter(move |&at| is_claim(&self.lowered.claims[at]))
    }

    /// Whether it is said that a run never ends as a real one did.
    pub(crate) fn excludes(&self, ending: &Ending) -> bool {
        let (Some(closed), Ending::Thrown(class, place)) = (&self.closed, ending) else { return false };
        let of_class: Vec<usize> = self.claims().filter(|&at| self.said(at).0 == *class).collect();
        let here: Vec<usize> = of_class.iter().copied().filter(|&at| self.said(at).1 == *place).collect();
        let candidates = if here.is_empty() { of_class } else { here };
        candidates.iter().all(|&at| closed[at])
    }

    /// How a run of the program ends with the arguments of a real one; none when it is not determined.
    pub(crate) fn interpreted(&self, given: &Given) -> Option<Ending> {
        let mut is_open = false;
        let mut oracle = |request: &Request<'_>| {
            let answer = self.lowered.asked.get(&request.site.label).and_then(|asked| answer(asked, given));
            let fits = |value: &Value| request.allowed.contains(value);
            let answer = answer.filter(|value| request.purpose == Purpose::Input && fits(value));
            is_open |= answer.is_none();
            answer
        };
        let ran = run(&self.lowered.program, &mut oracle, Limits::default());
        if is_open {
            return None;
        }
        if let Some(violation) = ran.violations.first() {
            let at = violation.assertion.index();
            let (class, place) = self.said(at);
            return (self.lowered.claims[at] != Claim::Gap).then_some(Ending::Thrown(class, place));
        }
        matches!(ran.outcome, Outcome::Finished).then_some(Ending::Returned)
    }

    /// The arguments of a failing run that needs nothing that is not known, with how it is said to end.
    pub(crate) fn violation(&self) -> Option<(Given, Ending)> {
        let options = Options { steps: 100_000, ..options(Engines::Refute) };
        let claimed = Claimed::java(&self.lowered);
        verify(&self.lowered.program, &options).into_iter().find_map(|property| {
            let at = property.checked.assertion().index();
            let Verdict::Violated(run) = property.checked.verdict() else { return None };
            if claimed.gaps[at] || claimed.is_in_doubt(run) {
                return None;
            }
            let (class, place) = self.said(at);
            Some((given(&java_inputs(&self.lowered, run)), Ending::Thrown(class, place)))
        })
    }
}

/// What a question is answered with.
fn answer(asked: &Asked, given: &Given) -> Option<Value> {
    let text = |at: usize| given.texts[at].iter().flatten().map(|&unit| u32::from(unit)).collect();
    Some(match asked {
        Asked::Argument(4) => Value::Str(vec![u32::try_from(given.numbers[4]).ok()?]),
        Asked::Argument(at) if *at < 5 => Value::Int(i128::from(given.numbers[*at])),
        Asked::Argument(at) => Value::Str(text(at - 5)),
        Asked::IsThere(at) => Value::Int(i128::from(given.texts[at - 5].is_some())),
        Asked::Call(_) | Asked::Count(_) | Asked::Element(..) => return None,
    })
}

/// The arguments of a run that was found. What it does not ask for is as in no other.
fn given(inputs: &[(Asked, Value)]) -> Given {
    let mut given = Given { numbers: [0, 0, 0, 0, 97], texts: [Some(Vec::new()), Some(Vec::new())] };
    for (asked, value) in inputs {
        match (asked, value) {
            (Asked::Argument(4), Value::Str(word)) => {
                given.numbers[4] = word.first().map_or(0, |&unit| i64::from(unit));
            }
            (Asked::Argument(at), Value::Int(number)) => {
                given.numbers[*at] = i64::try_from(*number).expect("arguments have 64 bits");
            }
            (Asked::Argument(at), Value::Str(word)) => {
                if let Some(text) = &mut given.texts[at - 5] {
                    *text = word.iter().map(|&unit| unit as u16).collect();
                }
            }
            (Asked::IsThere(at), Value::Int(0)) => given.texts[at - 5] = None,
            _ => {}
        }
    }
    given
}

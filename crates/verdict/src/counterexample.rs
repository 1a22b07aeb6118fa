//! Counterexamples: claims that an assertion fails, and the run that makes one believable.
//!
//! A counterexample is a list of answers and the path that they lead along. [`replay`] runs the program again with
//! these answers on [`ir::interp`], the one definition of meaning, and accepts only when the run takes exactly this
//! path and the assertion fails at its end. Whoever found it is not trusted.

use std::error::Error;
use std::fmt;

use ir::interp::{Limits, Outcome, Replay, Site, Value, run};
use ir::{AssertId, Program};

/// A run that violates an assertion, as somebody claims it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The assertion.
    pub assertion: AssertId,
    /// What the outside answers, in the order in which the run asks.
    pub inputs: Vec<Value>,
    /// Where the run is before each of its steps, from the entry to the assertion.
    pub path: Vec<Site>,
}

/// Why a counterexample was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The run ended before the path did.
    Ended(Outcome),
    /// The run left the path at this step.
    Strayed(usize),
    /// The assertion is not violated at the end of the path.
    Holds,
    /// So many inputs are not asked for.
    Unused(usize),
}

/// Runs the program with the inputs and confirms that the assertion is violated at the end of the path.
///
/// Of the limits on a run the number of steps is that of the path; the others bound the run as they say.
///
/// # Errors
/// What differs between the run and the claim.
pub fn replay(program: &Program, claim: &Counterexample, limits: Limits) -> Result<(), Mismatch> {
    let mut outside = Replay::new(claim.inputs.iter().cloned());
    let run = run(program, &mut outside, Limits { steps: claim.path.len(), ..limits });
    let reason = |kind| Err(Mismatch { kind });
    if let Some(step) = run.path.iter().zip(&claim.path).position(|(is, said)| is != said) {
        return reason(Kind::Strayed(step));
    }
    if run.path.len() < claim.path.len() {
        return reason(Kind::Ended(run.outcome));
    }
    let fails = |violation: &ir::interp::Violation| {
        violation.assertion == claim.assertion && violation.step + 1 == claim.path.len()
    };
    if !run.violations.last().is_some_and(fails) {
        return reason(Kind::Holds);
    }
    match outside.left() {
        0 => Ok(()),
        left => reason(Kind::Unused(left)),
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Ended(outcome) => write!(f, "the run ends before the assertion: {outcome:?}"),
            Kind::Strayed(step) => write!(f, "the run leaves the path at step {step}"),
            Kind::Holds => write!(f, "the assertion is not violated at the end of the path"),
            Kind::Unused(count) => write!(f, "{count} of the inputs are not read before the assertion"),
        }
    }
}

impl Error for Mismatch {}

#[cfg(test)]
mod tests {
    use automata::Alphabet;
    use ir::{
        Action, Assertion, Condition, Instruction, IntExpr, IntVar, Label, Linear, ProcId, Procedure, Span,
        Test, Width,
    };

    use super::*;

    /// `n := input_int(); assert(n == 0); assert(n == 1);`
    fn program() -> Program {
        let is = |value| {
            let difference = Linear::var(IntVar(0)).minus(&Linear::constant(value)).expect("small");
            Condition::test(Test::IsZero(difference))
        };
        let code = [
            Action::SetInt(IntVar(0), IntExpr::Input, Width::Unbounded),
            Action::Assert(AssertId(0), is(0)),
            Action::Assert(AssertId(1), is(1)),
        ];
        let main = Procedure {
            name: "main".to_owned(),
            parameters: Vec::new(),
            result: None,
            strings: Vec::new(),
            integers: vec!["n".to_owned()],
            booleans: Vec::new(),
            code: code.map(|action| Instruction { action, span: Span::default() }).to_vec(),
        };
        Program {
            alphabet: Alphabet::BYTE,
            files: Vec::new(),
            procedures: vec![main],
            entry: ProcId(0),
            assertions: vec![Assertion { message: None, failure: None, span: Span::default() }; 2],
            languages: Vec::new(),
            patterns: Vec::new(),
            functions: Vec::new(),
        }
    }

    fn claim(assertion: u32, inputs: &[i128], labels: &[u32]) -> Counterexample {
        let site = |&label| Site { procedure: ProcId(0), label: Label(label) };
        Counterexample {
            assertion: AssertId(assertion),
            inputs: inputs.iter().copied().map(Value::Int).collect(),
            path: labels.iter().map(site).collect(),
        }
    }

    fn replayed(claim: &Counterexample) -> Result<(), Mismatch> {
        replay(&program(), claim, Limits::default())
    }

    #[test]
    fn a_true_claim_is_accepted() {
        assert_eq!(replayed(&claim(0, &[7], &[0, 1])), Ok(()));
        assert_eq!(replayed(&claim(1, &[0], &[0, 1, 2])), Ok(()));
        // An assertion that fails on the way does not stand in the way of the next.
        assert_eq!(replayed(&claim(1, &[7], &[0, 1, 2])), Ok(()));
    }

    #[test]
    fn a_false_claim_is_rejected() {
        let wrong = [
            (claim(0, &[0], &[0, 1]), Kind::Holds),
            (claim(0, &[7], &[0, 1, 2]), Kind::Holds),
            (claim(1, &[7], &[0, 1]), Kind::Holds),
            (claim(0, &[], &[0, 1]), Kind::Ended(Outcome::Refused)),
            (claim(0, &[7, 7], &[0, 1]), Kind::Unused(1)),
            (claim(0, &[7], &[0, 2]), Kind::Strayed(1)),
            (claim(0, &[7], &[]), Kind::Holds),
        ];
        for (claim, kind) in wrong {
            assert_eq!(replayed(&claim), Err(Mismatch { kind }), "{claim:?}");
        }
    }
}

//! Assumptions about the environment, as reports print them, and what `stringent.toml` makes of them.
//!
//! A proof rests on every assumption of its program. Where the project forbids one of these, the proof is no proof for
//! the project, and the property is undecided.

use serde::{Deserialize, Serialize};
use verifier::Assumption;

use crate::findings::claimed;
use crate::findings::finding::{Finding, Word};

/// An assumption that a program rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Assumed {
    /// Its name, which is also the name of its page below `docs/assumptions`.
    pub(crate) id: String,
    pub(crate) text: String,
    /// Whether `stringent.toml` forbids it.
    pub(crate) is_forbidden: bool,
}

/// The assumptions of a program; some may be forbidden.
pub(crate) fn assumed(
    assumptions: impl Iterator<Item = Assumption>,
    forbidden: &[Assumption],
) -> Vec<Assumed> {
    let assumed = |assumption: Assumption| Assumed {
        id: assumption.id().to_owned(),
        text: assumption.text().to_owned(),
        is_forbidden: forbidden.contains(&assumption),
    };
    assumptions.map(assumed).collect()
}

/// The finding with what it rests on: a proof under a forbidden assumption is undecided.
pub(crate) fn resting_on(finding: Finding, assumed: &[Assumed]) -> Finding {
    match finding.verdict {
        Word::Violated | Word::Undecided => finding,
        Word::Proved | Word::Unreachable => {
            if let Some(Assumed { id, text, .. }) = assumed.iter().find(|each| each.is_forbidden) {
                let why = format!("the proof assumes that {text} ({id}), which stringent.toml forbids");
                let remedy = "handle that case in the program, or allow the assumption";
                return claimed::undecided(finding, &why, remedy);
            }
            Finding { assumes: assumed.iter().map(|each| each.id.clone()).collect(), ..finding }
        }
    }
}

#[cfg(test)]
mod tests {
    use verifier::Span;

    use super::*;
    use crate::findings::finding::Kind;

    fn with(verdict: Word, forbidden: &[Assumption]) -> Finding {
        let finding = Finding { verdict, ..Finding::new(Kind::Assertion, Span::default()) };
        resting_on(finding, &assumed([Assumption::Lp64].into_iter(), forbidden))
    }

    #[test]
    fn a_proof_names_its_assumptions_and_a_forbidden_one_undoes_it() {
        let proved = with(Word::Proved, &[Assumption::ObjectSize]);
        assert_eq!((proved.verdict, proved.assumes), (Word::Proved, vec!["lp64".to_owned()]));
        let undone = with(Word::Unreachable, &[Assumption::Lp64]);
        assert_eq!(undone.verdict, Word::Undecided);
        assert!(undone.reason.is_some_and(|reason| reason.contains("(lp64)")));
        assert_eq!(with(Word::Violated, &[Assumption::Lp64]).verdict, Word::Violated);
    }
}

//! The door to the analysis of sizes: linear relations of a program, and what strings are beside them, as claims.
//!
//! It costs little where it has something to say, and is not asked where it has nothing: when no assertion compares
//! integers or lengths.

use automata::Budget;
use ir::inline::Inlined;
use ir::{Action, Condition, Program, Test};
use sizes::{Grain, Settings};
use verdict::facts::Certificate;

use crate::analysed::settings;
use crate::engines::Options;

/// How finely states are kept apart and how many descents there are, one attempt after the other, from cheap to costly. What
/// a descent wins need not be kept by every action, so there is one without descents.
const ATTEMPTS: [(Grain, u32); 3] = [(Grain::Flags, 1), (Grain::Paths, 1), (Grain::Paths, 0)];

/// Contents take this part of the steps of an engine: where a walk over a string decides, it is soon over.
const CONTENTS: u64 = 8;

/// What the analysis claims, one after the other; nothing where no assertion is about integers or lengths.
pub(crate) fn claims(inlined: &Inlined) -> impl Iterator<Item = Result<Certificate, String>> {
    let program = &inlined.program;
    let attempts = attempts().into_iter().filter(|_| asks_for_sizes(program));
    attempts.map(|settings| Ok(sizes::certificate(program, &relations(program, &settings)?)))
}

/// What is claimed of strings in the cases of such relations, one after the other; nothing where no string is walked.
pub(crate) fn contents<'a>(
    inlined: &'a Inlined,
    options: &'a Options,
) -> impl Iterator<Item = Result<Certificate, String>> + 'a {
    let program = &inlined.program;
    let attempts =
        attempts().into_iter().map_while(|usual| composite::settings_for_contents(program, &usual));
    attempts.filter_map(|attempt| {
        let relations = match relations(program, &attempt) {
            Ok(relations) => relations,
            Err(why) => return Some(Err(why)),
        };
        let mut budget = Budget::steps(options.steps / CONTENTS);
        let claim = composite::certificate_of_contents(program, &relations, &settings(options), &mut budget);
        claim.map_err(|spent| format!("the analysis of contents did not end: {spent}")).transpose()
    })
}

fn attempts() -> [Settings; 3] {
    ATTEMPTS.map(|(grain, descents)| Settings { grain, descents, ..Settings::default() })
}

fn relations(program: &Program, settings: &Settings) -> Result<sizes::Fixpoint, String> {
    sizes::analyse(program, settings)
        .ok_or_else(|| format!("sizes were not related within {} actions", settings.visits))
}

/// Whether some assertion compares integers or lengths, or always holds.
fn asks_for_sizes(program: &Program) -> bool {
    let code = &program.procedures[program.entry.index()].code;
    // What always holds needs only the certificate, and that costs least here.
    let asks = |condition: &Condition| compares(condition) || *condition == Condition::TRUE;
    code.iter().any(|it| matches!(&it.action, Action::Assert(_, condition) if asks(condition)))
}

fn compares(condition: &Condition) -> bool {
    match condition {
        Condition::Literal(literal) => matches!(literal.test, Test::IsZero(_) | Test::AtMostZero(_)),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(compares),
    }
}

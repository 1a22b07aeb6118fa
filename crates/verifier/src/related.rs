//! The door to the analysis of sizes: linear relations of a program, as a claim.
//!
//! It costs little where it has something to say, and is not asked where it has nothing: when no assertion compares
//! integers or lengths.

use ir::inline::Inlined;
use ir::{Action, Condition, Program, Test};
use sizes::{Grain, Settings};
use verdict::facts::Certificate;

/// What the analysis claims, one after the other, from cheap to costly; nothing where no assertion is about integers or
/// lengths. What a descent wins need not be kept by every action, so a claim without descents is among them.
pub(crate) fn claims(inlined: &Inlined) -> impl Iterator<Item = Result<Certificate, String>> {
    let program = &inlined.program;
    let attempts: &[(Grain, u32)] = if asks_for_sizes(program) {
        &[(Grain::Flags, 1), (Grain::Paths, 1), (Grain::Paths, 0)]
    } else {
        &[]
    };
    attempts.iter().map(|&(grain, descents)| {
        let settings = Settings { grain, descents, ..Settings::default() };
        let fixpoint = sizes::analyse(program, &settings)
            .ok_or_else(|| format!("sizes were not related within {} actions", settings.visits))?;
        Ok(sizes::certificate(program, &fixpoint))
    })
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

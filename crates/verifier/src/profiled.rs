//! What profiles make of a program, as checked.
//!
//! Their certificate is judged and their runs are replayed like those of any engine.

use std::sync::Arc;

use automata::Budget;
use horn::profiles;
use ir::Program;
use ir::inline::Inlined;
use ir::interp::Limits;
use verdict::{Checked, Reason, Verdict, confirm, judge};

use crate::engines::Options;
use crate::shown::Shown;

/// What was claimed and accepted.
pub(crate) struct Profiled {
    /// What the certificate says of each assertion.
    pub(crate) proofs: Vec<Checked>,
    /// The facts that were accepted.
    pub(crate) shown: Option<Shown>,
    /// The runs that fail.
    pub(crate) runs: Vec<Checked>,
    /// Why the certificate is of no use, if it is not.
    pub(crate) problem: Option<String>,
}

/// Asks profiles, and checks their claim.
///
/// # Errors
/// Why they make none.
pub(crate) fn profiled(
    program: &Program,
    inlined: &Arc<Inlined>,
    options: &Options,
    budget: &mut Budget,
) -> Result<Profiled, String> {
    let limits = Limits::default();
    let claim = profiles::verify((program, &**inlined), limits, budget).map_err(|why| why.to_string())?;
    let runs = claim.counterexamples.into_iter().filter_map(|run| confirm(program, run, limits).ok());
    let runs = runs.collect();
    let Some(certificate) = claim.certificate else {
        let problem = Some("the budget was spent while the proof was written".to_owned());
        return Ok(Profiled { proofs: Vec::new(), shown: None, runs, problem });
    };
    let mut own = Budget::steps(options.steps);
    let mut judged = judge(program, Ok((&**inlined, &certificate)), &mut own);
    let shown = Shown::of(inlined, &mut judged);
    let proofs = judged.checked;
    let problem = proofs.iter().find_map(|checked| match checked.verdict() {
        Verdict::Unknown(reason @ Reason::Rejected(_)) => Some(reason.to_string()),
        Verdict::Unknown(_)
        | Verdict::Proved
        | Verdict::Rechecked(_)
        | Verdict::Unreachable
        | Verdict::Violated(_) => None,
    });
    Ok(Profiled { proofs, shown, runs, problem })
}

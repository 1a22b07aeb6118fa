//! What is known at each place of a program, in words, and whether the checker accepts it.
//!
//! The facts are those of the composite fixpoint, told for the variables of the procedure that the place is in. A
//! procedure that is called at several places has a copy for each, and what is known may differ from copy to copy.

use std::collections::BTreeMap;

use automata::Budget;
use ir::inline::Scope;
use ir::{Label, ProcId, Program, Span};
use verdict::check::accept;

use crate::analysed::Analysed;
use crate::engines::Options;
use crate::fence::fenced;

/// What is known of a program.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Why the facts are not to be relied on; `None` when the checker has accepted them.
    pub rejected: Option<String>,
    /// The places, by procedure and instruction, copies after each other.
    pub places: Vec<Place>,
}

/// What is known at an instruction, whenever a run comes to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where in the source.
    pub span: Span,
    /// The name of its procedure.
    pub procedure: String,
    /// Which copy of the procedure, from 1.
    pub copy: usize,
    /// Whether a run may come here.
    pub reached: bool,
    /// What holds.
    pub facts: Vec<String>,
}

/// Explains a program that [`ir::validate`] has accepted.
///
/// # Errors
/// Why the analysis has no facts.
pub fn explain(program: &Program, options: &Options) -> Result<Explanation, String> {
    let mut analysed = fenced(|| Analysed::of(program, options))?;
    let mut budget = Budget::steps(options.steps);
    let judged = fenced(|| Ok(accept(&analysed.inlined.program, &analysed.certificate, &mut budget)))
        .and_then(|judged| judged.map_err(|rejection| verdict::Reason::Rejected(rejection).to_string()));
    let rejected = match judged {
        Ok(part) => {
            analysed.doubted = part.dropped.into_keys().collect();
            None
        }
        Err(why) => Some(why),
    };
    let places = fenced(|| Ok(places(program, &analysed)))?;
    Ok(Explanation { rejected, places })
}

fn places(program: &Program, analysed: &Analysed) -> Vec<Place> {
    let whole = &analysed.inlined.program.procedures[0];
    let mut copies: BTreeMap<ProcId, Vec<Scope>> = BTreeMap::new();
    let mut ordered: Vec<((ProcId, Label, usize), Place)> = Vec::new();
    for label in whole.labels() {
        let (procedure, origin) = analysed.inlined.origins[label.index()];
        let scope = analysed.inlined.scopes[label.index()];
        let known = copies.entry(procedure).or_default();
        let copy = known.iter().position(|other| *other == scope).unwrap_or_else(|| {
            known.push(scope);
            known.len() - 1
        });
        // Of facts that were not all accepted only that a run may come here is left.
        let facts = if analysed.doubted.contains(&label) {
            Some(Vec::new())
        } else {
            analysed.describer(program).facts((label, None))
        };
        let place = Place {
            span: whole.code[label.index()].span,
            procedure: program.procedures[procedure.index()].name.clone(),
            copy: copy + 1,
            reached: facts.is_some(),
            facts: facts.unwrap_or_default(),
        };
        ordered.push(((procedure, origin, copy), place));
    }
    ordered.sort_by_key(|(key, _)| *key);
    // A call becomes several instructions of one origin; what holds before it is known at the first.
    ordered.dedup_by_key(|(key, _)| *key);
    ordered.into_iter().map(|(_, place)| place).collect()
}

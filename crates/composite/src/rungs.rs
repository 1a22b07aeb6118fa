//! The rungs of the precision ladder, and what sets become on them.
//!
//! A language whose exact form is too costly is merged: states that agree up to a depth become one. A number set
//! becomes the box around it. Both contain what they stand for, and both give up in the end: any word, any numbers.

use automata::numbers::{Bound, Relation, Tuples};
use automata::{Automaton, Budget, Exhausted};

/// States that agree up to so many characters are merged.
pub(crate) const DEPTH: u32 = 2;

/// How much of a state was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rung {
    /// All of it.
    Exact,
    /// Languages with states merged.
    Merged,
    /// Number sets, and of strings only their lengths.
    Lengths,
    /// The bounds of each integer and length alone.
    Bounds,
    /// Nothing.
    Nothing,
}

/// Over-approximates: the least box around a set; bounds beyond 64 bits are left out.
pub(crate) fn hull(set: &Tuples, budget: &mut Budget) -> Result<Tuples, Exhausted> {
    let mut around = Tuples::all(set.tracks());
    for track in 0..set.tracks() {
        let mut coefficients = vec![0; set.tracks()];
        coefficients[track] = 1;
        let ends = [
            (set.minimum(track, budget)?, Relation::AtLeast),
            (set.maximum(track, budget)?, Relation::AtMost),
        ];
        for (end, relation) in ends {
            let Some(Bound::At(value)) = end else { continue };
            let Ok(value) = i64::try_from(value) else { continue };
            let side = Tuples::linear(&coefficients, relation, value, budget)?;
            around = around.intersection(&side, budget)?;
        }
    }
    Ok(around)
}

/// Over-approximates: a language that contains both, when their exact union is too costly.
pub(crate) fn merged_union(old: &Automaton, new: &Automaton, budget: &mut Budget) -> (Automaton, Rung) {
    let mut merged = || {
        let old = old.widen_to_depth(DEPTH, budget)?;
        old.union(&new.widen_to_depth(DEPTH, budget)?, budget)
    };
    merged().map_or_else(|_| (Automaton::any(old.alphabet()), Rung::Lengths), |union| (union, Rung::Merged))
}

/// Over-approximates: a set that contains both, when their exact union is too costly.
pub(crate) fn boxed_union(old: &Tuples, new: &Tuples, budget: &mut Budget) -> (Tuples, Rung) {
    let mut boxed = || {
        let both = hull(old, budget)?.union(&hull(new, budget)?, budget)?;
        hull(&both, budget)
    };
    boxed().map_or_else(|_| (Tuples::all(old.tracks()), Rung::Nothing), |both| (both, Rung::Bounds))
}

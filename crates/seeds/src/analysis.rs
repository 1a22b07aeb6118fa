//! Mistakes in the composite analysis.
//!
//! The engine is not trusted, so none of these would make a false answer. They are caught before: concrete states fall
//! outside of the abstract ones.

use crate::mistake::{CONTAINMENT, Mistake, Oracle};

/// A mistake that random programs must show.
const fn shown(file: &'static str, name: &'static str, place: &'static str, wrong: &'static str) -> Mistake {
    Mistake { name, file, place, wrong, oracle: CONTAINMENT }
}

/// A mistake that programs with slices must show.
const fn sliced(file: &'static str, name: &'static str, place: &'static str, wrong: &'static str) -> Mistake {
    Mistake { oracle: SLICES, ..shown(file, name, place, wrong) }
}

const SLICES: Oracle = CONTAINMENT.only("slices_that_are_tested");
const ENGINE: &str = "crates/composite/src/engine.rs";
const LADDER: &str = "crates/composite/src/ladder.rs";
const STATE: &str = "crates/composite/src/state.rs";
const SUMS: &str = "crates/composite/src/constraints.rs";
const TRANSFER: &str = "crates/composite/src/transfer.rs";
const WORDS: &str = "crates/composite/src/words.rs";

pub(crate) const MISTAKES: &[Mistake] = &[
    shown(
        ENGINE,
        "T9: nothing follows an assertion",
        "Action::Assert(..) => «always(Update::Nothing)»,",
        "Vec::new()",
    ),
    shown(
        SUMS,
        "T10: an integer that is assigned is not negative",
        "Quantity::Var(_) => «image»,",
        "{ let mut own = vec![0; image.tracks()]; own[track] = 1;
           image.intersection(&Tuples::linear(&own, Relation::AtLeast, 0, budget)?, budget)? }",
    ),
    shown(
        WORDS,
        "T11: the complement of an over-approximation",
        "| Test::IsZero(_) | Test::AtMostZero(_) => «Ok(())»,",
        "match &literal.test {
            Test::Equal(StrTerm::Var(left), StrTerm::Var(right)) if !literal.holds => {
                let rest = state.strings[left.index()].difference(&state.strings[right.index()], budget)?;
                state.strings[left.index()] = rest;
                Ok(())
            }
            _ => Ok(()),
        }",
    ),
    sliced(
        WORDS,
        "T11: a word that ends before the slice is forgotten",
        "if «from > 0» && part.contains(&[])",
        "false",
    ),
    shown(
        WORDS,
        "a window before the beginning is not shorter",
        "LengthSet::exactly(width) } else { «LengthSet::between(0, width)» }",
        "LengthSet::exactly(width)",
    ),
    shown(
        WORDS,
        "numerals have no sign",
        "let minus = «minus.repeat(0, Some(u32::from(!self.natural)), budget)?»;",
        "Automaton::epsilon(alphabet)",
    ),
    shown(
        STATE,
        "an equality outlives an assignment",
        "self.equal.retain(|&(left, right)| «left != var && right != var»);",
        "true",
    ),
    shown(
        STATE,
        "a definition outlives an assignment",
        "Variable::Bool(defined) != variable && «!verdict::relation::speaks_of(literal, variable)»",
        "true",
    ),
    sliced(
        STATE,
        "a slice outlives an assignment of the whole",
        "self.slices.retain(|fact| «fact.part != var && fact.whole != var»);",
        "fact.part != var",
    ),
    shown(
        STATE,
        "a join drops the words of one side",
        "Join::Union => «old.union(new, budget)», Join::Widen => old.widen(new, budget),
         Join::Depth(depth) => old.union(new, budget)?",
        "Ok(new.clone())",
    ),
    shown(
        STATE,
        "a join keeps the equalities of either side",
        "equal: «Classes::of(&self.equal).common(&Classes::of(&other.equal))»,",
        "self.equal.union(&other.equal).copied().collect()",
    ),
    shown(STATE, "a join keeps the boolean of one side", "if a == b { *a } else { «None» };", "*a"),
    shown(
        SUMS,
        "a case of a condition is dropped",
        "Some(before) => «unite(&before, &now, budget)?»,",
        "before",
    ),
    shown(SUMS, "an assignment reads a wrong track", "if of == pack && «track >= new» =>", "track > new"),
    shown(
        SUMS,
        "a negative count is not taken as 0",
        "counts = «counts.union(&LengthSet::exactly(0), budget)?»;",
        "counts.clone()",
    ),
    shown(
        TRANSFER,
        "the definition of a boolean is unfolded with the wrong polarity",
        "holds: «definition.holds == value»",
        "definition.holds",
    ),
    shown(
        LADDER,
        "a transfer that spends its budget is taken for one that no run takes",
        "Ok(((«Some(self.coarse(before, update))», Hints::default()), Rung::Nothing))",
        "None",
    ),
    shown(
        LADDER,
        "a coarse transfer keeps the old numbers",
        "state.packs[pack] = «Tuples::all(state.packs[pack].tracks())»;",
        "state.packs[pack].clone()",
    ),
    shown(
        LADDER,
        "a lower rung restores what was assigned",
        "if «!touched» && *words == lower.strings[at] {",
        "true",
    ),
];

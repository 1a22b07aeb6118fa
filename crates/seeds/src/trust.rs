//! Mistakes in what must be believed: the relations, the checker, the replay, the verdicts.
//!
//! Runs show false relations. Certificates that lie show what the checker does not look at; for each sort of claim
//! there is one mistake, so for each there must be a lie.

use crate::mistake::{FORGED, LIES, Mistake, Oracle, RELATIONS};

const REPLAY: Oracle = Oracle::of("verdict", "verdict").only("counterexample");
const WALKS: Oracle = Oracle::of("verdict", "verdict");
const PART: Oracle = Oracle::of("composite", "part");
const CASES: Oracle = Oracle::of("verdict", "cases");
const CONFIRM: Oracle = Oracle::of("verdict", "confirm");
const AGREEMENT: Oracle = Oracle::of("verifier", "agreement").only("on_random_programs");

/// A sort of hint that is always taken for true.
const fn unchecked(name: &'static str, place: &'static str, oracle: Oracle) -> Mistake {
    Mistake { name, file: "crates/verdict/src/step.rs", place, wrong: "true", oracle }
}

/// A sort of fact that is always taken for shown.
const fn shown(name: &'static str, place: &'static str, oracle: Oracle) -> Mistake {
    Mistake { name, file: "crates/verdict/src/step.rs", place, wrong: "Ok(true)", oracle }
}

/// A false relation between the numbers before and after an action.
const fn related(name: &'static str, place: &'static str, wrong: &'static str) -> Mistake {
    Mistake { name, file: "crates/verdict/src/relation.rs", place, wrong, oracle: RELATIONS }
}

pub(crate) const MISTAKES: &[Mistake] = &[
    related(
        "T5: the length of a suffix is what was cut off",
        "let length = «end.plus(start, -1)»;",
        "Some(start.clone())",
    ),
    related(
        "T7: an input is as long as its bound",
        "vec![none, both([zero.at_most(&after), «after.at_most(&most)»])]",
        "after.equals(&most)",
    ),
    related(
        "T8: a position past the end does not occur",
        "(«whole.at_most(position)», whole.clone()),",
        "whole.equals(position)",
    ),
    related(
        "what a function writes is as long as it may be",
        "let above = most.and_then(both_sides).map_or(Vec::new(), |(after, bound)| «after.at_most(&bound)»);",
        "after.equals(&bound)",
    ),
    related("an overflow is no case", "«cases.push(both([above, anything]))»;", "()"),
    related(
        "a number that is not 0 is below 0",
        "vec![Sum::of(linear).at_most(&below), «above.at_most(&Sum::of(linear))»]",
        "Sum::of(linear).at_most(&below)",
    ),
    related(
        "above 0 begins at 2",
        "(Test::AtMostZero(linear), false) => vec![«Sum::constant(1)».at_most(&Sum::of(linear))],",
        "Sum::constant(2)",
    ),
    unchecked(
        "bounds are not checked",
        "if «within(self.share, budget, |own| self.numbers_give_lengths(*var, bound, own))? == Some(true)» {",
        LIES,
    ),
    unchecked("lengths are not checked", "if «within(self.share, budget, measured)? == Some(true)» {", LIES),
    shown("languages are not checked", "Fact::Language(var) => «self.language(var, case, budget)»,", FORGED),
    shown("number sets are not checked", "«self.numbers(&[&case.numbers[at]], budget)»,", FORGED),
    shown(
        "booleans are not checked",
        "«case.booleans[var.index()].map_or(Ok(true), |value| self.boolean(var, value, budget))»",
        LIES,
    ),
    shown(
        "equalities are not checked",
        "Fact::Equality(at) => «self.equal_after(case.equal[at], budget)»,",
        LIES,
    ),
    shown("slices are not checked", "«Ok(self.sliced(&case.slices[at]))»", LIES),
    shown(
        "definitions are not checked",
        "«Ok(self.defined(case.definitions[at].0, &case.definitions[at].1))»",
        LIES,
    ),
    shown("pieces are not checked", "Fact::Same(at) => «self.same(&case.same[at], budget)»,", LIES),
    Mistake {
        name: "a case for true alone is enough for a boolean",
        file: "crates/verdict/src/cover.rs",
        place: "values.contains(&Some(true)) && «values.contains(&Some(false))»",
        wrong: "true",
        oracle: CASES,
    },
    Mistake {
        name: "an assertion is looked at in its first case only",
        file: "crates/verdict/src/reduction.rs",
        place: "for facts in «cases» { for (at, literals) in disjuncts",
        wrong: "&cases[..1]",
        oracle: CASES,
    },
    Mistake {
        name: "counts are not checked",
        file: "crates/verdict/src/values.rs",
        place: "if «!refuted» {",
        wrong: "false",
        oracle: LIES,
    },
    Mistake {
        name: "a case that lost facts is not checked again",
        file: "crates/verdict/src/reduction.rs",
        place: "} else { «self.open.insert((label, case))»; }",
        wrong: "true",
        oracle: PART,
    },
    Mistake {
        name: "one way out of a branch is not checked",
        file: "crates/verdict/src/edges.rs",
        place: "[Some(jump), «Some(otherwise)»]",
        wrong: "Some(otherwise).filter(|_| false)",
        oracle: FORGED,
    },
    Mistake {
        name: "the entry is not checked",
        file: "crates/verdict/src/reduction.rs",
        place: "«reduction.entry()?»;",
        wrong: "()",
        oracle: LIES,
    },
    Mistake {
        name: "an assertion is proved when it always fails",
        file: "crates/verdict/src/reduction.rs",
        place: "let contrary = «condition.clone().negated()»;",
        wrong: "condition.clone()",
        oracle: AGREEMENT,
    },
    Mistake {
        name: "a sum that does not fit is taken for a contradiction",
        file: "crates/verdict/src/numeric.rs",
        place: "None => «return Err(refuse(budget))»,",
        wrong: "()",
        oracle: WALKS,
    },
    Mistake {
        name: "a replay does not look which assertion fails",
        file: "crates/verdict/src/counterexample.rs",
        place: "«violation.assertion == claim.assertion» && violation.step",
        wrong: "true",
        oracle: REPLAY,
    },
    Mistake {
        name: "a violation is confirmed without a replay",
        file: "crates/verdict/src/verdict.rs",
        place: "«replay(program, &claim, limits)?»;",
        wrong: "()",
        oracle: CONFIRM,
    },
    Mistake {
        name: "one copy of an assertion that holds is enough",
        file: "crates/verdict/src/verdict.rs",
        place: "Proof::Open => «return Verdict::Unknown(Reason::Undecided)»,",
        wrong: "{}",
        oracle: AGREEMENT,
    },
    Mistake {
        name: "a proof that is rejected, or whose budget is spent, is a proof",
        file: "crates/verdict/src/verdict.rs",
        place: "each(program, |_| «Verdict::Unknown(reason.clone())»)",
        wrong: "{ let _ = reason; Verdict::Proved }",
        oracle: AGREEMENT,
    },
];

//! Mistakes in programs, their text and their meaning.
//!
//! Nothing else defines what a program means, so only the tests of the interpreter, of the text form and of calls in
//! place can catch them.

use crate::mistake::{Mistake, Oracle};

const STRINGS: Oracle = Oracle::of("ir", "interp_strings");
const INTEGERS: Oracle = Oracle::of("ir", "interp_integers");
const MARKS: Oracle = Oracle::of("ir", "interp_marks");
const INLINE: Oracle = Oracle::of("ir", "inline");
const TEXT: Oracle = Oracle::of("ir", "sil");

pub(crate) const MISTAKES: &[Mistake] = &[
    Mistake {
        name: "the interpreter begins a slice one character late",
        file: "crates/ir/src/interp/text.rs",
        place: "&whole[«from.min(to)»..to]",
        wrong: "(from + 1).min(to)",
        oracle: STRINGS,
    },
    Mistake {
        name: "a remainder is never negative",
        file: "crates/ir/src/interp/number.rs",
        place: "Number::Is(«dividend.checked_rem(divisor)».unwrap_or(0))",
        wrong: "dividend.checked_rem_euclid(divisor)",
        oracle: INTEGERS,
    },
    Mistake {
        name: "T10: machine integers do not wrap",
        file: "crates/ir/src/interp/number.rs",
        place: "Some(«value << unused >> unused»)",
        wrong: "value.max(value << unused >> unused)",
        oracle: INTEGERS,
    },
    Mistake {
        name: "a language does not look through marks",
        file: "crates/ir/src/interp/evaluate.rs",
        place: "language.step(state, «text::plain(symbol)»)",
        wrong: "symbol",
        oracle: MARKS,
    },
    Mistake {
        name: "a negation takes the operand and not the comparison",
        file: "crates/ir/src/sil/parser/expressions.rs",
        place: "let inner = «self.comparison()?»;",
        wrong: "if is_negated { self.concatenation()? } else { self.comparison()? }",
        oracle: TEXT,
    },
    Mistake {
        name: "a call in place captures the caller's variables",
        file: "crates/ir/src/inline.rs",
        place: "Action::Assert(id, condition) => Action::Assert(*id, «shift.condition(condition)»),",
        wrong: "condition.clone()",
        oracle: INLINE,
    },
    Mistake {
        name: "a call in place keeps the variables of the call before",
        file: "crates/ir/src/inline.rs",
        place: "«self.push(set(shift.variable(variable), value), span, origin)?»;",
        wrong: "if given.is_some() { self.push(set(shift.variable(variable), value), span, origin)? } else { 0 }",
        oracle: INLINE,
    },
];

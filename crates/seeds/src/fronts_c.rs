//! Mistakes in the front end of C: a promise that C does not make, or something that a source does and that is
//! forgotten.
//!
//! Each is shown by a small source that goes wrong in a real run and is proved when the mistake is made.

use crate::mistake::{Mistake, Oracle};

const CORPUS: Oracle = Oracle::of("verifier", "c_generated").only("the_corpus");

const fn made(name: &'static str, file: &'static str, place: &'static str, wrong: &'static str) -> Mistake {
    Mistake { name, file, place, wrong, oracle: CORPUS }
}

pub(crate) const MISTAKES: &[Mistake] = &[
    made(
        "initialised bytes behind the first NUL are zero",
        "crates/front-c/src/memory/allocate.rs",
        "exact(StrTerm::Word(text), «Linear::constant(bytes.len() as i128)»);",
        "Linear::constant(bytes.iter().take_while(|byte| **byte != 0).count() as i128)",
    ),
    made(
        "strncpy writes one byte less than it pads",
        "crates/front-c/src/library/copies.rs",
        "call.memory.claim(call.emit, to, «&most», Access::Write); if to.object == from.object {",
        "&*Box::leak(Box::new(terms::add(&most, -1)))",
    ),
    made(
        "fgets needs one byte less than its size",
        "crates/front-c/src/library/inputs.rs",
        "call.memory.claim(call.emit, spot, «&size», Access::Write); let mut cases = Cases::default();
         if cases.when(call.emit, success.clone().and(terms::less(&Linear::constant(0), &size))) {",
        "&*Box::leak(Box::new(terms::add(&size, -1)))",
    ),
    made(
        "snprintf forgets the NUL",
        "crates/front-c/src/library/printing.rs",
        "let needed = «terms::add(&terms::length(&part), 1)»;",
        "terms::length(&part)",
    ),
    made(
        "a sign that a format asks for takes no room",
        "crates/front-c/src/library/printing.rs",
        "before(call, «negative.negated()», (&[sign], digits))",
        "Condition::FALSE",
    ),
    made(
        "%d prints one character less than it may",
        "crates/front-c/src/library/printing.rs",
        "let most = Linear::constant(i128::from(most) + «1» + sign);",
        "0",
    ),
    made(
        "a negative precision prints nothing",
        "crates/front-c/src/library/printing.rs",
        "let is_whole = «most.map_or(Condition::TRUE, |most| terms::less(most, &zero))»;",
        "terms::decided(most.is_none())",
    ),
    made(
        "a function without a contract leaves what its arguments lead to alone",
        "crates/front-c/src/lowering/havoc.rs",
        "if «library::is_listed(name) || values.iter().any(leads)» {",
        "false",
    ),
    made(
        "the end of a block ends no life",
        "crates/front-c/src/lowering/scopes.rs",
        "«self.memory.retire(&mut self.emit, object)»; } } fn is_open",
        "()",
    ),
    made(
        "free ends no life",
        "crates/front-c/src/memory/allocate.rs",
        "self.require(emit, object, (Rule::BadFree, at_start)); «emit.push(Action::SetBool(gone, Condition::TRUE))»;",
        "0",
    ),
    made(
        "realloc leaves the members of the old object alive",
        "crates/front-c/src/library/mod.rs",
        "«[\"free\", \"realloc\", \"reallocf\"].contains(&plain(name))»",
        "name == \"free\"",
    ),
    made(
        "one case does not fall through to the next",
        "crates/front-c/src/lowering/statements.rs",
        "StmtKind::Case(low, high, inner) => { «self.land_case((*low, *high))»;",
        "let site = self.emit.jump(); if let Some(sites) = self.frame().breaks.last_mut() { sites.push(site); }
         self.land_case((*low, *high))",
    ),
    made(
        "the value of a case is not converted",
        "crates/front-c/src/tree/statements.rs",
        "Some(switched) => «convert(value, &switched.ty).constant()»,",
        "value.constant()",
    ),
    made(
        "an enumeration has no sign",
        "crates/front-c/src/tree/declared.rs",
        "let signed = «least < 0»;",
        "false",
    ),
    made(
        "operands come in the order of the text",
        "crates/front-c/src/lowering/state.rs",
        "if «self.orders.is_open(expr)» {",
        "false",
    ),
    made(
        "a list of arguments can be read again",
        "crates/front-c/src/lowering/lists.rs",
        "self.memory.claims.gap_unless(&mut self.emit, «is_fresh», why);",
        "ir::Condition::TRUE",
    ),
    made(
        "a variable whose declaration is passed holds 0",
        "crates/front-c/src/lowering/declare.rs",
        "let ids = «skippable(self.unit, body)»;",
        "std::collections::BTreeSet::new()",
    ),
    made(
        "two objects lie as far apart as their offsets",
        "crates/front-c/src/lowering/values.rs",
        "let one = «self.one_object(&left, &right)»;",
        "ir::Condition::TRUE",
    ),
];

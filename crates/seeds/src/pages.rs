//! Mistakes in what the front end for PHP says of a page: what happens in it and is not written down.
//!
//! Each makes a page of the corpus, which a request exploits, one on which nothing is open.

use crate::mistake::{Mistake, Oracle};

/// A mistake that a page of the corpus must show.
const fn shown(file: &'static str, name: &'static str, place: &'static str, wrong: &'static str) -> Mistake {
    Mistake { name, file, place, wrong, oracle: CORPUS }
}

const CORPUS: Oracle = Oracle::of("verifier", "php_generated").only("is_what_its_first_line_says");
const ARGUMENTS: &str = "crates/front-php/src/lower/arguments.rs";
const ATTEMPTS: &str = "crates/front-php/src/lower/attempts.rs";
const BUFFERS: &str = "crates/front-php/src/lower/library/buffers.rs";
const CALLS: &str = "crates/front-php/src/lower/calls.rs";
const CLOSURES: &str = "crates/front-php/src/lower/closures.rs";
const EXPRESSIONS: &str = "crates/front-php/src/lower/expressions.rs";
const LOOKUP: &str = "crates/front-php/src/lower/lookup.rs";
const LOOPS: &str = "crates/front-php/src/lower/loops.rs";
const OBJECTS: &str = "crates/front-php/src/lower/objects.rs";
const SPECIAL: &str = "crates/front-php/src/lower/special.rs";
const STATEMENTS: &str = "crates/front-php/src/lower/statements.rs";
const UNMODELLED: &str = "crates/front-php/src/lower/library/unmodelled.rs";

pub(crate) const MISTAKES: &[Mistake] = &[
    shown(
        UNMODELLED,
        "a function of PHP leaves what it gets by reference as it was",
        "let value = lower.unknown_value(\"assigned\"); «lower.assign_place(place, value)»;",
        "drop(value)",
    ),
    shown(
        EXPRESSIONS,
        "a reference is taken for a copy",
        "&& let Some(cell) = self.reference_to(value) && «self.refer(target, cell)»",
        "{ let copy = self.behind(Value::Object(cell)); self.assign(target, copy); true }",
    ),
    shown(
        ARGUMENTS,
        "an argument by reference is taken for a copy",
        "if let Some(cell) = self.reference_to(argument) { «self.bind_cell(name, cell)»; return None; }",
        "{ let copy = self.behind(Value::Object(cell)); self.env.values.insert(name, copy); }",
    ),
    shown(
        ATTEMPTS,
        "what is done in the end is skipped",
        "self.join(ways); «self.block(finally)»; self.leave()",
        "()",
    ),
    shown(
        ATTEMPTS,
        "what PHP throws is caught by no clause that names a class",
        "if known.iter().all(|is_one| «*is_one == Some(false)») {",
        "*is_one != Some(true)",
    ),
    shown(
        OBJECTS,
        "static means the class that declares the method",
        "«this.or_else(|| frame.called.clone()).or_else(own)».unwrap_or_else(|| name.clone())",
        "own()",
    ),
    shown(CALLS, "promoted parameters are not assigned", "«self.promote(function, receiver.this)»;", "()"),
    shown(
        CLOSURES,
        "a closure sees what its variables become later",
        "let value = self.variable(name); «self.env.values.insert(place, value)»;",
        "{ let local = self.local(name); let cell = self.cell(&local); self.bind_cell(place, cell); Some(value) }",
    ),
    shown(
        LOOPS,
        "a walk by reference leaves no reference",
        "breaks.extend(self.end_turn()); } breaks.extend(self.leave()); self.dead = true; self.join(breaks); «true»",
        "{ self.unset(value); true }",
    ),
    shown(
        EXPRESSIONS,
        "what is asked for is set",
        "Some(condition) => «condition.negated()»,",
        "condition.or(Condition::TRUE)",
    ),
    shown(
        BUFFERS,
        "functions that are registered for the end do not run",
        "«lower.env.values.insert(AT_END.into(), Value::Array(list.into()))»;",
        "lower.env.values.get(AT_END).cloned()",
    ),
    shown(
        BUFFERS,
        "the callback of an output buffer does not run",
        "let result = if «callback == Value::Null» {",
        "true",
    ),
    shown(
        BUFFERS,
        "nothing handles exceptions that nothing catches",
        "«lower.env.values.insert(ON_EXCEPTION.into(), call.value(0))»;",
        "lower.env.values.get(ON_EXCEPTION).cloned()",
    ),
    shown(SPECIAL, "nothing is destroyed", "if «self.has_method(object, \"__destruct\")» {", "false"),
    shown(
        SPECIAL,
        "a global variable keeps its value when it is assigned as an element",
        "return «self.env.set(&global(&name), value.clone())»;",
        "()",
    ),
    shown(
        STATEMENTS,
        "a global variable is a local one",
        "let cell = self.cell(&there); «self.bind_cell(here, cell)»;",
        "()",
    ),
    shown(
        STATEMENTS,
        "a case does not fall through",
        "for ((_, body), mut entry) in cases.iter().zip(entries) { entry.extend(«self.leave()»);",
        "{ let left = self.leave();
         if let Some(turn) = self.frame().turns.last_mut() { turn.breaks.extend(left); } None }",
    ),
    shown(
        STATEMENTS,
        "a break leaves one loop",
        "let at = turns.len().checked_sub(«levels»);",
        "levels.min(1)",
    ),
    shown(
        STATEMENTS,
        "a static variable begins anew at every call",
        "if «self.env.get(&place).is_none()» { let value = default",
        "true",
    ),
    shown(
        OBJECTS,
        "a property that is not there is null whatever the class does",
        "None if «self.has_method(*id, \"__get\")» => {",
        "false",
    ),
    shown(OBJECTS, "a clone is the object itself", "Vec::new()); } «Value::Object(copy)»", "value.clone()"),
    shown(
        LOOKUP,
        "a method of a trait is not replaced",
        "class.traits.iter().filter(|used| «!is_replaced(used)»)",
        "true || !is_replaced(used)",
    ),
];

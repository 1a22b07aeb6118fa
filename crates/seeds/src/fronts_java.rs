//! Mistakes in the lowering of Java's instructions and in the models of its library.
//!
//! The JVM shows each: small programs are run on it, and the verdicts on them are compared with what happened.

use crate::mistake::{Mistake, Oracle};

const CORPUS: Oracle = Oracle::of("verifier", "java_generated").only("the_corpus");

pub(crate) const MISTAKES: &[Mistake] = &[
    Mistake {
        name: "finally does not run after an exception",
        file: "crates/front-java/src/walk/throw.rs",
        place: "handler.catches.as_deref().map_or(«Some(true)», |catches|",
        wrong: "Some(false)",
        oracle: CORPUS,
    },
    Mistake {
        name: "handlers are tried from the last to the first",
        file: "crates/front-java/src/walk/throw.rs",
        place: "for handler in «&at.method.code.handlers» {",
        wrong: "&*Box::leak(Box::new(at.method.code.handlers.iter().rev().cloned().collect::<Vec<_>>()))",
        oracle: CORPUS,
    },
    Mistake {
        name: "a call runs the method that it names, whatever overrides it",
        file: "crates/front-java/src/walk/calls.rs",
        place: "_ => «walker.class_of(state, way).unwrap_or_default()»,",
        wrong: "member.class.clone()",
        oracle: CORPUS,
    },
    Mistake {
        name: "a private method is overridden",
        file: "crates/front-java/src/walk/calls.rs",
        place: "let is_private = «self.classes.is_private(&member.class, &member.name, &member.descriptor)»;",
        wrong: "false",
        oracle: CORPUS,
    },
    Mistake {
        name: "sums of ints do not wrap",
        file: "crates/front-java/src/walk/arithmetic.rs",
        place: "Ok(self.wrapped(\"number\", expr, «width»))",
        wrong: "Width::Unbounded",
        oracle: CORPUS,
    },
    Mistake {
        name: "the amount of a shift is not masked",
        file: "crates/front-java/src/walk/arithmetic.rs",
        place: "Some(amount) => Linear::constant(«amount & (bits - 1)»),",
        wrong: "amount.clamp(0, 100)",
        oracle: CORPUS,
    },
    Mistake {
        name: "a remainder of Java is never negative",
        file: "crates/front-java/src/walk/arithmetic.rs",
        place: "Arith::Rem => «left.checked_rem(right)».unwrap_or(0),",
        wrong: "left.checked_rem_euclid(right)",
        oracle: CORPUS,
    },
    Mistake {
        name: "a conversion to a smaller integer keeps all bits",
        file: "crates/front-java/src/walk/arithmetic.rs",
        place: "let value = self.int(&value)?; Value::Int(self.wrapped(\"number\", IntExpr::Linear(value), «width»))",
        wrong: "Width::Unbounded",
        oracle: CORPUS,
    },
    Mistake {
        name: "a division by zero throws nothing",
        file: "crates/front-java/src/walk/arithmetic.rs",
        place: "self.throw_if(at, state, «zero.unwrap_or(Condition::FALSE)», ARITHMETIC)?;",
        wrong: "Condition::FALSE",
        oracle: CORPUS,
    },
    Mistake {
        name: "boxes of equal numbers are one object",
        file: "crates/front-java/src/walk/compare.rs",
        place: "(Way::Box(one, _), Way::Box(two, _)) if one == two => «self.emit.any_bool(\"same\")»,",
        wrong: "Condition::TRUE",
        oracle: CORPUS,
    },
    Mistake {
        name: "equal strings are one object",
        file: "crates/front-java/src/walk/compare.rs",
        place: "let open = «self.emit.any_bool(\"same\")»; Condition::test(Test::Equal(",
        wrong: "Condition::TRUE",
        oracle: CORPUS,
    },
    Mistake {
        name: "an index that is the length is inside",
        file: "crates/front-java/src/walk/objects.rs",
        place: "let above = «length.minus(index)».ok_or_else(large)?;",
        wrong: "length.minus(index).and_then(|left| left.plus(&Linear::constant(1)))",
        oracle: CORPUS,
    },
    Mistake {
        name: "a cast to another class throws nothing",
        file: "crates/front-java/src/walk/objects.rs",
        place: "self.throw_if(at, state, «fine.negated()», \"java/lang/ClassCastException\")?;",
        wrong: "Condition::FALSE",
        oracle: CORPUS,
    },
    Mistake {
        name: "a reference to nothing is never used",
        file: "crates/front-java/src/walk/step.rs",
        place: "self.throw_if(at, state, «reference.is_null()», \"java/lang/NullPointerException\")?;",
        wrong: "Condition::FALSE",
        oracle: CORPUS,
    },
    Mistake {
        name: "static initialisers do not run",
        file: "crates/front-java/src/walk/fields.rs",
        place: "Some(_) => «self.initialise_now(at, state, class)»,",
        wrong: "Ok(())",
        oracle: CORPUS,
    },
    Mistake {
        name: "interfaces are not initialised with a class",
        file: "crates/front-java/src/classes.rs",
        place: "before.extend(«interface.methods.iter().any(has_method).then(|| name.to_owned())»);",
        wrong: "None",
        oracle: CORPUS,
    },
    Mistake {
        name: "a lambda gets what it captured in another order",
        file: "crates/front-java/src/walk/lambdas.rs",
        place: "let mut given = «captured.to_vec()»;",
        wrong: "captured.iter().rev().cloned().collect()",
        oracle: CORPUS,
    },
    Mistake {
        name: "null has no text in a concatenation",
        file: "crates/front-java/src/walk/library_calls.rs",
        place: "let text = match way { Way::Null => «word(\"null\")», Way::Str(text) => text.clone(), Way::Box(",
        wrong: "word(\"\")",
        oracle: CORPUS,
    },
    Mistake {
        name: "the hash code of a first key is not computed",
        file: "crates/front-java/src/walk/collections/keyed.rs",
        place: "(«self.compares_own(state, key)» || self.may_change(state, key)",
        wrong: "false",
        oracle: CORPUS,
    },
    Mistake {
        name: "what an exception says is never code of the program",
        file: "crates/front-java/src/walk/throwables.rs",
        place: "(\"printStackTrace\", []) if !«self.words_are_own()» => return Ok(()),",
        wrong: "false",
        oracle: CORPUS,
    },
];

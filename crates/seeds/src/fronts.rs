//! Mistakes in what a front end says of a program: something that happens in it and is not written down.
//!
//! Runs on a machine of its own show what was forgotten of objects.

use crate::mistake::{Mistake, Oracle};

const TURNS: Oracle = Oracle::of("verifier", "objects").only("turn");
const ELEMENTS: Oracle = Oracle::of("verifier", "objects").only("elements");

pub(crate) const MISTAKES: &[Mistake] = &[
    Mistake {
        name: "what an object holds is forgotten at the end of a turn",
        file: "crates/front-java/src/state.rs",
        place: "left.extend(«self.left_by(object)»);",
        wrong: "Vec::new()",
        oracle: TURNS,
    },
    Mistake {
        name: "a store to an object that is not followed is forgotten",
        file: "crates/front-java/src/lowering/fields.rs",
        place: "Way::OneOf(_) | Way::Unknown(_) => «lowering.push(state, &key, &value)»,",
        wrong: "()",
        oracle: TURNS,
    },
    Mistake {
        name: "what elements begin as is forgotten",
        file: "crates/front-java/src/lowering/arrays.rs",
        place: "«self.push(state, &places::elements(&class), &Value::default(element))»;",
        wrong: "()",
        oracle: ELEMENTS,
    },
    Mistake {
        name: "elements that are followed are none of those that are read",
        file: "crates/front-java/src/lowering/arrays.rs",
        place: "«self.push_elements(state, id)»; let value = self.pull_element(",
        wrong: "()",
        oracle: ELEMENTS,
    },
];

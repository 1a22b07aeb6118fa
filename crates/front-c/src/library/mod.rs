//! The functions of the standard library that have no body in the source, as contracts.
//!
//! A contract claims what the function needs, changes the memory as it does, and gives its result. What the standard
//! leaves open is any value that what surrounds a run decides; what is not modelled is lost and said so. A function that is not
//! listed is left to the caller, who forgets everything that its arguments lead to.

use ir::emit::Emit;

use crate::memory::{Memory, Value};

/// A call, with its arguments converted to the types of the parameters, or promoted where there are none.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The function.
    pub name: &'a str,
    /// A name for the place and the calls around it, for the objects that are allocated here.
    pub site: &'a str,
    /// The arguments.
    pub arguments: &'a [Value],
}

/// What becomes of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It gives a value, converted to the type of the result.
    Returns(Value),
    /// It ends the run.
    Stops,
}

/// Calls a function of the library; none when it is not listed or its arguments are not of its types.
pub fn call(_emit: &mut Emit, _memory: &mut Memory, _request: &Request) -> Option<Outcome> {
    None
}

//! The definitions of all functions on lists.
//!
//! Each is total on the inputs that it is called with and has one result for them, so that both a test and its negation
//! are told exactly.

mod parts;
mod search;
mod machines;
pub(super) mod numerals;

use super::define::{Aux, Definition, Writer};
use super::shape::Strings;
use crate::system::HornSystem;

/// The definition of a function.
pub(super) fn define(system: &mut HornSystem, strings: &Strings, aux: Aux) -> Definition {
    // Machines are read while terms are made.
    let machines = match aux {
        Aux::Accepts(id) | Aux::Reaches(id) => machines::Machine::language(system, id),
        Aux::Apply(_, id) | Aux::Writes(id) => machines::Machine::function(system, id),
        Aux::Append(_)
        | Aux::Reverse(_)
        | Aux::Turn(_)
        | Aux::Length(_)
        | Aux::Drop(_)
        | Aux::Take(_)
        | Aux::Strip(_)
        | Aux::Contains(_)
        | Aux::Outermost(_)
        | Aux::Innermost(_)
        | Aux::Less
        | Aux::ReplaceAll
        | Aux::Repeat(_)
        | Aux::Number(..)
        | Aux::Digits(..) => machines::Machine::default(),
    };
    let writer = Writer::new(&mut system.terms, strings);
    match aux {
        Aux::Append(end) => parts::append(writer, end),
        Aux::Reverse(end) => parts::reverse(writer, end),
        Aux::Turn(end) => parts::turn(writer, end),
        Aux::Length(end) => parts::length(writer, end),
        Aux::Drop(end) => parts::drop(writer, end),
        Aux::Take(end) => parts::take(writer, end),
        Aux::Repeat(end) => parts::repeat(writer, end),
        Aux::Strip(end) => search::strip(writer, end),
        Aux::Contains(end) => search::contains(writer, end),
        Aux::Outermost(end) => search::outermost(writer, end),
        Aux::Innermost(end) => search::innermost(writer, end),
        Aux::Less => search::less(writer),
        Aux::ReplaceAll => search::replace_all(writer),
        Aux::Accepts(_) => machines::accepts(writer, &machines),
        Aux::Reaches(_) => machines::reaches(writer, &machines),
        Aux::Apply(end, id) => machines::apply(writer, &machines, (end, id)),
        Aux::Writes(_) => machines::writes(writer, &machines),
        Aux::Number(end, radix, signs) => numerals::number(writer, end, (radix, signs)),
        Aux::Digits(end, radix) => numerals::digits(writer, end, radix),
    }
}

//! Deliberate mistakes, and that the tests catch each of them.
//!
//! A test that cannot fail proves nothing. Here is a list of [mistakes](MISTAKES) of the kinds that occur, each at its
//! place in the code and with the test that must fail when it is made. The mistakes are not in the code: a copy of
//! the crates is made in which each stands beside what is right, behind a switch that only the copy has. So one build
//! serves all of them, and what a reader sees, and a user runs, has no switch.

mod mistake;
mod kernel;
mod meaning;
mod analysis;
mod trust;
mod fronts;
mod fronts_c;
mod pages;
mod plant;
mod suite;

pub use mistake::{Mistake, Oracle};
pub use plant::{Misplaced, located, plant};
pub use suite::{Caught, Suite};

/// All mistakes, by the layer of their place.
pub const MISTAKES: [&[Mistake]; 7] = [
    kernel::MISTAKES,
    meaning::MISTAKES,
    analysis::MISTAKES,
    trust::MISTAKES,
    fronts::MISTAKES,
    fronts_c::MISTAKES,
    pages::MISTAKES,
];

/// All mistakes with their numbers.
pub fn mistakes() -> impl Iterator<Item = (usize, &'static Mistake)> {
    MISTAKES.into_iter().flatten().enumerate()
}

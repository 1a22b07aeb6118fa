//! What objects hold that are not followed one by one: invariants of classes [HRS19 §3.1].
//!
//! Such an object is one of many: a loop made it, or ways met that know it differently. All of a class share one
//! [`Shape`] a field. A *push* is the moment at which a value gets into a field of one of them: a store, or, for all
//! of its fields at once, the moment at which an object is given up. A *pull* is a read: it gives any value of the
//! shape, and nothing else. That is sound when every push is within the shape, which the program demands: a push that
//! is not is a gap. For the first push in time that is not within its shape every pull before it gave what some push
//! had put there, so a run comes to that gap.
//!
//! Shapes are found from the outside, round by round: a program that only notes its pushes is analysed, what is pushed
//! makes the shapes larger, and so on until they suffice. Whoever finds them is not trusted.

use std::collections::{BTreeMap, BTreeSet};

use automata::Automaton;
use ir::{Label, Linear, StrTerm};

/// What a place may hold. The default is nothing: no value was pushed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Whether it may be null.
    pub null: bool,
    /// The least and the greatest number; those of `long` are no limits. A truth value is 0 or 1, a character its code.
    pub numbers: Option<(i128, i128)>,
    /// The strings, or the contents of a builder.
    pub text: Option<Automaton>,
    /// For the class of a box the least and the greatest number in it.
    pub boxes: BTreeMap<String, (i128, i128)>,
    /// The classes of the objects, none of which is followed.
    pub classes: BTreeSet<String>,
}

/// What is said of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// Nothing: it may hold any value of its type.
    Anything,
    /// That it holds only this.
    Only(Shape),
}

/// What a program does at its pushes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// It demands that they are within the shapes. A place without a shape may hold anything.
    #[default]
    Demand,
    /// It notes them, so that shapes can be found. A place without a shape holds nothing.
    Find,
}

/// What is said of all places, by their names: `Class.field`, and `elements`, `length`, `keys`, `values` and `content` in
/// the place of a field for arrays, collections and builders; of arrays and collections each place that makes them by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapInvariants {
    /// What the places hold.
    pub places: BTreeMap<String, Held>,
    /// What the program does at its pushes.
    pub purpose: Purpose,
    /// How many turns of a loop are walked that constants do not decide; none for all of them. With a limit the program has only
    /// some runs, those with many elements in collections, so that it can show a failing run and prove nothing.
    pub turns: Option<usize>,
}

/// A value that is pushed, or one of those that it may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Null.
    Null,
    /// A number: a constant or a variable.
    Number(Linear),
    /// A string or the content of a builder.
    Text(StrTerm),
    /// A box of a class with a number in it.
    Boxed(String, Linear),
    /// An object of a class.
    Object(String),
    /// Something that no shape describes.
    Other,
}

/// A push that a program notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pushed {
    /// The instruction at which it happens.
    pub at: Label,
    /// The place that gets a value.
    pub place: String,
    /// The value.
    pub part: Part,
}

/// The names of places that are no fields.
pub(crate) mod places {
    use crate::value::Name;

    /// All elements of the arrays of a class.
    pub(crate) fn elements(class: &str) -> Name {
        format!("{class}.elements").into()
    }

    /// The lengths of the arrays of a class.
    pub(crate) fn length(class: &str) -> Name {
        format!("{class}.length").into()
    }

    /// All keys of the maps, or elements of the sets, that one place makes.
    pub(crate) fn keys(class: &str) -> Name {
        format!("{class}.keys").into()
    }

    /// All values of the maps that one place makes.
    pub(crate) fn values(class: &str) -> Name {
        format!("{class}.values").into()
    }

    /// The contents of the builders of a class.
    pub(crate) fn content(class: &str) -> Name {
        format!("{class}.content").into()
    }

    /// Whether a name is that of all elements of some arrays of a class.
    pub(crate) fn holds_elements(name: &str, class: &str) -> bool {
        name.strip_prefix(class).is_some_and(|rest| rest.starts_with('.') && rest.ends_with(".elements"))
    }

    /// Whether a name is that of all elements of some arrays of references.
    pub(crate) fn holds_references(name: &str) -> bool {
        (name.starts_with("[L") || name.starts_with("[[")) && name.ends_with(".elements")
    }
}

//! The commands, a module each: from a question to what is printed and an exit code.
//!
//! `check` is the main one. `certificate` writes what it has proved, and `interpolants` belongs to `interpolate`.

pub(crate) mod certificate;
pub(crate) mod check;
pub(crate) mod certify;
pub(crate) mod compare;
pub(crate) mod explain;
pub(crate) mod lower;
pub(crate) mod horn;
pub(crate) mod lengths;
pub(crate) mod regex;
pub(crate) mod picture;
pub(crate) mod interpolants;
pub(crate) mod interpolate;
pub(crate) mod suites;

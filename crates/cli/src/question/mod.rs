//! What the user asks: the command line, its choices, and the settings of a project.
//!
//! `arguments` has a record for each command. `settings` reads `stringent.toml`, `solver` finds the solver that is named or
//! installed, and `language` reads the regular expressions of a question.

pub(crate) mod choices;
pub(crate) mod arguments;
pub(crate) mod language;
pub(crate) mod solver;
pub(crate) mod settings;

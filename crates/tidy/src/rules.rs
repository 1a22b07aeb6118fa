//! The rules, one a file, each a function from a tree to what it finds wrong there.
//!
//! A rule is named after what it asks for. It judges the whole tree at once, because some rules compare files. To
//! add one, write its file with a test that shows it can fail, and put it into [`ALL`].

pub mod banned;
pub mod citations;
pub mod command;
pub mod exactness;
pub mod file_length;
pub mod file_names;
pub mod function_length;
pub mod glossary;
pub mod layers;
pub mod links;
pub mod opening;
pub mod own_words;
pub mod portable;
pub mod reading_order;
pub mod recorded;
pub mod source_trees;
pub mod whitespace;

use crate::{Finding, Tree};

/// What every rule is.
pub type Rule = fn(&Tree) -> Vec<Finding>;

/// All rules.
pub const ALL: [Rule; 17] = [
    banned::check,
    citations::check,
    command::check,
    exactness::check,
    file_length::check,
    file_names::check,
    function_length::check,
    glossary::check,
    layers::check,
    links::check,
    opening::check,
    own_words::check,
    portable::check,
    reading_order::check,
    recorded::check,
    source_trees::check,
    whitespace::check,
];

//! The command line as a user meets it: what is printed where, which files appear, and the exit code.

mod attacks;
mod book;
mod collections;
mod command;
mod files;
mod assumptions;
mod c;
mod certify;
mod check;
mod failures;
mod faults;
mod formats;
mod horn;
mod hostile;
mod interpolate;
mod java;
mod jars;
mod lengths;
mod limits;
mod messages;
mod objects;
mod pages;
mod rule_pages;
mod regex;
mod sandbox;
mod steady;

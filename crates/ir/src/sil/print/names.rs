//! Names as they can be written: unique, and in backquotes where they are no plain words.
//!
//! Front ends may give two variables one name. A later one gets a number then, which is the only way in
//! which printing changes a name, but for procedures that are named like a function of the language.

use std::collections::BTreeSet;

use crate::program::{Procedure, Program, Variable};
use crate::sil::lexer::is_name_start;
use crate::sil::token::Keyword;
use crate::sil::{builtins, literal};

/// The names of a procedure's variables, as they are written.
pub(super) struct Names {
    strings: Vec<String>,
    integers: Vec<String>,
    booleans: Vec<String>,
}

impl Names {
    pub(super) fn of(procedure: &Procedure) -> Self {
        let mut taken = BTreeSet::new();
        let mut all =
            |names: &[String]| names.iter().map(|name| written(&unique(name, &mut taken))).collect();
        Names {
            strings: all(&procedure.strings),
            integers: all(&procedure.integers),
            booleans: all(&procedure.booleans),
        }
    }

    /// The name of a variable.
    pub(super) fn of_var(&self, variable: Variable) -> &str {
        match variable {
            Variable::Str(var) => &self.strings[var.index()],
            Variable::Int(var) => &self.integers[var.index()],
            Variable::Bool(var) => &self.booleans[var.index()],
        }
    }
}

/// A name for each procedure. The entry keeps its own, and no other is called `main`.
pub(super) fn unique_procedures(program: &Program) -> Vec<String> {
    let entry = program.entry.index();
    let mut taken: BTreeSet<String> = builtins::names().map(str::to_owned).collect();
    let own = program.procedures.get(entry).map(|procedure| unique(&procedure.name, &mut taken));
    taken.insert("main".to_owned());
    let names = program.procedures.iter().enumerate().map(|(index, procedure)| match &own {
        Some(own) if index == entry => own.clone(),
        Some(_) | None => unique(&procedure.name, &mut taken),
    });
    names.collect()
}

/// The name, with a number when it is taken; takes it.
fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2_u32..).map(|number| format!("{name}${number}"));
    let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken.contains(name));
    let free = free.expect("there are more numbers than names");
    taken.insert(free.clone());
    free
}

/// A name as it is written.
pub(super) fn written(name: &str) -> String {
    let is_plain = name.starts_with(is_name_start)
        && name.chars().all(|c| is_name_start(c) || c.is_ascii_digit())
        && Keyword::named(name).is_none();
    if is_plain { name.to_owned() } else { literal::quote_text(name, '`') }
}

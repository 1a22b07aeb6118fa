//! From the bytes of a file to a program, by the language that its name says.
//!
//! A page of PHP that does not parse is not verified: php would not run it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use verifier::php::{Config, Lowered};
use verifier::{Program, sil};
use verifier::{front_c, front_java};

use crate::c;
use crate::escape;
use crate::findings::source::Source;
use crate::page;
use crate::page::Site;
use crate::question::choices::{JavaChoices, PropertyName};
use crate::report::files;
use crate::report::text;

/// What a file means.
pub(crate) enum Read {
    /// A program of the small language.
    Program(Program),
    /// A page of PHP.
    Page(Box<Lowered>),
    /// A Java program.
    Java(Box<front_java::Lowered>),
    /// A source of C.
    C(Box<front_c::Lowered>),
}

impl Read {
    /// The program to verify.
    pub(crate) fn program(&self) -> &Program {
        match self {
            Read::Program(program) => program,
            Read::Page(page) => &page.program,
            Read::Java(java) => &java.program,
            Read::C(c) => &c.program,
        }
    }
}

/// The program that a file alone means, or why there is none.
pub(crate) fn program(source: &Source, bytes: &[u8]) -> Result<Program, String> {
    if c::is_c(Path::new(&source.name)) {
        let choices = JavaChoices { property: PropertyName::Both, ..JavaChoices::default() };
        return c::lower(source, bytes, (&choices, &BTreeMap::new())).map(|lowered| lowered.program);
    }
    let site = Site { roots: &[], included: &BTreeSet::new(), config: &Config::default() };
    match read(source, bytes, site)? {
        Read::Program(program) => Ok(program),
        Read::Page(page) => Ok(page.program),
        Read::Java(java) => Ok(java.program),
        Read::C(c) => Ok(c.program),
    }
}

/// What a file means with what it includes, or why it means nothing.
pub(crate) fn read(source: &Source, bytes: &[u8], site: Site<'_>) -> Result<Read, String> {
    if files::has_clauses(Path::new(&source.name)) {
        return Err("Horn clauses are no program: only check and horn read them".to_owned());
    }
    if files::is_page(Path::new(&source.name)) {
        return page(source, bytes, site);
    }
    let parsed = sil::parse(bytes, &source.name).map_err(|errors| text::syntax_errors(source, &errors))?;
    Ok(Read::Program(parsed))
}

fn page(source: &Source, bytes: &[u8], site: Site<'_>) -> Result<Read, String> {
    // What a page includes is found by names that are text; of another name no included file is looked for.
    let (name, roots) = match source.path().map(Path::to_str) {
        Some(Some(name)) => (name, site.roots),
        Some(None) | None => (source.name.as_str(), &[][..]),
    };
    let lowered = page::lower(name, bytes, Site { roots, ..site });
    let is_own =
        |diagnostic: &&verifier::php::tree::Diagnostic| diagnostic.is_syntax && diagnostic.span.file == 0;
    match lowered.diagnostics.iter().find(is_own) {
        Some(diagnostic) => {
            let place = source.place(diagnostic.span);
            Err(format!("it does not parse: {} at {place}", escape::text(&diagnostic.message)))
        }
        None => Ok(Read::Page(Box::new(lowered))),
    }
}

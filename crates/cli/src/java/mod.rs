//! Java: from paths to classes and entries.
//!
//! All classes below the given paths are one program, and each `main` in it, or the one entry that the user names, is
//! verified by itself. `compile` asks the user's `javac`, into a folder that is gone afterwards; `load` reads classes and jars; `replay` runs a failing run on
//! the real JVM, where the user asks for it. Else nothing of the program is run.

pub(crate) mod compile;
pub(crate) mod unrolling;
pub(crate) mod load;
pub(crate) mod replay;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use verifier::front_java::{
    self, Asked, Classes, HeapInvariants, Lowered, NoEntry, Question, Texts, source_of,
};
use verifier::{Claimed, Counterexample, Options, Program, Property, Verdict, java_inputs, lower_java};

use crate::escape;
use crate::findings::claimed;
use crate::findings::finding::{Finding, input};
use crate::findings::message::Included;
use crate::findings::source::Source;
use crate::machine::regular;
use crate::machine::sent::SentPath;
use crate::page::replay::Replayed;
use crate::question::choices::{JavaChoices, PropertyName};
use load::{Loaded, files_below};
use replay::{Jvm, Place};

/// How many lines are made up for a class whose source is not given.
const LINES: usize = 1 << 16;

/// Something to verify: an entry of a program.
pub(crate) struct Unit {
    /// The source of the entry, or the name that stands for it; escaped.
    pub(crate) name: String,
    /// Where the source lies, if it is given.
    pub(crate) path: Option<PathBuf>,
    /// The entry, `Class.method`.
    pub(crate) entry: String,
}

/// Whether a file belongs to a Java program, by its name.
pub(crate) fn is_java(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "java" || ending == "class" || ending == "jar")
}

/// The source files of classes, by the names that classes give them.
pub(crate) fn sources(classes: &Classes, paths: &[PathBuf]) -> Vec<(String, PathBuf)> {
    let mut files: BTreeMap<OsString, Vec<PathBuf>> = BTreeMap::new();
    for path in files_below(paths, "java") {
        files.entry(path.file_name().unwrap_or_default().to_owned()).or_default().push(path);
    }
    let mut sources: Vec<(String, PathBuf)> = Vec::new();
    let mut known = BTreeSet::new();
    for class in classes.all() {
        let name = source_of(class);
        let last = Path::new(&name).file_name().unwrap_or_default();
        if let Some(path) = files.get(last).into_iter().flatten().find(|path| path.ends_with(&name))
            && known.insert(name.clone())
        {
            sources.push((name, path.clone()));
        }
    }
    sources
}

/// What is verified of a program.
pub(crate) fn units(loaded: &Loaded, sources: &[(String, PathBuf)], choices: &JavaChoices) -> Vec<Unit> {
    let entries: Vec<(String, String)> = match &choices.entry {
        Some(entry) => vec![split(entry)],
        None => loaded.entries.clone(),
    };
    let unit = |(class, method): (String, String)| {
        let source = loaded.classes.get(&class).map_or_else(|| class.clone(), source_of);
        let path = sources.iter().find(|(name, _)| *name == source).map(|(_, path)| path.clone());
        let name = path.as_deref().map_or_else(|| escape::text(&source), escape::path);
        Unit { name, path, entry: format!("{class}.{method}") }
    };
    entries.into_iter().map(unit).collect()
}

/// That no class has a `main`, and a method that a run may begin with instead.
pub(crate) fn no_entry(classes: &Classes) -> String {
    let named = classes.all().find_map(|class| {
        let method = class.methods.iter().find(|method| !method.name.starts_with('<'))?;
        Some(format!("{}.{}", class.name.replace('/', "."), method.name))
    });
    let other = named.map(|name| format!("choose an entry, e.g. --entry {}", escape::text(&name)));
    format!("no main method; {}", other.as_deref().unwrap_or("no class has a method"))
}

/// The class, by its internal name, and the method of an entry as a user writes it.
pub(crate) fn split(entry: &str) -> (String, String) {
    let (class, method) = entry.rsplit_once('.').unwrap_or((entry, "main"));
    (class.replace('.', "/"), method.to_owned())
}

/// The text of a source, or as many empty lines as there may be.
pub(crate) fn text(path: Option<&Path>) -> Vec<u8> {
    let read = path.and_then(|path| regular::read(path, regular::MOST).ok());
    read.unwrap_or_else(|| vec![b'\n'; LINES])
}

/// A file that a program includes. What went away since, or is a class without its source, has no lines to show.
pub(crate) fn included(included: &Included) -> Source {
    let path = included.path.as_ref().map(SentPath::path);
    Source::new(included.name.clone(), &text(path.as_deref())).lying_at(path)
}

/// Lowers the entry that was chosen.
pub(crate) fn lower(
    paths: &[PathBuf],
    choices: &JavaChoices,
    options: &Options,
) -> Result<(Lowered, Vec<Included>), String> {
    lower_by(paths, choices, &|classes, texts, question| lower_java(classes, texts, question, options))
}

/// Lowers the entry that was chosen with its loops unrolled a bounded number of times: a program that can only show failing runs.
pub(crate) fn lower_few(paths: &[PathBuf], choices: &JavaChoices, turns: usize) -> Result<Lowered, String> {
    let invariants = HeapInvariants { turns: Some(turns), ..HeapInvariants::default() };
    let (lowered, _) = lower_by(paths, choices, &|classes, texts, question| {
        front_java::lower_with(classes, texts, question, &invariants)
    })?;
    Ok(lowered)
}

/// How an entry is lowered.
type Lowering<'a> = dyn Fn(&Classes, &Texts, &Question) -> Result<Lowered, NoEntry> + 'a;

fn lower_by(
    paths: &[PathBuf],
    choices: &JavaChoices,
    lowering: &Lowering<'_>,
) -> Result<(Lowered, Vec<Included>), String> {
    let Loaded { classes, entries, unread, too_large, .. } = load::load(paths);
    if let Some((name, why)) = unread.iter().chain(&too_large).next() {
        return Err(format!("{name} cannot be read: {why}"));
    }
    let entry = match &choices.entry {
        Some(entry) => split(entry),
        None => entries.last().cloned().ok_or_else(|| no_entry(&classes))?,
    };
    let sources = sources(&classes, paths);
    let texts: Texts = sources
        .iter()
        .filter_map(|(name, path)| Some((name.clone(), regular::read_text(path).ok()?)))
        .collect();
    let property = match choices.property {
        PropertyName::Usual | PropertyName::Assert => front_java::Property::Assertions,
        PropertyName::Exceptions => front_java::Property::Exceptions,
        PropertyName::Memory | PropertyName::Overflow => {
            return Err("a property of memory or overflow is one of C programs".to_owned());
        }
        PropertyName::Both => front_java::Property::Both,
    };
    let (class, method) = entry;
    let question = Question { class, method, property, null_inputs: choices.null_inputs };
    let lowered = lowering(&classes, &texts, &question).map_err(|why| escape::text(&why.0))?;
    let path_of = |name: &String| {
        let known = sources.iter().find(|(known, _)| known == name);
        let shown = known.map_or_else(|| escape::text(name), |(_, path)| escape::path(path));
        Included { name: shown, path: known.map(|(_, path)| SentPath::from(path)) }
    };
    let files = lowered.program.files.iter().map(path_of).collect();
    Ok((lowered, files))
}

/// The program of the last `main` of a file of Java or of a folder of classes.
pub(crate) fn program(path: &Path) -> Result<Program, String> {
    let compiled = match path.extension() {
        Some(ending) if ending == "java" => {
            Some(compile::compile(&[path.to_owned()], &compile::Room::default())?)
        }
        _ => None,
    };
    let folder = compiled.as_ref().map_or(path, |compiled| &compiled.folder).to_owned();
    let (lowered, _) = lower(&[folder, path.to_owned()], &JavaChoices::default(), &Options::default())?;
    Ok(lowered.program)
}

/// An entry that is being verified.
pub(crate) struct Asking<'a> {
    pub(crate) lowered: &'a Lowered,
    pub(crate) claimed: &'a Claimed<'a>,
    pub(crate) source: &'a Source,
    pub(crate) options: &'a Options,
    /// Where violations are run again, if they are.
    pub(crate) jvm: Option<&'a Jvm>,
}

/// A finding with its answer, when everything that it depends on is known.
pub(crate) fn answered(
    finding: Finding,
    property: &Property,
    asking: &Asking<'_>,
    all: Option<&[Property]>,
) -> Option<Finding> {
    let Asking { claimed, source, options, .. } = asking;
    match property.checked.verdict() {
        Verdict::Violated(run) => {
            let answered = finding.answered(property, (claimed.program, source), options);
            Some(violated(answered, run, asking))
        }
        Verdict::Proved | Verdict::Unreachable | Verdict::Rechecked(_) | Verdict::Unknown(_) => {
            claimed::answered(finding, property, (claimed, source), (options, all))
        }
    }
}

/// A violation with what the outside gives, by its names; one that needs something unknown only when the JVM confirms it.
fn violated(mut finding: Finding, run: &Counterexample, asking: &Asking<'_>) -> Finding {
    let Asking { lowered, claimed, source, jvm, .. } = asking;
    let given = java_inputs(lowered, run);
    finding.inputs = given
        .iter()
        .map(|(asked, value)| {
            let mut input = input(value, &lowered.program);
            input.asked = Some(asked_text(asked));
            input
        })
        .collect();
    let replayed = jvm.as_ref().map(|jvm| {
        let span = finding.span();
        let name = Path::new(&source.file(span).name).file_name().unwrap_or_default().to_string_lossy();
        jvm.replay(&given, &Place { file: &name, line: source.line(span) })
    });
    finding.replay = replayed.as_ref().map(|replayed| match replayed {
        Replayed::Confirmed => "confirmed by the real JVM".to_owned(),
        Replayed::NotConfirmed(why) => format!("not confirmed by the real JVM: {}", escape::text(why)),
        Replayed::Failed(why) => format!("not replayed: {}", escape::text(why)),
    });
    if let Some(Replayed::NotConfirmed(why)) = &replayed {
        return claimed::refuted(finding, why);
    }
    if claimed.is_in_doubt(run) && replayed != Some(Replayed::Confirmed) {
        return claimed::undecided(
            finding,
            "a failing run needs a value of which nothing is known",
            "see what is approximated with --verbose, or run it with --replay",
        );
    }
    finding
}

/// What the outside was asked for, in words.
fn asked_text(asked: &Asked) -> String {
    match asked {
        Asked::Call(name) => escape::text(name),
        Asked::Argument(number) => format!("argument {}", number + 1),
        Asked::IsThere(number) => format!("whether argument {} is not null", number + 1),
        Asked::Count(number) => format!("length of argument {}", number + 1),
        Asked::Element(number, at) => format!("element {at} of argument {}", number + 1),
    }
}

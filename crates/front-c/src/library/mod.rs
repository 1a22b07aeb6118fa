//! The functions of the standard library that have no body in the source, as contracts.
//!
//! A contract claims what the function needs, changes the memory as it does, and gives its result. What the standard
//! leaves open is any value that what surrounds a run decides; what is not modelled is lost. A function that is not
//! listed is left to the caller, who forgets everything that its arguments lead to.

mod call;
mod copies;
mod searches;
mod compares;
mod allocations;
mod format;
mod printing;
mod inputs;
mod streams;
mod numbers;
mod tokens;
mod scanned;
mod scanning;
mod regions;
mod within;
mod characters;

use ir::Action;
use ir::emit::Emit;

use crate::memory::{Content, Memory, Value};

pub use call::{Call, Outcome, Request};
pub use characters::{OUTSIDE, condition, domain};
pub use streams::standard;

/// A contract. None when the arguments are not of its types; what was written by then are claims that hold of the
/// call anyway, and assignments of variables that nothing uses.
type Contract = fn(&mut Call) -> Option<Outcome>;

/// Calls a function of the library; none when it is not listed or its arguments are not of its types.
pub fn call(emit: &mut Emit, memory: &mut Memory, request: &Request) -> Option<Outcome> {
    let contract = contract(plain(request.name))?;
    let Request { name, site, elements, arguments } = *request;
    contract(&mut Call { emit, memory, name: plain(name), site, elements, arguments })
}

/// Whether a function is listed.
pub fn is_listed(name: &str) -> bool {
    contract(plain(name)).is_some()
}

/// An argument through which a function leaves a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// The one with this number, at which there is a pointer before: the contract takes that for its argument.
    Moved(usize),
    /// The one with this number, unless it is null.
    Set(usize),
}

/// Through which argument a function leaves a pointer, if it does.
pub fn leaving(name: &str) -> Option<Leaving> {
    match plain(name) {
        "strsep" | "getline" | "getdelim" => Some(Leaving::Moved(0)),
        "strtok_r" => Some(Leaving::Moved(2)),
        "strtol" | "strtoll" | "strtoul" | "strtoull" => Some(Leaving::Set(1)),
        _ => None,
    }
}

/// Whether a function gives an object of its own, each time another one.
pub fn begins(name: &str) -> bool {
    let streams = ["fopen", "fdopen", "popen", "tmpfile"];
    let texts = ["strdup", "strndup", "getenv", "getline", "getdelim"];
    let sizes = ["malloc", "calloc", "realloc", "reallocf", "alloca"];
    streams.iter().chain(&texts).chain(&sizes).any(|listed| *listed == plain(name))
}

/// Whether a function gives its first argument back.
pub fn ends(name: &str) -> bool {
    ["free", "realloc", "reallocf"].contains(&plain(name))
}

/// Whether a function gives a value of its own and touches nothing that a source can name.
pub fn gives_alone(name: &str) -> bool {
    let alone = [
        "getchar", "getc", "fgetc", "rand", "random", "getpid", "clock", "malloc", "calloc", "alloca", "abs",
        "isatty", "sleep", "usleep",
    ];
    let name = plain(name);
    alone.contains(&name) || characters::TABLE.iter().any(|(listed, _)| *listed == name)
}

/// Whether a function writes nothing that its arguments lead to.
pub fn only_reads(name: &str) -> bool {
    let readers = [
        searches::TABLE,
        compares::TABLE,
        allocations::TABLE,
        streams::TABLE,
        numbers::TABLE,
        characters::TABLE,
    ];
    let printers = [
        "printf",
        "fprintf",
        "dprintf",
        "puts",
        "fputs",
        "perror",
        "putchar",
        "putc",
        "fputc",
        "fputs_unlocked",
        "putc_unlocked",
        "putchar_unlocked",
    ];
    let name = plain(name);
    let is_reader = readers.into_iter().flatten().any(|(listed, _)| *listed == name);
    is_reader || printers.contains(&name) || regions::only_reads(name)
}

/// Whether a function writes nothing but what its first argument leads to.
pub fn writes_first(name: &str) -> bool {
    let printers = ["sprintf", "snprintf"];
    let copying = ["memcpy", "memmove", "mempcpy", "memset", "bzero", "explicit_bzero", "memccpy"];
    let strings = ["strcpy", "strncpy", "stpcpy", "stpncpy", "strcat", "strncat", "strlcpy", "strlcat"];
    printers.iter().chain(&copying).chain(&strings).any(|listed| *listed == plain(name))
}

/// Whether one of some arguments is a format that has a value written into another.
pub fn writes_count(memory: &Memory, arguments: &[Value]) -> bool {
    arguments.iter().any(|argument| {
        let Value::Pointer(pointer) = argument else { return false };
        pointer.targets.iter().any(|object| match memory.buffer(*object).map(|buffer| &buffer.content) {
            Some(Content::Literal(word)) => {
                let bytes: Vec<u8> = word.iter().map(|&symbol| symbol as u8).collect();
                format::counts(&bytes)
            }
            Some(Content::Text(_) | Content::Unknown) | None => false,
        })
    })
}

/// The names that have contracts, for tests.
pub fn listed() -> impl Iterator<Item = &'static str> {
    tables().into_iter().flatten().map(|(name, _)| *name)
}

/// A name without what compilers put around it.
pub fn plain(name: &str) -> &str {
    let before = ["__builtin_", "__isoc99_", "__isoc23_"];
    let name = before.iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
    let fortified = name.strip_prefix("__").and_then(|name| name.strip_suffix("_chk"));
    fortified.filter(|name| !name.contains("printf")).unwrap_or(name)
}

fn contract(name: &str) -> Option<Contract> {
    let found = tables().into_iter().flatten().find(|(listed, _)| *listed == name);
    let by_row: Contract = regions::by_row;
    found.map(|(_, contract)| *contract).or(regions::has(name).then_some(by_row))
}

/// A part of the library: names and contracts.
type Table = &'static [(&'static str, Contract)];

fn tables() -> [Table; 13] {
    [
        copies::TABLE,
        searches::TABLE,
        compares::TABLE,
        allocations::TABLE,
        printing::TABLE,
        inputs::TABLE,
        streams::TABLE,
        numbers::TABLE,
        tokens::TABLE,
        scanning::TABLE,
        characters::TABLE,
        within::TABLE,
        ENDS,
    ]
}

/// Functions that do not come back.
const ENDS: Table = &[("exit", end), ("_exit", end), ("abort", end), ("quick_exit", end)];

#[expect(clippy::unnecessary_wraps, reason = "a contract may be without a result")]
fn end(call: &mut Call) -> Option<Outcome> {
    call.emit.push(Action::Halt);
    Some(Outcome::Stops)
}

/// The value of a function without result.
fn nothing() -> Outcome {
    Outcome::Returns(Value::None)
}

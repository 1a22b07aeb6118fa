//! Certificates as files: text in lines and words, described in `docs/certificates.md`.
//!
//! A file holds the program that it is about, so that a checker needs nothing else, and then the tables and facts of the
//! certificate. What is written is read back as the same certificate, and the same certificate is always written as
//! the same bytes. Reading trusts nothing: everything is bounded by limits while it is read, and what is wrong is said
//! with its line.

mod reader;
mod terms;
mod tables;
mod program;
mod cases;

use std::fmt::Write as _;

use ir::Program;

pub use reader::FileError;

use crate::facts::Certificate;
use cases::{Counts, Pools, Reader};
use reader::{Line, Lines};
use tables::Pool;
use terms::number;

/// The version of the format that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// The first words of every certificate file.
const MAGIC: &str = "stringent certificate";

/// The largest file that is read, in bytes.
pub const MOST_BYTES: usize = 256 << 20;

/// How much of everything a file may still have.
struct Limits {
    /// States and nodes of all tables.
    states: usize,
    labels: usize,
    cases: usize,
    /// Claims after the first one.
    claims: usize,
    /// Places for facts of variables, in all cases.
    slots: usize,
    /// Tracks of one table.
    tracks: usize,
}

impl Limits {
    const START: Limits = Limits {
        states: 5_000_000,
        labels: 200_000,
        cases: 500_000,
        claims: 999,
        slots: 20_000_000,
        tracks: 64,
    };

    fn claim(&mut self, line: usize) -> Result<(), FileError> {
        let left = self.claims.checked_sub(1);
        self.claims = left.ok_or_else(|| FileError::new(line, "too many claims"))?;
        Ok(())
    }

    fn state(&mut self, line: &Line<'_>) -> Result<(), FileError> {
        self.states =
            self.states.checked_sub(1).ok_or_else(|| line.error("the tables have too many states"))?;
        Ok(())
    }

    fn slots(&mut self, line: usize, slots: usize) -> Result<(), FileError> {
        let left = self.slots.checked_sub(slots);
        self.slots = left.ok_or_else(|| FileError::new(line, "too many cases of too many variables"))?;
        Ok(())
    }
}

/// Lines with their numbers.
type Numbered<'a> = Vec<(usize, &'a str)>;

/// A certificate file that was read: what it claims, and the program that it says it is about.
#[derive(Clone, Debug)]
pub struct Read<'a> {
    /// What is claimed, each claim by itself.
    pub claims: Vec<Certificate>,
    /// The lines of the program, each with its number.
    program: Numbered<'a>,
}

/// Writes a certificate of a program without calls.
pub fn write(program: &Program, certificate: &Certificate) -> String {
    write_all(program, [certificate])
}

/// Writes several certificates of a program without calls, each a claim by itself.
pub fn write_all<'c>(program: &Program, claims: impl IntoIterator<Item = &'c Certificate>) -> String {
    let mut text = format!("{MAGIC} {VERSION}\n{}", program::write(program));
    claims.into_iter().for_each(|claim| write_claim(&mut text, claim));
    text + "end\n"
}

fn write_claim(text: &mut String, certificate: &Certificate) {
    let mut pools = Pools { words: Pool::new(), numbers: Pool::new() };
    let mut cases = String::new();
    for (label, of_label) in certificate.labels.iter().enumerate() {
        let _ = writeln!(cases, "at {label}");
        of_label.iter().for_each(|facts| cases::write(&mut cases, facts, &mut pools));
    }
    text.push_str("facts\n");
    for (number, table) in pools.words.tables.iter().enumerate() {
        tables::words(text, &format!("words {number}"), table);
    }
    for (number, table) in pools.numbers.tables.iter().enumerate() {
        tables::numbers(text, &format!("numbers {} {number}", table.tracks()), table);
    }
    text.push_str(&cases);
}

/// Reads a certificate file.
///
/// # Errors
/// The first thing that is wrong, with its line.
pub fn read(bytes: &[u8]) -> Result<Read<'_>, FileError> {
    if bytes.len() > MOST_BYTES {
        return Err(FileError::new(1, format!("the file has more than {MOST_BYTES} bytes")));
    }
    let line_of = |at: usize| bytes[..at].split(|&byte| byte == b'\n').count();
    let text = std::str::from_utf8(bytes)
        .map_err(|error| FileError::new(line_of(error.valid_up_to()), "the file is not text"))?;
    let mut lines = Lines::new(text);
    version(&mut lines)?;
    let (program, counts) = program_lines(&mut lines)?;
    let (mut limits, mut claims) = (Limits::START, Vec::new());
    // The line `facts` of the first one stands after the program and was read with it.
    loop {
        let (words, numbers) = tables::read(&mut lines, &mut limits)?;
        let reader = Reader { counts, words: &words, numbers: &numbers };
        claims.push(labels(&mut lines, &reader, &mut limits)?);
        let Some(next) = lines.take("facts") else { break };
        next.end()?;
        limits.claim(lines.number())?;
    }
    lines.expect("end")?.end()?;
    if !lines.is_at_end() {
        return Err(lines.unexpected("the end of the file"));
    }
    Ok(Read { claims, program })
}

fn version(lines: &mut Lines<'_>) -> Result<(), FileError> {
    let found = lines.raw().and_then(|line| line.strip_prefix(MAGIC)?.strip_prefix(' '));
    let Some(found) = found else { return Err(FileError::new(1, "this is no certificate of stringent")) };
    if number(found) != Some(VERSION) {
        let found = if found.len() <= 9 && number::<u32>(found).is_some() { found } else { "another one" };
        return Err(FileError::new(
            1,
            format!("the certificate has version {found}, and {VERSION} is read here"),
        ));
    }
    Ok(())
}

/// The lines up to `facts`, and the numbers of variables that they state.
fn program_lines<'a>(lines: &mut Lines<'a>) -> Result<(Numbered<'a>, Counts), FileError> {
    let (mut program, mut counts) = (Vec::new(), None);
    while lines.take("facts").is_none() {
        if let Some(mut line) = lines.clone().take("variables") {
            let mut count =
                || line.word("a number of variables", |word| number::<u32>(word).map(|n| n as usize));
            let (strings, _, booleans) = (count()?, count()?, count()?);
            counts = Some(Counts { strings, booleans });
        }
        let Some(line) = lines.raw() else { return Err(lines.unexpected("a line with `facts`")) };
        program.push((lines.number(), line));
    }
    let counts =
        counts.ok_or_else(|| FileError::new(lines.number(), "the program has no line `variables`"))?;
    Ok((program, counts))
}

fn labels(lines: &mut Lines<'_>, reader: &Reader<'_>, limits: &mut Limits) -> Result<Certificate, FileError> {
    let mut labels = Vec::new();
    while let Some(mut line) = lines.take("at") {
        let what = format!("the label {}", labels.len());
        line.word(&what, |word| number::<usize>(word).filter(|&label| label == labels.len()))?;
        line.end()?;
        if labels.len() == limits.labels {
            return Err(FileError::new(lines.number(), "too many labels"));
        }
        let mut cases = Vec::new();
        while let Some(line) = lines.take("case") {
            line.end()?;
            let left = limits.cases.checked_sub(1);
            limits.cases = left.ok_or_else(|| FileError::new(lines.number(), "too many cases"))?;
            cases.push(reader.case(lines, limits)?);
        }
        labels.push(cases);
    }
    Ok(Certificate { labels })
}

impl Read<'_> {
    /// Whether the program of the file is this one, which has no calls.
    ///
    /// # Errors
    /// The first line that differs.
    pub fn is_about(&self, program: &Program) -> Result<(), FileError> {
        let expected = program::write(program);
        let mut lines = expected.lines();
        for &(number, found) in &self.program {
            let wanted = lines.next();
            if wanted != Some(found) {
                let place = wanted.map_or("its end".to_owned(), |line| format!("{:?}", beginning(line)));
                return Err(FileError::new(number, format!("the program here differs, which has {place}")));
            }
        }
        let after = self.program.last().map_or(1, |&(number, _)| number);
        lines.next().map_or(Ok(()), |line| {
            Err(FileError::new(after, format!("the program here goes on with {:?}", beginning(line))))
        })
    }
}

/// As much of a line as says which it is.
fn beginning(line: &str) -> String {
    line.chars().take(60).collect()
}

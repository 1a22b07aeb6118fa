//! The copy of the crates in which every mistake stands beside what is right.
//!
//! `right` becomes `(if mistake(7) { wrong } else { right })`. The function is added to `automata`, which all crates
//! use, and reads the number of the one mistake that is made from the environment. A file that is as it was is not
//! written again, so that a second build is short.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;

use crate::mistake::Mistake;

/// The environment variable that has the number of the mistake.
pub(crate) const SWITCH: &str = "STRINGENT_MISTAKE";

/// What the copy of `automata` has besides.
const ASKED: &str = "
/// Whether the mistake of this number is made.
pub fn mistake(number: usize) -> bool {
    static MADE: std::sync::OnceLock<Option<usize>> = std::sync::OnceLock::new();
    *MADE.get_or_init(|| std::env::var(\"STRINGENT_MISTAKE\").ok()?.parse().ok()) == Some(number)
}
";

/// A mistake whose place is not there once, and how often it is there.
#[derive(Clone, Copy, Debug)]
pub struct Misplaced {
    /// The mistake.
    pub mistake: &'static str,
    /// How often its place occurs in its file.
    pub times: usize,
}

/// Copies the crates and the examples from `root` to `copy`, with the mistakes planted.
///
/// # Errors
/// When a file cannot be read or written.
///
/// # Panics
/// If a mistake has no place.
pub fn plant(root: &Path, copy: &Path, mistakes: &[(usize, &'static Mistake)]) -> io::Result<()> {
    let mut paths = ["Cargo.toml", "Cargo.lock", "crates", "examples"].map(str::to_owned).to_vec();
    while let Some(path) = paths.pop() {
        let from = root.join(&path);
        if from.is_dir() {
            for entry in fs::read_dir(from)? {
                paths.push(format!("{path}/{}", entry?.file_name().to_string_lossy()));
            }
            continue;
        }
        let bytes = fs::read(from)?;
        let here: Vec<_> = mistakes.iter().copied().filter(|(_, mistake)| mistake.file == path).collect();
        let bytes = if here.is_empty() { bytes } else { planted(&text(bytes), &here).into_bytes() };
        let is_root = path == "crates/automata/src/lib.rs";
        let bytes = if is_root { format!("{}{ASKED}", text(bytes)).into_bytes() } else { bytes };
        write_if_new(&copy.join(path), &bytes)?;
    }
    Ok(())
}

/// Where in a text the part that a mistake replaces stands.
///
/// # Errors
/// When its place does not occur exactly once.
pub fn located(text: &str, mistake: &Mistake) -> Result<Range<usize>, Misplaced> {
    let dense = |text: &str| -> Vec<(usize, char)> {
        text.char_indices().filter(|(_, character)| !character.is_whitespace()).collect()
    };
    let place: Vec<char> = dense(mistake.place).into_iter().map(|(_, character)| character).collect();
    let begin = place.iter().position(|&character| character == '«').expect("a place has a part");
    let end = place.iter().position(|&character| character == '»').expect("the part has an end") - 1;
    let sought: Vec<char> = place.into_iter().filter(|character| !"«»".contains(*character)).collect();
    let text = dense(text);
    let fits = |at: &usize| sought.iter().zip(&text[*at..]).all(|(sought, (_, here))| sought == here);
    let found: Vec<usize> = (0..=text.len().saturating_sub(sought.len())).filter(fits).collect();
    match found[..] {
        [at] => {
            let (last, character) = text[at + end - 1];
            Ok(text[at + begin].0..last + character.len_utf8())
        }
        _ => Err(Misplaced { mistake: mistake.name, times: found.len() }),
    }
}

/// A text with its mistakes, from the last to the first so that places stay where they are.
fn planted(text: &str, mistakes: &[(usize, &'static Mistake)]) -> String {
    let place = |&(number, mistake): &(usize, &'static Mistake)| {
        let range = located(text, mistake).unwrap_or_else(|misplaced| panic!("{misplaced:?}"));
        (range.start, range.end, number, mistake)
    };
    let mut places: Vec<_> = mistakes.iter().map(place).collect();
    places.sort_by_key(|&(start, ..)| std::cmp::Reverse(start));
    let mut text = text.to_owned();
    for (start, end, number, mistake) in places {
        let asked = if mistake.file.starts_with("crates/automata/") { "crate" } else { "::automata" };
        let right = &text[start..end];
        let both = format!("(if {asked}::mistake({number}) {{ {} }} else {{ {right} }})", mistake.wrong);
        text.replace_range(start..end, &both);
    }
    text
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("sources are UTF-8")
}

fn write_if_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().expect("a file is in a folder"))?;
    fs::write(path, bytes)
}

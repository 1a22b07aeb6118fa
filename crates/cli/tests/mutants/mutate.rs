//! Mutants of texts and of bytes.
//!
//! A text is a list of tokens: names, numbers, strings, spaces and single characters. A mutant has one or two changes, each
//! of which mostly leaves the grammar alone, and often the sorts: a name for one between the same tokens, a number for a
//! number, a group in brackets for another one after the same token, a whole line again or left out unless it declares
//! something, a line of another seed. One change in twenty damages bytes.

use std::fs;
use std::path::Path;

/// Numbers that look like chance and are the same in every run.
pub(crate) struct Chance(u64);

impl Chance {
    /// Begins with a name.
    pub(crate) fn new(name: &str) -> Chance {
        let hash = name.bytes().fold(0x9e37_79b9_7f4a_7c15_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Chance(hash | 1)
    }

    /// A number below another, which is not 0.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { all.get(self.below(all.len())) }
    }
}

/// Files that mutants are made of.
pub(crate) struct Seeds {
    files: Vec<Vec<u8>>,
    is_text: bool,
}

impl Seeds {
    /// Texts.
    pub(crate) fn texts<T: Into<Vec<u8>>>(texts: impl IntoIterator<Item = T>) -> Seeds {
        Seeds { files: texts.into_iter().map(Into::into).collect(), is_text: true }
    }

    /// Anything else.
    pub(crate) fn bytes(files: Vec<Vec<u8>>) -> Seeds {
        Seeds { files, is_text: false }
    }

    /// The files of folders that have an ending.
    pub(crate) fn in_folders(folders: &[&str], ending: &str) -> Seeds {
        let mut paths = Vec::new();
        for folder in folders {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(folder);
            let entries = fs::read_dir(&folder).expect("the examples are there").flatten();
            let has_ending = |path: &Path| path.extension().is_some_and(|known| known == ending);
            paths.extend(entries.map(|entry| entry.path()).filter(|path| has_ending(path)));
        }
        paths.sort();
        Seeds::texts(paths.iter().map(|path| fs::read(path).expect("the examples can be read")))
    }

    /// The next mutant.
    pub(crate) fn mutant(&self, chance: &mut Chance) -> Vec<u8> {
        let (seed, other) = (chance.below(self.files.len()), chance.below(self.files.len()));
        let mut file = self.files[seed].clone();
        for _ in 0..=chance.below(4) / 3 {
            let is_damaged = !self.is_text || chance.below(20) == 0;
            if is_damaged {
                damage(&mut file, chance);
            } else {
                let (text, other) =
                    (String::from_utf8_lossy(&file), String::from_utf8_lossy(&self.files[other]));
                file = changed(&text, &other, chance).into_bytes();
            }
        }
        file
    }
}

/// Changes a byte, repeats a part, or cuts one out.
fn damage(file: &mut Vec<u8>, chance: &mut Chance) {
    if file.is_empty() {
        return;
    }
    let at = chance.below(file.len());
    let end = (at + 1 + chance.below(16)).min(file.len());
    match chance.below(5) {
        0 => file[at] ^= 1 << chance.below(8),
        1 => file[at] = [0, 1, 0x7f, 0x80, 0xff][chance.below(5)],
        2 => drop(file.drain(at..end)),
        3 => {
            let part = file[at..end].to_vec();
            file.splice(at..at, part);
        }
        _ => file.truncate(at),
    }
}

/// What a token is; one of the same kind can stand in its place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Name,
    Number,
    Text,
    Compare,
    Space,
    Other,
}

fn kind(token: &str) -> Kind {
    let first = token.chars().next().unwrap_or(' ');
    match first {
        '"' | '\'' if token.len() > 1 => Kind::Text,
        _ if first.is_ascii_digit() => Kind::Number,
        _ if first.is_alphabetic() || first == '_' || first == '$' => Kind::Name,
        _ if ["==", "!=", "<=", ">=", "<", ">"].contains(&token) => Kind::Compare,
        _ if first.is_whitespace() => Kind::Space,
        _ => Kind::Other,
    }
}

/// The tokens of a text, which make it up again.
fn tokens(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let until = |end: fn(char) -> bool| rest.find(end).unwrap_or(rest.len());
        let length = match first {
            '"' | '\'' => quoted(rest, first),
            _ if is_name(first) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            _ if first.is_whitespace() => until(|c| !c.is_whitespace()),
            '=' | '!' | '<' | '>' if rest[1..].starts_with('=') => 2,
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        all.push(token);
        rest = after;
    }
    all
}

/// How long a string is that a text begins with; one character when it does not end on its line.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => break,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    1
}

/// A text with one change that mostly leaves its grammar alone.
fn changed(text: &str, other: &str, chance: &mut Chance) -> String {
    match chance.below(20) {
        0..=9 => with_token(text, other, chance),
        10..=13 => with_group(text, chance),
        14..=16 => with_line(text, text, chance),
        17 => with_line(text, other, chance),
        _ => without_line(text, chance),
    }
}

/// A token replaced by another of its kind.
fn with_token(text: &str, other: &str, chance: &mut Chance) -> String {
    const NUMBERS: [&str; 8] =
        ["0", "1", "2", "255", "65536", "2147483647", "4294967296", "9223372036854775807"];
    let mut all = tokens(text);
    let changeable: Vec<usize> =
        (0..all.len()).filter(|&at| !matches!(kind(all[at]), Kind::Space | Kind::Other)).collect();
    let Some(&at) = chance.of(&changeable) else { return text.to_owned() };
    let wanted = kind(all[at]);
    // Names come from the same text, where they are declared, and from a place that is like this one.
    let around = |at: usize| (at.checked_sub(1).map(|before| all[before]), all.get(at + 1).copied());
    let like = |&other: &usize| kind(all[other]) == wanted && around(other) == around(at);
    let same: Vec<&str> = match wanted {
        Kind::Text => tokens(other).into_iter().filter(|token| kind(token) == wanted).collect(),
        Kind::Name | Kind::Number | Kind::Compare | Kind::Space | Kind::Other => {
            (0..all.len()).filter(like).map(|other| all[other]).collect()
        }
    };
    let by = match wanted {
        Kind::Number => chance.of(&NUMBERS).copied(),
        Kind::Compare => chance.of(&["==", "!=", "<=", ">=", "<", ">"]).copied(),
        Kind::Name | Kind::Text | Kind::Space | Kind::Other => chance.of(&same).copied(),
    };
    all[at] = by.unwrap_or(all[at]);
    all.concat()
}

/// A group in round brackets replaced by another one of the text, after the same token and with the same beginning.
fn with_group(text: &str, chance: &mut Chance) -> String {
    let ours = groups(text);
    let Some(&(start, end)) = chance.of(&ours) else { return text.to_owned() };
    let looks = |start: usize| (tokens(&text[..start]).pop(), tokens(&text[start..]).get(1).copied());
    let theirs: Vec<(usize, usize)> =
        ours.iter().copied().filter(|&(first, _)| looks(first) == looks(start)).collect();
    let &(first, last) = chance.of(&theirs).unwrap_or(&(start, end));
    [&text[..start], &text[first..last], &text[end..]].concat()
}

/// The groups in round brackets, without those in strings, by their places.
fn groups(text: &str) -> Vec<(usize, usize)> {
    let (mut open, mut all, mut at) = (Vec::new(), Vec::new(), 0);
    for token in tokens(text) {
        match token {
            "(" => open.push(at),
            ")" => all.extend(open.pop().map(|start| (start, at + 1))),
            _ => {}
        }
        at += token.len();
    }
    all
}

/// Whether a line is whole: its brackets close, it is something, and it declares nothing.
fn is_whole(line: &str) -> bool {
    let depth = |open: char, close: char| {
        line.chars().try_fold(0_i32, |depth, c| {
            let depth = depth + i32::from(c == open) - i32::from(c == close);
            (depth >= 0).then_some(depth)
        })
    };
    let ends = line.trim_end().ends_with([';', '}', ')', '>']) || !line.contains(['{', ';', '(']);
    let closes =
        [('(', ')'), ('{', '}'), ('[', ']')].iter().all(|&(open, close)| depth(open, close) == Some(0));
    let declares = [": ", "declare", "proc ", "function", "#include", "char ", "int "];
    !line.trim().is_empty() && ends && closes && !declares.iter().any(|word| line.contains(word))
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// A whole line of another text after one of this.
fn with_line(text: &str, other: &str, chance: &mut Chance) -> String {
    let mut all = lines(text);
    let whole: Vec<&str> = lines(other).into_iter().filter(|line| is_whole(line)).collect();
    let after: Vec<usize> = (0..all.len()).filter(|&at| is_whole(all[at])).collect();
    let (Some(line), Some(&at)) = (chance.of(&whole).copied(), chance.of(&after)) else {
        return text.to_owned();
    };
    all.insert(at + 1, line);
    all.concat()
}

/// A text without one of its whole lines.
fn without_line(text: &str, chance: &mut Chance) -> String {
    let mut all = lines(text);
    let whole: Vec<usize> = (0..all.len()).filter(|&at| is_whole(all[at])).collect();
    if let Some(&at) = chance.of(&whole) {
        all.remove(at);
    }
    all.concat()
}

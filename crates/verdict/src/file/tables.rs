//! The tables of a file: each is written once, before the facts, and facts name it by its number.
//!
//! Equal tables are one, so that a language that is carried along many labels costs its states once.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::Hash;

use super::Limits;
use super::reader::{FileError, Line, Lines};
use super::terms::{number, read_index};
use crate::plain::{Diagram, Node, NumberState, Numbers, WordState, Words};

/// Tables in the order of their first use.
pub(super) struct Pool<T> {
    pub(super) tables: Vec<T>,
    numbers: HashMap<T, usize>,
}

impl<T: Clone + Eq + Hash> Pool<T> {
    pub(super) fn new() -> Self {
        Pool { tables: Vec::new(), numbers: HashMap::new() }
    }

    /// The number of a table.
    pub(super) fn number(&mut self, table: &T) -> usize {
        if let Some(&known) = self.numbers.get(table) {
            return known;
        }
        self.tables.push(table.clone());
        self.numbers.insert(table.clone(), self.tables.len() - 1);
        self.tables.len() - 1
    }
}

/// One line a state: `final` when a word may end there, else `state`, and its edges.
pub(super) fn words(text: &mut String, heading: &str, table: &Words) {
    let _ = writeln!(text, "{heading}");
    for WordState { accepts, edges } in table.states() {
        text.push_str(if *accepts { "final" } else { "state" });
        for (lo, hi, target) in edges {
            let _ = write!(text, " {lo}-{hi}:{target}");
        }
        text.push('\n');
    }
}

/// One line a decision, `node`, and then one a state, `row`.
pub(super) fn numbers(text: &mut String, heading: &str, table: &Numbers) {
    let _ = writeln!(text, "{heading}");
    for Node { track, low, high } in table.nodes() {
        let _ = writeln!(text, "node {track} {} {}", diagram(*low), diagram(*high));
    }
    for NumberState { next, last } in table.states() {
        let _ = writeln!(text, "row {} {}", diagram(*next), diagram(*last));
    }
}

fn diagram(diagram: Diagram) -> String {
    match diagram {
        Diagram::Node(at) => format!("n{at}"),
        Diagram::Leaf(leaf) => leaf.to_string(),
    }
}

fn read_diagram(word: &str) -> Option<Diagram> {
    read_index('n', word).map(Diagram::Node).or(number(word).map(Diagram::Leaf))
}

fn read_edge(word: &str) -> Option<(u32, u32, u32)> {
    let (range, target) = word.split_once(':')?;
    let (lo, hi) = range.split_once('-')?;
    Some((number(lo)?, number(hi)?, number(target)?))
}

/// The tables that stand here: `words` and `numbers` in any order, each kind numbered from 0.
pub(super) fn read(
    lines: &mut Lines<'_>,
    limits: &mut Limits,
) -> Result<(Vec<Words>, Vec<Numbers>), FileError> {
    let (mut languages, mut sets) = (Vec::new(), Vec::new());
    loop {
        if let Some(line) = lines.take("words") {
            heading(line, languages.len())?;
            languages.push(read_words(lines, limits)?);
        } else if let Some(mut line) = lines.take("numbers") {
            let tracks = line.word("a number of tracks", number)?;
            heading(line, sets.len())?;
            sets.push(read_numbers(lines, tracks, limits)?);
        } else {
            return Ok((languages, sets));
        }
    }
}

fn heading(mut line: Line<'_>, expected: usize) -> Result<(), FileError> {
    let what = format!("the table number {expected}");
    line.word(&what, |word| number::<usize>(word).filter(|&found| found == expected))?;
    line.end()
}

fn read_words(lines: &mut Lines<'_>, limits: &mut Limits) -> Result<Words, FileError> {
    let first = lines.number();
    let mut states = Vec::new();
    loop {
        let ending = lines.take("final");
        let accepts = ending.is_some();
        let Some(mut line) = ending.or_else(|| lines.take("state")) else { break };
        limits.state(&line)?;
        states.push(WordState { accepts, edges: line.rest("an edge, as in 97-98:1,", read_edge)? });
    }
    let cause = "the table has no state, or an edge that does not ascend or leads nowhere";
    Words::new(states).ok_or_else(|| FileError::new(first, cause))
}

fn read_numbers(lines: &mut Lines<'_>, tracks: usize, limits: &mut Limits) -> Result<Numbers, FileError> {
    let first = lines.number();
    if tracks > limits.tracks {
        return Err(FileError::new(first, format!("more than {} tracks", limits.tracks)));
    }
    let two = |mut line: Line<'_>, limits: &mut Limits| {
        limits.state(&line)?;
        let low = line.word("a node or a leaf", read_diagram)?;
        let high = line.word("a node or a leaf", read_diagram)?;
        line.end().map(|()| (low, high))
    };
    let (mut nodes, mut states) = (Vec::new(), Vec::new());
    while let Some(mut line) = lines.take("node") {
        let track = line.word("a track", number)?;
        let (low, high) = two(line, limits)?;
        nodes.push(Node { track, low, high });
    }
    while let Some(line) = lines.take("row") {
        let (next, last) = two(line, limits)?;
        states.push(NumberState { next, last });
    }
    let cause = "the table has no state, or a node that refers to a later one or to none";
    Numbers::new(tracks, nodes, states).ok_or_else(|| FileError::new(first, cause))
}

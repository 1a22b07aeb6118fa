//! The page of the encodings experiment and its picture.
//!
//! Only encodings that were asked about every system count, so that all rows are about the same systems.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// An encoding with what it solved, and the milliseconds that all questions took.
struct Row {
    encoding: String,
    solved: BTreeSet<String>,
    milliseconds: u64,
}

/// Writes `encodings.md`, of which the beginning stays, and `encodings.svg` to a folder.
pub(crate) fn write(results: &Path, steps: u64, folder: &Path) -> Result<(), Box<dyn Error>> {
    let (systems, rows) = read(&fs::read_to_string(results)?)?;
    fs::write(folder.join("encodings.svg"), picture(&rows, systems.len()))?;
    let page = folder.join("encodings.md");
    let before = fs::read_to_string(&page).unwrap_or_default();
    let text = before.split(MARK).next().unwrap_or_default().trim_end();
    fs::write(&page, format!("{text}\n\n{MARK}\n\n{}", tables(&rows, &systems, steps)))?;
    Ok(())
}

/// What stands before this is written by hand and stays.
const MARK: &str = "<!-- what follows is made by `cargo xtask encodings` -->";

fn read(results: &str) -> Result<(BTreeSet<String>, Vec<Row>), Box<dyn Error>> {
    let mut by_encoding: BTreeMap<&str, (BTreeSet<String>, BTreeSet<String>, u64)> = BTreeMap::new();
    for line in results.lines() {
        let [encoding, system, answer, time] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("not a result: {line}").into());
        };
        let entry = by_encoding.entry(encoding).or_default();
        entry.0.insert(system.to_owned());
        if answer != "open" {
            entry.1.insert(system.to_owned());
        }
        entry.2 += time.parse::<u64>()?;
    }
    let all = by_encoding.values().map(|entry| entry.0.clone()).max_by_key(BTreeSet::len).unwrap_or_default();
    let complete = by_encoding.into_iter().filter(|(_, entry)| entry.0 == all);
    let rows = complete.map(|(encoding, (_, solved, milliseconds))| Row {
        encoding: encoding.to_owned(),
        solved,
        milliseconds,
    });
    let mut rows: Vec<Row> = rows.collect();
    rows.sort_by(|one, other| {
        other.solved.len().cmp(&one.solved.len()).then_with(|| one.encoding.cmp(&other.encoding))
    });
    Ok((all, rows))
}

/// The best encodings that are listed.
const LISTED: usize = 24;

fn union<'a>(rows: impl IntoIterator<Item = &'a Row>) -> BTreeSet<&'a String> {
    rows.into_iter().flat_map(|row| &row.solved).collect()
}

fn tables(rows: &[Row], systems: &BTreeSet<String>, steps: u64) -> String {
    let mut text = format!(
        "{} encodings over {} systems, {steps} steps of z3 a question; {} systems are solved by one at least.\n\n",
        rows.len(),
        systems.len(),
        union(rows).len()
    );
    text += "| solved | seconds in all | encoding |\n|---|---|---|\n";
    for row in rows.iter().take(LISTED) {
        writeln!(text, "| {} | {} | `{}` |", row.solved.len(), row.milliseconds / 1000, row.encoding)
            .expect("a string can be written to");
    }
    text += "\n| choice | encodings | best | mean | by one at least |\n|---|---|---|---|---|\n";
    let values: BTreeSet<&str> = rows.iter().flat_map(|row| row.encoding.split(',')).collect();
    for value in values {
        let with: Vec<&Row> =
            rows.iter().filter(|row| row.encoding.split(',').any(|part| part == value)).collect();
        let best = with.iter().map(|row| row.solved.len()).max().unwrap_or_default();
        let tenths = 10 * with.iter().map(|row| row.solved.len()).sum::<usize>() / with.len();
        let all = union(with.iter().copied()).len();
        writeln!(text, "| `{value}` | {} | {best} | {}.{} | {all} |", with.len(), tenths / 10, tenths % 10)
            .expect("a string can be written to");
    }
    text += "\n| system | solved by how many encodings |\n|---|---|\n";
    for system in systems {
        let count = rows.iter().filter(|row| row.solved.contains(system)).count();
        writeln!(text, "| {system} | {count} |").expect("a string can be written to");
    }
    text
}

/// A table of colours: what an encoding keeps beside its lists and what a character is to the right, how operations are
/// defined and which end is outermost downwards. A cell has the systems that the better kind of sharing solved.
fn picture(rows: &[Row], systems: usize) -> String {
    let (columns, lines) = (columns(rows), lines(rows));
    let (left, top, wide, high) = (260, 60, 74, 24);
    let (width, height) = (left + wide * columns.len() + 10, top + high * lines.len() + 10);
    let mut svg = vec![format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"monospace\" font-size=\"12\">\n\
         <text x=\"4\" y=\"16\">systems solved, of {systems}</text>\n"
    )];
    for (at, (ghosts, characters)) in columns.iter().enumerate() {
        let x = left + wide * at + 4;
        svg.push(format!(
            "<text x=\"{x}\" y=\"34\">{ghosts}</text><text x=\"{x}\" y=\"50\">{characters}</text>\n"
        ));
    }
    for (down, (style, order)) in lines.iter().enumerate() {
        let y = top + high * down;
        svg.push(format!("<text x=\"4\" y=\"{}\">{style}, {order}</text>\n", y + 16));
        for (at, (ghosts, characters)) in columns.iter().enumerate() {
            let parts = [*style, *order, *ghosts, *characters];
            let Some(solved) = best(rows, &parts) else { continue };
            let shade = 90 - 60 * solved / systems.max(1);
            let x = left + wide * at;
            svg.push(format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"hsl(210,40%,{shade}%)\"/>\
                 <text x=\"{}\" y=\"{}\">{solved}</text>\n",
                wide - 2,
                high - 2,
                x + wide / 2 - 8,
                y + 16
            ));
        }
    }
    svg.push("</svg>\n".to_owned());
    svg.concat()
}

/// The most that an encoding with all of these values solved.
fn best(rows: &[Row], parts: &[&str]) -> Option<usize> {
    let with = rows.iter().filter(|row| parts.iter().all(|part| values(row).any(|value| value == *part)));
    with.map(|row| row.solved.len()).max()
}

/// The values of an encoding, without the names of the choices.
fn values(row: &Row) -> impl Iterator<Item = &str> {
    row.encoding.split(',').filter_map(|part| part.split_once('=').map(|(_, value)| value))
}

fn columns(rows: &[Row]) -> BTreeSet<(&str, &str)> {
    pairs(rows, "ghosts", "chars")
}

fn lines(rows: &[Row]) -> BTreeSet<(&str, &str)> {
    pairs(rows, "ops", "order")
}

/// The pairs of values that two choices have together.
fn pairs<'a>(rows: &'a [Row], one: &str, other: &str) -> BTreeSet<(&'a str, &'a str)> {
    let value = |row: &'a Row, name: &str| {
        let parts = row.encoding.split(',').filter_map(|part| part.split_once('='));
        parts.into_iter().find(|(choice, _)| *choice == name).map(|(_, value)| value)
    };
    rows.iter().filter_map(|row| Some((value(row, one)?, value(row, other)?))).collect()
}

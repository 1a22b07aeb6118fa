//! The pages of the encodings experiment: `encodings_report RESULTS STEPS FOLDER` writes `encodings.md` and `encodings.svg`.
//!
//! The results are those of `--example encodings`. Only encodings that were asked about every system count, so that all
//! rows are about the same systems.

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

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(results), Some(steps), Some(folder)) = (arguments.next(), arguments.next(), arguments.next())
    else {
        return Err("the results, the steps and a folder are expected".into());
    };
    let (systems, rows) = read(&fs::read_to_string(results)?)?;
    let folder = Path::new(&folder);
    fs::write(folder.join("encodings.svg"), picture(&rows, systems.len()))?;
    let page = folder.join("encodings.md");
    let before = fs::read_to_string(&page).unwrap_or_default();
    let text = before.split(MARK).next().unwrap_or_default().trim_end();
    fs::write(&page, format!("{text}\n\n{MARK}\n\n{}", tables(&rows, &systems, &steps)))?;
    Ok(())
}

/// What stands before this is written by hand and stays.
const MARK: &str = "<!-- what follows is made by `--example encodings_report` -->";

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

fn union<'a>(rows: impl IntoIterator<Item = &'a Row>) -> BTreeSet<&'a String> {
    rows.into_iter().flat_map(|row| &row.solved).collect()
}

fn tables(rows: &[Row], systems: &BTreeSet<String>, steps: &str) -> String {
    let mut text = format!(
        "{} encodings over {} systems, {steps} steps of z3 a question; {} systems are solved by one at least.\n\n",
        rows.len(),
        systems.len(),
        union(rows).len()
    );
    text += "| solved | seconds in all | encoding |\n|---|---|---|\n";
    for row in rows {
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

/// A bar for each encoding, as long as it solved systems.
fn picture(rows: &[Row], systems: usize) -> String {
    let (bar, left, wide) = (22, 470, 400);
    let height = bar * rows.len() + 30;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{height}\" font-family=\"monospace\" font-size=\"12\">\n\
         <text x=\"4\" y=\"16\">systems solved, of {systems}</text>\n",
        left + wide + 50
    );
    for (at, row) in rows.iter().enumerate() {
        let (top, count) = (26 + bar * at, row.solved.len());
        let length = wide * count / systems.max(1);
        let name = row.encoding.replace("chars=", "").replace("order=", "").replace("ops=", "");
        let name = name.replace("sharing=", "").replace("ghosts=", "");
        writeln!(
            svg,
            "<text x=\"4\" y=\"{}\">{name}</text><rect x=\"{left}\" y=\"{top}\" width=\"{length}\" height=\"16\" \
             fill=\"#4a7ba6\"/><text x=\"{}\" y=\"{}\">{count}</text>",
            top + 13,
            left + length + 6,
            top + 13
        )
        .expect("a string can be written to");
    }
    svg + "</svg>\n"
}

//! The README and the book: links lead somewhere, every page is listed, and what the README shows is printed.
//!
//! It needs no mdBook: `docs/SUMMARY.md` and the links of all pages are read here.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{command, run_of};

fn root() -> PathBuf {
    fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).expect("the repository is there")
}

/// The pages of the book.
fn pages() -> Vec<PathBuf> {
    let mut folders = vec![root().join("docs")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("it can be read") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|_| panic!("{} is not there", path.display()))
}

/// The lines of a page outside of fenced blocks.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    page.lines()
        .scan(false, |inside, line| {
            let fence = line.trim_start().starts_with("```");
            *inside ^= fence;
            Some((!fence && !*inside).then_some(line))
        })
        .flatten()
}

/// What the links of a page lead to, those between backquotes left out.
fn targets(page: &str) -> Vec<String> {
    let found = prose(page).flat_map(|line| {
        let plain: String = line.split('`').step_by(2).collect();
        let ends = plain.split("](").skip(1).filter_map(|part| part.split_once(')'));
        ends.map(|(target, _)| target.to_owned()).collect::<Vec<_>>()
    });
    found.filter(|target| !target.contains("://") && !target.starts_with("mailto:")).collect()
}

/// The anchors of the headings of a page.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = prose(page).filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

/// A heading as an address has it: small letters, digits, dashes for blanks, nothing else.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut broken = Vec::new();
    for page in pages().into_iter().chain([root().join("README.md")]) {
        let folder = page.parent().expect("a page is in a folder");
        let text = text_of(&page);
        for target in targets(&text) {
            let (path, heading) = target.split_once('#').unwrap_or((&target, ""));
            let to = if path.is_empty() { page.clone() } else { folder.join(path) };
            let known = to.exists()
                && (heading.is_empty() || (to.is_file() && anchors(&text_of(&to)).contains(heading)));
            if !known {
                broken.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere: {broken:#?}");
}

#[test]
fn the_summary_lists_every_page_once() {
    let docs = root().join("docs");
    let mut listed = targets(&text_of(&docs.join("SUMMARY.md")));
    listed.sort();
    let there = pages().into_iter().filter(|page| !page.ends_with("SUMMARY.md"));
    let mut there: Vec<String> = there
        .map(|page| {
            page.strip_prefix(&docs).expect("it is in the book").to_str().expect("a plain name").to_owned()
        })
        .collect();
    there.sort();
    assert_eq!(listed, there);
    assert!(text_of(&root().join("book.toml")).contains("src = \"docs\""));
}

#[test]
fn the_readme_is_one_page_of_short_lines() {
    let text = text_of(&root().join("README.md"));
    let long: Vec<&str> = text.lines().filter(|line| line.chars().count() > 100).collect();
    assert!(long.is_empty(), "longer than 100 columns: {long:#?}");
    assert!(text.lines().count() <= 110, "{} lines", text.lines().count());
}

#[test]
fn the_readme_shows_what_is_printed() {
    let text = text_of(&root().join("README.md"));
    let (_, rest) = text.split_once("```text\n").expect("the README shows a report");
    let (shown, _) = rest.split_once("```").expect("the block ends");
    let mut command = command();
    command.current_dir(root()).args(["check", "examples/php/market.php", "examples/php/market_ok.php"]);
    let run = run_of(command.output().expect("the program was built for this test"));
    assert!(run.out.starts_with(shown), "{}", run.out);
}

#[test]
fn the_table_of_compare_is_what_is_printed() {
    let text = text_of(&root().join("docs/commands.md"));
    let (_, rest) = text.split_once("$ stringent compare ").expect("the page shows the command");
    let (names, rest) = rest.split_once('\n').expect("a table follows");
    let (shown, _) = rest.split_once("```").expect("the block ends");
    let folder = root().join("examples/sil");
    let mut command = command();
    command
        .current_dir(&folder)
        .arg("compare")
        .args(names.split(' ').flat_map(|name| expanded(&folder, name)));
    let run = run_of(command.output().expect("the program was built for this test"));
    assert_eq!(run.out, shown);
}

/// The files that a shell puts in the place of a name with a star.
fn expanded(folder: &Path, name: &str) -> Vec<String> {
    let Some((start, end)) = name.split_once('*') else { return vec![name.to_owned()] };
    let entries = fs::read_dir(folder).expect("it can be read");
    let names = entries.filter_map(|entry| entry.expect("it can be read").file_name().into_string().ok());
    let mut found: Vec<String> =
        names.filter(|name| name.starts_with(start) && name.ends_with(end)).collect();
    found.sort();
    found
}

#[test]
fn links_and_headings_are_read_as_mdbook_reads_them() {
    let page = "# A `b.c`: d, e_f\n[x](y.md#z) `[n](no.md)` [`c`](w.md)\n```\n[n](no.md)\n# no\n```\n[w](https://w)\n";
    assert_eq!(targets(page), ["y.md#z", "w.md"]);
    assert_eq!(anchors(page), BTreeSet::from(["a-bc-d-e_f".to_owned()]));
}

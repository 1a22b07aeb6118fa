//! The pages of the rules: each rule has one, each page has a rule, and each example has the verdict that its page says.
//!
//! A page names its examples in a block of commands. A file `bad.*` is violated with exactly the rule of the page, a file
//! `good.*` is proved, and its certificate is accepted. The files stand in blocks behind a line that begins with their name.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::c::has_cc;
use crate::command::{Run, command, run_of, stringent};
use crate::files::{example, file, folder};
use crate::java::has_javac;

/// A fenced block of a page.
struct Block<'a> {
    language: &'a str,
    /// The file that the line before it names, if it names one.
    file: Option<&'a str>,
    text: String,
}

fn rules_folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules"))
}

/// The rules that the tool can report, as SARIF describes them.
fn described() -> Vec<Value> {
    let run = stringent(&["check", &example("guestbook.sil"), "--format", "sarif"]);
    let report: Value = serde_json::from_str(&run.out).expect("the report is JSON");
    report["runs"][0]["tool"]["driver"]["rules"].as_array().expect("a list of rules").clone()
}

fn id_of(rule: &Value) -> &str {
    rule["id"].as_str().expect("a rule has an id")
}

fn page_of(id: &str) -> String {
    fs::read_to_string(rules_folder().join(format!("{id}.md"))).unwrap_or_else(|_| panic!("no page on {id}"))
}

/// The fenced blocks of a page, in order.
fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut found: Vec<Block<'_>> = Vec::new();
    let mut inside = false;
    let mut named = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), inside) {
            (Some(language), false) => {
                found.push(Block { language, file: named.take(), text: String::new() });
            }
            (None, true) => {
                let block = found.last_mut().expect("a block was opened");
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, false) if !line.is_empty() => {
                named = line.strip_prefix('`').and_then(|rest| rest.split_once('`')).map(|(name, _)| name);
            }
            (None, false) | (Some(_), true) => {}
        }
        inside ^= line.starts_with("```");
    }
    found
}

#[test]
fn every_rule_has_a_page_and_every_page_a_rule() {
    let rules = described();
    let known: BTreeSet<&str> = rules.iter().map(id_of).collect();
    let front = fs::read_to_string(rules_folder().join("README.md")).expect("there is a list of rules");
    let mut pages = BTreeSet::new();
    for entry in fs::read_dir(rules_folder()).expect("there is a folder of pages") {
        let name = entry.expect("it can be read").file_name().into_string().expect("a plain name");
        pages.insert(name.strip_suffix(".md").expect("only pages are there").to_owned());
    }
    assert!(pages.remove("README"));
    assert_eq!(pages, known.iter().map(|id| (*id).to_owned()).collect());
    for rule in &rules {
        let (id, page) = (id_of(rule), page_of(id_of(rule)));
        assert!(page.starts_with(&format!("# `{id}`: ")), "{id}: the title names the rule");
        assert!(front.contains(&format!("| [`{id}`]({id}.md) | ")), "{id} is not in the list of rules");
        let none = Vec::new();
        for tag in rule["properties"]["tags"].as_array().unwrap_or(&none) {
            let tag = tag.as_str().expect("a tag is text");
            let Some(number) = tag.strip_prefix("external/cwe/cwe-") else { continue };
            let number = number.trim_start_matches('0');
            assert!(page.contains(&format!("[CWE-{number}](")), "{id} does not name CWE-{number}");
        }
        for heading in ["## What it says", "## Example", "## How to fix it", "## How it is proved"] {
            assert!(page.lines().any(|line| line == heading), "{id} has no section {heading}");
        }
    }
}

#[test]
fn every_example_has_the_verdict_of_its_page() {
    let (cc, javac) = (has_cc(), has_javac());
    for rule in &described() {
        let id = id_of(rule);
        if (id.starts_with("c-") && !cc) || (id.starts_with("java-") && !javac) {
            continue;
        }
        let page = page_of(id);
        let blocks = blocks(&page);
        for block in &blocks {
            if let Some(name) = block.file {
                file(&format!("rule_pages/{id}/{name}"), block.text.as_bytes());
            }
        }
        let commands: Vec<&str> = blocks
            .iter()
            .filter(|block| block.language == "sh")
            .flat_map(|block| block.text.lines())
            .collect();
        let (bad, good): (Vec<&str>, Vec<&str>) =
            commands.into_iter().partition(|line| line.to_lowercase().contains(" bad"));
        assert!(!bad.is_empty() && !good.is_empty(), "{id} has no pair of examples");
        for line in bad {
            let run = run(id, &arguments_of(line));
            let report: Value = serde_json::from_str(&run.out).expect("the report is JSON");
            let properties = report["properties"].as_array().expect("a list of properties");
            let violated: BTreeSet<Option<&str>> = properties
                .iter()
                .filter(|property| property["verdict"] == "violated")
                .map(|property| property["rule"].as_str())
                .collect();
            assert_eq!((run.code, violated), (1, BTreeSet::from([Some(id)])), "{id}: {line}: {report}");
        }
        for line in good {
            file(&format!("rule_pages/{id}/{PROOFS}/.made"), b"");
            let arguments = arguments_of(line);
            for arguments in [[&arguments[..], &["--certificate", PROOFS]].concat(), certified(&arguments)] {
                let run = run(id, &arguments);
                assert_eq!(run.code, 0, "{id}: {arguments:?}: {}{}", run.out, run.err);
            }
        }
    }
}

/// The folder of certificates beside the examples of a page.
const PROOFS: &str = "certificates";

/// The words of a command after the name of the tool.
fn arguments_of(line: &str) -> Vec<&str> {
    line.split_whitespace().skip(1).collect()
}

/// The command that checks the certificates of a command, with the same options.
fn certified<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    let paths = arguments.iter().skip(1).take_while(|argument| !argument.starts_with("--")).count();
    let (paths, options) = arguments[1..].split_at(paths);
    [&["certify"], paths, &[PROOFS], options].concat()
}

/// Runs the tool in the folder of the examples of a page.
fn run(id: &str, arguments: &[&str]) -> Run {
    let place = folder(&file(&format!("rule_pages/{id}/.run"), b""));
    let mut command = command();
    command.current_dir(place).args(arguments).args(["--format", "json"]);
    run_of(command.output().expect("the program was built for this test"))
}

#[test]
fn blocks_are_read_with_the_files_that_they_show() {
    let page =
        "# x\n\n```sh\nstringent check bad.c\n```\n\n`bad.c` is *violated*:\n\n```c\nint a;\n\nint b;\n```\n";
    let found: Vec<(&str, Option<&str>, String)> =
        blocks(page).into_iter().map(|block| (block.language, block.file, block.text)).collect();
    let command = "stringent check bad.c\n".to_owned();
    assert_eq!(found, [("sh", None, command), ("c", Some("bad.c"), "int a;\n\nint b;\n".to_owned())]);
}

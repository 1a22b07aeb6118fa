//! Rows against the real php: one process answers thousands of calls.
//!
//! Finite-state rows must give the very text that php gives; tests must answer alike; a text of a language must be
//! one of it.

use std::io::Write as _;
use std::process::{Command, Stdio};

use automata::Symbol;

use super::{Model, Row, tables};
use crate::text::{language, word};

/// Calls a function of php for each line `name hex`, and prints what it gives as hex; `!` when there is none or it throws.
const DRIVER: &str = r#"
while (($line = fgets(STDIN)) !== false) {
    [$name, $hex] = explode(' ', trim($line, "\n") . ' ');
    if (!function_exists($name)) { echo "!\n"; continue; }
    try { $result = @$name(hex2bin($hex)); } catch (Throwable $thrown) { echo "!\n"; continue; }
    echo is_bool($result) ? ($result ? 'T' : 'F') : 'S' . bin2hex((string) $result), "\n";
}
"#;

/// A simple generator: the same texts in every run.
struct Texts(u64);

impl Texts {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn text(&mut self) -> Vec<u8> {
        const LIKELY: &[u8] = b"ab%3cC27'\"\\<>&\n\r0 .-+eE_/[]();\t";
        let length = self.next(9);
        (0..length)
            .map(|_| match self.next(8) {
                0 => self.next(256) as u8,
                _ => LIKELY[self.next(LIKELY.len() as u64) as usize],
            })
            .collect()
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// The answers of php, when it is there.
fn ask(questions: &str) -> Option<Vec<String>> {
    let spawned =
        Command::new("php").args(["-r", DRIVER]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "php must be installed here: {error}");
            println!("php is not installed, so nothing was compared with it.");
            return None;
        }
    };
    let mut stdin = child.stdin.take().expect("the input was piped");
    let questions = questions.to_owned();
    let writer =
        std::thread::spawn(move || stdin.write_all(questions.as_bytes()).expect("php reads its input"));
    let output = child.wait_with_output().expect("php ends");
    writer.join().expect("the writer does not panic");
    Some(String::from_utf8(output.stdout).expect("hex is text").lines().map(str::to_owned).collect())
}

/// Whether the model agrees with an answer.
fn agrees(row: &Row, text: &[u8], answer: &str) -> bool {
    let symbols: Vec<Symbol> = word(text);
    match row.model {
        Model::Map(build) => {
            let result = build().apply(&symbols).expect("a finite-state row is total");
            let bytes: Vec<u8> = result.iter().map(|&symbol| symbol as u8).collect();
            answer == format!("S{}", hex(&bytes))
        }
        Model::Test(regex) => answer == if language(regex).contains(&symbols) { "T" } else { "F" },
        Model::Text(regex) => {
            let bytes: Vec<u8> = answer.as_bytes()[1..].chunks(2).map(byte_of).collect();
            language(regex).contains(&word(&bytes))
        }
        Model::Outside(_) | Model::Value(_) | Model::Code(_) | Model::Sink(_) => true,
    }
}

fn byte_of(digits: &[u8]) -> u8 {
    let text = std::str::from_utf8(digits).expect("hex is text");
    u8::from_str_radix(text, 16).expect("php writes hex")
}

/// Rows whose argument is a text and whose model says what comes of it.
fn compared() -> Vec<&'static Row> {
    let says = |row: &&Row| matches!(row.model, Model::Map(_) | Model::Test(_)) || row.name == "md5";
    tables().flatten().filter(says).filter(|row| row.least == 1).collect()
}

#[test]
fn rows_do_what_php_does() {
    let mut texts = Texts(1);
    let rows = compared();
    let calls: Vec<(&Row, Vec<u8>)> =
        rows.iter().flat_map(|row| (0..400).map(|_| (*row, texts.text())).collect::<Vec<_>>()).collect();
    let lines: Vec<String> =
        calls.iter().map(|(row, text)| format!("{} {}\n", row.name, hex(text))).collect();
    let questions = lines.concat();
    let Some(answers) = ask(&questions) else { return };
    assert_eq!(answers.len(), calls.len(), "php answers every call");
    let (mut asked, mut wrong) = (0, std::collections::BTreeMap::new());
    for ((row, text), answer) in calls.iter().zip(&answers).filter(|(_, answer)| *answer != "!") {
        asked += 1;
        if !agrees(row, text, answer) {
            wrong.insert(row.name, (String::from_utf8_lossy(text), answer));
        }
    }
    assert!(wrong.is_empty(), "php gives other answers: {wrong:?}");
    assert!(asked > 5_000, "only {asked} calls were answered");
}

//! Runs pages on the real php: each page on each request in a process of its own, all of a batch in one php that
//! makes them.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// A value of a request.
#[derive(Clone, Debug)]
pub(crate) enum Sent {
    /// A text.
    Text(Vec<u8>),
    /// An array of texts, with keys.
    Array(Vec<(&'static str, &'static str)>),
}

/// A request: for each value its superglobal, its key there and itself.
pub(crate) type Request = Vec<(String, String, Sent)>;

/// The texts by which a value of a request is found in what a page writes.
pub(crate) const FRAGMENTS: [&str; 7] = ["<b7q", "<i8w", "<u9e", "<s6r", "<a5t", "\"q7", "'w8"];

const PLACES: [(&str, &str); 6] = [
    ("_GET", "x"),
    ("_GET", "y"),
    ("_POST", "p"),
    ("_COOKIE", "c"),
    ("_REQUEST", "r"),
    ("_SERVER", "HTTP_X"),
];

/// The values of requests at these places; an empty one is not sent.
const VALUES: [[&str; 6]; 4] = [
    ["<b7q>", "<i8w>", "<u9e>", "<s6r>", "<a5t>", "ok"],
    ["ok", "1\"q7'w8<i8w>", "0", "abc", "10", "<b7q>"],
    ["1,<b7q x>,2", "", "<u9e>7b", "", "1e1", ""],
    ["", "<i8w>", "", "<s6r>", "", "a\n<a5t>"],
];

/// The requests that every page is run on. The last has arrays.
pub(crate) fn requests() -> Vec<Request> {
    let texts = VALUES.iter().map(|row| {
        let sent = PLACES.iter().zip(row).filter(|(_, value)| !value.is_empty());
        sent.map(|((from, key), value)| text(from, key, value.as_bytes())).collect()
    });
    let array = |items: &[(&'static str, &'static str)]| Sent::Array(items.to_vec());
    let last = vec![
        ("_GET".to_owned(), "x".to_owned(), array(&[("0", "<b7q>"), ("k", "<i8w>")])),
        ("_GET".to_owned(), "n".to_owned(), array(&[("i", "<a5t>"), ("<b7q>", "ok")])),
        text("_GET", "y", b"<i8w>"),
    ];
    texts.chain([last]).collect()
}

/// A text of a request.
pub(crate) fn text(from: &str, key: &str, value: &[u8]) -> (String, String, Sent) {
    (from.to_owned(), key.to_owned(), Sent::Text(value.to_vec()))
}

/// A string of PHP.
fn literal(bytes: &[u8]) -> String {
    let digits = bytes.iter().map(|byte| format!("\\x{byte:02x}"));
    format!("\"{}\"", digits.collect::<String>())
}

/// What sets a request in PHP.
fn setting(request: &Request) -> String {
    let mut code = "$_GET = $_POST = $_COOKIE = $_REQUEST = $_SERVER = $_FILES = [];\n".to_owned();
    for (from, key, sent) in request {
        let value = match sent {
            Sent::Text(bytes) => literal(bytes),
            Sent::Array(items) => {
                let items = items.iter();
                let items = items.map(|(key, value)| {
                    format!("{} => {}", literal(key.as_bytes()), literal(value.as_bytes()))
                });
                format!("[{}]", items.collect::<Vec<_>>().join(", "))
            }
        };
        let _ = writeln!(code, "${from}[{}] = {value};", literal(key.as_bytes()));
    }
    code
}

/// What runs write: each of a page and a request. None for one that takes too long; none at all without php.
pub(crate) fn outputs(folder: &Path, runs: &[(&str, &Request)]) -> Option<Vec<Option<Vec<u8>>>> {
    let harness = folder.join("harness.php");
    fs::write(&harness, include_str!("harness.php")).expect("it is written");
    let shown = folder.to_str().expect("the folder has a name");
    let mut latest = (0, "");
    for (number, (page, request)) in runs.iter().enumerate() {
        if *page != latest.1 {
            latest = (number, page);
            fs::write(folder.join(format!("{number}.page")), page).expect("it is written");
        }
        let job = format!("<?php {}return '{shown}/{}.page';\n", setting(request), latest.0);
        fs::write(folder.join(format!("{number}.php")), job).expect("it is written");
        drop(fs::remove_file(folder.join(format!("{number}.end"))));
    }
    let settings = ["-n", "-d", "auto_globals_jit=0", "-d", "memory_limit=64M", "-d", "assert.exception=0"];
    let ran = Command::new("php")
        .args(settings)
        .arg(&harness)
        .arg(shown)
        .arg(runs.len().to_string())
        .output()
        .ok()?;
    assert!(ran.status.success(), "php: {}", String::from_utf8_lossy(&ran.stderr));
    let outputs = (0..runs.len()).map(|number| {
        let is_ended = folder.join(format!("{number}.end")).exists();
        let written = fs::read(folder.join(format!("{number}.out"))).ok()?;
        (!is_ended && written.len() < 1 << 16).then_some(written)
    });
    Some(outputs.collect())
}

/// A folder for the pages of a test.
pub(crate) fn folder(name: &str) -> std::path::PathBuf {
    let folder = env::temp_dir().join(format!("stringent-php-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for pages");
    folder
}

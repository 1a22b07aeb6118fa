//! Pages of PHP: a file beside semgrep with one taint rule, and an application of ten thousand lines.
//!
//! Times are processor seconds of the children, start-up included, so that a busy machine does not matter much.
//! `semgrep` is looked for on the path; the labelled pages in the folder that `STRINGENT_SUITES` names.

mod clock;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use clock::children;

/// One rule: what a request gives reaches output or a query.
const RULE: &str = r"
rules:
  - id: injection
    mode: taint
    languages: [php]
    severity: ERROR
    message: a request reaches a sink
    pattern-sources:
      - pattern-either: [{pattern: $_GET}, {pattern: $_POST}, {pattern: $_REQUEST}, {pattern: $_COOKIE}]
    pattern-sinks:
      - pattern-either: [{pattern: echo ...;}, {pattern: mysql_query(...)}, {pattern: print(...)}]
    pattern-sanitizers:
      - pattern-either: [{pattern: htmlspecialchars(...)}, {pattern: intval(...)}, {pattern: (int) $X}]
";

/// How many files are compared.
const FILES: usize = 12;

fn main() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&folder).expect("the folder for benchmarks can be written");
    application(&folder.join("app"));
    match env::var_os("STRINGENT_SUITES") {
        Some(suites) => beside_semgrep(&PathBuf::from(suites).join("php"), &folder),
        None => println!("STRINGENT_SUITES is not set, so nothing is compared with semgrep"),
    }
}

/// Ten thousand lines: a hundred pages that include two libraries.
fn application(app: &Path) {
    fs::create_dir_all(app.join("lib")).expect("the folder can be written");
    let page_of = |text: &str, name: &str| fs::write(app.join(name), text).expect("a page can be written");
    let mut lines = 0;
    let library = "<?php\nclass Form {\n    private $title;\n    public function __construct($title) { $this->title = $title; }\n    public function title() { return htmlspecialchars($this->title, ENT_QUOTES); }\n}\nfunction cell($text) { echo '<td>' . htmlspecialchars($text, ENT_QUOTES) . '</td>'; }\nfunction row_of($id) { return mysql_query('SELECT * FROM t WHERE id=' . (int) $id); }\n";
    page_of(library, "lib/form.php");
    lines += library.lines().count();
    for number in 0..100 {
        let mut text =
            String::from("<?php\nrequire_once 'lib/form.php';\n$form = new Form($_GET['title']);\n");
        text += "echo '<h1>' . $form->title() . '</h1><table>';\n";
        for field in 0..4 {
            writeln!(text, "$f{field} = isset($_POST['f{field}']) ? trim($_POST['f{field}']) : '';")
                .expect("text");
            writeln!(text, "if (strlen($f{field}) > {}) {{", 10 + field).expect("text");
            writeln!(text, "    $f{field} = substr($f{field}, 0, {});", 10 + field).expect("text");
            writeln!(text, "}}").expect("text");
            writeln!(text, "cell($f{field});").expect("text");
        }
        text += "echo '</table>';\nrow_of($_GET['id']);\n?>\n";
        for line in 0..66 {
            writeln!(
                text,
                "<p class=\"note\">Line {line} of the page, with <a href=\"page{line}.php\">a link</a>.</p>"
            )
            .expect("text");
        }
        lines += text.lines().count();
        page_of(&text, &format!("page{number}.php"));
    }
    let app = app.to_str().expect("the path is text");
    let (seconds, last) = children(&mut check(app));
    println!("an application of {lines} lines: {seconds:.2} s of one processor\n  {last}");
}

fn beside_semgrep(suite: &Path, folder: &Path) {
    let rule = folder.join("rule.yml");
    fs::write(&rule, RULE).expect("the rule can be written");
    let rule = rule.to_str().expect("the path is text");
    let mut files = Vec::new();
    for weakness in ["CWE_79", "CWE_89"] {
        let Ok(found) = fs::read_dir(suite.join(weakness)) else { continue };
        let mut names: Vec<PathBuf> = found.filter_map(|entry| Some(entry.ok()?.path())).collect();
        names.sort();
        let step = (names.len() / (FILES / 2)).max(1);
        files.extend(names.into_iter().step_by(step).take(FILES / 2));
    }
    let (mut ours, mut theirs) = (0.0, 0.0);
    for file in files.iter().filter_map(|file| file.to_str()) {
        ours += children(&mut check(file)).0;
        let mut semgrep = Command::new("semgrep");
        semgrep.args(["--metrics", "off", "--disable-version-check", "--config", rule, file]);
        theirs += children(&mut semgrep).0;
    }
    let count = f64::from(u32::try_from(files.len().max(1)).expect("there are few files"));
    println!(
        "{} files, processor seconds a file: {:.3} ours, {:.3} semgrep's",
        files.len(),
        ours / count,
        theirs / count
    );
    println!("semgrep takes {:.0} times as long", theirs / ours);
}

fn check(path: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stringent"));
    command.args(["check", "-j", "1", path]);
    command
}

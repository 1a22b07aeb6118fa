//! The formats for programs: every key of the JSON report, the structure that SARIF 2.1.0 requires, and the other verbs.

use serde_json::Value;

use crate::command::{Run, stringent};
use crate::files::{example, file};

fn object(run: &Run) -> Value {
    assert_eq!(run.err, "");
    assert_eq!(run.out.matches('\n').count(), 1, "it is one line");
    serde_json::from_str(&run.out).expect("one object")
}

/// An assertion of each verdict.
fn four() -> String {
    let text = b"proc main() {
  s: str := input(/a*/);
  n: int := input_int();
  assert(s in /a*/);
  if (s == \"a\") { assert(s != \"a\", \"not one\"); }
  if (n > 0) { if (n < 0) { assert(false); } }
  assert(n * n * n != 29 * n + 1);
}";
    file("four.sil", text)
}

#[test]
fn every_key_is_always_there() {
    let run =
        stringent(&["check", "--format", "json", "--budget", "2000000", "--solver", "/no/such/z3", &four()]);
    assert_eq!(run.code, 1);
    let report = object(&run);
    for key in ["files", "skipped", "properties", "assumptions"] {
        assert!(!report[key].is_null(), "{key}");
    }
    let properties = report["properties"].as_array().expect("a list");
    let verdicts: Vec<&str> = properties.iter().filter_map(|property| property["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["proved", "violated", "unreachable", "undecided"]);
    for property in properties {
        let object = property.as_object().expect("an object");
        for key in [
            "id",
            "file",
            "line",
            "kind",
            "verdict",
            "engine",
            "facts",
            "inputs",
            "reason",
            "path",
            "next_step",
        ] {
            assert!(object.contains_key(key), "{key} in {property}");
        }
    }
    assert_eq!(properties[1]["inputs"][0]["value"], "a");
    assert_eq!(properties[1]["inputs"][0]["escaped"], "\"a\"");
    let path = properties[1]["path"].as_array().expect("a list");
    assert_eq!(path[0]["line"], 2);
    assert_eq!(path.last().expect("the assertion")["note"], "s = \"a\"; the assertion fails with s = \"a\"");
    assert!(properties[3]["reason"].is_string() && properties[3]["next_step"].is_string());
}

#[test]
fn the_path_is_told_to_people() {
    let run = stringent(&["check", &example("guestbook.sil")]);
    let lines =
        "   = the run:\n     5 | input = \"<script\" (input 1); message = \"<script\"\n     6 | page = ";
    assert!(run.out.contains(lines), "{}", run.out);
}

#[test]
fn sarif_is_as_the_standard_wants_it() {
    let broken = file("broken too.sil", b"proc main( {");
    let run = stringent(&[
        "check",
        "--format",
        "sarif",
        "--budget",
        "2000000",
        "--solver",
        "/no/such/z3",
        &four(),
        &broken,
    ]);
    let log = object(&run);
    assert_eq!(log["version"], "2.1.0");
    let run_object = &log["runs"][0];
    assert_eq!(run_object["columnKind"], "unicodeCodePoints");
    let driver = &run_object["tool"]["driver"];
    assert_eq!(driver["name"], "stringent");
    let invocation = &run_object["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false, "a file was skipped");
    assert_eq!(invocation["exitCode"], run.code);
    let told = &invocation["toolExecutionNotifications"][0];
    assert!(told["message"]["text"].as_str().is_some_and(|text| text.contains("does not parse")), "{told}");
    let results = run_object["results"].as_array().expect("a list");
    let kinds: Vec<&str> = results.iter().filter_map(|result| result["kind"].as_str()).collect();
    assert_eq!(kinds, ["pass", "fail", "notApplicable", "open"]);
    for result in results {
        let rule = &driver["rules"][result["ruleIndex"].as_u64().expect("a number") as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        // §3.27.10: a result of another kind than `fail` has the level `none`.
        assert_eq!(result["level"], if result["kind"] == "fail" { "error" } else { "none" });
        assert!(result["message"]["text"].is_string());
        check_location(&result["locations"][0], run_object);
        assert_eq!(result["codeFlows"].is_array(), result["kind"] == "fail");
    }
    let steps = &results[1]["codeFlows"][0]["threadFlows"][0]["locations"];
    for step in steps.as_array().expect("a list") {
        check_location(&step["location"], run_object);
        assert!(step["location"]["message"]["text"].is_string());
    }
}

/// A location points to an artifact of the run, and its region is of 1-based lines and columns in order.
fn check_location(location: &Value, run: &Value) {
    let place = &location["physicalLocation"];
    let index = place["artifactLocation"]["index"].as_u64().expect("a number") as usize;
    assert_eq!(run["artifacts"][index]["location"]["uri"], place["artifactLocation"]["uri"]);
    let number = |key: &str| place["region"][key].as_u64().expect("a number");
    let start = (number("startLine"), number("startColumn"));
    assert!(start.0 >= 1 && start.1 >= 1 && start <= (number("endLine"), number("endColumn")), "{place}");
}

#[test]
fn a_line_is_explained() {
    let run = stringent(&["explain", &format!("{}:12", example("strlen.sil"))]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].ends_with("the checker accepts these facts"), "{}", run.out);
    assert!(lines.contains(&"    |   ~ cnt - len(s1) = 0"), "{}", run.out);
    assert_eq!(lines.last(), Some(&" 12 |   assert(len(s1) == cnt);"));
}

#[test]
fn an_explanation_for_programs() {
    let run = stringent(&["explain", "--format", "json", &four()]);
    let report = object(&run);
    assert_eq!((run.code, &report["checked"]), (0, &Value::from(true)));
    let lines = report["lines"].as_array().expect("a list");
    let at = |line: u64| lines.iter().find(|known| known["line"] == line).expect("the line has code");
    assert_eq!(at(4)["facts"][0], "s = a*");
    assert_eq!(at(4)["reached"], true);
}

#[test]
fn a_file_that_cannot_be_explained_is_told() {
    for path in ["no/such.sil", "no/such.sil:3", &file("unread.txt", b"")] {
        let run = stringent(&["explain", path]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{path}");
        assert!(run.err.starts_with("error: "), "{}", run.err);
    }
}

#[test]
fn the_table_shows_what_only_the_combination_proves() {
    let paths = [example("strlen.sil"), example("guestbook.sil")];
    let run = stringent(&["compare", "--format", "json", &paths[0], &paths[1]]);
    let report = object(&run);
    assert_eq!(run.code, 0);
    let verdicts = |row: usize| {
        let cell = |name: &str| report["rows"][row][name].as_str().expect("a word").to_owned();
        ["string", "size", "combined", "run"].map(cell)
    };
    assert_eq!(verdicts(0), ["undecided", "undecided", "proved", "undecided"]);
    assert_eq!(verdicts(1), ["undecided", "undecided", "undecided", "violated"]);
    let text = stringent(&["compare", &paths[0]]).out;
    let cells: Vec<&str> = text.lines().nth(1).expect("a row").split_whitespace().skip(1).collect();
    assert_eq!(cells, ["-", "-", "proved", "-"]);
}

#[test]
fn engines_tell_what_they_did() {
    let run = stringent(&["check", "--verbose", &example("guestbook.sil")]);
    assert!(run.out.contains("guestbook.sil: composite settled 0 of 1 open, "), "{}", run.out);
    assert!(run.out.contains("guestbook.sil: refute settled 1 of 1 open, "), "{}", run.out);
}

#[test]
fn every_option_has_an_example() {
    for verb in ["check", "explain", "compare"] {
        let help = stringent(&[verb, "--help"]).out;
        assert!(help.contains("Example"), "{help}");
        for option in ["--budget 1000000", "--timeout 2.5", "--memory 500", "-j 4"] {
            assert!(help.contains(option), "{option} in {verb}");
        }
    }
}

//! `stringent check --certificate` and `stringent certify` as a user meets them.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::command::stringent;

fn example(name: &str) -> String {
    format!("{}/../../examples/sil/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A place for a file of this test run.
fn place(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.to_str().expect("its name is text").to_owned()
}

/// The certificate of an example, in a file.
fn certificate(program: &str, name: &str) -> String {
    let path = place(name);
    let run = stringent(&["check", &example(program), "--certificate", &path]);
    assert_eq!(run.err, "");
    path
}

#[test]
fn a_proof_is_accepted_again() {
    let path = certificate("guestbook_ok.sil", "guestbook_ok.cert");
    let run = stringent(&["certify", &example("guestbook_ok.sil"), &path]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.starts_with("proved: "), "{}", run.out);
    assert!(run.out.ends_with("guestbook_ok.sil:10:5: no script is opened\naccepted\n"), "{}", run.out);
    let run = stringent(&["certify", &example("guestbook_ok.sil"), &path, "--format", "json"]);
    let expected = r#"{"accepted":true,"properties":[{"id":0,"line":10,"verdict":"proved"}]}"#;
    assert_eq!((run.code, run.out.trim_end()), (0, expected));
}

#[test]
fn a_certificate_that_decides_nothing_is_no_proof() {
    let path = certificate("guestbook.sil", "guestbook.cert");
    let run = stringent(&["certify", &example("guestbook.sil"), &path]);
    assert_eq!(run.code, 3, "{}", run.out);
    assert!(run.out.starts_with("not decided: "), "{}", run.out);
}

#[test]
fn a_changed_certificate_is_rejected_with_its_place() {
    let path = certificate("strlen.sil", "strlen.cert");
    let text = fs::read_to_string(&path).expect("it was written");
    let changed = place("strlen_changed.cert");
    fs::write(&changed, text.replace("final", "state")).expect("the folder for tests can be written");
    let run = stringent(&["certify", &example("strlen.sil"), &changed]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("\nnot shown: language of string 0 after instruction 3\n"), "{}", run.out);
    assert!(run.out.ends_with("\naccepted in part\n"), "{}", run.out);
    let run = stringent(&["certify", &example("strlen.sil"), &changed, "--format", "json"]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.starts_with(r#"{"accepted":false,"#), "{}", run.out);
    assert!(run.out.contains(r#""language of string 0 after instruction 3""#), "{}", run.out);
    let run = stringent(&["certify", &example("strlen_off_by_one.sil"), &path, "--format", "json"]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.starts_with(r#"{"accepted":false,"reason":""#), "{}", run.out);
    assert!(run.out.contains("strlen.cert: line "), "{}", run.out);
}

#[test]
fn wrong_use_is_told() {
    let both = [&example("strlen.sil")[..], &example("samba.sil")];
    let run = stringent(&["check", both[0], both[1], "--certificate", &place("both.cert")]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("--certificate is for one program, and there are 2 here"), "{}", run.err);
    let run = stringent(&["certify", &example("strlen.sil"), &place("nowhere.cert")]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("nowhere.cert: "), "{}", run.err);
}

/// A proved property: the file, and its number there.
type Proved = (String, u64);

/// What a report of `check` and the certificates of the same run prove.
fn proved_twice(paths: &[&str], name: &str) -> (BTreeSet<Proved>, BTreeSet<Proved>) {
    let folder = place(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("the folder for tests can be written");
    let run = stringent(&[&["check"], paths, &["--certificate", &folder, "--format", "json"]].concat());
    let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|why| panic!("{why}: {}", run.err));
    let is_proved = |of: &&Value| ["proved", "unreachable"].contains(&of["verdict"].as_str().unwrap_or(""));
    let id = |of: &Value| of["id"].as_u64().expect("a number");
    let text = |of: &Value| of.as_str().expect("a text").to_owned();
    let properties = report["properties"].as_array().expect("a list");
    let checked = properties.iter().filter(is_proved).filter(|of| of["rests_on"].is_null());
    let checked = checked.map(|of| (text(&of["page"]), id(of))).collect();
    let run = stringent(&[&["certify"], paths, &[folder.as_str(), "--format", "json"]].concat());
    let mut certified = BTreeSet::new();
    for line in run.out.lines() {
        let told: Value = serde_json::from_str(line).expect("an object a line");
        // Where nothing is proved there may be no file.
        assert!(told["accepted"] == true || told["properties"].is_null(), "{line}");
        for of in told["properties"].as_array().into_iter().flatten().filter(is_proved) {
            certified.insert((text(&told["file"]), id(of)));
        }
    }
    (checked, certified)
}

fn examples(folder: &str) -> String {
    format!("{}/../../examples/{folder}", env!("CARGO_MANIFEST_DIR"))
}

/// The programs of a folder that are proved without a solver, as their first lines say.
fn safe(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(examples(folder)).expect("the examples are there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let is_safe = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("it is text");
        text.lines().next() == Some("// safe")
    };
    paths.filter(is_safe).map(|path| path.to_string_lossy().into_owned()).collect()
}

#[test]
fn what_is_proved_of_every_example_has_a_certificate() {
    let (php, java) = (vec![examples("php")], vec![examples("java")]);
    for (paths, name, least) in [(safe("sil"), "all_sil", 25), (php, "all_php", 35), (java, "all_java", 11)] {
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let (checked, certified) = proved_twice(&paths, name);
        assert_eq!(certified, checked, "{name}");
        assert!(checked.len() >= least, "{name}: {}", checked.len());
    }
}

#[test]
fn what_is_proved_of_sources_of_c_has_a_certificate() {
    // Linear relations, contents, pieces that are the same, and proofs of both.
    let names =
        ["strlen", "strcat", "own_strcpy", "own_strlcpy", "own_memcpy", "gxine_ok", "samba_ok", "trim_bad"];
    let paths = names.map(|name| examples(&format!("c/{name}.c")));
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let (checked, certified) = proved_twice(&paths, "some_c");
    assert_eq!(certified, checked);
    assert!(checked.len() >= 60, "{}", checked.len());
}

#[test]
fn a_proof_behind_an_open_gap_is_none_by_its_certificate_either() {
    let page = place("behind_gap.php");
    let text = "<?php $f = $_GET['f']; $f(1); echo htmlspecialchars($_GET['a'], ENT_QUOTES);";
    fs::write(&page, text).expect("the folder for tests can be written");
    let path = place("behind_gap.cert");
    let run = stringent(&["check", &page, "--certificate", &path]);
    assert_eq!(run.code, 3, "{}{}", run.out, run.err);
    let run = stringent(&["certify", &page, &path]);
    assert_eq!(run.code, 3, "{}{}", run.out, run.err);
    assert!(run.out.starts_with("not decided: ") && !run.out.contains("proved: "), "{}", run.out);
}

#[test]
fn a_certificate_is_of_the_source_that_it_was_made_of() {
    let (page, path) = (place("own.php"), place("own.cert"));
    let write = |text: &str| fs::write(&page, text).expect("the folder for tests can be written");
    write("<?php echo htmlspecialchars($_GET['a'], ENT_QUOTES);");
    let run = stringent(&["check", &page, "--certificate", &path]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let run = stringent(&["certify", &page, &path]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("\nassumes: "), "{}", run.out);
    write("<?php echo $_GET['a'];");
    let run = stringent(&["certify", &page, &path]);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    assert!(run.out.starts_with("rejected: ") && run.out.contains("the program here "), "{}", run.out);
}

//! Files of learned proofs: written, accepted by the checker, and by the second one in Python.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use verifier::{Engines, Options, Verdict, certify, sil, write_certificate};

/// Two loops in one, each with an invariant of its own: what is learned of both stands in one file.
const TWO: &str = r#"alphabet byte
proc main() {
  ring: str := "tnnn";
  pair: str := "ab";
  turn: str := input();
  while (turn != "stop") {
    ring := suffix(ring, 1) ++ prefix(ring, 1);
    if (turn == "swap") { pair := suffix(pair, 1) ++ prefix(pair, 1); }
    turn := input();
  }
  assert(ring in /n*tn*/, "there is one token");
  assert(pair in /ab|ba/, "the two differ");
}
"#;

/// The programs that are proved by learning, by name.
fn programs() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/learned");
    let mut all = vec![("two".to_owned(), TWO.to_owned())];
    for entry in fs::read_dir(folder).expect("the programs are there") {
        let path = entry.expect("the folder can be read").path();
        let text = fs::read_to_string(&path).expect("it is text");
        if text.lines().next() == Some("// safe") {
            all.push((path.file_stem().expect("it has a name").to_string_lossy().into_owned(), text));
        }
    }
    all.sort();
    all
}

#[test]
fn learned_proofs_are_written_and_accepted_by_both_checkers() {
    let options = Options { engines: Engines::Learn, ..Options::default() };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("learned");
    fs::create_dir_all(&folder).expect("the folder for tests can be written");
    let mut files = Vec::new();
    for (name, text) in &programs() {
        let program = sil::parse(text, name).expect("a program parses");
        let written = write_certificate(&program, &options).expect("there is one");
        let accepted = certify(&program, written.as_bytes(), &options).expect("the checker ends");
        let checked = accepted.expect("it is accepted");
        assert!(checked.checked.iter().all(|checked| matches!(checked.verdict(), Verdict::Proved)), "{name}");
        let file = folder.join(format!("{name}.cert"));
        fs::write(&file, written).expect("the folder for tests can be written");
        files.push(file);
    }
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../verdict/tests/second/checker.py");
    let Ok(output) = Command::new("python3").arg("-B").arg(checker).args(&files).output() else {
        assert!(env::var_os("CI").is_none(), "python3 is not there");
        println!("skipped: python3 is not there");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said.lines().count(), files.len());
    for (file, line) in files.iter().zip(said.lines()) {
        let (accepted, verdicts) = line.split_once(' ').expect("a word and verdicts");
        assert_eq!(accepted, "accepted", "{}: {line}", file.display());
        assert!(verdicts.split(' ').all(|verdict| verdict == "proved"), "{}: {line}", file.display());
    }
}

#[test]
fn a_learned_proof_proves_nothing_of_the_twin() {
    let options = Options { engines: Engines::Learn, ..Options::default() };
    let program = sil::parse(TWO, "two").expect("a program parses");
    let written = write_certificate(&program, &options).expect("there is one");
    let wrong = TWO.replace("ring := suffix(ring, 1) ++ prefix(ring, 1)", "ring := suffix(ring, 1)");
    let wrong = sil::parse(&wrong, "two").expect("a program parses");
    assert!(certify(&wrong, written.as_bytes(), &options).expect("the checker ends").is_err());
    let own = write_certificate(&wrong, &options).expect("there is one");
    let checked =
        certify(&wrong, own.as_bytes(), &options).expect("the checker ends").expect("it is accepted");
    let proved: Vec<bool> =
        checked.checked.iter().map(|checked| matches!(checked.verdict(), Verdict::Proved)).collect();
    assert_eq!(proved, [false, true], "one of two is still proved");
}

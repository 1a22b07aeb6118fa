//! Class files that were changed: none makes the reader or the walk panic, and code that no JVM would run is a gap.

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use front_java::{Claim, Classes, Lowered, Property, Question, Texts, class, entries, lower};

const SOURCE: &str = "class M {
  interface Map { String of(String s); }
  static int pick(boolean b) { return b ? 1 : 2; }
  static long wide(long a, double d) { long[] all = {a, 2L}; return d > 0 ? all[0] : all[1] << 3; }
  public static void main(String[] a) {
    String s = \"x\";
    for (int i = 0; i < 3; i++) { s += i; }
    switch (s) { case \"x0\": s = null; break; default: s = s + pick(a.length > 2); }
    Map map = t -> t + a.length;
    try { assert map.of(s).charAt(a.length) == 'x' || wide(3, 0.5) > 1; }
    catch (RuntimeException e) { s = null; }
    finally { java.util.List<String> list = new java.util.ArrayList<>(); list.add(s); }
  }
}";

/// The class file of the source, when there is a compiler. Under `CI` there must be one. It is made once: tests that run side by
/// side would read what another one is writing.
fn compiled() -> Option<Vec<u8>> {
    static COMPILED: LazyLock<Option<Vec<u8>>> = LazyLock::new(compile);
    COMPILED.clone()
}

fn compile() -> Option<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("mutants");
    std::fs::create_dir_all(&folder).expect("the folder for tests can be written");
    let source = folder.join("M.java");
    std::fs::write(&source, SOURCE).expect("the folder for tests can be written");
    match Command::new("javac").arg("-g").arg("-d").arg(&folder).arg(&source).status() {
        Ok(status) => {
            assert!(status.success(), "the source compiles");
            Some(std::fs::read(folder.join("M.class")).expect("javac wrote it"))
        }
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "javac must be installed here: {error}");
            println!("javac is not installed, so nothing was mutated.");
            None
        }
    }
}

/// Every entry of a class, lowered.
fn lowered(bytes: &[u8]) -> Vec<Lowered> {
    let Ok(class) = class::read(bytes) else { return Vec::new() };
    let mut classes = Classes::default();
    classes.add(class);
    let question = |(class, method)| Question { class, method, property: Property::Both, null_inputs: true };
    let lower = |entry| lower(&classes, &Texts::default(), &question(entry)).ok();
    entries(&classes).into_iter().filter_map(lower).collect()
}

#[test]
fn no_changed_byte_makes_it_panic() {
    let Some(bytes) = compiled() else { return };
    assert_eq!(lowered(&bytes).len(), 1, "the class itself is followed");
    for at in 0..bytes.len() {
        for change in [0x01, 0xff] {
            let mut mutant = bytes.clone();
            mutant[at] ^= change;
            lowered(&mutant);
        }
    }
}

/// Lengths and counts that say too much, and files that end too soon.
#[test]
fn no_lying_length_makes_it_panic() {
    let Some(bytes) = compiled() else { return };
    for at in (0..bytes.len() - 4).step_by(3) {
        for number in [[0xff, 0xff, 0xff, 0xff], [0x7f, 0xff, 0xff, 0xff]] {
            let mut mutant = bytes.clone();
            mutant[at..at + 4].copy_from_slice(&number);
            lowered(&mutant);
        }
        lowered(&bytes[..at]);
    }
}

/// One way to where two meet leaves nothing on the stack: no JVM runs that, and it is not taken for something else.
#[test]
fn stacks_of_different_heights_are_a_gap() {
    let Some(mut bytes) = compiled() else { return };
    // iload_0, ifeq, iconst_1, goto, iconst_2, ireturn.
    let code = [0x1a, 0x99, 0, 7, 0x04, 0xa7, 0, 4, 0x05, 0xac];
    let at = bytes.windows(code.len()).position(|window| window == code).expect("the code of pick");
    bytes[at + 4] = 0;
    let lowered = lowered(&bytes).pop().expect("there is an entry");
    let told: Vec<&str> = lowered
        .program
        .assertions
        .iter()
        .zip(&lowered.claims)
        .filter(|(_, claim)| **claim == Claim::Gap)
        .filter_map(|(assertion, _)| assertion.message.as_deref())
        .collect();
    assert!(told.contains(&"operand stacks of different heights meet"), "{told:?}");
}

//! Java programs: our time, and that of JBMC where it is installed.
//!
//! Times are processor seconds of the children, start-up included and `javac` left out, so that a busy machine does not matter
//! much. We answer for strings of any length; JBMC is given the bounds that it needs, which are small. `jbmc` is looked for on
//! the path.

mod clock;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use clock::children;

/// Entries: the first two hold for every string, the last two do not.
const SOURCE: &str = r#"class Strings {
  static void strip(String text) {
    StringBuilder kept = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 'a' && c <= 'z' || c == '-') { kept.append(c); }
    }
    assert kept.toString().indexOf('/') < 0;
  }

  static void trimmed(String text) {
    String name = "<b>" + text.trim().replace('<', ' ') + "</b>";
    assert !name.contains("<script");
  }

  static void kept(String text) {
    StringBuilder kept = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '<' || i > 0) { kept.append(c); }
    }
    assert kept.toString().indexOf('<') < 0;
  }

  static void cut(String text) {
    String name = text.toLowerCase();
    assert !name.startsWith("ab") || name.length() != 3;
  }
}
"#;

const ENTRIES: [&str; 4] = ["strip", "trimmed", "kept", "cut"];

fn main() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("java-benchmark");
    fs::create_dir_all(&folder).expect("the folder for benchmarks can be written");
    let source = folder.join("Strings.java");
    fs::write(&source, SOURCE).expect("the source can be written");
    let compiled = Command::new("javac").arg("-g").arg("-d").arg(&folder).arg(&source).status();
    if !compiled.is_ok_and(|status| status.success()) {
        println!("javac is not installed, so nothing is measured");
        return;
    }
    let peer = Command::new("jbmc").arg("--version").output().is_ok();
    let (mut ours, mut theirs) = (0.0, 0.0);
    for entry in ENTRIES {
        let (own, told) = children(&mut our_command(&folder, entry));
        ours += own;
        println!("{entry}: {own:.2} s ours ({told})");
        if peer {
            let (other, told) = children(&mut peer_command(&folder, entry));
            theirs += other;
            println!("{entry}: {other:.2} s of JBMC ({told})");
        }
    }
    if peer {
        println!("JBMC takes {:.1} times as long", theirs / ours);
    } else {
        println!("jbmc is not installed, so nothing is compared with it");
    }
}

fn our_command(folder: &Path, entry: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stringent"));
    let class = folder.join("Strings.class");
    command.arg("check").arg(class).args(["--entry", &format!("Strings.{entry}"), "-j", "1"]);
    command
}

/// Loops of ten turns and strings of eight characters.
fn peer_command(folder: &Path, entry: &str) -> Command {
    let mut command = Command::new("jbmc");
    command.args(["Strings", "--function", &format!("Strings.{entry}"), "--classpath"]).arg(folder);
    command.args(["--unwind", "10", "--max-nondet-string-length", "8", "--java-assume-inputs-non-null"]);
    command
}

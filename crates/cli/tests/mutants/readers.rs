//! One test a format: its seeds, and the command that reads it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::mutate::Seeds;
use crate::{Outcome, count, each, empty, run};

/// Verifies a mutant under limits.
fn check(path: &Path) -> Outcome {
    check_with(path, &[])
}

fn check_with(path: &Path, more: &[&str]) -> Outcome {
    let name = path.to_str().expect("a plain name");
    let limits =
        ["check", name, "--format", "json", "--timeout", "5", "--memory", "500", "--budget", "300000"];
    run(&[&limits[..], more].concat(), path)
}

/// At least half of the mutants of a text format are past its parser.
fn mostly_read(read: usize) {
    assert!(2 * read >= count(), "only {read} of {} mutants are past the parser", count());
}

fn has(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn programs() {
    let seeds = Seeds::in_folders(&["sil", "horn", "learned"], "sil");
    mostly_read(each(("programs", "sil"), &seeds, check));
}

#[test]
fn pages() {
    mostly_read(each(("pages", "php"), &Seeds::in_folders(&["php"], "php"), check));
}

#[test]
fn sources_of_c() {
    if has("cc") {
        mostly_read(each(("c", "c"), &Seeds::in_folders(&["c"], "c"), check));
    }
}

const CLAUSES: [&str; 3] = [
    "(declare-fun I (String Int) Bool)\n(assert (I \"\" 0))\n\
     (assert (forall ((s String) (n Int)) (=> (I s n) (I (str.++ s \"a\") (+ n 1)))))\n\
     (assert (forall ((s String) (n Int)) (=> (and (I s n) (not (= (str.len s) n))) false)))\n",
    "(set-logic HORN)\n(declare-fun P (String) Bool)\n(assert (P \"k\"))\n\
     (assert (forall ((s String)) (=> (and (P s) (str.in_re s (re.* re.allchar))) (P (str.++ s \",k\")))))\n\
     (assert (forall ((s String)) (=> (and (P s) (str.contains s \",,\")) false)))\n(check-sat)\n",
    "(declare-var s String)\n(declare-rel inv (String))\n(declare-rel fail ())\n(rule (inv \"\"))\n\
     (rule (=> (inv s) (inv (str.++ s \"a\"))))\n(rule (=> (and (inv s) (= s \"b\")) fail))\n(query fail)\n",
];

#[test]
fn clauses() {
    let seeds = Seeds::texts(CLAUSES);
    mostly_read(each(("clauses", "smt2"), &seeds, |path| check_with(path, &["--engine", "profiles"])));
}

/// Class files and jars of the examples, or nothing when there is no compiler.
fn compiled() -> Option<Vec<Vec<u8>>> {
    if !has("javac") {
        return None;
    }
    let folder = empty("compiled");
    for name in ["Escape", "Strip", "Menu"] {
        let source =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/java").join(format!("{name}.java"));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/java");
        let mut javac = Command::new("javac");
        let done = javac.arg("-d").arg(&folder).arg("-sourcepath").arg(path).arg(source).status();
        assert!(done.expect("there is javac").success());
    }
    let mut paths: Vec<_> =
        fs::read_dir(&folder).expect("it is there").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let classes = paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "class"));
    Some(classes.map(|path| fs::read(path).expect("it was compiled")).collect())
}

#[test]
fn class_files() {
    if let Some(classes) = compiled() {
        each(("classes", "class"), &Seeds::bytes(classes), check);
    }
}

#[test]
fn jars() {
    let folder = empty("jar");
    let program = b"class A { public static void main(String[] a) { assert a.length < 3; } }\n";
    fs::write(folder.join("A.java"), program).expect("the folder can be written");
    let tool = |name: &str, arguments: &[&str]| {
        Command::new(name).current_dir(&folder).args(arguments).status().is_ok_and(|status| status.success())
    };
    if tool("javac", &["A.java"]) && tool("jar", &["cf", "a.jar", "A.class"]) {
        let jar = fs::read(folder.join("a.jar")).expect("it was made");
        each(("jars", "jar"), &Seeds::bytes(vec![jar]), check);
    }
}

#[test]
fn certificates() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/sil");
    let made = empty("certificate");
    for name in ["gxine_ok", "strlen"] {
        let program = folder.join(format!("{name}.sil"));
        let program = program.to_str().expect("a plain name");
        let certificate = made.join(format!("{name}.cert"));
        let shown = certificate.to_str().expect("a plain name");
        run(&["check", program, "--certificate", shown], &certificate);
        let seeds = Seeds::texts([fs::read(&certificate).expect("it was written")]);
        each((name, "cert"), &seeds, |path| {
            run(&["certify", program, path.to_str().expect("a plain name")], path)
        });
    }
}

const SETTINGS: [&str; 2] = [
    "[php]\nsources = [\"read_input\"]\nsinks = [{ function = \"run_query\", argument = 1, rule = \"php-sql\" }]\n\
     sanitisers = [{ function = \"clean\" },\n  { function = \"slug\", language = \"/[a-z-]*/\" }]\n\
     attacks = [{ name = \"script\", pattern = \"/<script/i\", rules = [\"php-html\"] }]\n",
    "[php]\nsinks = [{ function = \"f\", argument = 2, rule = \"php-html\" }]\n",
];

#[test]
fn settings() {
    let folder = empty("settings_page");
    let page = folder.join("page.php");
    fs::write(&page, "<?php run_query('a', read_input()); echo slug($_GET['a']);")
        .expect("it can be written");
    let seeds = Seeds::texts(SETTINGS);
    each(("settings", "toml"), &seeds, |path| {
        check_with(&page, &["--config", path.to_str().expect("a plain name")])
    });
}

#[test]
fn baselines() {
    let folder = empty("baseline_program");
    let program = folder.join("a.sil");
    fs::write(&program, "proc main() { s: str := input(); assert(s == \"\"); }").expect("it can be written");
    let seeds = Seeds::texts(["0123456789abcdef:0\nfedcba9876543210:1\n\n  00:7\n"]);
    each(("baselines", "txt"), &seeds, |path| {
        check_with(&program, &["--baseline", path.to_str().expect("a plain name")])
    });
}

const TABLES: [&str; 3] = [
    "input\tcwe\texpected\na.php\tCWE_79\tsafe\nb.php\tCWE_89\tunsafe\n",
    "inputs\tentry\tlabel\nA.java\tA.main\ttrue\n",
    "input\tproperty\texpected\na.c\tmemory\ttrue\n",
];

#[test]
fn tables_of_suites() {
    let seeds = Seeds::texts(TABLES);
    each(("tables", "tsv"), &seeds, |path| {
        let folder = path.with_extension("suite");
        fs::create_dir_all(&folder).expect("the folder can be written");
        fs::copy(path, folder.join("tasks.tsv")).expect("the folder can be written");
        for (name, text) in [
            ("a.php", "<?php echo $_GET['a'];"),
            ("b.php", "<?php echo 1;"),
            ("a.c", "int main(void) { return 0; }\n"),
        ] {
            fs::write(folder.join(name), text).expect("the folder can be written");
        }
        run(&["measure", folder.to_str().expect("a plain name"), "--budget", "300000"], path)
    });
}

#[test]
fn properties_of_witnesses() {
    if !has("javac") {
        return;
    }
    let folder = empty("property_program");
    let program = b"class Main { public static void main(String[] a) { assert a.length < 3; } }\n";
    fs::write(folder.join("Main.java"), program).expect("the folder can be written");
    let (shown, witness) =
        (folder.to_str().expect("a plain name").to_owned(), folder.join("witness.graphml"));
    let witness = witness.to_str().expect("a plain name");
    let seeds = Seeds::texts([
        "CHECK( init(Main.main()), LTL(G assert) )\n",
        "CHECK( init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)) )\n",
    ]);
    each(("properties", "prp"), &seeds, |path| {
        let property = path.to_str().expect("a plain name");
        run(&["svcomp", "--property", property, "--witness", witness, &shown, "--budget", "300000"], path)
    });
}

//! Random programs of Java against their real runs: nothing that a run breaks is proved, a run of the program that the classes
//! became ends as the real one does, and what is violated fails on the JVM with the arguments that are reported.
//!
//! `STRINGENT_JAVA_PROGRAMS` says how many programs, `STRINGENT_JAVA_SEED` which. A mistake is made smaller by leaving out statements, and
//! printed; its smallest program belongs into `corpus`, whose files are checked too.

mod chance;
mod expressions;
mod statements;
mod generate;
mod harness;
mod judge;
mod kinds;

use std::path::{Path, PathBuf};
use std::{env, fs};

use chance::Chance;
use generate::{IMPORTS, Program, class, program, smaller};
use harness::{Compiled, Ending, RUNS, compile, inputs};
use judge::{Judged, judge};
use verifier::Engines;

/// How many programs are compiled together.
const BATCH: usize = 500;

/// How often something was decided.
#[derive(Debug, Default)]
struct Counts {
    programs: usize,
    /// Programs without an open gap.
    whole: usize,
    /// Runs whose end the program determines.
    determined: usize,
    /// Violations that were run.
    violated: usize,
}

fn number(name: &str, otherwise: usize) -> usize {
    env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn folder(name: &str) -> PathBuf {
    env::temp_dir().join(format!("stringent-java-{name}-{}", std::process::id()))
}

fn source(programs: &[Program]) -> String {
    let classes = programs.iter().enumerate().map(|(at, program)| class(&format!("P{at}"), program));
    format!("{IMPORTS}{}", classes.collect::<String>())
}

/// Whether there is no compiler, which continuous integration does not accept.
fn is_skipped() {
    assert!(env::var_os("CI").is_none(), "a JDK is needed");
    println!("skipped: there is no JDK");
}

fn engines(number: usize) -> Engines {
    if number.is_multiple_of(8) { Engines::Contents } else { Engines::Sizes }
}

/// Judges programs that were compiled together; what is wrong, by the number of the program.
fn wrong(compiled: &Compiled, programs: &[Program], counts: &mut Counts) -> Vec<(usize, String)> {
    let name = |at: usize| format!("P{at}");
    let runs: Vec<_> = (0..programs.len() * RUNS)
        .map(|at| (name(at / RUNS), inputs(at % RUNS, programs[at / RUNS].nulls)))
        .collect();
    let endings = compiled.run(&runs);
    let mut wrong = Vec::new();
    let mut violations = Vec::new();
    for (at, program) in programs.iter().enumerate() {
        let judged = judge(compiled, &name(at), program.nulls, engines(at));
        let real = &endings[at * RUNS..(at + 1) * RUNS];
        counts.programs += 1;
        counts.whole += usize::from(judged.closed.is_some());
        if let Some(why) = mistake(&judged, program, (real, counts)) {
            wrong.push((at, why));
        } else if at % 4 == 0 {
            violations.extend(judged.violation().map(|(given, ending)| (at, given, ending)));
        }
    }
    let runs: Vec<_> = violations.iter().map(|(at, given, _)| (name(*at), given.clone())).collect();
    counts.violated += runs.len();
    for ((at, given, said), real) in violations.into_iter().zip(compiled.run(&runs)) {
        if !agree(&said, &real) {
            wrong.push((at, format!("{given:?} is said to end by {said:?}, and ends by {real:?}")));
        }
    }
    wrong
}

/// What is wrong with what is said of a program, if something is.
fn mistake(judged: &Judged, program: &Program, (real, counts): (&[Ending], &mut Counts)) -> Option<String> {
    if let Some(ending) = real.iter().find(|ending| judged.excludes(ending)) {
        return Some(format!("it is proved that no run ends by {ending:?}"));
    }
    for (run, ending) in real.iter().enumerate().filter(|(_, ending)| **ending != Ending::Unknown) {
        let Some(said) = judged.interpreted(&inputs(run, program.nulls)) else { continue };
        counts.determined += 1;
        if !agree(&said, ending) {
            return Some(format!("run {run} ends by {ending:?}, and is said to end by {said:?}"));
        }
    }
    None
}

/// Whether two endings are the same. Where an exception passed through code of the library, its place is not compared.
fn agree(said: &Ending, real: &Ending) -> bool {
    match (said, real) {
        (Ending::Thrown(said, _), Ending::Thrown(real, _)) => said == real,
        _ => said == real,
    }
}

/// A smaller program with a mistake.
fn shrunk(program: &Program, folder: &Path) -> Program {
    let mut small = program.clone();
    'again: loop {
        for tried in smaller(&small) {
            let Some(Ok(compiled)) = compile(folder, &source(std::slice::from_ref(&tried))) else { continue };
            if !wrong(&compiled, std::slice::from_ref(&tried), &mut Counts::default()).is_empty() {
                small = tried;
                continue 'again;
            }
        }
        return small;
    }
}

#[test]
fn nothing_that_a_run_breaks_is_proved() {
    let count = number("STRINGENT_JAVA_PROGRAMS", 300);
    let mut chance = Chance::new(number("STRINGENT_JAVA_SEED", 1) as u64);
    let folder = folder("programs");
    let (mut found, mut counts) = (Vec::new(), Counts::default());
    while counts.programs < count {
        let programs: Vec<_> =
            (0..BATCH.min(count - counts.programs)).map(|_| program(&mut chance)).collect();
        let Some(compiled) = compile(&folder, &source(&programs)) else { return is_skipped() };
        let compiled = compiled.unwrap_or_else(|said| panic!("javac takes what is generated: {said}"));
        for (at, why) in wrong(&compiled, &programs, &mut counts) {
            let small = shrunk(&programs[at], &folder);
            found.push(format!("{why}\n{}", class("P0", &small)));
            assert!(found.len() < 5, "{}", found.join("\n"));
        }
    }
    drop(fs::remove_dir_all(&folder));
    println!("{counts:?}");
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(counts.whole * 3 > counts.programs, "gaps hide most programs: {counts:?}");
    assert!(counts.determined * 4 > counts.programs * RUNS, "few runs are compared: {counts:?}");
}

/// Each file of the corpus is a class `P0`, of which a run went wrong once.
#[test]
fn the_corpus_is_judged_as_it_runs() {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/java_generated/corpus");
    let mut files: Vec<PathBuf> = fs::read_dir(corpus)
        .expect("there is a corpus")
        .map(|file| file.expect("it is listed").path())
        .collect();
    files.sort();
    let classes: String = files
        .iter()
        .enumerate()
        .map(|(at, path)| fs::read_to_string(path).expect("it is read").replace("P0", &format!("P{at}")))
        .collect();
    let folder = folder("corpus");
    let Some(compiled) = compile(&folder, &format!("{IMPORTS}{classes}")) else { return is_skipped() };
    let compiled = compiled.unwrap_or_else(|said| panic!("javac takes the corpus: {said}"));
    let programs = vec![Program { statements: Vec::new(), nulls: false }; files.len()];
    let wrong = wrong(&compiled, &programs, &mut Counts::default());
    let told: Vec<String> =
        wrong.iter().map(|(at, why)| format!("{}: {why}", files[*at].display())).collect();
    drop(fs::remove_dir_all(&folder));
    assert!(!files.is_empty() && told.is_empty(), "{}", told.join("\n"));
}

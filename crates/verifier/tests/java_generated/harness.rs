//! Many programs, compiled by one process and run by another: each run has fresh classes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use verifier::front_java::class::{Class, read};

/// How often each program is run.
pub(crate) const RUNS: usize = 6;

/// The arguments of a run.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub(crate) numbers: [i64; 5],
    pub(crate) texts: [Option<Vec<u16>>; 2],
}

/// How a run ended: nothing left it, an exception did, or it is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Returned,
    /// The class of the exception, and the file and line where it was thrown.
    Thrown(String, String),
    Unknown,
}

/// The arguments of the runs of every program.
pub(crate) fn inputs(run: usize, nulls: bool) -> Given {
    let rows: [([i64; 5], &str, Option<&str>); RUNS] = [
        ([0, 1, 2, 0, 97], "", Some("ab")),
        ([1, 3, 0, 1, 48], "ab", Some("ab")),
        ([3, 2, -1, 1, 90], "a b", None),
        ([5, 0, i64::MAX, 0, 98], "12", Some("x")),
        ([2_147_483_647, -1, 1 << 40, 1, 233], "XaX", Some("<é>")),
        ([-2_147_483_648, 127, -5, 0, 55_357], "BB", Some("")),
    ];
    let (numbers, one, two) = rows[run];
    let units = |text: &str| text.encode_utf16().collect();
    let two = two.or((!nulls).then_some("null"));
    Given { numbers, texts: [Some(units(one)), two.map(units)] }
}

impl Given {
    fn line(&self) -> String {
        let mut line = String::new();
        for (at, number) in self.numbers.iter().enumerate() {
            let word = if at == 3 { (*number != 0).to_string() } else { number.to_string() };
            let _ = write!(line, " {word}");
        }
        for text in &self.texts {
            match text {
                None => line.push_str(" null"),
                Some(units) => {
                    line.push_str(" x");
                    units.iter().for_each(|unit| {
                        let _ = write!(line, "{unit:04x}");
                    });
                }
            }
        }
        line
    }
}

/// What was compiled.
pub(crate) struct Compiled {
    folder: PathBuf,
    classes: BTreeMap<String, Class>,
}

/// Compiles a source together with the classes that programs use; what the compiler says when it refuses, and none when there is no
/// compiler.
pub(crate) fn compile(folder: &Path, source: &str) -> Option<Result<Compiled, String>> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).expect("a folder for classes");
    let files = [
        ("Frame.java", include_str!("Frame.java")),
        ("Run.java", include_str!("Run.java")),
        ("All.java", source),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("it is written");
    }
    let mut command = Command::new("javac");
    command.args([
        "--release",
        "17",
        "-proc:none",
        "-nowarn",
        "-encoding",
        "UTF-8",
        "-J-XX:+UseSerialGC",
        "-J-XX:TieredStopAtLevel=1",
    ]);
    command.args(["-Xlint:none", "-d"]).arg(folder).args(files.map(|(name, _)| folder.join(name)));
    let done = command.output().ok()?;
    if !done.status.success() {
        return Some(Err(String::from_utf8_lossy(&done.stderr).chars().take(3000).collect()));
    }
    let mut classes = BTreeMap::new();
    for file in fs::read_dir(folder).expect("the folder is there") {
        let path = file.expect("it is listed").path();
        if path.extension().is_some_and(|extension| extension == "class") {
            let class = read(&fs::read(&path).expect("it is read")).expect("javac writes classes");
            classes.insert(class.name.clone(), class);
        }
    }
    Some(Ok(Compiled { folder: folder.to_owned(), classes }))
}

impl Compiled {
    /// The classes of a program and those that all programs use.
    pub(crate) fn of<'a>(&'a self, program: &'a str) -> impl Iterator<Item = &'a Class> {
        self.classes.values().filter(move |class| {
            let outer = class.name.split('$').next().unwrap_or_default();
            let is_program = outer.strip_prefix('P').is_some_and(|rest| rest.parse::<usize>().is_ok());
            outer != "Run" && (!is_program || outer == program)
        })
    }

    /// Runs programs with arguments.
    pub(crate) fn run(&self, runs: &[(String, Given)]) -> Vec<Ending> {
        let mut command = Command::new("java");
        command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xss2m", "-cp"]);
        command.arg(&self.folder).arg("Run").arg(&self.folder);
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("java stands beside javac");
        let mut stdin = process.stdin.take().expect("the input was piped");
        let mut lines = String::new();
        for (at, (name, given)) in runs.iter().enumerate() {
            let _ = writeln!(lines, "{name} {at}{}", given.line());
        }
        let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
        let done = process.wait_with_output().expect("it ends");
        writer.join().expect("it does not panic").expect("the programs were read");
        let told = String::from_utf8_lossy(&done.stdout).into_owned();
        let endings: Vec<Ending> = told.lines().map(ending).collect();
        assert_eq!(endings.len(), runs.len(), "every run is told");
        endings
    }
}

fn ending(line: &str) -> Ending {
    let words: Vec<&str> = line.split(' ').collect();
    match words[2..] {
        ["-"] => Ending::Returned,
        [class, place] => Ending::Thrown(class.to_owned(), place.to_owned()),
        _ => Ending::Unknown,
    }
}

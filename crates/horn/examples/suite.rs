//! Decides the systems of folders and prints which rung of the ladder did it: `suite [--no-solver] [--only STRATEGY] FOLDER...`.
//!
//! A folder has `.smt2` files and may have `tasks.tsv` with lines `task file expected`; without it, a line `; safe` or
//! `; unsafe` at the beginning of a file says what is right. Only confirmed answers count, and a wrong one ends in an error.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use automata::Budget;
use horn::checked::Verdict;
use horn::ladder::{Decided, Means, Solvers, decide};
use horn::smt::parse;
use horn::solve::{LocateOptions, Solver, Unknown, locate};
use outside::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut folders, mut only, mut solvers) = (Vec::new(), None, solvers());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--no-solver" => solvers = Err("no solver was asked for".to_owned()),
            "--only" => only = arguments.next().map(|name| name.parse()).transpose()?,
            _ => folders.push(argument),
        }
    }
    let means = Means { solvers, only, whole: Duration::from_secs(9) };
    let mut table = Table::default();
    for folder in &folders {
        let expected = expectations(Path::new(folder));
        let mut files: Vec<_> = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
        files.retain(|path| path.extension().is_some_and(|ending| ending == "smt2"));
        files.sort();
        for path in &files {
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            let text = std::fs::read_to_string(path)?;
            let stated = text.lines().next().and_then(|line| line.strip_prefix("; "));
            let right = expected.get(&name).map(String::as_str).or(stated).unwrap_or("?");
            table.row(&name, right, &text, &means);
        }
    }
    table.closing()
}

/// What was decided so far.
#[derive(Default)]
struct Table {
    systems: usize,
    wrong: usize,
    slowest: Duration,
    /// How many each rung decided, and of these how many rest on no solver.
    by_rung: BTreeMap<String, (usize, usize)>,
}

impl Table {
    fn row(&mut self, name: &str, right: &str, text: &str, means: &Means) {
        let start = Instant::now();
        let decided = judge(text, means);
        let time = start.elapsed();
        self.systems += 1;
        self.slowest = self.slowest.max(time);
        let told = match &decided {
            Ok(Decided { checked, strategy, .. }) => {
                let verdict = match checked.verdict() {
                    Verdict::Safe => "safe",
                    Verdict::Unsafe(_) => "unsafe",
                };
                self.wrong += usize::from(right != "?" && verdict != right);
                let counts = self.by_rung.entry(strategy.to_string()).or_default();
                *counts = (counts.0 + 1, counts.1 + usize::from(!checked.rests_on_solver()));
                format!("{verdict:8} by {strategy}, checked by {}", checked.checked_by())
            }
            Err(why) => format!("undecided: {why}"),
        };
        println!("{name:36} {:6.2} s  expected {right:8} {told}", time.as_secs_f64());
    }

    fn closing(&self) -> Result<(), Box<dyn Error>> {
        let decided: usize = self.by_rung.values().map(|(all, _)| all).sum();
        let alone: usize = self.by_rung.values().map(|(_, alone)| alone).sum();
        for (rung, (all, alone)) in &self.by_rung {
            println!("{all:4} by {rung}, {alone} of them checked without a solver");
        }
        let slowest = self.slowest.as_secs_f64();
        println!(
            "{} systems, {decided} decided, {alone} without a solver's word, {} wrong, the slowest {slowest:.1} s",
            self.systems, self.wrong
        );
        if self.wrong > 0 { Err("a wrong answer".into()) } else { Ok(()) }
    }
}

/// One z3 for one question of up to three seconds, in one process to find and in another to check.
fn solvers() -> Result<Solvers, String> {
    let limits = Limits { wall: Duration::from_secs(3), processor: 4, ..Limits::default() };
    let options = LocateOptions { named: None, search: std::env::var_os("PATH").unwrap_or_default() };
    let finder = Solver::z3(locate(&options).map_err(|why| why.to_string())?, limits);
    let patient = Limits { wall: 2 * limits.wall, ..limits };
    Ok(Solvers { checkers: vec![Solver { limits: patient, ..finder.clone() }], finder })
}

/// What a folder says of its files.
fn expectations(folder: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(folder.join("tasks.tsv")).unwrap_or_default();
    let lines = text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    lines.filter(|parts| parts.len() == 3).map(|parts| (parts[1].to_owned(), parts[2].to_owned())).collect()
}

fn judge(text: &str, means: &Means) -> Result<Decided, Unknown> {
    let mut budget = Budget::steps(100_000_000);
    let system = parse(text, &mut budget).map_err(|error| Unknown::because(error.to_string()))?;
    let mut log = Vec::new();
    let decided = decide(&system, means, (&mut budget, &mut log));
    if decided.is_err() {
        log.iter().for_each(|line| println!("    {line}"));
    }
    decided
}

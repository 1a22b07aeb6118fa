//! Solves the systems of a folder and prints a table: `suite FOLDER [SECONDS]`.
//!
//! The folder has `.smt2` files and may have `tasks.tsv` with lines `task file expected`. *Safe* is told when a solution was
//! found and every clause rechecked in another process; *unsafe* when a derivation was found and checked here.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use automata::Budget;
use horn::smt::parse;
use horn::solve::{Answer, Solver, Unknown, Wish, applications, derive, locate, recheck, solve};
use horn::system::HornSystem;
use horn::transform::to_membership;
use outside::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("a folder is expected")?;
    let seconds = arguments.next().map_or(Ok(10), |text| text.parse())?;
    let limits = Limits { wall: Duration::from_secs(seconds), processor: seconds, ..Limits::default() };
    let wish = Wish { named: None, search: std::env::var_os("PATH").unwrap_or_default() };
    let solver = Solver::z3(locate(&wish).map_err(|why| why.to_string())?, limits);
    let expected = expectations(Path::new(&folder));
    let mut files: Vec<_> = std::fs::read_dir(&folder)?.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "smt2"));
    files.sort();
    let (mut decided, mut wrong) = (0, 0);
    for path in &files {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let start = Instant::now();
        let verdict = judge(&std::fs::read_to_string(path)?, &solver);
        let seconds = start.elapsed().as_secs_f64();
        let expected = expected.get(&name).map_or("?", String::as_str);
        decided += u32::from(verdict.is_ok());
        wrong += u32::from(verdict.as_ref().is_ok_and(|verdict| expected != "?" && *verdict != expected));
        let told = match &verdict {
            Ok(verdict) => (*verdict).to_owned(),
            Err(why) => format!("undecided: {why}"),
        };
        println!("{name:40} {seconds:6.2} s  expected {expected:8} {told}");
    }
    println!("{} systems, {decided} decided, {wrong} wrong", files.len());
    if wrong > 0 { Err("a wrong answer".into()) } else { Ok(()) }
}

/// What the folder says of its files.
fn expectations(folder: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(folder.join("tasks.tsv")).unwrap_or_default();
    let lines = text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    lines.filter(|parts| parts.len() == 3).map(|parts| (parts[1].to_owned(), parts[2].to_owned())).collect()
}

/// Asks for the system as it is, then with comparisons as memberships.
fn judge(text: &str, solver: &Solver) -> Result<&'static str, Unknown> {
    let mut budget = Budget::steps(100_000_000);
    let system = parse(text, &mut budget).map_err(|error| Unknown::because(error.to_string()))?;
    let other = to_membership(&system, &mut budget).map_err(|spent| Unknown::because(spent.to_string()))?;
    attempt(system, solver, &mut budget).or_else(|_| attempt(other, solver, &mut budget))
}

fn attempt(mut system: HornSystem, solver: &Solver, budget: &mut Budget) -> Result<&'static str, Unknown> {
    match solve(&mut system, solver, budget)? {
        Answer::Safe(solution) => recheck(&mut system, &solution, solver).map(|_| "safe"),
        Answer::Unsafe => {
            let derivation = derive(&mut system, solver, budget)?;
            applications(&mut system, &derivation, solver, budget).map(|_| "unsafe")
        }
    }
}

//! Every encoding over a folder of systems: `cargo run --release -p horn --example encodings -- FOLDER [SECONDS] [CHOICES]`.
//!
//! `CHOICES` keeps the encodings whose text contains each of its parts, as in `ghosts=length,sharing=shared`. An answer
//! counts when it was checked: a solution clause by clause in another process, a derivation here. A file
//! `tasks.tsv` in the folder (task, file, `safe` or `unsafe`) says what is right; an answer that contradicts it ends the run.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;
use std::time::Duration;

use automata::Budget;
use horn::encode::{StringEncoding, encode};
use horn::smt::parse;
use horn::solve::{Answer, Solver, Unknown, Wish, applications, derive, locate, recheck, solve};
use horn::system::HornSystem;
use outside::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("a folder is expected")?;
    let seconds = arguments.next().map_or(Ok(2), |text| text.parse())?;
    let kept = arguments.next().unwrap_or_default();
    let limits = Limits { wall: Duration::from_secs(2 * seconds), processor: seconds, ..Limits::default() };
    let wish = Wish { named: None, search: std::env::var_os("PATH").unwrap_or_default() };
    let solver = Solver::z3(locate(&wish).map_err(|why| why.to_string())?, limits);
    let systems = read(Path::new(&folder))?;
    let mut encodings = StringEncoding::all();
    encodings.retain(|encoding| has(&encoding.to_string(), &kept));
    let mut matrix = Vec::new();
    let mut wrong = 0;
    for encoding in &encodings {
        let mut done = BTreeSet::new();
        for system in &systems {
            let answer = judge(&system.clauses, *encoding, &solver);
            if let (Ok(answer), Some(expected)) = (&answer, &system.expected)
                && answer != expected
            {
                println!("WRONG: {encoding} says {answer} of {}", system.name);
                wrong += 1;
            }
            if answer.is_ok() {
                done.insert(system.name.clone());
            }
        }
        println!("{:3} of {}  {encoding}", done.len(), systems.len());
        matrix.push((encoding.to_string(), done));
    }
    by_choice(&matrix);
    let union: BTreeSet<&String> = matrix.iter().flat_map(|(_, solved)| solved).collect();
    println!(
        "{} encodings, {} of {} by one at least, {wrong} wrong",
        matrix.len(),
        union.len(),
        systems.len()
    );
    if wrong > 0 { Err("a wrong answer".into()) } else { Ok(()) }
}

/// A system of a folder.
struct Task {
    name: String,
    clauses: HornSystem,
    expected: Option<String>,
}

fn has(encoding: &str, kept: &str) -> bool {
    let parts: BTreeSet<&str> = encoding.split(',').collect();
    kept.split(',').filter(|part| !part.is_empty()).all(|part| parts.contains(part))
}

fn read(folder: &Path) -> Result<Vec<Task>, Box<dyn Error>> {
    let expected = std::fs::read_to_string(folder.join("tasks.tsv")).unwrap_or_default();
    let expected = expected.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let expected: BTreeMap<String, String> = expected
        .filter(|parts| parts.len() == 3)
        .map(|parts| (parts[1].to_owned(), parts[2].to_owned()))
        .collect();
    let mut files: Vec<_> = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "smt2"));
    files.sort();
    let mut tasks = Vec::new();
    for path in files {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let clauses = parse(&std::fs::read_to_string(&path)?, &mut Budget::steps(100_000_000))?;
        tasks.push(Task { expected: expected.get(&name).cloned(), name, clauses });
    }
    Ok(tasks)
}

fn judge(system: &HornSystem, encoding: StringEncoding, solver: &Solver) -> Result<&'static str, Unknown> {
    let mut budget = Budget::steps(100_000_000);
    let (mut encoded, back) =
        encode(system, &encoding, &mut budget).map_err(|why| Unknown::because(why.to_string()))?;
    match solve(&mut encoded, solver, &mut budget)? {
        Answer::Safe(solution) => recheck(&mut encoded, &solution, solver).map(|_| "safe"),
        Answer::Unsafe => {
            let derivation = derive(&mut encoded, solver, &mut budget)?;
            let steps = applications(&mut encoded, &derivation, solver, &mut budget)?;
            let other = || Unknown::because("the derivation is not one of the system before");
            back.supports(&steps).then_some("unsafe").ok_or_else(other)
        }
    }
}

/// For each value of each choice the best encoding and what all together solve.
fn by_choice(matrix: &[(String, BTreeSet<String>)]) {
    let mut values: BTreeMap<&str, (usize, usize, BTreeSet<&String>)> = BTreeMap::new();
    for (encoding, solved) in matrix {
        for value in encoding.split(',') {
            let entry = values.entry(value).or_default();
            *entry = (entry.0 + solved.len(), entry.1.max(solved.len()), std::mem::take(&mut entry.2));
            entry.2.extend(solved);
        }
    }
    println!(
        "| choice | encodings | solved by an encoding, mean | best | by one at least |\n|---|---|---|---|---|"
    );
    for (value, (total, best, union)) in &values {
        let count = matrix.iter().filter(|(encoding, _)| has(encoding, value)).count();
        let tenths = 10 * total / count;
        println!("| `{value}` | {count} | {}.{} | {best} | {} |", tenths / 10, tenths % 10, union.len());
    }
}

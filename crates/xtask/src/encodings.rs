//! Every encoding over systems and programs [HRS19 §3.2 names the choices and measures none].
//!
//! Each answer is a line appended to the results; what is there already is not asked again, so a run can be continued. An
//! answer counts when it was checked: a solution clause by clause in another process, a derivation here. One that
//! contradicts what a file says of itself (`; safe`, `// safe`, or a table `tasks.tsv`) ends the run.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use automata::Budget;
use horn::build::build;
use horn::encode::{StringEncoding, encode};
use horn::smt::parse;
use horn::solve::{Answer, LocateOptions, Solver, Unknown, applications, derive, locate, recheck, solve};
use horn::system::HornSystem;
use horn::transform::{inline, slice};
use outside::Limits;

/// Asks the chosen encodings about the systems of some folders and files.
pub(crate) fn ask(
    results: &Path,
    steps: u64,
    choices: &str,
    places: &[PathBuf],
) -> Result<(), Box<dyn Error>> {
    // Clocks are only there for what z3 does not count.
    let limits = Limits { wall: Duration::from_mins(1), processor: 20, ..Limits::default() };
    let options = LocateOptions { named: None, search: std::env::var_os("PATH").unwrap_or_default() };
    let mut solver = Solver::z3(locate(&options).map_err(|why| why.to_string())?, limits);
    solver.arguments.push(format!("rlimit={steps}").into());
    let mut systems = Vec::new();
    for place in places {
        systems.extend(read(place)?);
    }
    let known = fs::read_to_string(results).unwrap_or_default();
    let done: BTreeSet<(&str, &str)> = known
        .lines()
        .filter_map(|line| {
            line.split_once('\t').and_then(|(one, rest)| Some((one, rest.split('\t').next()?)))
        })
        .collect();
    let mut file = fs::OpenOptions::new().create(true).append(true).open(results)?;
    for encoding in chosen(choices) {
        let text = encoding.to_string();
        for system in systems.iter().filter(|system| !done.contains(&(text.as_str(), system.name.as_str()))) {
            let start = Instant::now();
            let answer = judge(&system.clauses, encoding, &solver);
            let told = match &answer {
                Ok(answer) if system.expected.as_ref().is_some_and(|expected| expected != answer) => {
                    return Err(format!("{text} says {answer} of {}", system.name).into());
                }
                Ok(answer) => answer,
                Err(_) => "open",
            };
            writeln!(file, "{text}\t{}\t{told}\t{}", system.name, start.elapsed().as_millis())?;
        }
        eprintln!("asked: {text}");
    }
    Ok(())
}

/// The encodings that are asked for.
fn chosen(kept: &str) -> Vec<StringEncoding> {
    let base = StringEncoding::default();
    let differing = |encoding: &StringEncoding| {
        [
            encoding.characters != base.characters,
            encoding.order != base.order,
            (encoding.style, encoding.unwinding) != (base.style, base.unwinding),
            encoding.sharing != base.sharing,
            encoding.ghosts != base.ghosts,
        ]
    };
    let mut all = StringEncoding::all();
    match kept {
        "all" => {}
        "one-by-one" => all.retain(|encoding| {
            let differs = differing(encoding);
            let count = differs.iter().filter(|differs| **differs).count();
            count <= 1 || (count == 2 && differs[1] && differs[4])
        }),
        _ => all.retain(|encoding| {
            let text = encoding.to_string();
            let parts: BTreeSet<&str> = text.split(',').collect();
            kept.split(',').all(|part| parts.contains(part))
        }),
    }
    all
}

/// A system of a folder.
struct Task {
    name: String,
    clauses: HornSystem,
    expected: Option<String>,
}

/// The systems of a folder, or of one file.
fn read(place: &Path) -> Result<Vec<Task>, Box<dyn Error>> {
    let mut files = vec![place.to_owned()];
    if place.is_dir() {
        files = fs::read_dir(place)?.flatten().map(|entry| entry.path()).collect();
        files.sort();
    }
    let expected = fs::read_to_string(place.join("tasks.tsv")).unwrap_or_default();
    let expected = expected.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let expected: BTreeMap<String, String> = expected
        .filter(|parts| parts.len() == 3)
        .map(|parts| (parts[1].to_owned(), parts[2].to_owned()))
        .collect();
    let mut tasks = Vec::new();
    for path in files {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let ending = path.extension().unwrap_or_default();
        if ending != "smt2" && ending != "sil" {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let first = text.lines().next().unwrap_or_default();
        let stated = first.strip_prefix("; ").or_else(|| first.strip_prefix("// "));
        let stated = stated.and_then(|words| words.split(',').next()).map(str::to_owned);
        let clauses = if ending == "sil" { blocks(&text)? } else { parse(&text, &mut budget())? };
        tasks.push(Task { expected: expected.get(&name).cloned().or(stated), name, clauses });
    }
    Ok(tasks)
}

/// The large blocks of a program's first assertion.
fn blocks(text: &str) -> Result<HornSystem, Box<dyn Error>> {
    let program = ir::sil::parse(text.as_bytes(), "program").map_err(|_| "a program does not parse")?;
    let inlined = ir::inline::inline(&program, 10_000).map_err(|why| why.to_string())?;
    let built = build(&inlined, &mut budget()).map_err(|why| why.to_string())?;
    let first = *built.system.assertions().first().ok_or("a program asserts nothing")?;
    let (smaller, _) = inline(&built.system.asking(first), &mut budget())?;
    Ok(slice(&smaller).0)
}

fn budget() -> Budget {
    Budget::steps(100_000_000)
}

fn judge(system: &HornSystem, encoding: StringEncoding, solver: &Solver) -> Result<&'static str, Unknown> {
    let mut budget = budget();
    let (mut encoded, back) =
        encode(system, &encoding, &mut budget).map_err(|why| Unknown::because(why.to_string()))?;
    match solve(&mut encoded, solver, &mut budget)? {
        Answer::Safe(solution) => {
            recheck(&mut encoded, &solution, std::slice::from_ref(solver)).map(|_| "safe")
        }
        Answer::Unsafe => {
            let derivation = derive(&mut encoded, solver, &mut budget)?;
            let steps = applications(&mut encoded, &derivation, solver, &mut budget)?;
            let other = || Unknown::because("the derivation is not one of the system before");
            back.supports(&steps).then_some("unsafe").ok_or_else(other)
        }
    }
}

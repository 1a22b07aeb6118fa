//! Every deliberate mistake is caught by a test, and without one no test fails.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use seeds::{Caught, Mistake, Oracle, Suite, mistakes, plant};

/// A run that is to be made: an oracle, with a mistake or without.
type Job = (Oracle, Option<(usize, &'static Mistake)>);

/// Makes the runs, two at a time, and prints a line for each; those that are not as they should be.
fn wrong(suite: &Suite, jobs: Vec<Job>) -> Vec<String> {
    let (open, wrong) = (Mutex::new(jobs.into_iter()), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let next = open.lock().expect("no worker panics").next();
            let Some((oracle, mistake)) = next else { break };
            let caught = suite.run(&oracle, mistake.map(|(number, _)| number));
            let right = match caught {
                Caught::Failed(_) => mistake.is_some(),
                Caught::Passed => mistake.is_none(),
                Caught::NoAnswer(_) => false,
            };
            let name = mistake.map_or("no mistake", |(_, mistake)| mistake.name);
            let line = format!("{name:<75} {:15} {caught:?}", oracle.target);
            println!("{line}");
            wrong.lock().expect("no worker panics").extend((!right).then_some(line));
        }
    };
    thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    wrong.into_inner().expect("no worker panics")
}

#[test]
fn every_mistake_is_caught() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("seeds");
    let all: Vec<_> = mistakes().collect();
    plant(&root, &copy, &all).expect("the copy can be written");
    let oracles: BTreeSet<Oracle> = all.iter().map(|(_, mistake)| mistake.oracle).collect();
    let oracles: Vec<Oracle> = oracles.into_iter().collect();
    let search = std::env::var_os("PATH").expect("programs are found somewhere");
    let suite = Suite::build(&copy, Path::new(env!("CARGO")), &search, &oracles);
    let suite = suite.unwrap_or_else(|why| panic!("{why}"));
    let with = all.iter().map(|&(number, mistake)| (mistake.oracle, Some((number, mistake))));
    let without = oracles.iter().map(|oracle| (*oracle, None));
    let wrong = wrong(&suite, with.chain(without).collect());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

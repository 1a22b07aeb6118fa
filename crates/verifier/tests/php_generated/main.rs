//! Random pages of PHP against their real runs: what a run breaks is never closed, and a run of the program that a
//! page became writes what the real one does.
//!
//! `STRINGENT_PHP_PAGES` says how many pages, `STRINGENT_PHP_SEED` where chance begins. A mistake is made smaller by
//! leaving out parts, and printed; its smallest page belongs into `corpus`, whose files are checked too.

mod generate;
mod harness;
mod judge;
mod kinds;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{env, fs, thread};

use generate::{Chance, Filled, page, statements};
use harness::{Request, Sent, folder, outputs, requests, text};
use judge::{OBSERVED, Written, interpreted, is_broken, is_confirmed, lowered, said};
use verifier::Engines;

/// How many pages are run together.
const BATCH: usize = 100;

/// What was seen, so that a test that sees nothing is noticed.
#[derive(Debug, Default)]
struct Seen {
    pages: usize,
    closed: usize,
    broken: usize,
    runs: usize,
    determined: usize,
    confirmed: usize,
    refuted: usize,
    /// The violations that are still to be replayed: the page, the request, and the text that breaks the rule.
    violations: Vec<(String, Request, Vec<u32>)>,
}

/// The requests, each with what an observed page begins with.
fn observed_requests() -> Vec<Request> {
    let mut all = requests();
    all.iter_mut().for_each(|request| request.push(text("_GET", "z", b"z")));
    all
}

/// What observed pages write on each request; none without php.
fn observed(folder: &Path, pages: &[String], requests: &[Request]) -> Option<Vec<Vec<Option<Vec<u8>>>>> {
    let pages: Vec<String> = pages.iter().map(|page| format!("{OBSERVED}{page}")).collect();
    let runs: Vec<(&str, &Request)> =
        pages.iter().flat_map(|page| requests.iter().map(|request| (page.as_str(), request))).collect();
    let written = outputs(folder, &runs)?;
    Some(written.chunks(requests.len()).map(<[_]>::to_vec).collect())
}

/// What is wrong with what is said of a page whose runs write this, if something is.
fn mistake(page: &str, written: &[Option<Vec<u8>>], engines: Engines, seen: &mut Seen) -> Option<String> {
    let is_html = !page.contains("text/plain");
    let said = said(&lowered(page), engines);
    let broken =
        written.iter().flatten().find(|output| is_broken(output.strip_prefix(b"z").unwrap_or(output)));
    let broken = broken.filter(|_| is_html);
    seen.pages += 1;
    seen.closed += usize::from(said.is_closed);
    seen.broken += usize::from(broken.is_some());
    seen.violations.extend(said.violation.map(|(request, text)| (page.to_owned(), request, text)));
    if let Some(output) = broken.filter(|_| said.is_closed) {
        return Some(format!("all is proved, and a run writes {:?}", String::from_utf8_lossy(output)));
    }
    let observed = lowered(&format!("{OBSERVED}{page}"));
    for (number, (request, output)) in observed_requests().iter().zip(written).enumerate() {
        let has_arrays = request.iter().any(|(.., sent)| matches!(sent, Sent::Array(_)));
        let Some(output) = output.as_ref().filter(|_| !has_arrays && is_html) else { continue };
        seen.runs += 1;
        let all = interpreted(&observed, request);
        seen.determined += usize::from(!all.contains(&Written::Open));
        if !all.iter().any(|said| said.allows(output)) {
            let output = String::from_utf8_lossy(output);
            let said: Vec<String> = all.iter().map(Written::shown).collect();
            return Some(format!(
                "a run is said to write {said:?}, and writes {output:?}, on request {number}"
            ));
        }
    }
    None
}

/// How many smaller pages are tried before one is taken for small enough.
const TRIALS: usize = 60;

/// A smaller page with a mistake.
fn shrunk(statements: &[Filled], folder: &Path, engines: Engines) -> Vec<Filled> {
    let mut trials = 0;
    let mut is_wrong = |tried: &[Filled]| {
        trials += 1;
        if trials > TRIALS {
            return false;
        }
        let text = page(tried);
        let written = observed(folder, std::slice::from_ref(&text), &observed_requests());
        written.is_some_and(|written| mistake(&text, &written[0], engines, &mut Seen::default()).is_some())
    };
    let mut small = statements.to_vec();
    loop {
        let without = (0..small.len()).map(|at| {
            let mut tried = small.clone();
            tried.remove(at);
            tried
        });
        let changed = (0..small.len())
            .flat_map(|at| small[at].smaller().into_iter().map(move |part| (at, part)).collect::<Vec<_>>());
        let changed = changed.map(|(at, part)| {
            let mut tried = small.clone();
            tried[at] = part;
            tried
        });
        let next = without.chain(changed).find(|tried| is_wrong(tried));
        match next {
            Some(next) => small = next,
            None => return small,
        }
    }
}

/// Replays the violations on the real php; those that it refutes.
fn replayed(folder: &Path, seen: &mut Seen) -> Vec<String> {
    let violations = std::mem::take(&mut seen.violations);
    let runs: Vec<(&str, &Request)> =
        violations.iter().map(|(page, request, _)| (page.as_str(), request)).collect();
    let written = outputs(folder, &runs).unwrap_or_default();
    let mut refuted = Vec::new();
    for ((page, request, text), output) in violations.iter().zip(written) {
        let is_confirmed = output.is_some_and(|output| is_confirmed(&output, text));
        seen.confirmed += usize::from(is_confirmed);
        seen.refuted += usize::from(!is_confirmed);
        refuted.extend((!is_confirmed).then(|| format!("{page}on {request:?}")));
    }
    refuted
}

fn no_php() {
    assert!(env::var_os("CI").is_none(), "php is needed");
    println!("skipped: there is no php");
}

fn number(name: &str, otherwise: u64) -> u64 {
    env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// What the pages of a batch showed: what is wrong, each with its smallest page; none without php.
fn batch(number: u64, size: usize, folder: &Path, seen: &mut Seen) -> Option<Vec<String>> {
    let mut chance = Chance::new(number);
    let batch: Vec<Vec<Filled>> = (0..size).map(|_| statements(&mut chance)).collect();
    let pages: Vec<String> = batch.iter().map(|statements| page(statements)).collect();
    let written = observed(folder, &pages, &observed_requests())?;
    let mut wrong = Vec::new();
    for (index, (text, written)) in pages.iter().zip(&written).enumerate() {
        let engines = if index.is_multiple_of(16) { Engines::All } else { Engines::Composite };
        if let Some(why) = mistake(text, written, engines, seen) {
            let small = page(&shrunk(&batch[index], folder, engines));
            let written = observed(folder, std::slice::from_ref(&small), &observed_requests())?;
            let again = mistake(&small, &written[0], engines, &mut Seen::default());
            wrong.push(format!("{}\n{small}", again.unwrap_or(why)));
            println!("{}\n", wrong[wrong.len() - 1]);
        }
    }
    for refuted in replayed(folder, seen) {
        println!("refuted: {refuted}");
    }
    Some(wrong)
}

#[test]
fn nothing_that_a_run_breaks_is_proved() {
    let count = number("STRINGENT_PHP_PAGES", 3_000) as usize;
    let (seed, most) = (number("STRINGENT_PHP_SEED", 1), number("STRINGENT_PHP_WRONG", 5) as usize);
    let sizes: Vec<usize> = (0..count).step_by(BATCH).map(|done| BATCH.min(count - done)).collect();
    let open = Mutex::new(sizes.into_iter().enumerate());
    let all = Mutex::new(Some(Vec::new()));
    let work = |worker: usize| {
        let (folder, mut tally) = (folder(&format!("pages-{worker}")), Seen::default());
        while all.lock().expect("no worker panics").as_ref().is_some_and(|wrong| wrong.len() < most) {
            let next = open.lock().expect("no worker panics").next();
            let Some((index, size)) = next else { break };
            let wrong = batch(seed * 1_000_003 + index as u64, size, &folder, &mut tally);
            let mut all = all.lock().expect("no worker panics");
            *all = all.take().zip(wrong).map(|(all, wrong)| [all, wrong].concat());
        }
        drop(fs::remove_dir_all(&folder));
        println!("{tally:?}");
    };
    thread::scope(|scope| {
        let work = &work;
        for worker in 0..2 {
            scope.spawn(move || work(worker));
        }
    });
    match all.into_inner().expect("no worker panics") {
        None => no_php(),
        Some(wrong) => assert!(wrong.is_empty(), "{}", wrong.join("\n\n")),
    }
}

/// The pages of the corpus with their names. One that begins with `<?php // unsafe` is exploited by a request.
fn corpus() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/php_generated/corpus");
    let files = fs::read_dir(folder).expect("there is a corpus");
    let read = files.map(|file| {
        let path = file.expect("it is listed").path();
        (path.display().to_string(), fs::read_to_string(&path).expect("it is read"))
    });
    let mut pages: Vec<_> = read.collect();
    pages.sort();
    pages
}

fn is_unsafe(page: &str) -> bool {
    let (first, _) = page.split_once('\n').expect("a page has lines");
    assert!(
        matches!(first, "<?php // unsafe" | "<?php // safe"),
        "the first line says what the page is: {first}"
    );
    first.ends_with("unsafe")
}

#[test]
fn the_corpus_is_what_its_first_line_says() {
    for (name, page) in corpus() {
        let said = said(&lowered(&page), Engines::Composite);
        let is_wrong = if is_unsafe(&page) { said.is_closed } else { said.violation.is_some() };
        assert!(!is_wrong, "{name}");
    }
}

#[test]
fn runs_of_the_corpus_are_foreseen() {
    let folder = folder("corpus");
    let (names, pages): (Vec<String>, Vec<String>) = corpus().into_iter().unzip();
    let Some(written) = observed(&folder, &pages, &observed_requests()) else {
        return no_php();
    };
    for ((name, page), written) in names.iter().zip(&pages).zip(&written) {
        let mut seen = Seen::default();
        assert_eq!(mistake(page, written, Engines::Composite, &mut seen), None, "{name}");
        assert_eq!(seen.broken == 1, is_unsafe(page), "{name}");
    }
    drop(fs::remove_dir_all(&folder));
}

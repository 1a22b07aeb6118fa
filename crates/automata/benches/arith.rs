//! Arithmetic automata against the MONA library, on the same instances in the same run.
//!
//! `cargo bench -p automata --bench arith` reads `arith.sx` from the directory in `STRINGENT_SUITES`, or
//! from `../shared/suites/automata` beside the workspace, and compiles the peer `../../peers/monarith.c`
//! (seen from the suite) with `cc` and the MONA library (Debian package `mona`). Without the suite it says so
//! and ends; without the peer it prints our times alone. A time is the least over repetitions of one
//! whole evaluation, parsing included, as the peer measures it. The peer counts processor time; we count
//! elapsed time, or the mean processor time of all repetitions where that is less.
//!
//! An argument selects the instances whose name contains it, without the peer; `--naturals` leaves out
//! the signed versions.

use automata::numbers::{Domain, Relation, Tuples};
use automata::{Budget, Exhausted};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The budget of one evaluation: enough for all naturals; some signed sets are far larger.
const STEPS: u64 = 30_000_000;

/// The least time of one evaluation, and what it gave.
struct Measured {
    seconds: f64,
    states: usize,
    included: Option<bool>,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let default = root.join("../shared/suites/automata");
    let suite = std::env::var_os("STRINGENT_SUITES").map_or(default, PathBuf::from);
    let file = suite.join("arith.sx");
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("There is no suite at {}, so nothing is measured.", file.display());
        return;
    };
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let naturals = std::env::args().any(|argument| argument == "--naturals");
    let peer = if only.is_empty() {
        run_peer(&suite.join("../../peers/monarith.c"), &file)
    } else {
        BTreeMap::new()
    };
    if peer.is_empty() {
        println!("The MONA library or its driver is not at hand: our times alone.");
    }
    let mut table = Table::default();
    for line in text.lines().filter(|line| line.starts_with("(inst ")) {
        let mut words = line.split_whitespace();
        let name = words.nth(1).unwrap_or_default();
        if name.contains(&only) {
            let formula = line.splitn(4, ' ').nth(3).unwrap_or_default();
            let natural = measure(Domain::Naturals, formula);
            let signed = if naturals { None } else { measure(Domain::Integers, formula) };
            let projects = formula.contains("(ex ");
            table.add(&Row { name, projects, natural, signed, peer: peer.get(name) });
        }
    }
    table.print_summary();
}

/// Repeats one evaluation for about half a second, or three times when it is slow.
fn measure(domain: Domain, formula: &str) -> Option<Measured> {
    let begin = Instant::now();
    let mut best = Duration::MAX;
    let mut repetitions = 0;
    let processor = processor_time();
    loop {
        let start = Instant::now();
        let value = Reader { text: formula.as_bytes(), at: 0, domain, included: None }.evaluate();
        best = best.min(start.elapsed());
        repetitions += 1;
        let (set, included) = value.ok()?;
        let enough = begin.elapsed() > Duration::from_millis(400) && repetitions >= 3;
        if enough || begin.elapsed() > Duration::from_secs(10) {
            if let (Some(from), Some(to)) = (processor, processor_time()) {
                best = best.min(to.saturating_sub(from) / repetitions);
            }
            return Some(Measured { seconds: best.as_secs_f64(), states: set.states(), included });
        }
    }
}

/// The processor time of this thread where the system tells it, to within a few milliseconds. Its mean
/// over all repetitions replaces the least elapsed time where other programs disturb long evaluations.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Evaluates a formula of the suite while it reads it.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    domain: Domain,
    included: Option<bool>,
}

impl Reader<'_> {
    fn evaluate(mut self) -> Result<(Tuples, Option<bool>), Exhausted> {
        let mut budget = Budget::steps(STEPS);
        let set = self.formula(&mut budget)?;
        Ok((set, self.included))
    }

    fn formula(&mut self, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        self.expect(b'(');
        let set = match self.word() {
            b"eq" => self.linear(Relation::Equal, budget)?,
            b"le" => self.linear(Relation::AtMost, budget)?,
            b"and" => self.fold(Tuples::intersection, budget)?,
            b"or" => self.fold(Tuples::union, budget)?,
            b"not" => self.formula(budget)?.complement(),
            b"ex" => self.projection(budget)?,
            b"incl" => {
                let small = self.formula(budget)?;
                let large = self.formula(budget)?;
                self.included = Some(small.included_in(&large, budget)?);
                large
            }
            other => panic!("an operation of the suite: {}", String::from_utf8_lossy(other)),
        };
        self.expect(b')');
        Ok(set)
    }

    /// Quantifiers in a row are one projection of several tracks.
    fn projection(&mut self, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        let mut tracks = vec![usize::try_from(self.number()).expect("tracks are naturals")];
        let mut nested = 0;
        self.peek();
        while self.text[self.at..].starts_with(b"(ex ") {
            self.at += 4;
            tracks.push(usize::try_from(self.number()).expect("tracks are naturals"));
            self.peek();
            nested += 1;
        }
        let mut set = self.formula(budget)?.project_all(&tracks, budget)?;
        for _ in 0..nested {
            self.expect(b')');
        }
        // The peer keeps the numbers of the other tracks; so do we.
        tracks.sort_unstable();
        for track in tracks {
            set = set.insert_track(track);
        }
        Ok(set)
    }

    fn linear(&mut self, relation: Relation, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        let constant = self.number();
        let mut coefficients = Vec::new();
        while self.peek() != b')' {
            coefficients.push(self.number());
        }
        Tuples::linear_over(self.domain, &coefficients, relation, constant, budget)
    }

    fn fold(
        &mut self,
        operation: fn(&Tuples, &Tuples, &mut Budget) -> Result<Tuples, Exhausted>,
        budget: &mut Budget,
    ) -> Result<Tuples, Exhausted> {
        let mut set = self.formula(budget)?;
        while self.peek() != b')' {
            let next = self.formula(budget)?;
            let tracks = set.tracks().max(next.tracks());
            set = operation(&widened(set, tracks), &widened(next, tracks), budget)?;
        }
        Ok(set)
    }

    fn peek(&mut self) -> u8 {
        while self.text[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        self.text[self.at]
    }

    fn expect(&mut self, byte: u8) {
        assert_eq!(self.peek(), byte, "the suite is well formed");
        self.at += 1;
    }

    fn word(&mut self) -> &'static [u8] {
        self.peek();
        let words: [&[u8]; 7] = [b"eq", b"le", b"and", b"or", b"not", b"ex", b"incl"];
        let rest = &self.text[self.at..];
        let word = words.into_iter().find(|word| rest.starts_with(word)).unwrap_or(b"?");
        self.at += word.len();
        word
    }

    fn number(&mut self) -> i64 {
        let negative = self.peek() == b'-';
        self.at += usize::from(negative);
        let mut value = 0;
        while self.text[self.at].is_ascii_digit() {
            value = value * 10 + i64::from(self.text[self.at] - b'0');
            self.at += 1;
        }
        if negative { -value } else { value }
    }
}

/// Constraints of the suite may leave out the last coefficients.
fn widened(mut set: Tuples, tracks: usize) -> Tuples {
    while set.tracks() < tracks {
        set = set.insert_track(set.tracks());
    }
    set
}

/// By instance, what the MONA library measured; empty when it cannot run.
fn run_peer(source: &Path, suite: &Path) -> BTreeMap<String, Measured> {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("monarith");
    let compiled = Command::new("cc")
        .args(["-O2", "-w", "-o"])
        .arg(&program)
        .arg(source)
        .args(["-lmonadfa", "-lmonabdd", "-lmonamem"])
        .output();
    if !compiled.is_ok_and(|output| output.status.success()) {
        return BTreeMap::new();
    }
    let Ok(output) = Command::new(&program).arg(suite).args(["-", "100"]).output() else {
        return BTreeMap::new();
    };
    String::from_utf8_lossy(&output.stdout).lines().skip(1).filter_map(peer_line).collect()
}

fn peer_line(line: &str) -> Option<(String, Measured)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let included = match *fields.get(10)? {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    };
    let states = fields[2].parse().ok()?;
    Some((fields[0].to_owned(), Measured { seconds: fields[1].parse().ok()?, states, included }))
}

struct Row<'a> {
    name: &'a str,
    projects: bool,
    natural: Option<Measured>,
    signed: Option<Measured>,
    peer: Option<&'a Measured>,
}

/// Logarithms of ratios, to take geometric means.
#[derive(Default)]
struct Table {
    overall: Vec<f64>,
    projection: Vec<f64>,
    families: BTreeMap<String, Vec<f64>>,
    signed: Vec<f64>,
    /// The instances whose set has about as many states over the integers as over the naturals.
    signed_alike: Vec<f64>,
    disagreements: usize,
}

impl Table {
    fn add(&mut self, row: &Row) {
        let time = |measured: Option<&Measured>| measured.map_or(f64::NAN, |m| m.seconds * 1e6);
        print!("{:22} ours {:>10.1} us", row.name, time(row.natural.as_ref()));
        if let (Some(natural), Some(peer)) = (&row.natural, row.peer) {
            let ratio = peer.seconds / natural.seconds;
            // An inclusion is explored and not built, so the peer's states have no counterpart.
            let same = natural.included == peer.included
                && (natural.included.is_some() || natural.states == peer.states);
            self.disagreements += usize::from(!same);
            self.overall.push(ratio.ln());
            if row.projects {
                self.projection.push(ratio.ln());
            }
            self.families.entry(row.name[..1].to_owned()).or_default().push(ratio.ln());
            let note = if same { "" } else { "   DIFFERENT" };
            print!("   mona {:>10.1} us   ratio {ratio:>6.2}{note}", peer.seconds * 1e6);
        }
        if let (Some(natural), Some(signed)) = (&row.natural, &row.signed) {
            let ratio = signed.seconds / natural.seconds;
            self.signed.push(ratio.ln());
            if signed.states <= natural.states * 2 && natural.states <= signed.states * 2 {
                self.signed_alike.push(ratio.ln());
            }
            print!("   states {:>6}", natural.states);
            print!(
                "   signed {:>10.1} us, states {:>6}, ratio {ratio:.2}",
                signed.seconds * 1e6,
                signed.states
            );
        }
        println!();
    }

    fn print_summary(&self) {
        let mean = |logarithms: &[f64]| {
            let count = u32::try_from(logarithms.len()).map_or(f64::NAN, f64::from);
            (logarithms.iter().sum::<f64>() / count).exp()
        };
        for (family, ratios) in &self.families {
            println!("family {family}: {:.2} times faster than MONA ({})", mean(ratios), ratios.len());
        }
        if !self.overall.is_empty() {
            println!("overall: {:.2} times faster than MONA ({})", mean(&self.overall), self.overall.len());
            println!("with projection: {:.2} times ({})", mean(&self.projection), self.projection.len());
            println!("answers that differ: {}", self.disagreements);
        }
        let (alike, all) = (&self.signed_alike, &self.signed);
        println!("signed over natural, sets of like size: {:.2} ({})", mean(alike), alike.len());
        println!("signed over natural, same formula: {:.2} ({})", mean(all), all.len());
    }
}

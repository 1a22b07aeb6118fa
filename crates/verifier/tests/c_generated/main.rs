//! Random programs of C against their real runs: nothing that a run breaks is proved, and a run of the program that a source
//! became ends as the real one does.
//!
//! `STRINGENT_C_PROGRAMS` says how many programs. A mistake is made smaller by leaving out statements, and printed; its smallest program
//! belongs into `corpus`, whose files are checked too.

mod generate;
mod harness;
mod replayed;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

use front_c::memory::{Checks, Claim, Rule};
use front_c::tree::{ExprKind, StmtKind, parse};
use front_c::{Lowered, Question, lower};
use generate::{Chance, DECLARED, statements, whole};
use harness::{INPUTS, Truth, truths};
use replayed::replayed;
use verifier::{Claimed, Counterexample, Decided, Engines, Options, Property, Verdict, verify_c};

/// How many programs are compiled together.
const BATCH: usize = 250;

fn lowered(text: &str) -> Lowered {
    let checks = Checks { memory: true, assertions: true, overflow: false };
    let question = Question { entry: "main".to_owned(), checks, contracts: BTreeMap::new() };
    lower(text, None, &question).unwrap_or_else(|refused| panic!("it is lowered: {}\n{text}", refused.why))
}

fn text_of(program: &[String]) -> String {
    format!("{DECLARED}{}", whole(program).replace('@', ""))
}

/// What a proof says: whether assertions and memory rules are all closed, and no gap is open.
fn closed(lowered: &Lowered, engines: Engines) -> Option<(bool, bool)> {
    let options = Options { engines, steps: 3_000_000, ..Options::default() };
    let decided = verify_c(lowered, &options, &mut |_| {});
    let properties: Vec<Property> = decided.into_iter().map(|decided| decided.property).collect();
    if Claimed::c(lowered).open_gap(&properties).is_some() {
        return None;
    }
    let is_closed = |property: &Property| {
        matches!(property.checked.verdict(), Verdict::Proved | Verdict::Unreachable | Verdict::Rechecked(_))
    };
    let all = |of: &dyn Fn(Rule) -> bool| {
        properties.iter().all(|property| match lowered.claims[property.checked.assertion().index()] {
            Claim::Rule(rule) => !of(rule) || is_closed(property),
            Claim::Gap | Claim::Nothing => true,
        })
    };
    Some((all(&|rule| rule == Rule::Assertion), all(&|rule| rule != Rule::Assertion)))
}

/// Whether what is said of a run, of assertions and of memory, agrees with how it ended. Sanitizers do not see every misuse of memory, and
/// a run that is said to misuse it may end in any way.
fn agrees(said: (bool, bool), real: (bool, bool)) -> bool {
    match said {
        (true, true) => false,
        (_, true) => true,
        (asserted, false) => (asserted, false) == real,
    }
}

/// One of so many programs is proved; every one is run again.
const PROVED: usize = 4;

fn engines_for(number: usize) -> Engines {
    if number.is_multiple_of(8 * PROVED) { Engines::Contents } else { Engines::Sizes }
}

/// What is wrong with what is said of a program, if something is.
fn mistake(program: &[String], truth: Truth, number: usize) -> Option<String> {
    let lowered = lowered(&text_of(program));
    if number.is_multiple_of(PROVED)
        && let Some((assertions, memory)) = closed(&lowered, engines_for(number))
    {
        if truth.asserted != 0 && assertions {
            return Some("an assertion that a run breaks is proved".to_owned());
        }
        if truth.stopped != 0 && memory {
            return Some("memory that a run breaks is proved".to_owned());
        }
    }
    let exact = lowered.exact.as_deref().unwrap_or(&lowered);
    for (run, inputs) in INPUTS.iter().enumerate() {
        let is = |bits: u32| bits >> run & 1 == 1;
        if is(truth.slow) {
            continue;
        }
        if let Some(said) = replayed(exact, inputs)
            && !agrees(said, (is(truth.asserted), is(truth.stopped)))
        {
            return Some(format!("run {run} ends otherwise: (assertion, memory) is said to be {said:?}"));
        }
    }
    None
}

fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("stringent-c-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for sources");
    folder
}

/// A smaller program with a mistake.
fn shrunk(program: &[String], folder: &std::path::Path) -> Vec<String> {
    let mut small = program.to_vec();
    let mut at = 0;
    while at < small.len() {
        let mut tried = small.clone();
        tried.remove(at);
        let truth = truths(folder, std::slice::from_ref(&tried)).map(|truths| truths[0]).unwrap_or_default();
        if (0..=1).any(|number| mistake(&tried, truth, number * 8).is_some()) {
            small = tried;
        } else {
            at += 1;
        }
    }
    small
}

#[test]
fn nothing_that_a_run_breaks_is_proved() {
    let count = env::var("STRINGENT_C_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(1_000);
    let seed: u64 = env::var("STRINGENT_C_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let folder = folder("programs");
    let mut chance = Chance::new(seed);
    let mut wrong = Vec::new();
    let mut done = 0;
    while done < count {
        let programs: Vec<_> = (0..BATCH.min(count - done)).map(|_| statements(&mut chance)).collect();
        let Some(truths) = truths(&folder, &programs) else {
            assert!(env::var_os("CI").is_none(), "gcc is needed");
            println!("skipped: there is no gcc");
            return;
        };
        for (index, (program, truth)) in programs.iter().zip(truths).enumerate() {
            if let Some(why) = mistake(program, truth, done + index) {
                let small = shrunk(program, &folder);
                wrong.push(format!("{why}\n{}", small.join("\n")));
            }
        }
        done += programs.len();
        assert!(wrong.len() < 5, "{}", wrong.join("\n\n"));
    }
    drop(fs::remove_dir_all(&folder));
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The kinds of nodes, as their texts for debugging begin. A kind that is added does not compile until it stands here.
fn expression_kind(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Constant(_) => "Constant(",
        ExprKind::Real => "Real",
        ExprKind::Text(_) => "Text(",
        ExprKind::Variable(_) => "Variable(",
        ExprKind::Function(_) => "Function(",
        ExprKind::Member(..) => "Member(",
        ExprKind::Deref(_) => "Deref(",
        ExprKind::Address(_) => "Address(",
        ExprKind::Decay(_) => "Decay(",
        ExprKind::Call(..) => "Call(",
        ExprKind::Minus(_) => "Minus(",
        ExprKind::Complement(_) => "Complement(",
        ExprKind::Not(_) => "Not(",
        ExprKind::Binary(..) => "Binary(",
        ExprKind::Compare(..) => "Compare(",
        ExprKind::Offset(..) => "Offset(",
        ExprKind::Distance(..) => "Distance(",
        ExprKind::And(..) => "And(",
        ExprKind::Or(..) => "Or(",
        ExprKind::Assign(..) => "Assign(",
        ExprKind::Update(_) => "Update(",
        ExprKind::Convert(_) => "Convert(",
        ExprKind::Conditional(..) => "Conditional(",
        ExprKind::Sequence(_) => "Sequence(",
        ExprKind::Block(_) => "Block(",
        ExprKind::SizeOf(_) => "SizeOf(",
        ExprKind::Gap(_) => "Gap(",
    }
}

const EXPRESSIONS: [&str; 27] = [
    "Constant(",
    "Real",
    "Text(",
    "Variable(",
    "Function(",
    "Member(",
    "Deref(",
    "Address(",
    "Decay(",
    "Call(",
    "Minus(",
    "Complement(",
    "Not(",
    "Binary(",
    "Compare(",
    "Offset(",
    "Distance(",
    "And(",
    "Or(",
    "Assign(",
    "Update(",
    "Convert(",
    "Conditional(",
    "Sequence(",
    "Block(",
    "SizeOf(",
    "Gap(",
];

fn statement_kind(kind: &StmtKind) -> &'static str {
    match kind {
        StmtKind::Expr(_) => "Expr(",
        StmtKind::Declare(_) => "Declare(",
        StmtKind::If(..) => "If(",
        StmtKind::While(..) => "While(",
        StmtKind::DoWhile(..) => "DoWhile(",
        StmtKind::For(_) => "For(",
        StmtKind::Switch(..) => "Switch(",
        StmtKind::Case(..) => "Case(",
        StmtKind::Default(_) => "Default(",
        StmtKind::Label(..) => "Label(",
        StmtKind::Goto(_) => "Goto(",
        StmtKind::Continue => "Continue",
        StmtKind::Break => "Break",
        StmtKind::Return(_) => "Return(",
        StmtKind::Block(_) => "Block([",
        StmtKind::Gap(_) => "Gap(\"inline",
    }
}

const STATEMENTS: [&str; 16] = [
    "Expr(",
    "Declare(",
    "If(",
    "While(",
    "DoWhile(",
    "For(",
    "Switch(",
    "Case(",
    "Default(",
    "Label(",
    "Goto(",
    "Continue",
    "Break",
    "Return(",
    "Block([",
    "Gap(\"inline",
];

#[test]
fn every_kind_of_node_is_generated() {
    let mut chance = Chance::new(1);
    let mut seen = String::new();
    for _ in 0..400 {
        let unit = parse(&text_of(&statements(&mut chance)), None).expect("it is C");
        let main = unit.functions.last().expect("there is main");
        let items = if let StmtKind::Block(items) = &main.body.kind { &items[..] } else { &[] };
        let kinds: Vec<_> = items.iter().map(|item| statement_kind(&item.kind)).collect();
        assert!(kinds.iter().all(|kind| STATEMENTS.contains(kind)));
        write!(seen, "{:?}{:?}", unit.functions, unit.variables).expect("a text can grow");
    }
    assert!(EXPRESSIONS.contains(&expression_kind(&ExprKind::Real)));
    for kind in EXPRESSIONS.iter().chain(&STATEMENTS) {
        assert!(seen.contains(&format!("kind: {kind}")), "{kind} is never generated");
    }
}

/// The files of a folder beside this one, lowered.
fn sources(folder: &str) -> Vec<(PathBuf, Lowered)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/c_generated").join(folder);
    let files = fs::read_dir(folder).expect("there is such a folder");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("it is listed").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let lowered = lowered(&fs::read_to_string(&path).expect("it is read"));
        (path, lowered)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn what_no_run_breaks_is_not_violated() {
    let sources = sources("safe");
    for (path, lowered) in &sources {
        let options = Options { engines: Engines::Refute, steps: 3_000_000, ..Options::default() };
        let decided = verify_c(lowered, &options, &mut |_| {});
        // A run in doubt is told as undecided.
        let violated = decided.iter().any(|Decided { property, lowered }| {
            let is_rule = matches!(lowered.claims[property.checked.assertion().index()], Claim::Rule(_));
            let is_certain = |run: &Counterexample| !Claimed::c(lowered).is_in_doubt(run);
            is_rule && matches!(property.checked.verdict(), Verdict::Violated(run) if is_certain(run))
        });
        assert!(!violated, "{} does nothing wrong and is violated", path.display());
    }
    assert!(!sources.is_empty());
}

#[test]
fn the_corpus_is_not_proved() {
    let sources = sources("corpus");
    for (path, lowered) in &sources {
        for engines in [Engines::Sizes, Engines::Contents] {
            let said = closed(lowered, engines);
            assert_ne!(said, Some((true, true)), "{} goes wrong and is proved", path.display());
        }
    }
    assert!(!sources.is_empty());
}

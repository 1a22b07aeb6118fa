//! Objects that one place allocates in a loop: whatever goes wrong with one of them goes wrong in a run of the program, and nothing else does.
//!
//! Random sources allocate one object a round, copy pointers to it, write it and give it back; what C says of each is told by a model of three
//! lines. Which of the earlier objects is followed is a choice, so a program is run with many seeds.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use front_c::memory::{Checks, Claim, Rule};
use front_c::{Lowered, Question, lower};
use ir::dice::Dice;
use ir::interp::{Limits, Random, run};

/// Sources that are tried.
const SOURCES: u64 = 150;
/// Runs of each of their programs.
const RUNS: u64 = 300;
/// Rounds of the loop.
const ROUNDS: usize = 5;

/// What is done in a round with the pointers `x`, to the object of the round, `a`, `b` and `c`.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A pointer is copied.
    Copy(usize, usize),
    /// A byte is written.
    Write(usize, usize),
    /// An object is given back.
    Free(usize),
    /// Two pointers are compared.
    Same(usize, usize),
}

const NAMES: [&str; 4] = ["x", "a", "b", "c"];

#[test]
fn what_goes_wrong_with_an_object_of_a_loop_goes_wrong_in_a_run() {
    let mut wrong = 0;
    for seed in 0..SOURCES {
        let mut dice = Dice::new(seed);
        let rounds: Vec<Vec<Step>> =
            (0..ROUNDS).map(|_| (0..=dice.below(4)).map(|_| step(&mut dice)).collect()).collect();
        let text = source(&rounds);
        let both = lowered(&text);
        let expected = truth(&rounds);
        wrong += usize::from(expected.is_some());
        for program in [&both, both.exact.as_deref().expect("both claim the same")] {
            let failed: Vec<Claim> = (0..RUNS).filter_map(|seed| first(program, seed)).collect();
            if let Some(rule) = expected {
                assert!(failed.contains(&Claim::Rule(rule)), "{rule:?} is missed: {text}");
            } else {
                assert!(failed.is_empty(), "{failed:?} is not so: {text}");
                assert!((0..RUNS).any(|seed| is_free(program, seed)), "each run goes wrong: {text}");
            }
        }
    }
    assert!((30..130).contains(&wrong), "some go wrong, some do not: {wrong}");
}

fn step(dice: &mut Dice) -> Step {
    let to = 1 + dice.below(3) as usize;
    let from = dice.below(4) as usize;
    match dice.below(6) {
        0..=2 => Step::Copy(to, from),
        3 => Step::Write(from, dice.below(3) as usize),
        4 => Step::Free(from),
        _ => Step::Same(to, from),
    }
}

fn source(rounds: &[Vec<Step>]) -> String {
    let mut cases = String::new();
    let mut same = Vec::new();
    replay(rounds, &mut same);
    let mut same = same.into_iter();
    for (round, steps) in rounds.iter().enumerate() {
        write!(cases, "case {round}: ").expect("a text takes all");
        for step in steps {
            let text = match *step {
                Step::Copy(to, from) => format!("{} = {};", NAMES[to], NAMES[from]),
                Step::Write(to, at) => format!("if ({0}) {0}[{at}] = 1;", NAMES[to]),
                Step::Free(of) => format!("free({});", NAMES[of]),
                Step::Same(left, right) => {
                    let is = if same.next().unwrap_or(false) { "==" } else { "!=" };
                    format!("assert({} {is} {});", NAMES[left], NAMES[right])
                }
            };
            write!(cases, "{text} ").expect("a text takes all");
        }
        cases.push_str("break; ");
    }
    format!(
        "void *malloc(unsigned long); void free(void *); int main(void) {{ char *a = 0, *b = 0, *c = 0; int i; \
         for (i = 0; i < {ROUNDS}; i++) {{ char *x = malloc(1 + i % 3); switch (i) {{ {cases} }} }} return 0; }}"
    )
}

/// How the source goes wrong first, if it does.
fn truth(rounds: &[Vec<Step>]) -> Option<Rule> {
    replay(rounds, &mut Vec::new())
}

/// The same, and which comparisons of pointers come out equal. Objects are numbered by their rounds.
fn replay(rounds: &[Vec<Step>], same: &mut Vec<bool>) -> Option<Rule> {
    let mut pointers: [Option<usize>; 4] = [None; 4];
    let mut gone = [false; ROUNDS];
    let mut wrong = None;
    for (round, steps) in rounds.iter().enumerate() {
        pointers[0] = Some(round);
        for step in steps {
            let found = match *step {
                Step::Copy(to, from) => {
                    pointers[to] = pointers[from];
                    None
                }
                Step::Write(to, at) => pointers[to].and_then(|object| {
                    let past = (at > object % 3).then_some(Rule::WritePast);
                    if gone[object] { Some(Rule::UseAfterFree) } else { past }
                }),
                Step::Free(of) => pointers[of].and_then(|object| {
                    let twice = std::mem::replace(&mut gone[object], true);
                    twice.then_some(Rule::DoubleFree)
                }),
                Step::Same(left, right) => {
                    same.push(pointers[left] == pointers[right]);
                    None
                }
            };
            wrong = wrong.or(found);
        }
    }
    wrong
}

fn lowered(text: &str) -> Lowered {
    let checks = Checks { memory: true, assertions: true, overflow: false };
    let question = Question { entry: "main".to_owned(), checks, contracts: BTreeMap::new() };
    let lowered = lower(text, None, &question).expect("it is lowered");
    assert!(ir::validate(&lowered.program).is_ok(), "{text}");
    lowered
}

/// Whether a run violates nothing.
fn is_free(lowered: &Lowered, seed: u64) -> bool {
    run(&lowered.program, &mut Random::new(seed), Limits::default()).violations.is_empty()
}

/// The claim that a run violates first. A run in which two others may be the same is left out: it is any of both.
fn first(lowered: &Lowered, seed: u64) -> Option<Claim> {
    let ran = run(&lowered.program, &mut Random::new(seed), Limits::default());
    let claim = ran.violations.first().map(|violation| lowered.claims[violation.assertion.index()]);
    claim.filter(|claim| *claim != Claim::Rule(Rule::Assertion))
}

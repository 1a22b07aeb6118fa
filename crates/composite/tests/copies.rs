//! Labels copied by the values of booleans: the program means what it meant, and the facts of copies are accepted as
//! cases and prove what one case does not.

use automata::{Alphabet, Budget};
use composite::{Copies, Settings};
use ir::inline::inline;
use ir::interp::{Limits, Random, run};
use ir::{Program, generate, sil};
use verdict::{Verdict, judge};

const PROGRAMS: u64 = 400;
const RUNS: u64 = 4;
const STEPS: u64 = 2_000_000;

/// What the checker makes of the program with and without copies: how many assertions are proved.
fn proved(program: &Program) -> (usize, Option<usize>) {
    let inlined = inline(program, 2_000).expect("it is small");
    let count = |program_of_facts: &Program, gather: Option<&Copies>| {
        let (mut budget, settings) = (Budget::steps(STEPS), Settings::default());
        let fixpoint = composite::analyse(program_of_facts, &settings, &mut budget).ok()?;
        let certificate = composite::certificate(program_of_facts, &fixpoint, &settings, &mut budget);
        let certificate = match gather {
            Some(copies) => copies.gathered(certificate),
            None => certificate,
        };
        let judged = judge(program, Ok((&inlined, &certificate)), &mut Budget::steps(STEPS)).checked;
        let is_proved = |verdict: &Verdict| matches!(verdict, Verdict::Proved | Verdict::Unreachable);
        Some(judged.iter().filter(|checked| is_proved(checked.verdict())).count())
    };
    let copies = Copies::by_booleans(&inlined.program, 1_000);
    let apart = copies.as_ref().and_then(|copies| count(&copies.program, Some(copies)));
    (count(&inlined.program, None).unwrap_or(0), apart)
}

#[test]
fn copies_mean_the_same() {
    let mut count = 0;
    for seed in 0..PROGRAMS {
        let inlined = inline(&generate::program(seed, 40, Alphabet::BYTE), 2_000).expect("it is small");
        let Some(copies) = Copies::by_booleans(&inlined.program, 1_000) else { continue };
        count += 1;
        let limits = Limits { steps: 2_000, ..Limits::default() };
        for dice in 0..RUNS {
            let one = run(&inlined.program, &mut Random::new(dice), limits);
            // Jumps between copies take steps of their own.
            let more = Limits { steps: 4_000, ..limits };
            let other = run(&copies.program, &mut Random::new(dice), more);
            if one.path.len() == limits.steps {
                continue;
            }
            assert_eq!((&one.outcome, &one.answers), (&other.outcome, &other.answers), "{seed}");
            let failed =
                |run: &ir::interp::Run| -> Vec<_> { run.violations.iter().map(|it| it.assertion).collect() };
            assert_eq!(failed(&one), failed(&other), "{seed}");
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn facts_of_copies_are_accepted_as_cases() {
    let (mut tried, mut fewer) = (0, 0);
    for seed in 0..PROGRAMS / 2 {
        let (plain, Some(apart)) = proved(&generate::program(seed, 40, Alphabet::BYTE)) else { continue };
        tried += 1;
        fewer += usize::from(apart < plain);
    }
    assert!(tried > 10 && fewer * 20 <= tried, "{fewer} of {tried} certificates prove less");
}

#[test]
fn what_holds_may_depend_on_a_flag() {
    let conjunction = "proc main() {
        name: str := input(); ok: bool := false;
        if (name in /[a-z]*/) { ok := len(name) <= 8; }
        if (!ok) { abort; }
        assert(len(name) <= 8); assert(name in /[a-z]*/);
    }";
    let writer = "proc main() {
        text: str := \"\"; open: bool := false; more: bool := true;
        while (more) {
            if (open) { text := text ++ \">\"; open := false; } else { text := text ++ \"<\"; open := true; }
            answer: str := input(); more := answer == \"more\";
        }
        if (open) { text := text ++ \">\"; }
        assert(text in /(<>)*/);
    }";
    for (text, all) in [(conjunction, 2), (writer, 1)] {
        let program = sil::parse(text, "flags.sil").expect("it parses");
        let (plain, apart) = proved(&program);
        assert!(plain < all && apart == Some(all), "{plain} and {apart:?} of {all}\n{text}");
    }
}

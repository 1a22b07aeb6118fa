//! What objects hold that are not followed one by one is never less than what runs put there.
//!
//! Programs of our own and programs by chance are verified, and run on a machine of their own: what is proved fails in no run,
//! and what is violated fails in the run that is told. No JVM and no compiler is needed.

mod machine;
mod programs;

use machine::{Ending, Machine};
use programs::{Chance, Index, Statement, Through, classes};
use verifier::front_java::class::{Class, Compare};
use verifier::front_java::{Classes, Lowered, Property, Question, Texts};
use verifier::{Claimed, Engines, Options, Value, Verdict, java_inputs, lower_java, verify};

/// How many programs by chance, unless `STRINGENT_PROGRAMS` says how many.
fn programs() -> u64 {
    std::env::var("STRINGENT_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(80)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Proved,
    Violated,
    Open,
}

fn lowered(classes: &[Class], options: &Options) -> Lowered {
    let mut all = Classes::default();
    classes.iter().for_each(|class| all.add(class.clone()));
    let question = Question {
        class: "Main".to_owned(),
        method: "run".to_owned(),
        property: Property::Assertions,
        null_inputs: false,
    };
    let lowered = lower_java(&all, &Texts::new(), &question, options).expect("there is such an entry");
    verifier::sil::print(&lowered.program);
    lowered
}

/// What is told of a program, after it was compared with its runs.
fn answer(name: &str, (length, statements): &(Option<i32>, Vec<Statement>)) -> (Answer, Lowered) {
    let classes = classes(*length, statements);
    let options = Options { engines: Engines::Composite, steps: 40_000_000, ..Options::default() };
    let lowered = lowered(&classes, &options);
    let proofs = verify(&lowered.program, &options);
    let search = Options { engines: Engines::Refute, steps: 200_000, ..options };
    let runs = verify(&lowered.program, &search);
    let claimed = Claimed::java(&lowered);
    let failing: Vec<i32> =
        (-1..10).filter(|&turns| Machine::run(&classes, "run", turns) == Ending::Failed).collect();
    for property in runs.iter().filter(|property| !claimed.gaps[property.checked.assertion().index()]) {
        if let Verdict::Violated(run) = property.checked.verdict()
            && !claimed.is_in_doubt(run)
        {
            let inputs = java_inputs(&lowered, run);
            let Some((_, Value::Int(turns))) = inputs.first() else { panic!("{name}: no argument") };
            let turns = i32::try_from(*turns).expect("an argument is an int");
            assert_eq!(Machine::run(&classes, "run", turns), Ending::Failed, "{name}: {statements:?}");
            return (Answer::Violated, lowered);
        }
    }
    let holds = |property: &verifier::Property| {
        matches!(property.checked.verdict(), Verdict::Proved | Verdict::Unreachable)
    };
    if !proofs.iter().all(holds) {
        return (Answer::Open, lowered);
    }
    assert!(failing.is_empty(), "{name} fails with {failing:?} turns: {length:?} {statements:?}");
    (Answer::Proved, lowered)
}

/// No answer on programs by chance contradicts their runs; many answers rest on what objects hold.
#[test]
fn programs_by_chance() {
    let (mut resting, mut violated) = (0, 0);
    for seed in 0..programs() {
        let program = Chance(seed * 7_919).program();
        let (answer, lowered) = answer(&format!("program {seed}"), &program);
        resting += usize::from(answer == Answer::Proved && !lowered.pulled.is_empty());
        violated += usize::from(answer == Answer::Violated);
    }
    println!("{resting} proofs rest on what objects hold, {violated} violations");
    assert!(resting >= 10 && violated >= 5, "{resting} proofs, {violated} violations");
}

/// The same of programs in which loops fill collections.
#[test]
fn collections_by_chance() {
    let (mut resting, mut violated) = (0, 0);
    for seed in 0..programs() {
        let program = Chance(seed * 6_011 + 3).gatherings();
        let (answer, lowered) = answer(&format!("gathering {seed}"), &program);
        resting += usize::from(answer == Answer::Proved && !lowered.pulled.is_empty());
        violated += usize::from(answer == Answer::Violated);
    }
    println!("{resting} proofs rest on what collections hold, {violated} violations");
    assert!(resting >= 5, "{resting} proofs, {violated} violations");
}

/// What a loop puts into a list or map is known, and so is what only one turn puts there.
#[test]
fn what_loops_gather() {
    let made = || vec![Statement::New(1), Statement::Number(1, 2)];
    let walk = |through, last| Statement::Walk(through, vec![last]);
    let is_two = || Statement::AssertNumber(0, Compare::Eq, 2);
    for (through, put) in [(Through::List, Statement::Add(1)), (Through::Map, Statement::Put("k", 1))] {
        let filled = Statement::Loop([made(), vec![put.clone()]].concat());
        let program = vec![filled.clone(), walk(through, is_two())];
        assert_eq!(answer("gathered", &(Some(30), program)).0, Answer::Proved, "{through:?}");
        let rare = Statement::InTurn(1, Box::new(Statement::Number(1, 1)));
        let other = Statement::Loop([made(), vec![rare, put.clone()]].concat());
        let program = vec![other, walk(through, is_two())];
        assert_ne!(answer("one other", &(Some(30), program)).0, Answer::Proved, "{through:?}");
        let later = Statement::Walk(through, vec![Statement::Number(0, 1)]);
        let program = vec![filled, later, walk(through, is_two())];
        assert_ne!(answer("changed later", &(Some(30), program)).0, Answer::Proved, "{through:?}");
    }
}

/// A list of objects with a number and a text, each made in a turn of its own.
fn list(more: Vec<Statement>) -> Vec<Statement> {
    let made = vec![Statement::New(0), Statement::Number(0, 2), Statement::Text(0, Some("a"))];
    let linked = vec![Statement::Link(0, 1), Statement::Copy(1, 0)];
    vec![Statement::Loop([made, more, linked].concat())]
}

fn judged(name: &str, statements: Vec<Statement>, last: Statement) -> Answer {
    answer(name, &(Some(30), [statements, vec![Statement::Follow(2, 1), last]].concat())).0
}

#[test]
fn what_every_turn_puts_there_is_known() {
    let is_two = || Statement::AssertNumber(2, Compare::Eq, 2);
    let is_a = || Statement::AssertText(2, "a");
    assert_eq!(judged("a list", list(Vec::new()), is_two()), Answer::Proved);
    assert_eq!(judged("its texts", list(Vec::new()), is_a()), Answer::Proved);
    let bumped = list(vec![Statement::Number(0, 1), Statement::Bump(0)]);
    assert_eq!(judged("by a method", bumped, is_two()), Answer::Proved);
    let passed = list(vec![Statement::Sum(0, 1, 0), Statement::SameText(0, 1)]);
    assert_eq!(judged("from one to the next", passed.clone(), is_two()), Answer::Proved);
    assert_eq!(judged("texts from one to the next", passed, is_a()), Answer::Proved);
}

#[test]
fn what_one_turn_puts_there_is_not_forgotten() {
    let rare = |statement| Statement::InTurn(1, Box::new(statement));
    let is_two = || Statement::AssertNumber(2, Compare::Eq, 2);
    let is_a = || Statement::AssertText(2, "a");
    let proved = |name, list, last| assert_ne!(judged(name, list, last), Answer::Proved, "{name}");
    proved("a number before", list(vec![rare(Statement::Number(0, 1))]), is_two());
    proved("a text before", list(vec![rare(Statement::Text(0, None))]), is_a());
    proved("a number of an older one", list(vec![rare(Statement::Number(1, 1))]), is_two());
    proved("a method of an older one", list(vec![rare(Statement::Bump(1))]), is_two());
    proved(
        "a first number",
        [list(Vec::new()), list(Vec::new())].concat(),
        Statement::AssertNumber(2, Compare::Ne, 2),
    );
    let first = vec![Statement::Loop(vec![Statement::New(0), Statement::Link(0, 1), Statement::Copy(1, 0)])];
    proved("a first number alone", first.clone(), is_two());
    proved("a first text", first, is_a());
    let later = vec![Statement::Loop(vec![Statement::Follow(2, 1), Statement::Text(2, Some("b"))])];
    proved("a text after", [list(Vec::new()), later].concat(), is_a());
    proved("one more each", list(vec![Statement::Sum(0, 1, 1)]), Statement::AssertNumber(2, Compare::Le, 2));
}

/// Elements at indices that are not known, of arrays of which the length is known or not.
#[test]
fn elements_of_arrays() {
    let filled = vec![Statement::Loop(vec![
        Statement::New(0),
        Statement::Number(0, 2),
        Statement::Store(Index::Turn, 0),
    ])];
    let one = |last: Statement| vec![Statement::Load(2, Index::At(3)), last];
    let is_two = || Statement::AssertNumber(2, Compare::Eq, 2);
    for length in [Some(30), None] {
        let program = [filled.clone(), one(is_two())].concat();
        assert_eq!(answer("filled", &(length, program)).0, Answer::Proved, "{length:?}");
        let changed = vec![Statement::Loop(vec![Statement::Load(1, Index::Turn), Statement::Number(1, 1)])];
        let program = [filled.clone(), changed, one(is_two())].concat();
        assert_ne!(answer("changed", &(length, program)).0, Answer::Proved, "{length:?}");
    }
    // An array in which nothing was put can be read.
    let empty = vec![
        Statement::New(0),
        Statement::Loop(vec![Statement::Load(2, Index::Turn), Statement::Number(0, 1)]),
        Statement::AssertNumber(0, Compare::Eq, 0),
    ];
    assert_ne!(answer("empty", &(None, empty)).0, Answer::Proved);
    // Objects of a long array that are followed are no longer when one of them is read that is not known.
    let known = vec![Statement::New(0), Statement::Store(Index::At(3), 0)];
    let changed = vec![Statement::Loop(vec![Statement::Load(1, Index::Turn), Statement::Number(1, 1)])];
    let program = [known, changed, one(Statement::AssertNumber(2, Compare::Eq, 0))].concat();
    assert_ne!(answer("one of thirty", &(Some(30), program)).0, Answer::Proved);
}

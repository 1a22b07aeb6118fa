//! The clauses of a program derive every state of every run: random programs are run, and each step is found among the
//! clauses.

use std::collections::BTreeMap;

use automata::{Alphabet, Budget};
use horn::build::{Built, build};
use horn::system::{Clause, Head};
use horn::terms::Var;
use horn::value::{Value, evaluate};
use ir::inline::inline;
use ir::interp::{self, Frame, Limits, Random, Site, run_observed};
use ir::{Label, Program, Variable, generate};

/// Characters that SMT-LIB has.
const ALPHABETS: [Alphabet; 3] = [Alphabet::BYTE, Alphabet::UTF16, Alphabet::up_to(0x2_FFFF)];

/// A state that a run was in.
type State = (Label, BTreeMap<Variable, Value>);

fn value(value: interp::Value) -> Value {
    match value {
        interp::Value::Str(word) => Value::Str(word),
        interp::Value::Int(value) => Value::Int(value),
        interp::Value::Bool(value) => Value::Bool(value),
    }
}

/// The values of all variables, as the frame has them.
fn values(program: &Program, frame: &Frame) -> BTreeMap<Variable, Value> {
    let of = |variable: Variable| match variable {
        Variable::Str(var) => Value::Str(frame.string(var).to_vec()),
        Variable::Int(var) => Value::Int(frame.integer(var)),
        Variable::Bool(var) => Value::Bool(frame.boolean(var)),
    };
    program.procedures[0].variables().map(|variable| (variable, of(variable))).collect()
}

/// Whether the clause leads from one state to the other, with the answer for what is asked.
fn leads(built: &Built, clause: &Clause, states: [&State; 2], answer: Option<&Value>) -> bool {
    let (Some(body), Head::Atom(head)) = (clause.body.first(), &clause.head) else { return false };
    let at = |index: u32| &built.places[index as usize];
    let (from, to) = (at(body.predicate.0), at(head.predicate.0));
    if from.label != states[0].0 || to.label != states[1].0 {
        return false;
    }
    let mut assignment: BTreeMap<Var, Value> = BTreeMap::new();
    for (argument, variable) in body.arguments.iter().zip(&from.variables) {
        let horn::terms::Term::Var(var, _) = built.system.terms.get(*argument) else { return false };
        assignment.insert(*var, states[0].1[variable].clone());
    }
    let asked = clause.trace[0].asked;
    // What is not asked for may be anything.
    let zero = Value::Int(0);
    if let Some((_, fresh)) = asked
        && let horn::terms::Term::Var(var, _) = built.system.terms.get(fresh)
    {
        assignment.insert(*var, answer.unwrap_or(&zero).clone());
    }
    let holds = evaluate(&built.system, &[clause.constraint], &assignment) == Some(vec![Value::Bool(true)]);
    let values = evaluate(&built.system, &head.arguments, &assignment);
    let expected: Vec<Value> = to.variables.iter().map(|variable| states[1].1[variable].clone()).collect();
    holds && values == Some(expected)
}

/// Runs a program once and looks every step up. Says how many there were.
fn steps_are_derived(program: &Program, seed: u64) -> usize {
    let inlined = inline(program, 10_000).expect("the program is small");
    let built = build(&inlined, &mut Budget::steps(10_000_000)).expect("no marks, and small");
    let calls_are_lost = built.system.approximations.iter().any(|given| given.label.is_none());
    assert_eq!(calls_are_lost, !inlined.is_exact());
    let mut states: Vec<State> = Vec::new();
    let mut random = Random::new(seed);
    let mut answers: BTreeMap<usize, Value> = BTreeMap::new();
    let count = std::cell::Cell::new(0);
    let mut oracle = |request: &interp::Request<'_>| {
        let answer = interp::Oracle::answer(&mut random, request)?;
        answers.insert(count.get(), value(answer.clone()));
        Some(answer)
    };
    let mut observer = |site: Site, frame: &Frame| {
        states.push((site.label, values(&inlined.program, frame)));
        count.set(states.len());
    };
    run_observed(&inlined.program, &mut oracle, Limits { steps: 60, ..Limits::default() }, &mut observer);
    for (step, pair) in states.windows(2).enumerate() {
        let answer = answers.get(&(step + 1));
        let clauses = &built.system.clauses;
        let found = clauses.iter().any(|clause| leads(&built, clause, [&pair[0], &pair[1]], answer));
        let gives_up = built.system.approximations.iter().any(|given| given.label == Some(pair[0].0));
        assert!(
            found || gives_up,
            "seed {seed}, step {step}: {:?}\n{}",
            pair,
            ir::sil::print(&inlined.program)
        );
    }
    states.len().saturating_sub(1)
}

#[test]
fn every_step_of_a_run_is_a_clause() {
    let mut steps = 0;
    for seed in 0..1_500 {
        let program = generate::program(seed, 12, ALPHABETS[seed as usize % ALPHABETS.len()]);
        steps += steps_are_derived(&program, seed);
    }
    assert!(steps > 5_000, "only {steps} steps were looked at");
}

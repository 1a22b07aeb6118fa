//! The least model of clauses on ground values, by our own definition of terms: no solver.
//!
//! Two ways: forward from facts, where every variable of a clause is bound by its body; and backward from a goal, where
//! inputs are bound by the goal. What neither can bind is a panic, never a guess.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use horn::op::{Op, PredicateId};
use horn::system::{Clause, HornSystem};
use horn::terms::{Term, TermId, Var};
use horn::value::{Value, evaluate};

pub(crate) type Fact = (PredicateId, Vec<Value>);
type Bindings = BTreeMap<Var, Value>;

/// A partial solution of a clause: bindings, and equations that wait for bindings.
#[derive(Clone, Default)]
struct State {
    bound: Bindings,
    waiting: Vec<(TermId, Value)>,
    formulas: Vec<TermId>,
}

/// All facts of a predicate that match, backward.
pub(crate) fn backward(
    system: &HornSystem,
    predicate: PredicateId,
    known: &[Option<Value>],
) -> BTreeSet<Vec<Value>> {
    let mut found = BTreeSet::new();
    let clauses = system.clauses.iter().filter(|clause| defines(clause, predicate));
    for clause in clauses {
        let head = &clause.head.atom().expect("it defines a predicate").arguments;
        let mut state = State { formulas: vec![clause.constraint], ..State::default() };
        let given = head.iter().zip(known);
        let fits = given
            .into_iter()
            .all(|(&term, value)| value.as_ref().is_none_or(|value| unify(system, &mut state, term, value)));
        if fits {
            let states = body(system, clause, &places(clause), state);
            found.extend(states.iter().map(|state| ground(system, head, state)));
        }
    }
    found
}

/// The solutions of a clause whose atoms at some places are open, each asked backward.
fn body(system: &HornSystem, clause: &Clause, open: &[usize], state: State) -> Vec<State> {
    let mut all = Vec::new();
    for state in settle(system, state) {
        let Some(at) = next(system, clause, open, &state) else {
            settled(system, clause, &state);
            all.push(state);
            continue;
        };
        let atom = &clause.body[at];
        let rest: Vec<usize> = open.iter().copied().filter(|&other| other != at).collect();
        let known: Vec<Option<Value>> =
            atom.arguments.iter().map(|&term| value(system, &state, term)).collect();
        for fact in backward(system, atom.predicate, &known) {
            let mut state = state.clone();
            if atom.arguments.iter().zip(&fact).all(|(&term, value)| unify(system, &mut state, term, value)) {
                all.extend(body(system, clause, &rest, state));
            }
        }
    }
    all
}

/// The open atom to ask next: the first, but for words whose list is not known yet.
fn next(system: &HornSystem, clause: &Clause, open: &[usize], state: &State) -> Option<usize> {
    let is_ready = |&&at: &&usize| {
        let atom = &clause.body[at];
        !is_word(system, atom.predicate) || value(system, state, atom.arguments[0]).is_some()
    };
    open.iter().find(is_ready).or(open.first()).copied()
}

/// The places of all atoms of a body.
fn places(clause: &Clause) -> Vec<usize> {
    (0..clause.body.len()).collect()
}

/// All facts that follow from the clauses, forward. Predicates whose name says so are asked backward.
pub(crate) fn forward(system: &HornSystem) -> BTreeSet<Fact> {
    let mut facts: BTreeSet<Fact> = BTreeSet::new();
    let mut open: VecDeque<Fact> = VecDeque::new();
    for clause in &system.clauses {
        if clause.body.iter().all(|atom| is_word(system, atom.predicate)) && !is_word_clause(system, clause) {
            let state = State { formulas: vec![clause.constraint], ..State::default() };
            conclude(system, clause, body(system, clause, &places(clause), state), &mut open);
        }
    }
    while let Some(fact) = open.pop_front() {
        if !facts.insert(fact.clone()) {
            continue;
        }
        for clause in system.clauses.iter().filter(|clause| !is_word_clause(system, clause)) {
            for at in 0..clause.body.len() {
                if clause.body[at].predicate == fact.0 {
                    let states = joined(system, clause, (at, &fact), &facts);
                    conclude(system, clause, states, &mut open);
                }
            }
        }
    }
    facts
}

fn is_word(system: &HornSystem, predicate: PredicateId) -> bool {
    system.predicate(predicate).name.starts_with("word!")
}

fn is_word_clause(system: &HornSystem, clause: &Clause) -> bool {
    clause.head.atom().is_some_and(|atom| is_word(system, atom.predicate))
}

fn conclude(system: &HornSystem, clause: &Clause, states: Vec<State>, open: &mut VecDeque<Fact>) {
    let Some(atom) = clause.head.atom() else { return };
    for state in states {
        settled(system, clause, &state);
        open.push_back((atom.predicate, ground(system, &atom.arguments, &state)));
    }
}

/// The solutions of a clause with one atom a fact and the others among the facts.
fn joined(
    system: &HornSystem,
    clause: &Clause,
    (place, fact): (usize, &Fact),
    facts: &BTreeSet<Fact>,
) -> Vec<State> {
    let mut done = Vec::new();
    let start = State { formulas: vec![clause.constraint], ..State::default() };
    let rest: Vec<usize> = places(clause).into_iter().filter(|&at| at != place).collect();
    let mut open: Vec<(State, Vec<usize>)> =
        matched(system, (clause, place), &start, &fact.1).map(|state| (state, rest)).into_iter().collect();
    while let Some((state, rest)) = open.pop() {
        for state in settle(system, state) {
            let Some(at) = next(system, clause, &rest, &state) else {
                done.push(state);
                continue;
            };
            let rest: Vec<usize> = rest.iter().copied().filter(|&other| other != at).collect();
            let predicate = clause.body[at].predicate;
            let values: Vec<Vec<Value>> = if is_word(system, predicate) {
                let known: Vec<Option<Value>> =
                    clause.body[at].arguments.iter().map(|&term| value(system, &state, term)).collect();
                backward(system, predicate, &known).into_iter().collect()
            } else {
                facts.iter().filter(|known| known.0 == predicate).map(|known| known.1.clone()).collect()
            };
            let states = values.iter().filter_map(|values| matched(system, (clause, at), &state, values));
            open.extend(states.map(|state| (state, rest.clone())));
        }
    }
    done
}

/// The state with an atom being a fact.
fn matched(
    system: &HornSystem,
    (clause, at): (&Clause, usize),
    state: &State,
    fact: &[Value],
) -> Option<State> {
    let mut state = state.clone();
    let mut pairs = clause.body[at].arguments.iter().zip(fact);
    pairs.all(|(&term, value)| unify(system, &mut state, term, value)).then_some(state)
}

fn defines(clause: &Clause, predicate: PredicateId) -> bool {
    clause.head.atom().is_some_and(|atom| atom.predicate == predicate)
}

fn value(system: &HornSystem, state: &State, term: TermId) -> Option<Value> {
    evaluate(system, &[term], &state.bound)?.pop()
}

fn ground(system: &HornSystem, terms: &[TermId], state: &State) -> Vec<Value> {
    let bound = &state.bound;
    evaluate(system, terms, bound).unwrap_or_else(|| panic!("a head is not bound by its body: {bound:?}"))
}

/// Nothing may be left open once the body is solved.
fn settled(system: &HornSystem, clause: &Clause, state: &State) {
    let left = state.formulas.len() + state.waiting.len();
    let name = clause.head.atom().map(|atom| system.predicate(atom.predicate).name.clone());
    assert_eq!(left, 0, "a clause of {name:?} has conditions that nothing decides");
}

/// Makes a term equal to a value: binds, refuses, or waits.
fn unify(system: &HornSystem, state: &mut State, term: TermId, wanted: &Value) -> bool {
    if let Some(known) = value(system, state, term) {
        return known == *wanted;
    }
    match (system.terms.get(term), wanted) {
        (Term::Var(var, _), _) => {
            state.bound.insert(*var, wanted.clone());
            true
        }
        (Term::App(Op::Construct(made), parts), Value::Data(constructor, values)) => {
            made == constructor
                && parts.iter().zip(values).all(|(&part, value)| unify(system, state, part, value))
        }
        (Term::App(Op::Add, parts), Value::Int(sum)) => {
            let open: Vec<TermId> =
                parts.iter().copied().filter(|&part| value(system, state, part).is_none()).collect();
            let known: i128 = parts
                .iter()
                .filter_map(|&part| value(system, state, part))
                .map(|value| if let Value::Int(value) = value { value } else { 0 })
                .sum();
            if let [one] = open.as_slice() {
                return unify(system, state, *one, &Value::Int(sum - known));
            }
            state.waiting.push((term, wanted.clone()));
            true
        }
        _ => {
            state.waiting.push((term, wanted.clone()));
            true
        }
    }
}

/// Decides what can be decided, binds what equalities bind, and branches where a choice binds.
fn settle(system: &HornSystem, mut state: State) -> Vec<State> {
    loop {
        let before = (state.bound.len(), state.formulas.len(), state.waiting.len());
        for (term, wanted) in std::mem::take(&mut state.waiting) {
            if !unify(system, &mut state, term, &wanted) {
                return Vec::new();
            }
        }
        for formula in std::mem::take(&mut state.formulas) {
            if !decide(system, &mut state, formula) {
                return Vec::new();
            }
        }
        if before == (state.bound.len(), state.formulas.len(), state.waiting.len()) {
            break;
        }
    }
    let choice =
        state.formulas.iter().position(|&formula| matches!(system.terms.get(formula), Term::App(Op::Or, _)));
    let Some(at) = choice else { return vec![state] };
    let Term::App(_, parts) = system.terms.get(state.formulas[at]).clone() else {
        unreachable!("it is a choice")
    };
    let binds = |part: &TermId| matches!(system.terms.get(*part), Term::App(Op::And | Op::Equal, _));
    if !parts.iter().all(binds) {
        return vec![state];
    }
    state.formulas.remove(at);
    let branches = parts.iter().flat_map(|&part| {
        let mut state = state.clone();
        state.formulas.push(part);
        settle(system, state)
    });
    branches.collect()
}

fn decide(system: &HornSystem, state: &mut State, formula: TermId) -> bool {
    if let Some(known) = value(system, state, formula) {
        return known == Value::Bool(true);
    }
    match system.terms.get(formula) {
        Term::App(Op::And, parts) => {
            state.formulas.extend(parts);
            true
        }
        Term::App(Op::Equal, sides) => {
            for (one, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
                if let Some(wanted) = value(system, state, one) {
                    return unify(system, state, other, &wanted);
                }
            }
            state.formulas.push(formula);
            true
        }
        Term::Var(..) => unify(system, state, formula, &Value::Bool(true)),
        Term::App(Op::Not, parts) if matches!(system.terms.get(parts[0]), Term::Var(..)) => {
            unify(system, state, parts[0], &Value::Bool(false))
        }
        Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
            state.formulas.push(formula);
            true
        }
    }
}

//! How time grows with the size of a string constant, and what stops at its budget.

use std::time::Duration;

use automata::{Alphabet, Automaton, Budget, Exhausted, Nfa, Symbol};

use crate::suite::least_time;

/// Sizes, each ten times the one before.
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];

type Operation = fn(&[Symbol], &mut Budget) -> Result<usize, Exhausted>;

/// What is done with a word; each returns the size of its result.
const OPERATIONS: [(&str, Operation); 8] = [
    ("literal", |word, _| Ok(literal(word).state_count())),
    ("determinise and minimise", |word, budget| Ok(chain(word).determinize(budget)?.state_count())),
    ("concatenate with itself", |word, budget| {
        Ok(literal(word).concat(&literal(word), budget)?.state_count())
    }),
    ("reverse", |word, budget| Ok(literal(word).reverse(budget)?.state_count())),
    ("complement", |word, budget| Ok(literal(word).complement(budget)?.state_count())),
    ("include in itself", |word, budget| Ok(usize::from(literal(word).included_in(&literal(word), budget)?))),
    ("unite with its reverse", |word, budget| {
        let backwards = literal(word).reverse(budget)?;
        Ok(literal(word).union(&backwards, budget)?.state_count())
    }),
    ("a{1,n}", |word, budget| {
        let most = u32::try_from(word.len()).ok();
        Ok(literal(&[97]).repeat(1, most, budget)?.state_count())
    }),
];

/// Prints times for growing sizes; a ratio of 10 is linear, 100 quadratic.
pub(crate) fn report() {
    println!(
        "{:>12} {:>12} {:>12} {:>7} {:>7}  milliseconds for a word of",
        "1,000", "10,000", "100,000", "ratio", "ratio"
    );
    for (name, operation) in OPERATIONS {
        let times = SIZES.map(|size| time(operation, &word(size)));
        let millis = times.map(|time| time.as_secs_f64() * 1e3);
        println!(
            "{:>12.3} {:>12.3} {:>12.3} {:>7.1} {:>7.1}  {name}",
            millis[0],
            millis[1],
            millis[2],
            millis[1] / millis[0],
            millis[2] / millis[1],
        );
    }
    let (result, time) = least_time(|| explosive(60).determinize(&mut Budget::steps(10_000_000)));
    let outcome = result.map_or_else(|exhausted| exhausted.to_string(), |a| a.state_count().to_string());
    println!("\n(a|b)*a(a|b){{60}}: {outcome}, after {:.1} ms", time.as_secs_f64() * 1e3);
}

fn time(operation: Operation, word: &[Symbol]) -> Duration {
    least_time(|| operation(word, &mut Budget::steps(1 << 40)).expect("the budget is ample")).1
}

/// A word of printable characters without a simple pattern.
fn word(size: usize) -> Vec<Symbol> {
    let mut seed: u32 = 1;
    let next = |_| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        32 + (seed >> 16) % 95
    };
    (0..size).map(next).collect()
}

fn literal(word: &[Symbol]) -> Automaton {
    Automaton::literal(Alphabet::UNICODE, word)
}

/// The word as a nondeterministic automaton.
fn chain(word: &[Symbol]) -> Nfa {
    let mut nfa = Nfa::new(Alphabet::UNICODE);
    let mut at = nfa.add_state();
    nfa.add_start(at);
    for &symbol in word {
        let next = nfa.add_state();
        nfa.add_transition(at, symbol, symbol, next);
        at = next;
    }
    nfa.set_accepting(at);
    nfa
}

/// `(a|b)*a(a|b){length}`, whose subsets explode.
fn explosive(length: usize) -> Nfa {
    let mut nfa = Nfa::new(Alphabet::BYTE);
    let start = nfa.add_state();
    nfa.add_start(start);
    nfa.add_transition(start, 97, 98, start);
    let mut at = nfa.add_state();
    nfa.add_transition(start, 97, 97, at);
    for _ in 0..length {
        let next = nfa.add_state();
        nfa.add_transition(at, 97, 98, next);
        at = next;
    }
    nfa.set_accepting(at);
    nfa
}

//! Loops with a perfect teacher end, and with the language that was asked for.
//!
//! The teacher knows everything and answers by `automata` with the shortest word in which a candidate is wrong: in
//! one kind of loop about membership, in the other about Horn clauses over several unknowns.

mod sampling;

use automata::{Automaton, Budget, Nfa, StateId, Symbol};
use learn::{Atom, Classes, Learner, Limits, Proposal, Sample, Unknown};
use sampling::{ALPHABET, Dice, both, plenty, propose};

/// A random language of two letters from an automaton of `states` states.
fn target(states: u32, dice: &mut Dice) -> Automaton {
    let mut nfa = Nfa::new(ALPHABET);
    let all: Vec<StateId> = (0..states).map(|_| nfa.add_state()).collect();
    nfa.add_start(all[0]);
    for &state in &all {
        for letter in 0..2 {
            if let Some(&target) = all.get(dice.below(states + 1) as usize) {
                nfa.add_transition(state, letter, letter, target);
            }
        }
        if dice.below(2) == 0 {
            nfa.set_accepting(state);
        }
    }
    nfa.determinize(&mut plenty()).expect("a small automaton is cheap")
}

/// The candidates of a learner whose samples are true of something small.
fn candidates(learner: &mut Learner) -> Vec<Automaton> {
    match propose(learner) {
        Proposal::Candidates(automata) => automata,
        other @ (Proposal::Contradiction(_) | Proposal::NoneUpTo(_)) => {
            panic!("the target agrees: {other:?}")
        }
    }
}

/// A word that is in one language and not in the other.
fn word_outside(one: &Automaton, other: &Automaton) -> Option<Vec<Symbol>> {
    one.word_outside(other, &mut plenty()).expect("small automata are cheap")
}

#[test]
fn a_language_is_learned_back_from_words() {
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let targets = [target(1 + dice.below(6), &mut dice), target(1 + dice.below(4), &mut dice)];
        for limits in both(6) {
            let mut learner = Learner::new(2, Classes::apart(ALPHABET), limits);
            let mut found = candidates(&mut learner);
            while found != targets {
                for (at, (target, found)) in targets.iter().zip(&found).enumerate() {
                    let atom = |word| Atom::new(Unknown(at as u32), word);
                    if let Some(word) = word_outside(target, found) {
                        learner.add(Sample::positive(atom(word)));
                    } else if let Some(word) = word_outside(found, target) {
                        learner.add(Sample::negative(atom(word)));
                    }
                }
                found = candidates(&mut learner);
                assert!(learner.samples().len() < 200, "{limits:?} {targets:?}");
            }
        }
    }
}

/// A clause over two unknowns: `x` in the first implies that `x` and the suffix are in the second.
struct Append {
    from: u32,
    suffix: Vec<Symbol>,
    to: u32,
}

/// An invariant of appending loops: facts, `R_from(x) -> R_to(x suffix)`, and bad words of each unknown.
struct Loops {
    facts: Vec<Atom>,
    appends: Vec<Append>,
    bad: [Automaton; 2],
}

impl Loops {
    /// A sample that the candidates do not respect.
    fn judge(&self, found: &[Automaton]) -> Option<Sample> {
        let of = |unknown: u32| &found[unknown as usize];
        for fact in &self.facts {
            if !of(fact.unknown.0).contains(&fact.word) {
                return Some(Sample::positive(fact.clone()));
            }
        }
        for Append { from, suffix, to } in &self.appends {
            let suffixed = of(*from).concat(&Automaton::literal(ALPHABET, suffix), &mut plenty());
            if let Some(longer) = word_outside(&suffixed.expect("small automata are cheap"), of(*to)) {
                let word = longer[..longer.len() - suffix.len()].to_vec();
                let body = [Atom::new(Unknown(*from), word)];
                return Some(Sample::implication(body, Atom::new(Unknown(*to), longer)));
            }
        }
        for (at, bad) in self.bad.iter().enumerate() {
            let common = found[at].common_word(bad, &mut plenty()).expect("small automata are cheap");
            if let Some(word) = common {
                return Some(Sample::negative(Atom::new(Unknown(at as u32), word)));
            }
        }
        None
    }

    /// Learns until nothing is wrong; gives back the number of samples, and the candidates unless samples contradict.
    fn solve(&self, limits: Limits) -> (usize, Option<Vec<Automaton>>) {
        let mut learner = Learner::new(2, Classes::apart(ALPHABET), limits);
        for _ in 0..200 {
            let found = match propose(&mut learner) {
                Proposal::Candidates(found) => found,
                Proposal::Contradiction(_) => return (learner.samples().len(), None),
                Proposal::NoneUpTo(states) => panic!("a smaller automaton than {states} is an invariant"),
            };
            match self.judge(&found) {
                None => return (learner.samples().len(), Some(found)),
                Some(sample) => learner.add(sample),
            };
        }
        panic!("the loop does not end: {:?}", learner.samples());
    }
}

/// Words that contain `part`.
fn containing(part: &[Symbol]) -> Automaton {
    let any = Automaton::any(ALPHABET);
    let before = any.concat(&Automaton::literal(ALPHABET, part), &mut plenty()).expect("it is small");
    before.concat(&any, &mut plenty()).expect("it is small")
}

/// `R0 = (01)*`, `R1 = (01)*0`, one into the other by turns.
fn alternation(bad: [Automaton; 2]) -> Loops {
    let append = |from, letter, to| Append { from, suffix: vec![letter], to };
    let facts = vec![Atom::new(Unknown(0), [])];
    Loops { facts, appends: vec![append(0, 0, 1), append(1, 1, 0)], bad }
}

#[test]
fn invariants_of_two_unknowns_are_found_from_implications() {
    let loops = alternation([containing(&[0, 0]), containing(&[1, 1])]);
    for limits in both(8) {
        let (samples, found) = loops.solve(limits);
        let found = found.expect("the loops are safe");
        assert!(found.iter().all(|automaton| automaton.state_count() <= 2), "{found:?}");
        assert!(samples <= 12, "{samples} samples");
    }
}

#[test]
fn a_loop_that_goes_wrong_ends_in_a_contradiction() {
    let wrong = Automaton::literal(ALPHABET, &[0, 1, 0, 1, 0]);
    let loops = alternation([Automaton::empty(ALPHABET), wrong]);
    for limits in both(8) {
        assert_eq!(loops.solve(limits).1, None);
    }
}

/// As the number of Is in the puzzle of M, I and U: never a multiple of three.
#[test]
fn counting_modulo_three_is_found() {
    let letters = |count: usize| vec![0; count];
    let bad = Automaton::literal(ALPHABET, &letters(3)).star(&mut plenty()).expect("it is small");
    let facts = vec![Atom::new(Unknown(0), [0])];
    let appends = vec![Append { from: 0, suffix: letters(3), to: 0 }];
    let loops = Loops { facts, appends, bad: [bad, Automaton::empty(ALPHABET)] };
    let (_, found) = loops.solve(Limits::states(8));
    assert_eq!(found.expect("one and three is never a multiple of three")[0].state_count(), 3);
}

#[test]
fn a_spent_budget_is_an_answer_and_the_question_goes_on() {
    let mut dice = Dice::new(7);
    let target = target(6, &mut dice);
    let mut learner = Learner::new(1, Classes::apart(ALPHABET), Limits::states(9));
    assert!(target.state_count() > 3);
    for word in sampling::words(2, 6) {
        let atom = Atom::new(Unknown(0), word);
        let is_in = target.contains(&atom.word);
        learner.add(if is_in { Sample::positive(atom) } else { Sample::negative(atom) });
    }
    let mut spent = 0;
    let proposal = loop {
        match learner.propose(&mut Budget::steps(10_000)) {
            Ok(proposal) => break proposal,
            Err(_) => spent += 1,
        }
        assert!(spent < 1000, "each time the search gets further");
    };
    assert!(spent > 0);
    let Proposal::Candidates(found) = proposal else { panic!("the target agrees") };
    assert_eq!(found[0].state_count(), target.state_count());
}

#[test]
fn the_same_calls_give_the_same_answers() {
    let run = || {
        let mut dice = Dice::new(11);
        let mut learner = Learner::new(2, Classes::apart(ALPHABET), Limits::states(6));
        let propose = |learner: &mut Learner, dice: &mut Dice| {
            learner.add(dice.sample(2, 3, 6));
            let mut budget = plenty();
            (learner.propose(&mut budget), budget.spent())
        };
        (0..40).map(|_| propose(&mut learner, &mut dice)).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

//! Language-based replacement contains what every kind of search does, and says no more than its definition.

mod sampling;

use std::collections::BTreeSet;

use automata::{Alphabet, Automaton, Symbol};
use sampling::{Dice, plenty, random_language, words};

type Word = Vec<Symbol>;

/// Two letters to search in, and one that only a replacement has.
const LETTERS: Alphabet = Alphabet::up_to(2);
const X: Symbol = 2;

/// Whether the match at a position may be of this length, and which is taken when there are several.
#[derive(Clone, Copy)]
enum Choice {
    Longest,
    Shortest,
    Any,
}

/// The lengths of the matches of `pattern` at the start of `rest` that `choice` may take.
fn lengths(pattern: &Automaton, rest: &[Symbol], choice: Choice) -> Vec<usize> {
    let all: Vec<usize> = (0..=rest.len()).filter(|&n| pattern.contains(&rest[..n])).collect();
    match choice {
        Choice::Any => all,
        Choice::Longest => all.last().copied().into_iter().collect(),
        Choice::Shortest => all.first().copied().into_iter().collect(),
    }
}

/// Every result of a search from left to right, an empty match being stepped over (`Java`, `ereg`).
fn results(pattern: &Automaton, rest: &[Symbol], choice: Choice, all: &mut BTreeSet<Word>, done: Word) {
    let found = lengths(pattern, rest, choice);
    if found.is_empty() {
        match rest.split_first() {
            Some((&first, rest)) => results(pattern, rest, choice, all, [done, vec![first]].concat()),
            None => drop(all.insert(done)),
        }
        return;
    }
    for length in found {
        let mut done = [done.clone(), vec![X]].concat();
        if length > 0 {
            results(pattern, &rest[length..], choice, all, done);
        } else if let Some((&first, rest)) = rest.split_first() {
            done.push(first);
            results(pattern, rest, choice, all, done);
        } else {
            all.insert(done);
        }
    }
}

/// Every result of replacing the first match.
fn first_results(pattern: &Automaton, word: &[Symbol]) -> BTreeSet<Word> {
    for at in 0..=word.len() {
        let found = lengths(pattern, &word[at..], Choice::Any);
        if !found.is_empty() {
            return found.iter().map(|&n| [&word[..at], &[X], &word[at + n..]].concat()).collect();
        }
    }
    BTreeSet::from([word.to_vec()])
}

fn replacement() -> Automaton {
    Automaton::literal(LETTERS, &[X])
}

/// A pattern that is often short or empty.
fn random_pattern(dice: &mut Dice) -> Automaton {
    let mut pattern = random_language(dice, LETTERS, 2, 3);
    if dice.one_in(3) {
        pattern = pattern.union(&Automaton::epsilon(LETTERS), &mut plenty()).expect("small");
    }
    pattern
}

#[test]
fn replacing_all_covers_every_search() {
    let mut dice = Dice::new(10);
    let subjects = words(2, 6);
    for _ in 0..150 {
        let pattern = random_pattern(&mut dice);
        for subject in subjects.iter().step_by(3) {
            let one = Automaton::literal(LETTERS, subject);
            let image = one.replace_all(&pattern, &replacement(), &mut plenty()).expect("small");
            for choice in [Choice::Longest, Choice::Shortest, Choice::Any] {
                let mut all = BTreeSet::new();
                results(&pattern, subject, choice, &mut all, Vec::new());
                for word in all {
                    assert!(image.contains(&word), "{pattern:?}{subject:?} {word:?}");
                }
            }
        }
    }
}

#[test]
fn replacing_the_first_covers_every_search() {
    let mut dice = Dice::new(11);
    for _ in 0..150 {
        let pattern = random_pattern(&mut dice);
        for subject in words(2, 6).iter().step_by(3) {
            let one = Automaton::literal(LETTERS, subject);
            let image = one.replace_first(&pattern, &replacement(), &mut plenty()).expect("small");
            for word in first_results(&pattern, subject) {
                assert!(image.contains(&word), "{pattern:?}{subject:?} {word:?}");
            }
        }
    }
}

#[test]
fn without_an_empty_match_it_is_the_set_of_the_definition() {
    let mut dice = Dice::new(12);
    let outputs = words(3, 4);
    let epsilon = Automaton::epsilon(LETTERS);
    for _ in 0..60 {
        let pattern = random_language(&mut dice, LETTERS, 2, 3).difference(&epsilon, &mut plenty());
        let pattern = pattern.expect("small");
        for subject in words(2, 4) {
            let one = Automaton::literal(LETTERS, &subject);
            let image = one.replace_all(&pattern, &replacement(), &mut plenty()).expect("small");
            let mut tilings = BTreeSet::new();
            tile(&pattern, &subject, &mut tilings, (Vec::new(), 0));
            for output in &outputs {
                assert_eq!(
                    image.contains(output),
                    tilings.contains(output),
                    "{pattern:?}{subject:?}{output:?}"
                );
            }
        }
    }
}

/// All cuts of `rest` into gaps without a match and matches; the last `gap` characters done are a gap.
fn tile(pattern: &Automaton, rest: &[Symbol], all: &mut BTreeSet<Word>, (done, gap): (Word, usize)) {
    let open = &done[done.len() - gap..];
    if (0..=gap).any(|from| (from..=gap).any(|to| pattern.contains(&open[from..to]))) {
        return;
    }
    if rest.is_empty() {
        all.insert(done.clone());
    }
    for n in 1..=rest.len() {
        if pattern.contains(&rest[..n]) {
            tile(pattern, &rest[n..], all, ([done.clone(), vec![X]].concat(), 0));
        }
    }
    if let Some((&first, rest)) = rest.split_first() {
        tile(pattern, rest, all, ([done, vec![first]].concat(), gap + 1));
    }
}

#[test]
fn an_unknown_pattern_may_leave_another_word_of_its_set() {
    // Searching `ab` for `a` or for `b`, it is not known which: one of them stays.
    let mut budget = plenty();
    let subject = Automaton::literal(LETTERS, &[0, 1]);
    let pattern = Automaton::literal(LETTERS, &[0]).union(&Automaton::literal(LETTERS, &[1]), &mut budget);
    let pattern = pattern.expect("small");
    let loose = subject.replace_some(&pattern, &replacement(), &mut budget).expect("small");
    let strict = subject.replace_all(&pattern, &replacement(), &mut budget).expect("small");
    for word in [[X, 1], [0, X], [0, 1], [X, X]] {
        assert!(loose.contains(&word));
        assert_eq!(strict.contains(&word), word == [X, X]);
    }
}

#[test]
fn the_loosest_contains_the_others() {
    let mut dice = Dice::new(13);
    for _ in 0..200 {
        let subject = random_language(&mut dice, LETTERS, 2, 4);
        let pattern = random_pattern(&mut dice);
        let with = random_language(&mut dice, LETTERS, 3, 2);
        let mut budget = plenty();
        let loose = subject.replace_some(&pattern, &with, &mut budget).expect("small");
        for strict in [
            subject.replace_all(&pattern, &with, &mut budget).expect("small"),
            subject.replace_first(&pattern, &with, &mut budget).expect("small"),
        ] {
            assert!(strict.included_in(&loose, &mut budget).expect("small"));
        }
    }
}

#[test]
fn the_empty_match_of_php_and_java() {
    // `baac` and `a*`: XbXXcX, with 0 for `a` and 1 for `b` and `c`.
    let subject = Automaton::literal(LETTERS, &[1, 0, 0, 1]);
    let mut budget = plenty();
    let pattern = Automaton::literal(LETTERS, &[0]).star(&mut budget).expect("small");
    let image = subject.replace_all(&pattern, &replacement(), &mut budget).expect("small");
    assert!(image.contains(&[X, 1, X, X, 1, X]));
    assert!(!image.contains(&[1, X, X, 1, X]), "the empty match at the start is never left out");
}

//! Graphs against the exact operations of `automata`: no more words, and none lost.
//!
//! A graph stands on the left of inclusions. That it has no more words than the exact language is one inclusion. That
//! it has lost none is asked word by word: without that word the inclusion must fail.

use automata::{Alphabet, Automaton, Budget, LengthSet, Nfa, Transducer};
use ir::dice::Dice;

use super::Membership;
use crate::graph::Graph;
use crate::plain::Words;

const ALPHABET: Alphabet = Alphabet::up_to(3);

fn budget() -> Budget {
    Budget::steps(10_000_000)
}

/// A language given by a few random edges.
fn language(dice: &mut Dice) -> Automaton {
    let mut nfa = Nfa::new(ALPHABET);
    let states: Vec<_> = (0..=dice.below(3)).map(|_| nfa.add_state()).collect();
    nfa.add_start(states[0]);
    for _ in 0..=dice.below(6) {
        let (lo, hi) = (dice.below(4), dice.below(4));
        nfa.add_transition(*dice.choose(&states), lo.min(hi), lo.max(hi), *dice.choose(&states));
    }
    states.iter().for_each(|&state| {
        if dice.one_in(2) {
            nfa.set_accepting(state);
        }
    });
    nfa.determinize(&mut budget()).expect("a few states")
}

fn lengths(dice: &mut Dice) -> LengthSet {
    match dice.below(3) {
        0 => LengthSet::exactly(dice.below(4).into()),
        1 => LengthSet::between(dice.below(3).into(), dice.below(6).into()),
        _ => LengthSet::progression(dice.below(3).into(), dice.below(3).into()),
    }
}

#[track_caller]
fn same(graph: &Graph, exact: &Automaton) {
    let included = |language: &Automaton| graph.included_in(&Words::of(language), &mut budget());
    assert_eq!(included(exact), Ok(true), "the graph has more words than {exact:?}");
    assert_eq!(graph.is_empty(), exact.is_empty());
    for word in exact.members(12, &mut budget()).expect("small") {
        let without = exact.difference(&Automaton::literal(ALPHABET, &word), &mut budget()).expect("small");
        assert_eq!(included(&without), Ok(false), "the graph has lost {word:?} of {exact:?}");
    }
    let all = exact.lengths(&mut budget()).expect("small");
    assert_eq!(graph.lengths_in(&all, &mut budget()), Ok(true));
    if let Some(least) = all.min() {
        let fewer = all.difference(&LengthSet::exactly(least), &mut budget()).expect("small");
        assert_eq!(graph.lengths_in(&fewer, &mut budget()), Ok(false));
    }
}

#[test]
fn operations_are_exact() {
    let done = "small automata";
    for seed in 0..400 {
        let dice = &mut Dice::new(seed);
        let (a, b) = (language(dice), language(dice));
        let (table_a, table_b) = (Words::of(&a), Words::of(&b));
        let premises =
            [Membership { table: &table_a, holds: true }, Membership { table: &table_b, holds: false }];
        let meet = Graph::meet(ALPHABET, &premises, &mut budget()).expect(done);
        same(&meet, &a.difference(&b, &mut budget()).expect(done));
        let (left, right) = (Graph::of(&table_a).trimmed(), Graph::of(&table_b).trimmed());
        same(&Graph::concat(vec![left.clone(), right]), &a.concat(&b, &mut budget()).expect(done));
        same(&left.reversed(), &a.reverse(&mut budget()).expect(done));
        let (from, to) = (lengths(dice), lengths(dice));
        let slice = left.slice(&from, Some(&to), &mut budget()).expect(done);
        same(&slice, &a.slice(&from, &to, &mut budget()).expect(done));
        let suffix = left.slice(&from, None, &mut budget()).expect(done);
        same(&suffix, &a.suffix(&from, &mut budget()).expect(done));
        same(&left.restricted(&to, &mut budget()).expect(done), &a.restrict(&to, &mut budget()).expect(done));
        let twice = left.power(&LengthSet::between(1, 2), &mut budget()).expect(done);
        same(&twice, &a.repeat(1, Some(2), &mut budget()).expect(done));
    }
}

#[test]
fn images_and_replacements_are_exact() {
    let done = "small automata";
    let functions = [
        Transducer::escaping(ALPHABET, &[(1, &[2, 2]), (2, &[])]),
        Transducer::trimming(ALPHABET, &automata::SymbolSet::single(0)),
        Transducer::shifting(ALPHABET, &[(automata::SymbolSet::range(0, 1), 2)]),
    ];
    for seed in 0..200 {
        let dice = &mut Dice::new(1_000 + seed);
        let (a, needle, with) = (language(dice), language(dice), language(dice));
        let graph = Graph::of(&Words::of(&a)).trimmed();
        for function in &functions {
            let image = graph.image(function, &mut budget()).expect(done);
            same(&image, &function.image(&a, &mut budget()).expect(done));
        }
        let epsilon = Automaton::epsilon(ALPHABET);
        let needle = needle.difference(&epsilon, &mut budget()).expect(done);
        let parts = [&needle, &with].map(|language| Graph::of(&Words::of(language)).trimmed());
        let replaced = graph.replace_some(&parts[0], &parts[1], &mut budget()).expect(done);
        same(&replaced, &a.replace_some(&needle, &with, &mut budget()).expect(done));
    }
}

#[test]
fn wholes_are_the_words_with_such_a_slice() {
    let any = Automaton::any(ALPHABET).restrict(&LengthSet::between(0, 4), &mut budget()).expect("small");
    let words = any.members(usize::MAX, &mut budget()).expect("a few hundred words");
    for seed in 0..40 {
        let dice = &mut Dice::new(2_000 + seed);
        let language = language(dice);
        let (from, to) = (dice.below(4), dice.one_in(3).then(|| dice.below(5)));
        let graph = Graph::of(&Words::of(&language)).trimmed();
        let places = (from.into(), to.map(u64::from));
        let wholes = graph.wholes(ALPHABET, places, &mut budget()).expect("small");
        for word in &words {
            let end = to.map_or(word.len(), |to| word.len().min(to as usize));
            let slice = &word[word.len().min(from as usize).min(end)..end];
            let slice = if (from as usize) < end { slice } else { &[] };
            let common = Graph::word(word).intersection(&wholes, &mut budget()).expect("small");
            assert_eq!(!common.is_empty(), language.contains(slice), "{word:?} {from} {to:?} {language:?}");
        }
    }
}

//! The laws of rewriting, against the operations on automata.

use super::compose::Composer;
use super::expression::{Expr, Expressions};
use super::pieces::cuts;
use super::relax::relax;
use super::shape::of_length;
use crate::budget::Budget;
use crate::symbols::{Alphabet, Symbol, SymbolSet};
use crate::words::{Automaton, Nfa, StateId};

const LETTERS: Alphabet = Alphabet::up_to(2);

/// Splitmix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z >> 33) % u64::from(bound)) as u32
    }
}

fn plenty() -> Budget {
    Budget::steps(50_000_000)
}

/// Grows a pool of random expressions, each beside its language, which is made by other means.
fn grow(dice: &mut Dice, arena: &mut Expressions, steps: u32) -> Vec<(Expr, Automaton)> {
    let mut pool =
        vec![(arena.epsilon(), Automaton::epsilon(LETTERS)), (arena.empty(), Automaton::empty(LETTERS))];
    for symbol in 0..=LETTERS.last() {
        let set = SymbolSet::single(symbol);
        pool.push((arena.class(set.clone()), Automaton::class(LETTERS, &set)));
    }
    for _ in 0..steps {
        let (a, left) = pool[dice.below(pool.len() as u32) as usize].clone();
        let (b, right) = pool[dice.below(pool.len() as u32) as usize].clone();
        let made = match dice.below(5) {
            0 | 1 => (arena.union(&[a, b]), left.union(&right, &mut plenty())),
            2 | 3 => (arena.concat(&[a, b]), left.concat(&right, &mut plenty())),
            _ => {
                let least = dice.below(3);
                let most = if dice.below(2) == 0 { None } else { Some(least + dice.below(3)) };
                (arena.repeat(a, least, most), left.repeat(least, most, &mut plenty()))
            }
        };
        let language = made.1.expect("the languages are small");
        if language.state_count() < 30 {
            pool.push((made.0, language));
        }
    }
    pool
}

#[test]
fn rewriting_keeps_the_language_and_the_width() {
    for seed in 0..400 {
        let mut arena = Expressions::new(LETTERS);
        for (expr, language) in grow(&mut Dice(seed), &mut arena, 24) {
            let shown = arena.text(expr);
            assert_eq!(shown.chars().count() as u32, arena.width(expr), "{shown}");
            assert_eq!(arena.is_nullable(expr), language.contains(&[]), "{shown}");
            assert_eq!(arena.language(expr, &mut plenty()).as_ref(), Ok(&language), "{shown}");
            let counted = arena.count_copies(expr);
            assert_eq!(arena.language(counted, &mut plenty()).as_ref(), Ok(&language), "{shown}");
            let mirrored = arena.mirror(expr);
            assert_eq!(arena.language(mirrored, &mut plenty()), language.reverse(&mut plenty()), "{shown}");
        }
    }
}

fn random_language(dice: &mut Dice, states: u32) -> Automaton {
    let mut nfa = Nfa::new(LETTERS);
    let count = 1 + dice.below(states);
    let places: Vec<StateId> = (0..count).map(|_| nfa.add_state()).collect();
    nfa.add_start(places[0]);
    for &place in &places {
        if dice.below(3) == 0 {
            nfa.set_accepting(place);
        }
        for _ in 0..2 {
            let lo = dice.below(3);
            nfa.add_transition(place, lo, lo + dice.below(3 - lo), places[dice.below(count) as usize]);
        }
    }
    nfa.determinize(&mut plenty()).expect("the automaton is small")
}

#[test]
fn composed_expressions_have_the_language() {
    for seed in 0..1_000 {
        let language = random_language(&mut Dice(seed), 5);
        let mut composer = Composer::new(LETTERS, 2_000);
        let expr = composer.compose(&language, &mut plenty()).expect("enough");
        let Some(expr) = expr else {
            assert!(language.state_count() > 8, "{language:?}");
            continue;
        };
        assert_eq!(
            composer.arena.language(expr, &mut plenty()),
            Ok(language),
            "{}",
            composer.arena.text(expr)
        );
    }
}

#[test]
fn every_word_passes_the_cuts() {
    let mut found = 0;
    for seed in 0..2_000 {
        let language = random_language(&mut Dice(seed), 8);
        for cut in cuts(&language) {
            found += 1;
            assert!(!accepts_around(&language, cut), "{language:?} {cut:?}");
        }
    }
    assert!(found > 100, "{found}");
}

/// Whether some word is accepted on a way that does not pass `avoided`.
fn accepts_around(language: &Automaton, avoided: StateId) -> bool {
    let mut seen = vec![false; language.state_count()];
    let mut todo = vec![StateId::START];
    while let Some(state) = todo.pop() {
        if state == avoided || std::mem::replace(&mut seen[state.index()], true) {
            continue;
        }
        if language.accepts_at(state) {
            return true;
        }
        todo.extend(language.edges(state).iter().map(|edge| edge.target));
    }
    false
}

#[test]
fn relaxed_languages_agree_where_it_matters() {
    let (mut found, mut simpler) = (0, 0);
    for seed in 0..2_000 {
        let mut dice = Dice(seed);
        let whole = random_language(&mut dice, 4);
        let least = u64::from(dice.below(3));
        let care = match dice.below(2) {
            0 => of_length(&whole, (least, Some(least + u64::from(dice.below(5)))), &mut plenty()),
            _ => Ok(random_language(&mut dice, 4)),
        };
        let care = care.expect("enough");
        let language = whole.intersection(&care, &mut plenty()).expect("enough");
        let Some(relaxed) = relax(&language, &care, &mut plenty()).expect("enough") else { continue };
        found += 1;
        simpler += usize::from(relaxed.state_count() < language.state_count());
        assert_eq!(relaxed.intersection(&care, &mut plenty()), Ok(language));
    }
    assert!(found > 1_000 && simpler > 100, "{found} found, {simpler} simpler");
}

#[test]
fn a_bounded_language_relaxes_to_a_loop() {
    let letters = SymbolSet::range(Symbol::from(b'a'), Symbol::from(b'z'));
    let class = Automaton::class(Alphabet::BYTE, &letters);
    let bounded = class.repeat(0, Some(40), &mut plenty()).expect("enough");
    let care = of_length(&bounded, (0, Some(40)), &mut plenty()).expect("enough");
    let relaxed = relax(&bounded, &care, &mut plenty()).expect("enough").expect("a small product");
    assert_eq!(relaxed, class.star(&mut plenty()).expect("enough"));
}

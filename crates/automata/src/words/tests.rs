//! The parts of the kernel that only large inputs reach, forced on small random ones.

use super::automaton::Automaton;
use super::determinize::determinize_after;
use super::meet::common_word_after;
use super::minimize;
use super::nfa::Nfa;
use super::nfa_inclusion::word_outside_after;
use super::table::StateId;
use crate::budget::Budget;
use crate::symbols::{Alphabet, Symbol, SymbolSet};

/// A small deterministic generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as u32 % bound
    }

    /// Up to seven states over `a`, `b`, `c`; every third one has epsilons.
    fn nfa(&mut self) -> Nfa {
        let mut nfa = Nfa::new(Alphabet::BYTE);
        let states = 1 + self.below(7);
        nfa.add_states(states as usize);
        for _ in 0..self.below(3 * states + 1) {
            let (lo, source, target) = (self.below(3), self.below(states), self.below(states));
            let hi = lo + self.below(3 - lo);
            nfa.add_transition(StateId(source), 97 + lo, 97 + hi, StateId(target));
        }
        if self.below(3) == 0 {
            nfa.add_epsilon(StateId(self.below(states)), StateId(self.below(states)));
            nfa.add_epsilon(StateId(self.below(states)), StateId(self.below(states)));
        }
        (0..=self.below(2)).for_each(|_| nfa.add_start(StateId(self.below(states))));
        (0..=self.below(2)).for_each(|_| nfa.set_accepting(StateId(self.below(states))));
        nfa
    }
}

fn ample() -> Budget {
    Budget::steps(100_000_000)
}

/// The language, and one long word of `z`, in more states than sets of bits are used for.
fn with_a_long_word(nfa: &Nfa) -> Nfa {
    let mut long = nfa.clone();
    let first = long.add_states(1101);
    long.add_start(first);
    for at in 0..1100 {
        long.add_transition(first.plus(StateId(at)), 122, 122, first.plus(StateId(at + 1)));
    }
    long.set_accepting(first.plus(StateId(1100)));
    long
}

#[test]
fn pruning_by_simulation_keeps_the_language() {
    let mut random = Random(11);
    for _ in 0..2000 {
        let nfa = random.nfa();
        let plain = determinize_after(&nfa, usize::MAX, &mut ample()).expect("ample");
        let pruned = determinize_after(&nfa, 0, &mut ample()).expect("ample");
        assert_eq!(plain, pruned);
        assert_eq!(
            plain,
            nfa.merge_twins(&mut ample()).expect("ample").determinize(&mut ample()).expect("ample")
        );
    }
}

#[test]
fn lists_and_bits_are_the_same_sets() {
    let mut random = Random(12);
    let long: Vec<Symbol> = vec![122; 1100];
    for _ in 0..60 {
        let (a, b) = (random.nfa(), random.nfa());
        let (long_a, long_b) = (with_a_long_word(&a), with_a_long_word(&b));
        let expected = a.determinize(&mut ample()).expect("ample");
        let literal = Automaton::literal(Alphabet::BYTE, &long);
        let found = long_a.determinize(&mut ample()).expect("ample");
        assert_eq!(found, expected.union(&literal, &mut ample()).expect("ample"));
        assert_eq!(long_a.included_in(&long_b, &mut ample()), a.included_in(&b, &mut ample()));
        assert!(long_a.contains(&long) && !long_a.contains(&long[1..]));
    }
}

#[test]
fn searching_from_both_ends_finds_the_same() {
    let mut random = Random(13);
    for _ in 0..2000 {
        let (a, b, c) = (random.nfa(), random.nfa(), random.nfa());
        let canonical = |nfa: &Nfa| nfa.determinize(&mut ample()).expect("ample");
        let (da, db) = (canonical(&a), canonical(&b));
        let outside = word_outside_after(&a, &b, 0, &mut ample()).expect("ample");
        assert_eq!(outside.is_none(), da.included_in(&db, &mut ample()).expect("ample"));
        assert!(outside.is_none_or(|word| da.contains(&word) && !db.contains(&word)));
        let meet = da.intersection(&db, &mut ample()).expect("ample");
        let meet = meet.intersection(&canonical(&c), &mut ample()).expect("ample");
        let common = common_word_after(&[&a, &b, &c], 0, &mut ample()).expect("ample");
        assert_eq!(common.is_none(), meet.is_empty());
        assert!(common.is_none_or(|word| meet.contains(&word)));
    }
}

#[test]
fn boolean_operations_of_workshop_automata_agree_with_the_canonical_ones() {
    let mut random = Random(14);
    for _ in 0..1000 {
        let (a, b) = (random.nfa(), random.nfa());
        let canonical = |nfa: &Nfa| nfa.determinize(&mut ample()).expect("ample");
        let (da, db) = (canonical(&a), canonical(&b));
        let product = a.intersection(&b, &mut ample()).expect("ample");
        assert_eq!(canonical(&product), da.intersection(&db, &mut ample()).expect("ample"));
        assert_eq!(a.complement(&mut ample()), da.complement(&mut ample()));
        assert_eq!(a.difference(&b, &mut ample()), da.difference(&db, &mut ample()));
        let both = a.included_in_all(&[&b, &a], &mut ample());
        assert_eq!(both, da.included_in(&db, &mut ample()));
        let word: Vec<Symbol> = (0..random.below(5)).map(|_| 97 + random.below(3)).collect();
        assert_eq!(a.contains(&word), da.contains(&word));
    }
}

fn stored(automaton: &Automaton) -> Vec<u8> {
    automaton.to_bytes(&mut ample()).expect("ample")
}

#[test]
fn what_is_stored_is_read_back() {
    let mut random = Random(15);
    let marked = Alphabet::up_to(5).with_marks();
    let simple = [Automaton::empty(marked), Automaton::epsilon(marked), Automaton::any(marked)];
    let others = (0..1000).map(|_| random.nfa().determinize(&mut ample()).expect("ample"));
    for automaton in simple.into_iter().chain(others) {
        assert_eq!(Automaton::from_bytes(&stored(&automaton)), Some(automaton));
    }
}

/// Whatever is read is canonical: to minimise it again changes nothing.
#[test]
fn bytes_that_were_changed_are_refused_or_canonical() {
    let mut random = Random(16);
    let mut others = 0;
    for _ in 0..60 {
        let bytes = stored(&random.nfa().determinize(&mut ample()).expect("ample"));
        // The alphabet ends with the last character that is used, so that some changes lead out of it.
        let bytes = [&stored(&Automaton::empty(Alphabet::up_to(99)))[..2], &bytes[3..]].concat();
        let original = Automaton::from_bytes(&bytes);
        for at in 0..bytes.len() {
            assert_eq!(Automaton::from_bytes(&bytes[..at]).filter(|short| !is_canonical(short)), None);
            for byte in 0..=255 {
                let mut changed = bytes.clone();
                changed[at] = byte;
                let automaton = Automaton::from_bytes(&changed);
                others += u32::from(automaton.is_some() && automaton != original);
                assert!(automaton.is_none_or(|automaton| is_canonical(&automaton)), "{changed:?}");
            }
        }
    }
    assert!(others > 1_000, "few changes make other automata: {others}");
}

fn is_canonical(automaton: &Automaton) -> bool {
    let all = automaton.alphabet().all();
    let mut ranges = automaton.table().all_edges().iter().map(|edge| SymbolSet::range(edge.lo, edge.hi));
    let is_inside = ranges.all(|range| range.difference(&all).is_empty());
    is_inside && minimize::canonical(automaton.table(), &mut ample()).expect("ample") == *automaton
}

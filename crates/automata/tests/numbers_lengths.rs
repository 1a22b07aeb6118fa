//! The door between lengths and numbers, and the slips of [YBI09 §2] that it repairs.

mod numbers_common;

use automata::numbers::{Bound, Domain, Relation, Tuples, binary_states};
use automata::{Budget, LengthSet};
use numbers_common::Rng;

fn plenty() -> Budget {
    Budget::steps(50_000_000)
}

fn numbers(lengths: &LengthSet) -> Tuples {
    Tuples::from_lengths(lengths, &mut plenty()).expect("enough")
}

fn random_lengths(rng: &mut Rng) -> LengthSet {
    let base = rng.below(20);
    let period = rng.below(9);
    let finite: Vec<u64> = (0..20).filter(|_| rng.below(3) == 0).collect();
    let residues: Vec<u64> = (0..period).filter(|_| rng.below(2) == 0).collect();
    LengthSet::from_parts(finite, base, period, residues)
}

#[test]
fn numbers_of_lengths_are_the_lengths() {
    let mut rng = Rng::new(21);
    for _ in 0..300 {
        let lengths = random_lengths(&mut rng);
        let set = numbers(&lengths);
        for value in -20..200_i64 {
            let expected = u64::try_from(value).is_ok_and(|value| lengths.contains(value));
            assert_eq!(set.contains(&[value]), expected, "{lengths:?} at {value}");
        }
        assert_eq!(set.to_lengths(&mut plenty()).expect("enough"), lengths);
    }
}

/// The automaton is canonical: the same as that of the constraints, built another way.
#[test]
fn numbers_of_lengths_are_canonical() {
    let b = &mut plenty();
    let from_seven = Tuples::linear(&[1], Relation::AtLeast, 7, b).expect("enough");
    let fifths = Tuples::congruent(&[1], 2, 5, b).expect("enough");
    let both = from_seven.intersection(&fifths, b).expect("enough");
    assert_eq!(numbers(&LengthSet::progression(7, 5)), both);
    assert_eq!(both.to_lengths(b).expect("enough"), LengthSet::progression(7, 5));
    let large = LengthSet::between(5, 2_000_000_000);
    assert_eq!(numbers(&large).to_lengths(b).expect("enough"), large);
    let all = numbers(&LengthSet::any());
    assert_eq!(all, Tuples::linear(&[1], Relation::AtLeast, 0, b).expect("enough"));
    assert!(numbers(&LengthSet::empty()).is_empty());
}

#[test]
fn only_members_from_zero_on_are_lengths() {
    let b = &mut plenty();
    let set = Tuples::linear(&[1], Relation::AtLeast, -5, b).expect("enough");
    assert_eq!(set.to_lengths(b).expect("enough"), LengthSet::any());
    let below = Tuples::linear(&[1], Relation::Less, 0, b).expect("enough");
    assert!(below.to_lengths(b).expect("enough").is_empty());
}

/// T1: with C = 0, as for `(aa)*`, the printed automaton rejects zero, the empty word's length.
#[test]
fn t1_zero_is_accepted_when_the_constant_part_is_empty() {
    let even = LengthSet::progression(0, 2);
    assert!(numbers(&even).contains(&[0]));
    assert_eq!(numbers(&even).minimum(0, &mut plenty()).expect("enough"), Some(Bound::At(0)));
}

/// T2: printed, a constant below C followed by zeros is rejected, against Property 4 of the paper.
#[test]
fn t2_constants_may_be_followed_by_zeros() {
    let lengths = LengthSet::from_parts([1, 3], 10, 4, [0]);
    let naturals = Tuples::from_lengths_over(Domain::Naturals, &lengths, &mut plenty()).expect("enough");
    for bits in 2..9 {
        let members = naturals.members(bits, &mut plenty()).expect("enough");
        assert!(members.contains(&vec![1]) && members.contains(&vec![3]), "words of {bits} letters");
    }
}

/// T3: printed, a set without a cycle divides by a period R that is not defined.
#[test]
fn t3_a_finite_set_needs_no_period() {
    let lengths = LengthSet::of([0, 2, 5, 9]);
    let set = numbers(&lengths);
    let members: Vec<i64> = (-20..100).filter(|&value| set.contains(&[value])).collect();
    assert_eq!(members, [0, 2, 5, 9]);
    assert_eq!(set.maximum(0, &mut plenty()).expect("enough"), Some(Bound::At(9)));
}

/// T4: printed, MIN ignores that zero may be accepted, and both bounds are powers of two only.
#[test]
fn t4_bounds_are_exact() {
    let set = numbers(&LengthSet::of([0, 5, 13]));
    assert_eq!(set.minimum(0, &mut plenty()).expect("enough"), Some(Bound::At(0)));
    assert_eq!(set.maximum(0, &mut plenty()).expect("enough"), Some(Bound::At(13)));
    let later = numbers(&LengthSet::progression(7, 5));
    assert_eq!(later.minimum(0, &mut plenty()).expect("enough"), Some(Bound::At(7)));
    assert_eq!(later.maximum(0, &mut plenty()).expect("enough"), Some(Bound::Unbounded));
}

/// T12: printed, `ADD_BSTATE` recurses once a state; here a large period only fills a work list.
#[test]
fn t12_large_periods_need_no_deep_recursion() {
    let lengths = LengthSet::progression(3, 50_021);
    let set = numbers(&lengths);
    assert!(set.states() > 50_000);
    for k in 0..20_i64 {
        assert!(set.contains(&[3 + 50_021 * k]) && !set.contains(&[4 + 50_021 * k]));
    }
}

/// `(baaab)+ab` of [YBI09 Fig. 1]: lengths 7 + 5k. A state is what remains of the set after some bits.
#[test]
fn the_figure_has_the_states_that_brute_force_distinguishes() {
    let lengths = LengthSet::progression(7, 5);
    let mut classes: Vec<Vec<bool>> = Vec::new();
    for bits in 0..8_u32 {
        for value in 0..1_u64 << bits {
            let rest = |y: u64| lengths.contains(value + (y << bits));
            let class: Vec<bool> = (0..64).map(rest).collect();
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
    }
    let live = classes.iter().filter(|class| class.contains(&true)).count();
    assert_eq!(binary_states(&lengths, &mut plenty()).expect("enough"), live);
}

#[test]
fn a_spent_budget_is_an_answer() {
    assert!(Tuples::from_lengths(&LengthSet::progression(0, 1_000_003), &mut Budget::steps(1_000)).is_err());
    let set = numbers(&LengthSet::progression(0, 10_007));
    assert!(set.to_lengths(&mut Budget::steps(1_000)).is_err());
}

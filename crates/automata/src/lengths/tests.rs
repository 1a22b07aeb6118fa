//! Length sets against their members below a bound: every small set of parts, every operation.

use super::LengthSet;
use crate::budget::Budget;

/// Beyond the greatest base plus two common periods of the sets below.
const BOUND: u64 = 64;

fn budget() -> Budget {
    Budget::steps(1_000_000)
}

fn bits(of: impl Fn(u64) -> bool) -> Vec<bool> {
    (0..BOUND).map(of).collect()
}

/// Sets of every shape with base up to 4 and period up to 4, each beside its members.
fn small_sets() -> Vec<(LengthSet, Vec<bool>)> {
    let mut sets = Vec::new();
    for (base, period) in (0..5u64).flat_map(|base| (0..5u64).map(move |period| (base, period))) {
        for pattern in 0..1u64 << (base + period) {
            let bit = |at: u64| pattern >> at & 1 == 1;
            let finite = (0..base).filter(|&at| bit(at));
            let residues = (0..period).filter(|&at| bit(base + at));
            let set = LengthSet::from_parts(finite, base, period, residues);
            let member = |x: u64| {
                if x < base { bit(x) } else { period > 0 && bit(base + (x - base) % period) }
            };
            sets.push((set, bits(member)));
        }
    }
    sets
}

#[test]
fn parts_are_members_and_equality_is_set_equality() {
    let sets = small_sets();
    for (set, members) in &sets {
        assert_eq!(bits(|x| set.contains(x)), *members, "{set:?}");
        assert_eq!(
            set.iter().take_while(|&x| x < BOUND).collect::<Vec<_>>().len(),
            members.iter().filter(|&&b| b).count()
        );
        assert_eq!(set.min(), members.iter().position(|&b| b).map(|x| x as u64));
        let last = members.iter().rposition(|&b| b).map(|x| x as u64);
        assert_eq!(set.max(), last.filter(|&x| x < 8));
        assert_eq!(set.is_empty(), last.is_none());
    }
    for (a, x) in sets.iter().step_by(3) {
        for (b, y) in &sets {
            assert_eq!(a == b, x == y, "{a:?} {b:?}");
        }
    }
}

#[test]
fn the_periodic_part_begins_with_a_member() {
    for (set, _) in small_sets().iter().filter(|(set, _)| !set.is_finite()) {
        assert!(set.contains(set.base()) && set.residue_ranges()[0].0 == 0, "{set:?}");
    }
}

#[test]
fn algebra_agrees_with_members() {
    let sets: Vec<_> = small_sets().into_iter().step_by(7).collect();
    for (a, x) in &sets {
        assert_eq!(
            bits(|i| a.complement(&mut budget()).expect("small").contains(i)),
            bits(|i| !x[i as usize])
        );
        for (b, y) in &sets {
            let (x, y) = (|i: u64| x[i as usize], |i: u64| y[i as usize]);
            let union = a.union(b, &mut budget()).expect("small");
            assert_eq!(bits(|i| union.contains(i)), bits(|i| x(i) || y(i)));
            let both = a.intersection(b, &mut budget()).expect("small");
            assert_eq!(bits(|i| both.contains(i)), bits(|i| x(i) && y(i)));
            let less = a.difference(b, &mut budget()).expect("small");
            assert_eq!(bits(|i| less.contains(i)), bits(|i| x(i) && !y(i)));
            assert_eq!(a.included_in(b, &mut budget()).expect("small"), less.is_empty());
            let sum = a.sum(b, &mut budget()).expect("small");
            assert_eq!(
                bits(|i| sum.contains(i)),
                bits(|i| (0..=i).any(|j| x(j) && y(i - j))),
                "{a} + {b} = {sum}"
            );
        }
    }
}

#[test]
fn the_largest_numbers_are_exact_or_refused() {
    let top = LengthSet::between(5, u64::MAX);
    assert!(top.contains(u64::MAX));
    let cut = top.intersection(&LengthSet::exactly(u64::MAX), &mut budget()).expect("finite");
    assert_eq!(cut, LengthSet::exactly(u64::MAX));
    assert!(top.sum(&LengthSet::exactly(1), &mut budget()).is_err());
    let sparse = LengthSet::progression(u64::MAX - 1, u64::MAX);
    assert!(sparse.contains(u64::MAX - 1) && !sparse.contains(u64::MAX));
    assert!(sparse.union(&LengthSet::progression(0, 2), &mut budget()).is_err());
}

#[test]
fn a_billion_is_one_range() {
    let set = LengthSet::between(0, 1_000_000_000)
        .union(&LengthSet::at_least(7), &mut budget())
        .expect("one range");
    assert_eq!(set, LengthSet::any());
}

#[test]
fn printed_for_people() {
    assert_eq!(LengthSet::progression(7, 5).to_string(), "{7 + 5k | k >= 0}");
    assert_eq!(LengthSet::progression(0, 2).to_string(), "{2k | k >= 0}");
    assert_eq!(LengthSet::of([1, 2, 5, 6, 7]).to_string(), "{1, 2, 5..7}");
    assert_eq!(LengthSet::at_least(3).to_string(), "{k | k >= 3}");
    assert_eq!(LengthSet::empty().to_string(), "{}");
    let mixed = LengthSet::from_parts([0], 4, 10, [0, 3, 4, 5]);
    assert_eq!(mixed.to_string(), "{0} ∪ {4 + 10k, (7..9) + 10k | k >= 0}");
}

/// Both ends of each.
type Parts = &'static [(u64, u64)];

#[test]
fn a_set_is_made_again_from_its_ranges() {
    let sets = [
        LengthSet::empty(),
        LengthSet::any(),
        LengthSet::between(3, 1 << 40),
        LengthSet::from_parts([0, 2, 3], 7, 6, [0, 1, 4]),
    ];
    for set in sets {
        let parts = (set.base(), set.period());
        assert_eq!(LengthSet::from_ranges(set.finite_ranges(), parts, set.residue_ranges()), Some(set));
    }
    assert_eq!(LengthSet::from_ranges(&[], (4, 2), &[(0, 1)]), Some(LengthSet::at_least(4)));
    let wrong: [(Parts, (u64, u64), Parts); 5] = [
        (&[(3, 4)], (4, 0), &[]),
        (&[(3, 2)], (4, 0), &[]),
        (&[], (0, 2), &[(1, 2)]),
        (&[], (0, 2), &[]),
        (&[], (u64::MAX, 2), &[(0, 0)]),
    ];
    for (finite, parts, residues) in wrong {
        assert_eq!(
            LengthSet::from_ranges(finite, parts, residues),
            None,
            "{finite:?} {parts:?} {residues:?}"
        );
    }
}

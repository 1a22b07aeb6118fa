//! What an analysis of programs asks of sets of tuples: assignments, bounds, inclusion, widening, facts.

mod numbers_common;

use automata::Budget;
use automata::numbers::{Bound, Domain, FactKind, Relation, Tuples};
use numbers_common::{Formula, Rng, boxes, dot, random_formula};

fn plenty() -> Budget {
    Budget::steps(50_000_000)
}

fn build(formula: &Formula) -> Tuples {
    formula.build(Domain::Integers, &mut plenty()).expect("enough")
}

fn linear(coefficients: &[i64], relation: Relation, constant: i64) -> Tuples {
    Tuples::linear(coefficients, relation, constant, &mut plenty()).expect("enough")
}

/// All tracks within ±`wide`.
fn bounded(formula: Formula, tracks: usize, wide: i64) -> Formula {
    (0..tracks).fold(formula, |formula, track| {
        let mut unit = vec![0; tracks];
        unit[track] = 1;
        let low = Formula::Linear(unit.clone(), Relation::AtLeast, -wide);
        let high = Formula::Linear(unit, Relation::AtMost, wide);
        let both = Formula::And(Box::new(low), Box::new(high));
        Formula::And(Box::new(formula), Box::new(both))
    })
}

#[test]
fn images_and_preimages_are_those_of_the_assignment() {
    let mut rng = Rng::new(11);
    for round in 0..150 {
        let tracks = 1 + round % 2;
        let wide = if tracks == 1 { 20 } else { 6 };
        let formula = bounded(random_formula(&mut rng, tracks, 2), tracks, wide);
        let set = build(&formula);
        let track = rng.below(tracks as u64) as usize;
        let coefficients: Vec<i64> = (0..tracks).map(|_| rng.range(-3, 3)).collect();
        let constant = rng.range(-5, 5);
        let after = |tuple: &[i64]| {
            let mut after = tuple.to_vec();
            after[track] = dot(&coefficients, tuple) + constant;
            after
        };
        let image = set.assign(track, &coefficients, constant, &mut plenty()).expect("enough");
        let members: Vec<_> = boxes(tracks, wide).into_iter().filter(|t| formula.holds(t)).collect();
        let images: std::collections::HashSet<_> = members.iter().map(|t| after(t)).collect();
        for tuple in boxes(tracks, if tracks == 1 { 80 } else { 14 }) {
            assert_eq!(image.contains(&tuple), images.contains(&tuple), "{formula:?} at {tuple:?}");
        }
        let unbounded = random_formula(&mut rng, tracks, 2);
        let target = build(&unbounded);
        let preimage = target.preimage(track, &coefficients, constant, &mut plenty()).expect("enough");
        for tuple in boxes(tracks, 9) {
            assert_eq!(preimage.contains(&tuple), unbounded.holds(&after(&tuple)), "{unbounded:?} {tuple:?}");
        }
        // Image and preimage are adjoint: the image lies in the target when the set lies in its preimage.
        let forward = image.included_in(&target, &mut plenty()).expect("enough");
        assert_eq!(forward, set.included_in(&preimage, &mut plenty()).expect("enough"));
        let back = preimage.assign(track, &coefficients, constant, &mut plenty()).expect("enough");
        assert!(back.included_in(&target, &mut plenty()).expect("enough"));
    }
}

#[test]
fn doubling_leaves_even_values() {
    let doubled = Tuples::all(1).assign(0, &[2], 0, &mut plenty()).expect("enough");
    assert_eq!(doubled, Tuples::congruent(&[1], 0, 2, &mut plenty()).expect("enough"));
    let havoc = linear(&[1, -1], Relation::Equal, 0).havoc(0, &mut plenty()).expect("enough");
    assert!(havoc.is_all());
}

#[test]
fn bounds_are_those_of_brute_force() {
    let mut rng = Rng::new(12);
    for round in 0..200 {
        let tracks = 1 + round % 2;
        let wide = if tracks == 1 { 30 } else { 8 };
        let formula = bounded(random_formula(&mut rng, tracks, 3), tracks, wide);
        let set = build(&formula);
        let members: Vec<_> = boxes(tracks, wide).into_iter().filter(|t| formula.holds(t)).collect();
        for track in 0..tracks {
            let at = |value: Option<i64>| value.map(|value| Bound::At(i128::from(value)));
            let values = || members.iter().map(|tuple| tuple[track]);
            assert_eq!(set.minimum(track, &mut plenty()).expect("enough"), at(values().min()), "{formula:?}");
            assert_eq!(set.maximum(track, &mut plenty()).expect("enough"), at(values().max()), "{formula:?}");
        }
    }
}

#[test]
fn unbounded_and_very_large_bounds() {
    let b = &mut plenty();
    let above = linear(&[1], Relation::AtLeast, -3);
    assert_eq!(above.maximum(0, b).expect("enough"), Some(Bound::Unbounded));
    assert_eq!(above.minimum(0, b).expect("enough"), Some(Bound::At(-3)));
    assert_eq!(above.complement().minimum(0, b).expect("enough"), Some(Bound::Unbounded));
    assert_eq!(above.complement().maximum(0, b).expect("enough"), Some(Bound::At(-4)));
    assert_eq!(Tuples::empty(1).maximum(0, b).expect("enough"), None);
    // A hundred doublings of 3, once from below and once from above.
    let mut large = linear(&[1], Relation::Equal, 3);
    let mut low = linear(&[1], Relation::Equal, -3);
    for _ in 0..100 {
        large = large.assign(0, &[2], 0, b).expect("enough");
        low = low.assign(0, &[2], 0, b).expect("enough");
    }
    assert_eq!(large.maximum(0, b).expect("enough"), Some(Bound::At(3 << 100)));
    assert_eq!(large.minimum(0, b).expect("enough"), Some(Bound::At(3 << 100)));
    assert_eq!(low.minimum(0, b).expect("enough"), Some(Bound::At(-3 << 100)));
    assert_eq!(low.maximum(0, b).expect("enough"), Some(Bound::At(-3 << 100)));
    for _ in 0..40 {
        large = large.assign(0, &[2], 0, b).expect("enough");
        low = low.assign(0, &[2], 0, b).expect("enough");
    }
    assert!(large.maximum(0, b).is_err(), "3·2^140 does not fit, and a wrong value would be worse");
    assert!(low.minimum(0, &mut plenty()).is_err() && low.maximum(0, &mut plenty()).is_err());
}

#[test]
fn inclusion_gives_a_counterexample_and_members_are_members() {
    let mut rng = Rng::new(13);
    for round in 0..300 {
        let tracks = 1 + round % 3;
        let (x, y) =
            (build(&random_formula(&mut rng, tracks, 2)), build(&random_formula(&mut rng, tracks, 2)));
        let found = x.counterexample(&y, &mut plenty()).expect("enough");
        let difference = x.difference(&y, &mut plenty()).expect("enough");
        assert_eq!(found.is_none(), difference.is_empty());
        assert_eq!(found.is_none(), x.included_in(&y, &mut plenty()).expect("enough"));
        let narrow =
            |tuple: &[i128]| tuple.iter().map(|&v| i64::try_from(v).expect("small")).collect::<Vec<_>>();
        if let Some(tuple) = found {
            assert!(x.contains(&narrow(&tuple)) && !y.contains(&narrow(&tuple)));
        }
        let member = x.member(&mut plenty()).expect("enough");
        assert_eq!(member.is_none(), x.is_empty());
        let mut members = x.members(2, &mut plenty()).expect("enough");
        members.sort();
        let box_members: Vec<_> = boxes(tracks, 4)
            .into_iter()
            .filter(|tuple| tuple.iter().all(|&value| value < 4) && x.contains(tuple))
            .map(|tuple| tuple.into_iter().map(i128::from).collect::<Vec<_>>())
            .collect();
        assert_eq!(members, box_members);
        if let Some(tuple) = member {
            assert!(x.contains(&narrow(&tuple)));
        }
    }
}

#[test]
fn widening_contains_both() {
    let mut rng = Rng::new(14);
    for round in 0..200 {
        let tracks = 1 + round % 2;
        let (x, y) =
            (build(&random_formula(&mut rng, tracks, 2)), build(&random_formula(&mut rng, tracks, 2)));
        let mut results = vec![x.widen(&y, &mut plenty()).expect("enough")];
        for depth in [0, 1, 3] {
            results.push(x.widen_to_depth(&y, depth, &mut plenty()).expect("enough"));
        }
        for result in results {
            assert!(x.included_in(&result, &mut plenty()).expect("enough"));
            assert!(y.included_in(&result, &mut plenty()).expect("enough"));
            // Closed under padding: what membership says does not depend on the word chosen.
            let wide = result.union(&Tuples::empty(tracks), &mut plenty()).expect("enough");
            assert_eq!(wide, result);
            let members = result.members(2, &mut plenty()).expect("enough");
            for tuple in boxes(tracks, 3) {
                let wide: Vec<i128> = tuple.iter().map(|&value| i128::from(value)).collect();
                assert_eq!(members.contains(&wide), result.contains(&tuple), "{tuple:?}");
            }
        }
    }
}

/// `x := 0; y := 0; while (*) { x++; y++; }` gives x = y after two rounds [BB04].
#[test]
fn widening_finds_that_two_counters_are_equal() {
    let b = &mut plenty();
    let zero = linear(&[1, 0], Relation::Equal, 0).intersection(&linear(&[0, 1], Relation::Equal, 0), b);
    let mut state = zero.expect("enough");
    for _ in 0..4 {
        let step = state.assign(0, &[1, 0], 1, b).expect("enough").assign(1, &[0, 1], 1, b).expect("enough");
        state = state.widen(&step, b).expect("enough");
    }
    assert!(state.included_in(&linear(&[1, -1], Relation::Equal, 0), b).expect("enough"));
    let step = state.assign(0, &[1, 0], 1, b).expect("enough").assign(1, &[0, 1], 1, b).expect("enough");
    assert!(step.included_in(&state, b).expect("enough"), "the loop is closed after four rounds");
}

#[test]
fn a_chain_of_widenings_to_a_depth_ends() {
    let mut rng = Rng::new(15);
    for depth in 0..3 {
        for _ in 0..6 {
            let mut state = build(&bounded(random_formula(&mut rng, 1, 1), 1, 5));
            let factor = rng.range(1, 3);
            let constant = rng.range(1, 7);
            let mut rounds = 0;
            loop {
                let step = state.assign(0, &[factor], constant, &mut plenty()).expect("enough");
                if step.included_in(&state, &mut plenty()).expect("enough") {
                    break;
                }
                state = state.widen_to_depth(&step, depth, &mut plenty()).expect("enough");
                rounds += 1;
                assert!(rounds < 100, "depth {depth}, x := {factor}x + {constant}");
            }
        }
    }
}

fn facts_of(set: &Tuples, names: &[&str]) -> Vec<String> {
    let facts = set.facts(&mut plenty()).expect("enough");
    facts.iter().map(|fact| fact.named(names).to_string()).collect()
}

#[test]
fn facts_are_the_expected_ones() {
    let b = &mut plenty();
    let line = linear(&[1, -2, 0], Relation::Equal, 3);
    let bounded = line.intersection(&linear(&[0, 1, 0], Relation::AtLeast, 0), b).expect("enough");
    let z = Tuples::congruent(&[0, 0, 1], 2, 6, b).expect("enough");
    let set = bounded.intersection(&z, b).expect("enough");
    let facts = facts_of(&set, &["x", "y", "z"]);
    assert!(facts.contains(&"x - 2y = 3".to_owned()), "{facts:?}");
    assert!(facts.contains(&"x >= 3".to_owned()), "{facts:?}");
    assert!(facts.contains(&"x = 1 (mod 2)".to_owned()), "{facts:?}");
    assert!(facts.contains(&"y >= 0".to_owned()), "{facts:?}");
    assert!(facts.contains(&"z = 2 (mod 6)".to_owned()), "{facts:?}");
    let near =
        linear(&[1, -1], Relation::AtMost, 4).intersection(&linear(&[1, -1], Relation::AtLeast, -1), b);
    assert_eq!(facts_of(&near.expect("enough"), &["i", "n"]), ["i - n >= -1", "i - n <= 4"]);
    assert_eq!(facts_of(&Tuples::empty(2), &["x", "y"]), ["0 = 1"]);
    assert!(facts_of(&Tuples::all(2), &["x", "y"]).is_empty());
}

#[test]
fn every_fact_holds_and_every_equation_is_found() {
    let mut rng = Rng::new(16);
    let mut equations = 0;
    for round in 0..120 {
        let tracks = 2 + round % 2;
        let mut formula = random_formula(&mut rng, tracks, 1);
        let planted: Vec<i64> = (0..tracks).map(|_| rng.range(-3, 3)).collect();
        let constant = rng.range(-4, 4);
        if round % 3 != 0 {
            let equation = Formula::Linear(planted.clone(), Relation::Equal, constant);
            formula = Formula::And(Box::new(formula), Box::new(equation));
        }
        let set = build(&formula);
        let facts = set.facts(&mut plenty()).expect("enough");
        let mut spanned = Tuples::all(tracks);
        for fact in &facts {
            let tuples = fact.tuples(&mut plenty()).expect("enough");
            assert!(set.included_in(&tuples, &mut plenty()).expect("enough"), "{formula:?}: {fact:?}");
            if fact.kind == FactKind::Equal {
                equations += 1;
                spanned = spanned.intersection(&tuples, &mut plenty()).expect("enough");
            }
        }
        if round % 3 != 0 {
            let equation = linear(&planted, Relation::Equal, constant);
            assert!(spanned.included_in(&equation, &mut plenty()).expect("enough"), "{formula:?}: {facts:?}");
        }
    }
    assert!(equations > 50, "the test met equations");
}

#[test]
fn spent_budgets_are_answers_here_too() {
    let x = linear(&[7, -5, 3], Relation::AtMost, 5);
    let y = linear(&[-6, 11, 4], Relation::AtMost, 9);
    let both = x.intersection(&y, &mut plenty()).expect("enough");
    assert!(both.included_in(&x, &mut Budget::steps(50)).is_err());
    assert!(both.included_in(&x, &mut plenty()).expect("enough"));
    assert!(x.assign(0, &[2, 1, 3], 1, &mut Budget::steps(50)).is_err());
    assert!(x.preimage(0, &[2, 1, 3], 1, &mut Budget::steps(50)).is_err());
    assert!(x.widen(&y, &mut Budget::steps(50)).is_err());
    assert!(x.widen_to_depth(&y, 2, &mut Budget::steps(50)).is_err());
    assert!(x.maximum(0, &mut Budget::steps(10)).is_err());
    assert!(Tuples::all(3).members(20, &mut Budget::steps(1_000)).is_err());
}

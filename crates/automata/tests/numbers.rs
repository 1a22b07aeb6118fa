//! Sets of tuples against brute force on boxes, negative values included, and the laws they obey.

mod numbers_common;

use automata::Budget;
use automata::numbers::{Domain, Relation, Tuples};
use numbers_common::{Formula, Rng, boxes, random_formula};

fn plenty() -> Budget {
    Budget::steps(50_000_000)
}

/// Formulas over naturals are compared on tuples without negative values only.
fn in_domain(domain: Domain, tuple: &[i64]) -> bool {
    match domain {
        Domain::Integers => true,
        Domain::Naturals => tuple.iter().all(|&value| value >= 0),
    }
}

fn check_formula(domain: Domain, formula: &Formula, tracks: usize, reach: i64) {
    let set = formula.build(domain, &mut plenty()).expect("the budget is large");
    for tuple in boxes(tracks, reach) {
        let expected = in_domain(domain, &tuple) && formula.holds(&tuple);
        assert_eq!(set.contains(&tuple), expected, "{formula:?} at {tuple:?} over {domain:?}");
    }
}

#[test]
fn quantifier_free_formulas_mean_what_brute_force_says() {
    let mut rng = Rng::new(1);
    for round in 0..600 {
        let tracks = 1 + round % 3;
        let formula = random_formula(&mut rng, tracks, 3);
        let reach = [40, 9, 5][tracks - 1];
        check_formula(Domain::Integers, &formula, tracks, reach);
        check_formula(Domain::Naturals, &formula, tracks, reach);
    }
}

/// Two formulas that agree on a large box and are built in different ways are equal as values.
#[test]
fn boolean_laws_hold_as_equalities() {
    let mut rng = Rng::new(2);
    let b = &mut plenty();
    for round in 0..200 {
        let tracks = 1 + round % 3;
        let mut set = || random_formula(&mut rng, tracks, 2).build(Domain::Integers, b).expect("enough");
        let (x, y, z) = (set(), set(), set());
        let and = |p: &Tuples, q: &Tuples| p.intersection(q, &mut plenty()).expect("enough");
        let or = |p: &Tuples, q: &Tuples| p.union(q, &mut plenty()).expect("enough");
        assert_eq!(and(&x, &y), and(&y, &x));
        assert_eq!(or(&x, &or(&y, &z)), or(&or(&x, &y), &z));
        assert_eq!(and(&x, &or(&y, &z)), or(&and(&x, &y), &and(&x, &z)));
        assert_eq!(or(&x, &and(&x, &y)), x);
        assert_eq!(and(&x, &or(&x, &y)), x);
        assert_eq!(and(&x, &y).complement(), or(&x.complement(), &y.complement()));
        assert_eq!(x.complement().complement(), x);
        assert_eq!(x.difference(&y, &mut plenty()).expect("enough"), and(&x, &y.complement()));
        assert!(and(&x, &x.complement()).is_empty() && or(&x, &x.complement()).is_all());
        assert_eq!(or(&x, &Tuples::empty(tracks)), x);
        assert_eq!(and(&x, &Tuples::all(tracks)), x);
    }
}

/// The inner box is projected from a wider one; formulas are bounded so that the wide box is enough.
#[test]
fn projection_means_some_value() {
    let mut rng = Rng::new(3);
    for round in 0..250 {
        let tracks = 2 + round % 2;
        let wide = if tracks == 2 { 40 } else { 12 };
        let track = rng.below(tracks as u64) as usize;
        for domain in [Domain::Integers, Domain::Naturals] {
            let bounded = bounded_formula(&mut rng, tracks, track, wide);
            let set = bounded.build(domain, &mut plenty()).expect("enough");
            let projected = set.project(track, &mut plenty()).expect("enough");
            for tuple in boxes(tracks - 1, 6) {
                let complete = |value: i64| {
                    let mut whole = tuple.clone();
                    whole.insert(track, value);
                    whole
                };
                let some = (-wide..=wide)
                    .any(|value| in_domain(domain, &complete(value)) && bounded.holds(&complete(value)));
                assert_eq!(projected.contains(&tuple), some, "{bounded:?} without {track} at {tuple:?}");
            }
        }
    }
}

/// A random formula in which `track` lies within ±`wide`.
fn bounded_formula(rng: &mut Rng, tracks: usize, track: usize, wide: i64) -> Formula {
    let mut unit = vec![0; tracks];
    unit[track] = 1;
    let low = Formula::Linear(unit.clone(), Relation::AtLeast, -wide + rng.range(0, wide));
    let high = Formula::Linear(unit, Relation::AtMost, wide - rng.range(0, wide));
    let inner = random_formula(rng, tracks, 2);
    Formula::And(Box::new(inner), Box::new(Formula::And(Box::new(low), Box::new(high))))
}

#[test]
fn projection_laws_hold_as_equalities() {
    let mut rng = Rng::new(4);
    for round in 0..150 {
        let tracks = 2 + round % 2;
        let formula = |rng: &mut Rng| {
            random_formula(rng, tracks, 2).build(Domain::Integers, &mut plenty()).expect("enough")
        };
        let (x, y) = (formula(&mut rng), formula(&mut rng));
        let b = &mut plenty();
        let track = round % tracks;
        let forget = |set: &Tuples| set.project(track, &mut plenty()).expect("enough");
        let union = x.union(&y, b).expect("enough");
        assert_eq!(forget(&union), forget(&x).union(&forget(&y), b).expect("enough"));
        let back = forget(&x).insert_track(track);
        assert_eq!(back.union(&x, b).expect("enough"), back, "projection then insertion contains the set");
        assert_eq!(forget(&back), forget(&x));
        let meet = x.intersection(&back, b).expect("enough");
        assert_eq!(meet, x);
        let one_by_one = forget(&x).project(0, b).expect("enough");
        let other = usize::from(track == 0);
        assert_eq!(one_by_one, x.project_all(&[track, other], b).expect("enough"));
    }
}

#[test]
fn inserted_and_permuted_tracks_move_values() {
    let mut rng = Rng::new(5);
    for _ in 0..80 {
        let formula = random_formula(&mut rng, 3, 2);
        let set = formula.build(Domain::Integers, &mut plenty()).expect("enough");
        for places in [[1, 2, 0], [2, 1, 0], [0, 2, 1], [0, 1, 2], [1, 0, 2], [2, 0, 1]] {
            let moved = set.permute(&places, &mut plenty()).expect("enough");
            let mut inverse = [0; 3];
            for (from, &to) in places.iter().enumerate() {
                inverse[to] = from;
            }
            assert_eq!(moved.permute(&inverse, &mut plenty()).expect("enough"), set);
            for tuple in boxes(3, 3) {
                let mut image = [0; 3];
                for (from, &to) in places.iter().enumerate() {
                    image[to] = tuple[from];
                }
                assert_eq!(moved.contains(&image), formula.holds(&tuple));
            }
        }
        let wider = set.insert_track(1);
        for tuple in boxes(4, 2) {
            assert_eq!(wider.contains(&tuple), formula.holds(&[tuple[0], tuple[2], tuple[3]]));
        }
    }
}

#[test]
fn extreme_constants_are_exact() {
    let b = &mut plenty();
    let top = Tuples::linear(&[1], Relation::Less, i64::MAX, b).expect("enough");
    assert!(top.contains(&[i64::MAX - 1]) && !top.contains(&[i64::MAX]) && top.contains(&[i64::MIN]));
    let bottom = Tuples::linear(&[1], Relation::Greater, i64::MIN, b).expect("enough");
    assert!(
        bottom.contains(&[i64::MIN + 1]) && !bottom.contains(&[i64::MIN]) && bottom.contains(&[i64::MAX])
    );
    let negated = Tuples::linear(&[-1], Relation::AtMost, i64::MIN, b).expect("enough");
    assert!(negated.is_empty() || !negated.contains(&[i64::MAX]), "-x <= -2^63 holds from 2^63 on");
    let same = Tuples::linear(&[i64::MIN, i64::MIN], Relation::Equal, 0, b).expect("the divisor is large");
    assert_eq!(same, Tuples::linear(&[1, 1], Relation::Equal, 0, b).expect("enough"));
    let huge = Tuples::linear(&[i64::MAX, i64::MIN], Relation::Equal, 1, b);
    assert!(huge.is_err(), "so many carries that no budget is enough");
}

#[test]
fn a_spent_budget_is_an_answer() {
    let big = Tuples::linear(&[997, -991, 983], Relation::AtMost, 5, &mut Budget::steps(100));
    assert!(big.is_err());
    let x = Tuples::linear(&[7, -5, 3], Relation::AtMost, 5, &mut plenty()).expect("enough");
    let y = Tuples::linear(&[-6, 11, 4], Relation::AtMost, 9, &mut plenty()).expect("enough");
    assert!(x.intersection(&y, &mut Budget::steps(20)).is_err());
    assert!(x.union(&y, &mut Budget::steps(20)).is_err());
    let both = x.intersection(&y, &mut plenty()).expect("enough");
    assert!(both.project(1, &mut Budget::steps(50)).is_err());
    assert!(both.permute(&[2, 1, 0], &mut Budget::steps(20)).is_err());
}

/// Large enough that members of sets are found to lie within others; both orders and all at once agree.
#[test]
fn projections_of_conjunctions_agree_in_every_order() {
    let b = &mut plenty();
    let mut rng = Rng::new(6);
    for round in 0..12 {
        let mut inequality = |low: i64| {
            let coefficients: Vec<i64> = (0..4).map(|_| rng.range(low, 5)).collect();
            Tuples::linear_over(Domain::Naturals, &coefficients, Relation::AtMost, rng.range(0, 25), b)
                .expect("enough")
        };
        let (x, y) = (inequality(-5), inequality(-5));
        let both = x.intersection(&y, b).expect("enough");
        let at_once = both.project_all(&[2, 3], b).expect("enough");
        let one_way = both.project(2, b).expect("enough").project(2, b).expect("enough");
        let other_way = both.project(3, b).expect("enough").project(2, b).expect("enough");
        assert!(at_once == one_way && at_once == other_way, "round {round}");
        for tuple in boxes(2, 5).into_iter().filter(|tuple| in_domain(Domain::Naturals, tuple)) {
            let some = (0..30).any(|z| (0..30).any(|w| both.contains(&[tuple[0], tuple[1], z, w])));
            if some {
                assert!(at_once.contains(&tuple), "round {round} at {tuple:?}");
            } else {
                // Everything within the reach of thirty: a member elsewhere must be one of the whole set.
                let witness = both.intersection(&point(&tuple, b), b).expect("enough");
                assert_eq!(at_once.contains(&tuple), !witness.is_empty(), "round {round} at {tuple:?}");
            }
        }
    }
}

/// The naturals tuples that begin with these two values.
fn point(tuple: &[i64], budget: &mut Budget) -> Tuples {
    let mut equal = |track: usize| {
        let mut unit = [0; 4];
        unit[track] = 1;
        Tuples::linear_over(Domain::Naturals, &unit, Relation::Equal, tuple[track], budget).expect("enough")
    };
    let (first, second) = (equal(0), equal(1));
    first.intersection(&second, budget).expect("enough")
}

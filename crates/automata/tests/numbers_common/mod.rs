//! Random formulas over integers with their meaning, and boxes of tuples.

#![allow(dead_code, unreachable_pub, missing_docs, reason = "each test program uses a part of it")]

use automata::numbers::{Domain, Relation, Tuples};
use automata::{Budget, Exhausted};

/// A small deterministic generator (xorshift).
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// A number from `low` to `high`, both included.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + i64::try_from(self.below((high - low + 1).unsigned_abs())).expect("a small range")
    }
}

#[derive(Clone, Debug)]
pub enum Formula {
    Linear(Vec<i64>, Relation, i64),
    Congruent(Vec<i64>, i64, u64),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Minus(Box<Formula>, Box<Formula>),
    Not(Box<Formula>),
}

impl Formula {
    pub fn holds(&self, tuple: &[i64]) -> bool {
        match self {
            Formula::Linear(coefficients, relation, constant) => {
                let sum = dot(coefficients, tuple);
                match relation {
                    Relation::Equal => sum == *constant,
                    Relation::NotEqual => sum != *constant,
                    Relation::Less => sum < *constant,
                    Relation::AtMost => sum <= *constant,
                    Relation::AtLeast => sum >= *constant,
                    Relation::Greater => sum > *constant,
                }
            }
            Formula::Congruent(coefficients, constant, modulus) => {
                let modulus = i64::try_from(*modulus).expect("a small modulus");
                (dot(coefficients, tuple) - constant).rem_euclid(modulus) == 0
            }
            Formula::And(a, b) => a.holds(tuple) && b.holds(tuple),
            Formula::Or(a, b) => a.holds(tuple) || b.holds(tuple),
            Formula::Minus(a, b) => a.holds(tuple) && !b.holds(tuple),
            Formula::Not(a) => !a.holds(tuple),
        }
    }

    pub fn build(&self, domain: Domain, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        match self {
            Formula::Linear(coefficients, relation, constant) => {
                Tuples::linear_over(domain, coefficients, *relation, *constant, budget)
            }
            Formula::Congruent(coefficients, constant, modulus) => {
                Tuples::congruent_over(domain, coefficients, *constant, *modulus, budget)
            }
            Formula::And(a, b) => a.build(domain, budget)?.intersection(&b.build(domain, budget)?, budget),
            Formula::Or(a, b) => a.build(domain, budget)?.union(&b.build(domain, budget)?, budget),
            Formula::Minus(a, b) => a.build(domain, budget)?.difference(&b.build(domain, budget)?, budget),
            Formula::Not(a) => Ok(a.build(domain, budget)?.complement()),
        }
    }
}

pub fn dot(coefficients: &[i64], tuple: &[i64]) -> i64 {
    coefficients.iter().zip(tuple).map(|(a, x)| a * x).sum()
}

pub fn random_formula(rng: &mut Rng, tracks: usize, depth: usize) -> Formula {
    let choice = if depth == 0 { rng.below(2) } else { rng.below(8) };
    let sub = |rng: &mut Rng| Box::new(random_formula(rng, tracks, depth - 1));
    let coefficients = |rng: &mut Rng| (0..tracks).map(|_| rng.range(-5, 5) * rng.range(0, 1)).collect();
    match choice {
        0 | 1 if choice == 1 && rng.below(3) == 0 => {
            Formula::Congruent(coefficients(rng), rng.range(-7, 7), 1 + rng.below(8))
        }
        0 | 1 => {
            let relations = [
                Relation::Equal,
                Relation::NotEqual,
                Relation::Less,
                Relation::AtMost,
                Relation::AtLeast,
                Relation::Greater,
            ];
            let relation = relations[rng.below(6) as usize];
            Formula::Linear(coefficients(rng), relation, rng.range(-12, 12))
        }
        2 | 3 => Formula::And(sub(rng), sub(rng)),
        4 | 5 => Formula::Or(sub(rng), sub(rng)),
        6 => Formula::Minus(sub(rng), sub(rng)),
        _ => Formula::Not(sub(rng)),
    }
}

/// All tuples with values from `-reach` to `reach`.
pub fn boxes(tracks: usize, reach: i64) -> Vec<Vec<i64>> {
    let mut tuples = vec![Vec::new()];
    for _ in 0..tracks {
        let extend = |tuple: &Vec<i64>| {
            let tuple = tuple.clone();
            (-reach..=reach).map(move |value| [tuple.clone(), vec![value]].concat())
        };
        tuples = tuples.iter().flat_map(extend).collect();
    }
    tuples
}

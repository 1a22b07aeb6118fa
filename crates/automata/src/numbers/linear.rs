//! Automata of linear constraints and congruences, read from the least significant bit.
//!
//! The state *c* of the automaton of `a·x <= c` stands for that very constraint on the bits still to
//! come. After the letter `b` what remains is `a·x <= floor((c - a·b) / 2)`; for an equation the
//! difference must be even. The difference is formed one track at a time, and the diagram of a partial
//! difference is made once for all states: the memo is on (level, partial difference).
//!
//! Over the integers a last letter `b` weighs -1 and is accepted when `c + a·b >= 0`: a diagram of its
//! own, over partial sums, again made once for all states.
//!
//! Coefficients are divided by their greatest common divisor first. Then `a·x` takes every value (over
//! the naturals: when its signs are mixed), different states have different languages, and the
//! automaton is minimal as it is built. Carries stay within the sum of the coefficients.

use super::bdd::{Graph, Ref, State, Store, mix};
use super::minimize::{Numbering, minimize};
use super::{Domain, Relation};
use crate::budget::{Budget, Exhausted};

/// `a·x = c` or `a·x <= c` with coprime coefficients, none of them zero.
struct Shape {
    domain: Domain,
    equation: bool,
    /// The track and the coefficient of each term, in the order of the tracks.
    terms: Vec<(u32, i128)>,
    constant: i128,
}

/// The canonical automaton of `coefficients · x (relation) constant`. Exact.
pub(super) fn constraint(
    domain: Domain,
    coefficients: &[i64],
    relation: Relation,
    constant: i128,
    budget: &mut Budget,
) -> Result<Graph, Exhausted> {
    let (sign, equation, constant) = match relation {
        Relation::Equal | Relation::NotEqual => (1, true, constant),
        Relation::AtMost => (1, false, constant),
        Relation::Less => (1, false, constant - 1),
        Relation::AtLeast => (-1, false, -constant),
        Relation::Greater => (-1, false, -constant - 1),
    };
    let numbered = (0..).zip(coefficients).filter(|&(_, &a)| a != 0);
    let terms = numbered.map(|(track, &a)| (track, sign * i128::from(a))).collect();
    let graph = solutions(Shape { domain, equation, terms, constant }, budget)?;
    Ok(match relation {
        Relation::NotEqual => super::boolean::complement(&graph),
        Relation::Equal | Relation::AtMost | Relation::Less | Relation::AtLeast | Relation::Greater => graph,
    })
}

fn solutions(mut shape: Shape, budget: &mut Budget) -> Result<Graph, Exhausted> {
    let divisor = shape.terms.iter().fold(0, |g, &(_, a)| gcd(g, a.unsigned_abs()));
    if divisor == 0 {
        let holds = if shape.equation { shape.constant == 0 } else { shape.constant >= 0 };
        return Ok(Graph::constant(holds));
    }
    let divisor = i128::try_from(divisor).expect("a divisor of a coefficient is as small as it");
    if shape.equation && shape.constant % divisor != 0 {
        return Ok(Graph::constant(false));
    }
    shape.constant = shape.constant.div_euclid(divisor);
    for (_, a) in &mut shape.terms {
        *a /= divisor;
    }
    let weight: i128 = shape.terms.iter().map(|&(_, a)| a.abs()).sum();
    // With two coprime terms every carry in the window occurs: so many states that no budget allows them.
    if weight > 1 << 60 {
        budget.spend(u64::MAX)?;
    }
    if shape.constant.abs() < 1 << 60 {
        Builder::<i64>::new(&shape).build(budget)
    } else {
        Builder::<i128>::new(&shape).build(budget)
    }
}

pub(super) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The numbers that carries are computed with: wide enough for the constraint at hand.
trait Carry: Copy + Ord + std::ops::Sub<Output = Self> + std::ops::Add<Output = Self> {
    const ZERO: Self;
    fn of(value: i128) -> Self;
    /// Half of the number, rounded down.
    fn half(self) -> Self;
    fn is_odd(self) -> bool;
    fn bits(self) -> u64;
}

macro_rules! carry {
    ($number:ty) => {
        impl Carry for $number {
            const ZERO: $number = 0;
            fn of(value: i128) -> $number {
                <$number>::try_from(value).expect("the type was chosen for the constants")
            }
            #[inline]
            fn half(self) -> $number {
                self >> 1
            }
            #[inline]
            fn is_odd(self) -> bool {
                self & 1 != 0
            }
            #[inline]
            #[allow(clippy::cast_sign_loss, reason = "only the bits matter, for a hash")]
            fn bits(self) -> u64 {
                self as u64
            }
        }
    };
}
carry!(i64);
carry!(i128);

struct Builder<T> {
    domain: Domain,
    equation: bool,
    terms: Vec<(u32, T)>,
    /// By level: the least and the greatest sum of some of the remaining coefficients.
    rest: Vec<(T, T)>,
    /// By state, its constant; the sink of equations has none.
    labels: Vec<Option<T>>,
    state_index: Memo<T>,
    sink: Option<u32>,
    memo: Memo<T>,
    store: Store,
    start: T,
}

impl<T: Carry> Builder<T> {
    fn new(shape: &Shape) -> Builder<T> {
        let terms: Vec<(u32, T)> = shape.terms.iter().map(|&(track, a)| (track, T::of(a))).collect();
        let mut rest = vec![(T::ZERO, T::ZERO)];
        for &(_, a) in terms.iter().rev() {
            let (least, greatest) = rest[rest.len() - 1];
            rest.push((least + a.min(T::ZERO), greatest + a.max(T::ZERO)));
        }
        rest.reverse();
        Builder {
            domain: shape.domain,
            equation: shape.equation,
            terms,
            rest,
            labels: Vec::new(),
            state_index: Memo::new(),
            sink: None,
            memo: Memo::new(),
            store: Store::new(),
            start: T::of(shape.constant),
        }
    }

    fn build(mut self, budget: &mut Budget) -> Result<Graph, Exhausted> {
        self.state(self.start);
        let mut states = Vec::new();
        while let Some(&label) = self.labels.get(states.len()) {
            budget.spend(1)?;
            let state = match label {
                None => State { next: Ref::state(states.len() as u32), last: Ref::NO },
                Some(constant) => {
                    State { next: self.next(0, constant, budget)?, last: self.last(constant, budget)? }
                }
            };
            states.push(state);
        }
        let graph = Graph { nodes: self.store.nodes, states };
        let (least, greatest) = self.rest[0];
        let one_sided = least == T::ZERO || greatest == T::ZERO;
        // Over the naturals a one-sided sum skips values, so different constants may mean the same.
        match self.domain {
            Domain::Naturals if one_sided => minimize(graph, Numbering::ByVisit, budget),
            Domain::Naturals | Domain::Integers => Ok(graph),
        }
    }

    /// The state of a constant, made when it is new.
    fn state(&mut self, constant: T) -> u32 {
        let constant = self.clamp(constant);
        if let Some(state) = self.state_index.get(constant, 0) {
            return state;
        }
        let state = self.labels.len() as u32;
        self.labels.push(Some(constant));
        self.state_index.insert(constant, 0, state);
        state
    }

    /// Over the naturals all constants below zero mean "nothing" for a sum that is never negative, and
    /// all above mean "everything" for a sum that is never positive.
    #[inline]
    fn clamp(&self, constant: T) -> T {
        if self.equation || self.domain == Domain::Integers {
            return constant;
        }
        let (least, greatest) = self.rest[0];
        if least == T::ZERO {
            constant.max(T::of(-1))
        } else if greatest == T::ZERO {
            constant.min(T::ZERO)
        } else {
            constant
        }
    }

    /// Whether an equation over the naturals cannot hold because its sum has the other sign.
    #[inline]
    fn is_hopeless(&self, constant: T) -> bool {
        let (least, greatest) = self.rest[0];
        self.domain == Domain::Naturals
            && ((least == T::ZERO && constant < T::ZERO) || (greatest == T::ZERO && constant > T::ZERO))
    }

    fn sink(&mut self) -> u32 {
        *self.sink.get_or_insert_with(|| {
            self.labels.push(None);
            self.labels.len() as u32 - 1
        })
    }

    /// Where letters lead, by the partial difference `part` over the tracks from `level` on.
    fn next(&mut self, level: usize, part: T, budget: &mut Budget) -> Result<Ref, Exhausted> {
        if level == self.terms.len() {
            return Ok(self.leaf(part));
        }
        let key = 2 * level as u64;
        if let Some(known) = self.memo.get(part, key) {
            return Ok(Ref::from_bits(known));
        }
        budget.spend(1)?;
        let (track, a) = self.terms[level];
        let lo = self.next(level + 1, part, budget)?;
        let hi = self.next(level + 1, part - a, budget)?;
        let made = self.store.make(track, lo, hi);
        self.memo.insert(part, key, made.bits());
        Ok(made)
    }

    fn leaf(&mut self, difference: T) -> Ref {
        let rest = difference.half();
        if self.equation && (difference.is_odd() || self.is_hopeless(rest)) {
            return Ref::state(self.sink());
        }
        Ref::state(self.state(rest))
    }

    /// When a word may end in the state of `constant`.
    fn last(&mut self, constant: T, budget: &mut Budget) -> Result<Ref, Exhausted> {
        match self.domain {
            Domain::Naturals if self.equation => Ok(Ref::truth(constant == T::ZERO)),
            Domain::Naturals => Ok(Ref::truth(constant >= T::ZERO)),
            Domain::Integers => self.signs(0, constant, budget),
        }
    }

    /// The letters, from `level` on, that bring the partial sum to at least zero (in an equation: to zero).
    fn signs(&mut self, level: usize, part: T, budget: &mut Budget) -> Result<Ref, Exhausted> {
        let (below, above) = self.rest[level];
        if part + above < T::ZERO || (self.equation && part + below > T::ZERO) {
            return Ok(Ref::NO);
        }
        let decided = if self.equation { level == self.terms.len() } else { part + below >= T::ZERO };
        if decided {
            return Ok(Ref::YES);
        }
        let key = 2 * level as u64 + 1;
        if let Some(known) = self.memo.get(part, key) {
            return Ok(Ref::from_bits(known));
        }
        budget.spend(1)?;
        let (track, a) = self.terms[level];
        let lo = self.signs(level + 1, part, budget)?;
        let hi = self.signs(level + 1, part + a, budget)?;
        let made = self.store.make(track, lo, hi);
        self.memo.insert(part, key, made.bits());
        Ok(made)
    }
}

/// An exact memo from (number, tag) to 32 bits.
struct Memo<T> {
    entries: Vec<(T, u64, u32)>,
    used: usize,
}

const FREE: u64 = u64::MAX;

impl<T: Carry> Memo<T> {
    fn new() -> Memo<T> {
        Memo { entries: vec![(T::ZERO, FREE, 0); 32], used: 0 }
    }

    #[inline]
    fn slot(&self, number: T, tag: u64) -> usize {
        let mask = self.entries.len() - 1;
        let mut slot = mix(number.bits() ^ tag.rotate_left(40)) as usize & mask;
        loop {
            let (there, its_tag, _) = self.entries[slot];
            if its_tag == FREE || (its_tag == tag && there == number) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[inline]
    fn get(&self, number: T, tag: u64) -> Option<u32> {
        let (_, its_tag, value) = self.entries[self.slot(number, tag)];
        (its_tag != FREE).then_some(value)
    }

    #[inline]
    fn insert(&mut self, number: T, tag: u64, value: u32) {
        if self.used * 2 >= self.entries.len() {
            let bigger = vec![(T::ZERO, FREE, 0); self.entries.len() * 4];
            for (number, tag, value) in std::mem::replace(&mut self.entries, bigger) {
                if tag != FREE {
                    let slot = self.slot(number, tag);
                    self.entries[slot] = (number, tag, value);
                }
            }
        }
        let slot = self.slot(number, tag);
        self.entries[slot] = (number, tag, value);
        self.used += 1;
    }
}

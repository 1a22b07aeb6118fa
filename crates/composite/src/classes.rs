//! Equalities of strings as a partition: each class is written as pairs of its least variable and one other.
//!
//! So a class of n variables takes n - 1 pairs, two partitions have one common refinement, and what follows from equalities
//! is seen without looking for chains of them.

use std::collections::{BTreeMap, BTreeSet};

use ir::StrVar;

/// Pairs of equal variables, the lesser first.
pub(crate) type Pairs = BTreeSet<(StrVar, StrVar)>;

/// For each variable of a class with others its least member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Classes(BTreeMap<StrVar, StrVar>);

impl Classes {
    /// The classes that pairs make.
    pub(crate) fn of(pairs: &Pairs) -> Self {
        let mut parents = BTreeMap::new();
        for &(left, right) in pairs {
            let (left, right) = (root(&parents, left), root(&parents, right));
            parents.insert(left.max(right), left.min(right));
        }
        let members = pairs.iter().flat_map(|&(left, right)| [left, right]);
        Classes(members.map(|var| (var, root(&parents, var))).collect())
    }

    /// The least variable that is equal to `var`.
    pub(crate) fn least(&self, var: StrVar) -> StrVar {
        self.0.get(&var).copied().unwrap_or(var)
    }

    /// Whether the pairs follow from these classes.
    pub(crate) fn imply(&self, pairs: &Pairs) -> bool {
        pairs.iter().all(|&(left, right)| self.least(left) == self.least(right))
    }

    /// The pairs that say the same of the variables that are kept, and nothing of the others.
    pub(crate) fn pairs(&self, is_kept: impl Fn(StrVar) -> bool) -> Pairs {
        grouped(self.0.iter().filter(|(var, _)| is_kept(**var)).map(|(&var, &least)| (least, var)))
    }

    /// The equalities that hold by both.
    pub(crate) fn common(&self, other: &Classes) -> Pairs {
        let both = self.0.keys().filter(|var| other.0.contains_key(var));
        grouped(both.map(|&var| ((self.least(var), other.least(var)), var)))
    }
}

/// The variable at the end of a chain of parents.
fn root(parents: &BTreeMap<StrVar, StrVar>, mut var: StrVar) -> StrVar {
    while let Some(&parent) = parents.get(&var).filter(|&&parent| parent != var) {
        var = parent;
    }
    var
}

/// The pairs of variables that are in one class, where each has the key of its class.
fn grouped<K: Ord>(members: impl Iterator<Item = (K, StrVar)>) -> Pairs {
    let mut groups: BTreeMap<K, Vec<StrVar>> = BTreeMap::new();
    members.for_each(|(key, var)| groups.entry(key).or_default().push(var));
    let pairs = |group: &Vec<StrVar>| {
        let least = group.iter().min().copied();
        let others = group.iter().filter(move |&&var| Some(var) != least).copied();
        others.filter_map(move |var| Some((least?, var))).collect::<Vec<_>>()
    };
    groups.values().flat_map(pairs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(of: &[(u32, u32)]) -> Pairs {
        of.iter().map(|&(left, right)| (StrVar(left), StrVar(right))).collect()
    }

    /// Whether two variables are connected, by a search.
    fn are_connected(of: &Pairs, left: StrVar, right: StrVar) -> bool {
        let mut reached = BTreeSet::from([left]);
        for _ in 0..of.len() {
            for &(a, b) in of {
                if reached.contains(&a) || reached.contains(&b) {
                    reached.extend([a, b]);
                }
            }
        }
        reached.contains(&right)
    }

    /// Some sets of pairs over five variables.
    fn samples() -> Vec<Pairs> {
        let all: Vec<(u32, u32)> = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).collect();
        let chosen = |bits: u32| -> Vec<(u32, u32)> {
            (0..).zip(&all).filter(|(at, _)| bits >> at & 1 == 1).map(|(_, pair)| *pair).collect()
        };
        (0..1_024).step_by(7).map(|bits| pairs(&chosen(bits))).collect()
    }

    #[test]
    fn classes_are_what_pairs_connect() {
        for sample in samples() {
            let classes = Classes::of(&sample);
            let written = classes.pairs(|var| var != StrVar(2));
            for a in (0..5).map(StrVar) {
                for b in (0..5).map(StrVar).filter(|&b| b != a) {
                    let connected = are_connected(&sample, a, b);
                    assert_eq!(classes.least(a) == classes.least(b), connected, "{sample:?} {a:?} {b:?}");
                    let kept = connected && a != StrVar(2) && b != StrVar(2);
                    assert_eq!(are_connected(&written, a, b), kept, "{sample:?} {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn what_holds_by_both_is_connected_in_both() {
        let samples = samples();
        for (left, right) in samples.iter().zip(samples.iter().rev()) {
            let common = Classes::of(left).common(&Classes::of(right));
            for a in (0..5).map(StrVar) {
                for b in (0..5).map(StrVar).filter(|&b| b != a) {
                    let both = are_connected(left, a, b) && are_connected(right, a, b);
                    assert_eq!(are_connected(&common, a, b), both, "{left:?} {right:?} {a:?} {b:?}");
                }
            }
        }
    }
}

//! Characters that a candidate treats alike.
//!
//! The caller gives groups, as the sets of a program's conditions: where they overlap they are cut, so that each
//! class lies inside or outside of each group. A character in no group becomes a class of its own when a sample first
//! mentions it. What is left is in no class, and a candidate rejects every word that has such a character.
//!
//! A group is a guess. Two words that differ only inside of groups cannot be told apart, so when the samples ask for
//! that, and only then, the learner takes one character out of its group. Numbers of classes never change; new classes
//! come last.

use automata::{Alphabet, Symbol, SymbolSet};

/// A partition of the characters that matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    alphabet: Alphabet,
    sets: Vec<SymbolSet>,
    /// The ranges of all classes, ascending, each with its class.
    ranges: Vec<(Symbol, Symbol, u32)>,
}

impl Classes {
    /// The coarsest partition that respects every group; characters outside of the alphabet are left out.
    ///
    /// Classes are ordered by the first group that they lie in, so the caller's order decides.
    pub fn new(alphabet: Alphabet, groups: &[SymbolSet]) -> Self {
        let mut sets: Vec<SymbolSet> = Vec::new();
        for group in groups {
            let mut rest = group.intersection(&alphabet.all());
            let mut next = Vec::with_capacity(sets.len() + 1);
            for set in sets {
                rest = rest.difference(&set);
                next.extend([set.intersection(group), set.difference(group)]);
            }
            next.push(rest);
            next.retain(|set| !set.is_empty());
            sets = next;
        }
        let mut classes = Classes { alphabet, sets, ranges: Vec::new() };
        classes.index();
        classes
    }

    /// Every character that a sample mentions is a class of its own.
    pub fn apart(alphabet: Alphabet) -> Self {
        Classes::new(alphabet, &[])
    }

    /// The alphabet.
    pub fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// The classes in order.
    pub fn sets(&self) -> &[SymbolSet] {
        &self.sets
    }

    /// The number of the class of `symbol`, if it is in one.
    pub fn class_of(&self, symbol: Symbol) -> Option<u32> {
        let at = self.ranges.partition_point(|&(_, hi, _)| hi < symbol);
        self.ranges.get(at).filter(|&&(lo, _, _)| lo <= symbol).map(|&(_, _, class)| class)
    }

    /// Makes `symbol` a class, unless it is in one.
    ///
    /// # Panics
    /// When it is not in the alphabet.
    pub(crate) fn admit(&mut self, symbol: Symbol) {
        assert!(self.alphabet.contains(symbol), "the characters of a sample are in the alphabet");
        if self.class_of(symbol).is_none() {
            self.sets.push(SymbolSet::single(symbol));
            self.index();
        }
    }

    /// Takes `symbol`, which shares its class with others, into a class of its own.
    pub(crate) fn separate(&mut self, symbol: Symbol) {
        let class = self.class_of(symbol).expect("characters of samples are admitted first") as usize;
        let single = SymbolSet::single(symbol);
        self.sets[class] = self.sets[class].difference(&single);
        assert!(!self.sets[class].is_empty(), "only a character that has company is separated");
        self.sets.push(single);
        self.index();
    }

    /// The classes of the characters of `word`, all admitted.
    pub(crate) fn letters(&self, word: &[Symbol]) -> Vec<u32> {
        let class = |&symbol| self.class_of(symbol).expect("characters of samples are admitted first");
        word.iter().map(class).collect()
    }

    fn index(&mut self) {
        let of_set = |(class, set): (usize, &SymbolSet)| {
            set.ranges().iter().map(move |&(lo, hi)| (lo, hi, class as u32)).collect::<Vec<_>>()
        };
        self.ranges = self.sets.iter().enumerate().flat_map(of_set).collect();
        self.ranges.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_groups_are_cut() {
        let groups = [SymbolSet::range(10, 30), SymbolSet::range(20, 400), SymbolSet::range(25, 26)];
        let classes = Classes::new(Alphabet::BYTE, &groups);
        let sets = [
            SymbolSet::range(25, 26),
            SymbolSet::from_ranges([(20, 24), (27, 30)]),
            SymbolSet::range(10, 19),
            SymbolSet::range(31, 255),
        ];
        assert_eq!(classes.sets().len(), 4);
        assert!(sets.iter().all(|set| classes.sets().contains(set)), "{:?}", classes.sets());
    }

    #[test]
    fn every_character_is_in_the_class_that_has_it() {
        let groups = [SymbolSet::from_ranges([(3, 5), (9, 9)]), SymbolSet::range(5, 7)];
        let mut classes = Classes::new(Alphabet::up_to(12), &groups);
        classes.admit(1);
        classes.admit(4);
        classes.separate(4);
        for symbol in 0..=12 {
            let of_sets = classes.sets().iter().position(|set| set.contains(symbol));
            assert_eq!(classes.class_of(symbol), of_sets.map(|at| at as u32), "of {symbol}");
        }
        assert_eq!(classes.sets().len(), 5);
        assert_eq!(classes.class_of(0), None);
    }
}

//! Characters are numbers; an [`Alphabet`] says which, a [`SymbolSet`] is some of them.
//!
//! A character may carry the mark *written by the outside*: a high bit of its number. Only an alphabet
//! made with [`Alphabet::with_marks`] has marked characters; everything else treats them as any other.

use crate::ranges::Ranges;

/// A character: a number below the end of its [`Alphabet`].
pub type Symbol = u32;

/// The bit that marks a character as written by the outside. It lies above every Unicode code point.
pub const MARK: Symbol = 1 << 21;

/// The characters that words may be made of: `0..=last`, each also with a [`MARK`] if so wished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Alphabet {
    last: Symbol,
    marked: bool,
}

impl Alphabet {
    /// Bytes, for PHP and C.
    pub const BYTE: Alphabet = Alphabet::up_to(0xFF);
    /// UTF-16 code units, for Java.
    pub const UTF16: Alphabet = Alphabet::up_to(0xFFFF);
    /// Unicode code points, surrogates included so that the range has no hole.
    pub const UNICODE: Alphabet = Alphabet::up_to(0x10_FFFF);

    /// The alphabet `0..=last`.
    ///
    /// # Panics
    /// When `last` is not below [`MARK`].
    pub const fn up_to(last: Symbol) -> Alphabet {
        assert!(last < MARK, "an unmarked character is below the mark bit");
        Alphabet { last, marked: false }
    }

    /// The same characters, each also in a marked copy.
    #[must_use]
    pub const fn with_marks(self) -> Alphabet {
        Alphabet { last: self.last, marked: true }
    }

    /// The greatest unmarked character.
    pub const fn last(self) -> Symbol {
        self.last
    }

    /// Whether marked characters belong to it.
    pub const fn is_marked(self) -> bool {
        self.marked
    }

    /// Whether `symbol` belongs to it.
    pub fn contains(self, symbol: Symbol) -> bool {
        symbol <= self.last || (self.marked && symbol >= MARK && symbol - MARK <= self.last)
    }

    /// All its characters.
    pub fn all(self) -> SymbolSet {
        let mut ranges = vec![(0, self.last)];
        if self.marked {
            ranges.push((MARK, MARK + self.last));
        }
        SymbolSet::from_ranges(ranges)
    }
}

/// A set of characters: sorted, disjoint ranges with a gap between neighbours, so `==` is set equality.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolSet {
    ranges: Ranges<Symbol>,
}

impl SymbolSet {
    /// The empty set.
    pub const fn empty() -> Self {
        SymbolSet { ranges: Ranges::empty() }
    }

    /// One character.
    pub fn single(symbol: Symbol) -> Self {
        SymbolSet::range(symbol, symbol)
    }

    /// `lo..=hi`, empty when `lo > hi`.
    pub fn range(lo: Symbol, hi: Symbol) -> Self {
        SymbolSet { ranges: Ranges::range(lo, hi) }
    }

    /// The union of inclusive ranges in any order; a range with `lo > hi` is empty.
    pub fn from_ranges(ranges: impl IntoIterator<Item = (Symbol, Symbol)>) -> Self {
        SymbolSet { ranges: Ranges::from_unsorted(ranges) }
    }

    /// Its ranges, ascending.
    pub fn ranges(&self) -> &[(Symbol, Symbol)] {
        self.ranges.as_slice()
    }

    /// Whether it has no character.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// How many characters it has.
    pub fn count(&self) -> u64 {
        self.ranges().iter().map(|&(lo, hi)| u64::from(hi - lo) + 1).sum()
    }

    /// Whether `symbol` is in it.
    pub fn contains(&self, symbol: Symbol) -> bool {
        self.ranges.contains(symbol)
    }

    /// Its characters, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.ranges().iter().flat_map(|&(lo, hi)| lo..=hi)
    }

    /// Characters of either.
    #[must_use]
    pub fn union(&self, other: &SymbolSet) -> SymbolSet {
        SymbolSet { ranges: self.ranges.union(&other.ranges) }
    }

    /// Characters of both.
    #[must_use]
    pub fn intersection(&self, other: &SymbolSet) -> SymbolSet {
        SymbolSet { ranges: self.ranges.intersection(&other.ranges) }
    }

    /// Characters of `self` that are not in `other`.
    #[must_use]
    pub fn difference(&self, other: &SymbolSet) -> SymbolSet {
        SymbolSet { ranges: self.ranges.difference(&other.ranges) }
    }
}

impl Default for SymbolSet {
    fn default() -> Self {
        SymbolSet::empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marked_alphabet_has_two_copies() {
        let all = Alphabet::BYTE.with_marks().all();
        assert_eq!(all.count(), 512);
        assert!(all.contains(MARK | 0x41) && !all.contains(256));
    }
}

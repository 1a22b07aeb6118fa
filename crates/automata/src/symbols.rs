//! Characters are numbers; an [`Alphabet`] says which, a [`SymbolSet`] is some of them.
//!
//! A character may carry the mark *written by the outside*: a high bit of its number. Only an alphabet
//! made with [`Alphabet::with_marks`] has marked characters; everything else treats them as any other.

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
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolSet {
    ranges: Vec<(Symbol, Symbol)>,
}

impl SymbolSet {
    /// The empty set.
    pub const fn empty() -> Self {
        SymbolSet { ranges: Vec::new() }
    }

    /// One character.
    pub fn single(symbol: Symbol) -> Self {
        SymbolSet { ranges: vec![(symbol, symbol)] }
    }

    /// `lo..=hi`, empty when `lo > hi`.
    pub fn range(lo: Symbol, hi: Symbol) -> Self {
        SymbolSet::from_ranges([(lo, hi)])
    }

    /// The union of inclusive ranges in any order; a range with `lo > hi` is empty.
    pub fn from_ranges(ranges: impl IntoIterator<Item = (Symbol, Symbol)>) -> Self {
        let mut sorted: Vec<_> = ranges.into_iter().filter(|&(lo, hi)| lo <= hi).collect();
        sorted.sort_unstable();
        let mut merged: Vec<(Symbol, Symbol)> = Vec::with_capacity(sorted.len());
        for (lo, hi) in sorted {
            match merged.last_mut() {
                Some(top) if lo <= top.1.saturating_add(1) => top.1 = top.1.max(hi),
                Some(_) | None => merged.push((lo, hi)),
            }
        }
        SymbolSet { ranges: merged }
    }

    /// Its ranges, ascending.
    pub fn ranges(&self) -> &[(Symbol, Symbol)] {
        &self.ranges
    }

    /// Whether it has no character.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// How many characters it has.
    pub fn count(&self) -> u64 {
        self.ranges.iter().map(|&(lo, hi)| u64::from(hi - lo) + 1).sum()
    }

    /// Whether `symbol` is in it.
    pub fn contains(&self, symbol: Symbol) -> bool {
        let at = self.ranges.partition_point(|&(_, hi)| hi < symbol);
        self.ranges.get(at).is_some_and(|&(lo, _)| lo <= symbol)
    }

    /// Its characters, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.ranges.iter().flat_map(|&(lo, hi)| lo..=hi)
    }

    /// Characters of either.
    #[must_use]
    pub fn union(&self, other: &SymbolSet) -> SymbolSet {
        SymbolSet::from_ranges(self.ranges.iter().chain(&other.ranges).copied())
    }

    /// Characters of both.
    #[must_use]
    pub fn intersection(&self, other: &SymbolSet) -> SymbolSet {
        let (mut i, mut j) = (0, 0);
        let mut ranges = Vec::new();
        while let (Some(&(alo, ahi)), Some(&(blo, bhi))) = (self.ranges.get(i), other.ranges.get(j)) {
            if alo.max(blo) <= ahi.min(bhi) {
                ranges.push((alo.max(blo), ahi.min(bhi)));
            }
            if ahi <= bhi {
                i += 1;
            } else {
                j += 1;
            }
        }
        SymbolSet { ranges }
    }

    /// Characters of `self` that are not in `other`.
    #[must_use]
    pub fn difference(&self, other: &SymbolSet) -> SymbolSet {
        let mut ranges = Vec::new();
        let mut j = 0;
        for &(lo, hi) in &self.ranges {
            let mut lo = lo;
            while other.ranges.get(j).is_some_and(|&(_, bhi)| bhi < lo) {
                j += 1;
            }
            let mut k = j;
            while let Some(&(blo, bhi)) = other.ranges.get(k).filter(|&&(blo, _)| blo <= hi) {
                if lo < blo {
                    ranges.push((lo, blo - 1));
                }
                lo = bhi.saturating_add(1);
                k += 1;
            }
            if lo <= hi {
                ranges.push((lo, hi));
            }
        }
        SymbolSet { ranges }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_bits(bits: u32) -> SymbolSet {
        SymbolSet::from_ranges((0..6).filter(|i| bits >> i & 1 == 1).map(|i| (i, i)))
    }

    #[test]
    fn set_algebra_agrees_with_bits() {
        for a in 0..64 {
            for b in 0..64 {
                let (x, y) = (from_bits(a), from_bits(b));
                assert_eq!(x.union(&y), from_bits(a | b));
                assert_eq!(x.intersection(&y), from_bits(a & b));
                assert_eq!(x.difference(&y), from_bits(a & !b));
            }
        }
    }

    #[test]
    fn a_marked_alphabet_has_two_copies() {
        let all = Alphabet::BYTE.with_marks().all();
        assert_eq!(all.count(), 512);
        assert!(all.contains(MARK | 0x41) && !all.contains(256));
    }
}

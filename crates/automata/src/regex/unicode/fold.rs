//! Characters that differ only in case, as each engine sees it.
//!
//! PCRE has families of characters that all match each other. Java compares what is left after mapping to
//! upper and then to lower case. Both follow the simple mappings of Unicode, one character to one.

use super::cases::{self, Run};
use crate::symbols::{Symbol, SymbolSet};

/// The set with all cases of its characters added, as PCRE does it with `u`.
pub(crate) fn fold_pcre(set: &SymbolSet) -> SymbolSet {
    let mut ranges = set.ranges().to_vec();
    let mut add = |symbol: Symbol| ranges.push((symbol, symbol));
    for (from, to) in cases::PAIRS.iter().flat_map(mapped) {
        if set.contains(from) {
            add(to);
        }
        if set.contains(to) {
            add(from);
        }
    }
    for family in cases::FAMILIES {
        if family.iter().any(|&member| set.contains(member)) {
            family.iter().copied().for_each(&mut add);
        }
    }
    SymbolSet::from_ranges(ranges)
}

/// The characters of a run and what they are mapped to.
fn mapped(&(first, count, stride, delta): &Run) -> impl Iterator<Item = (Symbol, Symbol)> {
    (0..count).map(move |i| first + i * stride).map(move |from| (from, from.wrapping_add_signed(delta)))
}

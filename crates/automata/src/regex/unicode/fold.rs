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

/// The characters that match `symbol` in Java with `CASE_INSENSITIVE` and `UNICODE_CASE`.
pub(crate) fn fold_java_single(symbol: Symbol) -> SymbolSet {
    let folded = java_folded(symbol);
    if java_upper(symbol) == folded {
        return SymbolSet::single(symbol);
    }
    let alike = java_cased().filter(|&other| java_folded(other) == folded);
    SymbolSet::from_ranges(alike.chain([folded]).map(|symbol| (symbol, symbol)))
}

/// The characters that match the range in Java with `CASE_INSENSITIVE` and `UNICODE_CASE`.
pub(crate) fn fold_java_range(lo: Symbol, hi: Symbol) -> SymbolSet {
    let inside = |symbol: Symbol| (lo..=hi).contains(&symbol);
    let alike = java_cased().filter(|&other| inside(java_upper(other)) || inside(java_folded(other)));
    SymbolSet::from_ranges(alike.map(|symbol| (symbol, symbol)).chain([(lo, hi)]))
}

/// The characters with an upper or lower case of their own.
pub(crate) fn java_cased() -> impl Iterator<Item = Symbol> {
    cases::JAVA_UPPER.iter().chain(&cases::JAVA_LOWER).flat_map(mapped).map(|(from, _)| from)
}

/// What Java compares: the lower case of the upper case.
fn java_folded(symbol: Symbol) -> Symbol {
    java_lower(java_upper(symbol))
}

/// `Character.toUpperCase`.
pub(crate) fn java_upper(symbol: Symbol) -> Symbol {
    image(&cases::JAVA_UPPER, symbol)
}

/// `Character.toLowerCase`.
pub(crate) fn java_lower(symbol: Symbol) -> Symbol {
    image(&cases::JAVA_LOWER, symbol)
}

/// What the runs, which are sorted, map a character to; itself when it is in none.
fn image(runs: &[Run], symbol: Symbol) -> Symbol {
    let after = runs.partition_point(|&(first, ..)| first <= symbol);
    match after.checked_sub(1).map(|at| runs[at]) {
        Some((first, count, stride, delta)) => {
            let offset = symbol - first;
            let inside = offset.is_multiple_of(stride) && offset / stride < count;
            if inside { symbol.wrapping_add_signed(delta) } else { symbol }
        }
        None => symbol,
    }
}

/// The characters of a run and what they are mapped to.
fn mapped(&(first, count, stride, delta): &Run) -> impl Iterator<Item = (Symbol, Symbol)> {
    (0..count).map(move |i| first + i * stride).map(move |from| (from, from.wrapping_add_signed(delta)))
}

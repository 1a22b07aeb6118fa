//! What Java 17 knows of characters: their general categories and their simple cases.
//!
//! These are the tables behind `\p{..}` and `(?iu)` of [`Dialect::Java`](super::Dialect::Java), for those who model
//! the rest of Java's library. They speak of code points; the version of Unicode is 13.

use super::unicode::{self, Version};
use crate::symbols::{Symbol, SymbolSet};

/// The code points of a general category such as `Lu`, or of all that start with one letter, such as `L`; none when
/// there is no such category.
pub fn category(name: &str) -> SymbolSet {
    unicode::category(name, Version::V13).unwrap_or_else(|| SymbolSet::from_ranges([]))
}

/// `Character.toUpperCase`.
pub fn upper(symbol: Symbol) -> Symbol {
    unicode::java_upper(symbol)
}

/// `Character.toLowerCase`.
pub fn lower(symbol: Symbol) -> Symbol {
    unicode::java_lower(symbol)
}

/// The code points that [`upper`] or [`lower`] changes, some of them twice.
pub fn cased() -> impl Iterator<Item = Symbol> {
    unicode::java_cased()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_and_categories_are_those_of_java() {
        let of = u32::from;
        assert_eq!((upper(of('ÿ')), lower(of('İ'))), (of('Ÿ'), of('i')));
        assert!(cased().any(|symbol| symbol == of('ÿ')) && !cased().any(|symbol| symbol == of('1')));
        assert!(category("Nd").contains(of('٣')) && category("Qq").is_empty());
    }
}

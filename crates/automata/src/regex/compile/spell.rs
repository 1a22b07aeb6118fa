//! Reading one code point in the characters of the words.
//!
//! A set of code points becomes instructions for the units that spell them. Spellings share their beginnings
//! and their rests, so that a class of Unicode stays small in UTF-8.

use std::collections::BTreeMap;

use super::{Compiler, Test};
use crate::budget::{Budget, Exhausted};
use crate::regex::encode::{self, Encoding, Spelling};
use crate::regex::program::{Instruction, Label};
use crate::regex::tree::Side;
use crate::symbols::SymbolSet;

impl Compiler<'_> {
    /// Reads one code point of the set.
    pub(super) fn class(
        &mut self,
        set: &SymbolSet,
        next: Label,
        budget: &mut Budget,
    ) -> Result<Label, Exhausted> {
        match self.target.encoding {
            Encoding::Direct => self.characters(set, next, budget),
            Encoding::Utf8 => self.spellings(&encode::utf8(set), next, budget),
            Encoding::Utf16 => self.utf16(set, next, budget),
        }
    }

    /// Reads one character of the set.
    pub(super) fn characters(
        &mut self,
        set: &SymbolSet,
        next: Label,
        budget: &mut Budget,
    ) -> Result<Label, Exhausted> {
        let set = self.set(set);
        self.emit(Instruction::Char { set, next }, budget)
    }

    fn utf16(&mut self, set: &SymbolSet, next: Label, budget: &mut Budget) -> Result<Label, Exhausted> {
        let alone = set.intersection(&SymbolSet::range(0, 0xFFFF));
        let high = alone.intersection(&range(encode::HIGH));
        let mut ways = vec![self.characters(&alone.difference(&high), next, budget)?];
        if !high.is_empty() {
            // A high surrogate stands for itself only where no low one completes it.
            let assertion = self.assertion(Test::Unit(Side::Ahead, range(encode::LOW)), budget)?;
            let lone = self.emit(Instruction::Assert { assertion, holds: false, next }, budget)?;
            ways.push(self.characters(&high, lone, budget)?);
        }
        let pairs = encode::surrogate_pairs(set);
        if !pairs.is_empty() {
            ways.push(self.spellings(&pairs, next, budget)?);
        }
        self.any_of(&ways, budget)
    }

    /// Reads one of the spellings.
    fn spellings(
        &mut self,
        spellings: &[Spelling],
        next: Label,
        budget: &mut Budget,
    ) -> Result<Label, Exhausted> {
        let mut rests: BTreeMap<(u32, u32), Vec<Spelling>> = BTreeMap::new();
        for spelling in spellings {
            let (&first, rest) = spelling.split_first().expect("a spelling that has ended is not asked for");
            rests.entry(first).or_default().push(rest.to_vec());
        }
        let mut firsts: BTreeMap<Vec<Spelling>, Vec<(u32, u32)>> = BTreeMap::new();
        for (first, rests) in rests {
            firsts.entry(rests).or_default().push(first);
        }
        let mut ways = Vec::new();
        for (rests, firsts) in firsts {
            let ends = rests.iter().all(Vec::is_empty);
            let after = if ends { next } else { self.spellings(&rests, next, budget)? };
            ways.push(self.characters(&SymbolSet::from_ranges(firsts), after, budget)?);
        }
        self.any_of(&ways, budget)
    }
}

fn range((lo, hi): (u32, u32)) -> SymbolSet {
    SymbolSet::range(lo, hi)
}

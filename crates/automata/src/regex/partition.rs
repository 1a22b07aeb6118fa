//! The coarsest division of an alphabet into classes that no set of a program cuts.
//!
//! Two characters of one class are in the same sets, so a program never tells them apart, and a run needs to
//! be followed for one of them only.

use std::collections::BTreeMap;

use crate::symbols::{Alphabet, Symbol, SymbolSet};

/// Classes of characters, numbered from 0, and which of them each set consists of.
#[derive(Clone, Debug)]
pub(crate) struct Partition {
    classes: Vec<SymbolSet>,
    members: Vec<Vec<bool>>,
}

impl Partition {
    pub(crate) fn of(sets: &[SymbolSet], alphabet: Alphabet) -> Self {
        let atoms = atoms(sets, alphabet);
        let mut class_of = vec![0_u32; atoms.len()];
        for set in sets {
            let mut next = BTreeMap::new();
            for (class, &(lo, _)) in class_of.iter_mut().zip(&atoms) {
                let fresh = next.len() as u32;
                *class = *next.entry((*class, set.contains(lo))).or_insert(fresh);
            }
        }
        let count = class_of.iter().max().map_or(0, |&last| last as usize + 1);
        let mut ranges = vec![Vec::new(); count];
        for (&class, &atom) in class_of.iter().zip(&atoms) {
            ranges[class as usize].push(atom);
        }
        let classes: Vec<SymbolSet> = ranges.into_iter().map(SymbolSet::from_ranges).collect();
        let first = |class: &SymbolSet| class.ranges()[0].0;
        let members =
            sets.iter().map(|set| classes.iter().map(|class| set.contains(first(class))).collect()).collect();
        Partition { classes, members }
    }

    pub(crate) fn class_count(&self) -> usize {
        self.classes.len()
    }

    pub(crate) fn class(&self, class: usize) -> &SymbolSet {
        &self.classes[class]
    }

    /// Whether the set with this index contains the class.
    pub(crate) fn set_has(&self, set: usize, class: usize) -> bool {
        self.members[set][class]
    }
}

/// The alphabet cut at every end of a range.
fn atoms(sets: &[SymbolSet], alphabet: Alphabet) -> Vec<(Symbol, Symbol)> {
    let ends = |set: &SymbolSet| -> Vec<Symbol> {
        set.ranges().iter().flat_map(|&(lo, hi)| [lo, hi.saturating_add(1)]).collect()
    };
    let mut cuts: Vec<Symbol> = sets.iter().flat_map(ends).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let mut atoms = Vec::new();
    for &(lo, hi) in alphabet.all().ranges() {
        let inside = cuts.iter().copied().filter(|&cut| lo < cut && cut <= hi);
        let mut start = lo;
        for cut in inside {
            atoms.push((start, cut - 1));
            start = cut;
        }
        atoms.push((start, hi));
    }
    atoms
}

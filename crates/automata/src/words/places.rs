//! Numbers for the places that a construction reaches.
//!
//! They are given in the order of discovery, so that they do not depend on how the table hashes. The table is
//! never iterated.

use std::collections::HashMap;
use std::hash::Hash;

/// Places and their numbers. The order of discovery is the work list: walk it by index while it grows.
pub(crate) struct Places<P> {
    order: Vec<P>,
    numbers: HashMap<P, u32>,
}

impl<P: Clone + Eq + Hash> Places<P> {
    pub(crate) fn new() -> Self {
        Places { order: Vec::new(), numbers: HashMap::new() }
    }

    /// The number of `place`, a new one when it was not met before.
    pub(crate) fn number(&mut self, place: P) -> u32 {
        if let Some(&number) = self.numbers.get(&place) {
            return number;
        }
        let number = u32::try_from(self.order.len()).expect("a budget keeps places below 2^32");
        self.order.push(place.clone());
        self.numbers.insert(place, number);
        number
    }

    /// All places, by number.
    pub(crate) fn into_order(self) -> Vec<P> {
        self.order
    }

    /// The place with this number, if there is one yet.
    pub(crate) fn get(&self, number: u32) -> Option<&P> {
        self.order.get(number as usize)
    }
}

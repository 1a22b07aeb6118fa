//! Things stored once and numbered in the order of their first appearance.
//!
//! Two open-addressing tables over flat arrays: [`Interned`] for short slices of numbers (sets of states,
//! labels), [`PairIndex`] for pairs of states by their 64-bit name. The hash only chooses a slot; equality
//! is always decided on the contents. Numbers depend on the order of insertion alone.

/// An empty slot.
const FREE: u64 = u64::MAX;
/// An odd number with well mixed bits, for multiplicative hashing.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// Slices of `u32`, each stored once in one flat pool.
pub(super) struct Interned {
    pool: Vec<u32>,
    /// Slice `i` is `pool[first[i]..first[i + 1]]`.
    first: Vec<usize>,
    /// High half: the hash of a slice; low half: its number. A power of two of slots, or none.
    slots: Vec<u64>,
}

impl Interned {
    pub(super) fn new() -> Self {
        Interned { pool: Vec::new(), first: vec![0], slots: Vec::new() }
    }

    /// How many slices there are.
    pub(super) fn len(&self) -> usize {
        self.first.len() - 1
    }

    pub(super) fn get(&self, number: u32) -> &[u32] {
        &self.pool[self.first[number as usize]..self.first[number as usize + 1]]
    }

    /// The number of `slice`; the next free one when it is new.
    pub(super) fn intern(&mut self, slice: &[u32]) -> u32 {
        if self.slots.len() * 3 <= self.len() * 4 {
            self.grow();
        }
        let hash = hash_slice(slice);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != FREE {
            let slot = self.slots[at];
            if slot >> 32 == u64::from(hash) && self.get(slot as u32) == slice {
                return slot as u32;
            }
            at = (at + 1) & mask;
        }
        let number = u32::try_from(self.len()).expect("a budget keeps numbers below 2^32");
        self.slots[at] = u64::from(hash) << 32 | u64::from(number);
        self.pool.extend_from_slice(slice);
        self.first.push(self.pool.len());
        number
    }

    fn grow(&mut self) {
        let bigger = vec![FREE; (self.slots.len() * 4).max(16)];
        let mask = bigger.len() - 1;
        for slot in std::mem::replace(&mut self.slots, bigger) {
            if slot != FREE {
                let mut at = (slot >> 32) as usize & mask;
                while self.slots[at] != FREE {
                    at = (at + 1) & mask;
                }
                self.slots[at] = slot;
            }
        }
    }
}

fn hash_slice(slice: &[u32]) -> u32 {
    let mut hash = slice.len() as u64;
    let (pairs, rest) = slice.as_chunks::<2>();
    for pair in pairs {
        hash = mix(hash ^ (u64::from(pair[0]) | u64::from(pair[1]) << 32));
    }
    if let [last] = rest {
        hash = mix(hash ^ u64::from(*last));
    }
    (mix(hash) >> 32) as u32
}

/// Multiplies and folds, so that every input bit reaches the low bits of the result.
fn mix(value: u64) -> u64 {
    let product = u128::from(value ^ 0xA076_1D64_78BD_642F) * u128::from(MIX);
    product as u64 ^ (product >> 64) as u64
}

/// Names of 64 bits, numbered in the order of their first appearance.
pub(super) struct PairIndex {
    /// A power of two of slots, or none.
    slots: Vec<Slot>,
    len: usize,
}

#[derive(Clone, Copy)]
struct Slot {
    name: u64,
    number: u32,
}

impl PairIndex {
    pub(super) fn new() -> Self {
        PairIndex { slots: Vec::new(), len: 0 }
    }

    /// The name of the pair of two numbers that are not both `u32::MAX`.
    pub(super) fn name(left: u32, right: u32) -> u64 {
        u64::from(left) << 32 | u64::from(right)
    }

    /// The number of `name`; the next free one when it is new.
    pub(super) fn number(&mut self, name: u64) -> u32 {
        debug_assert!(name != FREE, "one side of a pair is a state");
        if self.slots.len() * 5 <= self.len * 8 {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = mix(name) as usize & mask;
        while self.slots[at].name != FREE {
            if self.slots[at].name == name {
                return self.slots[at].number;
            }
            at = (at + 1) & mask;
        }
        let number = u32::try_from(self.len).expect("a budget keeps numbers below 2^32");
        self.slots[at] = Slot { name, number };
        self.len += 1;
        number
    }

    fn grow(&mut self) {
        let bigger = vec![Slot { name: FREE, number: 0 }; (self.slots.len() * 4).max(16)];
        let mask = bigger.len() - 1;
        for slot in std::mem::replace(&mut self.slots, bigger) {
            if slot.name != FREE {
                let mut at = mix(slot.name) as usize & mask;
                while self.slots[at].name != FREE {
                    at = (at + 1) & mask;
                }
                self.slots[at] = slot;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_get_the_number_of_their_first_appearance() {
        let mut interned = Interned::new();
        let slices: Vec<Vec<u32>> = (0..1000u32).map(|i| (0..i % 7).map(|j| i / 7 + j).collect()).collect();
        let numbers: Vec<u32> = slices.iter().map(|slice| interned.intern(slice)).collect();
        for (slice, &number) in slices.iter().zip(&numbers) {
            assert_eq!(interned.get(number), slice);
            assert_eq!(interned.intern(slice), number);
        }
        let mut distinct = slices.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(interned.len(), distinct.len());
    }

    #[test]
    fn pairs_get_the_number_of_their_first_appearance() {
        let mut index = PairIndex::new();
        for i in 0..5000u32 {
            assert_eq!(index.number(PairIndex::name(i % 71, i / 71)), i);
        }
        assert_eq!(index.number(PairIndex::name(70, 3)), 3 * 71 + 70);
        assert_eq!(index.number(PairIndex::name(0, 71)), 5000);
    }
}

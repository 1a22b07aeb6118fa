//! Numbers that look random and are the same in every run: everything follows from a seed.
//!
//! They serve the choice of inputs and of test programs, never a proof. The generator is `SplitMix64` of
//! [SLF14 §3].

/// A source of numbers.
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
}

impl Dice {
    /// The source that belongs to a seed.
    pub fn new(seed: u64) -> Self {
        Dice { state: seed }
    }

    /// Any number, each as likely as the others.
    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        ((self.number() >> 32) % u64::from(bound)) as u32
    }

    /// A number from `lo` to `hi`.
    pub fn between(&mut self, lo: i128, hi: i128) -> i128 {
        let count = hi.wrapping_sub(lo).cast_unsigned().wrapping_add(1);
        let number = u128::from(self.number()) << 64 | u128::from(self.number());
        // 0 stands for all 2^128 of them.
        lo.wrapping_add(number.checked_rem(count).unwrap_or(number).cast_signed())
    }

    /// True one time in `n`, which is not 0.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// One of the items, of which there is at least one.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }
}

//! Numbers that look random, the same for the same seed.

/// The source of all choices of a program.
pub(crate) struct Chance {
    state: u64,
    names: usize,
}

impl Chance {
    /// Begins with a seed.
    pub(crate) fn new(seed: u64) -> Chance {
        Chance { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, names: 0 }
    }

    /// A number below another.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as usize % most
    }

    /// One of some words.
    pub(crate) fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    /// A name that no other variable has.
    pub(crate) fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }
}

//! Length sets for people: `{7 + 5k | k >= 0}`.
//!
//! The finite part comes first, with runs of three or more as `3..9`, both ends included. Every residue has its own
//! term, so the text is as long as the set is irregular.

use std::fmt;

use super::set::LengthSet;

impl fmt::Display for LengthSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let finite: Vec<String> = self.finite_ranges().iter().map(|&(lo, hi)| run(lo, hi)).collect();
        if self.is_finite() {
            return write!(f, "{{{}}}", finite.join(", "));
        }
        if !finite.is_empty() {
            write!(f, "{{{}}} ∪ ", finite.join(", "))?;
        }
        if self.period() == 1 {
            return write!(f, "{{k | k >= {}}}", self.base());
        }
        let terms = self.residue_ranges().iter().map(|&(lo, hi)| {
            let (lo, hi) = (self.base() + lo, self.base() + hi);
            let start = run(lo, hi);
            let start = if lo == hi { start } else { format!("({start})") };
            match (start.as_str(), self.period()) {
                ("0", period) => format!("{period}k"),
                (_, period) => format!("{start} + {period}k"),
            }
        });
        write!(f, "{{{} | k >= 0}}", terms.collect::<Vec<_>>().join(", "))
    }
}

/// One number, two numbers, or a run of them.
fn run(lo: u64, hi: u64) -> String {
    match hi - lo {
        0 => lo.to_string(),
        1 => format!("{lo}, {hi}"),
        _ => format!("{lo}..{hi}"),
    }
}

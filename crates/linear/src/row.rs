//! One linear constraint: a sum that is 0, or 0 or less.
//!
//! Over integers an inequality is as strong as its factors divided by what they have in common, with the constant
//! rounded: rows are kept so, and a strict inequality is one with 1 added.

/// What a sum must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// Equal to 0.
    Zero,
    /// 0 or less.
    AtMostZero,
}

/// A linear constraint over integers that are named by numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    /// Variables, ascending, with factors that are not 0.
    terms: Vec<(u32, i128)>,
    constant: i128,
    sign: Sign,
}

impl Row {
    /// The constraint on the sum of the terms and a constant; `None` when a number does not fit.
    pub fn new(terms: impl IntoIterator<Item = (u32, i128)>, constant: i128, sign: Sign) -> Option<Row> {
        let mut terms: Vec<(u32, i128)> = terms.into_iter().collect();
        terms.sort_unstable_by_key(|&(variable, _)| variable);
        let mut summed: Vec<(u32, i128)> = Vec::with_capacity(terms.len());
        for (variable, factor) in terms {
            match summed.last_mut() {
                Some((last, sum)) if *last == variable => *sum = sum.checked_add(factor)?,
                Some(_) | None => summed.push((variable, factor)),
            }
        }
        summed.retain(|&(_, factor)| factor != 0);
        Some(Row { terms: summed, constant, sign }.reduced())
    }

    /// The variables with their factors, ascending.
    pub fn terms(&self) -> &[(u32, i128)] {
        &self.terms
    }

    /// What is added to the terms.
    pub fn constant(&self) -> i128 {
        self.constant
    }

    /// What the sum must be.
    pub fn sign(&self) -> Sign {
        self.sign
    }

    /// The factor of a variable, 0 when the row does not speak of it.
    pub fn factor(&self, variable: u32) -> i128 {
        let at = self.terms.binary_search_by_key(&variable, |&(known, _)| known);
        at.map_or(0, |at| self.terms[at].1)
    }

    /// Whether every assignment satisfies it.
    pub fn is_trivial(&self) -> bool {
        self.terms.is_empty() && self.holds_of(self.constant)
    }

    /// Whether no assignment satisfies it, as its factors alone show.
    pub fn is_absurd(&self) -> bool {
        if self.terms.is_empty() {
            return !self.holds_of(self.constant);
        }
        // An equation of multiples of a number that the constant is no multiple of has no integer solution.
        self.sign == Sign::Zero && self.constant % divisor(&self.terms) != 0
    }

    fn holds_of(&self, sum: i128) -> bool {
        match self.sign {
            Sign::Zero => sum == 0,
            Sign::AtMostZero => sum <= 0,
        }
    }

    /// Whether an inequality follows from this row alone, by the same sum with a constant that is at least as large.
    pub(crate) fn is_stronger(&self, half: &Row) -> bool {
        if self.terms == half.terms {
            return self.constant >= half.constant;
        }
        let opposite = |(own, other): (&(u32, i128), &(u32, i128))| {
            own.0 == other.0 && own.1.checked_neg() == Some(other.1)
        };
        self.sign == Sign::Zero
            && self.terms.len() == half.terms.len()
            && self.terms.iter().zip(&half.terms).all(opposite)
            && self.constant.checked_neg().is_some_and(|constant| constant >= half.constant)
    }

    /// An equation as two inequalities, an inequality as itself.
    pub fn halves(&self) -> Vec<Row> {
        let half = |row: &Row| Row { sign: Sign::AtMostZero, ..row.clone() };
        match self.sign {
            Sign::AtMostZero => vec![self.clone()],
            Sign::Zero => std::iter::once(half(self)).chain(self.opposite().map(|row| half(&row))).collect(),
        }
    }

    /// The same row with every number negated.
    fn opposite(&self) -> Option<Row> {
        let terms = self.terms.iter().map(|&(variable, factor)| Some((variable, factor.checked_neg()?)));
        Some(Row {
            terms: terms.collect::<Option<_>>()?,
            constant: self.constant.checked_neg()?,
            sign: self.sign,
        })
    }

    /// The integers that an inequality excludes, as an inequality; `None` of an equation, or when a number does not
    /// fit.
    pub fn contrary(&self) -> Option<Row> {
        if self.sign == Sign::Zero {
            return None;
        }
        // Not sum <= 0 is 1 - sum <= 0.
        let opposite = self.opposite()?;
        Some(Row { constant: opposite.constant.checked_add(1)?, ..opposite })
    }

    /// `own` times this row and `others` times the other; the sign is the caller's. `None` when a number does
    /// not fit.
    pub fn combined(&self, own: i128, (other, others): (&Row, i128), sign: Sign) -> Option<Row> {
        let scaled = |row: &Row, factor: i128| -> Option<Vec<(u32, i128)>> {
            row.terms.iter().map(|&(variable, each)| Some((variable, each.checked_mul(factor)?))).collect()
        };
        let mut terms = scaled(self, own)?;
        terms.extend(scaled(other, others)?);
        let constant = self.constant.checked_mul(own)?.checked_add(other.constant.checked_mul(others)?)?;
        Row::new(terms, constant, sign)
    }

    /// The row with its variables named anew, each by a name of its own.
    #[must_use]
    pub fn renamed(&self, name: impl Fn(u32) -> u32) -> Row {
        let terms = self.terms.iter().map(|&(variable, factor)| (name(variable), factor));
        Row::new(terms, self.constant, self.sign).expect("no factors are added up")
    }

    /// Exact on integers: divided by the common divisor of the factors, an inequality rounded to the next integer.
    fn reduced(mut self) -> Row {
        let divisor = divisor(&self.terms);
        if divisor <= 1 {
            return self;
        }
        match self.sign {
            Sign::Zero if self.constant % divisor != 0 => return self,
            Sign::Zero => self.constant /= divisor,
            Sign::AtMostZero => {
                let (quotient, rest) = (self.constant.div_euclid(divisor), self.constant.rem_euclid(divisor));
                self.constant = quotient + i128::from(rest != 0);
            }
        }
        self.terms.iter_mut().for_each(|(_, factor)| *factor /= divisor);
        self
    }
}

/// The greatest common divisor of the factors; 0 of none.
fn divisor(terms: &[(u32, i128)]) -> i128 {
    let mut common = 0;
    for &(_, factor) in terms {
        common = gcd(common, factor);
        if common == 1 {
            break;
        }
    }
    common
}

/// The greatest common divisor, at least 0; that of two times the least integer does not occur and is taken as 1.
pub(crate) fn gcd(left: i128, right: i128) -> i128 {
    let (left, right) = (left.unsigned_abs(), right.unsigned_abs());
    let common = match (u64::try_from(left), u64::try_from(right)) {
        (Ok(left), Ok(right)) => u128::from(euclid(left, right)),
        (Err(_), _) | (_, Err(_)) => {
            let (mut left, mut right) = (left, right);
            while right != 0 {
                (left, right) = (right, left % right);
            }
            left
        }
    };
    i128::try_from(common).unwrap_or(1)
}

fn euclid(mut left: u64, mut right: u64) -> u64 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

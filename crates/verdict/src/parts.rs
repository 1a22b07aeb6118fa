//! Facts about parts of strings: what variables were computed as, and strings cut in two.
//!
//! A definition says that a variable still is what an expression gives now; it is dropped when a variable of either
//! side gets a new value. A split says of a string and a place which languages the characters before the place and
//! those from it on are in: *consumed . rest*, for loops that walk a string by an index or by cutting it shorter.

use automata::{Alphabet, LengthSet, MARK, Symbol};
use ir::{IntExpr, IntVar, Linear, Quantity, StrExpr, StrTerm, StrVar, Variable, Width, Word};

use crate::plain::Words;
use crate::relation::range;

/// Where a string is cut in two.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Before the character at a position, which is clipped to the string.
    At(Linear),
    /// Where another string begins, which is the end of this one.
    Rest(StrVar),
}

/// A string is a word of one language followed by a word of another, cut at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitFact {
    /// The string.
    pub whole: StrVar,
    /// Where it is cut.
    pub place: Place,
    /// What the characters before the place are in; `None` when any.
    pub before: Option<Words>,
    /// What the others are in; `None` when any.
    pub after: Option<Words>,
}

impl Place {
    /// Whether the place may move when a variable gets a new value.
    pub fn speaks_of(&self, variable: Variable) -> bool {
        match self {
            Place::At(position) => linear_speaks_of(position, variable),
            Place::Rest(rest) => variable == Variable::Str(*rest),
        }
    }

    /// How far an assignment of `value` to `var` moves a position; `None` when it is not a constant distance.
    pub fn moved_by(&self, var: IntVar, value: &IntExpr, width: Width) -> Option<i128> {
        let (Place::At(position), IntExpr::Linear(value), Width::Unbounded) = (self, value, width) else {
            return None;
        };
        let step = value.minus(&Linear::var(var))?.as_constant()?;
        let mut terms = position.terms().iter();
        let factor = terms.find(|(quantity, _)| *quantity == Quantity::Var(var)).map_or(0, |&(_, f)| f);
        factor.checked_mul(step)
    }
}

/// The position that has the value before an assignment of `value` to `var` which `at` has after it, if the value is not
/// wrapped; `None` when that is not a linear term.
pub fn earlier(at: &Linear, var: IntVar, value: &IntExpr) -> Option<Linear> {
    let IntExpr::Linear(value) = value else { return None };
    let mut terms = at.terms().iter();
    let factor = terms.find(|(quantity, _)| *quantity == Quantity::Var(var)).map_or(0, |&(_, f)| f);
    at.plus(&value.minus(&Linear::var(var))?.times(factor)?)
}

/// A position as a place with a term that is not constant, and how far behind it the position is; `None` for a
/// constant.
pub fn place_of(position: &Linear) -> Option<(Linear, u64)> {
    if position.as_constant().is_some() {
        return None;
    }
    match u64::try_from(position.constant_part()) {
        Ok(behind) => Some((position.minus(&Linear::constant(position.constant_part()))?, behind)),
        Err(_) => Some((position.clone(), 0)),
    }
}

/// Terms that are 0 or more exactly when a value is not wrapped to a width; `None` when that cannot be said so.
pub fn unwrapped(value: &IntExpr, width: Width) -> Option<Vec<Linear>> {
    if width == Width::Unbounded {
        return Some(Vec::new());
    }
    let (IntExpr::Linear(value), (low, high)) = (value, range(width)?) else { return None };
    Some(vec![value.minus(&Linear::constant(low))?, Linear::constant(high).minus(value)?])
}

/// For each way to cut a concatenation between its terms, how many terms lie before the cut and how long they are together.
pub fn lengths_before(terms: &[StrTerm]) -> Vec<(usize, Linear)> {
    let mut cuts = vec![(0, Linear::constant(0))];
    for (at, term) in terms.iter().enumerate() {
        let own = match term {
            StrTerm::Var(var) => Linear::length(*var),
            StrTerm::Word(word) => Linear::constant(word.len() as i128),
        };
        let Some(longer) = cuts[at].1.plus(&own) else { break };
        cuts.push((at + 1, longer));
    }
    cuts
}

/// The width of a slice from one position to before another, if it is constant and not negative.
pub fn constant_width(from: &Linear, to: &Linear) -> Option<u64> {
    u64::try_from(to.minus(from)?.as_constant()?).ok()
}

/// The side of a cut that a slice lies in, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// From a position of the side after the cut, to before another one or to the end.
    After(u64, Option<u64>),
    /// From a position of the side before the cut, to its end.
    Before(u64),
}

/// The side of a cut at `at` that a slice lies in. That it lies in the side after the cut is true only where the
/// position of the cut is not negative.
pub fn within(at: &Linear, from: &Linear, to: Option<&Linear>) -> Option<Within> {
    if let Some((_, behind)) = place_of(from).filter(|(place, _)| place == at) {
        let Some(to) = to else { return Some(Within::After(behind, None)) };
        let width = constant_width(from, to)?;
        return Some(Within::After(behind, Some(behind.checked_add(width)?)));
    }
    let from = u64::try_from(from.as_constant()?.max(0)).ok()?;
    let (place, behind) = place_of(to?)?;
    (place == *at && behind == 0).then_some(Within::Before(from))
}

/// The definition of an integer that an assignment makes true, if it makes one.
pub fn integer_defined(var: IntVar, value: &IntExpr, width: Width) -> Option<IntExpr> {
    let kept = match value {
        IntExpr::IndexOf { .. }
        | IntExpr::LastIndexOf { .. }
        | IntExpr::Code { .. }
        | IntExpr::Parse { .. } => true,
        IntExpr::Linear(_)
        | IntExpr::Times(..)
        | IntExpr::Div(..)
        | IntExpr::Mod(..)
        | IntExpr::Bits(..)
        | IntExpr::Input => false,
    };
    let alone = !integer_speaks_of(value, Variable::Int(var));
    (kept && alone && width == Width::Unbounded).then(|| value.clone())
}

/// The constant position of a string that an expression is the code at, if it is one.
pub fn coded_at(value: &IntExpr, var: StrVar) -> Option<u64> {
    let IntExpr::Code { of: StrTerm::Var(of), at } = value else { return None };
    u64::try_from(at.as_constant().filter(|_| *of == var)?).ok()
}

/// The definition of a string that an assignment makes true, if it makes one: others put together, a numeral, or a slice at a
/// place that is not constant.
pub fn string_defined(var: StrVar, value: &StrExpr) -> Option<StrExpr> {
    if let StrExpr::Concat(_) | StrExpr::Numeral { .. } = value {
        return (!string_speaks_of(value, Variable::Str(var))).then(|| value.clone());
    }
    let StrExpr::Slice { of: StrTerm::Var(_), from, to } = value else { return None };
    let alone = !string_speaks_of(value, Variable::Str(var));
    let constant = std::iter::once(from).chain(to).all(|position| position.as_constant().is_some());
    (alone && !constant).then(|| value.clone())
}

/// The words that no slice of a string from a position on contains: those whose last occurrence, if there is one, begins a
/// length of theirs before the position.
pub fn words_behind_last<'a>(
    integers: impl Iterator<Item = (IntVar, &'a IntExpr)>,
    (whole, from): (StrVar, &Linear),
) -> Vec<&'a Word> {
    let last = |(var, value): (IntVar, &'a IntExpr)| {
        let IntExpr::LastIndexOf { of: StrTerm::Var(of), what: StrTerm::Word(word) } = value else {
            return None;
        };
        let behind = Linear::var(var).plus(&Linear::constant(word.len() as i128))?;
        (*of == whole && !word.is_empty() && behind == *from).then_some(word)
    };
    integers.filter_map(last).collect()
}

/// The string that an assignment of `now` to `var` copies, if what defines that one may define the copy.
pub fn copied_from(var: StrVar, now: &StrExpr, value: &StrExpr) -> Option<StrVar> {
    let StrExpr::Term(StrTerm::Var(source)) = now else { return None };
    (!string_speaks_of(value, Variable::Str(var))).then_some(*source)
}

/// Terms which, when all are 0 or more, say that a slice of a string is what it was though the string got the value `now`: its beginning
/// up to behind the slice, and more. `None` when that cannot be said so.
pub fn naturals_if_left_alone(
    parts: &[(StrVar, StrExpr)],
    (whole, now): (StrVar, &StrExpr),
    value: &StrExpr,
) -> Option<Vec<Linear>> {
    let StrExpr::Slice { of: StrTerm::Var(of), from, to: Some(to) } = value else { return None };
    let measured = |term: &Linear| linear_speaks_of(term, Variable::Str(whole));
    if *of != whole || measured(from) || measured(to) {
        return None;
    }
    let beginning = |slice: &StrExpr| {
        let StrExpr::Slice { of: StrTerm::Var(of), from, to: Some(end) } = slice else { return None };
        (*of == whole && from.as_constant() == Some(0)).then(|| end.clone())
    };
    // What is kept of the string has so many characters, or is all of it.
    let kept = if let StrExpr::Concat(terms) = now {
        let Some(StrTerm::Var(start)) = terms.first() else { return None };
        parts.iter().find(|(part, slice)| part == start && beginning(slice).is_some())?;
        Linear::length(*start)
    } else {
        beginning(now)?
    };
    Some(vec![from.clone(), kept.minus(to)?])
}

/// Whether the value of an integer expression may depend on a variable.
pub fn integer_speaks_of(value: &IntExpr, variable: Variable) -> bool {
    let linear = |term: &Linear| linear_speaks_of(term, variable);
    let string = |term: &StrTerm| term_speaks_of(term, variable);
    match value {
        IntExpr::Linear(term) => linear(term),
        IntExpr::Times(a, b) | IntExpr::Div(a, b) | IntExpr::Mod(a, b) | IntExpr::Bits(_, a, b) => {
            linear(a) || linear(b)
        }
        IntExpr::IndexOf { of, what, from } => string(of) || string(what) || linear(from),
        IntExpr::LastIndexOf { of, what } => string(of) || string(what),
        IntExpr::Code { of, at } => string(of) || linear(at),
        IntExpr::Parse { of, .. } => string(of),
        IntExpr::Input => false,
    }
}

/// Whether the value of a string expression may depend on a variable; only slices, numerals and strings put together are ever
/// definitions.
pub fn string_speaks_of(value: &StrExpr, variable: Variable) -> bool {
    if let StrExpr::Concat(terms) = value {
        return terms.iter().any(|term| term_speaks_of(term, variable));
    }
    if let StrExpr::Numeral { of, .. } = value {
        return linear_speaks_of(of, variable);
    }
    let StrExpr::Slice { of, from, to } = value else { return true };
    let mut positions = std::iter::once(from).chain(to);
    term_speaks_of(of, variable) || positions.any(|term| linear_speaks_of(term, variable))
}

fn term_speaks_of(term: &StrTerm, variable: Variable) -> bool {
    matches!((term, variable), (StrTerm::Var(var), Variable::Str(other)) if *var == other)
}

fn linear_speaks_of(term: &Linear, variable: Variable) -> bool {
    term.terms().iter().any(|&(quantity, _)| match quantity {
        Quantity::Var(var) => variable == Variable::Int(var),
        Quantity::Length(var) => variable == Variable::Str(var),
    })
}

/// The lengths of the two sides of a string that is cut at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideLengths {
    /// The string.
    pub whole: StrVar,
    /// The position.
    pub at: Linear,
    /// The lengths of what is before it.
    pub before: LengthSet,
    /// The lengths of the others.
    pub after: LengthSet,
}

impl SideLengths {
    /// The two sides as expressions.
    pub fn sides(&self) -> [StrExpr; 2] {
        sides(self.whole, &self.at)
    }
}

/// The characters before a position of a string and those from it on, as expressions.
pub fn sides(whole: StrVar, at: &Linear) -> [StrExpr; 2] {
    let of = StrTerm::Var(whole);
    let before = StrExpr::Slice { of: of.clone(), from: Linear::constant(0), to: Some(at.clone()) };
    [before, StrExpr::Slice { of, from: at.clone(), to: None }]
}

/// Over-approximates: the characters of an alphabet whose codes, without marks, are in a set.
pub fn coded_by(codes: &LengthSet, alphabet: Alphabet) -> Vec<(Symbol, Symbol)> {
    let last = u64::from(alphabet.last());
    let periodic = (!codes.is_finite()).then_some((codes.base(), last));
    let ranges = codes.finite_ranges().iter().copied().chain(periodic);
    let within = ranges.filter(|&(lo, _)| lo <= last).map(|(lo, hi)| (lo as Symbol, hi.min(last) as Symbol));
    let plain: Vec<(Symbol, Symbol)> = within.collect();
    let marked = plain.iter().filter(|_| alphabet.is_marked()).map(|&(lo, hi)| (lo | MARK, hi | MARK));
    plain.iter().copied().chain(marked).collect()
}

//! What an action does to integers and lengths, as cases of linear constraints.
//!
//! These are the numeric halves of the program's obligations: the checker checks against them and an engine
//! may compute with them, so that no engine's own reading of the program is ever trusted. Each is true of
//! every run of `ir::interp`; where the exact relation is not linear, a weaker one is given, and no case at
//! all is never given.

use automata::{Budget, Transducer};
use ir::replacement::replacement;
use ir::{
    Condition, InputSet, IntExpr, Linear, Literal, Program, Quantity, StrExpr, StrTerm, Test, Variable, Width,
};

use crate::measures::{Range, code_range, found_range, parsed_range};
use crate::plain::Words;
use crate::sum::{Sum, both};
use crate::written::{Bound, Written};

pub use crate::sum::{Case, Constraint, Sign, Track};

/// A replacement that takes more steps to build than this is not measured.
const MOST_STEPS: u64 = 20_000;

/// A condition with more disjuncts than this is given up by those who need all of them.
pub const MOST_DISJUNCTS: usize = 256;

/// Integers below this have numerals whose numbers of digits are told apart: those of 32 bits.
pub const MOST_TOLD: i128 = 10_000_000_000;

/// The numbers of digits that are told apart.
fn told_digits(radix: u32) -> u32 {
    (1..=10).take_while(|&digits| i128::from(radix).pow(digits) <= MOST_TOLD).last().unwrap_or(1)
}

/// Over-approximates: the new length of a string assigned, in cases of which one holds.
pub fn length_after(program: &Program, value: &StrExpr) -> Vec<Case> {
    let (after, zero) = (Sum::after(), Sum::constant(0));
    match value {
        StrExpr::Term(term) | StrExpr::Reverse(term) => vec![after.equals(&Sum::length(term))],
        StrExpr::Concat(terms) => {
            let sum = terms.iter().try_fold(zero, |sum, term| sum.plus(&Sum::length(term), 1));
            vec![sum.map_or(Vec::new(), |sum| after.equals(&sum))]
        }
        StrExpr::Slice { of, from, to } => slice_lengths(of, from, to.as_ref()),
        StrExpr::Input(InputSet::UpTo(most)) => {
            let most = Sum::of(most);
            let none = both([most.at_most(&zero), after.equals(&zero)]);
            vec![none, both([zero.at_most(&after), after.at_most(&most)])]
        }
        StrExpr::Numeral { of, radix } => numeral_lengths(&Sum::of(of), *radix),
        StrExpr::Replace { of, what, with, which } => {
            let mut budget = Budget::steps(MOST_STEPS);
            match replacement(program, (what, with, *which), &mut budget) {
                Ok(Some(function)) => vec![written(&function, of)],
                Ok(None) | Err(_) => vec![zero.at_most(&after)],
            }
        }
        StrExpr::Apply { function, to } => {
            vec![written(&program.functions[function.index()].transducer, to)]
        }
        StrExpr::Repeat { of, times } => repeated(of, times),
        StrExpr::Input(InputSet::Any | InputSet::Language(_)) => vec![zero.at_most(&after)],
    }
}

/// The length of what a function writes for a term.
fn written(function: &Transducer, read: &StrTerm) -> Case {
    let (after, zero, read) = (Sum::after(), Sum::constant(0), Sum::length(read));
    let Written { least, most } = Written::by(function);
    let both_sides = |Bound { times, by, more }: Bound| {
        Some((zero.plus(&after, times)?, Sum::constant(more).plus(&read, by)?))
    };
    let below = least.and_then(both_sides).map_or(Vec::new(), |(after, bound)| bound.at_most(&after));
    let above = most.and_then(both_sides).map_or(Vec::new(), |(after, bound)| after.at_most(&bound));
    both([zero.at_most(&after), below, above])
}

/// The length of a term a number of times: none, or the product where one factor is constant, or at least the term.
fn repeated(of: &StrTerm, times: &Linear) -> Vec<Case> {
    let (after, zero, length, count) = (Sum::after(), Sum::constant(0), Sum::length(of), Sum::of(times));
    let none = both([count.at_most(&zero), after.equals(&zero)]);
    let product = match (of, times.as_constant()) {
        (StrTerm::Word(word), _) => zero.plus(&count, word.len() as i128),
        (StrTerm::Var(_), Some(times)) => zero.plus(&length, times),
        (StrTerm::Var(_), None) => None,
    };
    let some = product.map_or_else(|| length.at_most(&after), |product| after.equals(&product));
    vec![none, both([Sum::constant(1).at_most(&count), zero.at_most(&after), some])]
}

/// Over-approximates: the length of the numeral of an integer: one character at least, and two for an integer below 0.
pub fn numeral_length_bounds(of: &Linear) -> Vec<Case> {
    let (of, after) = (Sum::of(of), Sum::after());
    let natural = both([Sum::constant(0).at_most(&of), Sum::constant(1).at_most(&after)]);
    let negative = both([of.at_most(&Sum::constant(-1)), Sum::constant(2).at_most(&after)]);
    vec![natural, negative]
}

/// The length of the numeral of an integer: for each number of digits, of naturals and of others.
fn numeral_lengths(of: &Sum, radix: u32) -> Vec<Case> {
    let (after, mut cases, mut least) = (Sum::after(), Vec::new(), 0i128);
    let told = told_digits(radix);
    for digits in 1..=told {
        let most = i128::from(radix).pow(digits) - 1;
        let (low, high) = (Sum::constant(least), Sum::constant(most));
        let length = i128::from(digits);
        cases.push(both([low.at_most(of), of.at_most(&high), after.equals(&Sum::constant(length))]));
        let (low, high) = (Sum::constant(-most), Sum::constant(-least.max(1)));
        cases.push(both([low.at_most(of), of.at_most(&high), after.equals(&Sum::constant(length + 1))]));
        least = most + 1;
    }
    let long = Sum::constant(i128::from(told) + 1).at_most(&after);
    cases.push(both([Sum::constant(least).at_most(of), long.clone()]));
    cases.push(both([of.at_most(&Sum::constant(-least)), long]));
    cases
}

/// A search for a word in a string variable, whose outcome the words may say something about.
pub struct Search<'a> {
    /// The string that is searched.
    pub whole: ir::StrVar,
    /// What is searched for; it is not empty.
    pub word: &'a ir::Word,
    /// Whether all of the string is searched, so that what occurs is found.
    pub is_whole: bool,
    /// Whether the first of all occurrences is searched for.
    is_first: bool,
    cases: Vec<Case>,
}

/// What may come out of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It occurs.
    Found,
    /// It does not.
    Missing,
    /// Either.
    Either,
}

impl Search<'_> {
    /// The positions at which the word may be found in words of a table.
    pub fn range(&self, table: &Words) -> Range {
        if self.is_first { found_range(table, self.word) } else { Range::default() }
    }

    /// The value of the search, in cases of which one holds, when its outcome and the range of what is found are known.
    pub fn cases(mut self, outcome: Outcome, range: Range) -> Vec<Case> {
        self.cases[1..].iter_mut().for_each(|found| found.extend(in_range(range)));
        match outcome {
            Outcome::Found => self.cases.split_off(1),
            Outcome::Missing => {
                self.cases.truncate(1);
                self.cases
            }
            Outcome::Either => self.cases,
        }
    }
}

/// An integer expression as a search for a constant word; `None` when it is none or its result is wrapped.
pub fn searched(value: &IntExpr, width: Width) -> Option<Search<'_>> {
    let (of, what, is_whole) = match value {
        IntExpr::IndexOf { of, what, from } => (of, what, from.as_constant().is_some_and(|from| from <= 0)),
        IntExpr::LastIndexOf { of, what } => (of, what, true),
        IntExpr::Linear(_)
        | IntExpr::Times(..)
        | IntExpr::Div(..)
        | IntExpr::Mod(..)
        | IntExpr::Bits(..)
        | IntExpr::Code { .. }
        | IntExpr::Parse { .. }
        | IntExpr::Input => return None,
    };
    let (StrTerm::Var(whole), StrTerm::Word(word), Width::Unbounded) = (of, what, width) else { return None };
    // The first case is that nothing is found.
    let cases = value_unbounded(value, &Sum::after());
    let is_first = is_whole && matches!(value, IntExpr::IndexOf { .. });
    (!word.is_empty()).then_some(Search { whole: *whole, word, is_whole, is_first, cases })
}

/// That the value assigned is that of a linear term before the action.
pub fn is_linear(value: &Linear) -> Case {
    Sum::after().equals(&Sum::of(value))
}

/// That the value assigned is in a range.
fn in_range(Range { least, most }: Range) -> Case {
    let after = Sum::after();
    let least = least.map_or(Vec::new(), |least| Sum::constant(least).at_most(&after));
    both([least, most.map_or(Vec::new(), |most| after.at_most(&Sum::constant(most)))])
}

/// Over-approximates: the new value of an integer assigned, in cases of which one holds, with what the tables of terms say of it.
pub fn measured(
    program: &Program,
    (value, width): (&IntExpr, Width),
    table: &dyn Fn(&StrTerm) -> Option<Words>,
) -> Vec<Case> {
    let mut cases = value_after(value, width);
    match (value, width) {
        (IntExpr::Parse { of, radix }, Width::Unbounded) => {
            let Some(table) = table(of) else { return cases };
            let Some(range) = parsed_range(&table, *radix) else { return cases };
            // Where there are numerals of any length, their digits say little about the integers, and cost much.
            if table.length_bounds().1.is_some() {
                cases = parsed(of, *radix);
            }
            cases.iter_mut().for_each(|case| case.extend(in_range(range)));
        }
        (IntExpr::Code { of, at }, Width::Unbounded) => {
            let at = at.as_constant().and_then(|at| u64::try_from(at).ok());
            let codes = table(of).zip(at).and_then(|(table, at)| code_range(&table, at));
            let (least, most) = codes.unwrap_or((0, i128::from(program.alphabet.last())));
            // The last case is that there is a character.
            let range = Range { least: Some(least), most: Some(most) };
            cases.iter_mut().rev().take(1).for_each(|case| case.extend(in_range(range)));
        }
        (
            IntExpr::Linear(_)
            | IntExpr::Times(..)
            | IntExpr::Div(..)
            | IntExpr::Mod(..)
            | IntExpr::Bits(..)
            | IntExpr::IndexOf { .. }
            | IntExpr::LastIndexOf { .. }
            | IntExpr::Code { .. }
            | IntExpr::Parse { .. }
            | IntExpr::Input,
            _,
        ) => {}
    }
    cases
}

/// The integer of a numeral, by the number of its characters, in cases of which one holds.
pub fn parsed(of: &StrTerm, radix: u32) -> Vec<Case> {
    let (after, length, mut cases) = (Sum::after(), Sum::length(of), Vec::new());
    let told = told_digits(radix);
    for digits in 1..=told {
        let most = i128::from(radix).pow(digits) - 1;
        let within = both([Sum::constant(-most).at_most(&after), after.at_most(&Sum::constant(most))]);
        cases.push(both([length.equals(&Sum::constant(i128::from(digits))), within]));
    }
    cases.push(Sum::constant(i128::from(told) + 1).at_most(&length));
    cases
}

/// The length of a slice, with the ends cut to the whole, in cases of which one holds: for each end, before, within or past it.
pub fn slice_lengths(of: &StrTerm, from: &Linear, to: Option<&Linear>) -> Vec<Case> {
    let (after, whole) = (Sum::after(), Sum::length(of));
    let starts = clipped(&Sum::of(from), &whole);
    let ends = to.map_or(vec![(Vec::new(), whole.clone())], |to| clipped(&Sum::of(to), &whole));
    let mut cases = Vec::new();
    for (if_start, start) in &starts {
        for (if_end, end) in &ends {
            let here = both([if_start.clone(), if_end.clone()]);
            let length = end.plus(start, -1);
            let taken = length.map_or(Vec::new(), |length| after.equals(&length));
            cases.push(both([here.clone(), start.at_most(end), taken]));
            cases.push(both([here, end.at_most(start), after.equals(&Sum::constant(0))]));
        }
    }
    cases
}

/// A position cut to `0..=whole`: when it is which sum.
fn clipped(position: &Sum, whole: &Sum) -> Vec<(Case, Sum)> {
    let zero = Sum::constant(0);
    let within = both([zero.at_most(position), position.at_most(whole)]);
    vec![
        (position.at_most(&zero), zero.clone()),
        (within, position.clone()),
        (whole.at_most(position), whole.clone()),
    ]
}

/// The least and the greatest integer of a width; `None` when there are none, or they do not fit.
pub fn range(width: Width) -> Option<(i128, i128)> {
    match width {
        Width::Signed(bits) if (1..=127).contains(&bits) => {
            Some((-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1))
        }
        Width::Unsigned(bits) if bits < 127 => Some((0, (1i128 << bits) - 1)),
        Width::Unbounded | Width::Signed(_) | Width::Unsigned(_) => None,
    }
}

/// Over-approximates: the new value of an integer assigned, in cases of which one holds.
pub fn value_after(value: &IntExpr, width: Width) -> Vec<Case> {
    if width == Width::Unbounded {
        return value_unbounded(value, &Sum::after());
    }
    let Some((low, high)) = range(width) else { return vec![Vec::new()] };
    let (low, high) = (Sum::constant(low), Sum::constant(high));
    let fits = |sum: &Sum| both([low.at_most(sum), sum.at_most(&high)]);
    let anything = fits(&Sum::after());
    // The value before wrapping is some integer: the same when it fits, and any that fits when it does not.
    let mut cases = Vec::new();
    for case in value_unbounded(value, &Sum::after()) {
        cases.push(both([case, anything.clone()]));
    }
    if let IntExpr::Linear(linear) = value {
        let sum = Sum::of(linear);
        cases.push(both([
            sum.plus(&Sum::constant(1), 1).map_or(Vec::new(), |s| s.at_most(&low)),
            anything.clone(),
        ]));
        let above = sum.plus(&Sum::constant(1), -1).map_or(Vec::new(), |s| high.at_most(&s));
        cases.push(both([above, anything]));
    } else {
        cases.push(anything);
    }
    cases
}

/// The value of an expression as integers of any size, called `after`.
fn value_unbounded(value: &IntExpr, after: &Sum) -> Vec<Case> {
    let zero = Sum::constant(0);
    match value {
        IntExpr::Linear(linear) => vec![after.equals(&Sum::of(linear))],
        IntExpr::Times(left, right) => {
            let product = match (left.as_constant(), right.as_constant()) {
                (Some(factor), _) => right.times(factor),
                (_, Some(factor)) => left.times(factor),
                (None, None) => None,
            };
            vec![product.map_or(Vec::new(), |product| after.equals(&Sum::of(&product)))]
        }
        IntExpr::Div(dividend, divisor) => match divisor.as_constant() {
            Some(divisor) if divisor != 0 => division(dividend, divisor, after),
            Some(_) | None => vec![Vec::new()],
        },
        IntExpr::Mod(dividend, divisor) => match divisor.as_constant() {
            Some(divisor) if divisor != 0 => remainder(dividend, divisor, after),
            Some(_) | None => vec![Vec::new()],
        },
        IntExpr::IndexOf { of, what, from } => {
            let room = Sum::length(of).plus(&Sum::length(what), -1);
            let fits = room.map_or(Vec::new(), |room| after.at_most(&room));
            let found = both([Sum::of(from).at_most(after), zero.at_most(after), fits]);
            vec![after.equals(&Sum::constant(-1)), found]
        }
        IntExpr::LastIndexOf { of, what } => {
            let room = Sum::length(of).plus(&Sum::length(what), -1);
            let fits = room.map_or(Vec::new(), |room| after.at_most(&room));
            vec![after.equals(&Sum::constant(-1)), both([zero.at_most(after), fits])]
        }
        IntExpr::Code { of, at } => {
            let (position, whole) = (Sum::of(at), Sum::length(of));
            let inside = both([zero.at_most(after), zero.at_most(&position)]);
            let before_end = position.plus(&Sum::constant(1), 1).map_or(Vec::new(), |p| p.at_most(&whole));
            let none = after.equals(&Sum::constant(-1));
            let below = both([position.at_most(&Sum::constant(-1)), none.clone()]);
            let behind = both([whole.at_most(&position), none]);
            let outside = if at.as_constant().is_some_and(|at| at >= 0) { vec![] } else { vec![below] };
            [outside, vec![behind, both([inside, before_end])]].concat()
        }
        IntExpr::Bits(..) | IntExpr::Parse { .. } | IntExpr::Input => vec![Vec::new()],
    }
}

/// `after` is the quotient by a constant that is not 0, rounded towards 0.
fn division(dividend: &Linear, divisor: i128, after: &Sum) -> Vec<Case> {
    let rest = divisor.checked_neg().and_then(|factor| Sum::of(dividend).plus(after, factor));
    let Some(rest) = rest else { return vec![Vec::new()] };
    remainders(dividend, divisor, &rest)
}

/// `after` is what division by a constant that is not 0 leaves.
fn remainder(dividend: &Linear, divisor: i128, after: &Sum) -> Vec<Case> {
    let multiple = Sum::constant(0).plus(&Sum::some(), divisor);
    let whole = multiple.and_then(|multiple| multiple.plus(after, 1));
    let Some(whole) = whole else { return vec![Vec::new()] };
    let exact = Sum::of(dividend).equals(&whole);
    remainders(dividend, divisor, after).into_iter().map(|case| both([case, exact.clone()])).collect()
}

/// `rest` has the sign of the dividend and is smaller than the divisor.
fn remainders(dividend: &Linear, divisor: i128, rest: &Sum) -> Vec<Case> {
    let Some(most) = divisor.checked_abs().map(|divisor| divisor - 1) else { return vec![Vec::new()] };
    let (zero, dividend) = (Sum::constant(0), Sum::of(dividend));
    vec![
        both([zero.at_most(&dividend), zero.at_most(rest), rest.at_most(&Sum::constant(most))]),
        both([dividend.at_most(&zero), rest.at_most(&zero), Sum::constant(-most).at_most(rest)]),
    ]
}

/// Over-approximates: what a literal says about integers and lengths, in cases of which one holds.
pub fn literal_cases(literal: &Literal) -> Vec<Case> {
    let zero = Sum::constant(0);
    let shorter = |whole: &StrTerm, part: &StrTerm| vec![Sum::length(part).at_most(&Sum::length(whole))];
    match (&literal.test, literal.holds) {
        (Test::IsZero(linear), true) => vec![Sum::of(linear).equals(&zero)],
        (Test::IsZero(linear), false) => {
            let (below, above) = (Sum::constant(-1), Sum::constant(1));
            vec![Sum::of(linear).at_most(&below), above.at_most(&Sum::of(linear))]
        }
        (Test::AtMostZero(linear), true) => vec![Sum::of(linear).at_most(&zero)],
        (Test::AtMostZero(linear), false) => vec![Sum::constant(1).at_most(&Sum::of(linear))],
        (Test::Equal(left, right), true) => vec![Sum::length(left).equals(&Sum::length(right))],
        (Test::Contains(whole, part) | Test::StartsWith(whole, part) | Test::EndsWith(whole, part), true) => {
            shorter(whole, part)
        }
        (Test::Equal(..) | Test::Contains(..) | Test::StartsWith(..) | Test::EndsWith(..), false)
        | (Test::Bool(_) | Test::In(..), _) => vec![Vec::new()],
    }
}

/// Over-approximates: what a literal says about lengths because of what words are: members of a language, by its table among
/// those of the program, are no shorter and no longer than its words, and only the empty word has no character.
/// An analysis that follows words knows this from them.
pub fn lengths_of_words(literal: &Literal, tables: &[Words]) -> Case {
    match (&literal.test, literal.holds) {
        (Test::In(StrTerm::Var(var), language), true) => {
            let length = Sum::of(&Linear::length(*var));
            let (least, most) = tables[language.index()].length_bounds();
            let above = Sum::constant(i128::from(least)).at_most(&length);
            let below = most.map_or(Vec::new(), |most| length.at_most(&Sum::constant(i128::from(most))));
            both([above, below])
        }
        (Test::Equal(term, StrTerm::Word(word)) | Test::Equal(StrTerm::Word(word), term), false)
            if word.is_empty() =>
        {
            Sum::constant(1).at_most(&Sum::length(term))
        }
        (
            Test::In(..)
            | Test::Equal(..)
            | Test::Contains(..)
            | Test::StartsWith(..)
            | Test::EndsWith(..)
            | Test::Bool(_)
            | Test::IsZero(_)
            | Test::AtMostZero(_),
            _,
        ) => Vec::new(),
    }
}

/// Exact: a condition as a disjunction of conjunctions of literals; `None` when there would be more than
/// `limit` of them.
pub fn disjuncts(condition: &Condition, limit: usize) -> Option<Vec<Vec<&Literal>>> {
    match condition {
        Condition::Literal(literal) => Some(vec![vec![literal]]),
        Condition::Any(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(disjuncts(part, limit)?);
                if all.len() > limit {
                    return None;
                }
            }
            Some(all)
        }
        Condition::All(parts) => {
            let mut all: Vec<Vec<&Literal>> = vec![Vec::new()];
            for part in parts {
                let more = disjuncts(part, limit)?;
                if all.len().checked_mul(more.len())? > limit {
                    return None;
                }
                let mut joined = Vec::with_capacity(all.len() * more.len());
                for left in &all {
                    joined.extend(more.iter().map(|right| [left.as_slice(), right.as_slice()].concat()));
                }
                all = joined;
            }
            Some(all)
        }
    }
}

/// Whether the truth of a literal may depend on a variable.
pub fn speaks_of(literal: &Literal, variable: Variable) -> bool {
    let term = |term: &StrTerm| match (term, variable) {
        (StrTerm::Var(var), Variable::Str(other)) => *var == other,
        (StrTerm::Var(_) | StrTerm::Word(_), _) => false,
    };
    let linear = |linear: &Linear| {
        linear.terms().iter().any(|&(quantity, _)| match quantity {
            Quantity::Var(var) => variable == Variable::Int(var),
            Quantity::Length(var) => variable == Variable::Str(var),
        })
    };
    match &literal.test {
        Test::Bool(var) => variable == Variable::Bool(*var),
        Test::In(subject, _) => term(subject),
        Test::Equal(a, b) | Test::Contains(a, b) | Test::StartsWith(a, b) | Test::EndsWith(a, b) => {
            term(a) || term(b)
        }
        Test::IsZero(sum) | Test::AtMostZero(sum) => linear(sum),
    }
}

//! Values of terms: what a term denotes once its variables have values.
//!
//! The one definition of the operations in code, tested against [`ir::interp`]. An integer that 128 bits do not hold, and
//! an operation outside of what it is defined for, has no value here.

use std::collections::BTreeMap;

use automata::Symbol;
use ir::BitOp;

use crate::op::Op;
use crate::smt::LAST;
use crate::sort::{ConstructorId, Sort};
use crate::system::HornSystem;
use crate::terms::{Term, TermId, Var};

/// What a term denotes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A word.
    Str(Vec<Symbol>),
    /// Bits as a number, and how many.
    Bits {
        /// The number.
        value: u64,
        /// How many bits.
        width: u32,
    },
    /// A value of a data type: its constructor and its parts.
    Data(ConstructorId, Vec<Value>),
}

impl Value {
    /// What it is a value of.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Str(_) => Sort::Str,
            &Value::Bits { width, .. } => Sort::Bits(width),
            Value::Data(made, _) => Sort::Data(made.data),
        }
    }
}

/// The values of terms under an assignment; `None` when one has none.
pub fn evaluate(
    system: &HornSystem,
    roots: &[TermId],
    assignment: &BTreeMap<Var, Value>,
) -> Option<Vec<Value>> {
    // A part may have no value although the whole has one: the other branch of an `ite`.
    let mut values: BTreeMap<TermId, Option<Value>> = BTreeMap::new();
    for id in system.terms.parts_of(roots.iter().copied()) {
        let value = match system.terms.get(id) {
            Term::Var(var, _) => assignment.get(var).cloned(),
            Term::Int(value) => Some(Value::Int(*value)),
            Term::Bool(value) => Some(Value::Bool(*value)),
            Term::Word(word) => Some(Value::Str(word.to_vec())),
            &Term::Bits { value, width } => Some(Value::Bits { value, width }),
            Term::App(op, parts) => {
                let parts: Vec<Option<&Value>> = parts.iter().map(|part| values[part].as_ref()).collect();
                apply(system, *op, &parts)
            }
        };
        values.insert(id, value);
    }
    roots.iter().map(|root| values[root].clone()).collect()
}

/// An operation on values, of which those that are not looked at need not exist.
fn apply(system: &HornSystem, op: Op, parts: &[Option<&Value>]) -> Option<Value> {
    if op == Op::And || op == Op::Or {
        let decides = Value::Bool(op == Op::Or);
        if parts.contains(&Some(&decides)) {
            return Some(decides);
        }
        return parts.iter().all(Option::is_some).then_some(Value::Bool(op == Op::And));
    }
    if op == Op::Ite {
        return parts[if truth(parts[0]?)? { 1 } else { 2 }].cloned();
    }
    let parts = parts.iter().copied().collect::<Option<Vec<&Value>>>()?;
    let special = match parts.first() {
        Some(Value::Int(_)) => on_integers(op, &parts),
        Some(Value::Str(_)) => on_strings(system, op, &parts),
        Some(Value::Bool(_) | Value::Bits { .. } | Value::Data(..)) | None => None,
    };
    special.or_else(|| on_any(op, &parts))
}

fn truth(value: &Value) -> Option<bool> {
    if let Value::Bool(value) = value { Some(*value) } else { None }
}

fn integer(value: &Value) -> Option<i128> {
    if let Value::Int(value) = value { Some(*value) } else { None }
}

fn string(value: &Value) -> Option<&[Symbol]> {
    if let Value::Str(word) = value { Some(word) } else { None }
}

/// The greatest depth of a value of a data type, so that such values may be walked by recursion.
const DEEPEST: usize = 1000;

/// How many constructors lie within each other, found without recursion.
fn depth(value: &Value) -> usize {
    let mut deepest = 0;
    let mut open = vec![(value, 1)];
    while let Some((value, depth)) = open.pop() {
        deepest = deepest.max(depth);
        if let Value::Data(_, parts) = value {
            open.extend(parts.iter().map(|part| (part, depth + 1)));
        }
    }
    deepest
}

/// Operations that do not look at the sort of their first part.
fn on_any(op: Op, parts: &[&Value]) -> Option<Value> {
    match (op, parts) {
        (Op::Not, [Value::Bool(value)]) => Some(Value::Bool(!value)),
        (Op::Equal, [left, right]) => Some(Value::Bool(left == right)),
        (Op::BitsLess, [Value::Bits { value: left, .. }, Value::Bits { value: right, .. }]) => {
            Some(Value::Bool(left < right))
        }
        (Op::BitsAtMost, [Value::Bits { value: left, .. }, Value::Bits { value: right, .. }]) => {
            Some(Value::Bool(left <= right))
        }
        (Op::Construct(id), _) => {
            let value = Value::Data(id, parts.iter().map(|part| (*part).clone()).collect());
            (depth(&value) <= DEEPEST).then_some(value)
        }
        (Op::Select(id, field, _), [Value::Data(made, parts)]) if *made == id => {
            parts.get(field as usize).cloned()
        }
        (Op::Is(id), [Value::Data(made, _)]) => Some(Value::Bool(*made == id)),
        _ => None,
    }
}

fn on_integers(op: Op, parts: &[&Value]) -> Option<Value> {
    let numbers = parts.iter().map(|part| integer(part)).collect::<Option<Vec<i128>>>()?;
    Some(match (op, numbers.as_slice()) {
        (Op::Add, numbers) => {
            Value::Int(numbers.iter().try_fold(0_i128, |sum, value| sum.checked_add(*value))?)
        }
        (Op::Times, [left, right]) => Value::Int(left.checked_mul(*right)?),
        (Op::Div, [left, right]) => Value::Int(left.checked_div_euclid(*right)?),
        (Op::Mod, [left, right]) => Value::Int(left.checked_rem_euclid(*right)?),
        (Op::Less, [left, right]) => Value::Bool(left < right),
        (Op::AtMost, [left, right]) => Value::Bool(left <= right),
        (Op::FromInt, [value]) if *value < 0 => Value::Str(Vec::new()),
        (Op::FromInt, [value]) => Value::Str(value.to_string().chars().map(Symbol::from).collect()),
        (Op::FromCode, [code]) => {
            let code = u32::try_from(*code).ok().filter(|code| *code <= LAST);
            Value::Str(code.into_iter().collect())
        }
        (Op::Numeral(radix), [value]) => Value::Str(numeral(*value, radix)),
        (Op::IntBits(op), [left, right]) => Value::Int(bits(op, *left, *right)?),
        _ => return None,
    })
}

fn bits(op: BitOp, left: i128, right: i128) -> Option<i128> {
    match op {
        BitOp::And => Some(left & right),
        BitOp::Or => Some(left | right),
        BitOp::Xor => Some(left ^ right),
        BitOp::Left => {
            left.checked_mul(1_i128.checked_shl(u32::try_from(right).ok()?).filter(|power| *power > 0)?)
        }
        BitOp::Right => (right >= 0).then(|| left >> right.min(127)),
    }
}

fn numeral(value: i128, radix: u32) -> Vec<Symbol> {
    let mut rest = value.unsigned_abs();
    let mut word = Vec::new();
    while rest > 0 || word.is_empty() {
        let digit = char::from_digit((rest % u128::from(radix)) as u32, radix);
        word.push(Symbol::from(digit.expect("a remainder is below the radix, which is at most 36")));
        rest /= u128::from(radix);
    }
    word.extend((value < 0).then_some(Symbol::from('-')));
    word.reverse();
    word
}

fn on_strings(system: &HornSystem, op: Op, parts: &[&Value]) -> Option<Value> {
    let first = string(parts[0])?;
    let second = parts.get(1).and_then(|part| string(part));
    let number = parts.get(1).and_then(|part| integer(part));
    Some(match (op, second, number) {
        (Op::Concat, ..) => {
            let words = parts.iter().map(|part| string(part)).collect::<Option<Vec<_>>>()?;
            Value::Str(words.concat())
        }
        (Op::Length, ..) => Value::Int(first.len() as i128),
        (Op::At, _, Some(at)) => Value::Str(substring(first, at, 1).to_vec()),
        (Op::Substring, _, Some(from)) => Value::Str(substring(first, from, integer(parts[2])?).to_vec()),
        (Op::PrefixOf, Some(whole), _) => Value::Bool(whole.starts_with(first)),
        (Op::SuffixOf, Some(whole), _) => Value::Bool(whole.ends_with(first)),
        (Op::Contains, Some(part), _) => Value::Bool(find(first, part, 0).is_some()),
        (Op::IndexOf, Some(part), _) => Value::Int(position(first, part, integer(parts[2])?)),
        (Op::Replace, Some(part), _) => {
            let at = find(first, part, 0);
            Value::Str(replaced(first, part.len(), at.as_slice(), string(parts[2])?))
        }
        (Op::ReplaceAll, Some(part), _) => {
            Value::Str(replaced(first, part.len(), &occurrences(first, part), string(parts[2])?))
        }
        (Op::In(id), ..) => Value::Bool(system.language(id).automaton.contains(first)),
        (Op::ToInt, ..) => Value::Int(digits(first)?),
        (Op::ToCode, ..) => Value::Int(if let [one] = first { i128::from(*one) } else { -1 }),
        (Op::StrLess, Some(other), _) => Value::Bool(first < other),
        (Op::StrAtMost, Some(other), _) => Value::Bool(first <= other),
        (Op::LastIndexOf, Some(part), _) => {
            let starts = (0..=first.len()).rev();
            let mut found = starts.filter(|&at| first[at..].starts_with(part));
            Value::Int(found.next().map_or(-1, |at| at as i128))
        }
        (Op::Reverse, ..) => Value::Str(first.iter().rev().copied().collect()),
        (Op::Repeat, _, Some(times)) => {
            let times =
                usize::try_from(times.max(0)).ok().filter(|times| times * first.len().max(1) <= 1 << 20)?;
            Value::Str(first.repeat(times))
        }
        (Op::Apply(id), ..) => Value::Str(system.function(id).transducer.apply(first)?),
        (Op::Parse(radix), ..) => Value::Int(parsed(first, radix)?),
        _ => return None,
    })
}

/// `count` characters from `from` on, as far as there are; none when it begins outside.
fn substring(whole: &[Symbol], from: i128, count: i128) -> &[Symbol] {
    let Some(from) = usize::try_from(from).ok().filter(|from| *from < whole.len()) else { return &[] };
    let count = usize::try_from(count.max(0)).unwrap_or(usize::MAX).min(whole.len() - from);
    &whole[from..from + count]
}

/// The first position of `part` at or after `from`, which is at most the length.
fn find(whole: &[Symbol], part: &[Symbol], from: usize) -> Option<usize> {
    (from..=whole.len()).find(|&at| whole[at..].starts_with(part))
}

fn position(whole: &[Symbol], part: &[Symbol], from: i128) -> i128 {
    let from = usize::try_from(from).ok().filter(|from| *from <= whole.len());
    from.and_then(|from| find(whole, part, from)).map_or(-1, |at| at as i128)
}

/// Where `part` occurs, from left to right and without overlap; nowhere when it is empty.
fn occurrences(whole: &[Symbol], part: &[Symbol]) -> Vec<usize> {
    let mut places = Vec::new();
    let mut from = 0;
    while !part.is_empty()
        && let Some(at) = find(whole, part, from)
    {
        places.push(at);
        from = at + part.len();
    }
    places
}

fn replaced(whole: &[Symbol], length: usize, places: &[usize], with: &[Symbol]) -> Vec<Symbol> {
    let mut word = Vec::new();
    let mut done = 0;
    for &at in places {
        word.extend_from_slice(&whole[done..at]);
        word.extend_from_slice(with);
        done = at + length;
    }
    word.extend_from_slice(&whole[done..]);
    word
}

/// The number of a row of digits, -1 for anything else; `None` beyond 128 bits.
fn digits(word: &[Symbol]) -> Option<i128> {
    let digit = |symbol: &Symbol| char::from_u32(*symbol).and_then(|c| c.to_digit(10));
    let Some(digits) =
        word.iter().map(digit).collect::<Option<Vec<u32>>>().filter(|digits| !digits.is_empty())
    else {
        return Some(-1);
    };
    digits.iter().try_fold(0_i128, |value, digit| value.checked_mul(10)?.checked_add(i128::from(*digit)))
}

/// The integer of a numeral with or without sign.
fn parsed(word: &[Symbol], radix: u32) -> Option<i128> {
    let text: Option<String> = word.iter().map(|symbol| char::from_u32(*symbol)).collect();
    i128::from_str_radix(&text?, radix).ok()
}

//! From demands on answers to answers.
//!
//! Demands on one unknown alone are bounds and exclusions. Those that connect unknowns are a set of integer tuples, of
//! which a member with few bits is taken; where there are many, they are moved towards the demands one by one. A word
//! is then a short, plain member of its language that has the length found. What nothing is demanded of stays as it
//! was in the run.

use std::collections::{BTreeMap, BTreeSet};

use automata::numbers::Relation;
use automata::{Automaton, Budget, Exhausted, LengthSet, Symbol, Tuples};
use ir::interp::Value;

use crate::demands::Demands;
use crate::linear_demands::{Demand, Sum, Unknown};
use crate::pool::pleasant;

/// The most connected unknowns that are solved together; more are moved one at a time.
const MOST_TRACKS: usize = 6;

/// How often all demands are gone over.
const ROUNDS: usize = 20;

/// Answers that meet the demands, where some are found. `answers` are those of the run that was walked, and
/// `is_marked` says which of them get marks when they arrive.
pub(crate) fn solve(
    demands: &Demands,
    answers: &[Value],
    is_marked: &[bool],
    budget: &mut Budget,
) -> Result<Option<Vec<Value>>, Exhausted> {
    let mut words = BTreeMap::new();
    for (&answer, language) in &demands.words {
        words.insert(answer, arriving(language, is_marked[answer], budget)?);
    }
    let Some(values) = numbers(demands, &words, answers, budget)? else { return Ok(None) };
    let mut solution = answers.to_vec();
    for (answer, language) in words {
        let length = values.get(&Unknown::AnswerLength(answer)).copied();
        let Some(word) = word_of(&language, length, &answers[answer], budget)? else { return Ok(None) };
        solution[answer] = Value::Str(word);
    }
    for (&unknown, &value) in &values {
        if let Unknown::Answer(answer) = unknown {
            solution[answer] = Value::Int(value);
        }
    }
    for (&answer, &truth) in &demands.truths {
        solution[answer] = Value::Bool(truth);
    }
    Ok(Some(solution))
}

/// The words that are answered so that one of the language arrives.
fn arriving(language: &Automaton, is_marked: bool, budget: &mut Budget) -> Result<Automaton, Exhausted> {
    if !is_marked || !language.alphabet().is_marked() {
        return Ok(language.clone());
    }
    let plain = automata::Alphabet::up_to(language.alphabet().last());
    Automaton::any(plain).all_marked().intersection(language, budget)?.without_marks(budget)
}

/// A member of the length, if one is said: the old word where it is one, else a plain one.
fn word_of(
    language: &Automaton,
    length: Option<i128>,
    old: &Value,
    budget: &mut Budget,
) -> Result<Option<Vec<Symbol>>, Exhausted> {
    let restricted;
    let language = match length {
        None => language,
        Some(length) => {
            let Ok(length) = u64::try_from(length) else { return Ok(None) };
            restricted = language.restrict(&LengthSet::exactly(length), budget)?;
            &restricted
        }
    };
    match old {
        Value::Str(word) if language.contains(word) => Ok(Some(word.clone())),
        Value::Str(_) | Value::Int(_) | Value::Bool(_) => Ok(pleasant(language, budget)),
    }
}

/// Values of the unknowns that something is demanded of.
fn numbers(
    demands: &Demands,
    words: &BTreeMap<usize, Automaton>,
    answers: &[Value],
    budget: &mut Budget,
) -> Result<Option<BTreeMap<Unknown, i128>>, Exhausted> {
    let mut sums = demands.sums.clone();
    let mut values = BTreeMap::new();
    let connected: BTreeSet<Unknown> = sums
        .iter()
        .filter(|(sum, _)| sum.terms.len() > 1)
        .flat_map(|(sum, _)| sum.terms.keys().copied())
        .collect();
    let connected: Vec<Unknown> = connected.into_iter().collect();
    if !connected.is_empty() {
        let found = if connected.len() <= MOST_TRACKS {
            tuple(&sums, &connected, words, budget)?
        } else {
            let start = connected.iter().map(|&unknown| had(unknown, answers).unwrap_or(0)).collect();
            climb(&sums, &connected, start, budget)?
        };
        let Some(found) = found else { return Ok(None) };
        for (&unknown, &value) in connected.iter().zip(&found) {
            values.insert(unknown, value);
            fix(&mut sums, unknown, value);
        }
    }
    let singles: BTreeSet<Unknown> =
        sums.iter().filter_map(|(sum, _)| sum.single()).map(|(x, _)| x).collect();
    for unknown in singles {
        let lengths = lengths_of(unknown, words, budget)?;
        let Some(value) = single(&sums, unknown, lengths.as_ref(), had(unknown, answers)) else {
            return Ok(None);
        };
        values.insert(unknown, value);
    }
    let fails = |(sum, demand): &(Sum, Demand)| sum.terms.is_empty() && !demand.admits(sum.constant);
    Ok(if sums.iter().any(fails) { None } else { Some(values) })
}

/// The value in the run.
fn had(unknown: Unknown, answers: &[Value]) -> Option<i128> {
    match unknown {
        Unknown::Answer(answer) => match answers.get(answer)? {
            Value::Int(value) => Some(*value),
            Value::Str(_) | Value::Bool(_) => None,
        },
        Unknown::AnswerLength(answer) => match answers.get(answer)? {
            Value::Str(word) => Some(word.len() as i128),
            Value::Int(_) | Value::Bool(_) => None,
        },
        Unknown::Int(..) | Unknown::Length(..) | Unknown::Fresh(_) => None,
    }
}

fn fix(sums: &mut [(Sum, Demand)], unknown: Unknown, value: i128) {
    for (sum, _) in sums {
        if let Some(new) = sum.with(unknown, &Sum::constant(value)) {
            *sum = new;
        }
    }
}

/// The lengths that the language of an answered word leaves; `None` for an integer.
fn lengths_of(
    unknown: Unknown,
    words: &BTreeMap<usize, Automaton>,
    budget: &mut Budget,
) -> Result<Option<LengthSet>, Exhausted> {
    match unknown {
        Unknown::AnswerLength(answer) => match words.get(&answer) {
            Some(language) => language.lengths(budget).map(Some),
            None => Ok(Some(LengthSet::any())),
        },
        Unknown::Int(..) | Unknown::Length(..) | Unknown::Answer(_) | Unknown::Fresh(_) => Ok(None),
    }
}

/// A value for an unknown that is in no sum with others: the old one, or the least in size near a bound.
fn single(
    sums: &[(Sum, Demand)],
    unknown: Unknown,
    lengths: Option<&LengthSet>,
    had: Option<i128>,
) -> Option<i128> {
    let own: Vec<(i128, i128, Demand)> = sums
        .iter()
        .filter_map(|(sum, demand)| {
            let (only, factor) = sum.single()?;
            (only == unknown).then_some((factor, sum.constant, *demand))
        })
        .collect();
    let admits = |value: i128| {
        let is_length = lengths.is_none_or(|set| u64::try_from(value).is_ok_and(|n| set.contains(n)));
        is_length
            && own.iter().all(|&(factor, constant, demand)| {
                let value = factor.checked_mul(value).and_then(|product| product.checked_add(constant));
                value.is_some_and(|value| demand.admits(value))
            })
    };
    let roots = own.iter().map(|&(factor, constant, _)| constant.saturating_neg().div_euclid(factor));
    let mut starts: Vec<i128> = [0].into_iter().chain(roots).collect();
    starts.sort_unstable_by_key(|start| start.unsigned_abs());
    let near = starts.iter().flat_map(|&start| {
        (0..=64).flat_map(move |away: i128| [start.saturating_add(away), start.saturating_sub(away)])
    });
    had.into_iter().chain(near).find(|&value| admits(value))
}

/// Moves values one at a time towards what is demanded; `None` when that does not end well soon.
fn climb(
    sums: &[(Sum, Demand)],
    unknowns: &[Unknown],
    start: Vec<i128>,
    budget: &mut Budget,
) -> Result<Option<Vec<i128>>, Exhausted> {
    let mut values: BTreeMap<Unknown, i128> = unknowns.iter().copied().zip(start).collect();
    // No change may break what is demanded of one unknown alone, which includes that lengths are not negative.
    let is_free = |unknown: Unknown, value: i128| {
        let is_length = matches!(unknown, Unknown::AnswerLength(_));
        let alone = sums.iter().filter(|(sum, _)| sum.single().is_some_and(|(only, _)| only == unknown));
        let mut alone = alone.map(|(sum, demand)| demand.admits(value_of(sum, &|_| value)));
        (!is_length || value >= 0) && alone.all(|admits| admits)
    };
    for _ in 0..ROUNDS {
        let mut moved = false;
        for (sum, demand) in sums.iter().filter(|(sum, _)| sum.terms.len() > 1) {
            for (&unknown, &factor) in &sum.terms {
                budget.spend(sum.terms.len() as u64)?;
                let total = value_of(sum, &|unknown| values.get(&unknown).copied().unwrap_or(0));
                if demand.admits(total) {
                    break;
                }
                let old = values.get(&unknown).copied().unwrap_or(0);
                // The nearest value at which the sum is as demanded, then half the way, and so on.
                let rounded = total.saturating_add((factor.saturating_abs() - 1) * total.signum());
                let whole = if total == 0 { 1 } else { rounded.saturating_neg() / factor };
                let mut step = whole;
                while step != 0 && !is_free(unknown, old.saturating_add(step)) {
                    step /= 2;
                }
                moved |= step != 0;
                values.insert(unknown, old.saturating_add(step));
            }
        }
        if !moved {
            break;
        }
    }
    let holds = |(sum, demand): &(Sum, Demand)| {
        demand.admits(value_of(sum, &|unknown| values.get(&unknown).copied().unwrap_or(0)))
    };
    let connected = sums.iter().filter(|(sum, _)| sum.terms.len() > 1);
    Ok(connected.into_iter().all(holds).then(|| unknowns.iter().map(|unknown| values[unknown]).collect()))
}

fn value_of(sum: &Sum, value: &impl Fn(Unknown) -> i128) -> i128 {
    let terms = sum.terms.iter().map(|(&unknown, &factor)| value(unknown).saturating_mul(factor));
    terms.fold(sum.constant, i128::saturating_add)
}

/// A tuple of values for the connected unknowns.
fn tuple(
    sums: &[(Sum, Demand)],
    unknowns: &[Unknown],
    words: &BTreeMap<usize, Automaton>,
    budget: &mut Budget,
) -> Result<Option<Vec<i128>>, Exhausted> {
    let mut set = Tuples::all(unknowns.len());
    for (sum, demand) in sums.iter().filter(|(sum, _)| !sum.terms.is_empty()) {
        let factor = |unknown| i64::try_from(sum.terms.get(unknown).copied().unwrap_or(0)).ok();
        let factors: Option<Vec<i64>> = unknowns.iter().map(factor).collect();
        let constant = sum.constant.checked_neg().and_then(|constant| i64::try_from(constant).ok());
        if sum.terms.keys().any(|unknown| !unknowns.contains(unknown)) {
            continue;
        }
        let (Some(factors), Some(constant)) = (factors, constant) else { return Ok(None) };
        let relation = match demand {
            Demand::Zero => Relation::Equal,
            Demand::NonZero => Relation::NotEqual,
            Demand::AtMostZero => Relation::AtMost,
        };
        set = set.intersection(&Tuples::linear(&factors, relation, constant, budget)?, budget)?;
    }
    for (track, &unknown) in unknowns.iter().enumerate() {
        if let Some(lengths) = lengths_of(unknown, words, budget)? {
            let mut own = Tuples::from_lengths(&lengths, budget)?;
            for other in 0..unknowns.len() {
                if other != track {
                    own = own.insert_track(other);
                }
            }
            set = set.intersection(&own, budget)?;
        }
    }
    set.member(budget)
}

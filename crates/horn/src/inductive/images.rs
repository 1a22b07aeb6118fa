//! What strings can be: the language of a term, from what is known of its parts.
//!
//! Over-approximates: parts are taken to be independent of each other, but for what is known of the whole.

use std::collections::BTreeMap;

use automata::{Automaton, Budget, Exhausted, LengthSet};

use crate::op::Op;
use crate::profiles::values_of;
use crate::system::HornSystem;
use crate::terms::{Term, TermId};

/// Exact: that a string is in a language, said of the part of it that is not constant if there is but one.
///
/// # Errors
/// [`Exhausted`] when a language outgrows the budget.
pub(super) fn placed(
    system: &HornSystem,
    subject: TermId,
    language: Automaton,
    budget: &mut Budget,
) -> Result<(TermId, Automaton), Exhausted> {
    let Term::App(Op::Concat, parts) = system.terms.get(subject) else { return Ok((subject, language)) };
    let word = |part: Option<&TermId>| match part.map(|part| system.terms.get(*part)) {
        Some(Term::Word(word)) => Automaton::literal(system.alphabet, word),
        _ => Automaton::epsilon(system.alphabet),
    };
    let is_word = |part: &&TermId| matches!(system.terms.get(**part), Term::Word(_));
    let mut others = parts.iter().filter(|part| !is_word(part));
    let (Some(&inner), None) = (others.next(), others.next()) else { return Ok((subject, language)) };
    // Neighbouring constants are joined, so there is at most one before and one after.
    let rest = language.left_quotient(&word(parts.first()), budget)?;
    Ok((inner, rest.right_quotient(&word(parts.last()), budget)?))
}

/// Over-approximates: what a string term can be.
///
/// # Errors
/// [`Exhausted`] when a language outgrows the budget.
pub(super) fn image(
    system: &HornSystem,
    known: &BTreeMap<TermId, Automaton>,
    term: TermId,
    budget: &mut Budget,
) -> Result<Automaton, Exhausted> {
    let mut done: BTreeMap<TermId, Automaton> = BTreeMap::new();
    for id in system.terms.parts_of([term]) {
        if system.terms.sort(id) != crate::sort::Sort::Str {
            continue;
        }
        let mut language = match system.terms.get(id) {
            Term::Word(word) => Automaton::literal(system.alphabet, word),
            Term::App(op, parts) => operation(system, (*op, parts), &done, budget)?,
            Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Bits { .. } => {
                Automaton::any(system.alphabet)
            }
        };
        if let Some(known) = known.get(&id) {
            language = language.intersection(known, budget)?;
        }
        done.insert(id, language);
    }
    Ok(done.remove(&term).unwrap_or_else(|| Automaton::any(system.alphabet)))
}

/// Over-approximates: what an operation can give.
fn operation(
    system: &HornSystem,
    (op, parts): (Op, &[TermId]),
    done: &BTreeMap<TermId, Automaton>,
    budget: &mut Budget,
) -> Result<Automaton, Exhausted> {
    let number = |at: usize| match system.terms.get(parts[at]) {
        Term::Int(value) => u64::try_from(*value).ok(),
        Term::Var(..) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => None,
    };
    if op == Op::Concat {
        let start = Automaton::epsilon(system.alphabet);
        return parts.iter().try_fold(start, |all, part| all.concat(&done[part], budget));
    }
    if op == Op::Ite {
        return done[&parts[1]].union(&done[&parts[2]], budget);
    }
    let from = if op == Op::At || op == Op::Substring { number(1) } else { None };
    let Some(from) = from else { return values_of(system.alphabet, op, budget) };
    let rest = done[&parts[0]].suffix(&LengthSet::between(from, from), budget)?;
    if op == Op::At {
        return rest.prefix(&LengthSet::between(1, 1), budget);
    }
    match number(2) {
        Some(count) => rest.prefix(&LengthSet::between(count, count), budget),
        None if reaches_end(system, parts, from) => Ok(rest),
        None => rest.prefix_closure(budget),
    }
}

/// Whether the count of a part is what is left of the whole from a position on.
fn reaches_end(system: &HornSystem, parts: &[TermId], from: u64) -> bool {
    let is_length = |term: TermId| match system.terms.get(term) {
        Term::App(Op::Length, whole) => whole[0] == parts[0],
        Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
            false
        }
    };
    match system.terms.get(parts[2]) {
        Term::App(Op::Add, sum) => {
            let back = -i128::from(from);
            sum.len() == 2
                && sum.iter().any(|part| is_length(*part))
                && sum.iter().any(|part| *system.terms.get(*part) == Term::Int(back))
        }
        Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
            is_length(parts[2])
        }
    }
}

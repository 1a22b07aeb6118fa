//! Answers with what a comparison saw replaced by what it asked for.
//!
//! A string that is compared is often a part of an answer, whatever was done to find it there. So where a test of a
//! run saw `u` and asked for `w`, an answer with `w` in the place of `u` may pass it. This needs no understanding of
//! the operations in between [ASBGH19, input-to-state correspondence].

use std::collections::BTreeSet;

use automata::{Budget, MARK, Symbol};
use ir::interp::{Site, Value};
use ir::{Action, Condition, Program, StrTerm, Test};

use crate::pool::pleasant;
use crate::record::{Recording, Step, action};

/// What a test saw, and what it asked for.
type Replacement = (Vec<Symbol>, Vec<Symbol>);

/// Answers after so many are left as they are.
const MOST_ANSWERS: usize = 8;

/// The most lists of answers that are made from a run by one change; there are four times as many with
/// those by two.
const MOST: usize = 48;

/// Lists of answers that may pass tests of the run which its own answers did not: with one change, then with two,
/// because a condition may ask for several things at once.
pub(crate) fn transplants(program: &Program, recording: &Recording, budget: &mut Budget) -> Vec<Vec<Value>> {
    let replacements = replacements(program, recording, budget);
    let mut found: Vec<Vec<Value>> = vec![recording.run.answers.clone()];
    let mut seen: BTreeSet<Vec<Value>> = found.iter().cloned().collect();
    for most in [MOST, 4 * MOST] {
        let known = found.len();
        for (at, replacement) in
            (0..known).flat_map(|at| replacements.iter().map(move |replacement| (at, replacement)))
        {
            let changed = with_replacement(&found[at], replacement);
            // Copies of all answers are made; what was made when the budget is spent is enough.
            let length: usize = changed.iter().flatten().map(characters).sum();
            if found.len() >= most || budget.spend(length as u64).is_err() {
                break;
            }
            found.extend(changed.into_iter().filter(|answers| seen.insert(answers.clone())));
        }
    }
    found.split_off(1)
}

/// The size of an answer.
pub(crate) fn characters(value: &Value) -> usize {
    match value {
        Value::Str(word) => word.len() + 1,
        Value::Int(_) | Value::Bool(_) => 1,
    }
}

/// The answers with a replacement made in one of them.
fn with_replacement(answers: &[Value], (old, new): &Replacement) -> Vec<Vec<Value>> {
    let mut lists = Vec::new();
    for (at, answer) in answers.iter().enumerate().take(MOST_ANSWERS) {
        let Value::Str(word) = answer else { continue };
        for word in replaced(word, old, new) {
            let mut answers = answers.to_vec();
            answers[at] = Value::Str(word);
            lists.push(answers);
        }
    }
    lists
}

/// The first and the last occurrence replaced; what is empty is put at both ends.
fn replaced(word: &[Symbol], old: &[Symbol], new: &[Symbol]) -> Vec<Vec<Symbol>> {
    let mut places = (0..=word.len()).filter(|&at| word[at..].starts_with(old));
    let ends = [places.next(), places.next_back()];
    let put = |at: usize| [&word[..at], new, &word[at + old.len()..]].concat();
    ends.into_iter().flatten().map(put).collect()
}

/// What the tests of a run saw and asked for, in the order of the run.
fn replacements(program: &Program, recording: &Recording, budget: &mut Budget) -> Vec<Replacement> {
    let mut replacements: Vec<Replacement> = Vec::new();
    let mut seen: BTreeSet<Site> = BTreeSet::new();
    // A loop sees much; its last test is nearest to what comes after it.
    for step in recording.steps.iter().rev().filter(|step| seen.insert(step.site)) {
        let (Action::Branch(condition, _)
        | Action::Assume(condition)
        | Action::Assert(_, condition)
        | Action::SetBool(_, condition)) = action(program, step.site)
        else {
            continue;
        };
        let mut open = vec![condition];
        while let Some(condition) = open.pop() {
            match condition {
                Condition::All(parts) | Condition::Any(parts) => open.extend(parts.iter().rev()),
                Condition::Literal(literal) => {
                    replacement(program, step, &literal.test, &mut replacements, budget);
                }
            }
        }
    }
    replacements
}

fn replacement(
    program: &Program,
    step: &Step,
    test: &Test,
    replacements: &mut Vec<Replacement>,
    budget: &mut Budget,
) {
    let value = |term: &StrTerm| plain(step.frame.term(term));
    let mut add = |old: Vec<Symbol>, new: Vec<Symbol>| {
        if old != new && replacements.len() < MOST && !replacements.contains(&(old.clone(), new.clone())) {
            replacements.push((old, new));
        }
    };
    match test {
        Test::In(term, id) => {
            let language = &program.languages[id.index()].automaton;
            pleasant(language, budget).into_iter().for_each(|word| add(value(term), plain(&word)));
        }
        Test::Equal(left, right)
        | Test::Contains(left, right)
        | Test::StartsWith(left, right)
        | Test::EndsWith(left, right) => {
            add(value(left), value(right));
            add(value(right), value(left));
        }
        Test::Bool(_) | Test::IsZero(_) | Test::AtMostZero(_) => {}
    }
}

fn plain(word: &[Symbol]) -> Vec<Symbol> {
    word.iter().map(|symbol| symbol & !MARK).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_of_what_is_found_are_replaced() {
        assert_eq!(replaced(&[1, 2, 1], &[1], &[3, 4]), [vec![3, 4, 2, 1], vec![1, 2, 3, 4]]);
        assert_eq!(replaced(&[1, 2], &[], &[3]), [[3, 1, 2], [1, 2, 3]]);
        assert_eq!(replaced(&[1, 2], &[3], &[4]), Vec::<Vec<Symbol>>::new());
    }
}

//! Strings that are a finite-state function of one other string.
//!
//! Whether the value of a function is in a language depends on whether its argument is in the pre-image, which is
//! regular again. So functions stay exact as long as the chain of pre-images that the clauses ask for ends.

use automata::transducers::{AfterEmpty, Occurrences, Pattern, Template};
use automata::{Alphabet, Automaton, Budget, Exhausted, Output, Transducer, TransducerBuilder};

use super::machine::recast;
use crate::op::{FunctionId, Op};
use crate::system::HornSystem;
use crate::terms::{Term, TermId, Terms};

/// Positions beyond this are not counted.
const FARTHEST: i128 = 256;

/// A finite-state function on strings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Image {
    /// One that the system has.
    Apply(FunctionId),
    /// Backwards.
    Reverse,
    /// From a position so many characters, or to the end.
    Slice(usize, Option<usize>),
    /// Without the first and without the last so many characters.
    Inner(usize, usize),
    /// The first occurrence of a word, which is not empty, replaced.
    First(Vec<u32>, Vec<u32>),
    /// Every occurrence of a word, which is not empty, replaced.
    Every(Vec<u32>, Vec<u32>),
}

/// The function that a term is, and of what; `None` when it is none, as far as is known here.
pub(crate) fn image_of(terms: &Terms, term: TermId) -> Option<(Image, TermId)> {
    let Term::App(op, parts) = terms.get(term) else { return None };
    let count = |at: usize| {
        let Term::Int(value) = terms.get(*parts.get(at)?) else { return None };
        usize::try_from(*value).ok().filter(|_| *value <= FARTHEST)
    };
    let word = |at: usize| {
        let Term::Word(word) = terms.get(*parts.get(at)?) else { return None };
        Some(word.to_vec())
    };
    let image = match (op, count(2)) {
        (Op::Apply(id), _) => Image::Apply(*id),
        (Op::Reverse, _) => Image::Reverse,
        (Op::At, _) => Image::Slice(count(1)?, Some(1)),
        (Op::Substring, Some(width)) => Image::Slice(count(1)?, Some(width)),
        (Op::Substring, None) => rest(terms, parts, count(1)?)?,
        (Op::Replace, _) => Image::First(word(1).filter(|word| !word.is_empty())?, word(2)?),
        (Op::ReplaceAll, _) => Image::Every(word(1).filter(|word| !word.is_empty())?, word(2)?),
        _ => return None,
    };
    Some((image, parts[0]))
}

/// A substring whose count is the length of the whole, less a constant.
fn rest(terms: &Terms, parts: &[TermId], from: usize) -> Option<Image> {
    let is_length = |term: TermId| matches!(terms.get(term), Term::App(Op::Length, of) if of[0] == parts[0]);
    if is_length(parts[2]) {
        return Some(Image::Slice(from, None));
    }
    let Term::App(Op::Add, sum) = terms.get(parts[2]) else { return None };
    let [left, right] = sum.as_slice() else { return None };
    let (Term::Int(less), true) = (terms.get(*right), is_length(*left)) else { return None };
    let less = usize::try_from(less.checked_neg()?).ok().filter(|less| *less as i128 <= FARTHEST)?;
    // The count is taken from the position on, so only what is beyond it is missing at the end.
    Some(match less.checked_sub(from) {
        Some(0) | None => Image::Slice(from, None),
        Some(missing) => Image::Inner(from, missing),
    })
}

/// Exact: the strings whose image is in the language.
///
/// # Errors
/// [`Exhausted`] when the pre-image outgrows the budget.
pub(crate) fn preimage(
    system: &HornSystem,
    image: &Image,
    language: &Automaton,
    budget: &mut Budget,
) -> Result<Automaton, Exhausted> {
    let alphabet = language.alphabet();
    match image {
        Image::Apply(id) => {
            let function = &system.function(*id).transducer;
            let own = recast(language, function.alphabet(), budget)?;
            recast(&function.preimage(&own, budget)?, alphabet, budget)
        }
        Image::Reverse => language.reverse(budget),
        Image::Slice(from, width) => slicing(alphabet, *from, *width).preimage(language, budget),
        Image::Inner(first, last) => {
            let inner = without_last(alphabet, *last).preimage(language, budget)?;
            slicing(alphabet, *first, None).preimage(&inner, budget)
        }
        Image::First(what, with) => {
            replacing(alphabet, (what, with), Occurrences::First, budget)?.preimage(language, budget)
        }
        Image::Every(what, with) => {
            let all = Occurrences::All(AfterEmpty::StepOver);
            replacing(alphabet, (what, with), all, budget)?.preimage(language, budget)
        }
    }
}

fn replacing(
    alphabet: Alphabet,
    (what, with): (&[u32], &[u32]),
    which: Occurrences,
    budget: &mut Budget,
) -> Result<Transducer, Exhausted> {
    let pattern = Pattern::literal(alphabet, what, budget)?.expect("the word is not empty");
    Transducer::replacing(&pattern, &Template::word(with), which, budget)
}

/// Drops `from` characters, keeps `width` or all, drops the rest.
fn slicing(alphabet: Alphabet, from: usize, width: Option<usize>) -> Transducer {
    let mut builder = TransducerBuilder::new(alphabet);
    let all = alphabet.all();
    let count = from + width.unwrap_or(0);
    let states: Vec<u32> = (0..=count).map(|_| builder.add_state()).collect();
    for (at, &state) in states.iter().enumerate() {
        builder.end(state, &[]);
        let output = if at < from { Output::nothing() } else { Output::copy() };
        match states.get(at + 1) {
            Some(&next) => builder.read(state, &all, output, next),
            None if width.is_none() => builder.read(state, &all, Output::copy(), state),
            None => builder.read(state, &all, Output::nothing(), state),
        }
    }
    builder.finish()
}

/// Drops the last `count` characters, at least one. The machine guesses where they begin.
fn without_last(alphabet: Alphabet, count: usize) -> Transducer {
    let mut builder = TransducerBuilder::new(alphabet);
    let all = alphabet.all();
    let start = builder.add_state();
    let kept = builder.add_state();
    let dropped: Vec<u32> = (0..count).map(|_| builder.add_state()).collect();
    // A word that is too short is dropped as a whole.
    let short: Vec<u32> = (1..count).map(|_| builder.add_state()).collect();
    builder.end(start, &[]);
    let mut before = start;
    for &state in &short {
        builder.read(before, &all, Output::nothing(), state);
        builder.end(state, &[]);
        before = state;
    }
    for state in [start, kept] {
        builder.read(state, &all, Output::copy(), kept);
        builder.read(state, &all, Output::nothing(), dropped[0]);
    }
    for pair in dropped.windows(2) {
        builder.read(pair[0], &all, Output::nothing(), pair[1]);
    }
    builder.end(dropped[count - 1], &[]);
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_slices() {
        let word: Vec<u32> = (97..103).collect();
        for from in 0..8 {
            for width in 0..8 {
                let cut = slicing(Alphabet::BYTE, from, Some(width)).apply(&word).expect("total");
                let expected: Vec<u32> = word.iter().copied().skip(from).take(width).collect();
                assert_eq!(cut, expected, "{from} {width}");
            }
            let rest = slicing(Alphabet::BYTE, from, None).apply(&word).expect("total");
            assert_eq!(rest, word.iter().copied().skip(from).collect::<Vec<_>>());
            if from > 0 {
                let kept = without_last(Alphabet::BYTE, from).apply(&word).expect("total");
                assert_eq!(kept, word[..word.len().saturating_sub(from)], "without {from}");
            }
        }
    }
}

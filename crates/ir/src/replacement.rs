//! Replacements whose pattern and replacement are constants, as finite-state functions.
//!
//! Such a replacement is a transducer, with the match order of the pattern's dialect. Its image and preimage
//! are exact; replacements with variable parts have no such form.

use automata::transducers::{AfterEmpty, Occurrences, Pattern, Template};
use automata::{Budget, Exhausted, Transducer};

use crate::operation::{Needle, StrTerm, Which};
use crate::program::Program;

/// Exact: the function that replaces `what` by `with`; `None` when one of them is not constant, or the pattern
/// has no language.
///
/// # Errors
/// [`Exhausted`] when the function outgrows the budget.
pub fn replacement(
    program: &Program,
    (what, with, which): (&Needle, &StrTerm, Which),
    budget: &mut Budget,
) -> Result<Option<Transducer>, Exhausted> {
    let StrTerm::Word(with) = with else { return Ok(None) };
    let alphabet = program.alphabet;
    let (pattern, all) = match what {
        Needle::Term(StrTerm::Var(_)) => return Ok(None),
        Needle::Term(StrTerm::Word(word)) => match Pattern::literal(alphabet, word, budget)? {
            Some(pattern) => (pattern, Occurrences::All(AfterEmpty::StepOver)),
            // The empty word occurs nowhere.
            None => return Ok(Some(Transducer::identity(alphabet))),
        },
        Needle::Pattern(id) => {
            let regex = &program.patterns[id.index()].regex;
            match Pattern::of_regex(regex, alphabet, budget) {
                Ok(pattern) => (pattern, Occurrences::all(regex.dialect())),
                Err(why) => return why.exhausted().map_or(Ok(None), Err),
            }
        }
    };
    let which = match which {
        Which::First => Occurrences::First,
        Which::All => all,
    };
    Transducer::replacing(&pattern, &Template::word(with), which, budget).map(Some)
}

//! What a language is, in a line.
//!
//! A cascade: a list, a counted class or an expression, with a length bound or words not contained printed
//! apart where that is simpler; else an expression that contains the language; else some of its words. The
//! sign before the text is a promise: `=` and `⊆` are printed only after a check against the automaton.

use std::fmt;

use super::compose::Composer;
use super::expression::Expressions;
use super::shape::{Bound, Shape, of_length, shape};
use super::word::word;
use crate::budget::{Budget, Exhausted};
use crate::symbols::{Symbol, SymbolSet};
use crate::words::{Automaton, StateId};

/// How many words stand for a language that has no short description.
const SAMPLES: usize = 5;

/// Longer samples are left out.
const LONGEST_SAMPLE: usize = 200;

/// What a [`Readable`] text says about the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The text describes the language. This was checked.
    Exact,
    /// The text describes a language that contains it. This was checked.
    Contains,
    /// The text lists some words of the language and says nothing of the others.
    Samples,
}

/// A language in words that a person can read.
///
/// Its parts are in our own dialect of regular expressions, so that they can be read back, unless the
/// alphabet has marked characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readable {
    relation: Relation,
    expression: String,
    bound: Option<Bound>,
    without: Option<String>,
    samples: Vec<String>,
}

/// Exact where it says [`Relation::Exact`]; over-approximates where it says [`Relation::Contains`]. Describes
/// the language as shortly as the budget allows; when that is spent, by a few words of the language.
///
/// ```
/// use automata::{Alphabet, Automaton, Budget, show};
/// let mut budget = Budget::steps(1_000_000);
/// let word = |text: &str| Automaton::literal(Alphabet::BYTE, &text.bytes().map(u32::from).collect::<Vec<_>>());
/// let loud = word("ha").star(&mut budget)?.concat(&word("!"), &mut budget)?;
/// assert_eq!(show::readable(&loud, &mut budget).to_string(), "= (ha)*!");
/// # Ok::<(), automata::Exhausted>(())
/// ```
pub fn readable(automaton: &Automaton, budget: &mut Budget) -> Readable {
    // A literal is as wide as it is; beyond that, nobody reads an expression of many lines.
    let widest = 400 + 4 * u32::try_from(automaton.state_count()).unwrap_or(u32::MAX / 8);
    let mut composer = Composer::new(automaton.alphabet(), widest);
    if let Ok(Some(found)) = shape(automaton, &mut composer, budget) {
        return described(&composer.arena, &found, Relation::Exact, Vec::new());
    }
    let samples = samples(automaton, budget);
    let mut arena = Expressions::new(automaton.alphabet());
    match outline(automaton, &mut arena, budget) {
        Ok(outline) => described(&arena, &outline, Relation::Contains, samples),
        Err(_) => Readable {
            relation: Relation::Samples,
            expression: String::new(),
            bound: None,
            without: None,
            samples,
        },
    }
}

fn described(arena: &Expressions, shape: &Shape, relation: Relation, samples: Vec<String>) -> Readable {
    Readable {
        relation,
        expression: arena.text(shape.expr),
        bound: shape.bound,
        without: shape.without.map(|without| arena.text(without)),
        samples,
    }
}

/// Over-approximates: what all words begin with, the characters that follow, and, if the budget allows, how
/// long words are.
fn outline(automaton: &Automaton, arena: &mut Expressions, budget: &mut Budget) -> Result<Shape, Exhausted> {
    let mut parts = Vec::new();
    let mut state = StateId::START;
    while let &[edge] = automaton.edges(state)
        && edge.lo == edge.hi
        && !automaton.accepts_at(state)
        && parts.len() < LONGEST_SAMPLE
    {
        parts.push(arena.class(SymbolSet::single(edge.lo)));
        state = edge.target;
    }
    let ranges = automaton.states().flat_map(|state| automaton.edges(state)).map(|edge| (edge.lo, edge.hi));
    let letters = arena.class(SymbolSet::from_ranges(ranges));
    parts.push(arena.repeat(letters, 0, None));
    let expr = arena.concat(&parts);
    let around = arena.language(expr, budget)?;
    assert!(automaton.included_in(&around, budget)?, "words consist of their beginning and their letters");
    let mut share = Budget::steps(budget.left() / 2);
    let bound = length_bound(automaton, &mut share).ok();
    Ok(Shape { expr, bound, without: None })
}

/// Exact: the length of the shortest and of the longest words, checked.
fn length_bound(automaton: &Automaton, budget: &mut Budget) -> Result<Bound, Exhausted> {
    let lengths = automaton.lengths(budget)?;
    let bound = (lengths.min().unwrap_or(0), lengths.max());
    let within = of_length(automaton, bound, budget)?;
    assert!(automaton.included_in(&within, budget)?, "words are as long as their lengths say");
    Ok(bound)
}

/// A few words of the language, the first ones in order.
fn samples(automaton: &Automaton, budget: &mut Budget) -> Vec<String> {
    let mut share = Budget::steps(budget.left() / 2);
    let words: Vec<Vec<Symbol>> = match automaton.members(SAMPLES, &mut share) {
        Ok(words) => words,
        Err(_) => automaton.shortest().into_iter().collect(),
    };
    // A share is never more than what is left.
    let _left = budget.spend(share.spent());
    let shown = words.iter().filter(|word| word.len() <= LONGEST_SAMPLE);
    shown.map(|symbols| word(symbols, automaton.alphabet())).collect()
}

impl Readable {
    /// What the text says about the language.
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// The regular expression; empty for [`Relation::Samples`].
    pub fn expression(&self) -> &str {
        &self.expression
    }

    /// The least and the greatest length that words must have besides, when that is said apart.
    pub fn length_bound(&self) -> Option<(u64, Option<u64>)> {
        self.bound
    }

    /// An expression of which no word contains a word, when that is said apart.
    pub fn not_containing(&self) -> Option<&str> {
        self.without.as_deref()
    }

    /// Some words of the language, quoted; none when the description is exact.
    pub fn samples(&self) -> &[String] {
        &self.samples
    }

    /// The description without the sign before it.
    pub fn text(&self) -> String {
        if self.relation == Relation::Samples {
            return self.samples.join(", ");
        }
        let bound = match self.bound {
            Some((least, Some(most))) if least == most => format!(", length {most}"),
            Some((0, Some(most))) => format!(", length <= {most}"),
            Some((least, Some(most))) => format!(", length {least} to {most}"),
            Some((0, None)) | None => String::new(),
            Some((least, None)) => format!(", length >= {least}"),
        };
        let without = self.without.as_ref().map(|without| format!(", not containing {without}"));
        format!("{}{bound}{}", self.expression, without.unwrap_or_default())
    }
}

impl fmt::Display for Readable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.relation {
            Relation::Exact => write!(f, "= {}", self.text()),
            Relation::Contains if self.samples.is_empty() => write!(f, "⊆ {}", self.text()),
            Relation::Contains => write!(f, "⊆ {}; samples: {}", self.text(), self.samples.join(", ")),
            Relation::Samples => write!(f, "samples: {}", self.text()),
        }
    }
}

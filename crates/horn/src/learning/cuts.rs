//! Interpolants at a cut [HRS19 §3.3]: a language of the common strings that contains what comes to a predicate and has
//! nothing of what goes wrong from it.
//!
//! All other predicates are resolved away, so what is left are two conditions, A before the cut and B behind it, over the
//! arguments of the predicate. The paper's necessary test comes first: the common variables that are no strings are
//! renamed apart, which is to take them out of the arguments. If A and B can be true together then, strings are not to
//! blame for the conflict, and there is no language to be learned.

use automata::{Alphabet, Automaton, Budget, Exhausted, Symbol, SymbolSet};
use ir::interp;

use super::refine::{Effort, Outcome, Second, Settings, refine};
use super::teacher::{Judgement, Teacher};
use super::tuple::{Kept, Layout};
use crate::op::PredicateId;
use crate::runs::inputs;
use crate::solve::Application;
use crate::sort::Sort;
use crate::system::{Atom, Head, HornSystem};
use crate::transform::{inline_but, relabelled, slice};

/// The most clauses on both sides of a cut.
const MOST_CLAUSES: usize = 200;

/// What lies at a cut.
#[derive(Clone, Debug)]
pub enum Between {
    /// This language.
    Language {
        /// The arguments of the predicate whose strings stand in its words, in order.
        arguments: Vec<usize>,
        /// The words; between strings, if there are several, stands the character after those of strings.
        language: Automaton,
        /// What it took.
        effort: Effort,
    },
    /// Nothing: there is no conflict. With these answers of the outside everything is true.
    Together(Vec<interp::Value>),
    /// Nothing of this form: the conflict is none of strings.
    NotByStrings,
    /// Not found, for this reason.
    Open(String),
}

/// Exact where the teacher and whoever else is asked are: what lies at a cut of clauses that derive a query.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub fn between(
    system: &HornSystem,
    (cut, strings): (PredicateId, Alphabet),
    settings: Settings,
    second: &mut Second<'_>,
    budget: &mut Budget,
) -> Result<Between, Exhausted> {
    let Some(Halves { system: halves, arguments }) = halves(system, cut, budget)? else {
        return Ok(Between::Open("there are too many ways to the cut or behind it".to_owned()));
    };
    match together(&halves, strings, second, budget)? {
        Joint::Never => {}
        Joint::Open => return Ok(Between::Open("nobody could say whether strings are to blame".to_owned())),
        Joint::Values(_) => return blameless(system, strings, second, budget),
    }
    if halves.predicates.is_empty() {
        let language = Automaton::empty(strings);
        return Ok(Between::Language { arguments: Vec::new(), language, effort: Effort::default() });
    }
    let layout = Layout::new(&halves, strings, Kept::Strings);
    let teacher = Teacher::new(&halves, layout, budget)?;
    let (outcome, effort) = refine(&teacher, settings, second, budget)?;
    Ok(match outcome {
        Outcome::Invariant(found) => {
            let separators = u32::from(arguments.len() > 1);
            let alphabet = Alphabet::up_to(strings.last() + separators);
            Between::Language { arguments, language: narrowed(&found[0], alphabet, budget)?, effort }
        }
        Outcome::Derivation(_) => {
            Between::Open("what was said of the two sides contradicts itself".to_owned())
        }
        Outcome::Open(why) => Between::Open(why),
    })
}

/// What to say when strings alone are in no conflict: either nothing is, or something else.
fn blameless(
    system: &HornSystem,
    strings: Alphabet,
    second: &mut Second<'_>,
    budget: &mut Budget,
) -> Result<Between, Exhausted> {
    Ok(match together(system, strings, second, budget)? {
        Joint::Never => Between::NotByStrings,
        Joint::Open => Between::Open("nobody could say whether there is a conflict".to_owned()),
        Joint::Values(derived) => match inputs(&derived.0, &[derived.1]) {
            Some(inputs) => Between::Together(inputs),
            None => Between::Open("a value is too large".to_owned()),
        },
    })
}

/// The two sides of a cut as clauses over its strings.
struct Halves {
    system: HornSystem,
    /// Which arguments of the predicate are left.
    arguments: Vec<usize>,
}

fn halves(system: &HornSystem, cut: PredicateId, budget: &mut Budget) -> Result<Option<Halves>, Exhausted> {
    let mut bare = system.clone();
    bare.clauses.iter_mut().for_each(|clause| clause.trace.clear());
    let Some((two, _)) = inline_but(&bare, &[cut], MOST_CLAUSES, budget)? else { return Ok(None) };
    let (mut halves, way) = slice(&two);
    let mut arguments = Vec::new();
    if let (Some(predicate), Some((_, kept))) = (halves.predicates.first_mut(), way.predicates.first()) {
        let is_string: Vec<bool> = predicate.sorts.iter().map(|sort| *sort == Sort::Str).collect();
        let left = kept.iter().zip(&is_string).filter(|(_, is_string)| **is_string);
        arguments = left.map(|(argument, _)| *argument as usize).collect();
        predicate.sorts.retain(|sort| *sort == Sort::Str);
        let apart = |atom: &mut Atom| {
            let mut left = is_string.iter();
            atom.arguments.retain(|_| *left.next().expect("an atom has the arguments of its predicate"));
        };
        for clause in &mut halves.clauses {
            clause.body.iter_mut().for_each(apart);
            if let Head::Atom(atom) = &mut clause.head {
                apart(atom);
            }
        }
    }
    Ok(Some(Halves { system: halves, arguments }))
}

/// Whether clauses that have no cycle derive a query.
pub(super) enum Joint {
    /// They do: all of them as one query, and values with which it is derived.
    Values(Box<(HornSystem, Application)>),
    /// They do not.
    Never,
    /// Not known.
    Open,
}

/// Exact where it is not open: whether clauses without cycles derive a query when nothing is left out.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub(super) fn together(
    system: &HornSystem,
    strings: Alphabet,
    second: &mut Second<'_>,
    budget: &mut Budget,
) -> Result<Joint, Exhausted> {
    let Some((queries, _)) = inline_but(system, &[], MOST_CLAUSES, budget)? else { return Ok(Joint::Open) };
    let layout = Layout::new(&queries, strings, Kept::Strings);
    let teacher = Teacher::new(&queries, layout, budget)?;
    let mut joint = Joint::Never;
    for (clause, judgement) in teacher.judge(&[], budget)?.into_iter().enumerate() {
        let judgement = if judgement == Judgement::Open { second(&teacher, clause, &[]) } else { judgement };
        match judgement {
            Judgement::Fails(values) => {
                let step = Application { clause, values };
                return Ok(Joint::Values(Box::new((teacher.system().clone(), step))));
            }
            Judgement::Holds => {}
            Judgement::Open => joint = Joint::Open,
        }
    }
    Ok(joint)
}

/// The words of a language over an alphabet that is a part of its own.
pub(super) fn narrowed(
    words: &Automaton,
    alphabet: Alphabet,
    budget: &mut Budget,
) -> Result<Automaton, Exhausted> {
    let last = alphabet.last();
    let clipped = |lo: Symbol, hi: Symbol| (lo <= last).then_some((lo, hi.min(last)));
    relabelled(words, alphabet, budget, |lo, hi| SymbolSet::from_ranges(clipped(lo, hi)))
}

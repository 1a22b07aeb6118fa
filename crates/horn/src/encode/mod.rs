//! Strings as lists and ghosts [HRS19 §3.2]: all encodings, one value that chooses among them.
//!
//! Each choice has its file: characters in `chars`, order in `order`, styles in `press`, `iterate` and `unwind`, sharing in
//! `press`, ghosts in `ghosts` and `alone`. Operations are functions on lists by cases (`define`, `library`); each style makes
//! its clauses from those. A string that is not given by a predicate is any word, with its ghosts.
//!
//! The encoded system is safe exactly when the system is, but for what it records as approximation: then it may be unsafe
//! although the system is safe.

mod choice;
mod order;
mod chars;
mod ghosts;
mod shape;
mod define;
mod library;
mod press;
mod iterate;
mod unwind;
mod texts;
mod operations;
mod alone;
mod back;
mod native;

pub use back::WayBack;
pub use choice::{Characters, Ghosts, NoEncoding, Order, Sharing, StringEncoding, Style, Unwinding};

use std::collections::BTreeSet;
use std::fmt;

use automata::{Automaton, Budget, Exhausted};

use crate::op::{LanguageId, Op};
use crate::regex::{Node, Regex};
use crate::sort::Sort;
use crate::system::{Approximation, Atom, Clause, Head, HornSystem, Language};
use crate::terms::{Term, TermId};
use crate::transform::to_membership;
use ghosts::Tracked;
use order::{Ends, ends};
use press::{Draft, Press};
use shape::Strings;
use texts::{Item, Text, Texts, plain};

/// What is recorded of characters that are integers. It gives no operation up.
const CHARACTERS: &str = "characters of strings, which are any integers";

/// The most terms that the profiles of one string have.
const MOST_STATES: usize = 16;

/// Why a system has no encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotEncode {
    /// A data type has strings in it.
    Fields,
    /// There are too many clauses for the budget.
    Exhausted(Exhausted),
}

impl fmt::Display for CannotEncode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotEncode::Fields => write!(f, "a data type has strings in it"),
            CannotEncode::Exhausted(spent) => write!(f, "the system has no encoding: {spent}"),
        }
    }
}

impl std::error::Error for CannotEncode {}

impl From<Exhausted> for CannotEncode {
    fn from(spent: Exhausted) -> Self {
        CannotEncode::Exhausted(spent)
    }
}

/// Over-approximates where the result says so: a system whose strings are lists and ghosts, and the way back.
///
/// # Errors
/// [`CannotEncode`] when a data type has strings in it, or when there are too many clauses for the budget.
pub fn encode(
    system: &HornSystem,
    encoding: &StringEncoding,
    budget: &mut Budget,
) -> Result<(HornSystem, WayBack), CannotEncode> {
    encode_with(system, encoding, &[], budget)
}

/// The same with further languages whose profiles are kept, if profiles are: learned ones, which no test has.
///
/// # Errors
/// [`CannotEncode`] as for [`encode`].
pub fn encode_with(
    system: &HornSystem,
    encoding: &StringEncoding,
    further: &[Automaton],
    budget: &mut Budget,
) -> Result<(HornSystem, WayBack), CannotEncode> {
    let mut fields = system.data.iter().flat_map(|data| &data.constructors).flat_map(|made| &made.fields);
    if fields.any(|(_, sort)| *sort == Sort::Str) {
        return Err(CannotEncode::Fields);
    }
    let mut old = prepared(system, encoding.ghosts, budget)?;
    let further = added(&mut old, further, budget)?;
    let ends = ends(&old, encoding.order);
    let mut new = old.clone();
    let tracked = tracked(&old, encoding.ghosts, further);
    let strings = Strings::new(&mut new, *encoding, tracked);
    new.clauses.clear();
    let mut back = positions(&mut new, &strings, &ends);
    let before = std::mem::take(&mut new.approximations);
    let mut press = Press::new((new, strings), *encoding, budget);
    for at in 0..old.clauses.len() {
        clause(&mut press, &old.clauses[at], (&ends, at))?;
    }
    let mut new = press.system;
    back.gives_up = new.approximations.iter().any(|given| given.what != CHARACTERS);
    new.approximations.extend(before);
    new.approximations.sort();
    new.approximations.dedup();
    Ok((new, back))
}

/// Comparisons with constants as memberships, where automata are tracked.
fn prepared(system: &HornSystem, ghosts: Ghosts, budget: &mut Budget) -> Result<HornSystem, Exhausted> {
    match ghosts {
        Ghosts::None | Ghosts::Length => Ok(system.clone()),
        Ghosts::Profiles => to_membership(system, budget),
        Ghosts::Alone => equalities(&to_membership(system, budget)?, budget),
    }
}

/// Exact: equality with a constant as membership in the language of that one word.
fn equalities(system: &HornSystem, budget: &mut Budget) -> Result<HornSystem, Exhausted> {
    let mut system = system.clone();
    for at in 0..system.clauses.len() {
        let clause = system.clauses[at].clone();
        let roots = clause.terms();
        let mut known: Vec<(TermId, LanguageId)> = Vec::new();
        for part in system.terms.parts_of(roots.iter().copied()) {
            budget.spend(1)?;
            let Term::Word(word) = system.terms.get(part).clone() else { continue };
            let automaton = Automaton::literal(system.alphabet, &word);
            let regex = Regex::new(vec![Node::Word(word.to_vec())]).expect("a word has no parts");
            known.push((part, system.add_language(Language { automaton, regex })));
        }
        let terms = system.terms.rebuild(&roots, |terms, term| {
            let Term::App(Op::Equal, sides) = term else { return None };
            let of = |word: TermId| known.iter().find(|(known, _)| *known == word).map(|(_, id)| *id);
            let (string, id) = match (of(sides[0]), of(sides[1])) {
                (None, Some(id)) => (sides[0], id),
                (Some(id), None) => (sides[1], id),
                (None, None) | (Some(_), Some(_)) => return None,
            };
            Some(terms.app(Op::In(id), &[string]))
        });
        system.clauses[at] = clause.with_terms(clause.variables.clone(), &terms);
    }
    Ok(system)
}

/// Adds languages to those of a system.
fn added(
    system: &mut HornSystem,
    further: &[Automaton],
    budget: &mut Budget,
) -> Result<BTreeSet<LanguageId>, Exhausted> {
    let mut all = BTreeSet::new();
    for language in further {
        let regex = Regex::of(language, system.alphabet.last(), budget)?;
        let automaton = regex.language(system.alphabet, budget)?;
        all.insert(system.add_language(Language { automaton, regex }));
    }
    Ok(all)
}

/// The automata of the tests of a system and further ones, the smallest first, as long as profiles stay small.
fn tracked(system: &HornSystem, ghosts: Ghosts, further: BTreeSet<LanguageId>) -> Vec<Tracked> {
    if ghosts == Ghosts::None || ghosts == Ghosts::Length {
        return Vec::new();
    }
    let roots = system.clauses.iter().flat_map(Clause::terms);
    let tested = system.terms.parts_of(roots).into_iter().filter_map(|part| match system.terms.get(part) {
        Term::App(Op::In(id), _) => Some(*id),
        Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
            None
        }
    });
    let tested: BTreeSet<LanguageId> = tested.chain(further).collect();
    let mut all: Vec<Tracked> =
        tested.iter().map(|&id| Tracked::new(id, &system.language(id).automaton)).collect();
    all.sort_by_key(|tracked| (tracked.states(), tracked.language));
    let mut total = 0;
    all.retain(|tracked| {
        total += tracked.states();
        total <= MOST_STATES
    });
    all
}

/// Gives the predicates the sorts of their new arguments.
fn positions(system: &mut HornSystem, strings: &Strings, ends: &Ends) -> WayBack {
    let mut arguments = Vec::new();
    for (predicate, ends) in system.predicates.iter_mut().zip(&ends.positions) {
        let old = predicate.sorts.clone();
        let new = old.iter().zip(ends).map(|(&sort, &end)| match sort {
            Sort::Str => strings.sorts(end),
            Sort::Bool | Sort::Int | Sort::Bits(_) | Sort::Data(_) => vec![sort],
        });
        let new: Vec<Vec<Sort>> = new.collect();
        arguments.push(old.iter().zip(&new).map(|(&sort, new)| (sort, new.len())).collect());
        predicate.sorts = new.concat();
    }
    let lists = strings.data(order::End::First).zip(strings.data(order::End::Last));
    WayBack {
        arguments,
        lists: lists.map(|(first, last)| [first, last]),
        last: system.alphabet.last(),
        gives_up: false,
        tracked: strings.tracked.clone(),
        has_lengths: strings.has_lengths(),
    }
}

/// The clauses of one clause.
fn clause(press: &mut Press<'_>, clause: &Clause, (ends, at): (&Ends, usize)) -> Result<(), Exhausted> {
    let mut texts = Texts::new(press, ends.other);
    texts.bind(&clause.variables, (ends, at));
    free_strings(&mut texts, clause)?;
    let mut body = Vec::new();
    for atom in &clause.body {
        body.push(rewritten(&mut texts, atom, ends)?);
    }
    texts.body.splice(0..0, body);
    let constraint = texts.convert(&[clause.constraint])?;
    let conjuncts = plain(&constraint[0]);
    texts.parts.push(conjuncts);
    let head = match &clause.head {
        Head::Atom(atom) => Head::Atom(rewritten(&mut texts, atom, ends)?),
        Head::Query(assertion) => Head::Query(*assertion),
    };
    let trace = asked(&mut texts, clause)?;
    let label = clause.trace.first().map(|step| step.label);
    let Texts { press, variables, body, parts, calls, approximated, .. } = texts;
    let given = approximated.into_iter().map(|given| Approximation { label, ..given });
    press.system.approximations.extend(given);
    let whole = press.system.terms.app(Op::And, &parts);
    let parts = match press.system.terms.get(whole) {
        Term::App(Op::And, parts) => parts.clone(),
        Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
            vec![whole]
        }
    };
    press.emit(Draft { variables, body, parts, calls, head, trace })
}

/// Strings that no predicate of the body gives are any words, with their ghosts.
fn free_strings(texts: &mut Texts<'_, '_>, clause: &Clause) -> Result<(), Exhausted> {
    let system = &texts.press.system;
    let given: BTreeSet<TermId> =
        clause.body.iter().flat_map(|atom| atom.arguments.iter().copied()).collect();
    let used = system.terms.variables(clause.terms());
    let free: Vec<(crate::terms::Var, Sort)> =
        used.into_iter().filter(|(_, sort)| *sort == Sort::Str).collect();
    let needs_words = texts.press.encoding.ghosts != Ghosts::None || !texts.press.strings.chars.is_free();
    for (var, sort) in free {
        let term = texts.press.system.terms.var(var, sort);
        if given.contains(&term) {
            continue;
        }
        if texts.press.encoding.characters == Characters::Integers {
            texts.approximated.push(Approximation { label: None, what: CHARACTERS.to_owned() });
        }
        if needs_words {
            let Item::Text(Text::Shaped(end, shape)) = texts.convert(&[term])?.remove(0) else {
                unreachable!("a string variable has a shape");
            };
            let predicate = texts.press.word(end)?;
            texts.body.push(Atom { predicate, arguments: shape.terms() });
        }
    }
    Ok(())
}

/// An atom with its strings as lists and ghosts.
fn rewritten(texts: &mut Texts<'_, '_>, atom: &Atom, ends: &Ends) -> Result<Atom, Exhausted> {
    let items = texts.convert(&atom.arguments)?;
    let mut arguments = Vec::new();
    for (item, &end) in items.iter().zip(&ends.positions[atom.predicate.0 as usize]) {
        match item {
            Item::Plain(term) => arguments.push(*term),
            Item::Text(text) => arguments.extend(texts.shaped(text, end).terms()),
        }
    }
    Ok(Atom { predicate: atom.predicate, arguments })
}

/// What the program asks of the outside along the clause: strings as lists. Without lists it is not known.
fn asked(texts: &mut Texts<'_, '_>, clause: &Clause) -> Result<Vec<crate::system::Step>, Exhausted> {
    let mut trace = clause.trace.clone();
    for step in &mut trace {
        let Some((when, value)) = step.asked else { continue };
        let items = texts.convert(&[when, value])?;
        let value = match &items[1] {
            Item::Plain(term) => Some(*term),
            Item::Text(text) => texts.shaped(text, texts.end(text)).list,
        };
        step.asked = value.map(|value| (plain(&items[0]), value));
    }
    Ok(trace)
}

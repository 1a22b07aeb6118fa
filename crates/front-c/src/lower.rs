//! From a source to the program that says of every access that it stays within its object.
//!
//! The program is written again with what was learned, until no pointer may point to more than it was known to. An
//! entry other than `main` is called with any values that its contract allows.

use ir::deep::deeply;
use ir::{Assumption, Label, Span};

use crate::contract::{self, Clause, Term};
use crate::lowered::{Lowered, Question, Refused};
use crate::lowering::{Known, Lowering, Uses};
use crate::memory::{Claim, Detail};
use crate::tree::{Function, Type, Unit, parse};

/// How often the program is written at most.
const ROUNDS: usize = 16;

/// Lowers the entry of a preprocessed text, with everything that it calls. Places are told in the source that the text
/// came from, when that is given.
///
/// # Errors
/// Why there is no such entry, or why the text is no source.
pub fn lower(preprocessed: &str, source: Option<&str>, question: &Question) -> Result<Lowered, Refused> {
    // Expressions within each other are walked within each other, and the parser recurses too.
    deeply(|| lower_here(preprocessed, source, question))
        .unwrap_or_else(|error| Err(refused(format!("there is no memory to walk it: {error}"))))
}

fn refused(why: String) -> Refused {
    Refused { why, span: Span::default() }
}

/// That a source has no such entry, and one that it has: the last, since helpers stand before what uses them.
fn no_entry(unit: &Unit, wanted: &str) -> String {
    let other = unit.functions.last().map(|last| format!("choose an entry, e.g. --entry {}", last.name));
    format!("no {wanted} function; {}", other.as_deref().unwrap_or("no function has a body here"))
}

fn lower_here(preprocessed: &str, source: Option<&str>, question: &Question) -> Result<Lowered, Refused> {
    let unit = parse(preprocessed, source).map_err(|why| refused(why.0))?;
    let Some(entry) = unit.function(&question.entry) else {
        return Err(refused(no_entry(&unit, &question.entry)));
    };
    let contract = contract_of(source.unwrap_or(preprocessed), question).map_err(refused)?;
    for clause in &contract {
        check_used((clause, &contract), entry, &unit).map_err(refused)?;
    }
    let uses = Uses::of(&unit);
    let mut known = Known::default();
    for _ in 0..ROUNDS {
        let walk = |detail| {
            let mut lowering = Lowering::new((&unit, &uses), &known, (question.checks, detail));
            lowering.start(&question.entry, &contract, known.mentioned.as_ref());
            lowering
        };
        let lowering = walk(Detail::Texts);
        let learned = lowering.known();
        if learned == known {
            let exact = finish(walk(Detail::Bytes), None);
            return Ok(finish(lowering, Some(exact)));
        }
        // Where arguments lead to is learned anew when more of them are followed by themselves.
        let is_more = learned.followed != known.followed;
        known = if is_more { Known { followed: learned.followed, ..Known::default() } } else { learned };
    }
    Err(refused(format!("what pointers may point to grew in all of {ROUNDS} rounds")))
}

/// What callers of the entry promise: what a comment says, and what the question says.
fn contract_of(source: &str, question: &Question) -> Result<Vec<Clause>, String> {
    let mut clauses = contract::in_comments(source)?.remove(&question.entry).unwrap_or_default();
    if let Some(text) = question.contracts.get(&question.entry) {
        clauses.extend(contract::parse(text)?);
    }
    Ok(clauses)
}

/// Refuses a promise that says nothing of the entry.
fn check_used((clause, all): (&Clause, &[Clause]), entry: &Function, unit: &Unit) -> Result<(), String> {
    let parameter = |name: &String| {
        let mut parameters = entry.parameters.iter().map(|id| &unit.variables[id.0]);
        parameters.find(|variable| variable.name == *name).map(|variable| &variable.ty)
    };
    let is_text = |ty: &Type| {
        ty.is_pointer() && ty.element().is_some_and(|element| element.is_byte() || *element == Type::Void)
    };
    let is_used = match clause {
        Clause::Terminated(name) => parameter(name).is_some_and(is_text),
        Clause::NonNull(name) => parameter(name).is_some_and(Type::is_pointer),
        Clause::Capacity(name, added, _) => {
            // Only a string has a length.
            let is_term = |term: &Term| match term {
                Term::Number(name) => parameter(name).is_some_and(|ty| ty.integer().is_some()),
                Term::Length(name) => all.contains(&Clause::Terminated(name.clone())),
            };
            parameter(name).is_some_and(Type::is_pointer) && added.iter().all(is_term)
        }
        Clause::NoOverlap => true,
    };
    let entry = &entry.name;
    if is_used {
        Ok(())
    } else {
        Err(format!("a promise of the contract of {entry} says nothing: {clause:?}"))
    }
}

fn finish(mut lowering: Lowering<'_>, exact: Option<Lowered>) -> Lowered {
    lowering.emit.span = Span::default();
    let made = lowering.memory.claims.made();
    if !made.iter().any(|claim| matches!(claim, Claim::Rule(_))) {
        lowering.memory.claims.nothing(&mut lowering.emit, "nothing in it can fail");
    }
    let claims = lowering.memory.claims.made().to_vec();
    let approximations: Vec<(Span, String)> = lowering.approximations.into_iter().collect();
    let mut environment = lowering.memory.environment;
    environment.insert(Assumption::Lp64);
    lowering.emit.hide_made_up();
    let fates = lowering.emit.fates.iter().copied().collect();
    let shift = lowering.emit.firsts();
    let asked = lowering.asked.into_iter().map(|(at, asked)| (Label((at + shift) as u32), asked)).collect();
    // Only when both claim the same does a failing run of one speak of the other.
    let exact = exact.filter(|exact| exact.claims == claims).map(Box::new);
    let (parameters, files) = (lowering.parameters, vec!["source".to_owned()]);
    Lowered {
        program: lowering.emit.finish(files),
        claims,
        approximations,
        environment,
        fates,
        asked,
        parameters,
        exact,
    }
}

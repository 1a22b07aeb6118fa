//! Sources of C: proofs by relations of sizes first, then by contents beside them, failing runs where every byte is followed, then
//! everything else.
//!
//! A source is lowered twice. In the one program a buffer is its capacity and the text before its first NUL, which is
//! enough for most proofs; in the other every byte is there, so that a failing run needs nothing that is lost. Both have the same
//! assertions.

use automata::Budget;
use front_c::{Asked, Lowered};
use ir::interp::Value;
use ir::{AssertId, Span};
use verdict::counterexample::Counterexample;
use verdict::{Verdict, confirm};

use crate::answers::answers;
use crate::claimed::Claimed;
use crate::engines::{Engine, Engines, Options};
use crate::fence::fenced;
use crate::path::passages;
use crate::portfolio::verify_watched;
use crate::property::{Event, Property};

/// The parts of the steps that a search takes, one after the other: most failing runs are found soon, and a search
/// for several ends only when all are found.
const SHARES: [u64; 3] = [256, 32, 4];

/// What is known of an assertion of a source.
#[derive(Clone, Debug)]
pub struct Decided<'a> {
    /// What is known.
    pub property: Property,
    /// The program of which it is known.
    pub lowered: &'a Lowered,
}

/// What the outside gave in a failing run.
#[derive(Clone, Debug)]
pub struct Given {
    /// Who asked; none for what only stands for a choice of the library.
    pub asked: Option<Asked>,
    /// Where the source asked.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// What the outside gave in a failing run, in the order in which it was asked.
pub fn c_inputs(lowered: &Lowered, run: &Counterexample) -> Vec<Given> {
    let code = &lowered.program.procedures[lowered.program.entry.index()].code;
    let given = answers(&lowered.program, run).into_iter().map(|answer| Given {
        asked: lowered.asked.get(&answer.at).cloned(),
        span: code[answer.at.index()].span,
        value: answer.value,
    });
    given.collect()
}

/// Verifies every assertion of a source, in the order of their numbers. Steps are told as they happen, and proofs that are there before
/// the search for failing runs.
pub fn verify_c<'a>(
    lowered: &'a Lowered,
    options: &Options,
    watch: &mut dyn FnMut(Event<'_>),
) -> Vec<Decided<'a>> {
    if options.engines != Engines::All {
        return ask((lowered, options), options.engines, watch);
    }
    let mut known = ask((lowered, options), Engines::Sizes, watch);
    if known.iter().all(is_settled) {
        return known;
    }
    tell_proved(&known, watch);
    if refute_exactly(lowered, &mut known, (&SHARES[..1], options)) {
        return known;
    }
    improve(&mut known, ask((lowered, options), Engines::Contents, watch));
    if known.iter().all(is_settled) || refute_exactly(lowered, &mut known, (&SHARES[1..], options)) {
        return known;
    }
    improve(&mut known, ask((lowered, options), Engines::All, watch));
    known
}

/// Asks some engines. Of what happens only the steps and what was accepted are told.
fn ask<'a>(
    (lowered, options): (&'a Lowered, &Options),
    engines: Engines,
    watch: &mut dyn FnMut(Event<'_>),
) -> Vec<Decided<'a>> {
    let options = Options { engines, ..options.clone() };
    let properties = verify_watched(&lowered.program, &options, &mut |event| match event {
        Event::Step(_) | Event::Accepted(_) => watch(event),
        Event::Settled(_) => {}
    });
    properties.into_iter().map(|property| Decided { property, lowered }).collect()
}

/// Tells what is proved, when that depends on nothing that is open: what comes then may take longer than there is time.
fn tell_proved(known: &[Decided<'_>], watch: &mut dyn FnMut(Event<'_>)) {
    let is_gap = |decided: &Decided<'_>| {
        Claimed::c(decided.lowered).gaps[decided.property.checked.assertion().index()]
    };
    if known.iter().any(|decided| is_gap(decided) && !is_settled(decided)) {
        return;
    }
    for decided in known.iter().filter(|decided| is_settled(decided)) {
        watch(Event::Settled(&decided.property));
    }
}

/// Searches for failing runs of what is open where every byte is followed, until the first is found; whether one is.
fn refute_exactly<'a>(
    lowered: &'a Lowered,
    known: &mut [Decided<'a>],
    (shares, options): (&[u64], &Options),
) -> bool {
    let Some(exact) = &lowered.exact else { return false };
    let claimed = Claimed::c(exact);
    let is_goal = |known: &&Decided<'_>| {
        !is_settled(known) && !claimed.gaps[known.property.checked.assertion().index()]
    };
    let goals: Vec<AssertId> =
        known.iter().filter(is_goal).map(|known| known.property.checked.assertion()).collect();
    let settings = refute::Settings::default();
    for share in shares {
        let mut budget = Budget::steps(options.steps / share);
        let found = fenced(|| Ok(refute::refute(&exact.program, &goals, &settings, &mut budget)));
        for claim in found.unwrap_or_default() {
            let Ok(checked) = confirm(&exact.program, claim, settings.limits) else { continue };
            let Verdict::Violated(run) = checked.verdict() else { continue };
            if claimed.is_in_doubt(run) {
                continue;
            }
            let path = fenced(|| Ok(passages(&exact.program, run))).unwrap_or_default();
            let known = &mut known[checked.assertion().index()];
            let engine = Some(Engine::Refute);
            let property = Property { checked, engine, path, ..known.property.clone() };
            *known = Decided { property, lowered: exact };
        }
        if known.iter().any(is_violated) {
            return true;
        }
    }
    false
}

/// Takes over what is settled now and was not before.
fn improve<'a>(known: &mut [Decided<'a>], found: Vec<Decided<'a>>) {
    for (known, found) in known.iter_mut().zip(found) {
        if !is_settled(known) && is_settled(&found) {
            *known = found;
        }
    }
}

/// Whether there is a proof, or a failing run that needs nothing that is lost.
fn is_settled(decided: &Decided<'_>) -> bool {
    match decided.property.checked.verdict() {
        Verdict::Unknown(_) => false,
        Verdict::Violated(_) => is_violated(decided),
        Verdict::Proved | Verdict::Rechecked(_) | Verdict::Unreachable => true,
    }
}

fn is_violated(decided: &Decided<'_>) -> bool {
    let claimed = Claimed::c(decided.lowered);
    let is_gap = claimed.gaps[decided.property.checked.assertion().index()];
    !is_gap
        && matches!(decided.property.checked.verdict(), Verdict::Violated(run) if !claimed.is_in_doubt(run))
}

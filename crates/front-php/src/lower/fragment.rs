//! Fragments: files that other files include, where a variable may be set before the first line.
//!
//! A page that is requested finds its variables unset. What the variables of a fragment hold is unknown, so it is
//! lowered with an unknown value in each variable that may be read, or meet another path, before it is assigned. A file
//! counts as a fragment when the project says so; when it runs unknown code, which may include it again; or when it
//! reads a variable that it never assigns and nothing from outside: such a file is written to be included.

use std::collections::BTreeSet;

use super::env::{Env, Key};
use super::{Claim, Lower, Lowered, Project, Reach};
use crate::Source;
use crate::value::Value;

/// The variables of the page itself, as opposed to those of calls.
const MAIN: &str = "0:";

/// What the lowering of a file has seen of its variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// Those that were read while unset.
    read: BTreeSet<Key>,
    /// Those that are set on one of two paths that meet.
    may_be_unset: BTreeSet<Key>,
    /// Those that are set at the end of a path.
    assigned: BTreeSet<Key>,
    /// Whether something from outside is read.
    pub(super) reads_outside: bool,
}

impl Seen {
    /// Notes that a variable is read while unset.
    pub(super) fn read_unset(&mut self, place: Key) {
        if place.starts_with(MAIN) {
            self.read.insert(place);
        }
    }

    /// Notes that a variable is set on one of two paths that meet.
    pub(super) fn may_be_unset(&mut self, place: &Key) {
        if place.starts_with(MAIN) {
            self.may_be_unset.insert(place.clone());
        }
    }

    /// Notes the variables that are set where a path ends. One that is referred to is null until it is assigned.
    pub(super) fn end(&mut self, env: &Env) {
        let is_set = |place: &&Key| env.get(place).is_some_and(|value| *value != Value::Null);
        let places = env.values.keys().chain(env.aliases.keys());
        self.assigned.extend(places.filter(|place| place.starts_with(MAIN)).filter(is_set).cloned());
    }

    /// Whether a variable is read that nothing assigns.
    fn needs_variables(&self) -> bool {
        self.read.iter().any(|place| !self.assigned.contains(place))
    }
}

/// Lowers a file: as a page, and if it shows to be a fragment, as one.
pub(super) fn lower(page: &Source, project: Project<'_>) -> Lowered {
    let mut unknown = BTreeSet::new();
    let reads_request = page.bytes.windows(2).any(|two| two == b"$_");
    loop {
        let (lowered, seen) = lower_with(page.clone(), project, &unknown);
        let reads_outside = reads_request || seen.reads_outside;
        let is_fragment = project.is_included
            || lowered.claims.contains(&Claim::Gap(Reach::Onward))
            || !reads_outside && seen.needs_variables();
        let is_closed = seen.read.union(&seen.may_be_unset).all(|place| unknown.contains(place));
        if is_closed || unknown.is_empty() && !is_fragment {
            return lowered;
        }
        unknown.extend(seen.read);
        unknown.extend(seen.may_be_unset);
    }
}

fn lower_with(page: Source, project: Project<'_>, unknown: &BTreeSet<Key>) -> (Lowered, Seen) {
    let mut lower = Lower::new(page, project);
    for place in unknown {
        let name = place.strip_prefix(MAIN).unwrap_or(place);
        let value = lower.unknown_value(&format!("${name}"));
        lower.env.set(place, value);
    }
    lower.fill_requests();
    let statements = lower.file(0);
    lower.block(&statements);
    lower.give_back(Value::Null);
    let returns = std::mem::take(&mut lower.frame().returns);
    lower.dead = true;
    lower.join(returns);
    lower.halt();
    lower.tell_unreached();
    let seen = std::mem::take(&mut lower.seen);
    (lower.finish(), seen)
}

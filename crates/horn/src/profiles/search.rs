//! The whole search: clauses made ready, what is asked of them, machines, facts.
//!
//! Nothing here decides anything; it puts the parts in order and keeps what they made.

use automata::{Alphabet, Budget, Exhausted};

use super::demand::{Demand, demand};
use super::evaluate::World;
use super::plan::{Plan, plan};
use super::prepare::{Rule, prepare};
use super::reach::{Reached, Until, reach};
use super::registry::Registry;
use super::space::Space;
use crate::system::HornSystem;

/// Everything that is made of a system before and by the search.
pub(super) struct Searched {
    pub(super) system: HornSystem,
    pub(super) planned: Vec<(Rule, Plan)>,
    pub(super) registry: Registry,
    pub(super) demand: Demand,
    pub(super) space: Space,
    pub(super) reached: Reached,
}

/// Over-approximates where a fact says so: all that a system derives, over the characters of an alphabet.
///
/// # Errors
/// [`Exhausted`] when there is more than the budget covers.
pub(super) fn search(
    system: &HornSystem,
    alphabet: Alphabet,
    until: Until,
    budget: &mut Budget,
) -> Result<Searched, Exhausted> {
    let mut system = system.clone();
    let rules = prepare(&mut system);
    let mut registry = Registry::new(alphabet);
    let mut planned = Vec::with_capacity(rules.len());
    for rule in rules {
        let plan = plan(&system, &rule, &mut registry, budget)?;
        planned.push((rule, plan));
    }
    let demand = demand(&system, &planned, &mut registry, budget)?;
    let space = Space::new(&registry, budget)?;
    let mut world = World { registry: &registry, demand: &demand, space };
    let reached = reach(&mut world, &planned, until, budget)?;
    let space = world.space;
    Ok(Searched { system, planned, registry, demand, space, reached })
}

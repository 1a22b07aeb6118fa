//! The search for a concrete run that violates an assertion.
//!
//! Three methods share one budget of steps, the cheapest first, in rounds: words and integers that the program itself
//! speaks of ([`refute`] tries combinations of them as a tree of answers); conditions demanded backwards along a run
//! that was made, through pre-images of what each instruction does; and changes by chance to runs that went somewhere
//! new. Whatever they propose is run on [`ir::interp`]. What violates an assertion there is made short and plain.
//!
//! *Invariant.* Every counterexample that is returned has been replayed. The methods may therefore guess: a wrong
//! guess costs steps, never an answer. The same program, settings and budget give the same counterexamples.
//!
//! *Deliberately absent.* Any claim that an assertion holds: finding nothing says nothing.

mod settings;
mod constants;
mod pool;
mod hunt;
mod tree;
mod record;
mod influence;
mod linear_demands;
mod languages;
mod demands;
mod conditions;
mod numerals;
mod concat;
mod strings;
mod integers;
mod backward;
mod solve;
mod transplant;
mod explore;
mod mutate;
mod shrink;

pub use settings::Settings;

use automata::Budget;
use ir::{AssertId, Program};
use verdict::counterexample::Counterexample;

use hunt::{Hunt, Method};
use pool::Pool;

/// The part of the budget that each method gets in a round, by its weight: little at first, so that what one of them
/// finds easily does not wait for another to give up. What is found must still be made short, so not everything is
/// given away. Each goal has an equal part of a share, and those of goals that have fallen are not spent: one that
/// may never fall does not take the time of all.
const ROUNDS: [u64; 3] = [768, 96, 15];

/// Searches for runs that violate the assertions of `goals`, and returns at most one for each, in their order.
///
/// The budget is only taken from: a search that has spent it returns what it has.
pub fn refute(
    program: &Program,
    goals: &[AssertId],
    settings: &Settings,
    budget: &mut Budget,
) -> Vec<Counterexample> {
    let total = budget.left();
    let mut hunt = Hunt::new(program, goals, settings);
    let (mut tree, mut walks, mut changes) =
        (tree::Tree::new(), explore::Walks::default(), mutate::Changes::new(settings.seed));
    let mut pool_budget = Budget::steps(total / 16);
    let pool = Pool::new(program, settings, &mut pool_budget);
    let mut spent = pool_budget.spent();
    for round in ROUNDS {
        let methods: [(&mut dyn Method, u64); 3] = [(&mut tree, 3), (&mut walks, 6), (&mut changes, 2)];
        for (method, weight) in methods {
            let part = total / round * weight / goals.len().max(1) as u64;
            hunt.budget = Budget::steps(part * hunt.goals_left());
            // A method that has spent its share leaves the goals to the next.
            let _ = method.search(&mut hunt, &pool);
            spent += hunt.budget.spent();
        }
    }
    let found = std::mem::take(&mut hunt.found);
    let share = total.saturating_sub(spent) / (found.len() as u64 + 1);
    let mut counterexamples: Vec<Counterexample> = Vec::new();
    for counterexample in found.into_values() {
        hunt.budget = Budget::steps(share / 2);
        let candidates = explore::along(&mut hunt, &counterexample).unwrap_or_default();
        let mut own = Budget::steps(share / 2);
        let place = (program, settings.limits);
        counterexamples.push(shrink::shrink(place, counterexample, candidates, &mut own));
        spent += hunt.budget.spent() + own.spent();
    }
    // More than there is cannot be taken.
    let _ = budget.spend(spent.min(total));
    let order = |id: AssertId| goals.iter().position(|&goal| goal == id);
    counterexamples.sort_by_key(|counterexample| order(counterexample.assertion));
    counterexamples
}

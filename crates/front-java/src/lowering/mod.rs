//! The walk: runs a program from its entry on values that are not known, and writes down what happens.
//!
//! Calls are inlined. Blocks are walked in a weak topological order; where ways meet, their states become one.
//! What is decided by constants is walked one way only, so a loop over a constant range is walked turn by turn; in any other
//! loop what changes gets variables, until a turn changes nothing more. What cannot be followed is a *gap*: a
//! place of which a proof must show that no run comes there.

#![allow(clippy::wildcard_enum_match_arm, reason = "what a step does not name is a gap, and never dropped")]
#![allow(clippy::cast_sign_loss, reason = "numbers are wrapped to the width before they are cast")]
#![allow(clippy::cast_precision_loss, reason = "Java rounds in the same way")]
#![allow(clippy::unnecessary_wraps, reason = "rows of one table have one type")]
#![allow(clippy::unused_self, reason = "rows of one table have one type")]

mod any;
mod arithmetic;
mod arrays;
mod blocks;
mod calls;
mod collections;
mod compare;
mod conditions;
mod constants;
mod entry;
mod fields;
mod inputs;
mod intrinsics;
mod lambdas;
mod library_calls;
mod loops;
mod names;
mod objects;
mod pieces;
mod pulls;
mod reals;
mod stack;
mod step;
mod throw;
mod throwables;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use automata::Alphabet;
use ir::emit::Emit;
use ir::{BoolVar, Condition, IntVar, Linear, Span};

use crate::class::{Class, Code, Method};
use crate::classes::Classes;
use crate::heap_writes::Keeper;
use crate::merge::{Apart, Edge, merge};
use crate::places::Places;
use crate::plan::Plan;
use crate::state::State;
use crate::value::{ObjectId, Ref, Value, Way};

pub(crate) use conditions::fold;
pub(crate) use entry::Entry;
pub use inputs::Asked;
pub(crate) use throw::Uncaught;

/// How deep calls may be nested.
const MOST_CALLS: usize = 1_100;
/// How many instructions of Java are walked, those that are walked again included.
const MOST_STEPS: usize = 400_000;
/// How many instructions are written.
const MOST_WRITTEN: usize = 40_000;

/// The walk, with the program that it writes.
pub(crate) struct Lowering<'p> {
    pub(crate) classes: &'p Classes,
    pub(crate) emit: Emit,
    pub(crate) places: Places<'p>,
    /// What was over-approximated, and where.
    pub(crate) approximations: BTreeSet<(Span, String)>,
    /// What the outside is asked for, by the numbers of the instructions that ask.
    pub(crate) asked: BTreeMap<usize, Asked>,
    /// What objects hold that are not followed.
    pub(crate) keeper: Keeper,
    /// For the answers whether a collection has a key: the collection, the key, and how often something was taken out by then.
    asked_keys: BTreeMap<BoolVar, (ObjectId, Value, Linear)>,
    /// For the results of searches, the condition that something was found.
    found: BTreeMap<IntVar, Condition>,
    /// Where exceptions were thrown first.
    thrown: BTreeMap<ObjectId, Span>,
    plans: HashMap<(String, String, String), Rc<Plan>>,
    /// Methods that are being walked for an object that is not followed, by class, name and descriptor.
    within: Vec<(String, String, String)>,
    objects: u32,
    depth: usize,
    steps: usize,
    /// The instruction of the program that is walked, and the place in a stub that it calls.
    outer: usize,
    inner: String,
}

/// A method that is being walked.
pub(crate) struct Active<'p> {
    pub(crate) class: &'p Class,
    pub(crate) name: &'p str,
    pub(crate) code: &'p Code,
    pub(crate) plan: Rc<Plan>,
}

/// How a walk left a method or a part of one.
#[derive(Default)]
pub(crate) struct Exits {
    /// To blocks that are not walked yet, each with the block it comes from; none for an exception.
    pub(crate) to: BTreeMap<usize, Vec<(Option<usize>, Edge)>>,
    /// By a return; the result is alone on the stack.
    pub(crate) returns: Vec<Edge>,
    /// By an exception.
    pub(crate) throws: Vec<Thrown>,
    /// Into something that cannot be followed.
    pub(crate) gaps: Vec<Gap>,
    /// By the end of the program.
    pub(crate) ends: Vec<usize>,
}

/// An exception on its way out.
pub(crate) struct Thrown {
    pub(crate) edge: Edge,
    pub(crate) exception: ObjectId,
    /// Where it was thrown first.
    pub(crate) span: Span,
}

/// A place at which something could not be followed.
pub(crate) struct Gap {
    /// The jump that leads there.
    pub(crate) site: usize,
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// Why a walk does not go on with the next instruction.
pub(crate) enum Stop {
    /// No run does.
    Ended,
    /// Something cannot be followed.
    Gap(String),
}

impl From<Apart> for Stop {
    fn from(apart: Apart) -> Stop {
        match apart {
            Apart::NoWay => Stop::Ended,
            Apart::Refused(why) => Stop::Gap(why.to_owned()),
        }
    }
}

/// What most steps give.
pub(crate) type Done = Result<(), Stop>;

/// Where a walk is.
pub(crate) struct At<'a, 'p> {
    pub(crate) method: &'a Active<'p>,
    pub(crate) op: usize,
    pub(crate) exits: &'a mut Exits,
}

impl Exits {
    fn absorb(&mut self, other: Exits) {
        for (block, edges) in other.to {
            self.to.entry(block).or_default().extend(edges);
        }
        self.returns.extend(other.returns);
        self.throws.extend(other.throws);
        self.gaps.extend(other.gaps);
        self.ends.extend(other.ends);
    }
}

/// A gap, in words.
pub(crate) fn gap<T>(text: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Gap(text.into()))
}

/// What is told of numbers that leave what a term can hold.
pub(crate) fn large() -> Stop {
    Stop::Gap("numbers grow too large".to_owned())
}

impl<'p> Lowering<'p> {
    pub(crate) fn new(classes: &'p Classes, places: Places<'p>, keeper: Keeper) -> Lowering<'p> {
        Lowering {
            classes,
            emit: Emit::new(Alphabet::UTF16),
            places,
            approximations: BTreeSet::new(),
            asked: BTreeMap::new(),
            keeper,
            asked_keys: BTreeMap::new(),
            found: BTreeMap::new(),
            thrown: BTreeMap::new(),
            plans: HashMap::new(),
            within: Vec::new(),
            objects: 0,
            depth: 0,
            steps: 0,
            outer: 0,
            inner: String::new(),
        }
    }

    /// A method that can be walked.
    pub(crate) fn active(&mut self, class: &'p Class, method: &'p Method) -> Result<Active<'p>, Stop> {
        let code = match &method.body {
            Ok(code) => code,
            Err(why) => return gap(format!("{}.{} cannot be followed: {why}", class.name, method.name)),
        };
        let key = (class.name.clone(), method.name.clone(), method.descriptor.clone());
        let plan = self.plans.entry(key).or_insert_with(|| Rc::new(Plan::of(code)));
        Ok(Active { class, name: &method.name, code, plan: plan.clone() })
    }

    /// Notes that something was over-approximated here.
    pub(crate) fn approximate(&mut self, text: impl Into<String>) {
        self.approximations.insert((self.emit.span, text.into()));
    }

    /// Walks on for each thing that a reference may be, and then on with what all came to.
    pub(crate) fn each_way(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        reference: &Ref,
        walk: &mut dyn FnMut(&mut Self, &mut At<'_, 'p>, &mut State, &Way) -> Done,
    ) -> Done {
        if let Some(way) = reference.only() {
            return walk(self, at, state, way);
        }
        let last = reference.ways.len() - 1;
        let sites: Vec<usize> = (0..=last)
            .map(|number| {
                let is_last = number == last;
                if is_last { self.emit.jump() } else { self.emit.branch(reference.is(number)) }
            })
            .collect();
        let mut edges = Vec::new();
        for (number, (way, site)) in reference.ways.iter().zip(sites).enumerate() {
            let here = self.emit.here();
            self.emit.patch(site, here);
            let mut case = state.clone();
            reference.which.into_iter().for_each(|which| case.learn(which, number));
            match walk(self, at, &mut case, way) {
                Ok(()) => edges.push(Edge { state: case, site: self.emit.jump() }),
                Err(Stop::Ended) => {}
                Err(Stop::Gap(text)) => self.leave_by_gap(at.exits, text),
            }
        }
        *state = merge((&mut self.emit, &mut self.keeper), edges)?;
        Ok(())
    }

    /// Walks on in the two cases of a condition, and then on with what both came to.
    pub(crate) fn cases(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        condition: Condition,
        walk: &mut dyn FnMut(&mut Self, &mut At<'_, 'p>, &mut State, bool) -> Done,
    ) -> Done {
        if let Some(known) = fold(&self.emit, &condition) {
            return walk(self, at, state, known);
        }
        let yes = self.emit.branch(condition);
        let no = self.emit.jump();
        let mut edges = Vec::new();
        for (holds, site) in [(true, yes), (false, no)] {
            let here = self.emit.here();
            self.emit.patch(site, here);
            let mut case = state.clone();
            match walk(self, at, &mut case, holds) {
                Ok(()) => edges.push(Edge { state: case, site: self.emit.jump() }),
                Err(Stop::Ended) => {}
                Err(Stop::Gap(text)) => self.leave_by_gap(at.exits, text),
            }
        }
        *state = merge((&mut self.emit, &mut self.keeper), edges)?;
        Ok(())
    }

    /// Leaves for something that cannot be followed.
    pub(crate) fn leave_by_gap(&mut self, exits: &mut Exits, text: String) {
        let site = self.emit.jump();
        exits.gaps.push(Gap { site, text, span: self.emit.span });
    }
}

/// The top of the operand stack.
pub(crate) fn pop(state: &mut State) -> Result<Value, Stop> {
    state.stack.pop().map_or_else(|| gap("the code takes more from its stack than is there"), Ok)
}

/// The top of the operand stack, a reference.
pub(crate) fn pop_ref(state: &mut State) -> Result<Ref, Stop> {
    match pop(state)? {
        Value::Ref(reference) => Ok(reference),
        _ => gap("the code takes a number for a reference"),
    }
}

//! Loops: turn by turn where constants decide, and else with variables for what a turn changes.
//!
//! Exact, but for objects that a turn makes and that outlive it: they and what they can reach are no longer followed
//! one by one, and hold what their classes hold ([`crate::shape`]). The state at the head only grows with each
//! attempt, so attempts end.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use ir::emit::Mark;

use super::{Active, Exits, Lowering};
use crate::join::{Keep, assign, fits, template, write};
use crate::merge::{Apart, Edge, UNEVEN, agree, columns, is_even, merge};
use crate::state::{Body, Left, Slot, State, named, unfollowed};
use crate::value::{ObjectId, Ref, Value, Way};

/// How many turns are walked one by one.
const MOST_TURNS: usize = 300;
/// How many instructions turns may take that are walked one by one.
const MOST_UNROLLED: usize = 6_000;
/// How often the state at the head may grow.
const MOST_ATTEMPTS: usize = 16;

impl<'p> Lowering<'p> {
    /// Walks a loop from a state at its head.
    pub(super) fn component(
        &mut self,
        method: &Active<'p>,
        range: Range<usize>,
        mut state: State,
        exits: &mut Exits,
    ) {
        self.refuse_middle(method, range.clone(), exits);
        let head = method.plan.order.items()[range.start].node as usize;
        let before = self.emit.size();
        let mut open = 0;
        for _ in 0..MOST_TURNS {
            let mark = self.emit.mark();
            let mut turn = self.turn(method, &range, state.clone());
            let Some(backs) = turn.to.remove(&head) else { return exits.absorb(turn) };
            let is_open = self.emit.size() - before > MOST_UNROLLED || !is_decided(method, &range, &turn);
            if let (Some(most), true) = (self.keeper.turns(), is_open) {
                open += 1;
                if open > most {
                    let here = self.emit.here();
                    self.emit.push(ir::Action::Halt);
                    backs.iter().for_each(|(_, edge)| self.emit.patch(edge.site, here));
                    return exits.absorb(turn);
                }
            } else if is_open {
                self.take_back(mark);
                break;
            }
            exits.absorb(turn);
            let backs = backs.into_iter().map(|(_, edge)| edge).collect();
            match merge((&mut self.emit, &mut self.keeper), backs) {
                Ok(next) => state = next,
                Err(Apart::NoWay) => return,
                Err(Apart::Refused(why)) => return self.leave_by_gap(exits, why.to_owned()),
            }
        }
        self.generalise(method, &range, state, exits);
    }

    /// One turn of a loop.
    fn turn(&mut self, method: &Active<'p>, range: &Range<usize>, state: State) -> Exits {
        let mut exits = Exits::default();
        let head = method.plan.order.items()[range.start].node as usize;
        self.block(method, head, state, &mut exits);
        self.sequence(method, range.start + 1..range.end, &mut exits);
        exits
    }

    /// Walks a loop with variables for what a turn changes.
    fn generalise(&mut self, method: &Active<'p>, range: &Range<usize>, mut first: State, exits: &mut Exits) {
        let head = method.plan.order.items()[range.start].node as usize;
        let mut general: BTreeMap<Slot, Value> = BTreeMap::new();
        let mut mark = self.emit.mark();
        for _ in 0..MOST_ATTEMPTS {
            let state = self.first_turn(&first, &general);
            let label = self.emit.here();
            let mut turn = self.turn(method, range, state.clone());
            let backs: Vec<Edge> =
                turn.to.remove(&head).into_iter().flatten().map(|(_, edge)| edge).collect();
            if !is_even([&state].into_iter().chain(backs.iter().map(|back| &back.state))) {
                let here = self.emit.here();
                backs.iter().for_each(|back| self.emit.patch(back.site, here));
                self.leave_by_gap(exits, UNEVEN.to_owned());
                return exits.absorb(turn);
            }
            let mut backs: Vec<Back> = backs.into_iter().map(|edge| forget_new(edge, &first)).collect();
            if let Some(left) = self.grow(&mut first, &state, &mut general, &mut backs) {
                self.take_back(mark);
                // What the first turn no longer follows is given up before the loop.
                self.keeper.push(&mut self.emit, &left);
                mark = self.emit.mark();
                continue;
            }
            for Back { edge: back, left } in backs {
                let here = self.emit.here();
                self.emit.patch(back.site, here);
                self.keeper.push(&mut self.emit, &left);
                write(&mut self.emit, sets(&general, &back.state));
                self.emit.jump_to(label);
            }
            return exits.absorb(turn);
        }
        self.leave_by_gap(exits, "what a loop changes cannot be followed".to_owned());
    }

    /// Takes back what was written since a mark.
    fn take_back(&mut self, mark: Mark) {
        self.emit.undo(mark);
        self.keeper.undo(&self.emit);
    }

    /// Assigns what the loop changes for the first turn; the state at its head.
    fn first_turn(&mut self, first: &State, general: &BTreeMap<Slot, Value>) -> State {
        write(&mut self.emit, sets(general, first));
        let mut state = first.clone();
        for (slot, value) in general {
            state.put(slot, value.clone());
        }
        state
    }

    /// Lets the state at the head grow by what comes back; when it had to, what the state before the loop gave up for it.
    fn grow(
        &mut self,
        first: &mut State,
        state: &State,
        general: &mut BTreeMap<Slot, Value>,
        backs: &mut [Back],
    ) -> Option<Vec<Left>> {
        if let Some(left) = lose(first, state, backs) {
            let slots: BTreeSet<Slot> = first.slots().into_iter().map(|(slot, _)| slot).collect();
            general.retain(|slot, _| slots.contains(slot));
            return Some(left);
        }
        let mut grown = false;
        let states: Vec<&State> =
            [state].into_iter().chain(backs.iter().map(|back| &back.edge.state)).collect();
        for (slot, column) in columns(&states) {
            let (Some(known), Some(came)) =
                (&column[0], column[1..].iter().cloned().collect::<Option<Vec<_>>>())
            else {
                grown |= clear(first, general, &slot);
                continue;
            };
            let is_fine = match general.get(&slot) {
                Some(template) => came.iter().all(|value| fits(template, value)),
                None => came.iter().all(|value| value == known),
            };
            if is_fine {
                continue;
            }
            grown = true;
            let begins = first.slots().into_iter().find(|(known, _)| *known == slot).map(|(_, value)| value);
            let begins = begins.unwrap_or_else(|| known.clone());
            let values: Vec<Value> = [begins, known.clone()].into_iter().chain(came).collect();
            match template(&mut self.emit, &values, Keep::Nothing) {
                Some(value) => {
                    if matches!(slot, Slot::Static(_))
                        && !first.slots().iter().any(|(known, _)| *known == slot)
                    {
                        first.put(&slot, known.clone());
                    }
                    general.insert(slot, value);
                }
                None => grown |= clear(first, general, &slot),
            }
        }
        grown.then(Vec::new)
    }
}

/// Whether constants decide if the loop goes on after its head, or goes on at all.
fn is_decided(method: &Active<'_>, range: &Range<usize>, turn: &Exits) -> bool {
    let items = &method.plan.order.items()[range.clone()];
    let inside = |block: usize| items.iter().any(|item| item.node as usize == block);
    let head = items[0].node as usize;
    let (start, end) = method.plan.blocks[head];
    let leaves = |op: usize| !inside(method.plan.at(op));
    let tests = crate::class::targets(&method.code.ops[end - 1]).into_iter().any(leaves)
        || (end < method.code.ops.len() && start < end && leaves(end) && is_branch(method, end - 1));
    turn.to.iter().filter(|(block, _)| !inside(**block)).all(|(_, edges)| {
        edges.iter().all(|(from, _)| match from {
            None => true,
            Some(from) => tests && *from != head,
        })
    })
}

fn is_branch(method: &Active<'_>, op: usize) -> bool {
    !crate::class::targets(&method.code.ops[op]).is_empty()
}

/// What assigns the variables of a head from a state.
fn sets(general: &BTreeMap<Slot, Value>, state: &State) -> Vec<crate::join::Set> {
    let values: BTreeMap<Slot, Value> = state.slots().into_iter().collect();
    general
        .iter()
        .flat_map(|(slot, to)| values.get(slot).map(|value| assign(to, value)).unwrap_or_default())
        .collect()
}

/// A local variable that some way does not know is forgotten; whether that changes anything.
fn clear(first: &mut State, general: &mut BTreeMap<Slot, Value>, slot: &Slot) -> bool {
    general.remove(slot);
    match slot {
        Slot::Local(at) => first.locals.get_mut(*at).is_some_and(|local| local.take().is_some()),
        Slot::Stack(_)
        | Slot::Static(_)
        | Slot::Field(..)
        | Slot::Part(..)
        | Slot::Length(_)
        | Slot::Sum(..) => false,
    }
}

/// Gives up objects of which a turn knows less; when there are any, what the state before the loop leaves of them.
fn lose(first: &mut State, state: &State, backs: &mut [Back]) -> Option<Vec<Left>> {
    let mut head = state.clone();
    let mut states: Vec<&mut State> = backs.iter_mut().map(|back| &mut back.edge.state).collect();
    states.push(&mut head);
    let left = agree(&mut states);
    backs.iter_mut().zip(left).for_each(|(back, left)| back.left.extend(left));
    let mut grown = None;
    for (id, object) in &state.heap {
        if head.heap[id].body == object.body {
            continue;
        }
        let grown = grown.get_or_insert_with(Vec::new);
        let Body::Many(left) = &head.heap[id].body else {
            grown.extend(first.give_up(&Value::object(*id)));
            continue;
        };
        grown.extend(first.summarise(*id));
        // How many elements the turn had is counted anew when it begins with a count.
        if let (Body::Many(_), Body::Many(parts)) = (&object.body, first.body(*id)) {
            parts.truncate(left.len());
        }
    }
    grown
}

/// A way back to the head, with what it leaves to objects that are not followed.
struct Back {
    edge: Edge,
    left: Vec<Left>,
}

/// Objects that the turn made are no longer followed.
fn forget_new(mut edge: Edge, first: &State) -> Back {
    let mut left = Vec::new();
    let is_new = |id: &ObjectId| !first.heap.contains_key(id);
    let kept = |slot: &Slot| match slot {
        Slot::Field(id, _) | Slot::Part(id, _) | Slot::Length(id) | Slot::Sum(id, _) => !is_new(id),
        Slot::Local(_) | Slot::Stack(_) | Slot::Static(_) => true,
    };
    let slots: Vec<(Slot, Value)> = edge.state.slots().into_iter().filter(|(slot, _)| kept(slot)).collect();
    for (_, value) in &slots {
        let new: Vec<ObjectId> = named(value).filter(is_new).collect();
        new.into_iter().for_each(|id| left.extend(edge.state.give_up(&Value::object(id))));
    }
    for (slot, value) in slots {
        if let Value::Ref(reference) = &value
            && named(&value).any(|id| is_new(&id))
            && edge.state.slots().iter().any(|(known, _)| *known == slot)
        {
            let forget = |way: &Way| match way {
                Way::Object(id) if is_new(id) => unfollowed(&edge.state.heap[id].class),
                other => other.clone(),
            };
            let ways = reference.ways.iter().map(forget).collect();
            edge.state.put(&slot, Value::Ref(Ref { ways, which: reference.which }));
        }
    }
    edge.state.heap.retain(|id, _| !is_new(id));
    Back { edge, left }
}

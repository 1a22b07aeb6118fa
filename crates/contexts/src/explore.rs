//! From a context to the automaton of the outputs that keep to it.
//!
//! All states that can be reached are explored, one character after the other; a character that has no next state has
//! no edge. What is explored is made canonical, so that equal contexts are equal automata.

use std::collections::{BTreeMap, VecDeque};

use automata::{Automaton, Budget, MARK, Nfa, StateId, Symbol};

use crate::context::{ALPHABET, Author, Context};

/// Steps that every context of ours is built within.
const STEPS: u64 = 200_000_000;

/// Exact: the outputs that keep to a context.
pub(crate) fn allowed<C: Context>() -> Automaton {
    explore::<C>().determinize(&mut Budget::steps(STEPS)).expect("our contexts fit their budget")
}

/// All states that can be reached, as an automaton.
fn explore<C: Context>() -> Nfa {
    let mut nfa = Nfa::new(ALPHABET);
    let mut numbers: BTreeMap<C, StateId> = BTreeMap::new();
    let alike = alike::<C>();
    let mut open = VecDeque::new();
    let start = number(C::start(), &mut nfa, (&mut numbers, &mut open));
    nfa.add_start(start);
    while let Some((state, source)) = open.pop_front() {
        for (author, mark) in [(Author::Page, 0), (Author::Outside, MARK)] {
            let mut run: Option<(Symbol, Symbol, StateId)> = None;
            let mut tried: [Option<Option<StateId>>; 256] = [None; 256];
            let mut last: Option<(C, StateId)> = None;
            for &(lo, hi, representative) in &alike {
                let target = *tried[usize::from(representative)].get_or_insert_with(|| {
                    let next = state.step(representative, author)?;
                    // Neighbours mostly lead to the same state, and to compare is cheaper than to search.
                    if let Some((known, id)) = &last
                        && *known == next
                    {
                        return Some(*id);
                    }
                    let id = number(next.clone(), &mut nfa, (&mut numbers, &mut open));
                    last = Some((next, id));
                    Some(id)
                });
                let (lo, hi) = (Symbol::from(lo) | mark, Symbol::from(hi) | mark);
                run = match (run, target) {
                    (Some((first, _, same)), Some(target)) if same == target => Some((first, hi, same)),
                    (before, target) => {
                        if let Some((lo, hi, target)) = before {
                            nfa.add_transition(source, lo, hi, target);
                        }
                        target.map(|target| (lo, hi, target))
                    }
                };
            }
            if let Some((lo, hi, target)) = run {
                nfa.add_transition(source, lo, hi, target);
            }
        }
    }
    nfa
}

/// All bytes in order, as ranges with the same representative, and that one.
fn alike<C: Context>() -> Vec<(u8, u8, u8)> {
    let mut ranges: Vec<(u8, u8, u8)> = Vec::new();
    for byte in 0..=255 {
        let representative = C::representative(byte);
        match ranges.last_mut() {
            Some((_, hi, same)) if *same == representative => *hi = byte,
            Some(_) | None => ranges.push((byte, byte, representative)),
        }
    }
    ranges
}

/// The states that are known, and those whose characters are still to be tried.
type Explored<'a, C> = (&'a mut BTreeMap<C, StateId>, &'a mut VecDeque<(C, StateId)>);

/// The number of a state, which is new when it is met for the first time.
fn number<C: Context>(state: C, nfa: &mut Nfa, (numbers, open): Explored<'_, C>) -> StateId {
    if let Some(&known) = numbers.get(&state) {
        return known;
    }
    let id = nfa.add_state();
    if state.may_end() {
        nfa.set_accepting(id);
    }
    numbers.insert(state.clone(), id);
    open.push_back((state, id));
    id
}

//! Copies and moves on the operand stack.
//!
//! A wide value is one entry here and counts as two in the instruction set.

use super::{Done, Stop, gap, pop};
use crate::class::Shuffle;
use crate::state::State;
use crate::value::Value;

/// One wide value or two others from the top, the lower one first.
fn pair(state: &mut State) -> Result<Vec<Value>, Stop> {
    let top = pop(state)?;
    if top.is_wide() { Ok(vec![top]) } else { Ok(vec![pop(state)?, top]) }
}

pub(super) fn shuffle(state: &mut State, how: Shuffle) -> Done {
    let underflow = || Stop::Gap("the code takes more from its stack than is there".to_owned());
    match how {
        Shuffle::Pop => drop(pop(state)?),
        Shuffle::Pop2 => drop(pair(state)?),
        Shuffle::Dup => {
            let top = state.stack.last().cloned().ok_or_else(underflow)?;
            state.stack.push(top);
        }
        Shuffle::Dup2 => {
            let top = pair(state)?;
            state.stack.extend(top.iter().cloned().chain(top.clone()));
        }
        Shuffle::DupX1 => {
            let (top, next) = (pop(state)?, pop(state)?);
            state.stack.extend([top.clone(), next, top]);
        }
        Shuffle::DupX2 => {
            let top = pop(state)?;
            let below = pair(state)?;
            state.stack.push(top.clone());
            state.stack.extend(below);
            state.stack.push(top);
        }
        Shuffle::Dup2X1 => {
            let top = pair(state)?;
            let next = pop(state)?;
            state.stack.extend(top.clone());
            state.stack.push(next);
            state.stack.extend(top);
        }
        Shuffle::Dup2X2 => {
            let (top, below) = (pair(state)?, pair(state)?);
            state.stack.extend(top.clone());
            state.stack.extend(below);
            state.stack.extend(top);
        }
        Shuffle::Swap => {
            let (top, next) = (pop(state)?, pop(state)?);
            state.stack.extend([top, next]);
        }
    }
    if state.stack.len() > 4_096 { gap("the stack grows too large") } else { Ok(()) }
}

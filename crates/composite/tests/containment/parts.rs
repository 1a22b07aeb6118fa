//! What definitions and splits say of a concrete state, computed here by brute force.

use automata::{MARK, Symbol};
use composite::AbstractState;
use ir::interp::Frame;
use ir::{IntExpr, StrExpr};
use verdict::parts::Place;

/// What of definitions and splits a concrete state does not satisfy.
pub(crate) fn part_outside(state: &AbstractState, frame: &Frame) -> Option<String> {
    for (var, value) in &state.integers {
        if integer(value, frame).is_some_and(|value| value != frame.integer(*var)) {
            return Some(format!("integer {} is not {value:?}", var.0));
        }
    }
    for (var, value) in &state.parts {
        let is = match value {
            StrExpr::Slice { of, from, to } => {
                let to = to.as_ref().map_or(Some(i128::MAX), |to| frame.linear(to))?;
                slice(frame.term(of), frame.linear(from)?, to).to_vec()
            }
            StrExpr::Concat(terms) => terms.iter().flat_map(|term| frame.term(term).to_vec()).collect(),
            StrExpr::Numeral { of, radix } => numeral(frame.linear(of)?, *radix),
            StrExpr::Term(_)
            | StrExpr::Replace { .. }
            | StrExpr::Apply { .. }
            | StrExpr::Repeat { .. }
            | StrExpr::Reverse(_)
            | StrExpr::Input(_) => return Some(format!("{value:?}")),
        };
        if is != frame.string(*var) {
            return Some(format!("string {} is not {value:?}", var.0));
        }
    }
    for ((whole, place), sides) in &state.splits {
        let text = frame.string(*whole);
        let at = match place {
            Place::At(at) => frame.linear(at)?,
            Place::Rest(rest) if !text.ends_with(frame.string(*rest)) => {
                return Some(format!("string {} is no end of string {}", rest.0, whole.0));
            }
            Place::Rest(rest) => (text.len() - frame.string(*rest).len()) as i128,
        };
        let (before, after) = (slice(text, 0, at), slice(text, at, i128::MAX));
        if !sides.before.contains(before) || !sides.after.contains(after) {
            return Some(format!("string {} = {before:?} . {after:?} at {place:?}", whole.0));
        }
    }
    None
}

/// The characters from a position to before another, both clipped.
fn slice(text: &[Symbol], from: i128, to: i128) -> &[Symbol] {
    let clip = |at: i128| usize::try_from(at.max(0)).unwrap_or(usize::MAX).min(text.len());
    let (from, to) = (clip(from), clip(to));
    &text[from..to.max(from)]
}

/// The value of a search, of a code or of a numeral; `None` for any other expression.
fn integer(value: &IntExpr, frame: &Frame) -> Option<i128> {
    let occurs = |text: &[Symbol], what: &[Symbol], at: usize| text[at..].starts_with(what);
    let found = |at: Option<usize>| at.map_or(-1, |at| at as i128);
    match value {
        IntExpr::IndexOf { of, what, from } => {
            let (text, what, from) = (frame.term(of), frame.term(what), frame.linear(from)?.max(0));
            let mut places = (0..=text.len()).filter(|&at| at as i128 >= from);
            Some(found(places.find(|&at| occurs(text, what, at))))
        }
        IntExpr::LastIndexOf { of, what } => {
            let (text, what) = (frame.term(of), frame.term(what));
            Some(found((0..=text.len()).rev().find(|&at| occurs(text, what, at))))
        }
        IntExpr::Code { of, at } => {
            let at = usize::try_from(frame.linear(at)?).ok();
            Some(at.and_then(|at| frame.term(of).get(at)).map_or(-1, |&symbol| i128::from(symbol)))
        }
        IntExpr::Parse { of, radix } => {
            let text: Option<String> =
                frame.term(of).iter().map(|&symbol| char::from_u32(symbol & !MARK)).collect();
            // What is no numeral may be any integer.
            i128::from_str_radix(&text?, *radix).ok()
        }
        IntExpr::Linear(_)
        | IntExpr::Times(..)
        | IntExpr::Div(..)
        | IntExpr::Mod(..)
        | IntExpr::Bits(..)
        | IntExpr::Input => None,
    }
}

/// What an integer is written as: small digits, the greatest place first.
fn numeral(value: i128, radix: u32) -> Vec<Symbol> {
    let (mut digits, mut rest) = (Vec::new(), value.unsigned_abs());
    while rest > 0 || digits.is_empty() {
        let digit =
            char::from_digit((rest % u128::from(radix)) as u32, radix).expect("it is below the radix");
        digits.push(Symbol::from(digit));
        rest /= u128::from(radix);
    }
    digits.extend((value < 0).then_some(Symbol::from('-')));
    digits.reverse();
    digits
}

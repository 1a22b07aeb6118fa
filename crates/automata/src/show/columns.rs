//! Which column of a picture each state stands in.
//!
//! By its longest way from the start, where arrows that close a circle do not count: then no arrow stays
//! within a column. Where that makes the picture much wider than it must be, by its shortest way.

use super::picture::Picture;

/// The column of each state, counted from the start.
pub(super) fn columns(picture: &Picture) -> Vec<usize> {
    let shortest: Vec<usize> = picture.states.iter().map(|state| state.depth).collect();
    let longest = longest(picture);
    let width = |columns: &[usize]| columns.iter().max().map_or(0, |last| last + 1);
    if 2 * width(&longest) <= 3 * width(&shortest) + 2 { longest } else { shortest }
}

/// The length of a longest way to each state, without the arrows that lead back to a state under way in a
/// depth-first search.
fn longest(picture: &Picture) -> Vec<usize> {
    let count = picture.states.len();
    let mut targets = vec![Vec::new(); count];
    for arrow in &picture.arrows {
        targets[arrow.from].push(arrow.to);
    }
    let (mut entered, mut left) = (vec![false; count], vec![false; count]);
    let mut finished = Vec::with_capacity(count);
    let mut forward = vec![Vec::new(); count];
    let mut path = vec![(0, 0)];
    entered[0] = true;
    while let Some((state, next)) = path.last_mut() {
        let state = *state;
        let Some(&target) = targets[state].get(*next) else {
            left[state] = true;
            finished.push(state);
            path.pop();
            continue;
        };
        *next += 1;
        if !entered[target] || left[target] {
            forward[state].push(target);
        }
        if !std::mem::replace(&mut entered[target], true) {
            path.push((target, 0));
        }
    }
    let mut columns = vec![0; count];
    for &state in finished.iter().rev() {
        for &target in &forward[state] {
            columns[target] = columns[target].max(columns[state] + 1);
        }
    }
    columns
}

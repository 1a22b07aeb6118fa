//! Where the states of a picture stand, and through which points its arrows pass.
//!
//! The method of [STT81]: a long arrow passes the columns between its ends through *bends*, the order within
//! a column follows the mean of the neighbours, and heights move towards the neighbours as far as the order
//! and the distances allow.

use super::columns::columns;
use super::picture::Picture;

/// The radius of a state.
pub(super) const RADIUS: f64 = 20.0;

/// How far a loop rises above its state, label included.
pub(super) const LOOP_HEIGHT: f64 = 46.0;

/// The width of a character of a label.
const CHARACTER: f64 = 7.3;

/// How often the order and the heights are improved.
const ROUNDS: usize = 12;

pub(super) type Point = (f64, f64);

/// The width of a label.
pub(super) fn width_of(label: &str) -> f64 {
    CHARACTER * real(label.chars().count())
}

/// A count as a length.
pub(super) fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The places of states, and of the bends of each arrow from its tail to its head.
pub(super) struct Layout {
    pub(super) states: Vec<Point>,
    pub(super) bends: Vec<Vec<Point>>,
}

pub(super) fn layout(picture: &Picture) -> Layout {
    let column_of = columns(picture);
    let mut grid = Grid::of(picture, &column_of);
    grid.improve_order();
    let heights = grid.heights();
    let columns = column_places(picture, &column_of);
    let place = |item: usize| (columns[grid.items[item].column], heights[item]);
    Layout {
        states: (0..picture.states.len()).map(place).collect(),
        bends: grid.bends.iter().map(|bends| bends.iter().map(|&bend| place(bend)).collect()).collect(),
    }
}

/// A state or a bend.
struct Item {
    column: usize,
    /// The room it needs above and below its place.
    above: f64,
    below: f64,
    /// Its neighbours in the columns before and after.
    before: Vec<usize>,
    after: Vec<usize>,
}

/// Items in columns, from top to bottom. The states are the first items.
struct Grid {
    /// How many of the items are states.
    states: usize,
    items: Vec<Item>,
    columns: Vec<Vec<usize>>,
    /// The bends of each arrow.
    bends: Vec<Vec<usize>>,
}

impl Grid {
    fn of(picture: &Picture, column_of: &[usize]) -> Self {
        let last = column_of.iter().copied().max().unwrap_or(0);
        let columns = vec![Vec::new(); last + 1];
        let mut grid = Grid { states: picture.states.len(), items: Vec::new(), columns, bends: Vec::new() };
        for (number, &column) in column_of.iter().enumerate() {
            let loops = picture.arrows.iter().any(|arrow| arrow.from == number && arrow.to == number);
            let above = RADIUS + if loops { LOOP_HEIGHT } else { 14.0 };
            grid.add(column, above, RADIUS + 14.0);
        }
        for arrow in &picture.arrows {
            let (from, to) = (column_of[arrow.from], column_of[arrow.to]);
            let mut chain = vec![arrow.from];
            let between: Vec<usize> =
                if from < to { (from + 1..to).collect() } else { (to + 1..from).rev().collect() };
            for column in between {
                chain.push(grid.add(column, 13.0, 13.0));
            }
            chain.push(arrow.to);
            for pair in chain.windows(2) {
                grid.connect(pair[0], pair[1]);
            }
            grid.bends.push(chain[1..chain.len() - 1].to_vec());
        }
        grid
    }

    fn add(&mut self, column: usize, above: f64, below: f64) -> usize {
        let item = self.items.len();
        self.items.push(Item { column, above, below, before: Vec::new(), after: Vec::new() });
        self.columns[column].push(item);
        item
    }

    fn connect(&mut self, a: usize, b: usize) {
        let (left, right) = if self.items[a].column < self.items[b].column { (a, b) } else { (b, a) };
        if self.items[left].column < self.items[right].column {
            self.items[left].after.push(right);
            self.items[right].before.push(left);
        }
    }

    /// Sorts columns by the mean place of their neighbours, to and fro, and keeps what crosses least.
    fn improve_order(&mut self) {
        let mut best = (self.crossings(), self.columns.clone());
        for round in 0..ROUNDS {
            let count = self.columns.len();
            for step in 0..count {
                let column = if round % 2 == 0 { step } else { count - 1 - step };
                self.sort_column(column, round % 2 == 0);
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.columns.clone());
            }
        }
        self.columns = best.1;
    }

    fn sort_column(&mut self, column: usize, forward: bool) {
        let ranks = self.ranks();
        let mean = |item: usize| {
            let neighbours = if forward { &self.items[item].before } else { &self.items[item].after };
            let sum: f64 = neighbours.iter().map(|&neighbour| ranks[neighbour]).sum();
            if neighbours.is_empty() { ranks[item] } else { sum / real(neighbours.len()) }
        };
        let mut order: Vec<(f64, usize)> =
            self.columns[column].iter().map(|&item| (mean(item), item)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.columns[column] = order.into_iter().map(|(_, item)| item).collect();
    }

    fn ranks(&self) -> Vec<f64> {
        let mut ranks = vec![0.0; self.items.len()];
        for column in &self.columns {
            for (rank, &item) in column.iter().enumerate() {
                ranks[item] = real(rank);
            }
        }
        ranks
    }

    fn crossings(&self) -> usize {
        let ranks = self.ranks();
        let mut crossings = 0;
        for column in &self.columns {
            let lines: Vec<(f64, f64)> = column
                .iter()
                .flat_map(|&item| self.items[item].after.iter().map(move |&after| (item, after)))
                .map(|(item, after)| (ranks[item], ranks[after]))
                .collect();
            for (at, a) in lines.iter().enumerate() {
                crossings += lines[..at].iter().filter(|b| (a.0 - b.0) * (a.1 - b.1) < 0.0).count();
            }
        }
        crossings
    }

    /// Heights near the mean of the neighbours, in order and far enough apart. The last round goes forward,
    /// so that a way without branches is straight.
    fn heights(&self) -> Vec<f64> {
        let mut heights = vec![0.0; self.items.len()];
        for column in &self.columns {
            self.spread(column, &mut heights);
        }
        for round in 0..=2 * ROUNDS {
            let forward = round % 2 == 0;
            let count = self.columns.len();
            for step in 0..count {
                let column = &self.columns[if forward { step } else { count - 1 - step }];
                for &item in column {
                    let Item { before, after, .. } = &self.items[item];
                    let neighbours = if forward { before } else { after };
                    if let Some(wish) = self.wish(item, neighbours, &heights) {
                        heights[item] = wish;
                    }
                }
                self.spread(column, &mut heights);
            }
        }
        heights
    }

    /// The mean height of the neighbours. States look at states where they can.
    fn wish(&self, item: usize, neighbours: &[usize], heights: &[f64]) -> Option<f64> {
        let states: Vec<usize> = neighbours.iter().copied().filter(|&other| self.is_state(other)).collect();
        let looked_at = if self.is_state(item) && !states.is_empty() { &states } else { neighbours };
        let sum: f64 = looked_at.iter().map(|&neighbour| heights[neighbour]).sum();
        (!looked_at.is_empty()).then(|| sum / real(looked_at.len()))
    }

    fn is_state(&self, item: usize) -> bool {
        item < self.states
    }

    /// Moves the items of a column as little as possible (in the mean square) so that none overlap: blocks of
    /// items that touch stand at the mean of their wishes. Bends give way to states.
    fn spread(&self, column: &[usize], heights: &mut [f64]) {
        let mut offset = 0.0;
        let mut offsets = Vec::with_capacity(column.len());
        for (at, &item) in column.iter().enumerate() {
            if at > 0 {
                offset += self.items[column[at - 1]].below + self.items[item].above;
            }
            offsets.push(offset);
        }
        // Blocks of a mean wish, a weight and a number of items.
        let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
        for (&item, offset) in column.iter().zip(&offsets) {
            let weight = if self.is_state(item) { 1_000.0 } else { 1.0 };
            blocks.push((heights[item] - offset, weight, 1));
            while let [.., (a, v, n), (b, w, m)] = blocks[..]
                && a > b
            {
                blocks.truncate(blocks.len() - 2);
                blocks.push(((a * v + b * w) / (v + w), v + w, n + m));
            }
        }
        let wishes = blocks.iter().flat_map(|&(wish, _, count)| std::iter::repeat_n(wish, count));
        for ((&item, offset), wish) in column.iter().zip(&offsets).zip(wishes) {
            heights[item] = wish + offset;
        }
    }
}

/// Where columns stand: far enough apart for the labels between them.
fn column_places(picture: &Picture, column_of: &[usize]) -> Vec<f64> {
    let count = column_of.iter().max().map_or(0, |last| last + 1);
    let mut gaps = vec![2.0 * RADIUS + 44.0; count];
    for arrow in &picture.arrows {
        let (from, to) = (column_of[arrow.from], column_of[arrow.to]);
        // The label is likely to stand in the middle of its arrow.
        let gap = &mut gaps[from.midpoint(to).min(from.max(to).saturating_sub(1))];
        *gap = gap.max(2.0 * RADIUS + 34.0 + width_of(&arrow.label));
    }
    let mut places = vec![0.0];
    for column in 1..count {
        places.push(places[column - 1] + gaps[column - 1]);
    }
    places
}

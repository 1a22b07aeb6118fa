//! A partition of `0..n` that is refined by marking elements [VL08].
//!
//! Marking is constant time, splitting costs the smaller halves: the two facts behind the O(m log n) of
//! [`minimize`](super::minimize).

/// A partition of `0..n` into numbered sets.
pub(super) struct Partition {
    /// The elements, those of a set next to each other.
    elements: Vec<u32>,
    /// Where each element stands in `elements`.
    location: Vec<u32>,
    set_of: Vec<u32>,
    sets: Vec<Bounds>,
    /// The sets with a marked element.
    touched: Vec<u32>,
}

/// Where a set lies in `elements`: its marked elements come first.
#[derive(Clone, Copy)]
struct Bounds {
    first: u32,
    marked_end: u32,
    end: u32,
}

impl Partition {
    /// All of `0..count` in one set; no set when there is no element.
    pub(super) fn new(count: usize) -> Self {
        let ends = if count == 0 { vec![0] } else { vec![0, count as u32] };
        Partition::from_runs(&ends)
    }

    /// One set for each pair of neighbours in `bounds`, which ascend strictly from 0.
    pub(super) fn from_runs(bounds: &[u32]) -> Self {
        let count = bounds[bounds.len() - 1];
        let mut set_of = Vec::with_capacity(count as usize);
        let mut sets = Vec::with_capacity(bounds.len());
        for run in bounds.windows(2) {
            set_of.resize(run[1] as usize, sets.len() as u32);
            sets.push(Bounds { first: run[0], marked_end: run[0], end: run[1] });
        }
        Partition {
            elements: (0..count).collect(),
            location: (0..count).collect(),
            set_of,
            sets,
            touched: Vec::new(),
        }
    }

    /// How many sets there are.
    pub(super) fn count(&self) -> usize {
        self.sets.len()
    }

    /// How many elements there are.
    pub(super) fn element_count(&self) -> usize {
        self.elements.len()
    }

    /// The elements of `set`.
    pub(super) fn set(&self, set: usize) -> &[u32] {
        let bounds = self.sets[set];
        &self.elements[bounds.first as usize..bounds.end as usize]
    }

    /// The set of each element.
    pub(super) fn of_elements(&self) -> &[u32] {
        &self.set_of
    }

    /// The set of `element`.
    pub(super) fn set_of(&self, element: u32) -> u32 {
        self.set_of[element as usize]
    }

    /// Moves `element` to the marked front of its set; nothing when it is there already.
    #[inline]
    pub(super) fn mark(&mut self, element: u32) {
        let set = self.set_of[element as usize];
        let bounds = &mut self.sets[set as usize];
        let from = self.location[element as usize];
        let to = bounds.marked_end;
        if from < to {
            return;
        }
        if to == bounds.first {
            self.touched.push(set);
        }
        bounds.marked_end += 1;
        let other = self.elements[to as usize];
        self.elements[from as usize] = other;
        self.elements[to as usize] = element;
        self.location[other as usize] = from;
        self.location[element as usize] = to;
    }

    /// Splits every touched set into its marked and unmarked part; the smaller one gets the new number.
    pub(super) fn split(&mut self) {
        while let Some(set) = self.touched.pop() {
            let new = self.sets.len() as u32;
            let bounds = &mut self.sets[set as usize];
            let Bounds { first, marked_end: middle, end } = *bounds;
            bounds.marked_end = first;
            if middle == end {
                continue;
            }
            let part = if middle - first <= end - middle {
                *bounds = Bounds { first: middle, marked_end: middle, end };
                first..middle
            } else {
                bounds.end = middle;
                middle..end
            };
            self.sets.push(Bounds { first: part.start, marked_end: part.start, end: part.end });
            for &element in &self.elements[part.start as usize..part.end as usize] {
                self.set_of[element as usize] = new;
            }
        }
    }
}

/// Numbers grouped by a key below `count`, in one flat array; the order within a group is kept.
pub(super) struct Grouped {
    first: Vec<u32>,
    items: Vec<u32>,
}

impl Grouped {
    pub(super) fn by(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut first = vec![0u32; count + 2];
        for (key, _) in pairs.clone() {
            first[key as usize + 2] += 1;
        }
        for i in 2..count + 2 {
            first[i] += first[i - 1];
        }
        // `first[key + 1]` runs from the beginning of the group to its end.
        let mut items = vec![0; first[count + 1] as usize];
        for (key, item) in pairs {
            let next = &mut first[key as usize + 1];
            items[*next as usize] = item;
            *next += 1;
        }
        Grouped { first, items }
    }

    pub(super) fn group(&self, key: u32) -> &[u32] {
        &self.items[self.first[key as usize] as usize..self.first[key as usize + 1] as usize]
    }
}

//! A class view of interval labels: characters that no edge tells apart share a class.
//!
//! Boundaries of edges cut the alphabet into *atoms*; atoms that lie on the same edges form a *class* (a
//! minterm). The label of a pair of states is the list of intervals between them; equal labels are stored
//! once, so that atoms and classes are computed from the few distinct ones. All of it is exact: hashes only
//! find candidates. Classes are numbered by their least character, which keeps the order of first
//! appearance that the canonical numbering needs.

use super::interned::Interned;
use super::partition::{Grouped, Partition};
use super::table::{Edge, StateId};
use crate::budget::{Budget, Exhausted};
use crate::symbols::Symbol;

/// Atoms on no edge have no class.
const NO_CLASS: u32 = u32::MAX;

/// The distinct labels met so far, each a flat list `lo, hi, lo, hi, …`, ascending with gaps between.
pub(super) struct Labels {
    distinct: Interned,
    /// Scratch space for one label.
    label: Vec<u32>,
    /// Scratch space for the edges of one state, sorted by target.
    sorted: Vec<Edge>,
}

/// All edges from one state to `target`, named by their label.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) label: u32,
    pub(super) target: StateId,
}

impl Labels {
    pub(super) fn new() -> Self {
        Labels { distinct: Interned::new(), label: Vec::new(), sorted: Vec::new() }
    }

    /// Appends to `moves` one move for each target that `edges`, those of one state, lead to.
    pub(super) fn moves_of(&mut self, edges: &[Edge], moves: &mut Vec<Move>) {
        if edges.is_sorted_by_key(|edge| (edge.target, edge.lo)) {
            self.add_groups(edges, moves);
        } else {
            let mut sorted = std::mem::take(&mut self.sorted);
            sorted.clear();
            sorted.extend_from_slice(edges);
            sorted.sort_unstable_by_key(|edge| (edge.target, edge.lo));
            self.add_groups(&sorted, moves);
            self.sorted = sorted;
        }
    }

    fn add_groups(&mut self, edges: &[Edge], moves: &mut Vec<Move>) {
        for group in edges.chunk_by(|a, b| a.target == b.target) {
            self.label.clear();
            for edge in group {
                match self.label[..] {
                    [.., ref mut hi] if edge.lo <= *hi + 1 => *hi = edge.hi.max(*hi),
                    [..] => self.label.extend([edge.lo, edge.hi]),
                }
            }
            moves.push(Move { label: self.distinct.intern(&self.label), target: group[0].target });
        }
    }

    /// The number of the label that consists of the characters on both labels, `None` when there are none.
    pub(super) fn meet(&mut self, left: u32, right: u32) -> Option<u32> {
        let (mut a, mut b) = (self.distinct.get(left), self.distinct.get(right));
        self.label.clear();
        while let ([alo, ahi, ..], [blo, bhi, ..]) = (a, b) {
            if alo.max(blo) <= ahi.min(bhi) {
                self.label.extend([*alo.max(blo), *ahi.min(bhi)]);
            }
            if ahi <= bhi {
                a = &a[2..];
            } else {
                b = &b[2..];
            }
        }
        (!self.label.is_empty()).then(|| self.distinct.intern(&self.label))
    }

    /// The least character of `label`.
    pub(super) fn least(&self, label: u32) -> Symbol {
        self.distinct.get(label)[0]
    }

    /// The intervals of `label`, ascending with gaps between.
    pub(super) fn intervals(&self, label: u32) -> impl Iterator<Item = (Symbol, Symbol)> {
        intervals(self.distinct.get(label))
    }

    /// The classes of the labels met.
    pub(super) fn into_classes(self, budget: &mut Budget) -> Result<Classes, Exhausted> {
        let atoms = Atoms::of(&self.distinct);
        let mut partition = Partition::new(atoms.count());
        for label in 0..self.distinct.len() as u32 {
            let marked = atoms.mark(self.distinct.get(label), &mut partition);
            partition.split();
            budget.spend(marked as u64 + 1)?;
        }
        Ok(Classes::number(atoms, &partition, &self.distinct))
    }
}

/// The alphabet cut at every boundary of a label. Atom `i` is `starts[i]..starts[i + 1]`.
struct Atoms {
    starts: Vec<Symbol>,
}

impl Atoms {
    fn of(labels: &Interned) -> Self {
        let mut starts: Vec<Symbol> = Vec::new();
        for label in 0..labels.len() as u32 {
            starts.extend(intervals(labels.get(label)).flat_map(|(lo, hi)| [lo, hi + 1]));
        }
        starts.sort_unstable();
        starts.dedup();
        Atoms { starts }
    }

    fn count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The atoms that make up `lo..=hi`, an interval of a label.
    fn covering(&self, (lo, hi): (Symbol, Symbol)) -> std::ops::Range<u32> {
        let from = self.starts.partition_point(|&start| start < lo);
        let to = from + self.starts[from..].partition_point(|&start| start <= hi);
        from as u32..to as u32
    }

    /// Marks the atoms of `label`, or all others when they are fewer: both split a partition the same way.
    /// Returns how many were marked.
    fn mark(&self, label: &[u32], partition: &mut Partition) -> usize {
        let ranges: Vec<_> = intervals(label).map(|interval| self.covering(interval)).collect();
        let inside: usize = ranges.iter().map(ExactSizeIterator::len).sum();
        if inside * 2 <= self.count() {
            ranges.into_iter().flatten().for_each(|atom| partition.mark(atom));
            return inside;
        }
        let mut from = 0;
        for range in ranges {
            (from..range.start).for_each(|atom| partition.mark(atom));
            from = range.end;
        }
        (from..self.count() as u32).for_each(|atom| partition.mark(atom));
        self.count() - inside
    }
}

fn intervals(label: &[u32]) -> impl Iterator<Item = (Symbol, Symbol)> {
    label.as_chunks::<2>().0.iter().map(|&[lo, hi]| (lo, hi))
}

/// The classes of a set of labels, ascending by their least character.
pub(super) struct Classes {
    atoms: Atoms,
    class_of: Vec<u32>,
    /// The atoms of each class, ascending.
    members: Grouped,
    count: usize,
    /// Label `i` consists of the class ranges `ranges[first[i]..first[i + 1]]`.
    first: Vec<u32>,
    ranges: Vec<ClassRange>,
}

/// The classes `lo..end`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClassRange {
    pub(super) lo: u32,
    pub(super) end: u32,
}

impl Classes {
    fn number(atoms: Atoms, partition: &Partition, labels: &Interned) -> Self {
        let covered = covered(&atoms, labels);
        let mut class_of_set = vec![NO_CLASS; partition.count()];
        let mut class_of = Vec::with_capacity(atoms.count());
        // How many classes have their least atom before atom `i`.
        let mut before = vec![0; atoms.count() + 1];
        let mut count = 0;
        for atom in 0..atoms.count() as u32 {
            let slot = &mut class_of_set[partition.set_of(atom) as usize];
            if covered[atom as usize] && *slot == NO_CLASS {
                *slot = count;
                count += 1;
            }
            class_of.push(*slot);
            before[atom as usize + 1] = count;
        }
        let (first, ranges) = class_ranges(&atoms, &before, labels);
        let of_class = (0..).zip(&class_of).filter(|&(_, &class)| class != NO_CLASS);
        let members = Grouped::by(count as usize, of_class.map(|(atom, &class)| (class, atom)));
        Classes { atoms, class_of, members, count: count as usize, first, ranges }
    }

    /// How many classes there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The classes of a label. A class is in it or disjoint from it.
    pub(super) fn ranges(&self, label: u32) -> &[ClassRange] {
        &self.ranges[self.first[label as usize] as usize..self.first[label as usize + 1] as usize]
    }

    /// The least character of `class`.
    pub(super) fn least(&self, class: u32) -> Symbol {
        self.atoms.starts[self.members.group(class)[0] as usize]
    }

    /// Turns a row of `(class, target)` into ascending, disjoint edges.
    pub(super) fn edges(&self, row: &[(u32, StateId)], edges: &mut Vec<Edge>) {
        edges.clear();
        if row.len() * 4 < self.count {
            let mut by_atom: Vec<(u32, StateId)> = Vec::with_capacity(row.len());
            for &(class, target) in row {
                by_atom.extend(self.members.group(class).iter().map(|&atom| (atom, target)));
            }
            by_atom.sort_unstable();
            for (atom, target) in by_atom {
                self.push_atom(atom, target, edges);
            }
        } else {
            let mut target_of = vec![None; self.count];
            for &(class, target) in row {
                target_of[class as usize] = Some(target);
            }
            for (atom, &class) in (0..).zip(&self.class_of) {
                if let Some(&Some(target)) = target_of.get(class as usize) {
                    self.push_atom(atom, target, edges);
                }
            }
        }
    }

    /// Appends an atom, or lengthens the last edge by it.
    fn push_atom(&self, atom: u32, target: StateId, edges: &mut Vec<Edge>) {
        let (lo, end) = (self.atoms.starts[atom as usize], self.atoms.starts[atom as usize + 1]);
        match edges.last_mut() {
            Some(last) if last.target == target && last.hi + 1 == lo => last.hi = end - 1,
            Some(_) | None => edges.push(Edge { lo, hi: end - 1, target }),
        }
    }
}

/// Which atoms lie in a label.
fn covered(atoms: &Atoms, labels: &Interned) -> Vec<bool> {
    let mut change = vec![0i64; atoms.count() + 1];
    for label in 0..labels.len() as u32 {
        for interval in intervals(labels.get(label)) {
            let range = atoms.covering(interval);
            change[range.start as usize] += 1;
            change[range.end as usize] -= 1;
        }
    }
    let mut depth = 0;
    let depth_at = change.iter().map(|step| {
        depth += step;
        depth
    });
    depth_at.map(|depth| depth > 0).collect()
}

/// The class ranges of each label. An interval of atoms holds the least atoms of consecutive classes.
fn class_ranges(atoms: &Atoms, before: &[u32], labels: &Interned) -> (Vec<u32>, Vec<ClassRange>) {
    let (mut first, mut ranges) = (vec![0], Vec::new());
    for label in 0..labels.len() as u32 {
        for interval in intervals(labels.get(label)) {
            let inside = atoms.covering(interval);
            let (lo, end) = (before[inside.start as usize], before[inside.end as usize]);
            if lo < end {
                ranges.push(ClassRange { lo, end });
            }
        }
        first.push(ranges.len() as u32);
    }
    (first, ranges)
}

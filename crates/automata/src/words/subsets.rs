//! Sets of states of a [`View`], interned, with the successors of a set on every class at once.
//!
//! A set is a slice of `u32` in one pool: the bits of its members when the automaton is small, the sorted
//! members otherwise. Which of the two is chosen once, by size; nothing outside this file sees the
//! difference.

use super::interned::Interned;
use super::simulation::Needless;
use super::view::View;
use crate::budget::{Budget, Exhausted};

/// Up to so many states, and so many words of successors a set, sets are kept as bits.
const MOST_BITS: usize = 1024;
const MOST_WORDS: usize = 1024;

/// The sets of states met so far, numbered in the order of their appearance.
pub(super) struct Subsets<'a> {
    view: &'a View,
    sets: Interned,
    accepting: Vec<bool>,
    form: Form,
}

/// How sets are written, with scratch space for the successors of one set.
enum Form {
    Bits(Bits),
    Lists(Lists),
}

impl<'a> Subsets<'a> {
    /// The sets of `view`, so far without any; `classes` is the number of classes.
    pub(super) fn new(view: &'a View, classes: usize) -> Self {
        let width = view.state_count().div_ceil(32);
        let form = if view.state_count() <= MOST_BITS && width * classes <= MOST_WORDS {
            Form::Bits(Bits::new(view, width, classes))
        } else {
            Form::Lists(Lists::new(classes))
        };
        Subsets { view, sets: Interned::new(), accepting: Vec::new(), form }
    }

    /// Looks for needless members by simulation, and says whether there are more than at a glance.
    ///
    /// To be called before any set is met. When `budget` is too small nothing changes.
    pub(super) fn prune_by_simulation(&mut self, classes: usize, budget: &mut Budget) -> bool {
        let Form::Bits(bits) = &mut self.form else { return false };
        let Ok(needless) = Needless::by_simulation(self.view, classes, budget) else { return false };
        let more = needless.strong_count() > bits.needless.strong_count();
        bits.needless = needless;
        more
    }

    /// How many sets were met.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether a member of `set` accepts.
    pub(super) fn accepts_at(&self, set: u32) -> bool {
        self.accepting[set as usize]
    }

    /// The members of `set`, folded into 64 bits: a subset has no bit that its superset lacks.
    pub(super) fn signature(&self, set: u32) -> u64 {
        let slice = self.sets.get(set);
        match &self.form {
            Form::Bits(_) => (0..)
                .zip(slice)
                .fold(0, |signature, (at, &word)| signature | u64::from(word) << (at % 2 * 32)),
            Form::Lists(_) => slice.iter().fold(0, |signature, state| signature | 1 << (state % 64)),
        }
    }

    /// Whether every member of `left` is one of `right`.
    pub(super) fn is_subset(&self, left: u32, right: u32) -> bool {
        let (left, right) = (self.sets.get(left), self.sets.get(right));
        match &self.form {
            Form::Bits(_) => left.iter().zip(right).all(|(a, b)| a & !b == 0),
            Form::Lists(_) => {
                let mut rest = right.iter();
                left.len() <= right.len() && left.iter().all(|state| rest.any(|other| other == state))
            }
        }
    }

    /// The length of a shortest word accepted from a member of `set`; `u32::MAX` when it is empty.
    pub(super) fn distance(&self, set: u32) -> u32 {
        let slice = self.sets.get(set);
        let distance = match &self.form {
            Form::Bits(_) => {
                let states =
                    (0..).zip(slice).flat_map(|(at, &word)| ones(word).map(move |bit| at * 32 + bit));
                states.map(|state: u32| self.view.distance(state)).min()
            }
            Form::Lists(_) => slice.iter().map(|&state| self.view.distance(state)).min(),
        };
        distance.unwrap_or(u32::MAX)
    }

    /// The empty set.
    pub(super) fn empty(&mut self) -> u32 {
        let set = match &self.form {
            Form::Bits(bits) => self.sets.intern(&bits.write(&[])),
            Form::Lists(_) => self.sets.intern(&[]),
        };
        self.note_acceptance();
        set
    }

    /// The set of the start states.
    pub(super) fn start(&mut self) -> u32 {
        let starts = self.view.starts();
        let set = match &self.form {
            Form::Bits(bits) => self.sets.intern(&bits.write(starts)),
            Form::Lists(_) => self.sets.intern(starts),
        };
        self.note_acceptance();
        set
    }

    /// Puts `(class, successor)` into `row` for every class on which `set` has a successor, ascending.
    pub(super) fn expand(
        &mut self,
        set: u32,
        row: &mut Vec<(u32, u32)>,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        row.clear();
        let before = self.sets.len();
        let work = match &mut self.form {
            Form::Bits(bits) => bits.expand(self.view, set, &mut self.sets, row),
            Form::Lists(lists) => lists.expand(self.view, set, &mut self.sets, row),
        };
        self.note_acceptance();
        // New sets take memory: their size is charged too.
        let size: usize = (before..self.len()).map(|new| self.sets.get(new as u32).len()).sum();
        budget.spend((work + size) as u64 + 1)
    }

    /// Notes for the sets that are new whether they accept.
    fn note_acceptance(&mut self) {
        for set in self.accepting.len()..self.sets.len() {
            let slice = self.sets.get(set as u32);
            self.accepting.push(match &self.form {
                Form::Bits(bits) => slice.iter().zip(&bits.accepting).any(|(a, b)| a & b != 0),
                Form::Lists(_) => slice.iter().any(|&state| self.view.accepts_at(state)),
            });
        }
    }
}

/// Sets as bits, `width` words each.
struct Bits {
    width: usize,
    accepting: Vec<u32>,
    /// The successors on class `c` are gathered in `rows[c * width..][..width]`.
    rows: Vec<u32>,
    needless: Needless,
}

impl Bits {
    fn new(view: &View, width: usize, classes: usize) -> Self {
        let accepting: Vec<u32> =
            (0..view.state_count() as u32).filter(|&state| view.accepts_at(state)).collect();
        let needless = Needless::at_a_glance(view, classes);
        let mut bits = Bits { width, accepting: Vec::new(), rows: vec![0; classes * width], needless };
        bits.accepting = bits.write(&accepting);
        bits
    }

    fn write(&self, states: &[u32]) -> Vec<u32> {
        let mut words = vec![0; self.width];
        for &state in states {
            words[state as usize / 32] |= 1 << (state % 32);
        }
        words
    }

    /// As [`Subsets::expand`]; returns the work done.
    fn expand(&mut self, view: &View, set: u32, sets: &mut Interned, row: &mut Vec<(u32, u32)>) -> usize {
        if self.width == 0 {
            return 0;
        }
        self.rows.fill(0);
        let mut work = self.rows.len() / 8;
        for (at, &word) in (0..).zip(sets.get(set)) {
            work += ones(word).map(|bit| self.gather(view, at * 32 + bit)).sum::<usize>();
        }
        let mut last = None;
        for words in self.rows.chunks_exact_mut(self.width) {
            work += self.needless.prune(words);
        }
        for (class, words) in (0..).zip(self.rows.chunks_exact(self.width)) {
            if words.iter().all(|&word| word == 0) {
                continue;
            }
            // Neighbouring classes often have the same successor.
            let set = match last {
                Some((before, set)) if before == words => set,
                Some(_) | None => sets.intern(words),
            };
            last = Some((words, set));
            row.push((class, set));
        }
        work
    }

    /// Adds the successors of `state`; returns the work done.
    fn gather(&mut self, view: &View, state: u32) -> usize {
        let mut work = 1;
        for &span in view.spans(state) {
            for &target in view.landing(span) {
                let (offset, bit) = (target as usize / 32, 1 << (target % 32));
                work += (span.end - span.lo) as usize;
                for class in span.lo..span.end {
                    self.rows[class as usize * self.width + offset] |= bit;
                }
            }
        }
        work
    }
}

/// The places of the ones in `word`, ascending.
fn ones(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

/// Sets as sorted lists.
struct Lists {
    /// The successors on each class, as they are met.
    rows: Vec<Vec<u32>>,
    /// The classes whose row is not empty.
    touched: Vec<u32>,
}

impl Lists {
    fn new(classes: usize) -> Self {
        Lists { rows: vec![Vec::new(); classes], touched: Vec::new() }
    }

    /// As [`Subsets::expand`]; returns the work done.
    fn expand(&mut self, view: &View, set: u32, sets: &mut Interned, row: &mut Vec<(u32, u32)>) -> usize {
        let mut work = 0;
        for &state in sets.get(set) {
            for &span in view.spans(state) {
                let landing = view.landing(span);
                work += (span.end - span.lo) as usize * landing.len();
                for class in span.lo..span.end {
                    let targets = &mut self.rows[class as usize];
                    if targets.is_empty() {
                        self.touched.push(class);
                    }
                    targets.extend_from_slice(landing);
                }
            }
        }
        self.touched.sort_unstable();
        for class in self.touched.drain(..) {
            let targets = &mut self.rows[class as usize];
            if targets.len() > 1 {
                targets.sort_unstable();
                targets.dedup();
            }
            row.push((class, sets.intern(targets)));
            targets.clear();
        }
        work
    }
}

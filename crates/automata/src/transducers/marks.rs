//! Functions on words whose characters may be marked as written by the outside.
//!
//! A function looks through the marks: it does with a marked character what it does with the character. And
//! it carries them along: a copied character keeps its mark, and what is written in the place of characters
//! is marked if one of them was. An escaped quote is marked like the quote it stands for, the replacement of a
//! match is marked when part of the match was. What is written for no character (at an empty match, say) is
//! not marked: nobody outside wrote it. To mark more than needed may lose a proof; to mark less could hide that
//! the outside has chosen where a character stands.

use super::machine::{Edge, Output, Transducer, TransducerBuilder, Unit};
use crate::symbols::{MARK, Symbol, SymbolSet};

/// What is known of the part of the word that is treated as a whole. The machine may write for it before it
/// has read it all, so it guesses whether a mark will come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// No such part has begun.
    Outside,
    /// It has no marked character.
    Plain,
    /// It has a marked character, still to come.
    Awaited,
    /// It has a marked character, already read.
    Seen,
}

const PHASES: [Phase; 4] = [Phase::Outside, Phase::Plain, Phase::Awaited, Phase::Seen];

impl Transducer {
    /// Exact: the same function on words with marked characters; see the head of this file for what becomes
    /// of the marks. In a machine of one's own, what an edge writes stands for the character it reads, and
    /// what is written without reading stands for none.
    ///
    /// # Panics
    /// When the alphabet has marks already.
    #[must_use]
    pub fn through_marks(&self) -> Transducer {
        assert!(!self.alphabet().is_marked(), "the alphabet has no marks yet");
        let mut builder = TransducerBuilder::new(self.alphabet().with_marks());
        for _ in 0..self.state_count() * PHASES.len() {
            builder.add_state();
        }
        for state in 0..self.state_count() as u32 {
            if let Some(word) = &self.state(state).end {
                builder.end(number(state, Phase::Outside), word);
            }
            for phase in PHASES {
                for edge in &self.state(state).edges {
                    add_copies(&mut builder, number(state, phase), phase, edge);
                }
            }
        }
        builder.finish()
    }
}

fn number(state: u32, phase: Phase) -> u32 {
    state * PHASES.len() as u32 + phase as u32
}

/// Adds the unmarked and the marked copy of `edge`, with every guess that may be made.
fn add_copies(builder: &mut TransducerBuilder, source: u32, phase: Phase, edge: &Edge) {
    for (marked, reads) in copies(edge.reads.as_ref()) {
        for &(writes_marked, next) in phase.after(marked, edge.unit) {
            let writes = if writes_marked { with_mark(&edge.writes) } else { edge.writes.clone() };
            let target = number(edge.target, next);
            builder.edge(source, Edge { reads: reads.clone(), writes, target, unit: Unit::Ends });
        }
    }
}

/// What is read without and with a mark.
fn copies(reads: Option<&SymbolSet>) -> Vec<(bool, Option<SymbolSet>)> {
    let Some(reads) = reads else { return vec![(false, None)] };
    let marked = reads.ranges().iter().map(|&(lo, hi)| (lo | MARK, hi | MARK));
    vec![(false, Some(reads.clone())), (true, Some(SymbolSet::from_ranges(marked)))]
}

fn with_mark(output: &Output) -> Output {
    let mark = |word: &[Symbol]| word.iter().map(|&symbol| symbol | MARK).collect();
    Output { before: mark(&output.before), copy: output.copy, after: mark(&output.after) }
}

impl Phase {
    /// The ways to go on with a character that is marked or not: whether to write with marks, and the phase.
    fn after(self, marked: bool, unit: Unit) -> &'static [(bool, Phase)] {
        match (self, unit, marked) {
            (Phase::Outside | Phase::Plain, Unit::Ends, false) => &[(false, Phase::Outside)],
            (Phase::Outside, Unit::GoesOn, false) => &[(false, Phase::Plain), (true, Phase::Awaited)],
            (Phase::Plain, Unit::GoesOn, false) => &[(false, Phase::Plain)],
            (Phase::Awaited, Unit::GoesOn, false) => &[(true, Phase::Awaited)],
            // A guess that proved wrong.
            (Phase::Plain, _, true) | (Phase::Awaited, Unit::Ends, false) => &[],
            (Phase::Outside | Phase::Awaited, Unit::GoesOn, true) | (Phase::Seen, Unit::GoesOn, _) => {
                &[(true, Phase::Seen)]
            }
            (Phase::Outside | Phase::Awaited, Unit::Ends, true) | (Phase::Seen, Unit::Ends, _) => {
                &[(true, Phase::Outside)]
            }
        }
    }
}

//! Language-based replacement after [YBCI08 §4]: the fall-back when no transducer is at hand.
//!
//! A word is cut into gaps and matches in every way that a search could; each match becomes some word of the
//! replacement. The automaton is a product of the subject with either the words that contain no match (in a
//! gap) or the pattern (in a match), with a copy of the replacement after each match. The paper marks matches
//! with two reserved characters instead, so that words with these characters vanish; there are none here.
//!
//! The empty match is defined apart, where [YBCI08] is silent. If the pattern matches the empty word, every
//! position has a match: a character is copied only after an insertion or a match that ends there.
//!
//! Each match may become a different word of the replacement. That, and that any cut into gaps and matches
//! will do, is what is over-approximated.

use super::automaton::Automaton;
use super::boolean::Overlay;
use super::nfa::Nfa;
use super::places::Places;
use super::table::StateId;
use crate::budget::{Budget, Exhausted};

impl Automaton {
    /// Over-approximates: the words after *every* match of a regular expression is replaced.
    ///
    /// `pattern` must be *exactly* the words that the expression matches, and it must match them in any
    /// surroundings (no anchors, no lookaround). Then the result covers every search from left to right:
    /// leftmost-longest and leftmost-first, greedy and lazy, and every treatment of the empty match in use.
    /// When only a larger set than the matches is known, or the pattern is one unknown word of a set, use
    /// [`Automaton::replace_some`].
    ///
    /// # Errors
    /// [`Exhausted`] when the product or the subset construction outgrows the budget.
    pub fn replace_all(
        &self,
        pattern: &Automaton,
        with: &Automaton,
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let start = if pattern.contains(&[]) { Mode::Fresh } else { Mode::Gap };
        Weaving::new(self, pattern, with, start, budget)?.weave(start, budget)
    }

    /// Over-approximates: the words after the *first* match of a regular expression is replaced.
    ///
    /// The conditions on `pattern` are those of [`Automaton::replace_all`].
    ///
    /// # Errors
    /// [`Exhausted`] when the product or the subset construction outgrows the budget.
    pub fn replace_first(
        &self,
        pattern: &Automaton,
        with: &Automaton,
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let start = if pattern.contains(&[]) { Mode::Once } else { Mode::FirstGap };
        Weaving::new(self, pattern, with, start, budget)?.weave(start, budget)
    }

    /// Over-approximates: the words after *any number* of occurrences of words of `pattern` are replaced,
    /// none included.
    ///
    /// Sound whatever is searched for: one unknown word of `pattern`, an expression whose matches are only
    /// known to lie in `pattern`, with anchors or lookaround, replaced once, a few times or always.
    ///
    /// # Errors
    /// [`Exhausted`] when the product or the subset construction outgrows the budget.
    pub fn replace_some(
        &self,
        pattern: &Automaton,
        with: &Automaton,
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let start = if pattern.contains(&[]) { Mode::LooseInsert } else { Mode::Loose };
        Weaving::new(self, pattern, with, start, budget)?.weave(start, budget)
    }
}

/// Where the search stands between two characters of the subject, outside of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Mode {
    /// In a gap of a search for all matches.
    Gap,
    /// In the gap before the first and only match.
    FirstGap,
    /// At a position that must have a match, the empty one if no other.
    Fresh,
    /// After a match that was not empty; an empty one may follow at once.
    Matched,
    /// After an empty match.
    Inserted,
    /// At the start, when the only match must be here.
    Once,
    /// After the only match.
    Rest,
    /// Anything goes; matches are not empty.
    Loose,
    /// Anything goes, an insertion too.
    LooseInsert,
    /// Anything but a second insertion.
    LooseInserted,
}

/// What may happen next in a [`Mode`], and the mode after it.
struct Choices {
    may_end: bool,
    matched: Option<Mode>,
    inserted: Option<Mode>,
    copied: Option<Mode>,
}

impl Mode {
    fn choices(self) -> Choices {
        let rule = |may_end, matched, inserted, copied| Choices { may_end, matched, inserted, copied };
        match self {
            Mode::Gap => rule(true, Some(Mode::Gap), None, Some(Mode::Gap)),
            Mode::FirstGap => rule(true, Some(Mode::Rest), None, Some(Mode::FirstGap)),
            Mode::Fresh => rule(false, Some(Mode::Matched), Some(Mode::Inserted), None),
            Mode::Matched => rule(true, Some(Mode::Matched), Some(Mode::Inserted), Some(Mode::Fresh)),
            Mode::Inserted => rule(true, Some(Mode::Matched), None, Some(Mode::Fresh)),
            Mode::Once => rule(false, Some(Mode::Rest), Some(Mode::Rest), None),
            Mode::Rest => rule(true, None, None, Some(Mode::Rest)),
            Mode::Loose => rule(true, Some(Mode::Loose), None, Some(Mode::Loose)),
            Mode::LooseInsert => {
                let again = Some(Mode::LooseInsert);
                rule(true, again, Some(Mode::LooseInserted), again)
            }
            Mode::LooseInserted => rule(true, Some(Mode::LooseInsert), None, Some(Mode::LooseInsert)),
        }
    }

    /// Whether no match may lie within the characters copied one after the other.
    fn avoids_matches(self) -> bool {
        matches!(self, Mode::Gap | Mode::FirstGap)
    }
}

/// A state of the result before it is determinised. The first part is a state of the subject.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    /// Outside of a match, at a state of the words without a match; it stays at the start where these do
    /// not matter.
    Outside(StateId, StateId, Mode),
    /// In a match, at a state of the pattern; then the mode when it ends.
    Matching(StateId, StateId, Mode),
    /// Writing the replacement, at a state of it; then the mode when it ends.
    Writing(StateId, StateId, Mode),
}

/// The automata that are woven together.
struct Weaving<'a> {
    subject: &'a Automaton,
    /// The pattern without the empty word.
    pattern: Automaton,
    with: &'a Automaton,
    /// The words that contain no word of the pattern, when a gap must be one of them.
    free: Automaton,
    nfa: Nfa,
    places: Places<Place>,
}

impl<'a> Weaving<'a> {
    fn new(
        subject: &'a Automaton,
        pattern: &Automaton,
        with: &'a Automaton,
        start: Mode,
        budget: &mut Budget,
    ) -> Result<Self, Exhausted> {
        subject.expect_alphabet_of(pattern);
        subject.expect_alphabet_of(with);
        let alphabet = subject.alphabet();
        let any = Automaton::any(alphabet);
        // Only a gap asks for the words without a match, and the complement may be large.
        let free = if start.avoids_matches() {
            any.concat(pattern, budget)?.concat(&any, budget)?.complement(budget)?
        } else {
            any
        };
        let pattern = pattern.difference(&Automaton::epsilon(alphabet), budget)?;
        Ok(Weaving { subject, pattern, with, free, nfa: Nfa::new(alphabet), places: Places::new() })
    }

    fn weave(mut self, start: Mode, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let start = self.state(Place::Outside(StateId::START, StateId::START, start));
        self.nfa.add_start(start);
        let mut at = 0;
        while let Some(&place) = self.places.get(at) {
            budget.spend(1)?;
            match place {
                Place::Outside(subject, free, mode) => {
                    self.outside(StateId(at), (subject, free), mode, budget)?;
                }
                Place::Matching(subject, pattern, then) => {
                    self.matching(StateId(at), (subject, pattern), then, budget)?;
                }
                Place::Writing(subject, with, then) => {
                    self.writing(StateId(at), (subject, with), then, budget)?;
                }
            }
            at += 1;
        }
        self.nfa.determinize(budget)
    }

    /// The state of the result that stands for `place`.
    fn state(&mut self, place: Place) -> StateId {
        let state = StateId(self.places.number(place));
        if state.index() == self.nfa.state_count() {
            self.nfa.add_state();
        }
        state
    }

    fn jump(&mut self, from: StateId, place: Place) {
        let target = self.state(place);
        self.nfa.add_epsilon(from, target);
    }

    fn outside(
        &mut self,
        from: StateId,
        (subject, free): (StateId, StateId),
        mode: Mode,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let choices = mode.choices();
        if choices.may_end && self.subject.accepts_at(subject) {
            self.nfa.set_accepting(from);
        }
        if let Some(then) = choices.matched {
            self.jump(from, Place::Matching(subject, StateId::START, then));
        }
        if let Some(then) = choices.inserted {
            self.jump(from, Place::Writing(subject, StateId::START, then));
        }
        let Some(then) = choices.copied else { return Ok(()) };
        let (edges, beside) = (self.subject.edges(subject), self.free.clone());
        let beside = if mode.avoids_matches() { beside.edges(free) } else { edges };
        budget.spend((edges.len() + beside.len()) as u64)?;
        for (lo, hi, to, free) in Overlay::new(edges, beside) {
            if let (Some(to), Some(free)) = (to, free) {
                let free = if mode.avoids_matches() { free } else { StateId::START };
                let target = self.state(Place::Outside(to, free, then));
                self.nfa.add_transition(from, lo, hi, target);
            }
        }
        Ok(())
    }

    fn matching(
        &mut self,
        from: StateId,
        (subject, pattern): (StateId, StateId),
        then: Mode,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        if self.pattern.accepts_at(pattern) {
            self.jump(from, Place::Writing(subject, StateId::START, then));
        }
        let (left, right) = (self.subject.edges(subject), self.pattern.clone());
        budget.spend((left.len() + right.edges(pattern).len()) as u64)?;
        for (_, _, to, on) in Overlay::new(left, right.edges(pattern)) {
            if let (Some(to), Some(on)) = (to, on) {
                self.jump(from, Place::Matching(to, on, then));
            }
        }
        Ok(())
    }

    fn writing(
        &mut self,
        from: StateId,
        (subject, with): (StateId, StateId),
        then: Mode,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        if self.with.accepts_at(with) {
            self.jump(from, Place::Outside(subject, StateId::START, then));
        }
        let edges = self.with.edges(with);
        budget.spend(edges.len() as u64)?;
        for edge in edges {
            let target = self.state(Place::Writing(subject, edge.target, then));
            self.nfa.add_transition(from, edge.lo, edge.hi, target);
        }
        Ok(())
    }
}

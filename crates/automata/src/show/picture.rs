//! What a picture of an automaton shows, whether as DOT or as SVG.
//!
//! All edges between two states are one arrow. A large automaton is shown in part: the states nearest to
//! the start, with a note that says so. A picture that hides something must not look complete.

use super::class::class;
use super::pieces::successors;
use super::word::word;
use crate::symbols::{Alphabet, Symbol, SymbolSet};
use crate::words::{Automaton, StateId};

/// The most states that a picture shows.
const MOST_STATES: usize = 60;

/// The most characters of a label; the rest is in its tooltip.
const LONGEST_LABEL: usize = 16;

/// The most characters of a word that leads to a state.
const LONGEST_WORD: usize = 40;

pub(super) struct Picture {
    pub(super) states: Vec<State>,
    pub(super) arrows: Vec<Arrow>,
    /// How many states the automaton has in all.
    pub(super) total: usize,
}

pub(super) struct State {
    pub(super) accepting: bool,
    /// The number of steps from the start.
    pub(super) depth: usize,
    /// Whether some edge leads to a state that is not shown.
    pub(super) goes_on: bool,
    /// What a tooltip says.
    pub(super) about: String,
}

pub(super) struct Arrow {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) label: String,
    /// The label without cuts.
    pub(super) about: String,
}

impl Picture {
    pub(super) fn of(automaton: &Automaton) -> Self {
        let shown = automaton.state_count().min(MOST_STATES);
        let mut picture = Picture { states: Vec::new(), arrows: Vec::new(), total: automaton.state_count() };
        // Canonical numbers are breadth first, so a first way to a state is a shortest one.
        let mut ways: Vec<Option<Vec<Symbol>>> = vec![None; automaton.state_count()];
        ways[0] = Some(Vec::new());
        for state in automaton.states().take(shown) {
            let way = ways[state.index()].clone().expect("states are reached in the order of their numbers");
            let mut goes_on = false;
            for (target, symbols) in successors(automaton, state) {
                let first = symbols.ranges()[0].0;
                ways[target.index()].get_or_insert_with(|| way.iter().copied().chain([first]).collect());
                goes_on |= target.index() >= shown;
                if target.index() < shown {
                    picture.arrows.push(arrow(state, target, &symbols, automaton.alphabet()));
                }
            }
            let about = about(automaton, state, &way);
            let accepting = automaton.accepts_at(state);
            picture.states.push(State { accepting, depth: way.len(), goes_on, about });
        }
        picture
    }

    /// A line for whoever cannot see the picture.
    pub(super) fn title(&self) -> String {
        let accepting = self.states.iter().filter(|state| state.accepting).count();
        let states = if self.total == 1 { "state" } else { "states" };
        match self.note() {
            Some(note) => format!("Automaton, {note}"),
            None => format!("Automaton with {} {states}, {accepting} accepting", self.total),
        }
    }

    /// What must be said when not everything is shown.
    pub(super) fn note(&self) -> Option<String> {
        (self.states.len() < self.total)
            .then(|| format!("{} of {} states shown", self.states.len(), with_commas(self.total)))
    }
}

fn arrow(from: StateId, to: StateId, symbols: &SymbolSet, alphabet: Alphabet) -> Arrow {
    // A word over one letter is a number; there is nothing to say on its arrows.
    let text = if alphabet.all().count() == 1 { String::new() } else { class(symbols, alphabet) };
    let about = if text == " " { "␣".to_owned() } else { text };
    let label = if about.chars().count() > LONGEST_LABEL {
        about.chars().take(LONGEST_LABEL - 1).chain(['…']).collect()
    } else {
        about.clone()
    };
    Arrow { from: from.index(), to: to.index(), label, about }
}

fn about(automaton: &Automaton, state: StateId, way: &[Symbol]) -> String {
    let accepting = if automaton.accepts_at(state) { ", accepting" } else { "" };
    let reached = if way.len() <= LONGEST_WORD {
        format!(", first reached by {}", word(way, automaton.alphabet()))
    } else {
        String::new()
    };
    format!("state {}{accepting}{reached}", state.index())
}

/// `1,234` for 1234.
fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

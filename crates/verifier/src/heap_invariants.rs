//! What objects of a Java program hold that are not followed one by one, found in rounds.
//!
//! The first round takes it that they hold nothing. In each the program is lowered so that it notes what such objects
//! get, the composite analysis says what that may be, and the shapes grow by it, until a round adds nothing. A shape
//! that keeps growing is widened, and in the end its place may hold anything. Then the program is lowered once more,
//! so that it demands the shapes; the engines and the checker judge that program as any other, so a mistake here costs
//! an answer and makes none wrong.

use std::collections::{BTreeMap, BTreeSet};

use automata::numbers::Bound;
use automata::{Alphabet, Automaton, Budget, Exhausted};
use composite::{AbstractState, Fixpoint, Settings};
use front_java::{
    Classes, HeapInvariants, Held, Lowered, NoEntry, Part, Purpose, Pushed, Question, Shape, Texts, lower,
    lower_with,
};
use ir::{Action, Linear, Program, Quantity, StrTerm};

use crate::analysed::settings;
use crate::engines::Options;
use crate::fence::fenced;

/// All rounds together take this part of the steps of an engine, and as much again when that does not suffice.
const SHARE: u64 = 4;
/// The steps of one action when rounds are done again, with less kept of how numbers are related.
const COARSE: u64 = 10_000;
/// The most rounds.
const ROUNDS: usize = 40;
/// How often a shape grows exactly, then widened; then texts are any, and at last everything is.
const EXACT: u32 = 3;
const WIDENED: u32 = 6;
const TEXTS: u32 = 9;
/// The most states of a language.
const STATES: usize = 300;
/// How often places whose demands are not met are given up.
const REPAIRS: usize = 4;

/// What every number of Java is.
const NUMBERS: (i128, i128) = (i64::MIN as i128, i64::MAX as i128);

/// Lowers an entry of a Java program. Objects that are not followed hold what is found of them, where something is.
///
/// # Errors
/// Why there is no such entry.
pub fn lower_java(
    classes: &Classes,
    texts: &Texts,
    question: &Question,
    options: &Options,
) -> Result<Lowered, NoEntry> {
    let plain = lower(classes, texts, question)?;
    if plain.pulled.is_empty() {
        return Ok(plain);
    }
    let with = |invariants: &HeapInvariants| lower_with(classes, texts, question, invariants).ok();
    let usual = settings(options);
    let coarse = Settings { steps_a_transfer: usual.steps_a_transfer.min(COARSE), ..usual };
    for settings in [usual, coarse] {
        let mut search = Search {
            lower: &with,
            settings,
            budget: Budget::steps(options.steps / SHARE),
            places: BTreeMap::new(),
            growths: BTreeMap::new(),
        };
        search.notice(&plain);
        let found = fenced(|| Ok(search.run())).ok().flatten();
        match found {
            Some(found) => return Ok(found),
            None if search.budget.left() > 0 => break,
            None => {}
        }
    }
    Ok(plain)
}

struct Search<'a> {
    lower: &'a dyn Fn(&HeapInvariants) -> Option<Lowered>,
    settings: Settings,
    budget: Budget,
    places: BTreeMap<String, Held>,
    /// How often the shape of a place has grown.
    growths: BTreeMap<String, u32>,
}

impl Search<'_> {
    /// The program that demands what was found; none when nothing was found in time.
    fn run(&mut self) -> Option<Lowered> {
        for _ in 0..REPAIRS {
            self.settle()?;
            if self.places.values().all(|held| *held == Held::Anything) {
                return None;
            }
            let demanding = (self.lower)(&self.invariants(Purpose::Demand))?;
            let open = self.open(&demanding)?;
            if open.is_empty() {
                return Some(demanding);
            }
            self.places.extend(open.into_iter().map(|place| (place, Held::Anything)));
        }
        None
    }

    /// Rounds until one adds nothing.
    fn settle(&mut self) -> Option<()> {
        for _ in 0..ROUNDS {
            let noting = (self.lower)(&self.invariants(Purpose::Find))?;
            if self.notice(&noting) {
                continue;
            }
            let fixpoint = self.analyse(&noting.program)?;
            if !self.grow(&noting, &fixpoint).ok()? {
                return Some(());
            }
        }
        None
    }

    fn invariants(&self, purpose: Purpose) -> HeapInvariants {
        HeapInvariants { places: self.places.clone(), purpose, turns: None }
    }

    fn analyse(&mut self, program: &Program) -> Option<Fixpoint> {
        composite::analyse(program, &self.settings, &mut self.budget).ok()
    }

    /// Takes note of the places that a program pulls; whether any is new. They hold nothing at first.
    fn notice(&mut self, lowered: &Lowered) -> bool {
        let before = self.places.len();
        for place in &lowered.pulled {
            self.places.entry(place.clone()).or_insert_with(|| Held::Only(Shape::default()));
        }
        self.places.len() > before
    }

    /// Lets shapes grow by what was pushed; whether any did.
    fn grow(&mut self, noting: &Lowered, fixpoint: &Fixpoint) -> Result<bool, Exhausted> {
        let mut grown: BTreeSet<String> = BTreeSet::new();
        for Pushed { at, place, part } in &noting.pushed {
            let Some(state) = &fixpoint.states[at.index()] else { continue };
            let Some(Held::Only(shape)) = self.places.get(place) else { continue };
            let growth = self.growths.get(place).copied().unwrap_or(0);
            let joined =
                joined(shape, growth, pushed(part, (state, fixpoint), &mut self.budget)?, &mut self.budget)?;
            if let Some(joined) = joined {
                self.places.insert(place.clone(), joined);
                grown.insert(place.clone());
            }
        }
        for place in &grown {
            *self.growths.entry(place.clone()).or_default() += 1;
        }
        Ok(!grown.is_empty())
    }

    /// The places whose demands a run may fail to meet.
    fn open(&mut self, demanding: &Lowered) -> Option<Vec<String>> {
        let fixpoint = self.analyse(&demanding.program)?;
        let code = &demanding.program.procedures[demanding.program.entry.index()].code;
        let reached = code.iter().zip(&fixpoint.states).filter(|(_, state)| state.is_some());
        let open = reached.filter_map(|(instruction, _)| match &instruction.action {
            Action::Assert(id, _) => demanding.demands.get(&id.index()).cloned(),
            Action::SetStr(..)
            | Action::SetInt(..)
            | Action::SetBool(..)
            | Action::Havoc(_)
            | Action::Assume(_)
            | Action::Call(..)
            | Action::Jump(_)
            | Action::Branch(..)
            | Action::Return(_)
            | Action::Halt
            | Action::Abort => None,
        });
        Some(open.collect())
    }
}

/// What was pushed, as a shape; none when no shape describes it.
fn pushed(
    part: &Part,
    at: (&AbstractState, &Fixpoint),
    budget: &mut Budget,
) -> Result<Option<Shape>, Exhausted> {
    let nothing = Shape::default();
    Ok(Some(match part {
        Part::Null => Shape { null: true, ..nothing },
        Part::Number(number) => Shape { numbers: Some(range(number, at, budget)?), ..nothing },
        Part::Boxed(class, number) => {
            Shape { boxes: [(class.clone(), range(number, at, budget)?)].into(), ..nothing }
        }
        Part::Text(StrTerm::Word(word)) => {
            Shape { text: Some(Automaton::literal(Alphabet::UTF16, word)), ..nothing }
        }
        Part::Text(StrTerm::Var(var)) => Shape { text: Some(at.0.strings[var.index()].clone()), ..nothing },
        Part::Object(class) => Shape { classes: [class.clone()].into(), ..nothing },
        Part::Other => return Ok(None),
    }))
}

/// The least and the greatest value of a constant or variable.
fn range(
    number: &Linear,
    (state, fixpoint): (&AbstractState, &Fixpoint),
    budget: &mut Budget,
) -> Result<(i128, i128), Exhausted> {
    if let Some(constant) = number.as_constant() {
        return Ok((constant, constant));
    }
    let [(quantity @ Quantity::Var(_), 1)] = number.terms() else { return Ok(NUMBERS) };
    let Some((pack, track)) = fixpoint.packs.place(*quantity) else { return Ok(NUMBERS) };
    let end = |bound: Option<Bound>, otherwise: i128| match bound {
        Some(Bound::At(value)) => value.clamp(NUMBERS.0, NUMBERS.1),
        Some(Bound::Unbounded) | None => otherwise,
    };
    let least = end(state.packs[pack].minimum(track, budget)?, NUMBERS.0);
    let most = end(state.packs[pack].maximum(track, budget)?, NUMBERS.1);
    Ok((least, most))
}

/// What a place holds with one more shape; none when that adds nothing.
fn joined(
    shape: &Shape,
    growth: u32,
    more: Option<Shape>,
    budget: &mut Budget,
) -> Result<Option<Held>, Exhausted> {
    let Some(more) = more.filter(|_| growth <= TEXTS) else { return Ok(Some(Held::Anything)) };
    let mut boxes = shape.boxes.clone();
    for (class, range) in more.boxes {
        let all = hull(boxes.get(&class).copied(), range, growth);
        boxes.insert(class, all);
    }
    let joined = Shape {
        null: shape.null || more.null,
        numbers: match more.numbers {
            Some(range) => Some(hull(shape.numbers, range, growth)),
            None => shape.numbers,
        },
        text: match &more.text {
            Some(text) => Some(texts(shape.text.as_ref(), text, growth, budget)?),
            None => shape.text.clone(),
        },
        boxes,
        classes: shape.classes.union(&more.classes).cloned().collect(),
    };
    Ok((joined != *shape).then_some(Held::Only(joined)))
}

/// A range that contains both; an end that keeps moving is given up.
fn hull(known: Option<(i128, i128)>, more: (i128, i128), growth: u32) -> (i128, i128) {
    let Some(known) = known else { return more };
    let is_widened = growth > EXACT;
    let least = if is_widened { NUMBERS.0 } else { more.0 };
    let most = if is_widened { NUMBERS.1 } else { more.1 };
    (if more.0 < known.0 { least } else { known.0 }, if more.1 > known.1 { most } else { known.1 })
}

/// A language that contains both.
fn texts(
    known: Option<&Automaton>,
    more: &Automaton,
    growth: u32,
    budget: &mut Budget,
) -> Result<Automaton, Exhausted> {
    let any = || Automaton::any(Alphabet::UTF16);
    let joined = match known {
        None => more.clone(),
        Some(known) if more.included_in(known, budget)? => return Ok(known.clone()),
        Some(_) if growth > WIDENED => any(),
        Some(known) if growth > EXACT => known.widen(more, budget)?,
        Some(known) => known.union(more, budget)?,
    };
    Ok(if joined.state_count() > STATES { any() } else { joined })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(least: i128, most: i128) -> Shape {
        Shape { numbers: Some((least, most)), ..Shape::default() }
    }

    #[test]
    fn a_shape_grows_then_jumps_then_is_given_up() {
        let mut budget = Budget::steps(1_000_000);
        let mut step =
            |growth| joined(&number(0, 3), growth, Some(number(2, 4)), &mut budget).expect("small");
        assert_eq!(step(0), Some(Held::Only(number(0, 4))));
        assert_eq!(step(EXACT + 1), Some(Held::Only(number(0, NUMBERS.1))));
        assert_eq!(step(TEXTS + 1), Some(Held::Anything));
        let same = joined(&number(0, 3), 0, Some(number(1, 3)), &mut budget).expect("small");
        assert_eq!(same, None);
    }

    #[test]
    fn what_no_shape_describes_is_anything() {
        let joined = joined(&Shape::default(), 0, None, &mut Budget::steps(10)).expect("nothing is done");
        assert_eq!(joined, Some(Held::Anything));
    }

    #[test]
    fn languages_grow_to_what_contains_both_and_end() {
        let mut budget = Budget::steps(1_000_000);
        let word = |text: &str| {
            Automaton::literal(Alphabet::UTF16, &text.encode_utf16().map(u32::from).collect::<Vec<_>>())
        };
        let (a, ab) = (word("a"), word("ab"));
        for growth in [0, EXACT + 1, WIDENED + 1] {
            let all = texts(Some(&a), &ab, growth, &mut budget).expect("small");
            assert!(a.included_in(&all, &mut budget).expect("small"));
            assert!(ab.included_in(&all, &mut budget).expect("small"));
            assert_eq!(all.is_any(), growth > WIDENED);
        }
    }
}

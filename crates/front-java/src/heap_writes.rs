//! Pushes: values that get into objects that are not followed, written down as the invariants ask for.
//!
//! Where the program demands, a push is a branch to a gap for values outside of the shape. Where shapes are to be
//! found, it is a branch that leads on in both cases, one a thing that the value may be; the state of a run there is
//! what was pushed. [`crate::shape`] says why that is sound.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Alphabet, Automaton};
use ir::emit::Emit;
use ir::{Condition, IntExpr, Label, Linear, Quantity, Span, StrTerm, Test};

use crate::join::truth;
use crate::shape::{HeapInvariants, Held, Part, Purpose, Pushed, Shape};
use crate::state::Left;
use crate::value::{Name, Ref, Value, Way, word};

/// What is said of places, and what the walk did with them.
#[derive(Default)]
pub(crate) struct Keeper {
    invariants: HeapInvariants,
    /// The places that were pulled.
    pub(crate) pulled: BTreeSet<String>,
    /// The pushes that were noted, by the numbers of their instructions.
    noted: BTreeMap<usize, (Name, Part)>,
    /// The branches that pushes outside of a shape take.
    outside: BTreeMap<usize, (Name, Span)>,
}

impl Keeper {
    pub(crate) fn new(invariants: HeapInvariants) -> Keeper {
        Keeper { invariants, ..Keeper::default() }
    }

    /// How many turns of a loop are walked; none for all.
    pub(crate) fn turns(&self) -> Option<usize> {
        self.invariants.turns
    }

    /// What is said of a place that is pulled now.
    pub(crate) fn pull(&mut self, place: &Name) -> Held {
        self.pulled.insert(place.to_string());
        match (self.invariants.places.get(&**place), self.invariants.purpose) {
            (Some(held), _) => held.clone(),
            (None, Purpose::Demand) => Held::Anything,
            (None, Purpose::Find) => Held::Only(Shape::default()),
        }
    }

    /// The places of which something is said, and that a condition chooses.
    pub(crate) fn places(&self, is_meant: impl Fn(&str) -> bool) -> Vec<Name> {
        self.invariants
            .places
            .keys()
            .filter(|place| is_meant(place))
            .map(|place| place.as_str().into())
            .collect()
    }

    /// Writes pushes.
    pub(crate) fn push(&mut self, emit: &mut Emit, left: &[Left]) {
        for (number, Left { place, value, when }) in left.iter().enumerate() {
            let is_new = !left[..number].contains(&left[number]);
            let Some(Held::Only(shape)) = self.invariants.places.get(&**place).filter(|_| is_new) else {
                continue;
            };
            match self.invariants.purpose {
                Purpose::Demand => {
                    let outside = outside(emit, (place, &shape.clone()), value);
                    self.refuse(
                        emit,
                        place,
                        if outside == Condition::FALSE { outside } else { outside.and(when.clone()) },
                    );
                }
                Purpose::Find => {
                    let skip = (*when != Condition::TRUE).then(|| emit.branch(when.clone().negated()));
                    self.note_all(emit, place, value);
                    let here = emit.here();
                    skip.into_iter().for_each(|skip| emit.patch(skip, here));
                }
            }
        }
    }

    fn refuse(&mut self, emit: &mut Emit, place: &Name, outside: Condition) {
        if outside != Condition::FALSE {
            self.outside.insert(emit.branch(outside), (place.clone(), emit.span));
        }
    }

    /// Notes each thing that a value may be.
    fn note_all(&mut self, emit: &mut Emit, place: &Name, value: &Value) {
        let Value::Ref(reference) = value else {
            let part = part(emit, value);
            return self.note(emit, place, part);
        };
        let mut ends = Vec::new();
        for (number, way) in reference.ways.iter().enumerate() {
            let skip = (reference.ways.len() > 1).then(|| emit.branch(reference.is(number).negated()));
            let part = part_of_way(emit, way);
            self.note(emit, place, part);
            if let Some(skip) = skip {
                ends.push(emit.jump());
                let here = emit.here();
                emit.patch(skip, here);
            }
        }
        let here = emit.here();
        ends.into_iter().for_each(|end| emit.patch(end, here));
    }

    /// Notes a push by an instruction that reads it and goes on.
    fn note(&mut self, emit: &mut Emit, place: &Name, part: Part) {
        let reads = match &part {
            Part::Number(number) | Part::Boxed(_, number) => Condition::test(Test::IsZero(number.clone())),
            Part::Text(text) => Condition::test(Test::Equal(text.clone(), word(""))),
            Part::Null | Part::Object(_) | Part::Other => Condition::TRUE,
        };
        let at = emit.branch(reads);
        let here = emit.here();
        emit.patch(at, here);
        self.noted.insert(at, (place.clone(), part));
    }

    /// Forgets what was written and taken back.
    pub(crate) fn undo(&mut self, emit: &Emit) {
        self.noted.split_off(&emit.size());
        self.outside.split_off(&emit.size());
    }

    /// The pushes that were noted, with labels that moved by a number.
    pub(crate) fn noted(&self, shift: usize) -> Vec<Pushed> {
        let pushed = |(at, (place, part)): (&usize, &(Name, Part))| Pushed {
            at: Label((at + shift) as u32),
            place: place.to_string(),
            part: part.clone(),
        };
        self.noted.iter().map(pushed).collect()
    }

    /// For each place the branches that pushes outside of its shape take, with the first of them in the source.
    pub(crate) fn refused(&self) -> BTreeMap<Name, (Span, Vec<usize>)> {
        let mut refused: BTreeMap<Name, (Span, Vec<usize>)> = BTreeMap::new();
        for (&site, (place, span)) in &self.outside {
            let (first, sites) = refused.entry(place.clone()).or_insert((*span, Vec::new()));
            *first = (*first).min(*span);
            sites.push(site);
        }
        refused
    }
}

/// What a value is that is no reference.
fn part(emit: &mut Emit, value: &Value) -> Part {
    match value {
        Value::Int(linear) | Value::Long(linear) | Value::Char(linear, _) => {
            Part::Number(settled(emit, linear))
        }
        Value::Bool(condition) => {
            let number = emit.new_int("truth");
            truth(emit, number, condition.clone());
            Part::Number(Linear::var(number))
        }
        Value::Text(text) => Part::Text(text.clone()),
        Value::Float(_) | Value::Double(_) | Value::Ref(_) => Part::Other,
    }
}

fn part_of_way(emit: &mut Emit, way: &Way) -> Part {
    match way {
        Way::Null => Part::Null,
        Way::Str(text) => Part::Text(text.clone()),
        Way::Box(class, content) => match part(emit, content) {
            Part::Number(number) => Part::Boxed(class.to_string(), number),
            Part::Null | Part::Text(_) | Part::Boxed(..) | Part::Object(_) | Part::Other => Part::Other,
        },
        Way::OneOf(class) => Part::Object(class.to_string()),
        Way::Object(_) | Way::Unknown(_) | Way::Class(_) => Part::Other,
    }
}

/// A number as a constant or a variable.
fn settled(emit: &mut Emit, linear: &Linear) -> Linear {
    let is_var = matches!(linear.terms(), [(Quantity::Var(_), 1)]) && linear.constant_part() == 0;
    if is_var || linear.as_constant().is_some() {
        linear.clone()
    } else {
        emit.set_int("pushed", IntExpr::Linear(linear.clone()))
    }
}

/// The condition that a value is outside of a shape. It is the constant when that is known of each part.
fn outside(emit: &mut Emit, (place, shape): (&Name, &Shape), value: &Value) -> Condition {
    match value {
        Value::Int(number) | Value::Long(number) | Value::Char(number, _) => beyond(shape.numbers, number),
        Value::Bool(condition) => truth_beyond(shape.numbers, condition),
        Value::Text(text) => not_among(emit, (place, shape), text),
        Value::Float(_) | Value::Double(_) => Condition::TRUE,
        Value::Ref(reference) => outside_ways(emit, (place, shape), reference),
    }
}

fn outside_ways(emit: &mut Emit, of: (&Name, &Shape), reference: &Ref) -> Condition {
    let mut any = Condition::FALSE;
    for (number, way) in reference.ways.iter().enumerate() {
        let case = outside_way(emit, of, way);
        if case != Condition::FALSE {
            any = any.or(reference.is(number).and(case));
        }
    }
    any
}

fn outside_way(emit: &mut Emit, (place, shape): (&Name, &Shape), way: &Way) -> Condition {
    let unless = |is_inside: bool| if is_inside { Condition::FALSE } else { Condition::TRUE };
    match way {
        Way::Null => unless(shape.null),
        Way::Str(text) => not_among(emit, (place, shape), text),
        Way::Box(class, content) => {
            let numbers = shape.boxes.get(&**class).copied();
            match &**content {
                Value::Int(number) | Value::Long(number) | Value::Char(number, _) => beyond(numbers, number),
                Value::Bool(condition) => truth_beyond(numbers, condition),
                Value::Float(_) | Value::Double(_) | Value::Ref(_) | Value::Text(_) => Condition::TRUE,
            }
        }
        Way::OneOf(class) => unless(shape.classes.contains(&**class)),
        Way::Object(_) | Way::Unknown(_) | Way::Class(_) => Condition::TRUE,
    }
}

fn beyond(range: Option<(i128, i128)>, number: &Linear) -> Condition {
    let Some((least, most)) = range else { return Condition::TRUE };
    if let Some(constant) = number.as_constant() {
        return if (least..=most).contains(&constant) { Condition::FALSE } else { Condition::TRUE };
    }
    let one = Linear::constant(1);
    let below = number.minus(&Linear::constant(least)).and_then(|linear| linear.plus(&one));
    let above = Linear::constant(most).minus(number).and_then(|linear| linear.plus(&one));
    let mut beyond = Condition::FALSE;
    for (end, limit, past) in [(least, i64::MIN, below), (most, i64::MAX, above)] {
        // Every number of Java is a `long`.
        if end != i128::from(limit) {
            // Numbers that a term cannot hold may be anywhere.
            beyond = beyond.or(past.map_or(Condition::TRUE, |past| Condition::test(Test::AtMostZero(past))));
        }
    }
    beyond
}

fn truth_beyond(range: Option<(i128, i128)>, condition: &Condition) -> Condition {
    let Some((least, most)) = range else { return Condition::TRUE };
    let has = |number| (least..=most).contains(&number);
    match (has(0), has(1)) {
        (true, true) => Condition::FALSE,
        (true, false) => condition.clone(),
        (false, true) => condition.clone().negated(),
        (false, false) => Condition::TRUE,
    }
}

fn not_among(emit: &mut Emit, (place, shape): (&Name, &Shape), text: &StrTerm) -> Condition {
    let Some(language) = &shape.text else { return Condition::TRUE };
    match text {
        _ if language.is_any() => Condition::FALSE,
        StrTerm::Word(word) if language.contains(word) => Condition::FALSE,
        StrTerm::Word(_) => Condition::TRUE,
        StrTerm::Var(_) => {
            let id = emit.language(&name_of(place), || language.clone());
            Condition::test(Test::In(text.clone(), id)).negated()
        }
    }
}

/// The name of the language of a place: there is one in a program.
pub(crate) fn name_of(place: &Name) -> String {
    format!("what {place} holds")
}

/// All strings.
pub(crate) fn any_text() -> Automaton {
    Automaton::any(Alphabet::UTF16)
}

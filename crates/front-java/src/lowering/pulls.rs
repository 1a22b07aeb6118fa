//! Pulls: values of objects that are not followed, and pushes of values into them.
//!
//! A pull over-approximates: each gives any value of the shape of its place, so two of the same place may differ. Through a
//! reference of which not even the class is known it gives any value at all, but a push through one is a push.

use automata::{Automaton, Budget, Symbol, SymbolSet};
use ir::{Action, Condition, Linear, StrTerm};

use super::any::range;
use super::{Lowering, Stop};
use crate::class::types::Type;
use crate::heap_writes::{any_text, name_of};
use crate::shape::{Held, Shape, places};
use crate::state::{Body, Left, State, boxed};
use crate::value::{Name, ObjectId, Ref, Value, Way};

/// Steps to see whether a language has one word only.
const ONE_WORD: u64 = 10_000;

impl Lowering<'_> {
    /// A value of a place of objects that are not followed; `why` is told when it may be any.
    pub(super) fn pull(&mut self, place: &Name, ty: &Type, why: &str) -> Result<Value, Stop> {
        let held = match ty {
            Type::Float | Type::Double => Held::Anything,
            _ => self.keeper.pull(place),
        };
        match held {
            Held::Anything => {
                self.approximate(why);
                Ok(self.any(ty))
            }
            Held::Only(shape) => self.of_shape(place, &shape, ty),
        }
    }

    /// Any value of a shape.
    fn of_shape(&mut self, place: &Name, shape: &Shape, ty: &Type) -> Result<Value, Stop> {
        match ty {
            Type::Class(_) | Type::Array(_) => self.reference_of(place, shape),
            _ => self.number_of(shape.numbers, ty),
        }
    }

    /// Any number of a range and a type.
    fn number_of(&mut self, numbers: Option<(i128, i128)>, ty: &Type) -> Result<Value, Stop> {
        let Some((least, most)) = numbers else { return self.none() };
        let bounds = range(ty);
        let (least, most) = (least.max(bounds.0), most.min(bounds.1));
        if least > most {
            return self.none();
        }
        if least == most || *ty != Type::Boolean && *ty != Type::Char {
            let number = if least == most { Linear::constant(least) } else { self.between(least, most) };
            return Ok(if *ty == Type::Long { Value::Long(number) } else { Value::Int(number) });
        }
        Ok(if *ty == Type::Char {
            let name = format!("[\\u{{{least:x}}}-\\u{{{most:x}}}]");
            let set = SymbolSet::range(least as Symbol, most as Symbol);
            let class = || Automaton::class(automata::Alphabet::UTF16, &set);
            let language = self.emit.language(&name, class);
            let text = self.emit.any_of("pulled", language);
            self.char_of(text)
        } else {
            Value::Bool(self.emit.any_bool("pulled"))
        })
    }

    fn between(&mut self, least: i128, most: i128) -> Linear {
        let any = self.emit.any_int("pulled");
        self.bound(&any, least, most);
        any
    }

    fn reference_of(&mut self, place: &Name, shape: &Shape) -> Result<Value, Stop> {
        let mut ways = Vec::new();
        ways.extend(shape.null.then_some(Way::Null));
        if let Some(language) = &shape.text {
            ways.push(Way::Str(self.text_in(place, language)));
        }
        for (class, &numbers) in &shape.boxes {
            let content = boxed(class).map(|ty| self.number_of(Some(numbers), &ty)).transpose()?;
            ways.extend(content.map(|content| Way::Box(class.as_str().into(), Box::new(content))));
        }
        ways.extend(shape.classes.iter().map(|class| Way::OneOf(class.as_str().into())));
        match ways.len() {
            0 => self.none(),
            1 => Ok(Value::Ref(Ref { ways, which: None })),
            count => {
                let which = self.between(0, count as i128 - 1);
                let which = Some(self.own(which));
                Ok(Value::Ref(Ref { ways, which }))
            }
        }
    }

    /// A text of the language of a place.
    fn text_in(&mut self, place: &Name, language: &Automaton) -> StrTerm {
        let words = language.members(2, &mut Budget::steps(ONE_WORD)).unwrap_or_default();
        if let [word] = &words[..] {
            return StrTerm::Word(word.as_slice().into());
        }
        let language = self.emit.language(&name_of(place), || language.clone());
        self.emit.any_of("pulled", language)
    }

    /// No run pulls what nothing pushed.
    fn none<T>(&mut self) -> Result<T, Stop> {
        self.emit.push(Action::Assume(Condition::FALSE));
        Err(Stop::Ended)
    }

    /// The content of a builder that is not followed.
    pub(super) fn pull_content(&mut self, class: &Name) -> Result<StrTerm, Stop> {
        let place = places::content(class);
        match self.keeper.pull(&place) {
            Held::Anything => {
                self.approximate("the content of a builder that is not modelled is unconstrained");
                Ok(self.emit.any_str("any"))
            }
            Held::Only(Shape { text: Some(language), .. }) => Ok(self.text_in(&place, &language)),
            Held::Only(_) => self.none(),
        }
    }

    /// A value gets into a place of an object that is not followed.
    pub(super) fn push(&mut self, state: &mut State, place: &Name, value: &Value) {
        let left = state.leave(place.clone(), value);
        self.keeper.push(&mut self.emit, &left);
    }

    /// A value gets into a place of an object that is not followed, when a condition holds. It names no object that is followed.
    pub(super) fn push_when(&mut self, state: &mut State, (place, value): (&Name, &Value), when: &Condition) {
        let left =
            state.leave(place.clone(), value).into_iter().map(|left| Left { when: when.clone(), ..left });
        self.keeper.push(&mut self.emit, &left.collect::<Vec<_>>());
    }

    /// A builder that is not followed gets a content.
    pub(super) fn push_content(&mut self, state: &mut State, receiver: &Value, parts: &[Value]) {
        let class = match receiver.as_ref().and_then(Ref::only) {
            Some(Way::OneOf(class)) => class.clone(),
            Some(Way::Object(id)) => state.object(*id).class.clone(),
            Some(Way::Unknown(ty)) => ty.name().as_str().into(),
            Some(Way::Null | Way::Str(_) | Way::Box(..) | Way::Class(_)) | None => return,
        };
        if let [text @ Value::Text(_)] = parts {
            self.push(state, &places::content(&class), text);
        }
    }

    /// Any string gets into a place, if anything is said of it.
    pub(super) fn push_any_text(&mut self, state: &mut State, place: &Name) {
        if !self.keeper.places(|known| known == &**place).is_empty() {
            let language = self.emit.language(".*", any_text);
            let text = self.emit.any_of("any", language);
            self.push(state, place, &Value::string(text));
        }
    }

    /// An element gets into an array that is not followed, or in which it is not known where it is.
    pub(super) fn push_element(&mut self, state: &mut State, array: &Way, value: &Value) {
        let places = match array {
            Way::Object(id) => vec![places::elements(&state.object(*id).class)],
            Way::OneOf(class) => vec![places::elements(class)],
            // An array of strings may be behind an array of objects.
            Way::Unknown(ty) if value.as_ref().is_some() => self
                .keeper
                .places(|place| places::holds_references(place) || places::holds_elements(place, &ty.name())),
            Way::Unknown(ty) => self.keeper.places(|place| places::holds_elements(place, &ty.name())),
            Way::Null | Way::Str(_) | Way::Box(..) | Way::Class(_) => Vec::new(),
        };
        let left = state.give_up(value);
        self.keeper.push(&mut self.emit, &left);
        places.iter().for_each(|place| self.push(state, place, value));
    }

    /// All that an array holds that is followed gets to what arrays of its class hold, since one of it is pulled.
    pub(super) fn push_elements(&mut self, state: &mut State, array: ObjectId) {
        let Body::Array(length, known) = state.object(array).body.clone() else { return };
        let place = places::elements(&state.object(array).class);
        let mut left = Vec::new();
        for (number, value) in known.iter().enumerate() {
            let mut leaves = state.leave(place.clone(), value).into_iter();
            let own = leaves.next().map(|own| Left { when: is_below(number, &length), ..own });
            left.extend(own.into_iter().chain(leaves));
        }
        self.keeper.push(&mut self.emit, &left);
    }
}

/// The condition that there is an element with a number.
fn is_below(number: usize, length: &Linear) -> Condition {
    if length.as_constant().is_some() {
        return Condition::TRUE;
    }
    let above = Linear::constant(number as i128 + 1).minus(length);
    above.map_or(Condition::TRUE, |above| Condition::test(ir::Test::AtMostZero(above)))
}

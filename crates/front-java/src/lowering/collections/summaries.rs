//! Collections whose elements are not followed one by one: what they hold is what collections of their place hold.
//!
//! Over-approximates: a read gives any value of the shape ([`crate::shape`]), and whether a key is there is left open unless a
//! put or a question has settled it. Where the collection itself is followed, how often it changed is counted, so that a
//! walk through it that must fail is told from one that cannot, and mostly how many elements it has. Of one that is not, the changes
//! of all of its place are counted together.

use ir::{Condition, Linear, StrTerm, Test};

use super::super::{Lowering, Stop, fold, gap, large};
use crate::class::Compare;
use crate::class::types::Type;
use crate::shape::{Held, places};
use crate::state::{Body, State, base, is_keyed};
use crate::value::{Name, ObjectId, Ref, Value, Way};

/// What is told of elements of which nothing is known.
const ANY_ELEMENT: &str = "an element of a collection that is not modelled is unconstrained";

/// A collection whose elements are not followed one by one.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    /// Its class, with the place that made it.
    pub(super) class: Name,
    /// The collection, when it is followed itself.
    pub(super) id: Option<ObjectId>,
}

/// A change of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Something was put in.
    In,
    /// Something was taken out.
    Out,
}

impl Sum {
    /// Where its elements, or its keys, are held.
    pub(super) fn elements(&self) -> Name {
        if is_keyed(&self.class) { places::keys(&self.class) } else { places::elements(&self.class) }
    }

    /// Where its values are held.
    pub(super) fn values(&self) -> Name {
        places::values(&self.class)
    }

    /// Its class.
    pub(super) fn base(&self) -> &str {
        base(&self.class)
    }

    fn changes(&self) -> Name {
        format!("{}.changes", self.class).into()
    }
}

/// A collection whose elements are not followed one by one, when something is one. An array is one to who walks through it.
pub(super) fn sum(state: &State, way: &Way) -> Option<Sum> {
    match way {
        Way::OneOf(class) => Some(Sum { class: class.clone(), id: None }),
        Way::Object(id) => {
            let object = state.object(*id);
            match object.body {
                Body::Many(_) => Some(Sum { class: object.class.clone(), id: Some(*id) }),
                Body::Lost | Body::Array(..) => Some(Sum { class: object.class.clone(), id: None }),
                Body::Fields(_) | Body::Parts(_) | Body::Items(_) | Body::Lambda(..) => None,
            }
        }
        Way::Null | Way::Str(_) | Way::Box(..) | Way::Unknown(_) | Way::Class(_) => None,
    }
}

/// The condition that a number is not 0 and not less.
pub(super) fn positive(number: &Linear) -> Result<Condition, Stop> {
    super::super::compare::compare(Compare::Gt, number, &Linear::constant(0)).ok_or_else(large)
}

impl Lowering<'_> {
    /// No longer follows the elements of a collection one by one.
    pub(super) fn summarise(&mut self, state: &mut State, id: ObjectId) -> Sum {
        let left = state.summarise(id);
        self.keeper.push(&mut self.emit, &left);
        let object = state.object(id);
        let id = matches!(object.body, Body::Many(_)).then_some(id);
        Sum { class: object.class.clone(), id }
    }

    /// How many elements there are. From now on it is known, if the collection is followed.
    pub(super) fn size(&mut self, state: &mut State, sum: &Sum) -> Linear {
        let counts = counts(state, sum);
        if let Some(Value::Int(size)) = counts.as_ref().and_then(|counts| counts.get(2)) {
            let size = size.clone();
            if size.as_constant().is_none() {
                self.bound(&size, 0, i128::from(i32::MAX));
            }
            return size;
        }
        let size = self.any_size();
        self.set_size(state, sum, Some(size.clone()));
        size
    }

    /// Any number of elements.
    pub(super) fn any_size(&mut self) -> Linear {
        let size = self.emit.any_int("size");
        self.bound(&size, 0, i128::from(i32::MAX));
        size
    }

    pub(super) fn set_size(&mut self, state: &mut State, sum: &Sum, size: Option<Linear>) {
        if let Some(id) = sum.id
            && let Body::Many(counts) = state.body(id)
        {
            counts.truncate(2);
            counts.extend(size.map(Value::Int));
        }
    }

    /// The collection changed, and has so many more elements.
    pub(super) fn count_change(
        &mut self,
        state: &mut State,
        sum: &Sum,
        (change, by): (Change, i128),
    ) -> Result<(), Stop> {
        if sum.id.is_some() {
            let size = self.size(state, sum).plus(&Linear::constant(by)).ok_or_else(large)?;
            self.set_size(state, sum, Some(size));
        }
        self.changed(state, sum, change)
    }

    /// The collection changed; how many elements it has now is not known.
    pub(super) fn changed(&mut self, state: &mut State, sum: &Sum, change: Change) -> Result<(), Stop> {
        let next = |value: &Value| match value {
            Value::Int(number) => number.plus(&Linear::constant(1)).map(Value::Int).ok_or_else(large),
            _ => gap("a count is no number"),
        };
        let Some(id) = sum.id else {
            let known = state.statics.get(&sum.changes()).cloned().unwrap_or(Value::int(0));
            state.statics.insert(sum.changes(), next(&known)?);
            return Ok(());
        };
        if let Body::Many(counts) = state.body(id) {
            counts[0] = next(&counts[0])?;
            if change == Change::Out {
                counts[1] = next(&counts[1])?;
            }
        }
        Ok(())
    }

    /// How often the collection, or any of its place that is not followed, has changed.
    pub(super) fn stamp(&self, state: &State, sum: &Sum) -> Value {
        match counts(state, sum) {
            Some(counts) => counts[0].clone(),
            None => state.statics.get(&sum.changes()).cloned().unwrap_or(Value::int(0)),
        }
    }

    /// Any value that a place holds.
    pub(super) fn pull_held(&mut self, place: &Name) -> Result<Value, Stop> {
        self.pull(place, &Type::Class("java/lang/Object".to_owned()), ANY_ELEMENT)
    }

    /// The condition that a value is among the elements or keys of a collection.
    pub(super) fn is_held(
        &mut self,
        state: &mut State,
        (sum, place): (&Sum, &Name),
        value: &Value,
    ) -> Result<Condition, Stop> {
        let Some(reference) = value.as_ref().cloned() else { return gap("a key is no reference") };
        if self.compares_own(state, value) {
            return gap("keys are compared by code of the program");
        }
        let removals = counts(state, sum).map(|counts| counts[1].clone());
        // A key that changes is no longer found, though it is there.
        let is_key = *place == sum.elements() && !self.may_change(state, value);
        if let (Some(id), Some(Value::Int(removals))) = (sum.id, &removals)
            && is_key
            && state.facts.has_key(id, value, removals)
        {
            return Ok(Condition::TRUE);
        }
        let some = positive(&self.size(state, sum))?;
        let inside = self.inside(state, place, &reference)?;
        if fold(&self.emit, &some) == Some(false) || fold(&self.emit, &inside) == Some(false) {
            return Ok(Condition::FALSE);
        }
        let open = self.emit.any_bool("held");
        if let (Condition::Literal(literal), Some(id), Some(Value::Int(removals))) = (&open, sum.id, removals)
            && let (Test::Bool(variable), true) = (&literal.test, is_key)
        {
            self.asked_keys.insert(*variable, (id, value.clone(), removals));
        }
        Ok(open.and(inside).and(some))
    }

    /// Takes note of the keys that are there when a condition holds.
    pub(in super::super) fn learn_keys(&self, state: &mut State, condition: &Condition) {
        match condition {
            Condition::All(parts) => parts.iter().for_each(|part| self.learn_keys(state, part)),
            Condition::Literal(literal) => {
                if let (Test::Bool(variable), true) = (&literal.test, literal.holds)
                    && let Some((id, key, removals)) = self.asked_keys.get(variable)
                {
                    state.facts.learn_key(*id, key, removals);
                }
            }
            Condition::Any(_) => {}
        }
    }

    /// Takes note that a key is there.
    pub(super) fn learn_key(&mut self, state: &mut State, sum: &Sum, key: &Value) {
        if let (Some(id), Some(counts)) = (sum.id, counts(state, sum))
            && let Value::Int(removals) = &counts[1]
            && !self.may_change(state, key)
        {
            state.facts.learn_key(id, key, removals);
        }
    }

    /// Whether code of the program compares what a value may be. Even a first key has its hash code computed.
    pub(super) fn compares_own(&self, state: &State, value: &Value) -> bool {
        value.as_ref().is_some_and(|reference| reference.ways.iter().any(|way| self.has_own(state, way)))
    }

    /// Whether a value may be an object of the library that is compared by what it holds, which may change.
    pub(super) fn may_change(&self, state: &State, value: &Value) -> bool {
        let changes = |way: &Way| match way {
            Way::Null | Way::Str(_) | Way::Box(..) | Way::Class(_) => false,
            Way::Unknown(_) => true,
            Way::Object(_) | Way::OneOf(_) => {
                self.class_of(state, way).is_none_or(|class| self.classes.get(&class).is_none())
            }
        };
        value.as_ref().is_some_and(|reference| reference.ways.iter().any(changes))
    }

    /// Whether a value, unless it is null, is a string, a box or a constant of an enumeration, which the library can compare.
    pub(super) fn has_order(&self, state: &State, value: &Value) -> bool {
        let is_ordered = |way: &Way| match way {
            Way::Null | Way::Str(_) | Way::Box(..) => true,
            Way::Class(_) | Way::Unknown(_) => false,
            Way::Object(_) | Way::OneOf(_) => {
                let class = self.class_of(state, way);
                class.is_some_and(|class| self.classes.is_a(&class, "java/lang/Enum") == Some(true))
            }
        };
        value.as_ref().is_some_and(|reference| reference.ways.iter().all(is_ordered))
    }

    /// Whether code of the program compares something.
    fn has_own(&self, state: &State, way: &Way) -> bool {
        let Some(class) = self.class_of(state, way) else { return matches!(way, Way::Unknown(_)) };
        let has = |name: &str, descriptor: &str| {
            self.classes.find(&class, name, descriptor).is_some() && !self.classes.compares_plainly(&class)
        };
        has("equals", "(Ljava/lang/Object;)Z")
            || has("hashCode", "()I")
            || has("compareTo", "(Ljava/lang/Object;)I")
    }

    /// The condition that a value may be equal to one that a place holds.
    fn inside(&mut self, state: &State, place: &Name, value: &Ref) -> Result<Condition, Stop> {
        let Held::Only(shape) = self.keeper.pull(place) else { return Ok(Condition::TRUE) };
        let mut inside = Condition::FALSE;
        for (number, way) in value.ways.iter().enumerate() {
            let case = match way {
                Way::Null if shape.null => Condition::TRUE,
                Way::Null => Condition::FALSE,
                Way::Str(StrTerm::Word(word)) => {
                    let has = shape.text.as_ref().is_some_and(|text| text.contains(word));
                    if has { Condition::TRUE } else { Condition::FALSE }
                }
                Way::Str(text) => match &shape.text {
                    None => Condition::FALSE,
                    Some(language) if language.is_any() => Condition::TRUE,
                    Some(language) => {
                        let name = crate::heap_writes::name_of(place);
                        let language = self.emit.language(&name, || language.clone());
                        Condition::test(Test::In(text.clone(), language))
                    }
                },
                Way::Box(class, content) => match (shape.boxes.get(&**class), &**content) {
                    (None, Value::Int(_) | Value::Long(_) | Value::Char(..) | Value::Bool(_)) => {
                        Condition::FALSE
                    }
                    (
                        Some(&(least, most)),
                        Value::Int(number) | Value::Long(number) | Value::Char(number, _),
                    ) => within(number, (least, most)).ok_or_else(large)?,
                    _ => Condition::TRUE,
                },
                Way::Object(id) => {
                    let object = state.object(*id);
                    let is_own = self.classes.get(&object.class).is_some();
                    let is_apart =
                        is_own && !self.classes.compares_plainly(&object.class) && object.body != Body::Lost;
                    if is_apart { Condition::FALSE } else { Condition::TRUE }
                }
                Way::OneOf(_) | Way::Unknown(_) | Way::Class(_) => Condition::TRUE,
            };
            if fold(&self.emit, &case) != Some(false) {
                inside = inside.or(value.is(number).and(case));
            }
        }
        Ok(inside)
    }
}

/// The condition that a number is in a range; the ends of `long` are no limits.
fn within(number: &Linear, (least, most): (i128, i128)) -> Option<Condition> {
    let at_most = |linear: Linear| Condition::test(Test::AtMostZero(linear));
    let mut within = Condition::TRUE;
    if least > i128::from(i64::MIN) {
        within = within.and(at_most(Linear::constant(least).minus(number)?));
    }
    if most < i128::from(i64::MAX) {
        within = within.and(at_most(number.minus(&Linear::constant(most))?));
    }
    Some(within)
}

/// What is counted of a collection that is followed.
fn counts(state: &State, sum: &Sum) -> Option<Vec<Value>> {
    match sum.id.map(|id| &state.object(id).body) {
        Some(Body::Many(counts)) => Some(counts.clone()),
        _ => None,
    }
}

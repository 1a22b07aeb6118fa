//! What is known of a run at one place: the frame of the method, and the objects and static fields of the program.
//!
//! The invariant of the heap: an object that is followed is reached only through references that name it. Whatever
//! becomes reachable for code or objects that are not followed is *given up*: from then on it holds what its class holds, so
//! that a reference to an unknown object never meets one that is followed. What it held is left to its class.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{Condition, IntVar, Linear, Test};

use crate::class::types::{Signature, Type};
use crate::class::{Call, Member};
use crate::facts::Facts;
use crate::shape::places;
use crate::value::{Name, ObjectId, Ref, Value, Way, length};

/// The state of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The local variables. One that is no longer needed has no value.
    pub(crate) locals: Vec<Option<Value>>,
    /// The operand stack.
    pub(crate) stack: Vec<Value>,
    /// The objects that are followed.
    pub(crate) heap: BTreeMap<ObjectId, Rc<Object>>,
    /// Static fields that were touched, by their keys. Any other has its first value.
    pub(crate) statics: BTreeMap<Name, Value>,
    /// What is known of integers.
    pub(crate) facts: Facts,
}

/// An object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Object {
    /// Its class, or the descriptor of its type for an array.
    pub(crate) class: Name,
    /// What is known of it.
    pub(crate) body: Body,
}

/// What is known of an object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Body {
    /// Its fields, by class and name. One without a value has its first one.
    Fields(BTreeMap<Name, Value>),
    /// What an object of the library consists of.
    Parts(Vec<Value>),
    /// The elements of an array that are known, from the first. When there are more, the others are what arrays of its
    /// class hold.
    Array(Linear, Vec<Value>),
    /// A collection: its elements, or its keys and values in turn.
    Items(Vec<Value>),
    /// A collection that holds what collections of its place hold: how often it changed, how often something was taken
    /// out, and how many elements it has when that is known.
    Many(Vec<Value>),
    /// A lambda: the method that it stands for, and the values that it captured.
    Lambda(Rc<Lambda>, Vec<Value>),
    /// Nothing of its own: it was given up, and holds what its class holds.
    Lost,
}

/// What a lambda stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lambda {
    /// The method of its interface, with the types that every call uses.
    pub(crate) name: String,
    pub(crate) erased: String,
    /// The types that arguments and result have here.
    pub(crate) used: Signature,
    /// The method that is run, and how it is called.
    pub(crate) target: Member,
    pub(crate) call: Call,
}

/// A value that got into an object that is not followed. It names no object that is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Left {
    /// The place, by the name that all objects of the class share.
    pub(crate) place: Name,
    pub(crate) value: Value,
    /// When it does.
    pub(crate) when: Condition,
}

/// A place in a state where a value is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Slot {
    Local(usize),
    Stack(usize),
    Static(Name),
    Field(ObjectId, Name),
    Part(ObjectId, usize),
    Length(ObjectId),
    /// What is counted of a collection whose elements are not followed one by one.
    Sum(ObjectId, usize),
}

impl State {
    /// Every place with its value.
    pub(crate) fn slots(&self) -> Vec<(Slot, Value)> {
        let mut slots = Vec::new();
        for (at, value) in self.locals.iter().enumerate() {
            slots.extend(value.iter().map(|value| (Slot::Local(at), value.clone())));
        }
        slots.extend(self.stack.iter().enumerate().map(|(at, value)| (Slot::Stack(at), value.clone())));
        slots.extend(self.statics.iter().map(|(key, value)| (Slot::Static(key.clone()), value.clone())));
        for (&id, object) in &self.heap {
            match &object.body {
                Body::Fields(fields) => {
                    slots.extend(
                        fields.iter().map(|(key, value)| (Slot::Field(id, key.clone()), value.clone())),
                    );
                }
                Body::Many(counts) => {
                    slots.extend(
                        counts.iter().enumerate().map(|(at, value)| (Slot::Sum(id, at), value.clone())),
                    );
                }
                Body::Parts(parts) | Body::Items(parts) | Body::Lambda(_, parts) => {
                    slots.extend(
                        parts.iter().enumerate().map(|(at, value)| (Slot::Part(id, at), value.clone())),
                    );
                }
                Body::Array(length, parts) => {
                    slots.push((Slot::Length(id), Value::Int(length.clone())));
                    slots.extend(
                        parts.iter().enumerate().map(|(at, value)| (Slot::Part(id, at), value.clone())),
                    );
                }
                Body::Lost => {}
            }
        }
        slots
    }

    /// Puts a value in a place that exists.
    pub(crate) fn put(&mut self, slot: &Slot, value: Value) {
        match slot {
            Slot::Local(at) => self.locals[*at] = Some(value),
            Slot::Stack(at) => self.stack[*at] = value,
            Slot::Static(key) => {
                self.statics.insert(key.clone(), value);
            }
            Slot::Field(id, key) => {
                if let Body::Fields(fields) = self.body(*id) {
                    fields.insert(key.clone(), value);
                }
            }
            Slot::Part(id, at) => match self.body(*id) {
                Body::Parts(parts) | Body::Items(parts) | Body::Array(_, parts) | Body::Lambda(_, parts) => {
                    parts[*at] = value;
                }
                Body::Fields(_) | Body::Many(_) | Body::Lost => {}
            },
            Slot::Sum(id, at) => {
                if let Body::Many(counts) = self.body(*id) {
                    counts[*at] = value;
                }
            }
            Slot::Length(id) => {
                if let (Body::Array(length, _), Value::Int(new)) = (self.body(*id), value) {
                    *length = new;
                }
            }
        }
    }

    /// The body of an object that is in the heap, to be changed.
    pub(crate) fn body(&mut self, id: ObjectId) -> &mut Body {
        &mut Rc::make_mut(self.heap.get_mut(&id).expect("an object that is named is in the heap")).body
    }

    /// An object that is in the heap.
    pub(crate) fn object(&self, id: ObjectId) -> &Object {
        &self.heap[&id]
    }

    /// Gives up what is reached from a value; what it leaves to its classes.
    #[must_use]
    pub(crate) fn give_up(&mut self, value: &Value) -> Vec<Left> {
        let mut left = Vec::new();
        let mut open: Vec<ObjectId> = named(value).collect();
        while let Some(id) = open.pop() {
            let Some(object) = self.heap.get(&id) else { continue };
            if object.body == Body::Lost {
                continue;
            }
            left.extend(self.left_by(object));
            open.extend(self.reached_from(id));
            *self.body(id) = Body::Lost;
        }
        left
    }

    /// Gives up what is reached from a value that gets into a place of objects that are not followed.
    #[must_use]
    pub(crate) fn leave(&mut self, place: Name, value: &Value) -> Vec<Left> {
        let own = Left { place, value: self.without_names(value), when: Condition::TRUE };
        [own].into_iter().chain(self.give_up(value)).collect()
    }

    /// No longer follows the elements of a collection one by one; what it leaves to its place.
    #[must_use]
    pub(crate) fn summarise(&mut self, id: ObjectId) -> Vec<Left> {
        let Some(object) = self.heap.get(&id).cloned() else { return Vec::new() };
        let Body::Items(items) = &object.body else { return Vec::new() };
        let mut left = self.left_by(&object);
        let size = count(&object.class, items);
        let counts = [Value::int(0), Value::int(0)].into_iter().chain(size.map(Value::Int));
        *self.body(id) = Body::Many(counts.collect());
        for item in items {
            left.extend(self.give_up(item));
        }
        left
    }

    /// What an object that is given up leaves to its class.
    fn left_by(&self, object: &Object) -> Vec<Left> {
        let leave = |place: Name, value: &Value| Left {
            place,
            value: self.without_names(value),
            when: Condition::TRUE,
        };
        match &object.body {
            Body::Fields(fields) => fields.iter().map(|(place, value)| leave(place.clone(), value)).collect(),
            Body::Array(length, known) => {
                let length = leave(places::length(&object.class), &Value::Int(length.clone()));
                let place = places::elements(&object.class);
                let elements = known.iter().map(|value| leave(place.clone(), value));
                [length].into_iter().chain(elements).collect()
            }
            // Of arrays of characters only the length is kept: nothing pulls what else they hold.
            Body::Parts(parts) => match &parts[..] {
                [Value::Text(text)] if object.class.starts_with('[') => {
                    vec![leave(places::length(&object.class), &Value::Int(length(text)))]
                }
                [text @ Value::Text(_)] => vec![leave(places::content(&object.class), text)],
                _ => Vec::new(),
            },
            Body::Items(items) if is_keyed(&object.class) => items
                .chunks(3)
                .flat_map(|entry| {
                    let when = there(&entry[0]);
                    let key = Left { when: when.clone(), ..leave(places::keys(&object.class), &entry[1]) };
                    [key, Left { when, ..leave(places::values(&object.class), &entry[2]) }]
                })
                .filter(|left| left.when != Condition::FALSE)
                .collect(),
            Body::Items(items) => {
                let place = places::elements(&object.class);
                items.iter().map(|value| leave(place.clone(), value)).collect()
            }
            // What a collection holds that is not followed one by one is there already. Nothing asks lambdas that are not
            // followed for what they hold: that is a gap.
            Body::Many(_) | Body::Lambda(..) | Body::Lost => Vec::new(),
        }
    }

    /// A value as objects that are not followed hold it: all that it names is given up with it.
    fn without_names(&self, value: &Value) -> Value {
        let Value::Ref(reference) = value else { return value.clone() };
        let mut ways: Vec<Way> = Vec::new();
        for way in &reference.ways {
            ways.push(match way {
                Way::Object(id) => unfollowed(&self.heap[id].class),
                Way::Null | Way::Str(_) | Way::Box(..) | Way::OneOf(_) | Way::Unknown(_) | Way::Class(_) => {
                    way.clone()
                }
            });
        }
        Value::Ref(Ref { ways, which: reference.which })
    }

    /// The objects that the parts of an object name.
    fn reached_from(&self, id: ObjectId) -> Vec<ObjectId> {
        match &self.heap[&id].body {
            Body::Fields(fields) => fields.values().flat_map(named).collect(),
            Body::Parts(parts) | Body::Items(parts) | Body::Array(_, parts) | Body::Lambda(_, parts) => {
                parts.iter().flat_map(named).collect()
            }
            Body::Many(_) | Body::Lost => Vec::new(),
        }
    }

    /// Takes note that a number tells which way a reference is.
    pub(crate) fn learn(&mut self, which: IntVar, number: usize) {
        for (slot, value) in self.slots() {
            if let Value::Ref(reference) = &value
                && reference.which == Some(which)
                && let Some(way) = reference.ways.get(number)
            {
                self.put(&slot, Value::Ref(Ref::one(way.clone())));
            }
        }
    }

    /// Takes note that a reference is not null, in every place that holds it.
    pub(crate) fn learn_not_null(&mut self, known: &Ref) {
        let ways: Vec<usize> = (0..known.ways.len()).filter(|&at| known.ways[at] != Way::Null).collect();
        if let (Some(which), [only]) = (known.which, &ways[..]) {
            self.learn(which, *only);
        }
    }
}

/// What a reference to an object of a class is that is no longer followed. A string or box that its constructor has not made
/// yet is not known.
pub(crate) fn unfollowed(class: &Name) -> Way {
    let is_value = &**class == "java/lang/String" || boxed(class).is_some();
    match Type::named(class).filter(|_| is_value) {
        Some(ty) => Way::Unknown(ty),
        None => Way::OneOf(class.clone()),
    }
}

/// The classes whose objects are values: boxes.
pub(crate) fn boxed(class: &str) -> Option<Type> {
    Some(match class {
        "java/lang/Integer" => Type::Int,
        "java/lang/Long" => Type::Long,
        "java/lang/Short" => Type::Short,
        "java/lang/Byte" => Type::Byte,
        "java/lang/Character" => Type::Char,
        "java/lang/Boolean" => Type::Boolean,
        "java/lang/Float" => Type::Float,
        "java/lang/Double" => Type::Double,
        _ => return None,
    })
}

/// The objects that a value names.
pub(crate) fn named(value: &Value) -> impl Iterator<Item = ObjectId> + '_ {
    let ways = value.as_ref().map_or(&[][..], |reference| &reference.ways);
    ways.iter().filter_map(|way| if let Way::Object(id) = way { Some(*id) } else { None })
}

/// Whether objects of a class are sets or maps: their items are entries of three, the first whether it is there.
pub(crate) fn is_keyed(class: &str) -> bool {
    matches!(
        base(class),
        "java/util/HashMap"
            | "java/util/LinkedHashMap"
            | "java/util/TreeMap"
            | "java/util/Hashtable"
            | "java/util/HashSet"
            | "java/util/LinkedHashSet"
            | "java/util/TreeSet"
            | "stringent/FixedSet"
            | "stringent/FixedMap"
    )
}

/// The type of an array's elements, by its descriptor.
pub(crate) fn element_type(class: &str) -> Option<Type> {
    Type::parse(base(class).strip_prefix('[')?)
}

/// The class of an object, without the place that made it: no name of a class has a dot.
pub(crate) fn base(class: &str) -> &str {
    class.split('.').next().unwrap_or(class)
}

/// The condition that an entry is there.
fn there(entry: &Value) -> Condition {
    match entry {
        Value::Bool(condition) => condition.clone(),
        Value::Int(number) => match number.as_constant() {
            Some(0) => Condition::FALSE,
            Some(_) => Condition::TRUE,
            None => Condition::test(Test::IsZero(number.clone())).negated(),
        },
        Value::Char(..)
        | Value::Long(_)
        | Value::Float(_)
        | Value::Double(_)
        | Value::Ref(_)
        | Value::Text(_) => Condition::TRUE,
    }
}

/// How many elements there are, when that is a term.
fn count(class: &str, items: &[Value]) -> Option<Linear> {
    if !is_keyed(class) {
        return Some(Linear::constant(items.len() as i128));
    }
    items.chunks(3).try_fold(Linear::constant(0), |sum, entry| match &entry[0] {
        Value::Int(number) => sum.plus(number),
        Value::Bool(there) if *there == Condition::FALSE => Some(sum),
        Value::Bool(_)
        | Value::Char(..)
        | Value::Long(_)
        | Value::Float(_)
        | Value::Double(_)
        | Value::Ref(_)
        | Value::Text(_) => None,
    })
}

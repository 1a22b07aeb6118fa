//! Lists, sets and maps of the library, with their elements one by one.
//!
//! A list has as many elements as a constant says. A set or map has entries of which each may be there or not: whether it
//! is, the key, and the value; so ways on which something was put and ways on which it was not may meet. Exact, as
//! far as elements are compared by code of the library; what depends on the order of a hash table is a gap.

use ir::Condition;

mod keyed;
mod lists;
mod readers;

use readers::ELEMENTS;

use super::calls::Outer;
use super::{At, Done, Walker, fold, gap};
use crate::class::types::{Signature, Type};
use crate::merge::{Edge, merge};
use crate::state::{Body, State, is_keyed};
use crate::value::{Value, Way};

fn is_list(class: &str) -> bool {
    matches!(
        class,
        "java/util/ArrayList"
            | "java/util/LinkedList"
            | "java/util/Vector"
            | "java/util/Stack"
            | "stringent/FixedList"
    )
}

/// Whether a method leaves its collection as it is.
fn only_reads(name: &str) -> bool {
    matches!(name, "size" | "isEmpty" | "get" | "contains" | "containsKey" | "iterator" | "toArray")
}

/// Whether objects of a class are collections that are followed, or ways through them.
pub(super) fn is_collection(class: &str) -> bool {
    is_list(class) || is_keyed(class) || is_reader(class) || is_interface(class)
}

fn is_reader(class: &str) -> bool {
    matches!(
        class,
        "java/util/Iterator" | "java/util/Enumeration" | "java/util/ListIterator" | "java/util/Map$Entry"
    ) || readers::VIEWS.contains(&class)
        || class == ELEMENTS
}

fn is_interface(class: &str) -> bool {
    matches!(
        class,
        "java/util/List"
            | "java/util/Collection"
            | "java/util/Set"
            | "java/util/Map"
            | "java/util/Queue"
            | "java/util/Deque"
    )
}

/// A call on a collection that is not followed.
fn lost(call: &Outer<'_>) -> Done {
    gap(format!("{} is called on a collection that is not followed", call.name))
}

fn unmodelled(call: &Outer<'_>) -> Done {
    gap(format!("the call of {}.{} is not modelled", call.class.replace('/', "."), call.name))
}

/// Whether `new` makes a collection of a class.
pub(super) fn is_made(class: &str) -> bool {
    is_list(class) || is_keyed(class)
}

/// Whether a class has static methods that make collections.
pub(super) fn is_maker(class: &str) -> bool {
    matches!(class, "java/util/Collections" | "java/util/Arrays")
}

impl<'p> Walker<'p> {
    /// A static method that makes a collection, or reads an array.
    pub(super) fn make_collection(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        call: &Outer<'_>,
    ) -> Done {
        let first = call.arguments.first().cloned();
        let (class, body) = match (call.name, first) {
            ("singleton", Some(item)) => {
                ("stringent/FixedSet", Body::Items(vec![Value::int(1), item, Value::null()]))
            }
            ("emptyList", None) => ("stringent/FixedList", Body::Items(Vec::new())),
            ("emptySet", None) => ("stringent/FixedSet", Body::Items(Vec::new())),
            ("asList", Some(array)) => {
                let Value::Ref(array) = array else { return gap("a call is not well written") };
                let array = self.checked(at, state, &array)?;
                (ELEMENTS, Body::Parts(vec![Value::Ref(array)]))
            }
            ("enumeration", Some(Value::Ref(of))) => {
                let of = self.checked(at, state, &of)?;
                let (class, name, descriptor) = ("", "iterator", "()");
                let receiver = Some(Value::Ref(of));
                let iterator = Outer { class, name, descriptor, receiver, arguments: Vec::new() };
                return self.collection(at, state, &iterator).unwrap_or_else(|| unmodelled(call));
            }
            ("toString", Some(array)) if call.class == "java/util/Arrays" => {
                return self.text_of_array(at, state, (call, &array));
            }
            _ => return unmodelled(call),
        };
        let id = self.make(state, class, body);
        state.stack.push(Value::object(id));
        Ok(())
    }

    /// The text of an array. Where its elements are not known one by one, it may be any.
    fn text_of_array(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, array): (&Outer<'_>, &Value),
    ) -> Done {
        let parameters = Signature::parse(call.descriptor).map(|signature| signature.parameters);
        let Some(Type::Array(element)) = parameters.and_then(|types| types.first().cloned()) else {
            return unmodelled(call);
        };
        let id = array.as_object();
        let body = id.map(|id| &state.object(id).body);
        if let (Some(Body::Array(length, known)), Some(element)) = (body, Type::parse(&element))
            && length.as_constant() == Some(known.len() as i128)
        {
            let places = vec!["\u{1}"; known.len()].join(", ");
            let recipe: Vec<u16> = format!("[{places}]").encode_utf16().collect();
            let elements = known.iter().map(|value| (value.clone(), element.clone())).collect();
            return self.concatenate(at, state, (&recipe, &[]), elements);
        }
        // The texts of other objects may be made by code of the program.
        let is_plain = |class: &str| class == "[Ljava/lang/String;" || class.len() == 2;
        if !id.is_some_and(|id| is_plain(&state.object(id).class)) {
            return unmodelled(call);
        }
        self.assume("the text of an array may be anything");
        let text = self.emit.any_str("text");
        state.stack.push(Value::string(text));
        Ok(())
    }

    /// A call on a collection, when it has a row here.
    pub(super) fn collection(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        call: &Outer<'_>,
    ) -> Option<Done> {
        let way = call.receiver.as_ref()?.as_ref()?.only()?.clone();
        let Way::Object(id) = way else { return Some(lost(call)) };
        let (class, body) = (state.object(id).class.clone(), state.object(id).body.clone());
        if class.starts_with("stringent/Fixed") && !only_reads(call.name) {
            return Some(gap("a collection that cannot change is changed"));
        }
        match body {
            Body::Items(items) if is_list(&class) => self.list(at, state, (call, id), items),
            Body::Items(items) if is_keyed(&class) => self.keyed(at, state, (call, id), items),
            Body::Parts(parts) if is_reader(&class) => self.reader(at, state, (call, id), parts),
            Body::Lost => Some(lost(call)),
            _ => None,
        }
    }

    /// Pushes the first value whose condition holds, or the last.
    fn select(&mut self, state: &mut State, cases: Vec<(Condition, Value)>, otherwise: Value) -> Done {
        let mut edges = Vec::new();
        let mut last = Some(otherwise);
        for (condition, value) in cases {
            let known = fold(&self.emit, &condition);
            if known == Some(false) {
                continue;
            }
            if known == Some(true) {
                last = Some(value);
                break;
            }
            let skip = self.emit.branch(condition.negated());
            let mut case = state.clone();
            case.stack.push(value);
            edges.push(Edge { state: case, site: self.emit.jump() });
            let here = self.emit.here();
            self.emit.patch(skip, here);
        }
        if let Some(value) = last {
            let mut case = std::mem::take(state);
            case.stack.push(value);
            edges.push(Edge { state: case, site: self.emit.jump() });
        }
        *state = merge((&mut self.emit, &mut self.keeper), edges)?;
        Ok(())
    }
}

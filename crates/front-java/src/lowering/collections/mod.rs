//! Lists, sets and maps of the library.
//!
//! A list has as many elements as a constant says. A set or map has entries of which each may be there or not: whether it
//! is, the key, and the value; so ways on which something was put and ways on which it was not may meet. Exact, as
//! far as elements are compared by code of the library. Where elements cannot be told one by one, a loop puts them in or the order of a
//! hash table matters, they are what all collections of their place hold ([`sums`]).

use ir::Condition;

mod keyed;
mod lists;
mod made;
mod readers;
mod source;
mod sum_lists;
mod sum_maps;
mod sum_readers;
mod summaries;
mod texts;

use readers::{ELEMENTS, ENTRY};

use super::calls::Outer;
use super::{At, Done, Lowering, fold, gap};
use crate::class::types::{Signature, Type};
use crate::merge::{Edge, merge};
use crate::state::{Body, State, base, is_keyed};
use crate::stubs::Kind;
use crate::value::{Value, Way};

/// A collection that shows another and refuses changes.
const READ_ONLY: &str = "stringent/ReadOnly";

fn is_list(class: &str) -> bool {
    matches!(
        base(class),
        "java/util/ArrayList"
            | "java/util/LinkedList"
            | "java/util/ArrayDeque"
            | "java/util/PriorityQueue"
            | "java/util/Vector"
            | "java/util/Stack"
            | "stringent/FixedList"
    )
}

fn is_map(class: &str) -> bool {
    is_keyed(class) && !base(class).ends_with("Set")
}

/// Whether a method leaves its collection as it is.
fn only_reads(name: &str) -> bool {
    matches!(
        name,
        "size"
            | "isEmpty"
            | "get"
            | "getOrDefault"
            | "contains"
            | "containsKey"
            | "containsValue"
            | "indexOf"
            | "iterator"
            | "toArray"
            | "toString"
            | "keySet"
            | "values"
            | "entrySet"
    )
}

/// Whether objects of a class are collections that are followed, or ways through them.
pub(super) fn is_collection(class: &str) -> bool {
    is_list(class) || is_keyed(class) || is_reader(class) || is_interface(class)
}

fn is_reader(class: &str) -> bool {
    matches!(class, "java/util/Iterator" | "java/util/Enumeration" | "java/util/ListIterator" | ENTRY)
        || readers::VIEWS.contains(&class)
        || [ELEMENTS, READ_ONLY, sum_readers::PATH, sum_readers::VALUES, sum_readers::ENTRIES]
            .contains(&class)
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

/// A call on a collection that is not known.
fn lost(call: &Outer<'_>) -> Done {
    gap(format!("{} is called on a collection that is not modelled", call.name))
}

/// Whether a value may be a reference to nothing.
fn may_be_null(value: &Value) -> bool {
    value.as_ref().is_some_and(|reference| reference.ways.contains(&Way::Null))
}

fn unmodelled(call: &Outer<'_>) -> Done {
    gap(format!("the call of {}.{} is not modelled", call.class.replace('/', "."), call.name))
}

/// Whether `new` makes a collection of a class.
pub(super) fn is_made(class: &str) -> bool {
    is_list(class) || is_keyed(class)
}

/// What objects of a class are to the stubs.
pub(super) fn kind(class: &str) -> Option<Kind> {
    match class {
        _ if is_map(class) => Some(Kind::Map),
        _ if is_made(class) || readers::VIEWS.contains(&class) => Some(Kind::Collection),
        ELEMENTS | READ_ONLY => Some(Kind::Collection),
        _ => None,
    }
}

/// What a new collection is. The order of a heap is never followed.
pub(super) fn new_body(class: &str) -> Body {
    match class {
        "java/util/PriorityQueue" => Body::Many(vec![Value::int(0); 3]),
        _ => Body::Items(Vec::new()),
    }
}

/// Whether a class has static methods that make collections.
pub(super) fn is_maker(class: &str) -> bool {
    matches!(
        class,
        "java/util/Collections" | "java/util/Arrays" | "java/util/List" | "java/util/Set" | "java/util/Map"
    )
}

impl<'p> Lowering<'p> {
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
        let is_plain = |class: &str| base(class) == "[Ljava/lang/String;" || base(class).len() == 2;
        if !id.is_some_and(|id| is_plain(&state.object(id).class)) {
            return unmodelled(call);
        }
        self.approximate("the text of an array is unconstrained");
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
        if call.name == "toString" && call.arguments.is_empty() {
            return self.text_of_collection(at, state, &way);
        }
        let id = match &way {
            Way::Object(id) => *id,
            Way::OneOf(class) if is_made(class) => return self.summed(at, state, call),
            _ => return Some(lost(call)),
        };
        let (class, body) = (state.object(id).class.clone(), state.object(id).body.clone());
        if &*class == READ_ONLY {
            return self.read_only(at, state, (call, body));
        }
        if class.starts_with("stringent/Fixed") && !only_reads(call.name) {
            return Some(self.refuse_change(at, state, call));
        }
        // Those of `List.of` throw, those of `Collections` do not.
        if class.starts_with("stringent/Fixed") && call.arguments.iter().any(may_be_null) {
            return Some(gap("a collection that cannot change is asked for null"));
        }
        let exact = match body {
            _ if is_made(&class) && call.name == "<init>" => return self.construct(at, state, (call, id)),
            Body::Many(_) | Body::Lost if is_made(&class) => return self.summed(at, state, call),
            Body::Items(items) if is_list(&class) => self.list(at, state, (call, id), items),
            Body::Items(items) if is_keyed(&class) => self.keyed(at, state, (call, id), items),
            Body::Parts(parts) if is_reader(&class) => return self.reader(at, state, (call, id), parts),
            Body::Lost => return Some(lost(call)),
            _ => return None,
        };
        exact.or_else(|| {
            self.summarise(state, id);
            self.summed(at, state, call)
        })
    }

    /// A call on a collection whose elements are not followed one by one.
    fn summed(&mut self, at: &mut At<'_, 'p>, state: &mut State, call: &Outer<'_>) -> Option<Done> {
        let sum = summaries::sum(state, call.receiver.as_ref()?.as_ref()?.only()?)?;
        if is_map(&sum.class) {
            self.sum_map(at, state, (call, &sum))
        } else {
            self.sum_list(at, state, (call, &sum))
        }
    }

    /// A call on a collection that shows another.
    fn read_only(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, body): (&Outer<'_>, Body),
    ) -> Option<Done> {
        let Body::Parts(parts) = body else { return Some(lost(call)) };
        if !only_reads(call.name) || matches!(call.name, "keySet" | "values" | "entrySet") {
            return Some(self.refuse_change(at, state, call));
        }
        let arguments = call.arguments.clone();
        self.collection(at, state, &Outer { receiver: parts.first().cloned(), arguments, ..*call })
    }

    /// A change of a collection that refuses it.
    fn refuse_change(&mut self, at: &mut At<'_, 'p>, state: &State, call: &Outer<'_>) -> Done {
        match call.name {
            "add" | "put" | "set" | "addFirst" | "addLast" | "push" => {
                self.throw_if(at, state, Condition::TRUE, "java/lang/UnsupportedOperationException")
            }
            _ => gap("a collection that cannot change is changed"),
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

//! How collections come into being: constructors, and the static methods of `List`, `Set`, `Map`, `Arrays` and `Collections`.
//!
//! Exact where the elements are known one by one; a copy of another collection holds what that one held.

use ir::{Condition, Linear};

use super::super::calls::Outer;
use super::super::{At, Done, Lowering, gap, pop};
use super::keyed::resized;
use super::lists::NOTHING;
use super::source::Source;
use super::summaries::{Change, positive, sum};
use super::{ELEMENTS, ENTRY, READ_ONLY, is_list, unmodelled};
use crate::class::Compare;
use crate::state::{Body, State, base};
use crate::value::{ObjectId, Ref, Value, Way};

const ILLEGAL: &str = "java/lang/IllegalArgumentException";

impl<'p> Lowering<'p> {
    /// A constructor of a collection.
    pub(super) fn construct(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, id): (&Outer<'_>, ObjectId),
    ) -> Option<Done> {
        let first = call.arguments.first().cloned();
        let parameters = &call.descriptor[..=call.descriptor.find(')')?];
        let class = state.object(id).class.clone();
        match parameters {
            "()" => Some(Ok(())),
            "(I)" | "(IF)" => {
                let Ok(count) = self.int(&first?) else { return None };
                if base(&state.object(id).class) == "java/util/ArrayDeque" {
                    return Some(Ok(()));
                }
                let negative = super::super::compare::compare(Compare::Lt, &count, &Linear::constant(0))?;
                let is_first = count.as_constant().is_some_and(|count| (9..=16).contains(&count));
                if let (Body::Items(entries), true) = (state.body(id), is_hashed(&class) && !is_first) {
                    entries.extend(resized());
                }
                Some(self.throw_if(at, state, negative, ILLEGAL))
            }
            "(Ljava/util/Collection;)" => Some(self.copy_of(at, state, (id, &first?))),
            "(Ljava/util/Map;)" => Some(self.copy_of_map(at, state, (id, &first?))),
            _ => None,
        }
    }

    fn copy_of(&mut self, at: &mut At<'_, 'p>, state: &mut State, (id, from): (ObjectId, &Value)) -> Done {
        let Value::Ref(from) = from else { return gap("a call is not well written") };
        let from = self.checked(at, state, from)?;
        self.each_way(at, state, &from, &mut |lowering, at, state, way| {
            let source = lowering.source(state, way)?;
            lowering.fill(at, state, (id, &source))
        })
    }

    /// Fills a new collection.
    fn fill(&mut self, at: &mut At<'_, 'p>, state: &mut State, (id, source): (ObjectId, &Source)) -> Done {
        let class = state.object(id).class.clone();
        if let (Source::Each(items), Body::Items(_)) = (source, state.object(id).body.clone()) {
            if base(&class) == "java/util/ArrayDeque" {
                for item in items.iter().filter_map(Value::as_ref) {
                    self.not_null(at, state, item)?;
                }
            }
            if is_list(&class) {
                *state.body(id) = Body::Items(items.clone());
                return Ok(());
            }
            for item in items {
                let (name, descriptor) = ("add", "(Ljava/lang/Object;)Z");
                let receiver = Some(Value::object(id));
                let arguments = vec![item.clone()];
                let add = Outer { class: base(&class), name, descriptor, receiver, arguments };
                self.collection(at, state, &add).unwrap_or_else(|| unmodelled(&add))?;
                pop(state)?;
            }
            return Ok(());
        }
        let sum = self.summarise(state, id);
        self.pour(at, state, (source, &sum))
    }

    fn copy_of_map(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (id, from): (ObjectId, &Value),
    ) -> Done {
        let Value::Ref(from) = from else { return gap("a call is not well written") };
        let from = self.checked(at, state, from)?;
        self.each_way(at, state, &from, &mut |lowering, at, state, way| {
            let is_table = base(&state.object(id).class) == "java/util/Hashtable";
            if let Way::Object(other) = way
                && let Body::Items(entries) = state.object(*other).body.clone()
                && !is_table
                && !base(&state.object(id).class).starts_with("java/util/Tree")
            {
                let mark = is_hashed(&state.object(id).class).then(resized);
                *state.body(id) =
                    Body::Items(entries.into_iter().chain(mark.into_iter().flatten()).collect());
                return Ok(());
            }
            let sum = lowering.summarise(state, id);
            lowering.put_map(at, state, (&sum, way))
        })
    }

    /// A static method that makes a collection, or reads one or an array.
    pub(in super::super) fn make_collection(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        call: &Outer<'_>,
    ) -> Done {
        let first = call.arguments.first().cloned();
        let (class, body) = match (call.class, call.name, first) {
            ("java/util/List" | "java/util/Set" | "java/util/Map", ..) => {
                return self.fixed(at, state, call);
            }
            (_, "singleton", Some(item)) => {
                ("stringent/FixedSet", Body::Items(vec![Value::int(1), item, Value::null()]))
            }
            (_, "singletonList", Some(item)) => ("stringent/FixedList", Body::Items(vec![item])),
            (_, "emptyList", None) => ("stringent/FixedList", Body::Items(Vec::new())),
            (_, "emptySet", None) => ("stringent/FixedSet", Body::Items(Vec::new())),
            (_, "emptyMap", None) => ("stringent/FixedMap", Body::Items(Vec::new())),
            (_, "asList", Some(array)) => {
                let Value::Ref(array) = array else { return gap("a call is not well written") };
                let array = self.checked(at, state, &array)?;
                (ELEMENTS, Body::Parts(vec![Value::Ref(array)]))
            }
            (
                _,
                "unmodifiableList" | "unmodifiableSet" | "unmodifiableMap" | "unmodifiableCollection",
                Some(of),
            ) => {
                let Value::Ref(of) = of else { return gap("a call is not well written") };
                let of = self.checked(at, state, &of)?;
                (READ_ONLY, Body::Parts(vec![Value::Ref(of)]))
            }
            (_, "enumeration", Some(Value::Ref(of))) => {
                let of = self.checked(at, state, &of)?;
                let (class, name, descriptor) = ("", "iterator", "()");
                let receiver = Some(Value::Ref(of));
                let iterator = Outer { class, name, descriptor, receiver, arguments: Vec::new() };
                return self.collection(at, state, &iterator).unwrap_or_else(|| unmodelled(call));
            }
            (_, "toString", Some(array)) if call.class == "java/util/Arrays" => {
                return self.text_of_array(at, state, (call, &array));
            }
            (_, _, Some(first)) if call.class == "java/util/Collections" => {
                return self.with_list(at, state, (call, &first));
            }
            _ => return unmodelled(call),
        };
        let id = self.make(state, class, body);
        state.stack.push(Value::object(id));
        Ok(())
    }

    /// `List.of`, `Set.of`, `Map.of`, `Map.entry` and the copies of collections that they make.
    fn fixed(&mut self, at: &mut At<'_, 'p>, state: &mut State, call: &Outer<'_>) -> Done {
        let items = match (call.name, &call.arguments[..]) {
            ("of", [Value::Ref(array)]) if call.descriptor.starts_with("([") => {
                let array = self.checked(at, state, array)?;
                let Some(way) = array.only().cloned() else { return unmodelled(call) };
                match self.of_array(state, &way)? {
                    Source::Each(items) => items,
                    Source::Any(..) => return unmodelled(call),
                }
            }
            ("of", items) => items.to_vec(),
            ("entry", [key, value]) => {
                let id = self.make(state, ENTRY, Body::Parts(vec![key.clone(), value.clone()]));
                state.stack.push(Value::object(id));
                return Ok(());
            }
            _ => return unmodelled(call),
        };
        for item in items.iter().filter_map(Value::as_ref) {
            self.not_null(at, state, item)?;
        }
        let (class, body) = match call.class {
            "java/util/List" => ("stringent/FixedList", items),
            "java/util/Set" => {
                self.differ(at, state, &items)?;
                let entry = |item: Value| [Value::int(1), item, Value::null()];
                ("stringent/FixedSet", items.into_iter().flat_map(entry).collect())
            }
            _ => {
                let keys: Vec<Value> = items.iter().step_by(2).cloned().collect();
                self.differ(at, state, &keys)?;
                let entry = |entry: &[Value]| [Value::int(1), entry[0].clone(), entry[1].clone()];
                ("stringent/FixedMap", items.chunks_exact(2).flat_map(entry).collect())
            }
        };
        let id = self.make(state, class, Body::Items(body));
        state.stack.push(Value::object(id));
        Ok(())
    }

    /// Throws when two of some keys are equal.
    fn differ(&mut self, at: &mut At<'_, 'p>, state: &State, keys: &[Value]) -> Done {
        for (number, key) in keys.iter().enumerate() {
            for other in &keys[..number] {
                let Some(equal) = self.equal(state, key, other) else {
                    return gap("keys are compared by code of the program");
                };
                self.throw_if(at, state, equal, ILLEGAL)?;
            }
        }
        Ok(())
    }

    /// A method of `Collections` on a list.
    fn with_list(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, list): (&Outer<'_>, &Value),
    ) -> Done {
        let Value::Ref(list) = list else { return unmodelled(call) };
        let list = self.checked(at, state, list)?;
        self.each_way(at, state, &list, &mut |lowering, at, state, way| match (
            call.name,
            call.arguments.len(),
        ) {
            ("sort", 1) => lowering.sort(at, state, (call, way)),
            ("reverse", 1) => lowering.turn_round(state, (call, way)),
            ("shuffle", 1) => match way {
                Way::Object(id) if is_list(&state.object(*id).class) => {
                    lowering.summarise(state, *id);
                    Ok(())
                }
                _ => unmodelled(call),
            },
            ("max" | "min", 1) => lowering.extreme(at, state, way),
            _ => unmodelled(call),
        })
    }

    fn turn_round(&mut self, state: &mut State, (call, way): (&Outer<'_>, &Way)) -> Done {
        if let Way::Object(id) = way
            && is_list(&state.object(*id).class)
            && let Body::Items(items) = state.body(*id)
        {
            items.reverse();
            return Ok(());
        }
        match sum(state, way) {
            Some(sum) if is_list(sum.base()) => Ok(()),
            _ => unmodelled(call),
        }
    }

    /// Elements in their own order. Those that code of the program compares are a gap.
    fn sort(&mut self, at: &mut At<'_, 'p>, state: &mut State, (call, way): (&Outer<'_>, &Way)) -> Done {
        if let Way::Object(id) = way
            && is_list(&state.object(*id).class)
            && let Body::Items(items) = state.body(*id)
        {
            if items.len() <= 1 {
                return Ok(());
            }
            let words: Option<Vec<Vec<u32>>> = items.iter().map(constant).collect();
            if let Some(mut words) = words {
                words.sort();
                *items =
                    words.into_iter().map(|word| Value::string(ir::StrTerm::Word(word.into()))).collect();
                return Ok(());
            }
            self.summarise(state, *id);
        }
        let Some(list) = sum(state, way).filter(|sum| is_list(sum.base())) else { return unmodelled(call) };
        let source = Source::Any(list.elements(), self.size(state, &list));
        self.each_of(at, state, &source, &mut |lowering, at, state, element| {
            lowering.is_ordered(at, state, &element)
        })?;
        self.changed(state, &list, Change::In)
    }

    /// An element that is compared: null is refused, and only strings and boxes are followed.
    fn is_ordered(&mut self, at: &mut At<'_, 'p>, state: &mut State, element: &Value) -> Done {
        let Value::Ref(element) = element else { return gap("an element is not known") };
        self.not_null(at, state, element)?;
        let kinds = element.ways.iter().filter(|way| **way != Way::Null);
        let is_plain = |way: &&Way| matches!(way, Way::Str(_) | Way::Box(..));
        if kinds.clone().all(|way| is_plain(&way)) && kinds.count() <= 1 {
            return Ok(());
        }
        gap("elements are compared by code of the program")
    }

    /// The greatest or least element.
    fn extreme(&mut self, at: &mut At<'_, 'p>, state: &mut State, way: &Way) -> Done {
        let source = self.source(state, way)?;
        let some: Condition = positive(&source.size())?;
        self.throw_if(at, state, some.negated(), NOTHING)?;
        let place = match source {
            Source::Any(place, _) => place,
            Source::Each(items) => {
                let list = self.make(state, "stringent/FixedList", Body::Items(items));
                self.summarise(state, list).elements()
            }
        };
        let element = self.pull_held(&place)?;
        self.is_ordered(at, state, &element)?;
        state.stack.push(element);
        Ok(())
    }
}

/// Whether the order of a collection is that of a table whose size its constructor decides.
fn is_hashed(class: &str) -> bool {
    matches!(base(class), "java/util/HashMap" | "java/util/HashSet")
}

/// The text of a constant.
fn constant(value: &Value) -> Option<Vec<u32>> {
    match value.as_ref().and_then(Ref::only)? {
        Way::Str(ir::StrTerm::Word(word)) => Some(word.to_vec()),
        _ => None,
    }
}

//! Arrays: elements one by one where the length is a constant, texts for characters and bytes.
//!
//! An index that is not known is one case an element, up to a limit. Beyond it, and for lengths that are not known,
//! elements are what all arrays of the class hold, which over-approximates; what is stored there is no longer followed.

use ir::{IntExpr, Linear, StrExpr, StrTerm, Width};

use super::compare::compare;
use super::{At, Done, Lowering, Stop, gap, large, pop, pop_ref};
use crate::class::Compare;
use crate::class::types::Type;
use crate::shape::places;
use crate::state::{Body, State, base, element_type};
use crate::value::{ObjectId, Value, Way, length};

/// The most elements that are followed one by one.
const MOST_ELEMENTS: i128 = 1_024;
/// The most elements among which an index that is not known chooses.
const MOST_CASES: usize = 24;

const BOUNDS: &str = "java/lang/ArrayIndexOutOfBoundsException";
/// What is told of lengths and elements of which nothing is known.
const ANY_LENGTH: &str = "the length of an array that is not modelled is unconstrained";
const ANY_ELEMENT: &str = "an element of an array is unconstrained";

const SIZE: &str = "java/lang/NegativeArraySizeException";

/// Whether an array with elements of a type is a text.
pub(super) fn is_text(element: &Type) -> bool {
    matches!(element, Type::Char | Type::Byte)
}

impl<'p> Lowering<'p> {
    pub(super) fn new_array(&mut self, at: &mut At<'_, 'p>, state: &mut State, element: &Type) -> Done {
        let count = pop(state)?;
        let count = self.int(&count)?;
        let negative = compare(Compare::Lt, &count, &Linear::constant(0));
        self.throw_if(at, state, negative.ok_or_else(large)?, SIZE)?;
        let id = self.filled(state, element, &count)?;
        state.stack.push(Value::object(id));
        Ok(())
    }

    /// An array with the first values of its elements.
    fn filled(&mut self, state: &mut State, element: &Type, count: &Linear) -> Result<ObjectId, Stop> {
        let class = self.sited(&format!("[{}", element.descriptor()));
        let body = if is_text(element) {
            let zero = StrTerm::Word([0].into());
            let text = match count.as_constant() {
                Some(count) if (0..=65_536).contains(&count) => {
                    StrTerm::Word(vec![0; usize::try_from(count).unwrap_or(0)].into())
                }
                _ => self.emit.set_str("array", StrExpr::Repeat { of: zero, times: count.clone() }),
            };
            Body::Parts(vec![Value::Text(text)])
        } else {
            let known = match count.as_constant() {
                Some(count) if (0..=MOST_ELEMENTS).contains(&count) => {
                    vec![Value::default(element); usize::try_from(count).unwrap_or(0)]
                }
                _ => {
                    self.push(state, &places::elements(&class), &Value::default(element));
                    Vec::new()
                }
            };
            Body::Array(count.clone(), known)
        };
        Ok(self.make(state, &class, body))
    }

    pub(super) fn new_arrays(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        ty: &Type,
        dimensions: usize,
    ) -> Done {
        let mut counts = Vec::new();
        for _ in 0..dimensions {
            let count = pop(state)?;
            let Some(count) = self.int(&count)?.as_constant() else {
                return gap("an array of arrays of unknown length is not modelled");
            };
            counts.insert(0, count);
        }
        if counts.iter().any(|count| *count < 0) {
            return self.throw_if(at, state, ir::Condition::TRUE, SIZE);
        }
        if counts.iter().product::<i128>() > MOST_ELEMENTS {
            return gap("a large array of arrays is not modelled");
        }
        let value = self.nested(state, ty, &counts)?;
        state.stack.push(value);
        Ok(())
    }

    /// Arrays of arrays. There are as many calls within each other as dimensions, which are at most 255.
    fn nested(&mut self, state: &mut State, ty: &Type, counts: &[i128]) -> Result<Value, Stop> {
        let (Type::Array(element), Some((count, rest))) = (ty, counts.split_first()) else {
            return gap("an array is not well written");
        };
        let Some(element) = Type::parse(element) else { return gap("an array is not well written") };
        let id = self.filled(state, &element, &Linear::constant(*count))?;
        if !rest.is_empty() {
            for at in 0..usize::try_from(*count).unwrap_or(0) {
                let inner = self.nested(state, &element, rest)?;
                if let Body::Array(_, known) = state.body(id) {
                    known[at] = inner;
                }
            }
        }
        Ok(Value::object(id))
    }

    pub(super) fn array_length(&mut self, at: &mut At<'_, 'p>, state: &mut State) -> Done {
        let reference = pop_ref(state)?;
        let reference = self.checked(at, state, &reference)?;
        self.each_way(at, state, &reference, &mut |lowering, _, state, way| {
            let value = match way {
                Way::Object(id) => match &state.object(*id).body {
                    Body::Array(length, _) => length.clone(),
                    Body::Parts(_) => match lowering.text_of(state, *id) {
                        Some(text) => length(&text),
                        None => return gap("an array is not known"),
                    },
                    Body::Lost | Body::Fields(_) | Body::Items(_) | Body::Many(_) | Body::Lambda(..) => {
                        lowering.pull_length(&state.object(*id).class.clone())?
                    }
                },
                Way::OneOf(class) => lowering.pull_length(class)?,
                Way::Unknown(_) => lowering.any_length(),
                Way::Null | Way::Str(_) | Way::Box(..) | Way::Class(_) => return Err(Stop::Ended),
            };
            state.stack.push(Value::Int(value));
            Ok(())
        })
    }

    /// The length of an array of a class that is not followed.
    fn pull_length(&mut self, class: &str) -> Result<Linear, Stop> {
        match self.pull(&places::length(class), &Type::Int, ANY_LENGTH)? {
            Value::Int(length) => {
                if length.as_constant().is_none() {
                    self.bound(&length, 0, i128::from(i32::MAX));
                }
                Ok(length)
            }
            _ => gap("the length of an array is no number"),
        }
    }

    fn any_length(&mut self) -> Linear {
        self.approximate(ANY_LENGTH);
        let any = self.emit.any_int("length");
        self.bound(&any, 0, i128::from(i32::MAX));
        any
    }

    pub(super) fn element(&mut self, at: &mut At<'_, 'p>, state: &mut State) -> Done {
        let (index, reference) = (pop(state)?, pop_ref(state)?);
        let index = self.int(&index)?;
        let reference = self.checked(at, state, &reference)?;
        self.each_way(at, state, &reference, &mut |lowering, at, state, way| {
            let (length, id) = lowering.bounds(at, state, (way, &index))?;
            let Some(id) = id else {
                let value = match way {
                    Way::OneOf(class) => lowering.pull_element(class)?,
                    Way::Unknown(ty) => lowering.any_element(&ty.name())?,
                    _ => return Err(Stop::Ended),
                };
                state.stack.push(value);
                return Ok(());
            };
            let element = element_type(&state.object(id).class);
            let value = match &state.object(id).body {
                Body::Parts(_) => {
                    let Some(text) = lowering.text_of(state, id) else { return gap("an array is not known") };
                    lowering.unit(&text, &index, element.as_ref())
                }
                Body::Array(..) => return lowering.choose(at, state, (id, length), &index),
                Body::Lost | Body::Fields(_) | Body::Items(_) | Body::Many(_) | Body::Lambda(..) => {
                    lowering.pull_element(&state.object(id).class.clone())?
                }
            };
            state.stack.push(value);
            Ok(())
        })
    }

    /// An element of an array of a class that is not followed, or of which it is not known which.
    fn pull_element(&mut self, class: &str) -> Result<Value, Stop> {
        match element_type(class) {
            Some(element) if !is_text(&element) => self.pull(&places::elements(class), &element, ANY_ELEMENT),
            _ => self.any_element(class),
        }
    }

    fn any_element(&mut self, class: &str) -> Result<Value, Stop> {
        self.approximate(ANY_ELEMENT);
        match element_type(class) {
            Some(element) => Ok(self.any(&element)),
            None => gap("the elements of an array have no known type"),
        }
    }

    /// A character or byte of a text.
    fn unit(&mut self, text: &StrTerm, index: &Linear, element: Option<&Type>) -> Value {
        let constant = match (text, index.as_constant()) {
            (StrTerm::Word(word), Some(at)) => usize::try_from(at).ok().and_then(|at| word.get(at).copied()),
            _ => None,
        };
        let is_byte = element == Some(&Type::Byte);
        if let Some(unit) = constant {
            let unit = i128::from(unit);
            let value = if is_byte { super::arithmetic::wrap(unit, Width::Signed(8)) } else { unit };
            return Value::int(value);
        }
        let code = IntExpr::Code { of: text.clone(), at: index.clone() };
        if is_byte {
            return Value::Int(self.wrapped("byte", code, Width::Signed(8)));
        }
        let next = index.plus(&Linear::constant(1)).expect("an index is small");
        let part = StrExpr::Slice { of: text.clone(), from: index.clone(), to: Some(next) };
        let part = self.emit.set_str("char", part);
        Value::Char(self.emit.set_int("code", code), part)
    }

    /// The element at an index that may not be known.
    fn choose(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (id, length): (ObjectId, Linear),
        index: &Linear,
    ) -> Done {
        let Body::Array(_, known) = state.object(id).body.clone() else { return Err(Stop::Ended) };
        if let Some(number) = index.as_constant().and_then(|index| usize::try_from(index).ok())
            && let Some(value) = known.get(number)
        {
            state.stack.push(value.clone());
            return Ok(());
        }
        let complete = length.as_constant() == Some(known.len() as i128);
        if !complete || known.len() > MOST_CASES || known.is_empty() {
            self.push_elements(state, id);
            let value = self.pull_element(&state.object(id).class.clone())?;
            state.stack.push(value);
            return Ok(());
        }
        self.walk_cases(at, state, (index, known.len()), &mut |_, state, number| {
            state.stack.push(known[number].clone());
            Ok(())
        })
    }

    /// Walks on for each value that an index below a number may have.
    fn walk_cases(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (index, count): (&Linear, usize),
        walk: &mut dyn FnMut(&mut Self, &mut State, usize) -> Done,
    ) -> Done {
        let mut edges = Vec::new();
        for number in 0..count {
            let other = compare(Compare::Ne, index, &Linear::constant(number as i128)).ok_or_else(large)?;
            let skip = (number + 1 < count).then(|| self.emit.branch(other));
            let mut case = state.clone();
            match walk(self, &mut case, number) {
                Ok(()) => edges.push(crate::merge::Edge { state: case, site: self.emit.jump() }),
                Err(Stop::Ended) => {}
                Err(Stop::Gap(text)) => self.leave_by_gap(at.exits, text),
            }
            let here = self.emit.here();
            skip.into_iter().for_each(|site| self.emit.patch(site, here));
        }
        *state = crate::merge::merge((&mut self.emit, &mut self.keeper), edges)?;
        Ok(())
    }

    /// Checks an index; the length, and the array if it is one that is in the heap.
    fn bounds(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (way, index): (&Way, &Linear),
    ) -> Result<(Linear, Option<ObjectId>), Stop> {
        let (found, id) = match way {
            Way::Object(id) => match &state.object(*id).body {
                Body::Array(length, _) => (length.clone(), Some(*id)),
                Body::Parts(_) => match self.text_of(state, *id) {
                    Some(text) => (length(&text), Some(*id)),
                    None => return gap("an array is not known"),
                },
                Body::Lost | Body::Fields(_) | Body::Items(_) | Body::Many(_) | Body::Lambda(..) => {
                    (self.pull_length(&state.object(*id).class.clone())?, Some(*id))
                }
            },
            Way::OneOf(class) => (self.pull_length(class)?, None),
            Way::Unknown(_) => (self.any_length(), None),
            Way::Null | Way::Str(_) | Way::Box(..) | Way::Class(_) => return Err(Stop::Ended),
        };
        let outside = self.outside(index, &found)?;
        self.throw_if(at, state, outside, BOUNDS)?;
        state.facts.learn_inside(index, &found);
        Ok((found, id))
    }

    pub(super) fn store_element(&mut self, at: &mut At<'_, 'p>, state: &mut State) -> Done {
        let (value, index, reference) = (pop(state)?, pop(state)?, pop_ref(state)?);
        let index = self.int(&index)?;
        let reference = self.checked(at, state, &reference)?;
        self.each_way(at, state, &reference, &mut |lowering, at, state, way| {
            let (length, id) = lowering.bounds(at, state, (way, &index))?;
            let class = lowering.class_of(state, way);
            let element = class.as_deref().and_then(element_type);
            if let (Some(element), Value::Ref(stored)) = (&element, &value) {
                lowering.storable(state, stored, element)?;
            }
            let Some(id) = id else {
                lowering.push_element(state, way, &value);
                return Ok(());
            };
            match &state.object(id).body {
                Body::Parts(_) => lowering.put_unit(state, id, &index, &value),
                Body::Array(_, known) => {
                    let count = known.len();
                    let value =
                        element.map_or(value.clone(), |element| lowering.fit(value.clone(), &element));
                    lowering.put_element(at, state, (id, count, length), (&index, &value))
                }
                Body::Lost | Body::Fields(_) | Body::Items(_) | Body::Many(_) | Body::Lambda(..) => {
                    lowering.push_element(state, way, &value);
                    Ok(())
                }
            }
        })
    }

    /// An array of strings may be held in a variable for arrays of objects: then a store may fail.
    fn storable(&mut self, state: &State, stored: &crate::value::Ref, element: &Type) -> Done {
        let fine = |way: &Way| match self.class_of(state, way) {
            Some(class) => match element {
                Type::Class(name) => self.classes.is_a(&class, name) == Some(true),
                _ => class == element.name(),
            },
            None => *way == Way::Null || matches!(way, Way::Unknown(known) if known == element),
        };
        if stored.ways.iter().all(fine) { Ok(()) } else { gap("a store to an array may fail") }
    }

    fn put_element(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (id, count, length): (ObjectId, usize, Linear),
        (index, value): (&Linear, &Value),
    ) -> Done {
        let put = |state: &mut State, number: usize| {
            if let Body::Array(_, known) = state.body(id) {
                known[number] = value.clone();
            }
        };
        let constant = index.as_constant().and_then(|index| usize::try_from(index).ok());
        if let Some(number) = constant.filter(|number| *number < count) {
            put(state, number);
            return Ok(());
        }
        let complete = length.as_constant() == Some(count as i128);
        if complete && count <= MOST_CASES && count > 0 {
            return self.walk_cases(at, state, (index, count), &mut |_, state, number| {
                put(state, number);
                Ok(())
            });
        }
        // Which element changed is not known; from here on they are what arrays of the class hold.
        self.push_elements(state, id);
        self.push_element(state, &Way::Object(id), value);
        if let Body::Array(_, known) = state.body(id) {
            known.clear();
        }
        Ok(())
    }

    /// Puts a character or byte into a text.
    fn put_unit(&mut self, state: &mut State, id: ObjectId, index: &Linear, value: &Value) -> Done {
        let Some(text) = self.text_of(state, id) else { return gap("an array is not known") };
        let code = self.int(value)?;
        let is_byte = base(&state.object(id).class) == "[B";
        let width = Width::Unsigned(if is_byte { 8 } else { 16 });
        let constants = (&text, index.as_constant(), code.as_constant());
        let new = if let (StrTerm::Word(word), Some(at), Some(code)) = constants {
            let mut units = word.to_vec();
            if let Some(unit) = usize::try_from(at).ok().and_then(|at| units.get_mut(at)) {
                *unit = super::arithmetic::wrap(code, width) as u32;
            }
            StrTerm::Word(units.into())
        } else {
            let unit = self.unit_text(value, width)?;
            let next = index.plus(&Linear::constant(1)).expect("an index is small");
            let zero = Linear::constant(0);
            let before = StrExpr::Slice { of: text.clone(), from: zero, to: Some(index.clone()) };
            let before = self.emit.set_str("before", before);
            let after = self.emit.set_str("after", StrExpr::Slice { of: text, from: next, to: None });
            self.emit.set_str("array", StrExpr::Concat(vec![before, unit, after]))
        };
        *state.body(id) = Body::Parts(vec![Value::Text(new)]);
        Ok(())
    }

    /// The text that consists of one character or byte. Exact: the variable is the only one that fits.
    pub(super) fn unit_text(&mut self, value: &Value, width: Width) -> Result<StrTerm, Stop> {
        if let (Value::Char(_, text), Width::Unsigned(16)) = (value, width) {
            return Ok(text.clone());
        }
        let code = self.int(value)?;
        let code = self.wrapped("unit", IntExpr::Linear(code), width);
        if let Some(code) = code.as_constant() {
            return Ok(StrTerm::Word([code as u32].into()));
        }
        let var = self.emit.new_str("unit");
        self.emit.fates.insert(ir::Variable::Str(var));
        self.emit.push(ir::Action::Havoc(ir::Variable::Str(var)));
        let Value::Char(found, text) = self.char_of(StrTerm::Var(var)) else { return Err(Stop::Ended) };
        let equal = compare(Compare::Eq, &found, &code).ok_or_else(large)?;
        self.emit.push(ir::Action::Assume(equal));
        Ok(text)
    }
}

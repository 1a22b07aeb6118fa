//! What holds at a point of the lowering, and how several such points become one.
//!
//! An [`Env`] gives each variable, property and constant its value. Where paths meet, a variable whose values differ gets
//! variables of the program that each path fills on its way: [`Shape`] says which, [`fill`] how. In a loop the head's
//! shapes are found by lowering the body until they agree.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ir::emit::Emit;
use ir::{BoolVar, Condition, IntVar, Linear, StrTerm, StrVar, Test};

use crate::value::{Array, ArrayKey, Rest, Value, simplify};

/// The name of a place that holds a value: a variable of a call, a property of an object, a constant.
pub(crate) type Key = Rc<str>;

/// The values at a point.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Env {
    /// By place; what is not there is null.
    pub(crate) values: BTreeMap<Key, Value>,
    /// Places that are other names of places.
    pub(crate) aliases: BTreeMap<Key, Key>,
}

/// A jump that is not yet led anywhere, and what holds there.
pub(crate) struct Pending {
    pub(crate) at: usize,
    pub(crate) env: Env,
}

/// What kind of variables stands for values that differ.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// All are this one.
    Fixed(Value),
    Int,
    Bool,
    Float,
    Str,
    /// A string or null.
    Maybe,
    /// Elements by their keys, and the rest.
    Array(Vec<(ArrayKey, Shape)>, Option<Rest>),
    /// One of several, each of another kind.
    OneOf(Vec<Shape>),
    /// Anything, by its text.
    Any,
}

/// What a path does to fill a variable.
pub(crate) enum Fill {
    Text(StrVar, Value),
    Int(IntVar, Value),
    Bool(BoolVar, Condition),
}

/// How many kinds of values are told apart in one place.
const KINDS: usize = 6;

impl Env {
    /// The place that a name stands for.
    pub(crate) fn resolve(&self, key: &Key) -> Key {
        let mut key = key;
        // Aliases are made to places that are none, so that there is one step at most.
        if let Some(target) = self.aliases.get(key) {
            key = target;
        }
        key.clone()
    }

    pub(crate) fn get(&self, key: &Key) -> Option<&Value> {
        self.values.get(&self.resolve(key))
    }

    pub(crate) fn set(&mut self, key: &Key, value: Value) {
        self.values.insert(self.resolve(key), value);
    }
}

/// Places whose values are not the same everywhere.
pub(crate) fn differing(envs: &[&Env]) -> BTreeSet<Key> {
    let keys: BTreeSet<&Key> = envs.iter().flat_map(|env| env.values.keys()).collect();
    let first = envs[0];
    let differs = |key: &&Key| envs.iter().any(|env| env.values.get(*key) != first.values.get(*key));
    keys.into_iter().filter(differs).cloned().collect()
}

/// The shape that both values have.
pub(crate) fn shape(left: &Value, right: &Value) -> Shape {
    if left == right {
        return Shape::Fixed(left.clone());
    }
    let is_text = |value: &Value| matches!(value, Value::Str(_) | Value::Maybe(..) | Value::Null);
    match (left, right) {
        (Value::Int(_), Value::Int(_)) => Shape::Int,
        (Value::Bool(_), Value::Bool(_)) => Shape::Bool,
        (Value::Float(_), Value::Float(_)) => Shape::Float,
        (Value::Str(_), Value::Str(_)) => Shape::Str,
        (Value::Array(left), Value::Array(right)) => array_shape(left, right),
        _ if is_text(left) && is_text(right) => Shape::Maybe,
        _ => one_of(kinds(left), right),
    }
}

/// The shape of a value alone, when what chooses between its kinds is not to be kept.
pub(crate) fn kinds(value: &Value) -> Shape {
    match value.leaves().as_slice() {
        [(_, first), others @ ..] => {
            others.iter().fold(Shape::Fixed(first.clone()), |shape, (_, leaf)| widen(&shape, leaf))
        }
        [] => Shape::Any,
    }
}

/// The shape of the values of a shape and of one more, when they may be of several kinds.
fn one_of(shape: Shape, value: &Value) -> Shape {
    let mut shapes = match shape {
        Shape::Any => return Shape::Any,
        Shape::OneOf(shapes) => shapes,
        other => vec![other],
    };
    for (_, leaf) in value.leaves() {
        if matches!(leaf, Value::Any(_)) {
            return Shape::Any;
        }
        match shapes.iter_mut().find(|shape| shape.kind().is_same(&leaf)) {
            Some(known) => *known = widen(known, &leaf),
            None => shapes.push(Shape::Fixed(leaf)),
        }
    }
    if shapes.len() > KINDS || shapes.iter().any(|shape| matches!(shape, Shape::Fixed(Value::Any(_)))) {
        return Shape::Any;
    }
    if shapes.len() == 1 { shapes.swap_remove(0) } else { Shape::OneOf(shapes) }
}

/// What is told apart of values that come together. Objects and functions are told apart one by one.
enum Kind<'a> {
    Text,
    Bool,
    Int,
    Float,
    Array,
    Itself(&'a Value),
    Unknown,
}

impl Kind<'_> {
    fn is_same(&self, value: &Value) -> bool {
        match self {
            Kind::Text => matches!(value, Value::Str(_) | Value::Maybe(..) | Value::Null),
            Kind::Bool => matches!(value, Value::Bool(_)),
            Kind::Int => matches!(value, Value::Int(_)),
            Kind::Float => matches!(value, Value::Float(_)),
            Kind::Array => matches!(value, Value::Array(_)),
            Kind::Itself(known) => *known == value,
            Kind::Unknown => false,
        }
    }
}

impl Shape {
    fn kind(&self) -> Kind<'_> {
        match self {
            Shape::Fixed(value) => kind_of(value),
            Shape::Int => Kind::Int,
            Shape::Bool => Kind::Bool,
            Shape::Float => Kind::Float,
            Shape::Str | Shape::Maybe => Kind::Text,
            Shape::Array(..) => Kind::Array,
            Shape::OneOf(_) | Shape::Any => Kind::Unknown,
        }
    }
}

fn kind_of(value: &Value) -> Kind<'_> {
    match value {
        Value::Null | Value::Str(_) | Value::Maybe(..) => Kind::Text,
        Value::Bool(_) => Kind::Bool,
        Value::Int(_) => Kind::Int,
        Value::Float(_) => Kind::Float,
        Value::Array(_) => Kind::Array,
        Value::Object(_) | Value::Closure(_) => Kind::Itself(value),
        Value::Choice(_) | Value::Any(_) => Kind::Unknown,
    }
}

fn array_shape(left: &Array, right: &Array) -> Shape {
    let keys = |array: &Array| array.known.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
    if keys(left) != keys(right) {
        return Shape::Array(Vec::new(), Some(Rest::Unknown));
    }
    let known = left.known.iter().zip(&right.known).map(|((key, a), (_, b))| (key.clone(), shape(a, b)));
    let rest = match (&left.rest, &right.rest) {
        (left, right) if left == right => left.clone(),
        _ => Some(Rest::Unknown),
    };
    Shape::Array(known.collect(), rest)
}

/// The shape of a shape's values and one more.
pub(crate) fn widen(shape_so_far: &Shape, value: &Value) -> Shape {
    match (shape_so_far, value) {
        (Shape::Fixed(fixed), _) => shape(fixed, value),
        (Shape::Int, Value::Int(_))
        | (Shape::Bool, Value::Bool(_))
        | (Shape::Float, Value::Float(_))
        | (Shape::Str, Value::Str(_))
        | (Shape::Maybe, Value::Str(_) | Value::Maybe(..) | Value::Null) => shape_so_far.clone(),
        (Shape::Str, Value::Maybe(..) | Value::Null) => Shape::Maybe,
        (Shape::Array(known, rest), Value::Array(array)) => {
            let same = known.len() == array.known.len()
                && known.iter().zip(&array.known).all(|((a, _), (b, _))| a == b);
            if !same {
                return Shape::Array(Vec::new(), Some(Rest::Unknown));
            }
            let rest = if *rest == array.rest { rest.clone() } else { Some(Rest::Unknown) };
            let known =
                known.iter().zip(&array.known).map(|((key, old), (_, new))| (key.clone(), widen(old, new)));
            Shape::Array(known.collect(), rest)
        }
        (
            Shape::Int
            | Shape::Bool
            | Shape::Float
            | Shape::Str
            | Shape::Maybe
            | Shape::Array(..)
            | Shape::OneOf(_)
            | Shape::Any,
            _,
        ) => one_of(shape_so_far.clone(), value),
    }
}

/// New variables for a shape.
pub(crate) fn instantiate(shape: &Shape, name: &str, emit: &mut Emit) -> Value {
    match shape {
        Shape::Fixed(value) => value.clone(),
        Shape::Int => Value::Int(Linear::var(emit.new_int(name))),
        Shape::Bool => Value::Bool(Condition::test(Test::Bool(emit.new_bool(name)))),
        Shape::Float => Value::Float(StrTerm::Var(emit.new_str(name))),
        Shape::Str => Value::Str(StrTerm::Var(emit.new_str(name))),
        Shape::Any => Value::Any(StrTerm::Var(emit.new_str(name))),
        Shape::Maybe => {
            let present = emit.new_bool(name);
            Value::Maybe(Condition::test(Test::Bool(present)), StrTerm::Var(emit.new_str(name)))
        }
        Shape::Array(known, rest) => {
            let known = known.iter().map(|(key, shape)| (key.clone(), instantiate(shape, name, emit)));
            Value::Array(Rc::new(Array { known: known.collect(), rest: rest.clone(), next: None }))
        }
        Shape::OneOf(shapes) => {
            let mut values: Vec<Value> = shapes.iter().map(|shape| instantiate(shape, name, emit)).collect();
            let last = values.pop().unwrap_or(Value::Null);
            values.into_iter().rev().fold(last, |others, value| {
                let which = Condition::test(Test::Bool(emit.new_bool(&format!("kind of {name}"))));
                Value::Choice(Box::new((which, value, others)))
            })
        }
    }
}

/// How a value is put into the variables of a shape that it has.
pub(crate) fn fill(target: &Value, from: &Value, fills: &mut Vec<Fill>) {
    if target == from {
        return;
    }
    match (target, from) {
        (Value::Int(linear), _) => {
            if let [(ir::Quantity::Var(var), 1)] = linear.terms() {
                fills.push(Fill::Int(*var, from.clone()));
            }
        }
        (Value::Bool(condition), Value::Bool(value)) => fills.extend(bool_fill(condition, value.clone())),
        (
            Value::Float(StrTerm::Var(var)) | Value::Str(StrTerm::Var(var)) | Value::Any(StrTerm::Var(var)),
            _,
        ) => {
            fills.push(Fill::Text(*var, from.clone()));
        }
        (Value::Maybe(present, StrTerm::Var(var)), _) => {
            let is_null = from.is_null().unwrap_or(Condition::FALSE);
            fills.extend(bool_fill(present, is_null.negated()));
            fills.push(Fill::Text(*var, from.clone()));
        }
        (Value::Array(target), _) => {
            let leaves = from.leaves();
            for (key, element) in &target.known {
                let own = |leaf: &Value| match leaf {
                    Value::Array(array) => array.get(key).cloned().unwrap_or(Value::Null),
                    _ => Value::Null,
                };
                fill(element, &chosen(leaves.iter().map(|(when, leaf)| (when.clone(), own(leaf)))), fills);
            }
        }
        (Value::Choice(parts), _) => {
            let (which, yes, no) = &**parts;
            let kind = kind_of(yes);
            let (these, others): (Vec<_>, Vec<_>) =
                from.leaves().into_iter().partition(|(_, leaf)| kind.is_same(leaf));
            let is_this = these.iter().fold(Condition::FALSE, |any, (when, _)| any.or(when.clone()));
            fills.extend(bool_fill(which, simplify(is_this)));
            for (target, leaves) in [(yes, these), (no, others)] {
                if leaves.is_empty() {
                    fill_with_nothing(target, fills);
                } else {
                    fill(target, &chosen(leaves.into_iter()), fills);
                }
            }
        }
        _ => {}
    }
}

/// The value whose condition holds; the last one when it is none of the others.
fn chosen(leaves: impl DoubleEndedIterator<Item = (Condition, Value)>) -> Value {
    let mut leaves = leaves.rev();
    let last = leaves.next().map_or(Value::Null, |(_, value)| value);
    leaves.fold(last, |others, (when, value)| Value::choice(when, value, others))
}

/// Variables that stand for a kind which the value is not of.
fn fill_with_nothing(target: &Value, fills: &mut Vec<Fill>) {
    match target {
        Value::Int(_) => fill(target, &Value::int(0), fills),
        Value::Bool(_) => fill(target, &Value::bool(false), fills),
        Value::Str(StrTerm::Var(_)) | Value::Float(StrTerm::Var(_)) | Value::Maybe(..) => {
            fill(target, &Value::empty(), fills);
        }
        Value::Array(array) => array.known.iter().for_each(|(_, element)| fill_with_nothing(element, fills)),
        Value::Choice(parts) => {
            fills.extend(bool_fill(&parts.0, Condition::FALSE));
            fill_with_nothing(&parts.1, fills);
            fill_with_nothing(&parts.2, fills);
        }
        Value::Null
        | Value::Str(_)
        | Value::Float(_)
        | Value::Object(_)
        | Value::Closure(_)
        | Value::Any(_) => {}
    }
}

fn bool_fill(condition: &Condition, value: Condition) -> Option<Fill> {
    match condition {
        Condition::Literal(ir::Literal { test: Test::Bool(var), holds: true }) => {
            Some(Fill::Bool(*var, value))
        }
        Condition::Literal(_) | Condition::All(_) | Condition::Any(_) => None,
    }
}

//! A machine that runs the few instructions of which the programs here consist, as the JVM would.
//!
//! Objects are numbered as they are made and never forgotten. A run ends by a return, by an exception, or when it takes too long.

#![allow(clippy::wildcard_enum_match_arm, reason = "only few instructions are made here")]

use std::collections::BTreeMap;
use std::rc::Rc;

use verifier::front_java::class::{Arith, Class, Code, Compare, Constant, Member, Op, Shuffle};

/// A value on the operand stack, in a variable or in an object.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Int(i32),
    Null,
    Text(Rc<str>),
    Object(usize),
}

/// An object: its class, and its fields by name or elements by number.
struct Object {
    class: String,
    fields: BTreeMap<String, Value>,
    elements: Vec<Value>,
    /// How often a collection changed.
    changes: usize,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Returned,
    /// An assertion failed.
    Failed,
    /// Another exception, or too many steps.
    Other,
}

/// The most instructions of a run.
const MOST: usize = 100_000;

pub(crate) struct Machine<'a> {
    classes: &'a [Class],
    heap: Vec<Object>,
    steps: usize,
}

impl<'a> Machine<'a> {
    /// Runs a method of the first class on a number.
    pub(crate) fn run(classes: &'a [Class], method: &str, argument: i32) -> Ending {
        let mut machine = Machine { classes, heap: Vec::new(), steps: 0 };
        machine.call(&classes[0], method, Value::Int(argument)).unwrap_or(Ending::Other)
    }

    fn call(&mut self, class: &'a Class, method: &str, argument: Value) -> Option<Ending> {
        let method = class.methods.iter().find(|own| own.name == method)?;
        let code = method.body.as_ref().ok()?;
        let mut frame = Frame { locals: vec![Value::Int(0); code.locals], stack: Vec::new(), at: 0 };
        frame.locals[0] = argument;
        loop {
            self.steps += 1;
            if self.steps > MOST {
                return None;
            }
            if let Some(ending) = self.step(code, &mut frame) {
                return Some(ending);
            }
        }
    }

    /// One instruction; how the run ends by it, if it does.
    fn step(&mut self, code: &Code, frame: &mut Frame) -> Option<Ending> {
        let op = &code.ops[frame.at];
        frame.at += 1;
        match op {
            Op::Return => return Some(Ending::Returned),
            Op::Throw => return Some(Ending::Failed),
            Op::Nop | Op::Cast(_) => {}
            Op::Null => frame.stack.push(Value::Null),
            Op::Constant(Constant::Int(number)) => frame.stack.push(Value::Int(*number)),
            Op::Constant(Constant::Str(units)) => {
                frame.stack.push(Value::Text(String::from_utf16_lossy(units).into()));
            }
            Op::Load(at) => frame.stack.push(frame.locals[*at].clone()),
            Op::Store(at) => frame.locals[*at] = frame.pop(),
            Op::Increment(at, by) => {
                frame.locals[*at] = Value::Int(number(&frame.locals[*at]).wrapping_add(*by));
            }
            Op::Arith(Arith::Add, _) => {
                let (right, left) = (number(&frame.pop()), number(&frame.pop()));
                frame.stack.push(Value::Int(left.wrapping_add(right)));
            }
            Op::Shuffle(Shuffle::Pop) => drop(frame.pop()),
            Op::Shuffle(Shuffle::Dup) => {
                let top = frame.pop();
                frame.stack.extend([top.clone(), top]);
            }
            Op::Goto(target) => frame.at = *target,
            Op::IfZero(how, target) => frame.jump_if(*target, |frame| holds(*how, number(&frame.pop()), 0)),
            Op::IfNull(how, target) => {
                frame.jump_if(*target, |frame| (frame.pop() == Value::Null) == (*how == Compare::Eq));
            }
            Op::IfInts(how, target) => frame.jump_if(*target, |frame| {
                let right = number(&frame.pop());
                holds(*how, number(&frame.pop()), right)
            }),
            other => return self.touch(other, frame).map_or(Some(Ending::Other), |()| None),
        }
        None
    }

    /// Instructions that touch objects; none when they throw.
    fn touch(&mut self, op: &Op, frame: &mut Frame) -> Option<()> {
        match op {
            Op::New(class) => frame.stack.push(self.make(class, Vec::new())),
            Op::NewArray(_) => {
                let count = usize::try_from(number(&frame.pop())).ok()?;
                frame.stack.push(self.make("[", vec![Value::Null; count]));
            }
            Op::Length => {
                let count = self.object(&frame.pop())?.elements.len();
                frame.stack.push(Value::Int(i32::try_from(count).ok()?));
            }
            Op::Element => {
                let index = usize::try_from(number(&frame.pop())).ok()?;
                let element = self.object(&frame.pop())?.elements.get(index)?.clone();
                frame.stack.push(element);
            }
            Op::StoreElement => {
                let (value, index) = (frame.pop(), number(&frame.pop()));
                let array = frame.pop();
                *self.object(&array)?.elements.get_mut(usize::try_from(index).ok()?)? = value;
            }
            Op::GetField(Member { name, descriptor, .. }) => {
                let first = if descriptor == "I" { Value::Int(0) } else { Value::Null };
                let value = self.object(&frame.pop())?.fields.get(name).cloned();
                frame.stack.push(value.unwrap_or(first));
            }
            Op::PutField(member) => {
                let value = frame.pop();
                self.object(&frame.pop())?.fields.insert(member.name.clone(), value);
            }
            Op::Invoke(_, member) if member.name == "equals" => {
                let (right, left) = (frame.pop(), frame.pop());
                frame.stack.push(Value::Int(i32::from(left == right)));
            }
            Op::Invoke(_, member) if member.class.starts_with("java/util/") => {
                self.collection(member, frame)?;
            }
            Op::Invoke(_, member) => {
                let receiver = frame.pop();
                let class = self.object(&receiver)?.class.clone();
                let class = self.classes.iter().find(|known| known.name == class)?;
                (self.call(class, &member.name, receiver)? == Ending::Returned).then_some(())?;
            }
            other => panic!("{other:?} is not made here"),
        }
        Some(())
    }

    /// Calls on lists, maps and ways through them; none when they throw. The values of a map are in its fields.
    fn collection(&mut self, member: &Member, frame: &mut Frame) -> Option<()> {
        let index = |value: Value| usize::try_from(number(&value)).ok();
        match (member.name.as_str(), member.class.as_str()) {
            ("add", _) => {
                let element = frame.pop();
                let list = self.object(&frame.pop())?;
                list.elements.push(element);
                list.changes += 1;
                frame.stack.push(Value::Int(1));
            }
            ("get", "java/util/ArrayList") => {
                let index = index(frame.pop())?;
                let element = self.object(&frame.pop())?.elements.get(index)?.clone();
                frame.stack.push(element);
            }
            ("remove", "java/util/ArrayList") => {
                let index = index(frame.pop())?;
                let list = self.object(&frame.pop())?;
                list.changes += 1;
                let element = (index < list.elements.len()).then(|| list.elements.remove(index))?;
                frame.stack.push(element);
            }
            ("clear", _) => {
                let list = self.object(&frame.pop())?;
                list.elements.clear();
                list.changes += 1;
            }
            ("put" | "get" | "remove", _) => self.entry(member, frame)?,
            ("size", _) => {
                let of = self.object(&frame.pop())?;
                let count = if of.class == "java/util/HashMap" { of.fields.len() } else { of.elements.len() };
                frame.stack.push(Value::Int(i32::try_from(count).ok()?));
            }
            ("values", _) => {}
            ("iterator", _) => {
                let of = frame.pop();
                let object = self.object(&of)?;
                let all: Vec<Value> = object.fields.values().chain(&object.elements).cloned().collect();
                let changes = Value::Int(i32::try_from(object.changes).ok()?);
                let iterator = self.make("java/util/Iterator", all);
                let fields = [("of", of), ("changes", changes), ("next", Value::Int(0))];
                self.object(&iterator)?.fields =
                    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
                frame.stack.push(iterator);
            }
            _ => self.step_through(member, frame)?,
        }
        Some(())
    }

    /// Calls on the entries of maps.
    fn entry(&mut self, member: &Member, frame: &mut Frame) -> Option<()> {
        let text =
            |value: Value| if let Value::Text(text) = value { text.to_string() } else { String::new() };
        let value = (member.name == "put").then(|| frame.pop());
        let key = text(frame.pop());
        let map = self.object(&frame.pop())?;
        let had = map.fields.get(&key).cloned();
        if let Some(value) = value {
            map.changes += usize::from(had.is_none());
            map.fields.insert(key, value);
        } else if member.name == "remove" {
            map.changes += usize::from(had.is_some());
            map.fields.remove(&key);
        }
        frame.stack.push(had.unwrap_or(Value::Null));
        Some(())
    }

    /// `hasNext` and `next`. A list is asked how long it is now, a map had its next entry before.
    fn step_through(&mut self, member: &Member, frame: &mut Frame) -> Option<()> {
        let iterator = frame.pop();
        let fields = self.object(&iterator)?.fields.clone();
        let next = usize::try_from(number(&fields["next"])).ok()?;
        let of = self.object(&fields["of"])?;
        let (changes, is_list) = (i32::try_from(of.changes).ok()?, of.class == "java/util/ArrayList");
        let size = of.elements.len();
        let all = self.object(&iterator)?.elements.clone();
        if member.name == "hasNext" {
            let more = if is_list { next != size } else { next < all.len() };
            frame.stack.push(Value::Int(i32::from(more)));
            return Some(());
        }
        (changes == number(&fields["changes"])).then_some(())?;
        // A list may have other elements by then, though not more or fewer.
        let element = if is_list {
            self.object(&fields["of"])?.elements.get(next)?.clone()
        } else {
            all.get(next)?.clone()
        };
        let next = Value::Int(i32::try_from(next + 1).ok()?);
        self.object(&iterator)?.fields.insert("next".to_owned(), next);
        frame.stack.push(element);
        Some(())
    }

    fn make(&mut self, class: &str, elements: Vec<Value>) -> Value {
        self.heap.push(Object { class: class.to_owned(), fields: BTreeMap::new(), elements, changes: 0 });
        Value::Object(self.heap.len() - 1)
    }

    fn object(&mut self, value: &Value) -> Option<&mut Object> {
        if let Value::Object(at) = value { self.heap.get_mut(*at) } else { None }
    }
}

struct Frame {
    locals: Vec<Value>,
    stack: Vec<Value>,
    at: usize,
}

impl Frame {
    fn pop(&mut self) -> Value {
        self.stack.pop().expect("the programs here are well written")
    }

    fn jump_if(&mut self, target: usize, condition: impl FnOnce(&mut Frame) -> bool) {
        if condition(self) {
            self.at = target;
        }
    }
}

fn number(value: &Value) -> i32 {
    if let Value::Int(number) = value { *number } else { panic!("{value:?} is no number") }
}

fn holds(how: Compare, left: i32, right: i32) -> bool {
    match how {
        Compare::Eq => left == right,
        Compare::Ne => left != right,
        Compare::Lt => left < right,
        Compare::Ge => left >= right,
        Compare::Gt => left > right,
        Compare::Le => left <= right,
    }
}

//! Contracts as programs, and runs of them.
//!
//! All values are held in variables, so that no case is decided when the program is written.

use std::collections::BTreeSet;

use automata::Alphabet;
use front_c::library::{Outcome, Request, call};
use front_c::memory::{
    Byte, Checks, Claim, Detail, Elements, Fill, Life, Memory, Names, ObjectId, Odd, Pointer, Rule, Shape,
    Sign, Spot, Value, terms,
};
use ir::emit::Emit;
use ir::interp::{self, Frame, Limits, Oracle, Random};
use ir::{Action, IntExpr, IntVar, Linear, Program, StrExpr, StrVar, Variable};

use crate::libc::{Argument, Asked, Given};

/// Seeds that a program is run with.
const SEEDS: u64 = 40;

/// What a run came to.
pub(crate) struct Ran {
    /// The rule that was broken, if any.
    pub(crate) violated: Option<Rule>,
    /// Whether it came to the end.
    pub(crate) finished: bool,
    /// Whether it used a value of which nothing is known.
    pub(crate) lost: bool,
    /// All bytes of both buffers at the end, where they are followed.
    pub(crate) bytes: [Option<Vec<u8>>; 2],
    /// The texts of both buffers at the end.
    pub(crate) texts: [Vec<u8>; 2],
    /// The result.
    pub(crate) given: Given,
}

/// Where a program leaves its result.
enum Place {
    Nothing,
    Int(IntVar),
    Pointer { tag: IntVar, offset: IntVar, text: Option<StrVar> },
}

/// A program of one call.
struct Model {
    program: Program,
    fates: BTreeSet<Variable>,
    claims: Vec<Claim>,
    texts: [StrVar; 2],
    wholes: [Option<StrVar>; 2],
    objects: [ObjectId; 2],
    place: Place,
}

/// The runs of a call, with as much of the buffers followed as is said.
pub(crate) fn runs(asked: &Asked, detail: Detail) -> Vec<Ran> {
    let model = model(asked, detail);
    assert!(ir::validate(&model.program).is_ok(), "the program is valid");
    let mut runs = Vec::new();
    for seed in 0..SEEDS {
        let ran = model.run(&mut Random::new(seed));
        let is_decided = ran.violated.is_some() || (ran.finished && !ran.lost);
        runs.push(ran);
        if is_decided {
            break;
        }
    }
    runs
}

/// The run of a call to which an oracle answers.
pub(crate) fn run_with(asked: &Asked, detail: Detail, oracle: &mut dyn Oracle) -> Ran {
    let model = model(asked, detail);
    assert!(ir::validate(&model.program).is_ok(), "the program is valid");
    model.run(oracle)
}

impl Model {
    fn run(&self, oracle: &mut dyn Oracle) -> Ran {
        let mut last = None;
        let mut observe = |_: interp::Site, frame: &Frame| last = Some(frame.clone());
        let run = interp::run_observed(&self.program, oracle, Limits::default(), &mut observe);
        let frame = last.expect("a run has a first step");
        let code = &self.program.procedures[0].code;
        let is_lost = |site: &interp::Site| matches!(&code[site.label.index()].action, Action::Havoc(var) if !self.fates.contains(var));
        Ran {
            violated: run.violations.first().and_then(|first| self.rule(first.assertion.index())),
            finished: run.outcome == interp::Outcome::Finished,
            lost: run.path.iter().any(is_lost),
            bytes: self.wholes.map(|var| var.map(|var| bytes(frame.string(var)))),
            texts: self.texts.map(|var| bytes(frame.string(var))),
            given: self.given(&frame),
        }
    }

    fn rule(&self, assertion: usize) -> Option<Rule> {
        if let Claim::Rule(rule) = self.claims[assertion] { Some(rule) } else { None }
    }

    fn given(&self, frame: &Frame) -> Given {
        let (tag, offset, text) = match self.place {
            Place::Nothing => return Given::Int(0),
            Place::Int(var) => return Given::Int(frame.integer(var)),
            Place::Pointer { tag, offset, text } => (frame.integer(tag), frame.integer(offset), text),
        };
        let buffer = self.objects.iter().position(|object| object.tag() == Linear::constant(tag));
        match (buffer, text) {
            (Some(buffer), _) => Given::Place(buffer, offset),
            (None, Some(text)) if tag > 0 => Given::Text(bytes(frame.string(text))),
            (None, _) => Given::Null,
        }
    }
}

fn bytes(word: &[u32]) -> Vec<u8> {
    word.iter().map(|&symbol| symbol as u8).collect()
}

fn model(asked: &Asked, detail: Detail) -> Model {
    let mut emit = Emit::new(Alphabet::BYTE);
    let checks = Checks { memory: true, assertions: true, overflow: true };
    let mut memory = Memory::new(Names::default(), checks);
    memory.detail = detail;
    let objects = [0, 1].map(|index| begin(&mut emit, &mut memory, index, asked));
    let arguments: Vec<Value> =
        asked.arguments.iter().map(|one| argument(&mut emit, &mut memory, objects, one)).collect();
    let (name, meant) = asked.name.split_once('+').unwrap_or((asked.name, ""));
    let request = Request { name, site: "here", elements: Elements::Bytes, arguments: &arguments };
    let mut outcome = call(&mut emit, &mut memory, &request).expect("the function is listed");
    if meant == "next" {
        let again = [&[Value::constant(0)], &arguments[1..]].concat();
        let request = Request { arguments: &again, ..request };
        outcome = call(&mut emit, &mut memory, &request).expect("the function is listed");
    }
    let outcome = match outcome {
        Outcome::Leaves { left, .. } if meant == "left" => Outcome::Returns(left),
        Outcome::Leaves { value, .. } => Outcome::Returns(value),
        Outcome::Returns(_) | Outcome::Stops => outcome,
    };
    let place = place(&mut emit, &memory, outcome);
    let text = |object| memory.buffer(object).and_then(front_c::memory::Buffer::text_var).expect("bytes");
    let texts = objects.map(text);
    let wholes = objects.map(|object| memory.buffer(object).and_then(|buffer| buffer.whole));
    let (fates, claims) = (emit.fates.clone(), memory.claims.made().to_vec());
    Model { program: emit.finish(vec!["call".to_owned()]), fates, claims, texts, wholes, objects, place }
}

fn begin(emit: &mut Emit, memory: &mut Memory, index: usize, asked: &Asked) -> ObjectId {
    let content = &asked.buffers[index];
    let is_given_back = asked.name == "realloc" && index == 0;
    let key = ["a", "b"][index];
    let object = memory.names.id(key);
    memory.names.store(object);
    memory.names.read(object);
    memory.names.enter(object);
    let nul = content.iter().position(|&byte| byte == 0).unwrap_or(content.len());
    let text = emit.set_str("content", StrExpr::Term(terms::word(&content[..nul])));
    let cap = emit.set_int("capacity", IntExpr::Linear(Linear::constant(content.len() as i128)));
    let shape = Shape {
        name: ["first", "second"][index].to_owned(),
        cap: cap.clone(),
        elements: Elements::Bytes,
        fill: Fill::Text(text),
        life: if is_given_back { Life::Allocated } else { Life::Declared },
    };
    memory.begin(emit, key, shape);
    if memory.detail == Detail::Bytes {
        for (at, &byte) in content.iter().enumerate().skip(nul) {
            let spot = Spot { object, offset: Linear::constant(at as i128) };
            memory.put_byte(emit, &spot, &Byte::constant(byte));
        }
    } else if content[nul..].iter().any(|&byte| byte != 0) {
        memory.soil(emit, &Spot { object, offset: Linear::constant(0) }, &cap);
    }
    object
}

fn argument(emit: &mut Emit, memory: &mut Memory, objects: [ObjectId; 2], argument: &Argument) -> Value {
    let mut variable = |value: i128| emit.set_int("argument", IntExpr::Linear(Linear::constant(value)));
    match argument {
        Argument::Place(buffer, offset) => {
            let offset = variable(i128::from(*offset));
            let tag = objects[*buffer].tag().as_constant().expect("a tag is a number");
            // Every other pointer could lead to both as far as the program is written.
            let is_open = buffer % 2 == 1;
            let tag = if is_open { variable(tag) } else { Linear::constant(tag) };
            let targets = if is_open { objects.into() } else { BTreeSet::from([objects[*buffer]]) };
            Value::Pointer(Pointer { targets, tag, offset, odd: Odd::default() })
        }
        Argument::Null => {
            let tag = variable(0);
            let odd = Odd { null: true, wild: false };
            Value::Pointer(Pointer { targets: objects.into(), tag, offset: Linear::constant(0), odd })
        }
        Argument::Room => {
            let shape = Shape {
                name: "room".to_owned(),
                cap: Linear::constant(4),
                elements: Elements::Wider,
                fill: Fill::Lost,
                life: Life::Declared,
            };
            Value::Pointer(Pointer::to(memory.begin(emit, "room", shape)))
        }
        Argument::Int(value) => match u8::try_from(*value) {
            // Numbers that may be bytes are held as such when they are, up to where signs begin to matter.
            Ok(byte @ 1..=127) => {
                let text = emit.set_str("byte", StrExpr::Term(Byte::constant(byte).text));
                Value::Byte(Byte { text }, Sign::Unsigned)
            }
            Ok(_) | Err(_) => Value::Int(variable(i128::from(*value))),
        },
        Argument::Format(text) => Value::Pointer(Pointer::to(memory.literal(text.as_bytes()))),
    }
}

/// Puts the result where it can be seen, in the last instructions.
fn place(emit: &mut Emit, memory: &Memory, outcome: Outcome) -> Place {
    let Outcome::Returns(value) = outcome else { return Place::Nothing };
    let variable = |emit: &mut Emit, value: Linear| {
        let var = emit.new_int("result");
        emit.push(Action::SetInt(var, IntExpr::Linear(value), ir::Width::Unbounded));
        var
    };
    match value {
        Value::None => Place::Nothing,
        Value::Pointer(pointer) => {
            let text = pointer.targets.iter().find_map(|&target| memory.buffer(target)?.text_var());
            let (tag, offset) = (variable(emit, pointer.tag), variable(emit, pointer.offset));
            Place::Pointer { tag, offset, text }
        }
        Value::Int(_) | Value::Byte(..) => {
            let number = value.integer(emit).expect("it is an integer");
            Place::Int(variable(emit, number))
        }
    }
}

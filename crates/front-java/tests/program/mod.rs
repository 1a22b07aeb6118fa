//! A model as a program that can be run: arguments in, what the call did out.

use front_java::library::{Grade, Invocation, Modelled, Thrower, Value, model};
use ir::emit::Emit;
use ir::interp::{Allowed, Frame, Limits, Oracle, Outcome, Request, Site, Value as Answer, run_observed};
use ir::{Action, Condition, IntExpr, IntVar, Linear, Literal, Program, StrTerm, Test, Variable, Width};

use crate::jvm::dice::elements;
use crate::jvm::{Call, Datum, Done, Method};

/// The most ways to answer what a model leaves open.
const WAYS: usize = 400;

/// How characters are given to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// By their numbers.
    Numbers,
    /// With their texts.
    Texts,
    /// All arguments are constants.
    Constants,
}

/// A model and how to run it.
pub(crate) struct Model {
    program: Program,
    /// Havoc variables that lose nothing.
    fates: std::collections::BTreeSet<Variable>,
    inputs: usize,
    thrown: IntVar,
    classes: Vec<&'static str>,
    modelled: Modelled,
    way: Way,
    types: Vec<String>,
    fixed: Vec<Option<Datum>>,
}

struct Throws {
    thrown: IntVar,
    classes: Vec<&'static str>,
    jumps: Vec<usize>,
}

impl Thrower for Throws {
    fn throw_if(&mut self, emit: &mut Emit, condition: Condition, class: &'static str) {
        let skip = emit.branch(condition.negated());
        self.classes.push(class);
        let number = Linear::constant(self.classes.len() as i128);
        emit.push(Action::SetInt(self.thrown, IntExpr::Linear(number), Width::Unbounded));
        self.jumps.push(emit.jump());
        let here = emit.here();
        emit.patch(skip, here);
    }
}

/// What a call of a model may be given: the shape of the receiver and the arguments.
pub(crate) struct Shape<'a> {
    pub(crate) method: Method<'a>,
    /// The types of the receiver's parts, if there is a receiver.
    pub(crate) receiver: Option<Vec<String>>,
    pub(crate) types: Vec<String>,
    /// Arguments that are always the same; those of the receiver come first.
    pub(crate) fixed: Vec<Option<Datum>>,
}

impl Model {
    /// The model of a method, `None` when it has none for such arguments.
    pub(crate) fn of(shape: &Shape<'_>, way: Way) -> Option<Model> {
        let mut emit = Emit::new(automata::Alphabet::UTF16);
        let parts = shape.receiver.clone().unwrap_or_default();
        let types: Vec<String> = parts.iter().chain(&shape.types).cloned().collect();
        let values: Vec<Value> = types
            .iter()
            .zip(&shape.fixed)
            .enumerate()
            .map(|(index, (ty, fixed))| match fixed {
                Some(datum) => constant(ty, datum),
                None => input(&mut emit, ty, way, index < parts.len()),
            })
            .collect();
        let inputs = emit.here().index();
        let thrown = emit.new_int("thrown");
        let mut catcher = Throws { thrown, classes: Vec::new(), jumps: Vec::new() };
        let descriptor = format!("{}V", shape.method.parameters);
        let (receiver, arguments) = values.split_at(parts.len());
        let invocation = Invocation {
            class: shape.method.class,
            name: shape.method.name,
            descriptor: &descriptor,
            receiver,
            arguments,
        };
        let mut modelled = model(&mut emit, &mut catcher, &invocation)?;
        modelled.result = settled(&mut emit, modelled.result);
        modelled.parts =
            modelled.parts.map(|parts| parts.into_iter().map(|part| settled(&mut emit, part)).collect());
        let here = emit.here();
        catcher.jumps.iter().for_each(|&jump| emit.patch(jump, here));
        let fates = emit.fates.clone();
        let program = emit.finish(vec!["call".to_owned()]);
        ir::validate(&program).expect("a model is a valid program");
        let classes = catcher.classes;
        let fixed = shape.fixed.clone();
        Some(Model { program, fates, inputs, thrown, classes, modelled, way, types, fixed })
    }

    /// What is wrong with the model for a call and what the JVM did, if anything.
    pub(crate) fn judge(&self, call: &Call, done: &Done) -> Option<String> {
        let data: Vec<&Datum> = call.receiver.iter().flatten().chain(&call.arguments).collect();
        let answers: Vec<Answer> = data
            .iter()
            .zip(&self.types)
            .zip(&self.fixed)
            .enumerate()
            .filter(|(_, (_, fixed))| fixed.is_none())
            .flat_map(|(index, ((datum, ty), _))| {
                let is_part = index < call.receiver.as_ref().map_or(0, Vec::len);
                answers_for(ty, datum, self.way, is_part)
            })
            .collect();
        let mut guide =
            Guide { model: self, answers, data: &data, done, chosen: Vec::new(), at: 0, lost: false };
        let mut why = "no run of the model does what the JVM does".to_owned();
        for _ in 0..WAYS {
            (guide.at, guide.lost) = (0, false);
            let (outcome, agrees) = self.run(&mut guide, call, done);
            let exactly = self.modelled.grade == Grade::Exact && guide.lost;
            if exactly {
                return Some("an exact model leaves something open".to_owned());
            }
            match agrees {
                Some(true) => return None,
                Some(false) if !guide.lost => {
                    return Some("a run that lost nothing does something else".to_owned());
                }
                Some(false) | None => {}
            }
            if outcome != Outcome::Finished && outcome != Outcome::AssumptionFailed {
                why = format!("{outcome:?}");
            }
            if !guide.advance() {
                break;
            }
        }
        Some(why)
    }

    fn run(&self, guide: &mut Guide<'_>, call: &Call, done: &Done) -> (Outcome, Option<bool>) {
        let last = self.program.procedures[0].code.len() - 1;
        let mut agrees = None;
        let mut observe = |site: Site, frame: &Frame| {
            if site.label.index() == last {
                agrees = Some(self.agrees(frame, call, done));
            }
        };
        let run = run_observed(&self.program, guide, Limits::default(), &mut observe);
        (run.outcome, agrees)
    }

    /// Whether a state at the end is what the JVM came to.
    fn agrees(&self, frame: &Frame, call: &Call, done: &Done) -> bool {
        let thrown = frame.integer(self.thrown);
        if let Datum::Thrown(class) = &done[0] {
            return usize::try_from(thrown - 1)
                .is_ok_and(|index| self.classes.get(index) == Some(&class.as_str()));
        }
        let is_constructor =
            self.modelled.result == Value::Void && self.modelled.parts.is_some() && call.receiver.is_none();
        let text = if is_constructor { &done[0] } else { &done[1] };
        let after = match (&self.modelled.parts, text) {
            (Some(parts), Datum::Text(_) | Datum::Int(_)) => same(frame, &parts[0], text, call),
            (None, Datum::Text(_)) => call.receiver.as_ref().is_none_or(|parts| parts[0] == *text),
            _ => true,
        };
        thrown == 0
            && same(frame, &self.modelled.result, &done[0], call)
            && after
            && self.arrays(frame, call, done)
    }

    /// Whether each array of characters has the content that it should have.
    fn arrays(&self, frame: &Frame, call: &Call, done: &Done) -> bool {
        let first = self.types.len() - call.arguments.len();
        let arrays = (0..call.arguments.len()).filter(|&index| self.types[first + index] == "[C");
        arrays.zip(&done[2..]).all(|(index, datum)| {
            match self.modelled.changed.iter().find(|(changed, _)| *changed == index) {
                Some((_, term)) => same(frame, &Value::Str(term.clone()), datum, call),
                None => call.arguments[index] == *datum,
            }
        })
    }
}

/// Whether a value is what the JVM says.
fn same(frame: &Frame, value: &Value, datum: &Datum, call: &Call) -> bool {
    match (value, datum) {
        (Value::Int(linear), Datum::Int(number)) => frame.linear(linear) == Some(*number),
        (Value::Char { code, text }, Datum::Int(number)) => {
            frame.linear(code) == Some(*number)
                && frame.term(text).iter().map(|&s| i128::from(s)).eq([*number])
        }
        (Value::Bool(condition), Datum::Int(number)) => holds(frame, condition) == (*number == 1),
        (Value::Str(term), Datum::Text(text)) => frame.term(term) == text,
        (Value::Maybe(null, _), Datum::Null) => holds(frame, null),
        (Value::Maybe(null, value), _) => !holds(frame, null) && same(frame, value, datum, call),
        (Value::Array(values), Datum::Texts(texts)) => {
            values.len() == texts.len()
                && values.iter().zip(texts).all(|(value, text)| same(frame, value, text, call))
        }
        (Value::Strings { length, first, .. }, Datum::Texts(texts)) => {
            let pairs = first.iter().zip(texts);
            frame.linear(length) == Some(texts.len() as i128)
                && pairs.into_iter().all(|(term, text)| *text == Datum::Text(frame.term(term).to_vec()))
        }
        (Value::Argument(index), _) => call.arguments[*index] == *datum,
        (Value::Null, Datum::Null) | (Value::Opaque | Value::Made(..) | Value::This | Value::Void, _) => true,
        _ => false,
    }
}

/// Whether a settled condition holds.
fn holds(frame: &Frame, condition: &Condition) -> bool {
    let Condition::Literal(Literal { test: Test::Bool(var), holds }) = condition else {
        panic!("conditions of results are settled: {condition:?}");
    };
    frame.boolean(*var) == *holds
}

/// The value with its conditions in variables.
fn settled(emit: &mut Emit, value: Value) -> Value {
    let mut keep = |condition: Condition| {
        let var = emit.new_bool("kept");
        emit.push(Action::SetBool(var, condition));
        Condition::test(Test::Bool(var))
    };
    if let Value::Bool(condition) = value {
        return Value::Bool(keep(condition));
    }
    if let Value::Maybe(null, value) = value {
        let null = keep(null);
        return Value::Maybe(null, settled(emit, *value).into());
    }
    value
}

fn is_number(ty: &str) -> bool {
    matches!(ty, "Z" | "C" | "B" | "S" | "I" | "J" | "F" | "D") || is_box(ty)
}

/// Whether models know nothing of the objects of a type.
fn is_opaque(ty: &str) -> bool {
    matches!(ty, "Ljava/util/Locale;" | "Ljava/nio/charset/Charset;")
}

fn is_box(ty: &str) -> bool {
    let name = ty.strip_prefix("Ljava/lang/").unwrap_or_default();
    matches!(name, "Boolean;" | "Character;" | "Byte;" | "Short;" | "Integer;" | "Long;")
}

/// A value that comes from the outside.
fn input(emit: &mut Emit, ty: &str, way: Way, is_part: bool) -> Value {
    let int = |emit: &mut Emit| emit.any_int("input");
    match ty {
        "F" | "D" => {
            int(emit);
            Value::Opaque
        }
        "Ljava/lang/Boolean;" => Value::Bool(emit.any_bool("input")),
        "C" if way == Way::Texts => Value::Char { code: int(emit), text: emit.any_str("input") },
        "Ljava/lang/Character;" => Value::Char { code: int(emit), text: emit.any_str("input") },
        _ if is_number(ty) => Value::Int(int(emit)),
        _ if ty.starts_with("[L") => {
            Value::Array(elements(ty).iter().map(|ty| input(emit, ty, way, is_part)).collect())
        }
        _ if is_part => Value::Str(emit.any_str("input")),
        _ => {
            let (null, text) = (emit.any_bool("null"), emit.any_str("input"));
            let value = if is_opaque(ty) { Value::Opaque } else { Value::Str(text) };
            Value::Maybe(null, value.into())
        }
    }
}

/// What the outside gives for it.
fn answers_for(ty: &str, datum: &Datum, way: Way, is_part: bool) -> Vec<Answer> {
    match datum {
        Datum::Int(value) if ty == "Ljava/lang/Boolean;" => vec![Answer::Bool(*value == 1)],
        Datum::Int(value) => {
            let text = (ty == "C" && way == Way::Texts) || ty == "Ljava/lang/Character;";
            let text = text.then(|| Answer::Str(vec![unit(*value)]));
            [Answer::Int(*value)].into_iter().chain(text).collect()
        }
        Datum::Text(text) if is_part => vec![Answer::Str(text.clone())],
        Datum::Text(text) => vec![Answer::Bool(false), Answer::Str(text.clone())],
        Datum::Texts(data) => {
            let pairs = data.iter().zip(elements(ty));
            pairs.flat_map(|(datum, ty)| answers_for(ty, datum, way, false)).collect()
        }
        Datum::Null | Datum::Other | Datum::Thrown(_) => vec![Answer::Bool(true), Answer::Str(Vec::new())],
    }
}

fn unit(value: i128) -> u32 {
    u32::try_from(value).expect("a char is not negative")
}

fn constant(ty: &str, datum: &Datum) -> Value {
    match datum {
        Datum::Int(_) if ty == "F" || ty == "D" => Value::Opaque,
        Datum::Int(value) if ty == "Ljava/lang/Boolean;" => {
            Value::Bool(if *value == 1 { Condition::TRUE } else { Condition::FALSE })
        }
        Datum::Int(value) if ty == "Ljava/lang/Character;" => {
            Value::Char { code: Linear::constant(*value), text: StrTerm::Word([unit(*value)].into()) }
        }
        Datum::Int(value) => Value::Int(Linear::constant(*value)),
        Datum::Text(_) if is_opaque(ty) => Value::Opaque,
        Datum::Text(text) => Value::Str(StrTerm::Word(text.as_slice().into())),
        Datum::Texts(data) => {
            Value::Array(data.iter().zip(elements(ty)).map(|(datum, ty)| constant(ty, datum)).collect())
        }
        Datum::Null | Datum::Other | Datum::Thrown(_) => Value::Null,
    }
}

/// The code units of a code point.
fn units(code: u32) -> Option<Vec<u32>> {
    match code.checked_sub(0x1_0000) {
        None => Some(vec![code]),
        Some(above) => (code <= 0x10_FFFF).then(|| vec![0xD800 + (above >> 10), 0xDC00 + (above & 0x3FF)]),
    }
}

/// Answers the inputs, and what is open in every way, one after the other.
struct Guide<'a> {
    model: &'a Model,
    answers: Vec<Answer>,
    data: &'a [&'a Datum],
    done: &'a Done,
    /// For each open question which answer is given, of how many.
    chosen: Vec<(usize, usize)>,
    at: usize,
    /// Whether something was asked that loses something.
    lost: bool,
}

impl Guide<'_> {
    /// The next way; whether there is one.
    fn advance(&mut self) -> bool {
        self.chosen.truncate(self.at);
        while let Some((which, of)) = self.chosen.pop() {
            if which + 1 < of {
                self.chosen.push((which + 1, of));
                return true;
            }
        }
        false
    }

    fn choose(&mut self, of: usize) -> usize {
        if self.at == self.chosen.len() {
            self.chosen.push((0, of));
        }
        self.at += 1;
        self.chosen[self.at - 1].0
    }

    /// What may have been put into the first text to get the result.
    fn inserted(&self) -> Vec<Vec<u32>> {
        let (before, after) = (self.data.iter().find_map(|datum| datum.text()), self.done[0].text());
        let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
        let added = after.len().saturating_sub(before.len());
        (0..=before.len()).filter_map(|at| after.get(at..at + added)).map(<[u32]>::to_vec).collect()
    }

    /// What may be the right answer to a question.
    fn candidates(&self, allowed: &Allowed<'_>) -> Vec<Answer> {
        let known = || self.done.iter().chain(self.data.iter().copied());
        let texts = || known().flat_map(Datum::each).filter_map(Datum::text);
        let all: Vec<Answer> = match allowed {
            Allowed::Truth => vec![Answer::Bool(true), Answer::Bool(false)],
            Allowed::Integer(_) => {
                let counts = known().map(|datum| datum.each().len() as i128);
                let lengths = texts().map(|text| text.len() as i128);
                let numbers =
                    known().flat_map(Datum::each).filter_map(Datum::number).chain(counts).chain(lengths);
                numbers.chain(-1..40).map(Answer::Int).collect()
            }
            Allowed::Word { .. } => {
                let numbers = known().flat_map(Datum::each).filter_map(Datum::number);
                let units = numbers.filter_map(|number| units(u32::try_from(number).ok()?));
                let fixed = [vec![0x30, 0x2E, 0x30], vec![0xD800, 0xDC00], Vec::new()];
                let whole = texts().map(<[u32]>::to_vec);
                whole.chain(units).chain(fixed).chain(self.inserted()).map(Answer::Str).collect()
            }
        };
        all.into_iter().filter(|value| allowed.contains(value)).collect()
    }
}

impl Oracle for Guide<'_> {
    fn answer(&mut self, request: &Request<'_>) -> Option<Answer> {
        let label = request.site.label.index();
        if label < self.model.inputs {
            return self.answers.get(label).cloned();
        }
        let action = &self.model.program.procedures[0].code[label].action;
        let is_fate = matches!(action, Action::Havoc(variable) if self.model.fates.contains(variable));
        self.lost |= !is_fate;
        let candidates = self.candidates(&request.allowed);
        if candidates.is_empty() {
            return None;
        }
        let which = self.choose(candidates.len());
        candidates.get(which).cloned()
    }
}

//! How objects begin and end: declarations, literals, allocations, `free`.
//!
//! No object has more than 2^63 - 1 bytes; a run that asks for more is none, and the report says so. One place that
//! allocates stands for one object: when a second is allocated there, pointers to the first could be taken for pointers
//! to the second, even when the first was given back, so such a run is a gap.

use ir::emit::Emit;
use ir::{
    Action, BoolVar, Condition, InputSet, IntExpr, Linear, StrExpr, StrTerm, Test, Variable, Width, Word,
};

use super::behind::Behind;
use super::byte;
use super::cases::Cases;
use super::claims::Rule;
use super::object::{Buffer, Content, Detail, Fill, Life, Memory, ObjectId};
use super::pointer::Pointer;
use super::terms;

/// The most bytes that an object has.
pub const MOST_BYTES: i128 = i64::MAX as i128;

/// What a buffer is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elements {
    /// Bytes, whose text is followed.
    Bytes,
    /// Wider ones, of which only the bounds are known.
    Wider,
}

/// A buffer to be made.
#[derive(Clone, Debug)]
pub struct Shape {
    /// How reports call it.
    pub name: String,
    /// How many bytes it has.
    pub cap: Linear,
    /// What it is made of.
    pub elements: Elements,
    /// What its bytes are at first.
    pub fill: Fill,
    /// How long it lives.
    pub life: Life,
}

impl Memory {
    /// Begins a buffer, under a name that is its own throughout the program. It gets the same variables when it begins again.
    pub fn begin(&mut self, emit: &mut Emit, key: &str, shape: Shape) -> ObjectId {
        let object = self.names.id(key);
        let known = self.buffer(object).cloned();
        let cap = self.begin_capacity(emit, &shape, known.as_ref());
        let (gone, made) = match shape.life {
            Life::Declared => {
                let outlived = self.names.is_outlived(object);
                (outlived.then(|| begin_scope(emit, &shape.name, known.as_ref())), None)
            }
            Life::Stacked | Life::Allocated => {
                let (gone, made) = self.begin_life(emit, &shape.name, known.as_ref());
                (Some(gone), Some(made))
            }
        };
        let content = match shape.elements {
            Elements::Wider => Content::Unknown,
            Elements::Bytes => {
                let before = known.as_ref().and_then(Buffer::text_var);
                Content::Text(before.unwrap_or_else(|| emit.source_str(&shape.name)))
            }
        };
        let is_whole = self.detail == Detail::Bytes && shape.elements == Elements::Bytes;
        let whole = is_whole.then(|| {
            let before = known.as_ref().and_then(|buffer| buffer.whole);
            before.unwrap_or_else(|| emit.new_str(&format!("{}$bytes", shape.name)))
        });
        let zeros = match &shape.fill {
            _ if shape.elements == Elements::Wider || is_whole => None,
            Fill::Uninitialised | Fill::Lost => None,
            Fill::Text(text) if terms::add(&terms::length(text), 1) == shape.cap => None,
            Fill::Zero | Fill::Text(_) => {
                let before = known.as_ref().and_then(|buffer| buffer.zeros);
                Some(before.unwrap_or_else(|| emit.new_int(&format!("{}$zeros", shape.name))))
            }
        };
        let is_followed = shape.elements == Elements::Bytes && !is_whole;
        let stop = (is_followed && self.names.is_mixed(object)).then(|| {
            let before = known.as_ref().and_then(|buffer| buffer.stop);
            before.unwrap_or_else(|| emit.new_int(&format!("{}$stop", shape.name)))
        });
        let behind = (is_followed && self.names.is_entered(object)).then(|| {
            let before = known.as_ref().and_then(|buffer| buffer.behind);
            before.unwrap_or_else(|| Behind::new(emit, &shape.name))
        });
        let (name, life) = (shape.name, shape.life);
        let buffer = Buffer { name, cap, content, life, whole, zeros, stop, behind, gone, made };
        self.set_buffer(object, buffer);
        self.fill(emit, object, shape.fill);
        object
    }

    /// The buffer of a string literal: its bytes, without the NUL that ends it.
    pub fn literal(&mut self, bytes: &[u8]) -> ObjectId {
        let shown: String = bytes.iter().flat_map(|byte| byte.escape_ascii()).map(char::from).collect();
        let object = self.names.id(&format!("literal \"{shown}\""));
        let text: Word = bytes.iter().take_while(|&&byte| byte != 0).map(|&byte| u32::from(byte)).collect();
        let cap = Linear::constant(bytes.len() as i128 + 1);
        let name = format!("\"{shown}\"");
        let content = Content::Literal(text);
        let plain = Buffer::new(name, cap, content);
        self.set_buffer(object, plain);
        object
    }

    /// Gives an object back, as `free` does.
    pub fn free(&mut self, emit: &mut Emit, pointer: &Pointer) {
        let mut cases = Cases::default();
        if cases.when(emit, pointer.is_null().negated()) {
            self.each(emit, pointer, "the freed pointer", |memory, emit, spot| {
                memory.end_life(emit, spot.object, &spot.offset);
            });
        }
        cases.end(emit);
    }

    /// Sets all bytes of a buffer.
    fn fill(&mut self, emit: &mut Emit, object: ObjectId, fill: Fill) {
        if let Some(whole) = self.whole(object) {
            whole.fill(emit, fill);
            return;
        }
        let Some(buffer) = self.buffer(object) else { return };
        let (Some(var), cap, zeros) = (buffer.text_var(), buffer.cap.clone(), buffer.zeros) else { return };
        let mut exact = |text: StrTerm| {
            if let Some(zeros) = zeros {
                let from = IntExpr::Linear(terms::length(&text));
                emit.push(Action::SetInt(zeros, from, Width::Unbounded));
            }
            emit.push(Action::SetStr(var, StrExpr::Term(text)));
        };
        match fill {
            Fill::Zero => exact(terms::word(&[])),
            Fill::Text(text) => exact(text),
            Fill::Uninitialised => {
                emit.push(Action::SetStr(var, StrExpr::Input(InputSet::UpTo(cap))));
                assume_text(emit, &StrTerm::Var(var));
            }
            Fill::Lost => {
                emit.push(Action::Havoc(Variable::Str(var)));
                assume_text(emit, &StrTerm::Var(var));
                emit.push(Action::Assume(terms::at_most(&Linear::length(var), &cap)));
            }
        }
        self.reset_stop(emit, object);
        self.forget_all_met(emit, object);
    }

    fn begin_capacity(&mut self, emit: &mut Emit, shape: &Shape, known: Option<&Buffer>) -> Linear {
        if shape.cap.as_constant().is_some() {
            return shape.cap.clone();
        }
        let before = known.and_then(|buffer| match buffer.cap.terms() {
            [(ir::Quantity::Var(var), 1)] if buffer.cap.constant_part() == 0 => Some(*var),
            _ => None,
        });
        let var = before.unwrap_or_else(|| emit.new_int(&format!("{}$cap", shape.name)));
        emit.push(Action::SetInt(var, IntExpr::Linear(shape.cap.clone()), Width::Unbounded));
        let cap = Linear::var(var);
        let least = terms::at_most(&Linear::constant(0), &cap);
        let most = terms::at_most(&cap, &Linear::constant(MOST_BYTES));
        emit.push(Action::Assume(least.and(most)));
        self.assumptions.insert("no object has more than 2^63 - 1 bytes".to_owned());
        self.is_natural_from_now(var);
        cap
    }

    /// Ends the life of an object whose function returns, or does nothing when it ends by itself.
    pub fn retire(&mut self, emit: &mut Emit, object: ObjectId) {
        if let Some(gone) = self.buffer(object).and_then(|buffer| buffer.gone) {
            emit.push(Action::SetBool(gone, Condition::TRUE));
        }
    }

    /// Says that the object is there, and that no earlier one of this place is: what says that it is gone, and that it was made.
    fn begin_life(&mut self, emit: &mut Emit, name: &str, known: Option<&Buffer>) -> (BoolVar, BoolVar) {
        let gone = known.and_then(|buffer| buffer.gone).unwrap_or_else(|| not_there(emit, name));
        let made = known.and_then(|buffer| buffer.made);
        let made = made.unwrap_or_else(|| emit.new_bool(&format!("{name}$made")));
        let mut cases = Cases::default();
        if cases.when(emit, Condition::test(Test::Bool(made))) {
            self.claims.gap(emit, "a second object that is allocated in one place is not followed");
        }
        cases.end(emit);
        emit.push(Action::SetBool(made, Condition::TRUE));
        emit.push(Action::SetBool(gone, Condition::FALSE));
        (gone, made)
    }

    fn end_life(&mut self, emit: &mut Emit, object: ObjectId, offset: &Linear) {
        let (name, gone) = match self.buffer(object) {
            Some(buffer) => (buffer.name.clone(), buffer.gone.filter(|_| buffer.life == Life::Allocated)),
            None => ("a variable".to_owned(), None),
        };
        let Some(gone) = gone else {
            self.claims.require(emit, Rule::BadFree, Condition::FALSE, &name);
            return;
        };
        let alive = Condition::test(Test::Bool(gone)).negated();
        self.claims.require(emit, Rule::DoubleFree, alive, &name);
        let at_start = terms::equal(offset, &Linear::constant(0));
        self.claims.require(emit, Rule::BadFree, at_start, &name);
        emit.push(Action::SetBool(gone, Condition::TRUE));
    }
}

/// Says that an object of a call is there; what says that it is gone.
fn begin_scope(emit: &mut Emit, name: &str, known: Option<&Buffer>) -> BoolVar {
    let gone = known.and_then(|buffer| buffer.gone).unwrap_or_else(|| not_there(emit, name));
    emit.push(Action::SetBool(gone, Condition::FALSE));
    gone
}

/// What says that an object is gone: when a run begins, it is not there.
fn not_there(emit: &mut Emit, name: &str) -> BoolVar {
    let gone = emit.new_bool(&format!("{name}$gone"));
    emit.first(Action::SetBool(gone, Condition::TRUE));
    gone
}

/// Goes on with texts that have no NUL.
pub(super) fn assume_text(emit: &mut Emit, text: &StrTerm) {
    let language = byte::any_text(emit);
    emit.push(Action::Assume(Condition::test(Test::In(text.clone(), language))));
}

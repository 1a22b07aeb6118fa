//! How objects begin and end: declarations, literals, allocations, `free`.
//!
//! No object has more than 2^63 - 1 bytes; a run that asks for more is none, and the report says so. One place that
//! allocates stands for one object, unless it is met again: then `again` says what becomes of the earlier ones.

use ir::emit::Emit;
use ir::{
    Action, Assumption, BoolVar, Condition, InputSet, IntExpr, Linear, StrExpr, StrTerm, Test, Variable,
    Width, Word,
};

use super::allocation_sites::Vague;
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
        let again = self.chosen;
        if let Some(chosen) = again {
            self.succeed(emit, key, (&shape, chosen));
        }
        let known = self.buffer(object).cloned();
        let cap = self.begin_capacity(emit, &shape, known.as_ref());
        let mut buffer = self.outline(emit, key, (&shape, cap), again.is_some());
        let ends = match shape.life {
            Life::Declared => self.names.is_outlived(object),
            Life::Stacked => true,
            Life::Allocated => self.names.is_ended(object),
        };
        let before = self.lives.get(&object).copied().or(known.as_ref().and_then(|buffer| buffer.gone));
        buffer.gone = ends.then(|| begin_life(emit, &shape.name, before));
        if let (Some(gone), Life::Declared) = (buffer.gone, shape.life) {
            self.lives.insert(object, gone);
        }
        self.set_buffer(object, buffer);
        self.fill(emit, object, shape.fill);
        object
    }

    /// A buffer without its life. It has the variables that it had before, where it was known.
    pub(super) fn outline(
        &mut self,
        emit: &mut Emit,
        key: &str,
        (shape, cap): (&Shape, Linear),
        is_repeated: bool,
    ) -> Buffer {
        let object = self.names.id(key);
        let known = self.buffer(object).cloned();
        let content = match shape.elements {
            Elements::Wider => Content::Unknown,
            Elements::Bytes => {
                let before = known.as_ref().and_then(Buffer::text_var);
                Content::Text(before.unwrap_or_else(|| emit.source_str(&shape.name)))
            }
        };
        let mut buffer = Buffer::new(shape.name.clone(), cap, content);
        buffer.life = shape.life;
        buffer.made = known.as_ref().and_then(|buffer| buffer.made);
        let is_bytes = shape.elements == Elements::Bytes;
        if is_bytes && self.detail == Detail::Bytes {
            let before = known.as_ref().and_then(|buffer| buffer.whole);
            buffer.whole = Some(before.unwrap_or_else(|| emit.new_str(&format!("{}$bytes", shape.name))));
            return buffer;
        }
        if !is_bytes || is_repeated {
            return buffer;
        }
        let has_zeros = match &shape.fill {
            Fill::Uninitialised | Fill::Lost => false,
            Fill::Text(text) => terms::add(&terms::length(text), 1) != shape.cap,
            Fill::Zero | Fill::Table(_) => true,
        };
        let before = known.as_ref().and_then(|buffer| buffer.zeros);
        let zeros = || emit.new_int(&format!("{}$zeros", shape.name));
        buffer.zeros = has_zeros.then(|| before.unwrap_or_else(zeros));
        let before = known.as_ref().and_then(|buffer| buffer.stop);
        let stop = || emit.new_int(&format!("{}$stop", shape.name));
        buffer.stop = self.names.is_mixed(object).then(|| before.unwrap_or_else(stop));
        let before = known.as_ref().and_then(|buffer| buffer.behind);
        let is_entered = self.names.is_entered(object);
        buffer.behind = is_entered.then(|| before.unwrap_or_else(|| Behind::new(emit, &shape.name)));
        buffer
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
    pub(super) fn fill(&mut self, emit: &mut Emit, object: ObjectId, fill: Fill) {
        if let Some(whole) = self.whole(object) {
            whole.fill(emit, fill);
            return;
        }
        let Some(buffer) = self.buffer(object) else { return };
        let (Some(var), cap, zeros) = (buffer.text_var(), buffer.cap.clone(), buffer.zeros) else { return };
        let mut exact = |text: StrTerm, end: Linear| {
            if let Some(zeros) = zeros {
                emit.push(Action::SetInt(zeros, IntExpr::Linear(end), Width::Unbounded));
            }
            emit.push(Action::SetStr(var, StrExpr::Term(text)));
        };
        match fill {
            Fill::Zero => exact(terms::word(&[]), Linear::constant(0)),
            Fill::Text(text) => {
                let end = terms::length(&text);
                exact(text, end);
            }
            Fill::Table(bytes) => {
                let text: Word = bytes.iter().copied().take_while(|byte| *byte != 0).collect();
                exact(StrTerm::Word(text), Linear::constant(bytes.len() as i128));
            }
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
        self.environment.insert(Assumption::ObjectSize);
        self.is_natural_from_now(var);
        cap
    }

    /// Begins the life of a variable that pointers lead to after its block.
    pub fn revive(&mut self, emit: &mut Emit, object: ObjectId, name: &str) {
        let known = self.lives.get(&object).copied();
        self.lives.insert(object, begin_life(emit, name, known));
    }

    /// Whether a variable that pointers lead to after its block is not there.
    pub fn is_gone(&mut self, emit: &mut Emit, object: ObjectId, name: &str) -> Condition {
        let gone = *self.lives.entry(object).or_insert_with(|| not_there(emit, name));
        Condition::test(Test::Bool(gone))
    }

    /// Ends the life of an object whose block or function is left, or does nothing when it ends by itself.
    pub fn retire(&mut self, emit: &mut Emit, object: ObjectId) {
        let known = self.buffer(object).and_then(|buffer| buffer.gone);
        if let Some(gone) = known.or(self.lives.get(&object).copied()) {
            emit.push(Action::SetBool(gone, Condition::TRUE));
        }
    }

    fn end_life(&mut self, emit: &mut Emit, object: ObjectId, offset: &Linear) {
        let Some(buffer) = self.buffer(object) else {
            self.claims.require(emit, Rule::BadFree, Condition::FALSE, "a variable");
            return;
        };
        let at_start = terms::equal(offset, &Linear::constant(0));
        let is_allocated = buffer.life == Life::Allocated;
        let gone = buffer.gone.filter(|_| buffer.life == Life::Allocated);
        match (gone, buffer.vague) {
            (Some(gone), _) => {
                let alive = Condition::test(Test::Bool(gone)).negated();
                self.require(emit, object, (Rule::DoubleFree, alive));
                self.require(emit, object, (Rule::BadFree, at_start));
                emit.push(Action::SetBool(gone, Condition::TRUE));
            }
            (None, Some(Vague::Others)) => {
                emit.push(Action::Assume(at_start));
            }
            (None, Some(Vague::Unknown)) => {
                let known = emit.any_bool("allocated");
                self.require(emit, object, (Rule::BadFree, known));
            }
            // That it is given back is known from now on.
            (None, None) if is_allocated => {}
            (None, None) => self.require(emit, object, (Rule::BadFree, Condition::FALSE)),
        }
        self.names.end(object);
    }
}

/// Says that an object is there; what says that it is gone.
fn begin_life(emit: &mut Emit, name: &str, known: Option<BoolVar>) -> BoolVar {
    let gone = known.unwrap_or_else(|| not_there(emit, name));
    emit.push(Action::SetBool(gone, Condition::FALSE));
    gone
}

/// What says that an object is gone: when a run begins, it is not there.
pub(super) fn not_there(emit: &mut Emit, name: &str) -> BoolVar {
    let gone = emit.new_bool(&format!("{name}$gone"));
    emit.first(Action::SetBool(gone, Condition::TRUE));
    gone
}

/// Goes on with texts that have no NUL.
pub(super) fn assume_text(emit: &mut Emit, text: &StrTerm) {
    let language = byte::any_text(emit);
    emit.push(Action::Assume(Condition::test(Test::In(text.clone(), language))));
}

//! Places that allocate more than once, as in a loop.
//!
//! The latest object of a place is followed. Of those before it *one* is followed too, which what surrounds the run chooses when it is
//! succeeded; all *others* are one vague object: whatever is read of them is any value, and what is claimed of them is assumed. That is
//! sound, because an object that breaks a claim is the one that is followed in another run, in which all else is the same or is any. Pointers
//! are told which of the three they lead to when an object is succeeded; the walk keeps pointers and does that.

use ir::emit::Emit;
use ir::{Action, BoolVar, Condition, IntExpr, Linear, StrExpr, StrTerm, Test, Variable, Width};

use super::allocate::{Elements, MOST_BYTES, Shape, not_there};
use super::cases::Cases;
use super::claims::Rule;
use super::object::{Buffer, Content, Detail, Fill, Life, Memory, ObjectId};
use super::terms;

/// What is known of an object before the walk comes to the place that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Early {
    name: String,
    /// How many bytes, where it is always the same.
    cap: Option<i128>,
    elements: Elements,
    life: Life,
    role: Role,
}

/// Which of the objects of a place it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The latest.
    Latest,
    /// The one of the earlier ones that is followed.
    One,
    /// All others.
    Others,
}

/// The objects of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generations {
    /// The latest.
    pub latest: ObjectId,
    /// The one of the earlier ones that is followed.
    pub one: ObjectId,
    /// All others.
    pub others: ObjectId,
}

/// Why nothing is known of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vague {
    /// It stands for several, and what is claimed of it is shown of another in its place.
    Others,
    /// It comes from where nothing is followed.
    Unknown,
}

impl Memory {
    /// The objects of a place that allocates.
    pub fn generations(&mut self, site: &str) -> Generations {
        Generations {
            latest: self.names.id(site),
            one: self.names.id(&format!("{site}$one")),
            others: self.names.id(&format!("{site}$others")),
        }
    }

    /// Whether an object of a place was made before, where that is known.
    pub fn was_made(&self, latest: ObjectId) -> Option<Condition> {
        Some(Condition::test(Test::Bool(self.buffer(latest)?.made?)))
    }

    /// Makes the objects that are known to be made in places that allocate more than once.
    pub fn prepare(&mut self, emit: &mut Emit) {
        for (object, early) in self.early.clone() {
            let mut buffer = self.prepared(emit, &early);
            let ends = early.life == Life::Stacked || self.names.is_ended(object);
            buffer.gone = buffer.gone.filter(|_| ends);
            self.set_buffer(object, buffer);
        }
    }

    fn prepared(&mut self, emit: &mut Emit, early: &Early) -> Buffer {
        let name = &early.name;
        let is_vague = early.role == Role::Others;
        let cap = match early.cap.filter(|_| !is_vague) {
            Some(cap) => Linear::constant(cap),
            None => self.new_capacity(emit, name),
        };
        let content = match early.elements {
            Elements::Bytes => Content::Text(emit.source_str(name)),
            Elements::Wider => Content::Unknown,
        };
        let mut buffer = Buffer::new(name.clone(), cap, content);
        let is_whole = self.detail == Detail::Bytes && early.elements == Elements::Bytes;
        buffer.whole = is_whole.then(|| emit.new_str(&format!("{name}$bytes")));
        buffer.life = early.life;
        buffer.gone = (!is_vague && early.life != Life::Declared).then(|| not_there(emit, name));
        buffer.made = (early.role == Role::Latest).then(|| emit.new_bool(&format!("{name}$made")));
        buffer.vague = is_vague.then_some(Vague::Others);
        buffer
    }

    /// Makes the buffer of a member of an object of such a place known before the walk comes to it.
    pub fn prepare_member(&mut self, emit: &mut Emit, key: &str, (name, cap): (&str, i128), of: ObjectId) {
        let (cap, fill) = (Linear::constant(cap), Fill::Uninitialised);
        let shape = Shape {
            name: name.to_owned(),
            cap: cap.clone(),
            elements: Elements::Bytes,
            fill,
            life: Life::Declared,
        };
        let mut buffer = self.outline(emit, key, (&shape, cap), false);
        buffer.vague = self.buffer(of).and_then(|buffer| buffer.vague);
        let object = self.names.id(key);
        self.set_buffer(object, buffer);
    }

    /// Whether an object stands for others.
    pub fn is_others(&self, object: ObjectId) -> bool {
        self.buffer(object).is_some_and(|buffer| buffer.vague == Some(Vague::Others))
    }

    pub(super) fn new_capacity(&mut self, emit: &mut Emit, name: &str) -> Linear {
        let var = emit.new_int(&format!("{name}$cap"));
        self.is_natural_from_now(var);
        Linear::var(var)
    }

    /// Lets another object of a place succeed the latest: where it is chosen, that is the one that is followed from now on.
    pub(super) fn succeed(&mut self, emit: &mut Emit, site: &str, (shape, chosen): (&Shape, BoolVar)) {
        let Generations { latest, one, others } = self.generations(site);
        for (object, role) in [(latest, Role::Latest), (one, Role::One), (others, Role::Others)] {
            let early = Early {
                name: shape.name.clone(),
                cap: shape.cap.as_constant(),
                elements: shape.elements,
                life: shape.life,
                role,
            };
            self.early.insert(object, early);
        }
        let (Some(from), Some(to)) = (self.buffer(latest).cloned(), self.buffer(one).cloned()) else {
            return;
        };
        let mut cases = Cases::default();
        if cases.when(emit, Condition::test(Test::Bool(chosen))) {
            hand_over(emit, &to, &from);
        }
        cases.end(emit);
        if let Some(made) = from.made {
            emit.push(Action::SetBool(made, Condition::TRUE));
        }
    }

    /// An object that comes from where nothing is followed, or stands for others: its size and its bytes are any.
    pub fn vague(&mut self, emit: &mut Emit, (key, name): (&str, &str), why: Vague) -> ObjectId {
        let object = self.names.id(key);
        if self.buffer(object).is_none() {
            let cap = self.new_capacity(emit, name);
            let mut buffer = Buffer::new(name.to_owned(), cap, Content::Text(emit.source_str(name)));
            buffer.whole = (self.detail == Detail::Bytes).then(|| emit.new_str(&format!("{name}$bytes")));
            buffer.vague = Some(why);
            self.set_buffer(object, buffer);
        }
        object
    }

    /// Whether nothing is known of an object.
    pub fn is_vague(&self, object: ObjectId) -> bool {
        self.buffer(object).is_some_and(|buffer| buffer.vague.is_some())
    }

    /// Makes size and bytes of a vague object any, as they are each time that it is met.
    pub(super) fn blur(&mut self, emit: &mut Emit, object: ObjectId) {
        let Some(buffer) = self.buffer(object).filter(|buffer| buffer.vague.is_some()) else { return };
        let cap = buffer.cap.clone();
        if let [(ir::Quantity::Var(var), 1)] = cap.terms() {
            emit.push(Action::Havoc(Variable::Int(*var)));
            let least = terms::at_most(&Linear::constant(0), &cap);
            emit.push(Action::Assume(least.and(terms::at_most(&cap, &Linear::constant(MOST_BYTES)))));
        }
        self.fill(emit, object, Fill::Lost);
    }

    /// Claims that a rule is kept by an object. Of what stands for others it is only assumed.
    pub fn require(&mut self, emit: &mut Emit, object: ObjectId, (rule, condition): (Rule, Condition)) {
        let Some(buffer) = self.buffer(object) else { return };
        if buffer.vague == Some(Vague::Others) {
            if condition != Condition::TRUE {
                emit.push(Action::Assume(condition));
            }
            return;
        }
        let name = buffer.name.clone();
        self.claims.require(emit, rule, condition, &name);
    }
}

/// What was the latest object becomes the one that is followed.
fn hand_over(emit: &mut Emit, to: &Buffer, from: &Buffer) {
    if let [(ir::Quantity::Var(var), 1)] = to.cap.terms() {
        emit.push(Action::SetInt(*var, IntExpr::Linear(from.cap.clone()), Width::Unbounded));
    }
    let texts = [(to.text_var(), from.text_var()), (to.whole, from.whole)];
    for (to, from) in texts {
        if let (Some(to), Some(from)) = (to, from) {
            emit.push(Action::SetStr(to, StrExpr::Term(StrTerm::Var(from))));
        }
    }
    if let (Some(to), Some(from)) = (to.gone, from.gone) {
        emit.push(Action::SetBool(to, Condition::test(Test::Bool(from))));
    }
}

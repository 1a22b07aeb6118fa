//! The state of a walk: what is written, what is in memory, which call is being walked.
//!
//! A variable of the source has one slot a call, under a name that is the same whenever the program is written again.

use std::collections::{BTreeMap, BTreeSet};

use ir::emit::Emit;
use ir::{IntVar, Linear, Quantity, Span};

use automata::Alphabet;

use crate::lowered::Asked;
use crate::memory::{Checks, Detail, Early, Memory, Names, ObjectId, Pointer, Value};
use crate::tree::{Expr, ExtentId, Type, Unit, VarId};

use super::arguments::List;
use super::order::Orders;
use super::slots::{Maker, Named, PointsTo, Slot};
use super::visit::Uses;

/// What one writing of the program learns for the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// The numbers of objects.
    pub(crate) names: Names,
    /// What pointers may point to.
    pub(crate) points: PointsTo,
    /// The objects of places that allocate more than once, and the records that they are.
    pub(crate) early: BTreeMap<ObjectId, Early>,
    pub(crate) records: BTreeMap<ObjectId, (String, Type)>,
    /// How many arguments of `main` are followed by themselves.
    pub(crate) followed: u64,
    /// The variables of the source that live always and are mentioned; none when that is not known yet.
    pub(crate) mentioned: Option<BTreeSet<VarId>>,
}

/// A walk.
pub(crate) struct Lowering<'a> {
    pub(crate) unit: &'a Unit,
    pub(crate) uses: &'a Uses,
    orders: Orders<'a>,
    pub(crate) emit: Emit,
    pub(crate) memory: Memory,
    pub(crate) points: PointsTo,
    /// What is kept in objects that are no buffers of bytes.
    pub(crate) cells: BTreeMap<ObjectId, Named>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) approximations: BTreeSet<(Span, String)>,
    pub(crate) mentioned: BTreeSet<VarId>,
    /// Who asks the outside for a value, by the number of the instruction that does.
    pub(crate) asked: BTreeMap<usize, Asked>,
    /// The names of the parameters of the entry.
    pub(crate) parameters: Vec<String>,
    /// Variables of the program that may change while a call is walked.
    pub(crate) unstable: BTreeSet<IntVar>,
    pub(crate) ranges: BTreeMap<IntVar, (i128, i128)>,
    /// What was computed last, for it to be put where it belongs.
    pub(crate) wrapped: Option<super::numbers::Wrapped>,
    slots: BTreeMap<(String, VarId), Named>,
    pub(crate) extents: BTreeMap<(String, ExtentId), Linear>,
    pointers: BTreeMap<String, (IntVar, IntVar)>,
    /// The strings that `main` is given, and how many are followed by themselves.
    pub(crate) list: Option<List>,
    pub(crate) followed: u64,
    /// The records of places that allocate more than once, for the next writing.
    pub(crate) early: BTreeMap<ObjectId, (String, Type)>,
}

/// A call that is being walked.
#[derive(Default)]
pub(crate) struct Frame {
    /// The calls that led here: a prefix of all names of its variables.
    pub(crate) context: String,
    pub(crate) function: String,
    /// Parameters that have one value throughout.
    pub(crate) fixed: BTreeMap<VarId, Value>,
    /// What it is given beside its parameters, when it takes any number of arguments.
    pub(crate) extra: Option<Vec<(Value, Type)>>,
    /// Where the result goes.
    pub(crate) result: Option<Named>,
    pub(crate) result_ty: Option<Type>,
    pub(crate) returns: Vec<usize>,
    pub(crate) breaks: Vec<Vec<usize>>,
    pub(crate) continues: Vec<Vec<usize>>,
    pub(crate) switches: Vec<super::statements::Switch>,
    pub(crate) labels: BTreeMap<String, ir::Label>,
    pub(crate) gotos: BTreeMap<String, Vec<usize>>,
    /// Objects that are gone when the call is over, and those of them that were declared.
    pub(crate) stacked: BTreeSet<ObjectId>,
    pub(crate) declared: BTreeSet<ObjectId>,
    /// The variables of the blocks that are open, from the outside in.
    pub(crate) scopes: Vec<BTreeSet<VarId>>,
    /// The variables whose declarations a jump may pass.
    pub(crate) skippable: BTreeSet<VarId>,
    /// How many of what it is given beside its parameters were read from the list of them; -1 where the list was not begun or is read to
    /// its end.
    pub(crate) listed: Option<IntVar>,
    /// The variable that the list is begun in.
    pub(crate) list: Option<VarId>,
    /// How many calls and temporary values there were.
    pub(crate) calls: usize,
    pub(crate) temporaries: usize,
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(
        (unit, uses): (&'a Unit, &'a Uses),
        known: &Known,
        (checks, detail): (Checks, Detail),
    ) -> Lowering<'a> {
        let mut memory = Memory::new(known.names.clone(), checks);
        memory.detail = detail;
        memory.early.clone_from(&known.early);
        let mut lowering = Lowering {
            unit,
            uses,
            orders: Orders::new(unit, uses),
            emit: Emit::new(Alphabet::BYTE),
            memory,
            points: known.points.clone(),
            cells: BTreeMap::new(),
            frames: vec![Frame::default()],
            approximations: BTreeSet::new(),
            mentioned: BTreeSet::new(),
            asked: BTreeMap::new(),
            parameters: Vec::new(),
            unstable: BTreeSet::new(),
            ranges: BTreeMap::new(),
            wrapped: None,
            slots: BTreeMap::new(),
            extents: BTreeMap::new(),
            pointers: BTreeMap::new(),
            list: None,
            followed: known.followed,
            early: known.records.clone(),
        };
        lowering.memory.prepare(&mut lowering.emit);
        for (object, (name, ty)) in &known.records {
            lowering.prepare_cell(*object, name, ty);
        }
        lowering
    }

    /// What the next writing may know.
    pub(crate) fn known(&self) -> Known {
        Known {
            names: self.memory.names.clone(),
            points: self.points.clone(),
            early: self.memory.early.clone(),
            records: self.early.clone(),
            followed: self.followed,
            mentioned: Some(self.mentioned.clone()),
        }
    }

    pub(crate) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("there is a call that is walked")
    }

    pub(crate) fn context(&self) -> &str {
        &self.frames.last().expect("there is a call that is walked").context
    }

    /// Says that a construct is not followed, if a run comes here.
    pub(crate) fn gap(&mut self, construct: &str) {
        self.memory.claims.gap(&mut self.emit, &format!("{construct} is not modelled"));
    }

    /// A gap where the order of operands matters that C leaves open.
    pub(crate) fn check_order(&mut self, expr: &Expr) {
        if self.orders.is_open(expr) {
            self.gap("an order of operands that C leaves open");
        }
    }

    /// Says who asks the outside in what was written from an instruction on.
    pub(crate) fn note_asked(&mut self, from: usize, asked: &Asked) {
        let asking = self.emit.asking(from);
        self.asked.extend(asking.into_iter().map(|at| (at, asked.clone())));
    }

    /// Says what was over-approximated here.
    pub(crate) fn approximate(&mut self, text: &str) {
        self.approximations.insert((self.emit.span, text.to_owned()));
    }

    pub(crate) fn maker(&mut self) -> Maker<'_> {
        Maker {
            emit: &mut self.emit,
            names: &mut self.memory.names,
            records: &self.unit.records,
            pointers: &mut self.pointers,
        }
    }

    /// The variables of the pointer with a key.
    pub(crate) fn pointer_variables(&mut self, key: &str, name: &str) -> (IntVar, IntVar) {
        super::slots::pointer_variables(&mut self.pointers, &mut self.emit, (key, name))
    }

    /// The bytes of a type; a gap when they are not known.
    pub(crate) fn size(&mut self, ty: &Type) -> u64 {
        if let Some(size) = ty.size(&self.unit.records) {
            return size;
        }
        self.gap("the size of an incomplete type");
        1
    }

    /// The slot of a variable in the present call.
    pub(crate) fn variable(&mut self, id: VarId) -> Named {
        let variable = &self.unit.variables[id.0];
        let always = variable.lives != crate::tree::Lives::Block;
        let context = if always { String::new() } else { self.context().to_owned() };
        if always {
            self.mentioned.insert(id);
        }
        if let Some(known) = self.slots.get(&(context.clone(), id)) {
            return known.clone();
        }
        let key = format!("{context}{}#{}", variable.name, id.0);
        let (name, ty) = (variable.name.clone(), variable.ty.clone());
        let slot = self.new_slot(&key, &name, &ty);
        if always || self.uses.addressed.contains(&id) {
            self.note_unstable(&slot);
        }
        let named = Named { slot, ty, key, name };
        self.slots.insert((context, id), named.clone());
        named
    }

    /// The variables that live always and have begun, but for the streams of the library.
    pub(crate) fn begun(&self) -> Vec<VarId> {
        let ids = self.slots.keys().filter(|(context, id)| context.is_empty() && !self.is_stream(*id));
        ids.map(|(_, id)| *id).collect()
    }

    /// A slot for a value that is needed for a moment.
    pub(crate) fn temporary(&mut self, name: &str, ty: &Type) -> Named {
        let frame = self.frame();
        frame.temporaries += 1;
        let key = format!("{}${}", frame.context, frame.temporaries);
        let slot = self.new_slot(&key, name, ty);
        Named { slot, ty: ty.clone(), key, name: name.to_owned() }
    }

    /// A slot, with the ranges of its integers.
    pub(crate) fn new_slot(&mut self, key: &str, name: &str, ty: &Type) -> Slot {
        let slot = self.maker().slot(key, name, ty);
        for leaf in super::slots::leaves(&slot, ty, &self.unit.records) {
            if let Slot::Int(var, integer) = leaf.slot {
                self.ranges.insert(var, integer.range());
            }
        }
        slot
    }

    fn note_unstable(&mut self, slot: &Slot) {
        match slot {
            Slot::Int(var, _) => {
                self.unstable.insert(*var);
            }
            Slot::Pointer(pointer) => self.unstable.extend([pointer.tag, pointer.offset]),
            Slot::Record(slots) | Slot::Array(slots) => {
                slots.iter().for_each(|slot| self.note_unstable(slot));
            }
            Slot::Byte(..) | Slot::Bytes(_) | Slot::Opaque => {}
        }
    }

    /// Whether a value stays the same while a call is walked.
    pub(crate) fn is_stable(&self, value: &Value) -> bool {
        let stable = |term: &Linear| {
            term.terms().iter().all(|(quantity, _)| match quantity {
                Quantity::Var(var) => !self.unstable.contains(var),
                Quantity::Length(_) => false,
            })
        };
        match value {
            Value::Int(term) => stable(term),
            Value::Byte(byte, _) => byte.as_constant().is_some(),
            Value::Pointer(Pointer { tag, offset, .. }) => stable(tag) && stable(offset),
            Value::None => true,
        }
    }
}

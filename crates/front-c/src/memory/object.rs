//! Objects: buffers with their content, and cells that the walk keeps by itself.
//!
//! A buffer has `cap` bytes. Its text is the bytes before the first NUL, so it has no NUL, `len(text) <= cap`, and there is
//! a NUL within the buffer if and only if `len(text) < cap`. Behind the NUL nothing is known. Objects are numbered by
//! names that do not change from one lowering of a program to the next.

use std::collections::{BTreeMap, BTreeSet};

use ir::{Assumption, BoolVar, Condition, IntVar, Linear, StrTerm, StrVar, Word};

use super::allocation_sites::{Early, Vague};
use super::behind::Behind;
use super::claims::{Checks, Claims};
use super::terms;

/// An object, by its number among the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

impl ObjectId {
    /// The tag of pointers to it: 0 is null.
    pub fn tag(self) -> Linear {
        Linear::constant(i128::from(self.0) + 1)
    }
}

/// The numbers of objects, by names that determine them, and what is known of their use: which are read or written byte by byte, which the library
/// cuts into tokens, and which are led to after their calls. Kept from one lowering to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    numbers: BTreeMap<String, ObjectId>,
    stored: BTreeSet<ObjectId>,
    read: BTreeSet<ObjectId>,
    entered: BTreeSet<ObjectId>,
    tokens: BTreeSet<ObjectId>,
    outlived: BTreeSet<ObjectId>,
    ended: BTreeSet<String>,
}

impl Names {
    /// The number under a name.
    pub fn id(&mut self, name: &str) -> ObjectId {
        let next = ObjectId(self.numbers.len() as u32);
        *self.numbers.entry(name.to_owned()).or_insert(next)
    }

    /// Remembers that an object is written byte by byte.
    pub fn store(&mut self, object: ObjectId) {
        self.stored.insert(object);
    }

    /// Remembers that an object is read.
    pub fn read(&mut self, object: ObjectId) {
        self.read.insert(object);
    }

    /// Remembers that a string begins within an object.
    pub fn enter(&mut self, object: ObjectId) {
        self.entered.insert(object);
    }

    /// Whether an object was known to be written byte by byte and to have strings that begin within it.
    pub fn is_entered(&self, object: ObjectId) -> bool {
        self.stored.contains(&object) && self.entered.contains(&object)
    }

    /// Whether an object was known to be read and to be written byte by byte.
    pub fn is_mixed(&self, object: ObjectId) -> bool {
        self.stored.contains(&object) && self.read.contains(&object)
    }

    /// The objects that were known to be led to after their blocks whose names begin so.
    pub fn outlived_under(&self, key: &str) -> Vec<ObjectId> {
        let is_part = |rest: &str| rest.is_empty() || rest.starts_with(['.', '[']);
        let named = self.outlived.iter().filter(|object| {
            self.name(**object).and_then(|name| name.strip_prefix(key)).is_some_and(is_part)
        });
        named.copied().collect()
    }

    /// Whether there are such objects.
    pub fn is_outlived_under(&self, key: &str) -> bool {
        !self.outlived.is_empty() && !self.outlived_under(key).is_empty()
    }

    /// Remembers that a pointer to an object is kept after the block or call that it belongs to.
    pub fn outlive(&mut self, object: ObjectId) {
        self.outlived.insert(object);
    }

    /// Whether a pointer to an object was known to be kept after the block or call that it belongs to.
    pub fn is_outlived(&self, object: ObjectId) -> bool {
        self.outlived.contains(&object)
    }

    /// Remembers that an object is given back, and with it all of its place.
    pub fn end(&mut self, object: ObjectId) {
        self.ended.extend(self.place(object).map(str::to_owned));
    }

    /// Whether an object of the same place was known to be given back.
    pub fn is_ended(&self, object: ObjectId) -> bool {
        self.place(object).is_some_and(|place| self.ended.contains(place))
    }

    /// The place that makes an object.
    fn place(&self, object: ObjectId) -> Option<&str> {
        let name = self.name(object)?;
        Some(name.strip_suffix("$one").or(name.strip_suffix("$others")).unwrap_or(name))
    }

    /// The objects that the library cuts into tokens, with some that it does here.
    pub(super) fn cut(&mut self, objects: &BTreeSet<ObjectId>) -> BTreeSet<ObjectId> {
        self.tokens.extend(objects);
        self.tokens.clone()
    }

    /// Whether the library may go on in an object when it cuts strings into tokens.
    pub fn is_cut(&self, object: ObjectId) -> bool {
        self.tokens.contains(&object)
    }

    /// The name of an object.
    pub fn name(&self, object: ObjectId) -> Option<&str> {
        self.numbers.iter().find(|(_, number)| **number == object).map(|(name, _)| name.as_str())
    }

    /// Whether an object is made by calls of a function.
    pub fn has_site(&self, function: &str) -> bool {
        let is_site = |name: &String| {
            name.rsplit_once('@').is_some_and(|(before, _)| before.rsplit('/').next() == Some(function))
        };
        self.numbers.keys().any(is_site)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.numbers.len()
    }
}

/// What is known of the bytes of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The text before the first NUL.
    Text(StrVar),
    /// A string literal: this text, then NUL. It may not be written.
    Literal(Word),
    /// Nothing: its elements are not bytes.
    Unknown,
}

/// How long an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// As long as its scope, or the program.
    Declared,
    /// Until the function that asked for it returns, as from `alloca`.
    Stacked,
    /// Until it is given back.
    Allocated,
}

/// What the bytes of a buffer are at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Any: what surrounds the run decides.
    Uninitialised,
    /// NUL everywhere.
    Zero,
    /// A text without NUL, then NUL as far as it goes. The text fits.
    Text(StrTerm),
    /// Bytes with NULs among them, then NUL as far as it goes. The bytes fit, and the last is not NUL.
    Table(Word),
    /// Any, because it is not followed.
    Lost,
}

/// How much of a buffer is followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// The text before the first NUL, for proofs.
    #[default]
    Texts,
    /// Every byte, for failing runs.
    Bytes,
}

/// A number of bytes in a row.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// How reports call it.
    pub name: String,
    /// How many bytes it has.
    pub cap: Linear,
    /// What is known of them.
    pub content: Content,
    /// How long it lives.
    pub life: Life,
    /// All bytes, where every one is followed.
    pub whole: Option<StrVar>,
    /// An offset from which on all bytes are NUL, no less than the length of the text; none when that is not followed.
    pub zeros: Option<IntVar>,
    /// The offset of a NUL that is known, no less than the length of the text, or the capacity; none when that is not followed.
    pub stop: Option<IntVar>,
    /// The text that was last met within it; none when that is not followed.
    pub behind: Option<Behind>,
    /// Whether it is not there, not yet or no longer; none for what no pointer leads to then.
    pub gone: Option<BoolVar>,
    /// Whether one was allocated in its place before, for the latest of a place that allocates more than once.
    pub made: Option<BoolVar>,
    /// Why nothing is known of it, where that is so.
    pub vague: Option<Vague>,
}

impl Buffer {
    /// A buffer that lives always, of which no more is known than its text.
    pub(super) fn new(name: String, cap: Linear, content: Content) -> Buffer {
        let life = Life::Declared;
        let (whole, zeros, stop, behind) = (None, None, None, None);
        Buffer { name, cap, content, life, whole, zeros, stop, behind, gone: None, made: None, vague: None }
    }

    /// The text before the first NUL, when it is followed.
    pub fn text(&self) -> Option<StrTerm> {
        match &self.content {
            Content::Text(var) => Some(StrTerm::Var(*var)),
            Content::Literal(word) => Some(StrTerm::Word(word.clone())),
            Content::Unknown => None,
        }
    }

    /// The offset of the first NUL, or the capacity when there is none.
    pub fn len(&self) -> Option<Linear> {
        self.text().map(|text| terms::length(&text))
    }

    /// Whether all bytes from a place on are known to be NUL.
    pub fn is_zero_from(&self, at: &Linear) -> Condition {
        self.zeros.map_or(Condition::FALSE, |zeros| terms::at_most(&Linear::var(zeros), at))
    }

    /// The text as it can be written.
    pub fn text_var(&self) -> Option<StrVar> {
        match self.content {
            Content::Text(var) => Some(var),
            Content::Literal(_) | Content::Unknown => None,
        }
    }
}

/// All objects, and what must hold of their uses.
pub struct Memory {
    /// The numbers of objects.
    pub names: Names,
    /// What is claimed.
    pub claims: Claims,
    /// How much of buffers is followed.
    pub detail: Detail,
    /// What is assumed of the environment.
    pub environment: BTreeSet<Assumption>,
    /// Which string the library cuts into tokens, and where the next one begins, once it does.
    pub(super) token: Option<(IntVar, IntVar)>,
    /// Objects of places that allocate more than once, kept from one lowering to the next.
    pub early: BTreeMap<ObjectId, Early>,
    /// Whether the latest object of the place that allocates now is the one that is followed from then on; none where it allocates once.
    pub chosen: Option<BoolVar>,
    /// What says that a variable is gone, for those that pointers lead to after their blocks.
    pub(super) lives: BTreeMap<ObjectId, BoolVar>,
    buffers: BTreeMap<ObjectId, Buffer>,
    naturals: BTreeSet<IntVar>,
}

impl Memory {
    /// No objects yet.
    pub fn new(names: Names, checks: Checks) -> Memory {
        Memory {
            names,
            claims: Claims::new(checks),
            detail: Detail::default(),
            environment: BTreeSet::new(),
            token: None,
            early: BTreeMap::new(),
            chosen: None,
            lives: BTreeMap::new(),
            buffers: BTreeMap::new(),
            naturals: BTreeSet::new(),
        }
    }

    /// The buffer with a number. Objects without are cells of the walk.
    pub fn buffer(&self, object: ObjectId) -> Option<&Buffer> {
        self.buffers.get(&object)
    }

    /// Makes the object a buffer. One that was declared before keeps its variables when what is known of it is alike.
    pub(super) fn set_buffer(&mut self, object: ObjectId, buffer: Buffer) {
        self.buffers.insert(object, buffer);
    }

    /// All buffers, by their numbers.
    pub fn buffers(&self) -> impl Iterator<Item = (ObjectId, &Buffer)> {
        self.buffers.iter().map(|(&object, buffer)| (object, buffer))
    }

    /// Says that a variable is never negative, so that it needs no test for that.
    pub fn is_natural_from_now(&mut self, var: IntVar) {
        self.naturals.insert(var);
    }

    /// Whether a term is at least 0 by its shape.
    pub fn is_natural(&self, term: &Linear) -> bool {
        terms::is_natural(term, |var| self.naturals.contains(&var))
    }
}

//! What a string becomes: a list, its length, its profiles, each where the encoding has it.
//!
//! Strings with the first character outermost and strings with the last one outermost are two data types, so that they
//! cannot be mixed up and a value says by itself which word it is.

use automata::Symbol;

use super::chars::Chars;
use super::choice::{Ghosts, StringEncoding};
use super::ghosts::Tracked;
use super::order::End;
use crate::op::Op;
use crate::sort::{Constructor, ConstructorId, DataId, DataType, Sort};
use crate::system::{HornSystem, Variable};
use crate::terms::{TermId, Terms, Var};

/// How strings of a system are written as terms.
#[derive(Clone, Debug)]
pub(super) struct Strings {
    pub(super) chars: Chars,
    pub(super) tracked: Vec<Tracked>,
    ghosts: Ghosts,
    /// The data types of lists, by the end that is outermost, where lists are kept.
    lists: Option<[DataId; 2]>,
}

/// The terms of one string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) list: Option<TermId>,
    pub(super) length: Option<TermId>,
    /// One a tracked automaton.
    pub(super) profiles: Vec<Vec<TermId>>,
}

/// The places of the constructors.
const NIL: u32 = 0;
const CONS: u32 = 1;

/// The names of the two data types: the type, the empty one, the other, its character, what is inside.
const NAMES: [[&str; 5]; 2] =
    [["First", "nil", "cons", "head", "tail"], ["Last", "lin", "snoc", "end", "init"]];

impl Strings {
    /// How strings are written; the data types are added to the system.
    pub(super) fn new(system: &mut HornSystem, encoding: StringEncoding, tracked: Vec<Tracked>) -> Strings {
        let chars = Chars::new(encoding.characters, system.alphabet);
        let lists = (encoding.ghosts != Ghosts::Alone).then(|| {
            let start = system.data.len() as u32;
            for (at, names) in NAMES.iter().enumerate() {
                let own = Sort::Data(DataId(start + at as u32));
                let name = |part: usize| free_name(system, names[part]);
                let nil = Constructor { name: name(1), fields: Vec::new() };
                let fields = vec![(name(3), chars.sort()), (name(4), own)];
                let cons = Constructor { name: name(2), fields };
                let list = DataType { name: name(0), constructors: vec![nil, cons] };
                system.data.push(list);
            }
            [DataId(start), DataId(start + 1)]
        });
        Strings { chars, tracked, ghosts: encoding.ghosts, lists }
    }

    /// Whether lists are kept.
    pub(super) fn has_lists(&self) -> bool {
        self.lists.is_some()
    }

    /// Whether lengths are kept.
    pub(super) fn has_lengths(&self) -> bool {
        self.ghosts != Ghosts::None
    }

    /// The data type of lists.
    pub(super) fn data(&self, end: End) -> Option<DataId> {
        self.lists.map(|lists| lists[end as usize])
    }

    /// The sorts of the terms of a string.
    pub(super) fn sorts(&self, end: End) -> Vec<Sort> {
        let list = self.data(end).map(Sort::Data);
        let length = self.has_lengths().then_some(Sort::Int);
        let profiles = self.tracked.iter().flat_map(|tracked| vec![Sort::Int; tracked.states()]);
        list.into_iter().chain(length).chain(profiles).collect()
    }

    /// A string of new variables.
    pub(super) fn fresh(
        &self,
        terms: &mut Terms,
        variables: &mut Vec<Variable>,
        named: (&str, End),
    ) -> Shape {
        let (name, end) = named;
        let all = self.sorts(end).into_iter().enumerate().map(|(at, sort)| {
            let var = Var(variables.len() as u32);
            let name = if at == 0 { name.to_owned() } else { format!("{name}.{at}") };
            variables.push(Variable { name, sort });
            terms.var(var, sort)
        });
        let all: Vec<TermId> = all.collect();
        self.shaped(&all)
    }

    /// The string of its terms in a row.
    pub(super) fn shaped(&self, terms: &[TermId]) -> Shape {
        let mut rest = terms.iter().copied();
        let mut next = || rest.next().expect("a string has as many terms as sorts");
        let list = self.lists.map(|_| next());
        let length = self.has_lengths().then(&mut next);
        let profiles =
            self.tracked.iter().map(|tracked| (0..tracked.states()).map(|_| next()).collect()).collect();
        Shape { list, length, profiles }
    }

    /// The empty string.
    pub(super) fn nil(&self, terms: &mut Terms, end: End) -> Shape {
        let list =
            self.data(end).map(|data| terms.app(Op::Construct(ConstructorId { data, index: NIL }), &[]));
        let length = self.has_lengths().then(|| terms.int(0));
        let profiles = self.tracked.iter().map(|tracked| tracked.identity(terms)).collect();
        Shape { list, length, profiles }
    }

    /// A string with a character more at its outermost end.
    pub(super) fn cons(&self, terms: &mut Terms, end: End, (character, of): (TermId, &Shape)) -> Shape {
        let list = self.data(end).zip(of.list).map(|(data, list)| {
            terms.app(Op::Construct(ConstructorId { data, index: CONS }), &[character, list])
        });
        let length = of.length.map(|length| {
            let one = terms.int(1);
            terms.app(Op::Add, &[length, one])
        });
        let pairs = self.tracked.iter().zip(&of.profiles);
        let profiles = pairs
            .map(|(tracked, profile)| tracked.extended(terms, (self.chars, end), (character, profile)))
            .collect();
        Shape { list, length, profiles }
    }

    /// A string with a word more at its outermost end.
    pub(super) fn joined(&self, terms: &mut Terms, end: End, (word, of): (&[Symbol], &Shape)) -> Shape {
        let mut shape = of.clone();
        let mut add = |symbol: Symbol| {
            let character = self.chars.constant(terms, symbol);
            shape = self.cons(terms, end, (character, &shape));
        };
        match end {
            End::First => word.iter().rev().for_each(|&symbol| add(symbol)),
            End::Last => word.iter().for_each(|&symbol| add(symbol)),
        }
        shape
    }

    /// A string that is known.
    pub(super) fn literal(&self, terms: &mut Terms, end: End, word: &[Symbol]) -> Shape {
        let nil = self.nil(terms, end);
        self.joined(terms, end, (word, &nil))
    }

    /// A list's outermost character.
    pub(super) fn head(&self, terms: &mut Terms, end: End, list: TermId) -> TermId {
        let data = self.data(end).expect("only lists have a head");
        terms.app(Op::Select(ConstructorId { data, index: CONS }, 0, self.chars.sort()), &[list])
    }

    /// What is inside of a list.
    pub(super) fn tail(&self, terms: &mut Terms, end: End, list: TermId) -> TermId {
        let data = self.data(end).expect("only lists have a tail");
        terms.app(Op::Select(ConstructorId { data, index: CONS }, 1, Sort::Data(data)), &[list])
    }

    /// Whether a list is empty.
    pub(super) fn is_nil(&self, terms: &mut Terms, end: End, list: TermId) -> TermId {
        let data = self.data(end).expect("only lists are empty");
        terms.app(Op::Is(ConstructorId { data, index: NIL }), &[list])
    }
}

impl Shape {
    /// The terms in a row.
    pub(super) fn terms(&self) -> Vec<TermId> {
        let ghosts = self.profiles.iter().flatten().copied();
        self.list.into_iter().chain(self.length).chain(ghosts).collect()
    }

    /// One or the other, by a condition.
    pub(super) fn either(terms: &mut Terms, condition: TermId, [one, other]: [&Shape; 2]) -> Shape {
        let mut ite = |one: TermId, other: TermId| terms.app(Op::Ite, &[condition, one, other]);
        let mut pair = |one: Option<TermId>, other: Option<TermId>| one.zip(other).map(|(a, b)| ite(a, b));
        let (list, length) = (pair(one.list, other.list), pair(one.length, other.length));
        let profiles = one.profiles.iter().zip(&other.profiles);
        let profiles = profiles.map(|(a, b)| a.iter().zip(b).map(|(&a, &b)| ite(a, b)).collect()).collect();
        Shape { list, length, profiles }
    }
}

/// A name that no data type, constructor or field of the system has.
fn free_name(system: &HornSystem, wanted: &str) -> String {
    let taken = |name: &str| {
        system.data.iter().any(|data| {
            data.name == name
                || data.constructors.iter().any(|constructor| {
                    constructor.name == name || constructor.fields.iter().any(|(field, _)| field == name)
                })
        }) || system.predicates.iter().any(|predicate| predicate.name == name)
    };
    let mut name = wanted.to_owned();
    while taken(&name) {
        name.push('!');
    }
    name
}

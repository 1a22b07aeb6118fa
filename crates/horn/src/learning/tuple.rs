//! Tuples of values as words: `x1 | x2 | … | xn` of [HRS19 §3.3], with truth values and integers beside strings.
//!
//! A [`Layout`] says which arguments of each predicate stand in its word, and which characters beyond those of strings
//! separate and spell them: a truth value is one character, an integer is a row of units, or of another character when
//! it is negative. What a candidate says of a tuple is whether it accepts the word; arguments that do not stand in it
//! may be anything.

use std::collections::BTreeSet;

use automata::{Alphabet, Symbol};

use crate::op::{Op, PredicateId};
use crate::sort::Sort;
use crate::system::{Atom, Clause, HornSystem, Predicate};
use crate::terms::{Term, TermId, Var};
use crate::value::Value;

/// Integers beyond this are not spelled.
const LARGEST: i128 = 64;

/// A character of a word that no string has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// Between two arguments.
    Separator,
    /// A truth value.
    True,
    /// The other one.
    False,
    /// One of the units of an integer above 0.
    Unit,
    /// One of the units of an integer below 0.
    Minus,
}

impl Sign {
    /// All of them in order.
    pub const ALL: [Sign; 5] = [Sign::Separator, Sign::True, Sign::False, Sign::Unit, Sign::Minus];

    /// The sign of a truth value.
    pub fn of_truth(value: bool) -> Sign {
        if value { Sign::True } else { Sign::False }
    }
}

/// Which arguments stand in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Strings and truth values, without those that no clause relates to anything else: what was just read, for one.
    Related,
    /// The same and integers.
    Counted,
    /// All strings and truth values.
    Strings,
    /// Integers too.
    Integers,
}

/// How the arguments of the predicates of a system are spelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    strings: Alphabet,
    /// For each predicate the arguments that stand in its word, in the order of the word, with their sorts.
    kept: Vec<Vec<(usize, Sort)>>,
}

impl Layout {
    /// The layout of a system whose strings have these characters.
    pub fn new(system: &HornSystem, strings: Alphabet, kept: Kept) -> Layout {
        let free = match kept {
            Kept::Related | Kept::Counted => unrelated(system),
            Kept::Strings | Kept::Integers => BTreeSet::new(),
        };
        let counts = matches!(kept, Kept::Counted | Kept::Integers);
        let of = |(id, predicate): (u32, &Predicate)| {
            let stands = |(at, sort): &(usize, Sort)| match sort {
                Sort::Str | Sort::Bool => !free.contains(&(PredicateId(id), *at)),
                Sort::Int => counts && !free.contains(&(PredicateId(id), *at)),
                Sort::Bits(_) | Sort::Data(_) => false,
            };
            let mut kept: Vec<(usize, Sort)> =
                predicate.sorts.iter().copied().enumerate().filter(stands).collect();
            // An automaton remembers what it has read: the more there is of it, the earlier it comes.
            kept.sort_by_key(|(_, sort)| match sort {
                Sort::Str => 0,
                Sort::Bool | Sort::Bits(_) | Sort::Data(_) => 1,
                Sort::Int => 2,
            });
            kept
        };
        Layout { strings, kept: (0..).zip(&system.predicates).map(of).collect() }
    }

    /// The layout in which some strings come after the others: those with few values, of which words before them say
    /// more than they of those.
    #[must_use]
    pub fn with_last(mut self, comes_last: impl Fn(PredicateId, usize) -> bool) -> Layout {
        for (id, kept) in (0..).map(PredicateId).zip(&mut self.kept) {
            kept.sort_by_key(|(argument, sort)| (*sort != Sort::Str, comes_last(id, *argument)));
        }
        self
    }

    /// The characters of strings.
    pub fn strings(&self) -> Alphabet {
        self.strings
    }

    /// The characters of words.
    pub fn alphabet(&self) -> Alphabet {
        Alphabet::up_to(self.strings.last() + Sign::ALL.len() as u32)
    }

    /// The character of a sign.
    pub fn symbol(&self, sign: Sign) -> Symbol {
        self.strings.last() + 1 + sign as u32
    }

    /// The arguments of a predicate that stand in its word, in the order of the word, with their sorts.
    pub fn kept(&self, predicate: PredicateId) -> &[(usize, Sort)] {
        &self.kept[predicate.0 as usize]
    }

    /// The word of a tuple of all arguments; `None` when an integer is too large to be spelled.
    pub fn word(&self, predicate: PredicateId, values: &[Value]) -> Option<Vec<Symbol>> {
        let mut word = Vec::new();
        for (at, &(argument, _)) in self.kept(predicate).iter().enumerate() {
            if at > 0 {
                word.push(self.symbol(Sign::Separator));
            }
            match &values[argument] {
                Value::Str(string) => word.extend_from_slice(string),
                Value::Bool(value) => word.push(self.symbol(Sign::of_truth(*value))),
                Value::Int(value) => word.extend(self.spell(*value)?),
                Value::Bits { .. } | Value::Data(..) => return None,
            }
        }
        Some(word)
    }

    /// The characters of an integer; `None` when there would be too many.
    pub fn spell(&self, value: i128) -> Option<Vec<Symbol>> {
        let count = usize::try_from(value.unsigned_abs()).ok().filter(|_| value.abs() <= LARGEST)?;
        Some(vec![self.symbol(if value < 0 { Sign::Minus } else { Sign::Unit }); count])
    }
}

/// The arguments that every clause with their predicate as head makes of values that it uses nowhere else.
fn unrelated(system: &HornSystem) -> BTreeSet<(PredicateId, usize)> {
    let mut all: BTreeSet<(PredicateId, usize)> = BTreeSet::new();
    for (id, predicate) in (0..).map(PredicateId).zip(&system.predicates) {
        all.extend((0..predicate.sorts.len()).map(|at| (id, at)));
    }
    for clause in &system.clauses {
        let Some(head) = clause.head.atom() else { continue };
        for at in 0..head.arguments.len() {
            if !is_apart(system, clause, (head, at)) {
                all.remove(&(head.predicate, at));
            }
        }
    }
    all
}

/// Whether the variables of an argument of the head occur in no other argument, and in no test with other variables.
fn is_apart(system: &HornSystem, clause: &Clause, (head, at): (&Atom, usize)) -> bool {
    let terms = &system.terms;
    let own: BTreeSet<Var> = terms.variables([head.arguments[at]]).into_keys().collect();
    let others = head.arguments.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, term)| *term);
    let body = clause.body.iter().flat_map(|atom| atom.arguments.iter().copied());
    let elsewhere = terms.variables(others.chain(body));
    let tests = match terms.get(clause.constraint) {
        Term::App(Op::And, parts) => parts.clone(),
        Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
            vec![clause.constraint]
        }
    };
    let alone = |test: &TermId| {
        let variables: BTreeSet<Var> = terms.variables([*test]).into_keys().collect();
        variables.is_disjoint(&own) || variables.is_subset(&own)
    };
    // A constant may depend on which clause it is.
    let depends = own.is_empty() && !clause.body.is_empty();
    !depends && own.iter().all(|var| !elsewhere.contains_key(var)) && tests.iter().all(alone)
}

//! Which quantities are kept together in one number set.
//!
//! One set over all variables, as [YBI09 §3.1] has it, costs as much as there are variables. Here quantities
//! share a set only when the program relates them, and a length is kept at all only when something asks for
//! it: a comparison, a position, a count. Cost follows what is related.

use std::collections::{BTreeMap, BTreeSet};

use ir::{
    Action, Argument, Condition, InputSet, IntExpr, Linear, Literal, Procedure, Program, Quantity, StrExpr,
    StrTerm, StrVar, Test, Variable,
};
use verdict::relation::{Case, Track, length_after, literal_cases, parsed, speaks_of, value_after};

/// More quantities that are written as numerals in a string are not related to the integer that is read from it.
const MOST_WRITTEN: usize = 2;

/// A set grows to at most this many tracks; what would make it larger is not related.
const MOST_TRACKS: usize = 8;

/// The sets of a procedure and the quantities of their tracks.
#[derive(Clone, Debug, Default)]
pub struct Packs {
    sets: Vec<Vec<Quantity>>,
    places: BTreeMap<Quantity, (usize, usize)>,
    /// The lengths that tell how many digits a numeral has, when it has them.
    digits: BTreeSet<Quantity>,
}

impl Packs {
    /// The packs of a procedure without calls.
    pub fn of(program: &Program, procedure: &Procedure) -> Packs {
        let assigned = relations_with_target(program, procedure);
        let relevant = relevant(procedure, &assigned);
        let relations = relations(procedure, assigned);
        let mut packs: Vec<BTreeSet<Quantity>> =
            relevant.iter().map(|&quantity| BTreeSet::from([quantity])).collect();
        for relation in relations {
            let related: BTreeSet<Quantity> = relation.intersection(&relevant).copied().collect();
            let (touching, apart): (Vec<_>, Vec<_>) =
                packs.iter().cloned().partition(|pack| !pack.is_disjoint(&related));
            let joined: BTreeSet<Quantity> = touching.into_iter().flatten().collect();
            if joined.len() <= MOST_TRACKS && !joined.is_empty() {
                packs = apart;
                packs.push(joined);
            }
        }
        packs.sort();
        Packs { digits: digits_asked(procedure), ..Packs::from_sets(packs) }
    }

    fn from_sets(sets: Vec<BTreeSet<Quantity>>) -> Packs {
        let packs: Vec<Vec<Quantity>> = sets.into_iter().map(|set| set.into_iter().collect()).collect();
        let place = |(pack, quantities): (usize, &Vec<Quantity>)| {
            let tracks = quantities.iter().enumerate();
            tracks.map(|(track, &quantity)| (quantity, (pack, track))).collect::<Vec<_>>()
        };
        let places = packs.iter().enumerate().flat_map(place).collect();
        Packs { sets: packs, places, digits: BTreeSet::new() }
    }

    /// The quantities of each pack, ascending.
    pub fn all(&self) -> &[Vec<Quantity>] {
        &self.sets
    }

    /// Whether some test asks how long a numeral is that is assigned to a string.
    pub(crate) fn asks_for_digits(&self, numeral: StrVar) -> bool {
        self.digits.contains(&Quantity::Length(numeral))
    }

    /// The pack and track of a quantity, when it is kept.
    pub fn place(&self, quantity: Quantity) -> Option<(usize, usize)> {
        self.places.get(&quantity).copied()
    }
}

/// The quantities that some comparison, position or count depends on. A length that a test of words speaks of
/// is kept when it comes from one that is kept: the test then says something about both.
fn relevant(procedure: &Procedure, assigned: &[(Quantity, BTreeSet<Quantity>)]) -> BTreeSet<Quantity> {
    let mut relevant: BTreeSet<Quantity> =
        procedure.code.iter().flat_map(|instruction| asked(&instruction.action)).collect();
    let tests = conditions(procedure).flat_map(literals);
    let tested: BTreeSet<Quantity> = tests.flat_map(|literal| sources(&literal_cases(literal))).collect();
    relevant.extend(numerals_tested(procedure));
    let mut before = 0;
    while relevant.len() > before {
        before = relevant.len();
        for (target, sources) in assigned {
            if relevant.contains(target) {
                relevant.extend(sources);
            } else if tested.contains(target) && !sources.is_disjoint(&relevant) {
                relevant.insert(*target);
            }
        }
    }
    relevant
}

/// The lengths of numerals that some test speaks of: how long a numeral is says how great its number is.
fn numerals_tested(procedure: &Procedure) -> Vec<Quantity> {
    let tests: Vec<&Literal> = conditions(procedure).flat_map(literals).collect();
    let numeral = |instruction: &ir::Instruction| {
        let Action::SetStr(var, StrExpr::Numeral { .. }) = &instruction.action else { return None };
        let tested = tests.iter().any(|test| speaks_of(test, Variable::Str(*var)));
        tested.then_some(Quantity::Length(*var))
    };
    procedure.code.iter().filter_map(numeral).collect()
}

/// The lengths of strings that are compared with numbers, with constants or with languages.
fn digits_asked(procedure: &Procedure) -> BTreeSet<Quantity> {
    let of_test = |literal: &Literal| match &literal.test {
        Test::IsZero(_) | Test::AtMostZero(_) => compared(literal),
        Test::In(StrTerm::Var(var), _)
        | Test::Equal(StrTerm::Var(var), StrTerm::Word(_))
        | Test::Equal(StrTerm::Word(_), StrTerm::Var(var)) => vec![Quantity::Length(*var)],
        Test::In(..)
        | Test::Equal(..)
        | Test::Contains(..)
        | Test::StartsWith(..)
        | Test::EndsWith(..)
        | Test::Bool(_) => Vec::new(),
    };
    conditions(procedure).flat_map(literals).flat_map(of_test).collect()
}

/// The quantities that an action itself asks for.
fn asked(action: &Action) -> Vec<Quantity> {
    let of_condition = |condition: &Condition| literals(condition).into_iter().flat_map(compared).collect();
    let of_linear =
        |linear: &Linear| linear.terms().iter().map(|&(quantity, _)| quantity).collect::<Vec<_>>();
    match action {
        Action::Branch(condition, _) | Action::Assume(condition) | Action::Assert(_, condition) => {
            of_condition(condition)
        }
        Action::SetBool(_, condition) => of_condition(condition),
        Action::SetStr(_, StrExpr::Slice { from, to, .. }) => {
            [of_linear(from), to.as_ref().map(of_linear).unwrap_or_default()].concat()
        }
        Action::SetStr(_, StrExpr::Numeral { of, .. }) => of_linear(of),
        Action::SetStr(_, StrExpr::Repeat { times, .. }) => of_linear(times),
        Action::SetStr(_, StrExpr::Input(InputSet::UpTo(most))) => of_linear(most),
        Action::SetInt(_, IntExpr::Code { at, .. }, _) => of_linear(at),
        Action::Call(_, arguments, _) => arguments
            .iter()
            .flat_map(|argument| match argument {
                Argument::Int(linear) => of_linear(linear),
                Argument::Str(_) | Argument::Bool(_) => Vec::new(),
            })
            .collect(),
        Action::SetStr(..)
        | Action::SetInt(..)
        | Action::Havoc(_)
        | Action::Jump(_)
        | Action::Return(_)
        | Action::Halt
        | Action::Abort => Vec::new(),
    }
}

/// The literals of a condition.
fn literals(condition: &Condition) -> Vec<&Literal> {
    match condition {
        Condition::Literal(literal) => vec![literal],
        Condition::All(parts) | Condition::Any(parts) => parts.iter().flat_map(literals).collect(),
    }
}

/// The quantities that a literal compares.
fn compared(literal: &Literal) -> Vec<Quantity> {
    match &literal.test {
        Test::IsZero(linear) | Test::AtMostZero(linear) => {
            linear.terms().iter().map(|&(quantity, _)| quantity).collect()
        }
        Test::Bool(_)
        | Test::In(..)
        | Test::Equal(..)
        | Test::Contains(..)
        | Test::StartsWith(..)
        | Test::EndsWith(..) => Vec::new(),
    }
}

/// The quantity that each assignment changes, with those it depends on.
fn relations_with_target(program: &Program, procedure: &Procedure) -> Vec<(Quantity, BTreeSet<Quantity>)> {
    let of_action = |action: &Action| match action {
        Action::SetStr(var, value) => Some((Quantity::Length(*var), sources(&length_after(program, value)))),
        Action::SetInt(var, IntExpr::Parse { of, radix }, _) => {
            let mut read = sources(&parsed(of, *radix));
            if let StrTerm::Var(of) = of {
                read.extend(written_in(procedure, *of));
            }
            Some((Quantity::Var(*var), read))
        }
        Action::SetInt(var, value, width) => {
            Some((Quantity::Var(*var), sources(&value_after(value, *width))))
        }
        Action::SetBool(..)
        | Action::Havoc(_)
        | Action::Assume(_)
        | Action::Assert(..)
        | Action::Call(..)
        | Action::Jump(_)
        | Action::Branch(..)
        | Action::Return(_)
        | Action::Halt
        | Action::Abort => None,
    };
    procedure.code.iter().filter_map(|instruction| of_action(&instruction.action)).collect()
}

/// What is written as a numeral in the strings that a string is put together from or cut out of.
fn written_in(procedure: &Procedure, whole: StrVar) -> BTreeSet<Quantity> {
    let (mut found, mut seen, mut open) = (BTreeSet::new(), BTreeSet::from([whole]), vec![whole]);
    while let Some(var) = open.pop() {
        for instruction in &procedure.code {
            let Action::SetStr(assigned, value) = &instruction.action else { continue };
            if *assigned != var {
                continue;
            }
            if let StrExpr::Numeral { of, .. } = value {
                found.extend(of.terms().iter().map(|&(quantity, _)| quantity));
            }
            open.extend(put_together(value).into_iter().filter(|source| seen.insert(*source)));
        }
    }
    if found.len() <= MOST_WRITTEN { found } else { BTreeSet::new() }
}

/// The strings that an expression puts together or cuts.
pub(crate) fn put_together(value: &StrExpr) -> Vec<StrVar> {
    let terms = match value {
        StrExpr::Term(term) | StrExpr::Slice { of: term, .. } => std::slice::from_ref(term),
        StrExpr::Concat(terms) => terms.as_slice(),
        StrExpr::Replace { .. }
        | StrExpr::Apply { .. }
        | StrExpr::Repeat { .. }
        | StrExpr::Reverse(_)
        | StrExpr::Numeral { .. }
        | StrExpr::Input(_) => &[],
    };
    let variable = |term: &StrTerm| match term {
        StrTerm::Var(var) => Some(*var),
        StrTerm::Word(_) => None,
    };
    terms.iter().filter_map(variable).collect()
}

/// All sets of quantities that an assignment or a test relates.
fn relations(
    procedure: &Procedure,
    assigned: Vec<(Quantity, BTreeSet<Quantity>)>,
) -> Vec<BTreeSet<Quantity>> {
    let assigned = assigned.into_iter().map(|(target, mut sources)| {
        sources.insert(target);
        sources
    });
    let tested = conditions(procedure).flat_map(literals).map(|literal| sources(&literal_cases(literal)));
    // Tests first: what is compared must be together before room runs out.
    tested.chain(assigned).filter(|relation| relation.len() > 1).collect()
}

/// The conditions that a procedure tests.
fn conditions(procedure: &Procedure) -> impl Iterator<Item = &Condition> {
    procedure.code.iter().filter_map(|instruction| match &instruction.action {
        Action::Branch(condition, _)
        | Action::Assume(condition)
        | Action::Assert(_, condition)
        | Action::SetBool(_, condition) => Some(condition),
        Action::SetStr(..)
        | Action::SetInt(..)
        | Action::Havoc(_)
        | Action::Call(..)
        | Action::Jump(_)
        | Action::Return(_)
        | Action::Halt
        | Action::Abort => None,
    })
}

/// The quantities that cases speak of.
fn sources(cases: &[Case]) -> BTreeSet<Quantity> {
    let tracks =
        cases.iter().flatten().flat_map(|constraint| constraint.terms.iter().map(|&(track, _)| track));
    tracks
        .filter_map(|track| match track {
            Track::Before(quantity) => Some(quantity),
            Track::After | Track::Some => None,
        })
        .collect()
}

//! Branches as questions about words: rows of segments that automata read, and sums of lengths and integers.
//!
//! Exact, unless the question says that it is not: then a term stands for any value of its sort, or a test was left
//! out, and whoever finds an answer must look whether it is one of the clause.

use std::collections::BTreeMap;

use automata::numbers::Relation;
use automata::{Automaton, Budget, Exhausted, Symbol};

use super::branches::Branch;
use super::tuple::{Layout, Sign};
use crate::op::{Op, PredicateId};
use crate::profiles::atoms::regular_test;
use crate::profiles::images::{Image, image_of};
use crate::sort::Sort;
use crate::system::{Atom, HornSystem};
use crate::terms::{Term, TermId, Var};

/// A part of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    /// These characters.
    Word(Vec<Symbol>),
    /// The value of a variable.
    Value(Var),
    /// A function of a row, which is one variable or several segments.
    Image(Image, Vec<Segment>),
}

/// Who reads a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// The candidate of a predicate.
    Candidate(PredicateId),
    /// A language of the question.
    Test(usize),
}

/// A row, and how its reading must end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) by: By,
    pub(super) segments: Vec<Segment>,
    pub(super) accepts: bool,
}

/// Something with an integer value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Quantity {
    /// An integer.
    Int(Var),
    /// The length of a string.
    Length(Var),
}

/// A sum of quantities with factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) factors: BTreeMap<Quantity, i128>,
    pub(super) constant: i128,
}

/// What is asked of the values of some variables.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) rows: Vec<Row>,
    pub(super) tests: Vec<Automaton>,
    /// Sums and how they compare with 0.
    pub(super) sums: Vec<(Sum, Relation)>,
    /// The sort of each variable.
    pub(super) sorts: Vec<Sort>,
    /// Variables that were replaced, with what they are equal to.
    pub(super) defined: Vec<(Var, TermId)>,
    /// Whether every answer to the question is one of the branch.
    pub(super) exact: bool,
}

/// Over-approximates where the question says so: what a branch asks.
///
/// # Errors
/// [`Exhausted`] when a language outgrows the budget.
pub(super) fn question(
    system: &HornSystem,
    layout: &Layout,
    branch: &Branch,
    budget: &mut Budget,
) -> Result<Question, Exhausted> {
    let question = Question {
        rows: Vec::new(),
        tests: Vec::new(),
        sums: Vec::new(),
        sorts: branch.sorts.clone(),
        defined: branch.defined.clone(),
        exact: true,
    };
    let mut reader = Reader { system, layout, question, standing: BTreeMap::new() };
    for (atom, accepts) in
        branch.body.iter().map(|atom| (atom, true)).chain(branch.head.iter().map(|head| (head, false)))
    {
        reader.atom(atom, accepts);
    }
    for &(literal, value) in &branch.literals {
        reader.literal(literal, value, budget)?;
    }
    Ok(reader.question)
}

struct Reader<'a> {
    system: &'a HornSystem,
    layout: &'a Layout,
    question: Question,
    /// Terms for which variables stand.
    standing: BTreeMap<TermId, Var>,
}

impl Reader<'_> {
    fn atom(&mut self, atom: &Atom, accepts: bool) {
        let mut segments = Vec::new();
        for (at, &(argument, sort)) in self.layout.kept(atom.predicate).iter().enumerate() {
            if at > 0 {
                segments.push(Segment::Word(vec![self.layout.symbol(Sign::Separator)]));
            }
            let term = atom.arguments[argument];
            match sort {
                Sort::Str => segments.extend(self.row(term)),
                Sort::Bool => segments.push(self.truth(term)),
                Sort::Int => segments.push(self.integer(term)),
                Sort::Bits(_) | Sort::Data(_) => {}
            }
        }
        self.question.rows.push(Row { by: By::Candidate(atom.predicate), segments, accepts });
    }

    fn truth(&mut self, term: TermId) -> Segment {
        match self.system.terms.get(term) {
            Term::Var(var, _) => Segment::Value(*var),
            Term::Bool(value) => Segment::Word(vec![self.layout.symbol(Sign::of_truth(*value))]),
            Term::Int(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
                Segment::Value(self.stand_in(term))
            }
        }
    }

    fn integer(&mut self, term: TermId) -> Segment {
        if let Term::Var(var, _) = self.system.terms.get(term) {
            return Segment::Value(*var);
        }
        if let Term::Int(value) = self.system.terms.get(term)
            && let Some(word) = self.layout.spell(*value)
        {
            return Segment::Word(word);
        }
        // A variable that equals the sum stands for it.
        let known = self.standing.contains_key(&term);
        if !known && let Some(mut sum) = self.sum(term) {
            let var = self.fresh(Sort::Int);
            self.standing.insert(term, var);
            sum.factors.insert(Quantity::Int(var), -1);
            self.question.sums.push((sum, Relation::Equal));
        }
        Segment::Value(self.stand_in(term))
    }

    /// The segments of a string.
    fn row(&mut self, term: TermId) -> Vec<Segment> {
        let mut segments = Vec::new();
        // Functions lie within each other as deep as the term is; each is opened from the outside.
        let pieces = match self.system.terms.get(term) {
            Term::App(Op::Concat, parts) => parts.clone(),
            Term::Var(..)
            | Term::Int(_)
            | Term::Bool(_)
            | Term::Word(_)
            | Term::Bits { .. }
            | Term::App(..) => {
                vec![term]
            }
        };
        for piece in pieces {
            segments.push(self.piece(piece));
        }
        segments
    }

    fn piece(&mut self, piece: TermId) -> Segment {
        match self.system.terms.get(piece) {
            Term::Word(word) => return Segment::Word(word.to_vec()),
            Term::Var(var, _) => return Segment::Value(*var),
            Term::Int(_) | Term::Bool(_) | Term::Bits { .. } | Term::App(..) => {}
        }
        // From the outside to what is no function, then back.
        let (mut images, mut inner) = (Vec::new(), piece);
        while images.len() < DEEPEST
            && let Some((image, of)) = image_of(&self.system.terms, inner)
        {
            images.push(image);
            inner = of;
        }
        let mut row = match self.system.terms.get(inner) {
            Term::App(Op::Concat, parts) if !images.is_empty() => {
                let flat = |part: &TermId| match self.system.terms.get(*part) {
                    Term::Word(word) => Some(Segment::Word(word.to_vec())),
                    Term::Var(var, _) => Some(Segment::Value(*var)),
                    Term::Int(_) | Term::Bool(_) | Term::Bits { .. } | Term::App(..) => None,
                };
                let parts: Vec<(TermId, Option<Segment>)> =
                    parts.iter().map(|part| (*part, flat(part))).collect();
                parts
                    .into_iter()
                    .map(|(part, flat)| flat.unwrap_or_else(|| Segment::Value(self.stand_in(part))))
                    .collect()
            }
            Term::Var(var, _) => vec![Segment::Value(*var)],
            Term::Word(word) => vec![Segment::Word(word.to_vec())],
            Term::Int(_) | Term::Bool(_) | Term::Bits { .. } | Term::App(..) => {
                vec![Segment::Value(self.stand_in(inner))]
            }
        };
        while let Some(image) = images.pop() {
            row = vec![Segment::Image(image, row)];
        }
        row.pop().expect("a function of a row is one segment")
    }

    fn fresh(&mut self, sort: Sort) -> Var {
        self.question.sorts.push(sort);
        Var(self.question.sorts.len() as u32 - 1)
    }

    /// The variable that stands for a term; when it is new, the question is no longer exact.
    fn stand_in(&mut self, term: TermId) -> Var {
        if let Some(&var) = self.standing.get(&term) {
            return var;
        }
        self.question.exact = false;
        let var = self.fresh(self.system.terms.sort(term));
        self.standing.insert(term, var);
        var
    }

    fn literal(&mut self, literal: TermId, value: bool, budget: &mut Budget) -> Result<(), Exhausted> {
        if let Some((subject, language)) = regular_test(self.system, self.layout.strings(), literal, budget)?
        {
            let segments = self.row(subject);
            let known = self.question.tests.iter().position(|test| *test == language);
            let test = known.unwrap_or_else(|| {
                self.question.tests.push(language);
                self.question.tests.len() - 1
            });
            self.question.rows.push(Row { by: By::Test(test), segments, accepts: value });
            return Ok(());
        }
        match self.comparison(literal, value) {
            Some(compared) => self.question.sums.push(compared),
            None => self.question.exact = false,
        }
        Ok(())
    }

    fn comparison(&mut self, literal: TermId, value: bool) -> Option<(Sum, Relation)> {
        let Term::App(op, parts) = self.system.terms.get(literal) else { return None };
        let relation = match (op, value) {
            (Op::Equal, true) => Relation::Equal,
            (Op::Equal, false) => Relation::NotEqual,
            (Op::Less, true) => Relation::Less,
            (Op::Less, false) => Relation::AtLeast,
            (Op::AtMost, true) => Relation::AtMost,
            (Op::AtMost, false) => Relation::Greater,
            _ => return None,
        };
        let [left, right] = [parts[0], parts[1]];
        if self.system.terms.sort(left) != Sort::Int {
            return None;
        }
        let (left, right) = (self.sum(left)?, self.sum(right)?);
        Some((left.plus(&right, -1)?, relation))
    }

    /// An integer term as a sum; `None` beyond 128 bits. Terms are read from a list, so depth does not matter.
    fn sum(&mut self, term: TermId) -> Option<Sum> {
        let mut sum = Sum::default();
        let mut open = vec![(term, 1_i128)];
        while let Some((term, factor)) = open.pop() {
            match self.system.terms.get(term).clone() {
                Term::Int(value) => sum.constant = sum.constant.checked_add(value.checked_mul(factor)?)?,
                Term::Var(var, _) => sum = sum.plus(&Sum::of(Quantity::Int(var)), factor)?,
                Term::App(Op::Add, parts) => open.extend(parts.iter().map(|part| (*part, factor))),
                Term::App(Op::Times, parts) => {
                    let constant = |at: usize| {
                        if let Term::Int(value) = self.system.terms.get(parts[at]) {
                            Some(*value)
                        } else {
                            None
                        }
                    };
                    match (constant(0), constant(1)) {
                        (Some(by), _) => open.push((parts[1], factor.checked_mul(by)?)),
                        (_, Some(by)) => open.push((parts[0], factor.checked_mul(by)?)),
                        (None, None) => {
                            sum = sum.plus(&Sum::of(Quantity::Int(self.stand_in(term))), factor)?;
                        }
                    }
                }
                Term::App(Op::Length, parts) => {
                    let row = self.row(parts[0]);
                    sum = sum.plus(&self.length(&row, term)?, factor)?;
                }
                Term::App(Op::Mod | Op::Div, _) => {
                    let var = self.divided(term);
                    sum = sum.plus(&Sum::of(Quantity::Int(var)), factor)?;
                }
                Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
                    sum = sum.plus(&Sum::of(Quantity::Int(self.stand_in(term))), factor)?;
                }
            }
        }
        Some(sum)
    }

    /// The length of a row, which a term is. That of a function of a string is not known.
    fn length(&mut self, row: &[Segment], term: TermId) -> Option<Sum> {
        let mut sum = Sum::default();
        for segment in row {
            match segment {
                Segment::Word(word) => sum.constant += word.len() as i128,
                Segment::Value(var) => sum = sum.plus(&Sum::of(Quantity::Length(*var)), 1)?,
                Segment::Image(..) => return Some(Sum::of(Quantity::Int(self.stand_in(term)))),
            }
        }
        Some(sum)
    }

    /// The variable that is a quotient or a remainder by a constant above 0.
    fn divided(&mut self, term: TermId) -> Var {
        if let Some(&known) = self.standing.get(&term) {
            return known;
        }
        let Term::App(op, parts) = self.system.terms.get(term).clone() else { return self.stand_in(term) };
        let by = if let Term::Int(by) = self.system.terms.get(parts[1]) { *by } else { 0 };
        if by <= 0 {
            return self.stand_in(term);
        }
        let Some(sum) = self.sum(parts[0]) else { return self.stand_in(term) };
        let [quotient, remainder] = [self.fresh(Sort::Int), self.fresh(Sort::Int)];
        let mut whole = sum;
        whole.factors.insert(Quantity::Int(quotient), -by);
        whole.factors.insert(Quantity::Int(remainder), -1);
        let least = Sum::of(Quantity::Int(remainder));
        let most = Sum { constant: -by, ..least.clone() };
        self.question.sums.extend([
            (whole, Relation::Equal),
            (least, Relation::AtLeast),
            (most, Relation::Less),
        ]);
        let var = if op == Op::Mod { remainder } else { quotient };
        self.standing.insert(term, var);
        var
    }
}

/// Functions within functions are followed so far.
const DEEPEST: usize = 8;

impl Sum {
    fn of(quantity: Quantity) -> Sum {
        Sum { factors: BTreeMap::from([(quantity, 1)]), constant: 0 }
    }

    /// This sum and a multiple of another; `None` beyond 128 bits.
    fn plus(mut self, other: &Sum, factor: i128) -> Option<Sum> {
        for (&quantity, value) in &other.factors {
            let known = self.factors.entry(quantity).or_default();
            *known = known.checked_add(value.checked_mul(factor)?)?;
        }
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        self.factors.retain(|_, factor| *factor != 0);
        Some(self)
    }
}

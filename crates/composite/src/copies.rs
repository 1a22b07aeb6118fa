//! A program whose labels are copied by what is known of its booleans.
//!
//! Where edges come together with different values of a boolean that is asked for later, they stay apart: what holds of
//! strings and numbers may depend on it, as the text that a writer has written depends on whether a quotation is open.
//! The program means what it meant; the facts of the copies of a label are the cases of its certificate, so nothing
//! here is trusted. This is the partition of traces by control of [MR05], with values of booleans for control.

use std::collections::BTreeMap;

use ir::live::Live;
use ir::{Action, BoolVar, Condition, Instruction, Label, Literal, Procedure, Program, Test, Variable};
use verdict::facts::Certificate;

/// Booleans after so many are not looked at.
const MOST_BOOLEANS: usize = 64;

/// A program with copies of labels.
pub struct Copies {
    /// The program, of the entry procedure only the code is another.
    pub program: Program,
    /// Which label each is a copy of; none for those that only lead from one to another.
    origins: Vec<Option<Label>>,
    /// How many labels there were.
    labels: usize,
}

/// What is known of booleans: a set of them, and those of the set that are true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Known {
    of: u64,
    that: u64,
}

/// A copy of a label, or the end of edges that no run takes.
struct Copy {
    origin: Option<Label>,
    /// Where a jump or the branch leads.
    jump: Option<usize>,
    /// What comes after it.
    next: Option<usize>,
}

/// The copy at which edges end that no run takes.
const NOWHERE: usize = 1;

impl Copies {
    /// Exact: the same runs. `None` when no label gets two copies, or all together more than `most`.
    pub fn by_booleans(program: &Program, most: usize) -> Option<Copies> {
        let procedure = &program.procedures[program.entry.index()];
        let mut making =
            Making { procedure, live: live(procedure), places: BTreeMap::new(), copies: Vec::new() };
        making.all(most)?;
        let reached = making.copies.iter().filter_map(|copy| copy.origin);
        let mut distinct: Vec<Label> = reached.collect();
        let count = distinct.len();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() == count {
            return None;
        }
        let (code, origins) = making.laid_out();
        let mut program = program.clone();
        let labels = std::mem::replace(&mut program.procedures[program.entry.index()].code, code).len();
        Some(Copies { program, origins, labels })
    }

    /// The certificate of the program as it was: the facts of all copies of a label are its cases.
    pub fn gathered(&self, certificate: Certificate) -> Certificate {
        let mut labels = vec![Vec::new(); self.labels];
        for (cases, origin) in certificate.labels.into_iter().zip(&self.origins) {
            if let Some(origin) = origin {
                labels[origin.index()].extend(cases);
            }
        }
        Certificate { labels }
    }
}

impl Known {
    fn bit(var: BoolVar) -> u64 {
        if var.index() < MOST_BOOLEANS { 1 << var.index() } else { 0 }
    }

    fn literal(self, literal: &Literal) -> Option<bool> {
        let Test::Bool(var) = literal.test else { return None };
        let bit = Known::bit(var);
        (self.of & bit != 0).then_some((self.that & bit != 0) == literal.holds)
    }

    /// How a condition comes out, where that is seen at once.
    fn value(self, condition: &Condition) -> Option<bool> {
        let part = |part: &Condition| match part {
            Condition::Literal(literal) => self.literal(literal),
            Condition::All(_) | Condition::Any(_) => None,
        };
        let decided = |parts: &[Condition], by: bool| {
            let is_enough = parts.iter().any(|one| part(one) == Some(by));
            let others = || parts.iter().all(|one| part(one) == Some(!by));
            if is_enough { Some(by) } else { others().then_some(!by) }
        };
        match condition {
            Condition::Literal(literal) => self.literal(literal),
            Condition::All(parts) => decided(parts, false),
            Condition::Any(parts) => decided(parts, true),
        }
    }

    fn with(self, var: BoolVar, value: Option<bool>) -> Known {
        let bit = Known::bit(var);
        let known = Known { of: self.of & !bit, that: self.that & !bit };
        match value {
            None => known,
            Some(value) => Known { of: known.of | bit, that: known.that | if value { bit } else { 0 } },
        }
    }

    /// What is known where a condition holds; `None` when it cannot.
    fn learning(self, condition: &Condition) -> Option<Known> {
        if self.value(condition) == Some(false) {
            return None;
        }
        let one = |known: Known, part: &Condition| match part {
            Condition::Literal(Literal { test: Test::Bool(var), holds }) => known.with(*var, Some(*holds)),
            Condition::Literal(_) | Condition::All(_) | Condition::Any(_) => known,
        };
        Some(match condition {
            Condition::All(parts) => parts.iter().fold(self, one),
            Condition::Literal(_) | Condition::Any(_) => one(self, condition),
        })
    }
}

struct Making<'a> {
    procedure: &'a Procedure,
    /// The booleans that may still be asked for at each label.
    live: Vec<u64>,
    places: BTreeMap<(Label, Known), usize>,
    copies: Vec<Copy>,
}

impl Making<'_> {
    /// Finds all copies; `None` when there are too many.
    fn all(&mut self, most: usize) -> Option<()> {
        let mut open = Vec::new();
        let begin = Known { of: u64::MAX, that: 0 };
        self.place(Label(0), begin, &mut open);
        self.copies.push(Copy { origin: None, jump: None, next: None });
        while let Some((at, label, known)) = open.pop() {
            if self.copies.len() > most {
                return None;
            }
            let next = Label(label.0 + 1);
            let (jump, next) = match &self.procedure.code[label.index()].action {
                Action::SetBool(var, condition) => {
                    (None, Some((next, Some(known.with(*var, known.value(condition))))))
                }
                Action::Havoc(Variable::Bool(var)) => (None, Some((next, Some(known.with(*var, None))))),
                Action::Assume(condition) => (None, Some((next, known.learning(condition)))),
                Action::Jump(to) => (Some((*to, Some(known))), None),
                Action::Branch(condition, to) => {
                    let contrary = condition.clone().negated();
                    (Some((*to, known.learning(condition))), Some((next, known.learning(&contrary))))
                }
                Action::SetStr(..) | Action::SetInt(..) | Action::Havoc(_) | Action::Assert(..) => {
                    (None, Some((next, Some(known))))
                }
                Action::Return(_) | Action::Halt | Action::Abort => (None, None),
                Action::Call(..) => unreachable!("calls have been inlined before an analysis"),
            };
            let mut placed = |goal: Option<(Label, Option<Known>)>| {
                goal.map(|(to, known)| known.map_or(NOWHERE, |known| self.place(to, known, &mut open)))
            };
            let (jump, next) = (placed(jump), placed(next));
            self.copies[at].jump = jump;
            self.copies[at].next = next;
        }
        Some(())
    }

    /// The copy of a label where so much is known.
    fn place(&mut self, label: Label, known: Known, open: &mut Vec<(usize, Label, Known)>) -> usize {
        let live = self.live[label.index()];
        let known = Known { of: known.of & live, that: known.that & live };
        *self.places.entry((label, known)).or_insert_with(|| {
            let at = self.copies.len();
            self.copies.push(Copy { origin: Some(label), jump: None, next: None });
            open.push((at, label, known));
            at
        })
    }

    /// The copies one after the other, with jumps where what comes after one stands elsewhere.
    fn laid_out(&self) -> (Vec<Instruction>, Vec<Option<Label>>) {
        let mut places: Vec<Option<usize>> = vec![None; self.copies.len()];
        // A copy, or a jump to one.
        let mut slots: Vec<(usize, bool)> = Vec::new();
        let mut open = vec![0];
        while let Some(mut at) = open.pop() {
            while places[at].is_none() {
                places[at] = Some(slots.len());
                slots.push((at, false));
                open.extend(self.copies[at].jump);
                let Some(next) = self.copies[at].next else { break };
                if places[next].is_some() {
                    slots.push((next, true));
                }
                at = next;
            }
        }
        let label = |copy: usize| Label(places[copy].expect("all are placed") as u32);
        let instruction = |&(at, leads): &(usize, bool)| {
            let copy = &self.copies[at];
            let Instruction { action, span } = &self.procedure.code[copy.origin.map_or(0, Label::index)];
            let action = match (action, copy.jump) {
                _ if leads => Action::Jump(label(at)),
                _ if copy.origin.is_none() => Action::Abort,
                (Action::Branch(condition, _), Some(to)) => Action::Branch(condition.clone(), label(to)),
                (_, Some(to)) => Action::Jump(label(to)),
                (plain, None) => plain.clone(),
            };
            Instruction { action, span: *span }
        };
        let origin = |&(at, leads): &(usize, bool)| if leads { None } else { self.copies[at].origin };
        (slots.iter().map(instruction).collect(), slots.iter().map(origin).collect())
    }
}

/// The booleans that are live at each label.
fn live(procedure: &Procedure) -> Vec<u64> {
    let live = Live::of(procedure);
    let booleans = (0..procedure.booleans.len().min(MOST_BOOLEANS) as u32).map(BoolVar);
    let bits = |label| {
        let live = booleans.clone().filter(|var| live.is_live(label, Variable::Bool(*var)));
        live.fold(0, |bits, var| bits | Known::bit(var))
    };
    procedure.labels().map(bits).collect()
}

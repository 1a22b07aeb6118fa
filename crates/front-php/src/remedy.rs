//! Changes that may make a sink safe: escaping what the outside gave it, or a lower limit of a length.
//!
//! A change is made to the program of the page and is only a candidate: whoever tells it must have proved the changed
//! program. Values are escaped that the failing run took from the outside as they are, so that what the page itself
//! writes stays what it is.

use std::collections::BTreeSet;

use automata::MARK;
use ir::interp::{Frame, Replay, Site, run_observed};
use ir::{
    Action, AssertId, Condition, Function, FunctionId, Instruction, IntVar, Label, Linear, Literal, Program,
    Quantity, Span, StrExpr, StrTerm, StrVar, Test, Variable,
};

use crate::exploit::{Run, limits_of};
use crate::lower::Lowered;
use crate::lower::library::escaping::{Escape, escapes};
use crate::restrict::target;

/// The most values that are escaped at once, and the most limits that are looked at.
const MOST: usize = 4;

/// The greatest length of which a lower one is searched.
const LONGEST: u64 = 1 << 16;

/// A page with something escaped.
#[derive(Clone, Debug)]
pub struct Escaped {
    /// What was done, in words.
    pub advice: String,
    /// The page with it.
    pub program: Program,
    /// The same as changes of the source; none where it is not known what to change.
    pub edits: Vec<Edit>,
}

/// A text before an expression of the source and one after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The expression.
    pub span: Span,
    /// What goes before it.
    pub before: &'static str,
    /// What goes after it.
    pub after: &'static str,
}

/// A place that lets only texts up to a length go on.
#[derive(Clone, Debug)]
pub struct Limit {
    /// Where.
    pub span: Span,
    /// The greatest length.
    pub most: u64,
    at: usize,
}

/// A value that is part of a concatenation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Leaf {
    /// The instruction that concatenates.
    at: usize,
    part: usize,
    var: StrVar,
}

impl Lowered {
    /// The page with the values escaped that a failing run took from the outside, in the ways that its rule knows.
    pub fn escaped(&self, found: Run<'_>) -> Vec<Escaped> {
        let Some(rule) = self.rule(found.assertion) else { return Vec::new() };
        let mut sets: Vec<Vec<Leaf>> = self.suspects(found);
        sets.dedup();
        let tried = sets.iter().filter(|leaves| (1..=MOST).contains(&leaves.len()));
        tried.flat_map(|leaves| escapes(rule).iter().map(|escape| self.with(leaves, escape))).collect()
    }

    /// The limits of lengths in the page, of which [`Lowered::limited`] makes lower ones.
    pub fn limits(&self) -> Vec<Limit> {
        let code = self.program.procedures[0].code.iter().enumerate();
        let limit = |(at, instruction): (usize, &Instruction)| {
            let most = u64::try_from(most_of(&instruction.action)?).ok()?;
            (2..=LONGEST).contains(&most).then_some(Limit { span: instruction.span, most, at })
        };
        code.filter_map(limit).take(MOST).collect()
    }

    /// The page with another limit in the place of one.
    pub fn limited(&self, limit: &Limit, most: u64) -> Program {
        let mut program = self.program.clone();
        set_most(&mut program.procedures[0].code[limit.at].action, i128::from(most));
        program
    }

    /// The values that are written of the outside whole, and the same with those of which the run writes nothing.
    fn suspects(&self, found: Run<'_>) -> Vec<Vec<Leaf>> {
        let leaves = self.leaves(found.assertion);
        let mut values: Vec<Vec<u32>> = Vec::new();
        let mut observe = |site: Site, frame: &Frame| {
            let action = &self.program.procedures[0].code[site.label.index()].action;
            if matches!(action, Action::Assert(id, _) if *id == found.assertion) {
                values = leaves.iter().map(|leaf| frame.string(leaf.var).to_vec()).collect();
            }
        };
        let mut answers = Replay::new(found.inputs.iter().cloned());
        run_observed(&self.program, &mut answers, limits_of(found.steps), &mut observe);
        let of_outside = |word: &Vec<u32>| word.iter().all(|symbol| symbol & MARK != 0);
        let whole = || leaves.iter().zip(&values).filter(|(_, word)| of_outside(word));
        let written = whole().filter(|(_, word)| !word.is_empty()).map(|(leaf, _)| *leaf).collect();
        vec![written, whole().map(|(leaf, _)| *leaf).collect()]
    }

    /// The parts of the text that an assertion judges which are no constants and not put together themselves.
    fn leaves(&self, assertion: AssertId) -> Vec<Leaf> {
        let Some((StrTerm::Var(whole), parts)) = self.judged(assertion) else { return Vec::new() };
        let Some((at, terms)) = self.concatenation(*whole) else { return Vec::new() };
        // Of a page only what was written last.
        let from = usize::from(parts.is_some());
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut open = variables(at, terms, from);
        while let Some(leaf) = open.pop() {
            match self.concatenation(leaf.var) {
                Some((at, terms)) if seen.insert(leaf.var) => open.extend(variables(at, terms, 0)),
                Some(_) => {}
                None => {
                    found.insert(leaf);
                }
            }
        }
        found.into_iter().collect()
    }

    /// The one instruction that gives a variable its value, when it puts parts together.
    fn concatenation(&self, var: StrVar) -> Option<(usize, &[StrTerm])> {
        let code = self.program.procedures[0].code.iter().enumerate();
        let mut sets =
            code.filter(|(_, instruction)| target(&instruction.action) == Some(Variable::Str(var)));
        let (at, instruction) = sets.next().filter(|_| sets.next().is_none())?;
        let Action::SetStr(_, StrExpr::Concat(parts)) = &instruction.action else { return None };
        Some((at, parts))
    }

    /// The page with values escaped where they are put together.
    fn with(&self, leaves: &[Leaf], escape: &Escape) -> Escaped {
        let mut program = self.program.clone();
        let function = escape.function.map(|build| {
            let (name, transducer) = (escape.before.to_owned(), build().through_marks());
            program.functions.push(Function { name, transducer });
            FunctionId(program.functions.len() as u32 - 1)
        });
        let places: BTreeSet<usize> = leaves.iter().map(|leaf| leaf.at).collect();
        for at in places {
            escape_at(&mut program, at, (leaves, function));
        }
        let names: BTreeSet<String> = leaves.iter().map(|leaf| self.value_name(leaf.var)).collect();
        let names = names.into_iter().collect::<Vec<_>>().join(" and ");
        let (before, after) = (escape.before, escape.after);
        let advice = format!("{before}…{after} around {names} makes this hold (proved)");
        let edits = if escape.is_whole { self.edits(leaves, escape) } else { None };
        Escaped { advice, program, edits: edits.unwrap_or_default() }
    }

    /// What to write around the expressions of values; `None` when one of them has no place of its own.
    fn edits(&self, leaves: &[Leaf], escape: &Escape) -> Option<Vec<Edit>> {
        let spans: Option<BTreeSet<Span>> =
            leaves.iter().map(|leaf| self.parts.get(&(leaf.at, leaf.part)).copied()).collect();
        let edit = |span| Edit { span, before: escape.before, after: escape.after };
        Some(spans?.into_iter().map(edit).collect())
    }

    fn value_name(&self, var: StrVar) -> String {
        let name = &self.program.procedures[0].strings[var.index()];
        let is_given = self.parameters.iter().any(|parameter| parameter.variable == var);
        if is_given { format!("${name}") } else { format!("what {name} gives") }
    }
}

/// The variables among the parts that an instruction puts together, from one of them on.
fn variables(at: usize, terms: &[StrTerm], from: usize) -> Vec<Leaf> {
    let parts = terms.iter().enumerate().skip(from);
    parts
        .filter_map(|(part, term)| match term {
            StrTerm::Var(var) => Some(Leaf { at, part, var: *var }),
            StrTerm::Word(_) => None,
        })
        .collect()
}

/// Escapes parts of a concatenation: by a function, or by a number in their place. The code of it goes to the end, so
/// that labels stay as they are.
fn escape_at(program: &mut Program, at: usize, (leaves, function): (&[Leaf], Option<FunctionId>)) {
    let main = &mut program.procedures[0];
    let Action::SetStr(var, StrExpr::Concat(mut parts)) = main.code[at].action.clone() else { return };
    let span = main.code[at].span;
    main.code[at].action = Action::Jump(Label(main.code.len() as u32));
    let mut actions = Vec::new();
    for leaf in leaves.iter().filter(|leaf| leaf.at == at) {
        main.strings.push("escaped".to_owned());
        let fresh = StrVar(main.strings.len() as u32 - 1);
        let expr = if let Some(function) = function {
            StrExpr::Apply { function, to: StrTerm::Var(leaf.var) }
        } else {
            main.integers.push("number".to_owned());
            let number = IntVar(main.integers.len() as u32 - 1);
            actions.push(Action::Havoc(Variable::Int(number)));
            StrExpr::Numeral { of: Linear::var(number), radix: 10 }
        };
        actions.push(Action::SetStr(fresh, expr));
        parts[leaf.part] = StrTerm::Var(fresh);
    }
    actions.push(Action::SetStr(var, StrExpr::Concat(parts)));
    actions.push(Action::Jump(Label(at as u32 + 1)));
    main.code.extend(actions.into_iter().map(|action| Instruction { action, span }));
}

/// The greatest length that an action lets pass: a comparison of a length with a constant, or a cut after so many.
fn most_of(action: &Action) -> Option<i128> {
    match action {
        Action::Branch(condition, _) | Action::Assume(condition) => {
            let Condition::Literal(Literal { test: Test::AtMostZero(linear), .. }) = condition else {
                return None;
            };
            match linear.terms() {
                [(Quantity::Length(_), 1)] => linear.constant_part().checked_neg(),
                [(Quantity::Length(_), -1)] => linear.constant_part().checked_sub(1),
                _ => None,
            }
        }
        Action::SetStr(_, StrExpr::Slice { from, to: Some(to), .. }) if from.as_constant() == Some(0) => {
            to.as_constant()
        }
        Action::SetStr(..)
        | Action::SetInt(..)
        | Action::SetBool(..)
        | Action::Havoc(_)
        | Action::Assert(..)
        | Action::Call(..)
        | Action::Jump(_)
        | Action::Return(_)
        | Action::Halt
        | Action::Abort => None,
    }
}

/// Lets the action of a limit let another length pass.
fn set_most(action: &mut Action, most: i128) {
    if let Action::Branch(condition, _) | Action::Assume(condition) = action
        && let Condition::Literal(Literal { test: Test::AtMostZero(linear), .. }) = condition
        && let &[(quantity, sign)] = linear.terms()
    {
        let constant = if sign > 0 { -most } else { most + 1 };
        *linear = Linear::sum([(quantity, sign)], constant).expect("a limit is a small number");
    } else if let Action::SetStr(_, StrExpr::Slice { to: Some(to), .. }) = action {
        *to = Linear::constant(most);
    }
}

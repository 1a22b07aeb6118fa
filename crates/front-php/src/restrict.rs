//! A page judged by some rules only: what the others need is left out of the program.
//!
//! An assertion of another rule becomes one that always holds, and the assumption after it holds no longer. Assignments
//! whose variables no branch, assumption or assertion depends on are then nothing. Labels stay as they are.

use std::collections::BTreeSet;

use ir::{Action, Condition, IntExpr, Linear, Needle, Quantity, StrExpr, StrTerm, Test, Variable};

use crate::lower::Lowered;
use crate::policy::RuleId;

impl Lowered {
    /// Exact for the rules that are kept: they hold of the same runs as before, or of more where another rule ended one.
    pub fn only(&mut self, keep: impl Fn(RuleId) -> bool) {
        let rules = self.rules.clone();
        let code = &mut self.program.procedures[0].code;
        for at in 0..code.len() {
            if let Action::Assert(id, condition) = &code[at].action
                && !keep(rules[id.index()])
            {
                let (id, condition) = (*id, condition.clone());
                code[at].action = Action::Assert(id, Condition::TRUE);
                if code.get(at + 1).is_some_and(|next| next.action == Action::Assume(condition)) {
                    code[at + 1].action = NOTHING;
                }
            }
        }
        let needed = needed(code);
        for instruction in code {
            if let Action::SetStr(..) | Action::SetInt(..) | Action::SetBool(..) | Action::Havoc(_) =
                instruction.action
                && target(&instruction.action).is_some_and(|variable| !needed.contains(&variable))
            {
                instruction.action = NOTHING;
            }
        }
    }
}

/// What does nothing.
const NOTHING: Action = Action::Assume(Condition::TRUE);

/// The variables that runs or assertions depend on.
fn needed(code: &[ir::Instruction]) -> BTreeSet<Variable> {
    let mut needed = BTreeSet::new();
    for instruction in code {
        if let Action::Branch(condition, _) | Action::Assume(condition) | Action::Assert(_, condition) =
            &instruction.action
        {
            of_condition(condition, &mut needed);
        }
    }
    loop {
        let before = needed.len();
        for instruction in code.iter().rev() {
            if target(&instruction.action).is_some_and(|variable| needed.contains(&variable)) {
                of_action(&instruction.action, &mut needed);
            }
        }
        if needed.len() == before {
            return needed;
        }
    }
}

/// The variable that an action changes.
pub(crate) fn target(action: &Action) -> Option<Variable> {
    match action {
        Action::SetStr(var, _) => Some(Variable::Str(*var)),
        Action::SetInt(var, ..) => Some(Variable::Int(*var)),
        Action::SetBool(var, _) => Some(Variable::Bool(*var)),
        Action::Havoc(variable) => Some(*variable),
        Action::Assume(_)
        | Action::Assert(..)
        | Action::Call(..)
        | Action::Jump(_)
        | Action::Branch(..)
        | Action::Return(_)
        | Action::Halt
        | Action::Abort => None,
    }
}

fn of_action(action: &Action, found: &mut BTreeSet<Variable>) {
    match action {
        Action::SetStr(_, expr) => of_string(expr, found),
        Action::SetInt(_, expr, _) => of_integer(expr, found),
        Action::SetBool(_, condition) => of_condition(condition, found),
        Action::Havoc(_)
        | Action::Assume(_)
        | Action::Assert(..)
        | Action::Call(..)
        | Action::Jump(_)
        | Action::Branch(..)
        | Action::Return(_)
        | Action::Halt
        | Action::Abort => {}
    }
}

fn of_string(expr: &StrExpr, found: &mut BTreeSet<Variable>) {
    match expr {
        StrExpr::Term(term) | StrExpr::Reverse(term) | StrExpr::Apply { to: term, .. } => {
            of_term(term, found);
        }
        StrExpr::Concat(terms) => terms.iter().for_each(|term| of_term(term, found)),
        StrExpr::Slice { of, from, to } => {
            of_term(of, found);
            of_linear(from, found);
            to.iter().for_each(|to| of_linear(to, found));
        }
        StrExpr::Replace { of, what, with, .. } => {
            of_term(of, found);
            of_term(with, found);
            match what {
                Needle::Term(term) => of_term(term, found),
                Needle::Pattern(_) => {}
            }
        }
        StrExpr::Repeat { of, times } => {
            of_term(of, found);
            of_linear(times, found);
        }
        StrExpr::Numeral { of, .. } | StrExpr::Input(ir::InputSet::UpTo(of)) => of_linear(of, found),
        StrExpr::Input(ir::InputSet::Any | ir::InputSet::Language(_)) => {}
    }
}

fn of_integer(expr: &IntExpr, found: &mut BTreeSet<Variable>) {
    match expr {
        IntExpr::Linear(linear) => of_linear(linear, found),
        IntExpr::Times(left, right)
        | IntExpr::Div(left, right)
        | IntExpr::Mod(left, right)
        | IntExpr::Bits(_, left, right) => {
            of_linear(left, found);
            of_linear(right, found);
        }
        IntExpr::IndexOf { of, what, from } => {
            of_term(of, found);
            of_term(what, found);
            of_linear(from, found);
        }
        IntExpr::LastIndexOf { of, what } => {
            of_term(of, found);
            of_term(what, found);
        }
        IntExpr::Code { of, at } => {
            of_term(of, found);
            of_linear(at, found);
        }
        IntExpr::Parse { of, .. } => of_term(of, found),
        IntExpr::Input => {}
    }
}

fn of_condition(condition: &Condition, found: &mut BTreeSet<Variable>) {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().for_each(|part| of_condition(part, found));
        }
        Condition::Literal(literal) => match &literal.test {
            Test::Bool(var) => {
                found.insert(Variable::Bool(*var));
            }
            Test::In(term, _) => of_term(term, found),
            Test::Equal(left, right)
            | Test::Contains(left, right)
            | Test::StartsWith(left, right)
            | Test::EndsWith(left, right) => {
                of_term(left, found);
                of_term(right, found);
            }
            Test::IsZero(linear) | Test::AtMostZero(linear) => of_linear(linear, found),
        },
    }
}

fn of_term(term: &StrTerm, found: &mut BTreeSet<Variable>) {
    if let StrTerm::Var(var) = term {
        found.insert(Variable::Str(*var));
    }
}

fn of_linear(linear: &Linear, found: &mut BTreeSet<Variable>) {
    for (quantity, _) in linear.terms() {
        found.insert(match quantity {
            Quantity::Var(var) => Variable::Int(*var),
            Quantity::Length(var) => Variable::Str(*var),
        });
    }
}

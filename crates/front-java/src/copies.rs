//! Texts that are computed twice are one text.
//!
//! Where a text was computed from the same parts before, on every way, and nothing of it was assigned since, it is copied, and
//! whether a text is equal to its copy is decided: `s.concat(t).equals(s + t)`. Exact: a copy is what the computation would give. One
//! pass over the code; what comes to a loop head is taken to know nothing.

use std::rc::Rc;

use ir::reads::in_string;
use ir::{Action, Condition, Literal, Procedure, StrExpr, StrTerm, StrVar, Test, Variable};

use crate::unread::assigned;

/// How many texts are remembered at a place.
const MOST: usize = 32;

/// Texts that are known at a place, with the variables that hold them.
type Known = Rc<Vec<(StrExpr, StrVar)>>;

/// Replaces computations of known texts by copies.
pub(crate) fn share(procedure: &mut Procedure) {
    let count = procedure.code.len();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
    for at in 0..count {
        for next in successors(&procedure.code[at].action, at).into_iter().filter(|next| *next < count) {
            before[next].push(at);
        }
    }
    let mut after: Vec<Known> = Vec::with_capacity(count);
    for (instruction, before) in procedure.code.iter_mut().zip(&before) {
        let mut known = common(before, &after);
        step(&mut instruction.action, &mut known);
        after.push(known);
    }
}

/// Where a run may go from an action.
fn successors(action: &Action, at: usize) -> Vec<usize> {
    match action {
        Action::Jump(label) => vec![label.0 as usize],
        Action::Branch(_, label) => vec![at + 1, label.0 as usize],
        Action::Return(_) | Action::Halt | Action::Abort => Vec::new(),
        Action::SetStr(..)
        | Action::SetInt(..)
        | Action::SetBool(..)
        | Action::Havoc(_)
        | Action::Assume(_)
        | Action::Assert(..)
        | Action::Call(..) => vec![at + 1],
    }
}

/// What all places before know; nothing when one of them comes later in the code.
fn common(before: &[usize], after: &[Known]) -> Known {
    let Some((first, others)) = before.split_first() else { return Known::default() };
    if before.iter().any(|place| *place >= after.len()) {
        return Known::default();
    }
    let mut known = after[*first].clone();
    for other in others {
        if known.iter().any(|entry| !after[*other].contains(entry)) {
            Rc::make_mut(&mut known).retain(|entry| after[*other].contains(entry));
        }
    }
    known
}

/// What is known after an action, which may become a copy.
fn step(action: &mut Action, known: &mut Known) {
    if matches!(action, Action::Call(..)) {
        *known = Known::default();
        return;
    }
    decide(action, known);
    if let Action::SetStr(variable, value) = &mut *action
        && let Some((_, holder)) = known.iter().find(|(text, holder)| text == value && holder != variable)
    {
        *value = StrExpr::Term(StrTerm::Var(*holder));
    }
    let mut computed = None;
    let changed = if let Action::SetStr(variable, value) = &*action {
        let is_pure = !matches!(value, StrExpr::Input(_) | StrExpr::Term(StrTerm::Word(_)));
        computed = is_pure.then(|| (value.clone(), *variable));
        Some(Variable::Str(*variable))
    } else if let Action::SetInt(variable, ..) = &*action {
        Some(Variable::Int(*variable))
    } else {
        assigned(action)
    };
    let Some(changed) = changed else { return };
    if known.iter().any(|entry| speaks_of(entry, changed)) {
        Rc::make_mut(known).retain(|entry| !speaks_of(entry, changed));
    }
    if let Some(entry) = computed.filter(|(value, _)| !reads(value, changed)) {
        let known = Rc::make_mut(known);
        if known.len() == MOST {
            known.remove(0);
        }
        known.push(entry);
    }
}

/// Decides in the condition of an action whether texts are equal that are copies.
fn decide(action: &mut Action, known: &Known) {
    let mut open: Vec<&mut Condition> = Vec::new();
    if let Action::SetBool(_, condition)
    | Action::Assume(condition)
    | Action::Assert(_, condition)
    | Action::Branch(condition, _) = action
    {
        open.push(condition);
    }
    while let Some(condition) = open.pop() {
        match condition {
            Condition::All(parts) | Condition::Any(parts) => open.extend(parts),
            Condition::Literal(Literal { test: Test::Equal(one, two), holds })
                if original(one, known) == original(two, known) =>
            {
                *condition = if *holds { Condition::TRUE } else { Condition::FALSE };
            }
            Condition::Literal(_) => {}
        }
    }
}

/// The text that a variable is a copy of, or itself.
fn original<'a>(text: &'a StrTerm, known: &'a Known) -> &'a StrTerm {
    let StrTerm::Var(variable) = text else { return text };
    let copy = known.iter().find_map(|(value, holder)| {
        if let StrExpr::Term(from) = value { (holder == variable).then_some(from) } else { None }
    });
    copy.unwrap_or(text)
}

fn speaks_of((value, holder): &(StrExpr, StrVar), variable: Variable) -> bool {
    Variable::Str(*holder) == variable || reads(value, variable)
}

fn reads(value: &StrExpr, variable: Variable) -> bool {
    let mut found = false;
    in_string(value, &mut |read| found |= read == variable);
    found
}

#[cfg(test)]
mod tests {
    use ir::sil;

    use super::*;

    fn shared(body: &str) -> String {
        let text = format!("alphabet utf16\nproc main() {{ s: str := input(); t: str := input(); {body} }}");
        let mut program = sil::parse(text.as_bytes(), "t").expect("it is well written");
        share(&mut program.procedures[0]);
        sil::print(&program)
    }

    #[test]
    fn the_same_text_is_a_copy() {
        let shown = shared("a: str := s ++ t; b: str := s ++ t; assert(a == b && a != s);");
        assert!(shown.contains("b := a;") && !shown.contains("a == b"), "{shown}");
    }

    #[test]
    fn what_changed_since_or_on_one_way_is_computed() {
        let changed = "a: str := s ++ t; s := \"x\"; b: str := s ++ t; assert(a == b);";
        assert!(!shared(changed).contains("b := a;"));
        let held = "a: str := s ++ t; a := \"x\"; b: str := s ++ t; assert(a == b);";
        assert!(!shared(held).contains("b := a;"));
        let one_way = "a: str := \"\"; if (s == t) { a := s ++ t; } b: str := s ++ t; assert(a == b);";
        assert!(!shared(one_way).contains("b := a;"));
        let turns = "a: str := s ++ t; n: int := 0; b: str := \"\";
            while (n < 3) { b := s ++ t; s := \"x\"; n := n + 1; }";
        assert!(!shared(turns).contains("b := a;"));
    }
}

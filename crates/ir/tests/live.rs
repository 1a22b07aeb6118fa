//! Live variables are those for which a path leads to a read that no assignment comes before.
#![cfg(feature = "generate")]

use std::collections::BTreeSet;

use automata::Alphabet;
use ir::cfg::Flow;
use ir::generate::program;
use ir::live::Live;
use ir::{Action, BoolVar, IntVar, Label, Procedure, StrVar, Variable, reads};

fn variables(procedure: &Procedure) -> Vec<Variable> {
    let strings = (0..procedure.strings.len() as u32).map(|var| Variable::Str(StrVar(var)));
    let integers = (0..procedure.integers.len() as u32).map(|var| Variable::Int(IntVar(var)));
    let booleans = (0..procedure.booleans.len() as u32).map(|var| Variable::Bool(BoolVar(var)));
    strings.chain(integers).chain(booleans).collect()
}

fn assigns(action: &Action, variable: Variable) -> bool {
    match action {
        Action::SetStr(var, _) => variable == Variable::Str(*var),
        Action::SetInt(var, ..) => variable == Variable::Int(*var),
        Action::SetBool(var, _) => variable == Variable::Bool(*var),
        Action::Havoc(var) => variable == *var,
        Action::Call(_, _, result) => *result == Some(variable),
        Action::Assume(_)
        | Action::Assert(..)
        | Action::Jump(_)
        | Action::Branch(..)
        | Action::Return(_)
        | Action::Halt
        | Action::Abort => false,
    }
}

/// Whether a search from the label finds a read before an assignment.
fn is_read_later(procedure: &Procedure, flow: &Flow, from: Label, variable: Variable) -> bool {
    let (mut open, mut seen) = (vec![from], BTreeSet::new());
    while let Some(label) = open.pop() {
        if !seen.insert(label) {
            continue;
        }
        let action = &procedure.code[label.index()].action;
        let mut is_read = false;
        reads::in_action(action, &mut |read| is_read |= read == variable);
        if is_read {
            return true;
        }
        if !assigns(action, variable) {
            open.extend(flow.successors(label));
        }
    }
    false
}

#[test]
fn a_variable_is_live_where_it_may_be_read_before_it_is_assigned() {
    let (mut live_ones, mut dead_ones) = (0, 0);
    for seed in 0..300 {
        let program = program(seed, 4 + (seed % 24) as u32, Alphabet::BYTE);
        for procedure in &program.procedures {
            let (live, flow) = (Live::of(procedure), Flow::of(procedure));
            for label in procedure.labels() {
                for variable in variables(procedure) {
                    let expected = is_read_later(procedure, &flow, label, variable);
                    assert_eq!(live.is_live(label, variable), expected, "{seed} {label:?} {variable:?}");
                    if expected { live_ones += 1 } else { dead_ones += 1 }
                }
            }
            let end = Label(procedure.code.len() as u32);
            assert!(variables(procedure).into_iter().all(|variable| !live.is_live(end, variable)));
        }
    }
    assert!(live_ones > 1_000 && dead_ones > 1_000, "{live_ones} {dead_ones}");
}

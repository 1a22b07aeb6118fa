//! Runs as a whole: calls, jumps, assertions, limits, observers.

mod build;

use build::{
    constant, int, is_zero, label, lit, procedure, program, program_of, run_alone, set_int, set_str, var,
};
use ir::interp::{Limits, Outcome, Replay, Run, Site, Value, Violation, run, run_observed};
use ir::{
    Action, Argument, AssertId, BoolVar, Condition, InputSet, IntExpr, IntVar, Linear, ProcId, Procedure,
    Program, StrExpr, StrVar, Test, Type, Variable,
};

fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    change(&mut limits);
    limits
}

fn labels(run: &Run) -> Vec<u32> {
    run.path.iter().map(|site| site.label.0).collect()
}

/// `strlen` of [YBI09 §3]: the count equals the length.
fn strlen() -> Program {
    let s2 = Linear::length(StrVar(1));
    program([
        set_str(0, StrExpr::Input(InputSet::Any)),
        set_int(0, IntExpr::Linear(constant(0))),
        set_str(1, StrExpr::Term(var(0))),
        Action::Branch(is_zero(s2), label(7)),
        set_str(1, StrExpr::Slice { of: var(1), from: constant(1), to: None }),
        set_int(0, IntExpr::Linear(int(0).plus(&constant(1)).expect("small"))),
        Action::Jump(label(3)),
        Action::Assert(AssertId(0), is_zero(Linear::length(StrVar(0)).minus(&int(0)).expect("small"))),
    ])
}

#[test]
fn a_loop_counts_the_characters() {
    let run = run(&strlen(), &mut Replay::new([build::str_value("ab")]), Limits::default());
    assert_eq!((run.outcome, run.violations.len()), (Outcome::Finished, 0));
    assert_eq!(labels(&run), [0, 1, 2, 3, 4, 5, 6, 3, 4, 5, 6, 3, 7]);
    assert_eq!(run.answers, [build::str_value("ab")]);
    assert_eq!(run.result, None);
}

#[test]
fn a_run_is_the_same_every_time() {
    let once = || run(&strlen(), &mut ir::interp::Random::new(7), Limits::default());
    assert_eq!(once(), once());
}

#[test]
fn the_observer_sees_every_state_before_its_instruction() {
    let mut seen = Vec::new();
    let mut oracle = Replay::new([build::str_value("abc")]);
    let run = run_observed(&strlen(), &mut oracle, Limits::default(), &mut |site, frame| {
        seen.push((site, frame.string(StrVar(1)).len(), frame.value(Variable::Int(IntVar(0)))));
    });
    assert_eq!(seen.iter().map(|(site, ..)| *site).collect::<Vec<_>>(), run.path);
    let at_head: Vec<_> = seen.into_iter().filter(|(site, ..)| site.label == label(3)).collect();
    let expected = [(3, 0), (2, 1), (1, 2), (0, 3)].map(|(length, count)| (length, Value::Int(count)));
    assert_eq!(at_head.into_iter().map(|(_, length, count)| (length, count)).collect::<Vec<_>>(), expected);
}

#[test]
fn a_run_goes_on_after_a_violated_assertion() {
    let code = [
        Action::Assert(AssertId(0), Condition::FALSE),
        Action::Assert(AssertId(1), Condition::TRUE),
        Action::Assert(AssertId(2), Condition::FALSE),
        Action::Return(Some(Argument::Int(constant(5)))),
    ];
    let run = run_alone(&program(code));
    let violated = [(0, 0), (2, 2)].map(|(id, step)| Violation { assertion: AssertId(id), step });
    assert_eq!(run.violations, violated);
    assert_eq!((run.outcome, run.result), (Outcome::Finished, Some(Value::Int(5))));
}

#[test]
fn a_run_ends_as_the_program_says() {
    let ends = [
        (vec![Action::Halt, Action::Abort], Outcome::Finished),
        (vec![Action::Abort], Outcome::Aborted),
        (vec![Action::Return(None)], Outcome::Finished),
        (vec![], Outcome::Finished),
        (vec![Action::Assume(Condition::TRUE), Action::Abort], Outcome::Aborted),
        (vec![Action::Assume(Condition::FALSE), Action::Abort], Outcome::AssumptionFailed),
        (vec![Action::Jump(label(2)), Action::Abort, Action::Halt], Outcome::Finished),
        (vec![Action::Branch(Condition::FALSE, label(2)), Action::Abort, Action::Halt], Outcome::Aborted),
        (vec![Action::Branch(Condition::TRUE, label(2)), Action::Abort, Action::Halt], Outcome::Finished),
    ];
    for (code, outcome) in ends {
        assert_eq!(run_alone(&program(code.clone())).outcome, outcome, "{code:?}");
    }
}

/// `f(s, n, b)` returns its first argument and changes its own variables.
fn callee(result: Argument, ty: Type) -> Procedure {
    let code = [
        set_int(1, IntExpr::Linear(constant(99))),
        set_str(1, StrExpr::Concat(vec![var(0), lit("!")])),
        Action::Return(Some(result)),
    ];
    let parameters = vec![Variable::Str(StrVar(0)), Variable::Int(IntVar(0)), Variable::Bool(BoolVar(0))];
    build::returning(Procedure { parameters, ..procedure(code) }, ty)
}

#[test]
fn a_call_has_variables_of_its_own_and_hands_its_result_over() {
    let arguments = || vec![Argument::Str(lit("hi")), Argument::Int(int(1)), Argument::Bool(Condition::TRUE)];
    let results = [
        (Argument::Str(var(1)), Variable::Str(StrVar(2)), build::str_value("hi!")),
        (Argument::Int(int(0)), Variable::Int(IntVar(2)), Value::Int(4)),
        (
            Argument::Bool(Condition::test(Test::Bool(BoolVar(0)))),
            Variable::Bool(BoolVar(2)),
            Value::Bool(true),
        ),
    ];
    for (result, variable, expected) in results {
        let main = procedure([
            set_int(1, IntExpr::Linear(constant(4))),
            Action::Call(ProcId(1), arguments(), Some(variable)),
            Action::Halt,
        ]);
        let program = program_of(vec![main, callee(result, variable.ty())]);
        let mut last = None;
        let mut look = |site: Site, frame: &ir::interp::Frame| {
            last = (site.procedure == ProcId(0)).then(|| frame.clone());
        };
        let run = run_observed(&program, &mut build::silence(), Limits::default(), &mut look);
        assert_eq!(run.path.iter().map(|site| site.procedure.0).collect::<Vec<_>>(), [0, 0, 1, 1, 1, 0]);
        let frame = last.expect("the last step is in the entry");
        assert_eq!(frame.value(variable), expected);
        assert_eq!((frame.integer(IntVar(1)), frame.string(StrVar(1))), (4, &[][..]));
    }
}

#[test]
fn a_result_may_be_left_alone() {
    let arguments =
        vec![Argument::Str(lit("")), Argument::Int(constant(0)), Argument::Bool(Condition::FALSE)];
    let main = procedure([Action::Call(ProcId(1), arguments, None), Action::Abort]);
    let program = program_of(vec![main, callee(Argument::Int(int(0)), Type::Int)]);
    assert_eq!(run_alone(&program).outcome, Outcome::Aborted);
}

#[test]
fn a_procedure_without_a_result_may_run_off_its_end() {
    let main = procedure([Action::Call(ProcId(1), vec![], None), Action::Abort]);
    assert_eq!(run_alone(&program_of(vec![main, procedure([])])).outcome, Outcome::Aborted);
}

#[test]
fn endless_loops_meet_the_step_limit() {
    let limits = limits(|limits| limits.steps = 10);
    let run = run(&program([Action::Jump(label(0))]), &mut build::silence(), limits);
    assert_eq!((run.outcome, run.path.len()), (Outcome::StepLimit, 10));
}

#[test]
fn the_last_step_allowed_may_be_the_end() {
    let limits = limits(|limits| limits.steps = 2);
    let halting = program([Action::Jump(label(1)), Action::Halt]);
    assert_eq!(run(&halting, &mut build::silence(), limits).outcome, Outcome::Finished);
    let falling = program([Action::Jump(label(1)), Action::Jump(label(2))]);
    assert_eq!(run(&falling, &mut build::silence(), limits).outcome, Outcome::Finished);
}

#[test]
fn endless_recursion_meets_the_depth_limit() {
    let recursive = program([Action::Call(ProcId(0), vec![], None)]);
    for depth in [1, 5, 1_000] {
        let limits = limits(|limits| limits.depth = depth);
        let run = run(&recursive, &mut build::silence(), limits);
        assert_eq!((run.outcome, run.path.len()), (Outcome::DepthLimit, depth));
    }
}

#[test]
fn growing_strings_meet_the_length_limit() {
    let limits = limits(|limits| limits.length = 8);
    let growing = |expression: StrExpr| {
        let first = set_str(0, StrExpr::Term(lit("abc")));
        let code = [first, set_str(0, expression), Action::Jump(label(1))];
        run(&program(code), &mut build::silence(), limits)
    };
    let double = growing(StrExpr::Concat(vec![var(0), var(0)]));
    assert_eq!((double.outcome, labels(&double)), (Outcome::LengthLimit, vec![0, 1, 2, 1]));
    assert_eq!(growing(StrExpr::Repeat { of: var(0), times: constant(3) }).outcome, Outcome::LengthLimit);
    let what = ir::Needle::Term(lit("a"));
    let replace = StrExpr::Replace { of: var(0), what, with: lit("aaaaaaa"), which: ir::Which::All };
    assert_eq!(growing(replace).outcome, Outcome::LengthLimit);
    assert_eq!(growing(StrExpr::Term(lit("123456789"))).outcome, Outcome::LengthLimit);
}

#[test]
fn an_input_may_be_too_long_for_the_limit() {
    let limits = limits(|limits| limits.length = 2);
    let run = run(&strlen(), &mut Replay::new([build::str_value("abc")]), limits);
    assert_eq!(run.outcome, Outcome::LengthLimit);
}

#[test]
fn many_strings_together_meet_a_limit_too() {
    let limits = limits(|limits| limits.characters = 10);
    let code = [0, 1, 0].map(|at| set_str(at, StrExpr::Term(lit("12345"))));
    assert_eq!(run(&program(code), &mut build::silence(), limits).outcome, Outcome::Finished);
    let code = [0, 1, 2].map(|at| set_str(at, StrExpr::Term(lit("12345"))));
    assert_eq!(run(&program(code), &mut build::silence(), limits).outcome, Outcome::LengthLimit);
    // A call that has returned holds nothing.
    let main = procedure([0; 5].map(|_| Action::Call(ProcId(1), vec![], None)));
    let callee = procedure([set_str(0, StrExpr::Term(lit("1234567890")))]);
    assert_eq!(
        run(&program_of(vec![main, callee]), &mut build::silence(), limits).outcome,
        Outcome::Finished
    );
}

#[test]
fn integers_that_leave_128_bits_end_the_run() {
    let square = set_int(0, IntExpr::Times(int(0), int(0)));
    let code = [set_int(0, IntExpr::Linear(constant(3))), square, Action::Jump(label(1))];
    let run = run_alone(&program(code));
    assert_eq!((run.outcome, run.path.len()), (Outcome::Overflow, 14));
}

//! Where calls are not inlined, every activation of every run of the program is one of a run of the flat program.
//!
//! A run of the program is cut into families: an activation that is entered by a call that is not inlined, or by the
//! entry, and those that inlined calls add to it. For each family the flat program is given the choice of its copy, the
//! arguments, the answers of the outside and the results of the calls that are not inlined, in the order in which
//! they came, and must then pass through the same states.

#![cfg(feature = "generate")]

use std::cell::RefCell;

use automata::Alphabet;
use ir::inline::{Inlined, inline};
use ir::interp::{Frame, Limits, Oracle, Outcome, Random, Replay, Request, Site, Value, run_observed};
use ir::{Action, Label, ProcId, Procedure, Program, Variable, generate};

/// A label of the program and what its variables were.
type State = (ProcId, Label, Vec<Value>);

/// What happened in one family.
struct Family {
    script: Vec<Value>,
    states: Vec<State>,
}

/// A run as it is cut into families.
struct Cutter<'a> {
    program: &'a Program,
    inlined: &'a Inlined,
    families: Vec<Family>,
    /// The open activations, each by its family, and where it goes on.
    open: Vec<(usize, Site)>,
}

fn value(frame: &Frame, variable: Variable) -> Value {
    match variable {
        Variable::Str(var) => Value::Str(frame.string(var).to_vec()),
        Variable::Int(var) => Value::Int(frame.integer(var)),
        Variable::Bool(var) => Value::Bool(frame.boolean(var)),
    }
}

fn values(procedure: &Procedure, frame: &Frame) -> Vec<Value> {
    procedure.variables().map(|variable| value(frame, variable)).collect()
}

impl Cutter<'_> {
    fn action(&self, site: Site) -> &Action {
        &self.program.procedures[site.procedure.index()].code[site.label.index()].action
    }

    fn is_in_place(&self, call: Site) -> bool {
        let mut unknown = self.inlined.unknown.iter().map(|label| self.inlined.origins[label.index()]);
        !unknown.any(|origin| origin == (call.procedure, call.label))
    }

    /// A family that begins with a choice among the copies.
    fn begin(&mut self, apart: Option<ProcId>, arguments: Vec<Value>) -> usize {
        let place = apart.and_then(|id| self.inlined.apart.iter().position(|other| *other == id));
        assert_eq!(place.is_some(), apart.is_some(), "what is called and not inlined stands apart");
        let refused = place.unwrap_or(self.inlined.apart.len());
        let mut script = vec![Value::Bool(false); refused];
        script.extend(place.map(|_| Value::Bool(true)));
        script.extend(arguments);
        self.families.push(Family { script, states: Vec::new() });
        self.families.len() - 1
    }

    fn observe(&mut self, site: Site, frame: &Frame) {
        let procedure = &self.program.procedures[site.procedure.index()];
        self.step(site, procedure, frame);
        let &(family, _) = self.open.last().expect("an activation is open");
        self.open.last_mut().expect("an activation is open").1 = site;
        self.families[family].states.push((site.procedure, site.label, values(procedure, frame)));
    }

    /// Opens and closes activations by the instruction that led here.
    fn step(&mut self, site: Site, procedure: &Procedure, frame: &Frame) {
        let Some(&(outer, before)) = self.open.last() else {
            let family = self.begin(None, Vec::new());
            return self.open.push((family, site));
        };
        match self.action(before) {
            Action::Call(callee, ..) => {
                let family = if self.is_in_place(before) {
                    outer
                } else {
                    let arguments = procedure.parameters.iter().map(|&parameter| value(frame, parameter));
                    self.begin(Some(*callee), arguments.collect())
                };
                self.open.push((family, site));
            }
            Action::Return(_) => {
                self.open.pop();
                let &(family, call) = self.open.last().expect("the entry has not returned");
                if let Action::Call(_, _, Some(result)) = self.action(call).clone()
                    && !self.is_in_place(call)
                {
                    self.families[family].script.push(value(frame, result));
                }
            }
            Action::SetStr(..)
            | Action::SetInt(..)
            | Action::SetBool(..)
            | Action::Havoc(_)
            | Action::Assume(_)
            | Action::Assert(..)
            | Action::Jump(_)
            | Action::Branch(..)
            | Action::Halt
            | Action::Abort => {}
        }
    }
}

fn limits(steps: usize) -> Limits {
    Limits { steps, length: 500, depth: 40, ..Limits::default() }
}

/// The families of a run of the program.
fn families(program: &Program, inlined: &Inlined, seed: u64) -> Vec<Family> {
    let cutter = RefCell::new(Cutter { program, inlined, families: Vec::new(), open: Vec::new() });
    let mut random = Random::new(seed);
    let mut oracle = |request: &Request<'_>| {
        let answer = random.answer(request)?;
        let mut cutter = cutter.borrow_mut();
        let &(family, _) = cutter.open.last().expect("an activation asks");
        cutter.families[family].script.push(answer.clone());
        Some(answer)
    };
    run_observed(program, &mut oracle, limits(300), &mut |site, frame| {
        cutter.borrow_mut().observe(site, frame);
    });
    cutter.into_inner().families
}

/// Runs the flat program as the family says. Returns the first state of the family that it does not pass.
fn missed<'a>(program: &Program, inlined: &Inlined, family: &'a Family) -> Option<&'a State> {
    let whole = &inlined.program.procedures[0];
    let mut expected = family.states.iter().peekable();
    let mut oracle = Replay::new(family.script.iter().cloned());
    let run = run_observed(&inlined.program, &mut oracle, limits(5_000), &mut |site, frame| {
        let Some((id, label, wanted)) = expected.peek() else { return };
        if inlined.origins[site.label.index()] != (*id, *label) {
            return;
        }
        let (scope, procedure) = (inlined.scopes[site.label.index()], &program.procedures[id.index()]);
        let of_copy = |variable: &Variable| scope.local(*variable, procedure).is_some();
        let found: Vec<Value> = whole.variables().filter(of_copy).map(|own| value(frame, own)).collect();
        if found == *wanted {
            expected.next();
        }
    });
    expected.next().filter(|_| run.outcome != Outcome::LengthLimit)
}

#[test]
fn every_activation_of_a_random_program_is_one_of_a_copy() {
    let (mut apart, mut nested, mut inexact) = (0, 0, 0);
    for seed in 0..1_500 {
        let program = generate::recursive_program(seed, 4 + (seed % 16) as u32, Alphabet::up_to(127));
        // A small limit makes procedures stand apart that do not recurse.
        let limit = if seed % 2 == 0 { 5_000 } else { 150 };
        let Ok(inlined) = inline(&program, limit) else { continue };
        inexact += u32::from(!inlined.is_exact());
        for number in 0..3 {
            let families = families(&program, &inlined, seed * 3 + number);
            apart += families.len() - 1;
            for family in &families {
                let inner = family.states.iter().any(|(id, ..)| *id != family.states[0].0);
                nested += u32::from(inner);
                if let Some(state) = missed(&program, &inlined, family) {
                    let texts = (ir::sil::print(&program), ir::sil::print(&inlined.program));
                    panic!("seed {seed}: {state:?} is missed\n{}\n{}", texts.0, texts.1);
                }
            }
        }
    }
    println!("{inexact} programs with {apart} activations apart, {nested} families of several activations");
    assert!(inexact > 700 && apart > 2_000 && nested > 300, "{inexact}, {apart}, {nested}");
}

fn parsed(text: &str) -> Program {
    ir::sil::parse(text, "apart.sil").expect("the program parses")
}

fn names<'a>(program: &'a Program, inlined: &Inlined) -> Vec<&'a str> {
    inlined.apart.iter().map(|id| program.procedures[id.index()].name.as_str()).collect()
}

/// How many copies of the only assertion there are.
fn copies(inlined: &Inlined) -> usize {
    let code = &inlined.program.procedures[0].code;
    code.iter().filter(|instruction| matches!(instruction.action, Action::Assert(..))).count()
}

#[test]
fn of_procedures_that_call_each_other_one_stands_apart() {
    let program = parsed(
        "proc even(n: int) -> bool { if (n <= 0) { return true; } b: bool := odd(n - 1); return b; }
         proc odd(n: int) -> bool { if (n <= 0) { return false; } assert(n > 0); b: bool := even(n - 1); return b; }
         proc main() { b: bool := even(10); }",
    );
    let inlined = inline(&program, 1_000).expect("it is small");
    assert_eq!((names(&program, &inlined), copies(&inlined)), (vec!["even"], 2));
}

#[test]
fn a_ring_of_a_thousand_procedures_is_cut() {
    let next = |at: usize| format!("proc p{at}(n: int) {{ assert(n == n); p{}(n); }}\n", (at + 1) % 1_000);
    let ring: String = (0..1_000).map(next).collect();
    let program = parsed(&format!("{ring} proc main() {{ p0(7); }}"));
    let inlined = inline(&program, 20_000).expect("each procedure is small");
    assert!(!inlined.is_exact() && inlined.apart.contains(&ProcId(0)), "{:?}", inlined.apart);
    assert!(copies(&inlined) >= 1_000, "every assertion has a copy");
}

#[test]
fn a_procedure_called_from_a_thousand_places_stands_apart_when_it_is_large() {
    let body = "s := s ++ \"a\"; ".repeat(40);
    let calls = "x := f(x); ".repeat(1_000);
    let text = format!("proc f(s: str) -> str {{ {body} assert(len(s) >= 40); return s; }}");
    let program = parsed(&format!("{text} proc main() {{ x: str := \"\"; {calls} }}"));
    let inlined = inline(&program, 20_000).expect("it is small");
    assert_eq!((names(&program, &inlined), copies(&inlined)), (vec!["f"], 1));
    assert!(inline(&program, 100_000).is_ok_and(|inlined| inlined.is_exact() && copies(&inlined) == 1_000));
}

#[test]
fn a_chain_of_a_hundred_calls_that_double_stays_within_the_limit() {
    let link = |at: usize| {
        format!("proc p{at}(n: int) -> int {{ n := p{0}(n); n := p{0}(n); return n; }}\n", at + 1)
    };
    let chain: String = (0..100).map(link).collect();
    let last = "proc p100(n: int) -> int { assert(n == n); return n + 1; }";
    let program = parsed(&format!("{chain} {last} proc main() {{ x: int := p0(0); }}"));
    let inlined = inline(&program, 20_000).expect("each procedure is small");
    assert!(!inlined.is_exact() && copies(&inlined) > 1);
    assert!(inlined.program.procedures[0].code.len() <= 20_000);
}

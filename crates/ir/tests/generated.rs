//! Generated programs are well formed, use everything, run without a panic and decide something.
#![cfg(feature = "generate")]

use std::collections::BTreeMap;

use automata::Alphabet;
use ir::generate::program;
use ir::interp::{Limits, Outcome, Random, Replay, Run, Value, run, run_observed};
use ir::{Action, InputSet, Program, StrExpr, Variable};

fn alphabet_of(seed: u64) -> Alphabet {
    match seed % 4 {
        0 => Alphabet::BYTE.with_marks(),
        1 => Alphabet::UNICODE,
        _ => Alphabet::BYTE,
    }
}

fn generated(seed: u64) -> Program {
    program(seed, 4 + (seed % 24) as u32, alphabet_of(seed))
}

fn limits() -> Limits {
    Limits { steps: 400, length: 200, ..Limits::default() }
}

fn actions(program: &Program) -> impl Iterator<Item = &Action> {
    program.procedures.iter().flat_map(|procedure| &procedure.code).map(|instruction| &instruction.action)
}

/// Whether everything that the program reads is of a finite set.
fn is_finite(program: &Program) -> bool {
    actions(program).all(|action| {
        if let Action::SetStr(_, StrExpr::Input(InputSet::Language(id))) = action {
            let language = &program.languages[id.index()].automaton;
            let lengths = language.lengths(&mut automata::Budget::steps(100_000));
            return lengths.expect("the language is small").is_finite();
        }
        !matches!(action, Action::SetStr(_, StrExpr::Input(_)) | Action::Havoc(Variable::Str(_)))
    })
}

#[test]
fn the_same_seed_gives_the_same_program() {
    for seed in 0..100 {
        assert_eq!(format!("{:?}", generated(seed)), format!("{:?}", generated(seed)));
    }
    assert_ne!(format!("{:?}", generated(2)), format!("{:?}", generated(26)));
}

#[test]
fn every_program_is_valid() {
    for seed in 0..10_000 {
        let program = generated(seed);
        assert_eq!(ir::validate(&program), Ok(()), "seed {seed}");
    }
}

#[test]
fn about_half_read_from_finite_sets() {
    let finite = (0..1_000).filter(|&seed| is_finite(&generated(seed))).count();
    assert!((400..750).contains(&finite), "{finite} of 1000");
}

#[test]
fn everything_occurs() {
    let names = "SetStr SetInt SetBool Havoc(Str Havoc(Int Havoc(Bool Assume Assert Call Jump Branch Return Halt Abort \
                 Term Concat Slice Replace Apply Repeat Reverse Numeral Input(Any Input(Language Input(UpTo \
                 Needle:Term Needle:Pattern First All Linear Times Div Mod Bits(And Bits(Or Bits(Xor Bits(Left Bits(Right \
                 IndexOf LastIndexOf Code Parse Unbounded Signed Unsigned \
                 Literal All( Any( test:Bool In( Equal Contains StartsWith EndsWith IsZero AtMostZero";
    let programs: Vec<Program> = (0..200).map(generated).collect();
    let text = format!("{:?}", programs.iter().flat_map(actions).collect::<Vec<_>>());
    let text = text.replace("what: Term", "Needle:Term").replace("what: Pattern", "Needle:Pattern");
    let text = text.replace("test: Bool", "test:Bool");
    for name in names.split_whitespace() {
        assert!(text.contains(name), "{name} does not occur");
    }
}

#[test]
fn ten_thousand_programs_run() {
    let mut outcomes: BTreeMap<String, u32> = BTreeMap::new();
    let (mut met, mut violated) = (0, 0);
    for seed in 0..10_000 {
        let program = generated(seed);
        let first = run(&program, &mut Random::new(seed), limits());
        assert_eq!(first, run(&program, &mut Replay::new(first.answers.clone()), limits()), "seed {seed}");
        *outcomes.entry(format!("{:?}", first.outcome)).or_default() += 1;
        met += assertions_met(&program, &first);
        violated += first.violations.len();
    }
    let count = |outcome: Outcome| outcomes.get(&format!("{outcome:?}")).copied().unwrap_or_default();
    assert!(count(Outcome::Finished) > 5_000, "most runs finish: {outcomes:?}");
    assert_eq!(count(Outcome::Refused), 0, "chance answers what is allowed: {outcomes:?}");
    assert_eq!(count(Outcome::Unsupported), 0, "{outcomes:?}");
    assert!(violated * 10 > met && violated * 10 < met * 9, "{violated} of {met} assertions fail");
}

fn assertions_met(program: &Program, run: &Run) -> usize {
    let at =
        |site: &ir::interp::Site| &program.procedures[site.procedure.index()].code[site.label.index()].action;
    run.path.iter().filter(|site| matches!(at(site), Action::Assert(..))).count()
}

#[test]
fn states_stay_in_their_types() {
    for seed in 0..1_000 {
        let program = generated(seed);
        let mut look = |site: ir::interp::Site, frame: &ir::interp::Frame| {
            let procedure = &program.procedures[site.procedure.index()];
            for at in 0..procedure.strings.len() {
                let word = frame.string(ir::StrVar(at as u32));
                assert!(word.iter().all(|&symbol| program.alphabet.contains(symbol)), "seed {seed}");
                assert_eq!(frame.value(Variable::Str(ir::StrVar(at as u32))), Value::Str(word.to_vec()));
            }
        };
        run_observed(&program, &mut Random::new(seed), limits(), &mut look);
    }
}

#[test]
fn what_is_printed_and_read_back_runs_alike() {
    for seed in 0..2_000 {
        let program = generated(seed);
        let text = ir::sil::print(&program);
        let again = ir::sil::parse(&text, "generated").unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
        let first = run(&program, &mut Random::new(seed), limits());
        let second = run(&again, &mut Random::new(seed), limits());
        assert_eq!(first, second, "seed {seed}\n{text}");
    }
}

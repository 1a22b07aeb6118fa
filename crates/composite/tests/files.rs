//! Certificates survive being written and read; what is not a certificate is told with its line.

use automata::{Alphabet, Budget};
use composite::Settings;
use ir::generate;
use ir::inline::inline;
use ir::{BoolVar, IntExpr, Literal, Program, StrExpr, StrTerm, StrVar, Test};
use verdict::facts::{Certificate, Facts, Hints};
use verdict::parts::{Place, SideLengths, SplitFact};
use verdict::same::SameFact;
use verdict::{Refusal, Verdict, certify, file};

const PROGRAMS: u64 = 300;

/// What the analysis finds, unless that takes too long.
fn found(program: &Program) -> Option<Certificate> {
    let mut budget = Budget::steps(20_000_000);
    let settings = Settings::default();
    let fixpoint = composite::analyse(program, &settings, &mut budget).ok()?;
    Some(composite::certificate(program, &fixpoint, &settings, &mut budget))
}

fn certificate(program: &Program) -> Certificate {
    found(program).expect("the program is small")
}

fn parse(text: &str) -> Program {
    ir::sil::parse(text, "files.sil").expect("the program parses")
}

fn strlen() -> Program {
    parse(
        "alphabet byte proc main() { s1: str := input(); cnt: int := 0; s2: str := s1;
           while (s2 != \"\") { s2 := suffix(s2, 1); cnt := cnt + 1; } assert(len(s1) == cnt); }",
    )
}

fn accept(program: &Program, text: &str) -> Result<Vec<Verdict>, Refusal> {
    let certified = certify(program, text.as_bytes(), 1_000, &mut Budget::steps(20_000_000))?;
    assert_eq!(certified.dropped, Vec::new());
    Ok(certified.checked.into_iter().map(|checked| checked.verdict().clone()).collect())
}

#[test]
fn what_is_written_is_read_as_the_same() {
    let mut cases = 0;
    for seed in 0..PROGRAMS {
        let program = generate::program(seed, 6 + (seed % 20) as u32, Alphabet::up_to(127));
        let Ok(inlined) = inline(&program, 500) else { continue };
        let Some(mut certificate) = found(&inlined.program) else { continue };
        // The analysis gives one case a label; two are as good, and none.
        if seed % 2 == 0 {
            let first = certificate.labels[0].clone();
            certificate.labels[0].extend(first);
            certificate.labels.last_mut().expect("a program has code").clear();
        }
        let text = file::write(&inlined.program, &certificate);
        let read = file::read(text.as_bytes()).expect("it was just written");
        assert_eq!(read.claims, [certificate], "seed {seed}");
        assert_eq!(read.is_about(&inlined.program), Ok(()));
        assert_eq!(file::write_all(&inlined.program, &read.claims), text);
        cases += read.claims[0].labels.iter().map(Vec::len).sum::<usize>();
    }
    assert!(cases > 1_000, "{cases}");
}

/// A piece of two strings that is the same, from a position in the first one.
fn piece(left_from: ir::Linear) -> SameFact {
    let (left, right, right_from) = (StrVar(0), StrVar(1), ir::Linear::constant(2));
    SameFact { left, left_from, right, right_from, count: ir::Linear::length(right) }
}

#[test]
fn every_kind_of_fact_has_its_line() {
    let program = parse(
        "alphabet byte proc main() { s: str := input(); t: str := charat(s, 0); b: bool := t in /a|b/; c: bool;
           n: int := len(s); if (b && n < 9) { assert(s in /[ab].*/ && len(s) == n); } }",
    );
    let mut certificate = certificate(&program);
    let tests = [
        Test::Bool(BoolVar(1)),
        Test::Equal(StrTerm::Var(StrVar(0)), StrTerm::Word([104, 105].into())),
        Test::Contains(StrTerm::Word([].into()), StrTerm::Var(StrVar(1))),
        Test::StartsWith(StrTerm::Var(StrVar(0)), StrTerm::Var(StrVar(1))),
        Test::EndsWith(StrTerm::Var(StrVar(0)), StrTerm::Var(StrVar(1))),
        Test::IsZero(ir::Linear::sum([(ir::Quantity::Length(StrVar(0)), -3)], 7).expect("it is small")),
        Test::AtMostZero(ir::Linear::constant(-1)),
    ];
    let definition = |test: Test| (BoolVar(0), Literal { test, holds: false });
    let facts = &mut certificate.labels[2][0];
    facts.definitions.extend(tests.map(definition));
    facts.equal.push((StrVar(0), StrVar(1)));
    let (s, n) = (StrTerm::Var(StrVar(0)), ir::Linear::var(ir::IntVar(0)));
    let word = StrTerm::Word([97].into());
    facts.integers = vec![
        (
            ir::IntVar(0),
            IntExpr::IndexOf { of: s.clone(), what: word.clone(), from: ir::Linear::constant(0) },
        ),
        (ir::IntVar(0), IntExpr::LastIndexOf { of: s.clone(), what: word }),
        (ir::IntVar(0), IntExpr::Code { of: s.clone(), at: n.clone() }),
    ];
    facts.parts = [None, Some(n.clone())]
        .map(|to| (StrVar(1), StrExpr::Slice { of: s.clone(), from: n.clone(), to }))
        .to_vec();
    let table = facts.languages.iter().flatten().next().cloned();
    facts.splits = [Place::At(n.clone()), Place::Rest(StrVar(1))]
        .map(|place| SplitFact { whole: StrVar(0), place, before: None, after: table.clone() })
        .to_vec();
    let (before, after) = (automata::LengthSet::exactly(3), automata::LengthSet::progression(1, 4));
    let side = SideLengths { whole: StrVar(0), at: n.clone(), before, after: after.clone() };
    facts.same.push(piece(n));
    let hints = Hints {
        sides: vec![side.clone()],
        moved: vec![side],
        values: vec![(ir::IntVar(0), after)],
        ..Hints::default()
    };
    facts.hints.push(hints);
    let text = file::write(&program, &certificate);
    assert_eq!(file::read(text.as_bytes()).expect("it was just written").claims, [certificate]);
    for kind in [
        "language", "tuple", "equal", "slice", "define", "hint", "bound", "length", "search", "part",
        "split", "natural", "sides", "moved", "same",
    ] {
        assert!(text.lines().any(|line| line.split(' ').next() == Some(kind)), "{kind} in {text}");
    }
}

#[test]
fn a_proof_is_accepted_for_its_program_only() {
    let program = strlen();
    let text = file::write(&program, &certificate(&program));
    assert_eq!(accept(&program, &text), Ok(vec![Verdict::Proved]));
    let other = parse(
        "alphabet byte proc main() { s1: str := input(); cnt: int := 0; s2: str := s1;
           while (s2 != \"\") { s2 := suffix(s2, 1); cnt := cnt + 2; } assert(len(s1) == cnt); }",
    );
    let refusal = accept(&other, &text).expect_err("another program");
    let changed = text.lines().position(|line| line.contains("integer i0") && line.contains("i0*1,1"));
    let line = changed.expect("the program counts") + 1;
    assert!(matches!(&refusal, Refusal::File(error) if error.line() == line), "{refusal}");
    let nothing = parse("proc main() { s: str := input(); }");
    let empty = file::write(&nothing, &certificate(&nothing));
    assert_eq!(accept(&nothing, &empty), Err(Refusal::NothingAsserted));
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let program = strlen();
    let text = file::write(&program, &certificate(&program));
    let line_of = |keyword: &str| {
        text.lines().position(|line| line.split(' ').next() == Some(keyword)).expect("it is there") + 1
    };
    let told = |text: &str| file::read(text.as_bytes()).expect_err("it is wrong").to_string();
    let first = text.lines().next().expect("a heading");
    assert_eq!(
        told(&text.replace(first, "stringent certificate 2")),
        "line 1: the certificate has version 2, and 1 is read here"
    );
    assert_eq!(told("hello"), "line 1: this is no certificate of stringent");
    assert_eq!(
        told(&format!("{first}\n")),
        "line 2: a line with `facts` should be here, not the end of the file"
    );
    let at = line_of("tuple");
    assert!(told(&text.replacen("tuple 0", "tuple 999", 1)).starts_with(&format!("line {at}: ")));
    let at = line_of("at");
    assert!(
        told(&text.replacen("\nat 0\n", "\nat 1\n", 1))
            .starts_with(&format!("line {at}: the label 0 should"))
    );
    assert!(told(&format!("{text}more\n")).contains("the end of the file should be here, not \"more\""));
    let huge = text.replacen("variables 2 1 0", "variables 4000000000 0 4000000000", 1);
    assert_ne!(huge, text);
    assert!(told(&huge).contains("too many cases of too many variables"));
    let mut bytes = text.clone().into_bytes();
    bytes[40] = 0xff;
    assert!(file::read(&bytes).expect_err("it is no text").to_string().ends_with("the file is not text"));
}

#[test]
fn facts_of_what_the_program_has_not_are_refused() {
    let program = strlen();
    let honest = certificate(&program);
    let lies: [fn(&mut Facts); 4] = [
        |facts| facts.equal.push((StrVar(0), StrVar(9))),
        |facts| facts.definitions.push((BoolVar(0), Literal { test: Test::Bool(BoolVar(0)), holds: true })),
        |facts| {
            let bounds = vec![(StrVar(7), automata::LengthSet::any())];
            facts.hints.push(Hints { bounds, ..Hints::default() });
        },
        |facts| facts.numbers.iter_mut().for_each(|fact| fact.quantities.reverse()),
    ];
    for (number, lie) in lies.into_iter().enumerate() {
        let mut certificate = honest.clone();
        // Where no run comes, too: nothing may be followed before it was looked at.
        lie(&mut certificate.labels[4][0]);
        let text = file::write(&program, &certificate);
        assert!(matches!(accept(&program, &text), Err(Refusal::Facts(_))), "{number}");
    }
}

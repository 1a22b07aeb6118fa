//! Certificates with several cases a label: what is proved with them, and which lies are refused.
//!
//! The certificates are made by hand. Each lie differs from something true in one place, and with it an assertion
//! that a run violates would be proved.

use automata::numbers::Relation;
use automata::regex::{Dialect, Flags, Regex};
use automata::{Alphabet, Budget, Tuples};
use ir::{Program, Quantity};
use verdict::check::{Proof, Rejection, check};
use verdict::facts::{Certificate, Facts, NumberFact};
use verdict::plain::{Numbers, Words};

fn program(body: &str) -> Program {
    let text = format!("alphabet byte proc main() {{ {body} }}");
    ir::sil::parse(&text, "cases.sil").expect("the program parses")
}

fn words(expression: &str) -> Words {
    let regex = Regex::parse(expression, Dialect::Own, Flags::default()).expect("the expression parses");
    let language =
        regex.full_match(Alphabet::BYTE, &mut Budget::steps(100_000)).expect("the language is small");
    Words::of(&language)
}

/// The case in which the strings are in the languages, `.*` for any, and nothing else is known.
fn case(program: &Program, languages: &[&str]) -> Facts {
    let procedure = &program.procedures[0];
    Facts {
        languages: languages.iter().map(|text| (*text != ".*").then(|| words(text))).collect(),
        booleans: vec![None; procedure.booleans.len()],
        numbers: Vec::new(),
        linear: Vec::new(),
        equal: Vec::new(),
        definitions: Vec::new(),
        slices: Vec::new(),
        integers: Vec::new(),
        parts: Vec::new(),
        splits: Vec::new(),
        same: Vec::new(),
        counts: Vec::new(),
        hints: Vec::new(),
    }
}

/// The same case with the values of the booleans.
fn with(mut facts: Facts, booleans: &[Option<bool>]) -> Facts {
    facts.booleans = booleans.to_vec();
    facts
}

/// The same case with a bound on the first integer.
fn bounded(mut facts: Facts, relation: Relation, bound: i64) -> Facts {
    let set = Tuples::linear(&[1], relation, bound, &mut Budget::steps(1_000)).expect("one constraint");
    facts.numbers =
        vec![NumberFact { quantities: vec![Quantity::Var(ir::IntVar(0))], set: Numbers::of(&set) }];
    facts
}

fn verdicts(program: &Program, labels: Vec<Vec<Facts>>) -> Result<Vec<Proof>, Rejection> {
    assert_eq!(program.procedures[0].code.len(), labels.len(), "{}", ir::sil::print(program));
    let proofs = check(program, &Certificate { labels }, &mut Budget::steps(10_000_000))?;
    Ok(proofs.into_iter().map(|(_, proof)| proof).collect())
}

fn refused_at(outcome: &Result<Vec<Proof>, Rejection>, label: u32) -> bool {
    matches!(outcome, Err(Rejection::Step { from, .. }) if from.0 == label)
}

const IN_STEP: &str = "x: str := input(/(ab)*|(ba)*/); y: str := x; x := x ++ x;
    assert(x in /(ab)*/ && y in /(ab)*/ || x in /(ba)*/ && y in /(ba)*/);";

/// The cases after the input and after the two assignments of [`IN_STEP`], before whose input all strings are empty.
fn in_step(program: &Program, read: &[&[&str]], then: &[&[&str]]) -> Vec<Vec<Facts>> {
    let cases = |all: &[&[&str]]| all.iter().map(|languages| case(program, languages)).collect::<Vec<_>>();
    vec![cases(&[&["()", "()"]]), cases(read), cases(then), cases(then), cases(then)]
}

#[test]
fn two_strings_in_step_need_two_cases() {
    let program = program(IN_STEP);
    let read: [&[&str]; 2] = [&["(ab)*", "()"], &["(ba)*", "()"]];
    let then: [&[&str]; 2] = [&["(ab)*", "(ab)*"], &["(ba)*", "(ba)*"]];
    assert_eq!(verdicts(&program, in_step(&program, &read, &then)), Ok(vec![Proof::Holds]));
    let one = in_step(&program, &[&["(ab|ba)*", "()"]], &[&["(ab|ba)*", "(ab|ba)*"]]);
    assert_eq!(verdicts(&program, one), Ok(vec![Proof::Open]));
}

#[test]
fn a_case_left_out_is_refused_where_it_comes_from() {
    let program = program(IN_STEP);
    let (ab, ba): (&[&str], &[&str]) = (&["(ab)*", "(ab)*"], &["(ba)*", "(ba)*"]);
    let (read_ab, read_ba): (&[&str], &[&str]) = (&["(ab)*", "()"], &["(ba)*", "()"]);
    let not_all_read = verdicts(&program, in_step(&program, &[read_ab], &[ab, ba]));
    assert!(refused_at(&not_all_read, 0), "{not_all_read:?}");
    let not_all_copied = verdicts(&program, in_step(&program, &[read_ab, read_ba], &[ab]));
    assert!(refused_at(&not_all_copied, 1), "{not_all_copied:?}");
    let crossed: &[&str] = &["(ab)*", "(ba)*"];
    let mixed = verdicts(&program, in_step(&program, &[read_ab, read_ba], &[crossed, ba]));
    assert!(refused_at(&mixed, 1), "{mixed:?}");
    let nothing = verdicts(&program, in_step(&program, &[read_ab, read_ba], &[]));
    assert!(refused_at(&nothing, 1), "{nothing:?}");
}

#[test]
fn the_entry_must_be_in_a_case() {
    let program = program("x: str := input(); assert(x == \"\");");
    let cases = |texts: &[&str]| texts.iter().map(|text| case(&program, &[text])).collect::<Vec<_>>();
    let all = cases(&[".*"]);
    let second = vec![cases(&["a", "()"]), all.clone(), all.clone()];
    assert_eq!(verdicts(&program, second), Ok(vec![Proof::Open]));
    for lie in [&["a", "b+"][..], &[]] {
        assert_eq!(verdicts(&program, vec![cases(lie), all.clone(), all.clone()]), Err(Rejection::Entry));
    }
}

#[test]
fn languages_cover_only_what_they_contain_together() {
    let program = program("x: str := input(/[a-d]{0,3}/); assert(x in /[a-c]*|.*[b-d]|d+a?/);");
    let cases = |texts: &[&str]| texts.iter().map(|text| case(&program, &[text])).collect::<Vec<_>>();
    let labels = |read: &[&str]| vec![cases(&["()"]), cases(read), cases(&[".*"])];
    // No two of the three contain all, and the first letter does not say which one it will be.
    let cover = ["[a-d]*[ab]", "[a-d]*[cd]", "()"];
    assert_eq!(verdicts(&program, labels(&cover)), Ok(vec![Proof::Open]));
    for missing in 0..3 {
        let mut gap = cover.to_vec();
        gap.remove(missing);
        let outcome = verdicts(&program, labels(&gap));
        assert!(refused_at(&outcome, 0), "{gap:?}: {outcome:?}");
    }
}

#[test]
fn facts_missing_of_different_strings_cover_nothing() {
    // Either x or y would have to be in its language, and neither is.
    let program = program("x: str := input(); y: str := input(); havoc x; assert(x == \"a\" || y == \"b\");");
    let cases = |all: &[[&str; 2]]| all.iter().map(|two| case(&program, two)).collect::<Vec<_>>();
    let any = cases(&[[".*", ".*"]]);
    let lie = cases(&[["a", ".*"], [".*", "b"]]);
    let outcome = verdicts(&program, vec![any.clone(), any.clone(), any, lie.clone(), lie]);
    assert!(refused_at(&outcome, 2), "{outcome:?}");
    // What one case lacks besides its language of x is not made up for by the other.
    let lie = cases(&[["a*", "b"], ["[^]*", "c"]]);
    let any = cases(&[[".*", ".*"]]);
    let outcome = verdicts(&program, vec![any.clone(), any.clone(), any, lie.clone(), lie]);
    assert!(refused_at(&outcome, 2), "{outcome:?}");
}

#[test]
fn a_boolean_is_split_in_both_its_values() {
    let program = program("x: str; b: bool; havoc b; if (b) { x := \"a\"; } assert(x == \"a\" || !b);");
    let boolean = |language: &str, value| with(case(&program, &[language]), &[Some(value)]);
    let (on, off) = (boolean("()", true), boolean("()", false));
    let ends = vec![boolean("a", true), off.clone()];
    let labels = |after: &[&Facts]| {
        let after = after.iter().map(|&facts| facts.clone()).collect();
        vec![vec![off.clone()], after, vec![on.clone()], ends.clone(), ends.clone()]
    };
    assert_eq!(verdicts(&program, labels(&[&on, &off])), Ok(vec![Proof::Holds]));
    for lie in [&on, &off] {
        let outcome = verdicts(&program, labels(&[lie, lie]));
        assert!(refused_at(&outcome, 0), "{outcome:?}");
    }
}

#[test]
fn number_sets_cover_only_what_they_contain_together() {
    let program = program("n: int := input_int(); assert(n != 5);");
    let any = case(&program, &[]);
    let labels = |cut: i64| {
        let (below, above) =
            (bounded(any.clone(), Relation::Less, 5), bounded(any.clone(), Relation::Greater, cut));
        vec![vec![any.clone()], vec![below, above], vec![any.clone()]]
    };
    assert_eq!(verdicts(&program, labels(4)), Ok(vec![Proof::Open]));
    let gap = verdicts(&program, labels(5));
    assert!(refused_at(&gap, 0), "{gap:?}");
}

#[test]
fn an_assertion_holds_only_when_every_case_proves_it() {
    let program = program("x: str := input(/a|b/); assert(x == \"a\");");
    let cases = |texts: &[&str]| texts.iter().map(|text| case(&program, &[text])).collect::<Vec<_>>();
    for order in [["a", "b"], ["b", "a"]] {
        let labels = vec![cases(&["()"]), cases(&order), cases(&order)];
        assert_eq!(verdicts(&program, labels), Ok(vec![Proof::Open]));
    }
}

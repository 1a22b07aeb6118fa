//! Profiles on programs and on known systems: what they prove is accepted by the checker, what they refute fails when run.

use std::collections::BTreeMap;

use automata::{Alphabet, Automaton, Budget, Nfa};
use horn::profiles::{Answer, Claim, solve, verify};
use horn::smt::parse;
use ir::inline::inline;
use ir::interp::{Limits, Random, Site, run_observed};
use ir::{AssertId, Program, generate, sil};
use verdict::check::{Proof, check};
use verdict::counterexample::replay;

fn answer(text: &str, steps: u64) -> Option<Answer> {
    let system = parse(text, &mut Budget::steps(10_000_000)).expect("it parses");
    solve(&system, &mut Budget::steps(steps)).ok()
}

fn claim(program: &Program) -> Option<Claim> {
    let inlined = inline(program, 10_000).ok()?;
    verify((program, &inlined), Limits::default(), &mut Budget::steps(50_000_000)).ok()
}

/// What the checker says of the certificate, and the assertions that fail when run.
fn settled(text: &str) -> (Vec<(AssertId, Proof)>, Vec<AssertId>) {
    let program = sil::parse(text, "test").expect("it parses");
    let claim = claim(&program).expect("it is small");
    for run in &claim.counterexamples {
        assert_eq!(replay(&program, run, Limits::default()), Ok(()));
    }
    let inlined = inline(&program, 10_000).expect("no recursion");
    let certificate = claim.certificate.expect("it is small");
    let proofs = check(&inlined.program, &certificate, &mut Budget::steps(50_000_000));
    let fails = claim.counterexamples.iter().map(|run| run.assertion).collect();
    (proofs.expect("the certificate is accepted"), fails)
}

fn is_proved(text: &str) -> bool {
    let (proofs, fails) = settled(text);
    fails.is_empty() && proofs.iter().all(|(_, proof)| *proof == Proof::Holds)
}

fn is_violated(text: &str) -> bool {
    !settled(text).1.is_empty()
}

/// Two strings that grow together: only what belongs to what proves it.
fn in_step(last: &str) -> String {
    format!(
        r#"proc main() {{
             x: str := "";
             y: str := "";
             c: str := "";
             while (c != "end") {{
               c := input();
               if (c == "l") {{ x := x ++ "ab"; y := y ++ "1"; }}
               if (c == "r") {{ x := x ++ "c"; y := "{last}" ++ y ++ "2"; }}
             }}
             assert(!(x in /.*ab/ && y in /.*2/));
           }}"#
    )
}

#[test]
fn strings_that_grow_in_step_are_related() {
    assert!(is_proved(&in_step("")));
    // The last thing written is no longer the last in both.
    assert!(is_violated(&in_step("").replace(r#"y ++ "1""#, r#""1" ++ y"#)));
}

#[test]
fn a_loop_that_encodes_leaves_nothing_raw() {
    let encoder = |clean: &str| {
        format!(
            r#"proc main() {{
                 out: str := "";
                 more: bool := true;
                 while (more) {{
                   c: str := input();
                   assume(len(c) == 1);
                   if (c == "<") {{ out := out ++ "{clean}"; }} else {{ out := out ++ c; }}
                   go: str := input();
                   more := go == "more";
                 }}
                 assert(!contains(out, "<"));
               }}"#
        )
    };
    assert!(is_proved(&encoder("&lt;")));
    assert!(is_violated(&encoder("<<")));
}

/// The rules of the MU puzzle. Their premises take strings apart, which profiles leave open.
const PUZZLE: &str = r#"
    (declare-fun P (String) Bool)
    (assert (P "MI"))
    (assert (forall ((x String)) (=> (P (str.++ x "I")) (P (str.++ x "IU")))))
    (assert (forall ((x String)) (=> (P (str.++ "M" x)) (P (str.++ "M" x x)))))
    (assert (forall ((x String) (y String)) (=> (P (str.++ x "III" y)) (P (str.++ x "U" y)))))
    (assert (forall ((x String) (y String)) (=> (P (str.++ x "UU" y)) (P (str.++ x y)))))"#;

#[test]
fn the_puzzle_of_mu_has_no_solution() {
    // The number of I doubles or loses three, so it is never a multiple of three; in MU it would be none.
    let others = r#"(re.* (re.union (str.to_re "M") (str.to_re "U")))"#;
    let one = format!(r#"(re.++ (str.to_re "I") {others})"#);
    let threes = format!("(re.++ {others} (re.* (re.++ {one} {one} {one})))");
    let goal = |set: &str| {
        format!("{PUZZLE}(assert (forall ((x String)) (=> (and (P x) (str.in_re x {set})) false)))")
    };
    let proved = answer(&goal(&threes), 5_000_000);
    assert!(matches!(proved, Some(Answer::Safe { exact: false, .. })), "{proved:?}");
    // MUI has a solution: it must not be proved that it has none.
    let open = answer(&goal(r#"(str.to_re "MUI")"#), 5_000_000);
    assert!(!matches!(open, Some(Answer::Safe { .. })), "{open:?}");
}

/// Two variables and a pattern of 48 characters.
#[test]
fn a_long_pattern_is_cheap() {
    let pattern = "abcabdabcabe".repeat(4);
    let text = |tail: &str| {
        format!(
            r#"(declare-fun P (String String) Bool)
               (assert (P "" ""))
               (assert (forall ((x String) (y String)) (=> (P x y) (P (str.++ x "abc") (str.++ y "abd")))))
               (assert (forall ((x String) (y String)) (=> (P x y) (P (str.++ x "{tail}") (str.++ y "abe")))))
               (assert (forall ((x String) (y String)) (=> (and (P x y) (str.contains x "{pattern}")) false)))"#
        )
    };
    assert!(matches!(answer(&text("abf"), 1_000_000), Some(Answer::Safe { exact: true, .. })));
    let violated = answer(&text("abdabcabe"), 1_000_000);
    assert!(matches!(violated, Some(Answer::Unsafe(_))), "{violated:?}");
}

/// Seven states that a round, a swap and a merge map in all ways that there are.
fn seven(alphabet: Alphabet) -> Automaton {
    let mut nfa = Nfa::new(alphabet);
    let states: Vec<_> = (0..7).map(|_| nfa.add_state()).collect();
    nfa.add_start(states[0]);
    nfa.set_accepting(states[3]);
    for (at, &state) in states.iter().enumerate() {
        let swapped = [1, 0].get(at).copied().unwrap_or(at);
        let merged = if at == 1 { 0 } else { at };
        for (letter, target) in [('a', (at + 1) % 7), ('b', swapped), ('c', merged)] {
            nfa.add_transition(state, u32::from(letter), u32::from(letter), states[target]);
        }
    }
    nfa.determinize(&mut Budget::steps(100_000)).expect("small")
}

/// Only what occurs is looked at: a few states where strings grow at the end, all maps where any string comes twice.
#[test]
fn all_maps_of_seven_states_are_looked_at_only_when_they_occur() {
    let ask = |text: &str, steps: u64| {
        let mut system = parse(text, &mut Budget::steps(1_000_000)).expect("it parses");
        assert_eq!(system.languages.len(), 1);
        system.languages[0].automaton = seven(system.alphabet);
        solve(&system, &mut Budget::steps(steps)).ok()
    };
    let growing = r#"(declare-fun P (String) Bool)
        (assert (P ""))
        (assert (forall ((x String)) (=> (P x) (P (str.++ x "a")))))
        (assert (forall ((x String)) (=> (P x) (P (str.++ x "b")))))
        (assert (forall ((x String)) (=> (P x) (P (str.++ x "c")))))
        (assert (forall ((x String))
          (=> (and (P x) (str.in_re x (re.* (str.to_re "Z"))) (str.contains x "d")) false)))"#;
    let answer = ask(growing, 10_000);
    assert!(matches!(answer, Some(Answer::Safe { exact: true, .. })), "{answer:?}");
    let twice = r#"(declare-fun P (String) Bool)
        (assert (forall ((x String)) (P x)))
        (assert (forall ((x String)) (=> (and (P x) (str.in_re (str.++ x x) (re.* (str.to_re "Z")))) false)))"#;
    assert_eq!(ask(twice, 1_000_000), None);
}

#[test]
fn lengths_and_functions_are_tests_too() {
    assert!(is_proved(
        r#"proc main() { s: str := input(10); t: str := lower(s); assert(len(s) <= 10); assert(!contains(t, "A")); }"#
    ));
    assert!(is_violated("proc main() { s: str := input(10); assert(len(s) <= 9); }"));
    assert!(is_violated(r#"proc main() { s: str := input(); t: str := upper(s); assert(t != "AB"); }"#));
}

/// Random programs: every state of every run is in a case of its label, certificates are accepted, violations fail.
#[test]
fn random_programs_stay_within_their_cases() {
    let (mut states, mut accepted, mut rejected, mut violated) = (0, 0, Vec::new(), 0);
    for seed in 0..150 {
        let program = generate::program(seed, 10, Alphabet::BYTE);
        let Ok(inlined) = inline(&program, 2_000) else { continue };
        let mut budget = Budget::steps(3_000_000);
        let Ok(claim) = verify((&program, &inlined), Limits::default(), &mut budget) else { continue };
        for run in &claim.counterexamples {
            assert_eq!(replay(&program, run, Limits::default()), Ok(()), "seed {seed}");
            violated += 1;
        }
        let Some(certificate) = claim.certificate else { continue };
        let within = |site: Site, frame: &ir::interp::Frame| {
            certificate.at(site.label).iter().any(|facts| {
                let words = facts.languages.iter().zip(0..).all(|(table, at)| {
                    table.as_ref().is_none_or(|table| {
                        let word = frame.string(ir::StrVar(at));
                        let end = word.iter().try_fold(0, |state, &symbol| table.step(state, symbol));
                        end.is_some_and(|state| table.accepts(state))
                    })
                });
                let truths = facts
                    .booleans
                    .iter()
                    .zip(0..)
                    .all(|(value, at)| value.is_none_or(|value| frame.boolean(ir::BoolVar(at)) == value));
                words && truths
            })
        };
        let mut observer = |site: Site, frame: &ir::interp::Frame| {
            assert!(within(site, frame), "seed {seed}, {site:?}\n{}", sil::print(&inlined.program));
            states += 1;
        };
        for run in 0..4 {
            let limits = Limits { steps: 80, ..Limits::default() };
            run_observed(&inlined.program, &mut Random::new(seed * 7 + run), limits, &mut observer);
        }
        match check(&inlined.program, &certificate, &mut Budget::steps(20_000_000)) {
            Ok(_) => accepted += 1,
            Err(why) => rejected.push((seed, why)),
        }
    }
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    rejected.iter().for_each(|(seed, why)| *reasons.entry(format!("{seed} {why:?}")).or_default() += 1);
    assert!(states > 500 && violated > 20, "{states} states, {violated} violated");
    // Random programs compare constants and go on after what cannot be, which the checker does not always see.
    assert!(accepted > rejected.len(), "{accepted} accepted, {reasons:#?}");
}

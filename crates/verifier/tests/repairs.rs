//! The places where [YBI09] as printed is not sound, each as a program that the printed rule would get wrong.
//!
//! T1 to T4 and T12 are about lengths and numbers and are tested in `automata`.

use verifier::{Options, Verdict, sil, verify};

/// The verdicts of a program's assertions, by name.
fn verdicts(body: &str) -> Vec<&'static str> {
    let text = format!("alphabet byte\nproc main() {{ {body} }}");
    let program = sil::parse(&text, "repair.sil").expect("the program parses");
    let name = |verdict: &Verdict| match verdict {
        Verdict::Proved => "proved",
        Verdict::Rechecked(_) => "rechecked",
        Verdict::Unreachable => "unreachable",
        Verdict::Violated(_) => "violated",
        Verdict::Unknown(_) => "undecided",
    };
    verify(&program, &Options::default()).iter().map(|property| name(property.checked.verdict())).collect()
}

#[test]
fn t5_a_suffix_has_what_is_left_and_not_what_was_cut() {
    let body = "s: str := input(/aaaa/); t: str := suffix(s, 1); assert(len(t) == 3); assert(len(t) == 1);";
    assert_eq!(verdicts(body), ["proved", "violated"]);
}

#[test]
fn t6_a_suffix_may_be_empty() {
    let body = r#"s: str := input(/a?b/); t: str := suffix(s, 1); assert(t in /b?/); assert(t != "");"#;
    assert_eq!(verdicts(body), ["proved", "violated"]);
}

#[test]
fn t7_an_input_may_be_shorter_than_its_bound() {
    assert_eq!(
        verdicts("s: str := input(3); assert(len(s) <= 3); assert(len(s) == 3);"),
        ["proved", "violated"]
    );
}

#[test]
fn t8_a_prefix_of_a_short_word_is_the_word() {
    let body = "s: str := input(/a*/); p: str := prefix(s, 5); assert(len(p) <= 5); assert(len(p) == 5);";
    assert_eq!(verdicts(body), ["proved", "violated"]);
}

#[test]
fn t9_a_run_goes_on_after_an_assertion_that_fails() {
    let body = "s: str := input(); assert(len(s) < 3); assert(len(s) < 3);";
    assert_eq!(verdicts(body), ["violated", "violated"]);
}

#[test]
fn t10_integers_may_be_negative_and_machine_integers_wrap() {
    let body = "n: int := input_int(); assert(n >= 0); m: int := n - n - 1; assert(m < 0);
                assume(n == 127); b: int := wrap 8 (n + 1); assert(b == -128); assert(b > 0);";
    assert_eq!(verdicts(body), ["violated", "proved", "undecided", "violated"]);
}

#[test]
fn t11_the_other_branch_of_a_test_of_a_slice_is_its_complement() {
    let body = "s: str := input(/[ab]{3}/); if (s[1, 2] in /ab/) { assert(s in /.ab/); }
                  else { assert(s not in /.ab/); assert(s not in /a.*/); }";
    assert_eq!(verdicts(body), ["proved", "proved", "violated"]);
}

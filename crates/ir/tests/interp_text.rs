//! The small language means what its description says, from the text to the run.

use std::fs;

use ir::interp::{Limits, Outcome, Replay, Run, Value, run};

/// What holds where `s` is `"abcd"`, `t` is `"b"`, `e` is `""` and `n` is 2.
const TRUTHS: &str = r#"
prefix(s, n) == "ab"
prefix(s, 9) == s
prefix(s, -1) == ""
suffix(s, 1) == "bcd"
suffix(s, 9) == ""
suffix(s, 0 - 3) == s
slice(s, 1, 3) == "bc"
slice(s, 3, 1) == ""
charat(s, n) == "c"
charat(s, 4) == ""
charat(s, -1) == ""
s ++ t == "abcdb"
concat(t, s) == "babcd"
replace("abab", t, "x") == "axax"
replace_first("abab", t, "x") == "axab"
replace(s, e, "x") == s
replace("a12b3", /[0-9]+/, "%") == "a%b%"
lower("AbC") == "abc"
upper("AbC") == "ABC"
trim(" a b ") == "a b"
reverse(s) == "dcba"
repeat(t, 3) == "bbb"
repeat(t, -3) == ""
tostr(n - 5) == "-3"
len(s) == 4
s.length == 4
index_of(s, t) == 1
index_of(s, t, 2) == -1
index_of(s, "x") == -1
index_of(s, e, 4) == 4
index_of(s, e, 5) == -1
last_index_of("abab", t) == 3
to_int("-012") == -12
code(s, 0) == 97
code(s, 4) == -1
7 div n == 3
(0 - 7) div n == -3
(0 - 7) mod n == -1
n * n + 1 == 5
s in /[a-d]*/
s not in /[a-c]*/
s[0, 1] in /[ab]+/
contains(s, "bc")
starts_with(s, "ab") && !starts_with(s, "b")
ends_with(s, "cd") || false
n < 3 && n <= 2 && n > 1 && n >= 2 && n != 3
"#;

/// The truths above, and those of the table of corner cases in the description of the language.
fn truths() -> Vec<String> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/sil.md");
    let page = fs::read_to_string(page).expect("the description is there");
    let (_, rest) = page.split_once("## Corner cases\n").expect("it has corner cases");
    let (section, _) = rest.split_once("\n## ").expect("another section follows");
    let shown = section.lines().filter_map(|line| line.strip_suffix("` |")?.rsplit_once("| `"));
    let shown: Vec<String> = shown.map(|(_, truth)| truth.replace("\\|", "|")).collect();
    assert!(shown.len() > 30, "{shown:?}");
    TRUTHS.trim().lines().map(str::to_owned).chain(shown).collect()
}

/// The truths, each asserted as `claim` says.
fn asserted(claim: impl Fn(&str) -> String) -> Run {
    let claims: Vec<String> = truths().iter().map(|truth| format!("assert({});", claim(truth))).collect();
    let variables = "s: str := \"abcd\"; t: str := \"b\"; e: str := \"\"; n: int := 2;";
    let text = format!("proc main() {{ {variables} {} }}", claims.join("\n"));
    let program = ir::sil::parse(&text, "truths.sil").expect("the text is well formed");
    let run = run(&program, &mut Replay::new([]), Limits::default());
    assert_eq!(run.outcome, Outcome::Finished);
    run
}

#[test]
fn what_is_described_holds() {
    let lines = truths();
    let run = asserted(str::to_owned);
    let violated: Vec<&String> =
        run.violations.iter().map(|violation| &lines[violation.assertion.index()]).collect();
    assert!(violated.is_empty(), "{violated:#?}");
}

#[test]
fn the_contrary_does_not() {
    let run = asserted(|truth| format!("!({truth})"));
    assert_eq!(run.violations.len(), truths().len());
}

#[test]
fn the_labelled_form_of_the_paper_counts() {
    let text = "1: s1 := input();\n2: cnt := 0; s2 := s1;\n3: if (s2 = '\\0') goto 7;\n4: s2 := suffix(s2, 1);\n\
                5: cnt := cnt + 1;\n6: goto 3;\n7: assert(s1.length = cnt);\n8: halt;\n";
    let text = format!("proc main() {{ s1: str; s2: str; cnt: int;\n{text}}}\n");
    let program = ir::sil::parse(&text, "strlen.sil").expect("the text is well formed");
    for length in 0..5 {
        let answer = Value::Str(vec![97; length]);
        let run = run(&program, &mut Replay::new([answer]), Limits::default());
        assert_eq!((run.outcome, run.violations.len()), (Outcome::Finished, 0));
    }
}

#[test]
fn input_up_to_a_length_is_up_to_it() {
    let text = "proc main() { s: str := input(2); assert(len(s) == 2); }";
    let program = ir::sil::parse(text, "input.sil").expect("the text is well formed");
    let with =
        |length: usize| run(&program, &mut Replay::new([Value::Str(vec![97; length])]), Limits::default());
    assert_eq!([1, 2].map(|length| with(length).violations.len()), [1, 0]);
    assert_eq!(with(3).outcome, Outcome::Refused);
}

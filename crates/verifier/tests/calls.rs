//! Programs whose calls are not all in place: what is proved, what is not, and what is told of it.

use verifier::{Cause, Engines, Options, Property, Verdict, sil, verify};

fn properties(text: &str) -> Vec<Property> {
    verify(&sil::parse(text, "calls.sil").expect("the program parses"), &Options::default())
}

fn is_proved(property: &Property) -> bool {
    *property.checked.verdict() == Verdict::Proved
}

fn is_open(property: &Property) -> bool {
    matches!(property.checked.verdict(), Verdict::Unknown(_))
}

#[test]
fn a_run_of_the_flat_program_is_not_told_as_one_of_the_program() {
    let text = "proc zero(n: int) -> int { if (n <= 0) { return 0; } m: int := zero(n - 1); return m; }
        proc main() { x: int := zero(3); assert(x == 0); }";
    let property = &properties(text)[0];
    assert!(is_open(property), "{property:?}");
    let told: Vec<(&str, Cause)> =
        property.lost.iter().map(|lost| (lost.what.as_str(), lost.cause)).collect();
    assert_eq!(told, [("the call of zero gives any result", Cause::Call)]);
}

#[test]
fn an_assertion_must_hold_for_any_arguments_of_a_procedure_apart() {
    let text = "proc down(n: int) { assert(n <= 3); if (n > 0) { down(n - 1); } } proc main() { down(3); }";
    let property = &properties(text)[0];
    assert!(is_open(property), "{property:?}");
    assert_eq!(property.lost[0].what, "down is taken with any arguments");
    let guarded = text.replace("{ assert", "{ if (n > 3) { return; } assert");
    assert!(is_proved(&properties(&guarded)[0]));
}

#[test]
fn a_violation_deep_in_a_recursion_is_a_run() {
    let text = "proc down(s: str) { assert(s != \"b\"); if (s != \"\") { down(suffix(s, 1)); } }
        proc main() { down(input(/a{5}b?/)); }";
    let property = &properties(text)[0];
    let Verdict::Violated(run) = property.checked.verdict() else { panic!("{property:?}") };
    let word: Vec<u32> = "aaaaab".chars().map(u32::from).collect();
    assert_eq!(run.inputs, [verifier::Value::Str(word)]);
}

#[test]
fn what_is_unreachable_is_told_only_when_no_copy_is_reached() {
    let text = "proc f(n: int) { if (n > n) { assert(false); } if (n > 0) { f(n - 1); } }
        proc g() { assert(true); } proc main() { f(1); }";
    let verdicts: Vec<bool> =
        properties(text).iter().map(|property| *property.checked.verdict() == Verdict::Unreachable).collect();
    assert_eq!(verdicts, [true, true]);
}

#[test]
fn mutual_recursion_is_proved() {
    let next = |at: usize| {
        let next = (at + 1) % 6;
        format!("proc p{at}(s: str) {{ s := prefix(s, 9); assert(len(s) < 10); p{next}(s ++ \"x\"); }}\n")
    };
    let ring: String = (0..6).map(next).collect();
    let properties = properties(&format!("{ring} proc main() {{ p0(input()); }}"));
    assert!(properties.len() == 6 && properties.iter().all(is_proved), "{properties:?}");
}

#[test]
fn a_chain_of_a_hundred_calls_that_double_is_proved() {
    let link = |at: usize| {
        format!("proc p{at}(n: int) -> int {{ n := p{0}(n); n := p{0}(n); return n; }}\n", at + 1)
    };
    let chain: String = (0..100).map(link).collect();
    let last = "proc p100(n: int) -> int { if (n > 8) { n := 0; } assert(n < 9); return n; }";
    let properties = properties(&format!("{chain} {last} proc main() {{ x: int := p0(0); }}"));
    assert!(properties.iter().all(is_proved), "{properties:?}");
}

#[test]
fn a_procedure_called_from_a_thousand_places_is_proved() {
    let body = "n := n + 1; ".repeat(30);
    let calls = "x := f(x); ".repeat(1_000);
    let text = format!(
        "proc f(n: int) -> int {{ if (n > 8) {{ n := 0; }} {body} assert(n < 39); return n; }}
         proc main() {{ x: int := input_int(); {calls} }}"
    );
    assert!(properties(&text).iter().all(is_proved));
}

#[test]
fn a_step_that_was_too_costly_is_told_with_its_place_and_variable() {
    let text = "proc main() {
        x: str := input(/(a|b){20}a(a|b)*/);
        y: str := reverse(x);
        assert(y not in /b*ab{10}/);
    }";
    let program = sil::parse(text, "calls.sil").expect("the program parses");
    let options = Options { engines: Engines::Composite, ..Options::default() };
    let property = &verify(&program, &options)[0];
    assert!(is_open(property), "{property:?}");
    let [lost] = &property.lost[..] else { panic!("{property:?}") };
    assert!(lost.cause == Cause::Cost && lost.what.starts_with("the language of y was "), "{lost:?}");
    assert!(text[lost.span.start as usize..lost.span.end as usize].contains("reverse"), "{lost:?}");
}

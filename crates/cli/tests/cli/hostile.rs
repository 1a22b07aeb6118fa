//! Files made to do harm: each ends in time and within its memory, with an error or without a proof.
//!
//! Every assertion here is false in some run, or in a file that does not parse, so *proved* is always wrong.

use crate::command::stringent;
use crate::files::file;

/// The exit code of a check, and what it prints.
fn checked(name: &str, text: &[u8]) -> (i32, String) {
    let path = file(&format!("hostile_{name}.sil"), text);
    let run = stringent(&["check", &path, "--budget", "3000000", "--timeout", "300", "--memory", "2000"]);
    (run.code, run.out)
}

/// The file is refused.
fn is_refused(name: &str, text: &[u8]) {
    let (code, out) = checked(name, text);
    assert_eq!(code, 2, "{name}: {}", out.chars().take(500).collect::<String>());
}

/// The body is read, and nothing is proved of it.
fn is_not_proved(name: &str, body: &str) {
    let (code, out) = checked(name, format!("alphabet byte\nproc main() {{ {body} }}\n").as_bytes());
    let start: String = out.chars().take(500).collect();
    assert!(matches!(code, 1 | 3), "{name}: {code} {start}");
    assert!(out.contains(" 0 proved, "), "{name}: {start}");
}

#[test]
fn deep_nesting() {
    let (open, close) = ("(".repeat(100_000), ")".repeat(100_000));
    is_refused("parentheses", format!("proc main() {{ assert({open}true{close}); }}").as_bytes());
    is_refused("negations", format!("proc main() {{ n: int := {}1; }}", "-(".repeat(100_000)).as_bytes());
    let (open, close) = ("if (true) { ".repeat(50_000), "}".repeat(50_000));
    is_refused("blocks", format!("proc main() {{ {open} assert(false); {close} }}").as_bytes());
}

#[test]
fn long_chains() {
    let sum = vec!["1"; 1_000_000].join(" + ");
    is_not_proved("sum", &format!("n: int := {sum}; assert(n == 999999);"));
    let words = vec!["\"ab\""; 20_000].join(" ++ ");
    is_not_proved("concat", &format!("s: str := {words}; assert(len(s) == 39999);"));
    let tests = vec!["n == 1"; 20_000].join(" || ");
    is_not_proved("tests", &format!("n: int := input_int(); assert({tests});"));
}

#[test]
fn huge_constants() {
    is_refused("digits", format!("proc main() {{ n: int := {}; }}", "9".repeat(100_000)).as_bytes());
    let most = i128::MAX;
    is_not_proved("sums", &format!("n: int := {most}; m: int := n + n; assert(m + 2 == 0);"));
    is_not_proved(
        "positions",
        &format!("s: str := input(); t: str := suffix(s, {most}); assert(t != \"\");"),
    );
    is_not_proved("copies", "s: str := repeat(\"ab\", 4000000000); assert(len(s) < 9);");
}

#[test]
fn bytes_that_are_no_text() {
    is_refused("bytes", b"proc main() { s: str := \"\xff\xfe\"; assert(s == \"\"); }");
    is_refused("nothing", &[0; 10_000]);
}

#[test]
fn loops_without_end() {
    is_not_proved("count", "n: int; while (true) { n := n + 1; assert(n < 1000000); }");
    is_not_proved("grow", "s: str; while (true) { s := s ++ s ++ \"a\"; assert(s not in /a{70000}/); }");
    is_not_proved(
        "nested",
        "n: int; a: while (n >= 0) { while (n > 3) { n := n - 2; } n := n + 5; assert(n != 7); }",
    );
}

#[test]
fn gigantic_expressions() {
    for (name, expression) in [("branches", "(a|b)*a(a|b){60}"), ("counters", "(a{1,1000}){1,1000}")] {
        let text = format!("proc main() {{ s: str := input(); assert(s not in /{expression}/); }}");
        let (code, out) = checked(name, text.as_bytes());
        assert!(matches!(code, 1..=3) && out.contains(" 0 proved, "), "{name}: {code} {out}");
    }
}

#[test]
fn a_hundred_thousand_labels() {
    let steps = "n := n + 1; ".repeat(100_000);
    is_not_proved("labels", &format!("n: int; {steps} assert(n == 99999);"));
}

#[test]
fn names_without_end() {
    let name = "x".repeat(1_000_000);
    is_not_proved("names", &format!("{name}: int := input_int(); assert({name} == 1);"));
}

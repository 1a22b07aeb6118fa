//! Horn clauses as a user meets them: printed, given to a solver, and what is said when there is none.

use crate::command::{command, run_of, stringent};
use crate::files::{example, file};

#[test]
fn clauses_are_printed_and_read_again() {
    let printed = stringent(&["horn", &example("strlen.sil")]);
    assert_eq!(printed.code, 0, "{}", printed.err);
    assert!(printed.out.contains("(declare-fun at0 () Bool)\n"), "{}", printed.out);
    assert!(printed.out.ends_with("(check-sat-using horn)\n"), "{}", printed.out);
    let path = file("strlen.smt2", printed.out.as_bytes());
    let again = stringent(&["horn", &path]);
    assert_eq!((again.code, again.out), (0, printed.out));
}

#[test]
fn programs_are_printed_with_native_strings_or_lists() {
    let native = stringent(&["horn", &example("strlen.sil")]);
    assert_eq!((native.code, native.err.as_str()), (0, ""));
    assert!(native.out.contains("(str.len") && !native.out.contains("declare-datatypes"), "{}", native.out);
    let lists =
        stringent(&["horn", &example("strlen.sil"), "--encoding", "order=first,ops=iterative,sharing=use"]);
    assert_eq!((lists.code, lists.err.as_str()), (0, ""));
    assert!(lists.out.contains("declare-datatypes") && !lists.out.contains("String"), "{}", lists.out);
    assert!(lists.out.starts_with("; over-approximates characters"), "{}", lists.out);
}

#[test]
fn encoded_clauses_are_read_again() {
    let printed = stringent(&["horn", &example("strlen.sil"), "--encoding", "chars=bits,ghosts=profiles"]);
    let again = stringent(&["horn", &file("encoded.smt2", printed.out.as_bytes())]);
    assert_eq!((again.code, again.err.as_str()), (0, ""));
    assert!(again.out.contains("(declare-datatypes"), "{}", again.out);
}

#[test]
fn a_wrong_choice_is_told() {
    let run = stringent(&["horn", &example("strlen.sil"), "--encoding", "order=middle"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("first, last, variable"), "{}", run.err);
    assert_eq!(stringent(&["horn", "absent.smt2"]).code, 2);
}

#[test]
fn what_clauses_say_more_is_told_and_what_is_wrong_is_refused() {
    let reversed = file("reversed.sil", b"proc main() { s: str := reverse(input()); assert(s != \"ab\"); }");
    let printed = stringent(&["horn", &reversed]);
    assert!(printed.out.contains("; over-approximates the result of reverse\n"), "{}", printed.out);
    assert_eq!(stringent(&["horn", &file("broken.smt2", b"(assert (p 1))")]).code, 2);
    assert_eq!(stringent(&["horn", &file("other.txt", b"")]).code, 2);
}

#[test]
fn without_a_solver_there_is_one_sentence() {
    let path = file("unsolved.sil", b"proc main() { s: str := input(); assert(len(s) < 3); }");
    let asked = ["check", "--engine", "horn", "--solver", "/no/such/z3", &path];
    let run = stringent(&asked);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.out.contains("= the solver `/no/such/z3` cannot be run\n"), "{}", run.out);
    let by_variable = command()
        .args(["check", "--engine", "horn", "--verbose", &path])
        .env("STRINGENT_Z3", "/no/other/z3")
        .output()
        .expect("the program was built for this test");
    let run = run_of(by_variable);
    assert_eq!(run.code, 3, "{}", run.err);
    let logged = "horn settled 0 of 1 open, 0 steps; the solver `/no/other/z3` cannot be run\n";
    assert!(run.out.contains(logged), "{}", run.out);
}

#[test]
fn who_checked_is_told() {
    let report = |path: &str| -> serde_json::Value {
        let run = stringent(&["check", "--format", "json", path]);
        serde_json::from_str(&run.out).expect("one object")
    };
    assert_eq!(report(&example("gxine_ok.sil"))["properties"][0]["checked_by"], "checker");
    assert_eq!(report(&example("gxine.sil"))["properties"][0]["checked_by"], "replay");
}

const KEYS: &str = r#"(declare-fun I (String) Bool)
(assert (I "k"))
(assert (forall ((s String)) (=> (I s) (I (str.++ s ",k")))))
(assert (forall ((s String)) (=> (and (I s) (str.contains s ",,")) false)))
(check-sat)
"#;

#[test]
fn clauses_are_decided_as_programs_are() {
    let safe = stringent(&["check", "--verbose", &file("keys.smt2", KEYS.as_bytes())]);
    assert_eq!(safe.code, 0, "{}{}", safe.out, safe.err);
    assert!(safe.out.starts_with("proved: no query can be derived\n"), "{}", safe.out);
    assert!(safe.out.contains("keys.smt2:4:1") && safe.out.contains("I(x1) only if "), "{}", safe.out);
    assert!(safe.out.contains("profiles: decided and confirmed by the checker"), "{}", safe.out);
    let broken = KEYS.replace("\",,\"", "\",k,k\"");
    let path = file("keys_broken.smt2", broken.as_bytes());
    let violated = stringent(&["check", &path]);
    assert_eq!(violated.code, 1, "{}{}", violated.out, violated.err);
    assert!(
        violated.out.contains("the derivation:\n     2 | I(\"k\")\n     3 | I(\"k,k\")\n"),
        "{}",
        violated.out
    );
    let report = stringent(&["check", "--format", "json", &path]);
    let report: serde_json::Value = serde_json::from_str(&report.out).expect("one object");
    let property = &report["properties"][0];
    assert_eq!((&property["kind"], &property["verdict"]), (&"clauses".into(), &"violated".into()));
    assert_eq!((&property["checked_by"], &property["engine"]), (&"replay".into(), &"profiles".into()));
    assert_eq!(property["path"][0]["line"], 2);
    assert_eq!(stringent(&["check", "--format", "sarif", &path]).code, 1);
}

#[test]
fn a_query_of_rules_is_decided() {
    let rules = "(declare-var s String)(declare-rel inv (String))(declare-rel fail ())\n(rule (inv \"\"))\n\
        (rule (=> (inv s) (inv (str.++ s \"a\"))))\n(rule (=> (and (inv s) (= s \"aa\")) fail))\n";
    let asked = format!("{rules}(query fail)\n");
    assert_eq!(stringent(&["check", &file("rules.smt2", asked.as_bytes())]).code, 1);
    let safe = asked.replace("\"aa\"", "\"b\"");
    assert_eq!(stringent(&["check", &file("rules_safe.smt2", safe.as_bytes())]).code, 0);
    assert_eq!(stringent(&["check", &file("rules_open.smt2", rules.as_bytes())]).code, 2);
}

#[test]
fn clauses_that_are_not_decided_or_not_read_are_told() {
    let copied = KEYS.replace("(str.contains s \",,\")", "(not (= s (str.++ s \"\")))");
    let same = stringent(&["check", &file("same.smt2", copied.as_bytes()), "--engine", "profiles"]);
    assert_eq!(same.code, 0, "{}{}", same.out, same.err);
    let programs_only =
        stringent(&["check", &file("keys_refute.smt2", KEYS.as_bytes()), "--engine", "refute"]);
    assert_eq!(programs_only.code, 3, "{}", programs_only.out);
    assert!(programs_only.out.contains("reads programs, not clauses"), "{}", programs_only.out);
    let no_query: String = KEYS.lines().take(3).chain(["(assert true)"]).collect();
    let no_query = stringent(&["check", &file("no_query.smt2", no_query.as_bytes())]);
    assert_eq!(no_query.code, 2, "{}", no_query.out);
    assert!(no_query.out.contains("it has no query"), "{}", no_query.out);
    let wrong = stringent(&["check", &file("wrong.smt2", b"(assert (p 1))")]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.out.contains("it does not parse: line 1: "), "{}", wrong.out);
    assert_eq!(stringent(&["check", &file("bytes.smt2", b"\xff\xfe")]).code, 2);
    assert_eq!(stringent(&["explain", &file("keys_explain.smt2", KEYS.as_bytes())]).code, 2);
    let path = file("keys_strategy.smt2", KEYS.as_bytes());
    assert_eq!(stringent(&["check", &path, "--strategy", "guess"]).code, 2);
    let samples = stringent(&["check", &path, "--strategy", "samples", "--verbose"]);
    assert_eq!(samples.code, 3);
    assert!(samples.out.contains("samples: small values derive no violation"), "{}", samples.out);
}

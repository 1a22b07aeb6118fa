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

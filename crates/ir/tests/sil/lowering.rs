//! What texts are lowered to, told by how the programs are printed.

use crate::parse;

/// The instructions of the last procedure of a text.
fn lowered(text: &str) -> Vec<String> {
    let printed = ir::sil::print(&parse(text));
    let last = printed.rsplit("\nproc ").next().expect("a program has procedures");
    let instructions =
        last.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    instructions.map(|line| line.trim().to_owned()).collect()
}

/// The instructions of a procedure with variables `s`, `t`, `n`, `m`, `b` and these statements.
fn body(statements: &str) -> Vec<String> {
    lowered(&format!("proc main() {{ s: str; t: str; n: int; m: int; b: bool; {statements} }}"))
}

#[test]
fn nested_expressions_get_variables() {
    assert_eq!(
        body("s := replace(suffix(s, 1) ++ t, \"a\", lower(t));"),
        [
            "0: suffix$1 := suffix(s, 1);",
            "1: concat$2 := suffix$1 ++ t;",
            "2: lower$3 := lower(t);",
            "3: s := replace(concat$2, \"a\", lower$3);",
            "4: return;"
        ]
    );
}

#[test]
fn fresh_names_avoid_those_in_use() {
    let text = "proc main() { suffix$1: str; suffix$1 := reverse(suffix(suffix$1, 1)); }";
    assert_eq!(
        lowered(text)[..2],
        ["0: suffix$2 := suffix(suffix$1, 1);", "1: suffix$1 := reverse(suffix$2);"]
    );
}

#[test]
fn slices_have_three_names() {
    assert_eq!(body("s := charat(t, n);")[0], "0: s := slice(t, n, n + 1);");
    assert_eq!(body("s := t[n, m];")[0], "0: s := slice(t, n, m + 1);");
    assert_eq!(body("s := slice(t, 0, 3);")[0], "0: s := prefix(t, 3);");
}

#[test]
fn a_substring_is_tested_exactly() {
    assert_eq!(
        body("assert(s[2, 4] not in /a*/);"),
        ["0: slice$1 := slice(s, 2, 5);", "1: assert(slice$1 not in /a*/);", "2: return;"]
    );
}

#[test]
fn comparisons_are_linear_terms() {
    assert_eq!(body("b := n < m;")[0], "0: b := n + 1 <= m;");
    assert_eq!(body("b := n > 3;")[0], "0: b := 4 <= n;");
    assert_eq!(body("b := n >= m + len(s);")[0], "0: b := m + len(s) <= n;");
    assert_eq!(body("b := 2 * (n - 3) != -m;")[0], "0: b := 2*n + m != 6;");
    assert_eq!(body("b := !(n <= m);")[0], "0: b := !(n <= m);");
    assert_eq!(body("b := len(\"abc\") = s.length;")[0], "0: b := 3 == len(s);");
}

#[test]
fn what_is_not_linear_gets_a_variable() {
    assert_eq!(
        body("n := n * m * 2 + 7 div (m mod 3);"),
        [
            "0: product$1 := times(n, m);",
            "1: product$2 := m mod 3;",
            "2: product$3 := 7 div product$2;",
            "3: n := 2*product$1 + product$3;",
            "4: return;"
        ]
    );
}

#[test]
fn machine_integers_wrap_the_operation() {
    assert_eq!(body("n := wrap 32 (n * m);")[0], "0: n := wrap 32 (times(n, m));");
    assert_eq!(
        body("n := wrap u8 (wrap 16 (n + 1)) + 1;")[..2],
        ["0: wrap$1 := wrap 16 (n + 1);", "1: wrap$2 := wrap u8 (wrap$1);"]
    );
}

#[test]
fn structure_becomes_jumps() {
    assert_eq!(
        body("while (n < 3) { if (b) { n := 1; } else if (s == t) { n := 2; } else { halt; } }"),
        [
            "0: if (!(n <= 2)) goto 9;",
            "1: if (!b) goto 4;",
            "2: n := 1;",
            "3: goto 8;",
            "4: if (s != t) goto 7;",
            "5: n := 2;",
            "6: goto 8;",
            "7: halt;",
            "8: goto 0;",
            "9: return;"
        ]
    );
}

#[test]
fn an_endless_loop_needs_no_return() {
    let text = "proc f() -> int { while (true) { } } proc main() { n: int := f(); }";
    assert_eq!(parse(text).procedures[0].code.len(), 1);
}

#[test]
fn both_forms_mix() {
    assert_eq!(
        body("again: n := n + 1; if (n < 5) goto again; while (b) { if (s == t) goto out; } out: halt;"),
        [
            "0: n := n + 1;",
            "1: if (n <= 4) goto 0;",
            "2: if (!b) goto 5;",
            "3: if (s == t) goto 5;",
            "4: goto 2;",
            "5: halt;"
        ]
    );
}

#[test]
fn pure_operands_are_joined_and_calls_wait_for_their_turn() {
    assert_eq!(
        body("b := s != \"\" && charat(s, 0) == t || b;")[1],
        "1: b := s != \"\" && charat$1 == t || b;"
    );
    let text = "proc f(n: int) -> bool { assert(n != 0); return n < 3; }
                proc main() { n: int; b: bool := n != 0 && f(n); }";
    assert_eq!(
        lowered(text),
        [
            "0: and$1 := n != 0;",
            "1: if (!and$1) goto 4;",
            "2: f$2 := f(n);",
            "3: and$1 := f$2;",
            "4: b := and$1;",
            "5: return;"
        ]
    );
}

#[test]
fn equal_booleans_agree() {
    assert_eq!(body("b := b == (n < m);")[0], "0: b := b && n + 1 <= m || !b && !(n + 1 <= m);");
    assert_eq!(body("b := (b && n < m) != b;")[0], "0: test$1 := b && n + 1 <= m;");
}

#[test]
fn the_forms_of_inputs() {
    assert_eq!(body("s := /a*/;")[0], "0: s := input(/a*/);");
    assert_eq!(body("s := input(n + 1);")[0], "0: s := input(n + 1);");
    assert_eq!(body("s := input();")[0], "0: s := input();");
    assert_eq!(body("n := input_int();")[0], "0: n := input_int();");
    let text = "proc main(s: str, n: int, b: bool) { assert(b); }";
    assert_eq!(lowered(text)[..3], ["0: s := input();", "1: n := input_int();", "2: havoc b;"]);
}

#[test]
fn untyped_procedures_type_each_other() {
    let text =
        "half(x, y) { z := x; return z; } main() { r := half(k, \"\"); k := 1; q := r + 1; assert(q = 1); }";
    let program = parse(text);
    assert_eq!(program.procedures[0].result, Some(ir::Type::Int));
    assert_eq!(program.procedures[1].integers, ["r", "k", "q"]);
    assert_eq!(program.procedures[0].strings, ["y"]);
}

#[test]
fn the_entry_is_main_or_said() {
    assert_eq!(parse("proc f() {} proc main() {}").entry.0, 1);
    assert_eq!(parse("entry f proc main() {} proc f() {}").entry.0, 1);
    assert_eq!(parse("entry(x) { x := 1; }").procedures[0].name, "entry");
}

#[test]
fn comments_and_places() {
    let text = "# one\nproc main() { // two\n  assert(true, \"told \\u{e9}\"); }";
    let program = parse(text);
    let assertion = &program.assertions[0];
    assert_eq!(assertion.message.as_deref(), Some("told é"));
    assert_eq!(assertion.span.slice(text), "assert(true, \"told \\u{e9}\")");
    assert_eq!(program.procedures[0].code[0].span, assertion.span);
}

#[test]
fn marks_belong_to_the_alphabet() {
    let program = parse(
        "alphabet byte marked proc main() { s: str := lower(input()); assert(s in /a*/ || s in marked /a*/); }",
    );
    assert!(program.alphabet.is_marked());
    assert_eq!(program.functions[0].transducer.alphabet(), program.alphabet);
    assert!(program.languages[0].automaton.contains(&[97, automata::MARK + 97]));
    let marked = &program.languages[1].automaton;
    assert!(marked.contains(&[automata::MARK + 97]) && !marked.contains(&[97]));
}

#[test]
fn a_negation_takes_the_whole_comparison() {
    assert_eq!(body("assert(!s in /a/);"), body("assert(s not in /a/);"));
    assert_eq!(body("b := !n == m && b;"), body("b := (n != m) && b;"));
}

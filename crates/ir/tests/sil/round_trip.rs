//! What is printed is read back as the same program.

use std::sync::Arc;

use automata::{Alphabet, MARK};
use ir::{Action, StrExpr, StrTerm, Type};

use crate::{content, parse};

/// Every operation and every form of statement.
const ALL: &str = r#"
alphabet utf16
proc f(s: str, n: int, b: bool) -> bool { return b && n < len(s); }
proc g() { }
proc `odd name`(`if`: str) -> str { `a \``: int; return `if`; }
proc main() {
  s: str; t: str; n: int; m: int; b: bool; c: bool;
  s := "a\"\\\n\x00\u{1F600}\u{d800}'`";
  s := t; s := s ++ t ++ "x"; s := concat(); s := concat(t); s := prefix(s, n); s := suffix(s, n - 1);
  s := slice(s, n, m); s := charat(s, 0); s := replace(s, t, "b"); s := replace_first(s, "a", t);
  s := replace(s, /a\/[/]+/, ""); s := lower(s); s := upper(s); s := trim(s); s := trim_start(s); s := trim_end(s);
  s := reverse(s); s := repeat(s, 2 * n); s := tostr(n); s := tostr(n - m, 16);
  s := input(); s := input(7); s := input(/[^\/]*/); s := /()/;
  n := n * m; n := times(2, n); n := n div 2; n := 7 mod (n - m); n := -3 * n + 2 * len(s) - 4;
  n := bit_and(n, m); n := bit_or(n, 1); n := bit_xor(n, m); n := shift_left(1, n); n := shift_right(n, m);
  n := index_of(s, t); n := index_of(s, "a", n + 1); n := last_index_of(s, t);
  n := to_int(s); n := to_int(s, 2); n := code(s, n); n := input_int();
  n := wrap 32 (n + m); n := wrap u64 (n * m); n := wrap 8 (index_of(s, t));
  b := true; b := false; b := c; b := !c; b := n == m; b := n != 0; b := n < m; b := n <= 3; b := !(n >= m);
  b := s == t; b := s != ""; b := s in /a*/; b := "x" not in /b|c/; b := s[1, 2] in /a*/;
  b := contains(s, t) && !starts_with(s, "a") || ends_with("abc", t) && (b || c && (n == 1 || !b));
  b := (b && true) || (c || false);
  havoc s; havoc n; havoc b; assume(b); assert(b); assert(c, "a \"message\"\u{e9}");
  b := f(s ++ t, n * m, b || c); g(); f("", 0, true); s := `odd name`(s);
  goto L; L: if (b) goto L;
  if (b) { abort; } halt;
}
"#;

#[test]
fn everything_that_can_be_written_is_read_back() {
    let program = parse(ALL);
    let printed = ir::sil::print(&program);
    let again = parse(&printed);
    assert_eq!(content(&again), content(&program), "{printed}");
    assert_eq!(ir::sil::print(&again), printed);
}

#[test]
fn what_is_printed_is_ascii() {
    assert!(ir::sil::print(&parse(ALL)).is_ascii());
}

#[test]
fn names_that_are_not_unique_are_made_so() {
    let mut program = parse("proc main() { x: str; y: int; z: bool; f(); } proc f() { } proc h() { }");
    program.procedures[0].integers[0] = "x".to_owned();
    program.procedures[0].booleans[0] = "x".to_owned();
    program.procedures[1].name = "trim".to_owned();
    program.procedures[2].name = "main".to_owned();
    let again = parse(&ir::sil::print(&program));
    assert_eq!(again.procedures[0].integers, ["x$2"]);
    assert_eq!(again.procedures[0].booleans, ["x$3"]);
    assert_eq!(again.procedures[1].name, "trim$2");
    assert_eq!(again.procedures[2].name, "main$2");
    assert_eq!(again.entry, program.entry);
}

#[test]
fn alphabets_and_marks_are_kept() {
    for alphabet in ["byte", "utf16", "unicode", "9", "97"]
        .map(|name| parse(&format!("alphabet {name} f(){{}}")).alphabet)
    {
        for alphabet in [alphabet, alphabet.with_marks()] {
            let mut program = parse("proc f() { s: str := \"\"; }");
            program.alphabet = alphabet;
            let symbols = [0, 9, 34, 92, 97, 255, 0xD83D, 0xDE00, 0x1_F600, MARK + 9];
            let word: Arc<[u32]> = symbols.into_iter().filter(|symbol| alphabet.contains(*symbol)).collect();
            let value = StrExpr::Term(StrTerm::Word(word));
            program.procedures[0].code[0].action = Action::SetStr(ir::StrVar(0), value);
            let again = parse(&ir::sil::print(&program));
            assert_eq!(content(&again), content(&program));
        }
    }
    assert_eq!(parse("alphabet 9 f(){}").alphabet, Alphabet::up_to(9));
}

#[test]
fn an_entry_with_another_name_is_said() {
    let program = parse("entry f proc main() { } proc f() { } proc g() -> int { return 1; }");
    let printed = ir::sil::print(&program);
    assert!(printed.contains("entry f\n"), "{printed}");
    let again = parse(&printed);
    assert_eq!(again.procedures[again.entry.index()].name, "f");
    assert_eq!(again.procedures[2].result, Some(Type::Int));
}

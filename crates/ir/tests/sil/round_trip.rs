//! What is printed is read back as the same program.

use std::sync::Arc;

use automata::{Alphabet, MARK};
use ir::{Action, StrExpr, StrTerm, Type};
#[cfg(feature = "generate")]
use ir::{Argument, Condition};

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

/// The condition with no joint in a joint of its kind, as the parser makes them.
#[cfg(feature = "generate")]
fn flattened(condition: &Condition) -> Condition {
    match condition {
        Condition::Literal(_) => condition.clone(),
        Condition::All(parts) => parts.iter().map(flattened).fold(Condition::TRUE, Condition::and),
        Condition::Any(parts) => parts.iter().map(flattened).fold(Condition::FALSE, Condition::or),
    }
}

#[cfg(feature = "generate")]
fn flatten_all(program: &mut ir::Program) {
    let in_argument = |argument: &mut Argument| {
        if let Argument::Bool(condition) = argument {
            *condition = flattened(condition);
        }
    };
    for instruction in program.procedures.iter_mut().flat_map(|procedure| &mut procedure.code) {
        match &mut instruction.action {
            Action::SetBool(_, condition)
            | Action::Assume(condition)
            | Action::Assert(_, condition)
            | Action::Branch(condition, _) => *condition = flattened(condition),
            Action::Call(_, arguments, _) => arguments.iter_mut().for_each(in_argument),
            Action::Return(value) => value.iter_mut().for_each(in_argument),
            Action::SetStr(..)
            | Action::SetInt(..)
            | Action::Havoc(_)
            | Action::Jump(_)
            | Action::Halt
            | Action::Abort => {}
        }
    }
}

/// The lines of the content that do not depend on how tables are numbered, and no numbers of tables in them.
#[cfg(feature = "generate")]
fn without_tables(program: &ir::Program) -> Vec<String> {
    let (mut program, kinds) = (program.clone(), ["LanguageId(", "PatternId(", "FunctionId("]);
    flatten_all(&mut program);
    program.languages.clear();
    program.patterns.clear();
    program.functions.clear();
    let blank = |line: String| {
        let blank_kind = |line: String, kind: &str| {
            let mut parts = line.split(kind);
            let first = parts.next().unwrap_or_default().to_owned();
            parts
                .fold(first, |line, part| line + kind + part.trim_start_matches(|c: char| c.is_ascii_digit()))
        };
        kinds.iter().fold(line, |line, kind| blank_kind(line, kind))
    };
    content(&program).into_iter().map(blank).collect()
}

/// Random programs fill their tables otherwise than a text does, so these are compared by what runs do.
#[cfg(feature = "generate")]
#[test]
fn random_programs_are_read_back() {
    use ir::interp::{Limits, Random, run};
    for seed in 0..3_000 {
        let alphabet = [Alphabet::BYTE, Alphabet::UNICODE, Alphabet::BYTE.with_marks()][seed as usize % 3];
        let program = ir::generate::program(seed, 4 + (seed % 24) as u32, alphabet);
        let printed = ir::sil::print(&program);
        let again = parse(&printed);
        assert_eq!(without_tables(&again), without_tables(&program), "{printed}");
        assert_eq!(ir::sil::print(&again), printed);
        let limits = || Limits { steps: 200, length: 100, ..Limits::default() };
        for choice in 0..3 {
            let run_of = |program| run(program, &mut Random::new(choice), limits());
            assert_eq!(run_of(&again), run_of(&program), "{printed}");
        }
    }
}

#[test]
fn marked_languages_are_told_apart() {
    let text = "alphabet byte marked proc main() { s: str := input(marked /a|b/); assert(s in /a/ || s in marked /a/); }";
    let program = parse(text);
    assert_eq!(content(&parse(&ir::sil::print(&program))), content(&program));
    let text =
        "alphabet byte marked proc main() { s: str; assert(s in /.*/ || s in /[^a]*/ || s in marked /.*/); }";
    let printed = ir::sil::print(&parse(text));
    assert!(printed.contains("assert(s in /.*/ || s in /[^a]*/ || s in marked /.*/)"), "{printed}");
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

//! Texts that are made to break a reader: each is read or refused, in time and on a small stack.

use std::iter::repeat_n;

use crate::example_files;

fn refusal(text: &str) -> String {
    let errors = ir::sil::parse(text, "test.sil").map(|_| ()).expect_err("the text is refused");
    errors[0].cause().to_owned()
}

/// A text repeated many times.
fn many(text: &str) -> String {
    repeat_n(text, 100_000).collect()
}

#[test]
fn deep_nesting_is_an_error_with_a_place() {
    let deep = "this is nested more than 100 levels deep";
    let within = [
        ("n := ", "(", "n", ")", ";"),
        ("n := ", "len(tostr(", "n", "))", ";"),
        ("s := ", "s[", "0", ", 0]", ";"),
        ("b := ", "!(", "b", ")", ";"),
        ("b := ", "(b || b && ", "b", ")", ";"),
        ("", "{", "", "}", ""),
        ("", "if (b) {", "", "}", ""),
        ("", "if (b) ", "halt;", "", ""),
        ("", "while (b) ", "halt;", "", ""),
        ("", "while (b) { if (b) {", "", "}}", ""),
        ("n := ", "wrap 8 (", "n", ")", ";"),
    ];
    for (before, open, inner, close, after) in within {
        let statement = format!("{before}{}{inner}{}{after}", many(open), many(close));
        let text = format!("proc main() {{ s: str; n: int; b: bool; {statement} }}");
        assert_eq!(refusal(&text), deep, "{open}");
        let unclosed = format!("proc main() {{ s: str; n: int; b: bool; {before}{}", many(open));
        assert_eq!(refusal(&unclosed), deep, "{open}");
    }
}

#[test]
fn repeated_signs_are_not_deep() {
    let text = |statement: &str| format!("proc main() {{ s: str; n: int; b: bool; {statement} }}");
    for statement in [
        format!("n := {} n;", many("-")),
        format!("b := {} b;", many("!")),
        format!("if (b) halt; {} else halt;", many("else if (b) abort;")),
        many(";"),
        many("{}"),
        many("L: ").replacen("L: ", "", 99_999),
    ] {
        crate::parse(&text(&statement));
    }
    assert_eq!(
        refusal(&text(&format!("n := s{};", many(".length")))),
        "too many parts follow each other here"
    );
    assert_eq!(
        refusal(&text(&format!("s := s{};", many("[0, 0]")))),
        "too many parts follow each other here"
    );
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let (open, close) = ("(b || b && ".repeat(60), ")".repeat(60));
    crate::parse(&format!("proc main() {{ b: bool := {open} b {close}; }}"));
    let (open, close) = ("if (b) {".repeat(95), "}".repeat(95));
    crate::parse(&format!("proc main() {{ b: bool; {open} {close} }}"));
    let (open, close) = ("(b || b && ".repeat(90), ")".repeat(90));
    assert_eq!(
        refusal(&format!("proc main() {{ b: bool := {open} b {close}; }}")),
        "this condition is nested too deeply"
    );
}

/// Nesting as deep as is allowed, and deeper, on a stack of 1 MiB, which is what WebAssembly gives.
#[test]
fn a_small_stack_is_enough() {
    let read = || {
        for depth in [30, 60, 95, 100_000] {
            let (open, close) = ("(b || b && !".repeat(depth), ")".repeat(depth));
            let _ = ir::sil::parse(format!("proc main() {{ b: bool := {open} b {close}; }}"), "test.sil");
            let (open, close) = ("while (b) { if (b) {".repeat(depth), "}}".repeat(depth));
            let _ = ir::sil::parse(format!("proc main() {{ b: bool; {open} {close} }}"), "test.sil");
            let (open, close) = ("len(tostr(wrap 8 (".repeat(depth), ")))".repeat(depth));
            let _ = ir::sil::parse(format!("proc main() {{ n: int := {open} 1 {close}; }}"), "test.sil");
        }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(read).expect("a thread can be made");
    thread.join().expect("the stack is deep enough");
}

#[test]
fn chains_of_a_million_are_read() {
    let chain = |part: &str, sign: &str| repeat_n(part, 1_000_000).collect::<Vec<_>>().join(sign);
    let text = format!(
        "proc main() {{ s: str; n: int; b: bool;
         n := {};\ns := {};\nb := {};\nb := {};\nn := {}; }}",
        chain("n", " + "),
        chain("s", " ++ "),
        chain("b", " && "),
        chain("n < 1", " || "),
        chain("n", " - 2 * "),
    );
    let program = crate::parse(&text);
    assert_eq!(program.procedures[0].code.len(), 6);
    assert!(
        ir::sil::print_instruction(&program, &program.procedures[0], &program.procedures[0].code[0])
            == "n := 1000000*n;"
    );
}

#[test]
fn a_sum_of_many_variables_is_read() {
    let declared: Vec<String> = (0..20_000).map(|i| format!("x{i}: int;")).collect();
    let sum: Vec<String> = (0..200_000).map(|i| format!("x{}", (i * 7919) % 20_000)).collect();
    crate::parse(&format!("proc main() {{ {} x0 := {}; }}", declared.join(""), sum.join(" + ")));
}

#[test]
fn huge_literals_are_read_or_refused() {
    let digits = many("9");
    assert_eq!(
        refusal(&format!("proc main() {{ n: int := {digits}; }}")),
        "this number does not fit in 128 bits"
    );
    crate::parse(&format!("proc main() {{ s: str := \"{}\"; }}", many("ab\\n")));
    crate::parse(&format!("proc main() {{ {}: int := 1; }}", many("name")));
    refusal(&format!("proc main() {{ s: str; assert(s in /{}/); }}", many("(a|b)*")));
    refusal(&format!("proc main() {{ s: str; assert(s in /{}/); }}", many("(")));
    refusal("proc main() { s: str; assert(s in /a{1000000000}/); }");
}

#[test]
fn many_errors_are_cut_short() {
    let errors =
        ir::sil::parse(format!("proc main() {{ {} }}", many("x = 1; ")), "test.sil").expect_err("many");
    assert_eq!(errors.len(), 50);
    ir::sil::parse(many("x "), "test.sil").expect_err("no procedures");
    ir::sil::parse(many("proc "), "test.sil").expect_err("no procedures");
    ir::sil::parse(many("@"), "test.sil").expect_err("no tokens");
}

#[test]
fn long_chains_of_untyped_variables_are_typed() {
    let assignments: Vec<String> = (0..50_000).map(|i| format!("x{i} := x{};\n", i + 1)).collect();
    let program = crate::parse(&format!("f() {{ {} x50000 := 1; }}", assignments.join("")));
    assert_eq!(program.procedures[0].integers.len(), 50_001);
}

#[test]
fn truncated_texts_are_refused_or_read() {
    for (_, text) in example_files() {
        for end in 0..text.len() {
            let _ = ir::sil::parse(&text.as_bytes()[..end], "test.sil");
        }
    }
}

/// A generator of numbers that is the same on every machine: xorshift of 64 bits.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// Whatever is read from a changed text can be printed and read again.
#[test]
fn mutated_texts_are_refused_or_read() {
    let examples: Vec<Vec<u8>> = example_files().into_iter().map(|(_, text)| text.into_bytes()).collect();
    let pieces: Vec<&[u8]> = [
        "(", ")", "{", "}", "[", "]", ";", ":=", ":", "=", "/", "\"", "'", "`", "\\", "++", "-", "in", "not",
        "if", "else", "while", "goto", "1", "7:", "s", "n", "str", "div", "wrap", "u8", "input", "len",
        ".length", "&&", "!", "\u{e9}", "#", "//", "\n", "*", ",", "proc", "->", "return", "'\\0'", "/a*/",
        "entry", "alphabet", "byte",
    ]
    .iter()
    .map(|piece| piece.as_bytes())
    .collect();
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut read = 0;
    for _ in 0..20_000 {
        let mut text = examples[dice.below(examples.len())].clone();
        for _ in 0..=dice.below(4) {
            mutate(&mut text, &pieces, &mut dice);
        }
        if let Ok(program) = ir::sil::parse(&text, "test.sil") {
            read += 1;
            assert_eq!(ir::validate(&program), Ok(()));
            let printed = ir::sil::print(&program);
            assert_eq!(crate::content(&crate::parse(&printed)), crate::content(&program), "{printed}");
        }
    }
    assert!(read > 100, "some texts must stay programs: {read}");
}

fn mutate(text: &mut Vec<u8>, pieces: &[&[u8]], dice: &mut Dice) {
    if text.is_empty() {
        return;
    }
    let at = dice.below(text.len());
    match dice.below(5) {
        0 => text[at] = dice.below(256) as u8,
        1 => drop(text.drain(at..(at + 1 + dice.below(8)).min(text.len()))),
        2 => drop(text.splice(at..at, pieces[dice.below(pieces.len())].iter().copied())),
        3 => {
            let end = (at + 1 + dice.below(30)).min(text.len());
            let copy = text[at..end].to_vec();
            let place = dice.below(text.len());
            text.splice(place..place, copy);
        }
        _ => text.truncate(at),
    }
}

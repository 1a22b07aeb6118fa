//! What is refused, with its place, its cause and its help.

use ir::sil::SyntaxError;

fn errors(text: &str) -> Vec<SyntaxError> {
    ir::sil::parse(text, "test.sil").map(|_| ()).expect_err(text)
}

/// The errors of a text, each as the part of the text at its place, its cause and its help.
fn told(text: &str) -> Vec<String> {
    let tell = |error: &SyntaxError| {
        let help = error.help().map(|help| format!(" ({help})")).unwrap_or_default();
        format!("{}: {}{help}", error.span().slice(text), error.cause())
    };
    errors(text).iter().map(tell).collect()
}

fn in_main(statements: &str) -> Vec<String> {
    told(&format!("proc main() {{ s: str; n: int; b: bool; {statements} }}"))
}

#[test]
fn several_errors_of_form_are_told_at_once() {
    assert_eq!(
        in_main("n := ; s = s; if n { } b := (n < 1; halt"),
        [
            ";: an expression must stand here, not `;`",
            "=: `:=` must stand after the variable, not `=` (a value is assigned by `:=`)",
            "n: `(` must stand before the condition, not a name",
            ";: `)` must stand after the expression, not `;`",
            "}: `;` must stand after the statement, not `}`"
        ]
    );
}

#[test]
fn a_broken_procedure_does_not_hide_the_next() {
    assert_eq!(
        told("proc f( { } proc g() { n = 1; } proc main() -> float { }"),
        [
            "{: the name of a parameter must stand here, not `{`",
            "=: `:=` must stand after the variable, not `=` (a value is assigned by `:=`)",
            "float: a type must stand here, not a name (the types are `str`, `int` and `bool`)"
        ]
    );
}

#[test]
fn names_are_guessed() {
    assert_eq!(
        told("proc main() { count: int; cont := 1; goto edn; end: sufix(\"\", 1); helper(); }"),
        [
            "cont: there is no variable `cont` (did you mean `count`?)",
            "edn: there is no label `edn` in this procedure",
            "sufix: there is no procedure `sufix` (did you mean `suffix`?)",
            "helper: there is no procedure `helper`"
        ]
    );
}

#[test]
fn names_are_declared_once() {
    assert_eq!(
        told("proc main() { x: int; x: str; L: halt; L: halt; } proc main() { } proc trim() { }"),
        [
            "x: `x` is declared twice (a variable belongs to its whole procedure; assign to it with `:=`)",
            "L: there are two labels `L`",
            "main: there are two procedures named `main`",
            "trim: `trim` is a function that the language has (choose another name)"
        ]
    );
}

#[test]
fn types_must_fit() {
    assert_eq!(
        in_main(
            "n := s; s := n ++ s; b := s < s; if (n) { } b := n == s; s := lower(1); n := len(n); b := !n;"
        ),
        [
            "s: `n` is an integer, but this is a string (`++` joins strings, `len(s)` is a length)",
            "n: `++` needs a string, but this is an integer (`tostr(n)` makes a string of an integer)",
            "s: an order needs an integer, but this is a string (`++` joins strings, `len(s)` is a length)",
            "s: an order needs an integer, but this is a string (`++` joins strings, `len(s)` is a length)",
            "n: a condition needs a boolean, but this is an integer",
            "s: an integer cannot be compared with a string (`++` joins strings, `len(s)` is a length)",
            "1: `lower` needs a string, but this is an integer (`tostr(n)` makes a string of an integer)",
            "n: `len` needs a string, but this is an integer (`tostr(n)` makes a string of an integer)",
            "n: `!` needs a boolean, but this is an integer"
        ]
    );
}

#[test]
fn calls_must_fit() {
    assert_eq!(
        told("proc f(s: str) -> int { return 1; } proc g() { }
              proc main() { n: int := f(); n := f(2); n := g(); prefix(\"\", 1); n := index_of(\"\"); f(\"\"); }"),
        [
            "f: `f` takes 1 arguments, not 0",
            "2: this must be a string, but it is an integer (`tostr(n)` makes a string of an integer)",
            "g: `g` gives nothing back",
            "prefix: the result of `prefix` is not used (assign it to a variable)",
            "index_of: `index_of` takes 2 to 3 arguments, not 1"
        ]
    );
}

#[test]
fn returns_must_fit() {
    assert_eq!(
        told("proc f(b: bool) -> str { if (b) { return \"\"; } } proc main() { }"),
        ["}: the end of `f` can be reached without a `return`"]
    );
    assert_eq!(
        told("proc f() -> str { return; } proc g() { return 1; } proc main() { }"),
        [
            "return: this procedure must give a value back",
            "return 1: this procedure gives nothing back (say what it gives back, as in `proc f() -> str`)"
        ]
    );
}

#[test]
fn misplaced_literals() {
    assert_eq!(
        in_main("s := '\\0'; b := s == /a/; s := tostr(n, 99); s := tostr(n, n);"),
        [
            "'\\0': '\\0' stands only beside `=`, `==` and `!=` \
             (write \"\" for the empty string, \"\\0\" for the character with number 0)",
            "/a/: a regular expression is no value (write `s in /…/` to test, `input(/…/)` for any of its words)",
            "99: the radix must be a number from 2 to 36",
            "n: the radix must be a number from 2 to 36"
        ]
    );
    assert_eq!(
        in_main("s := 'ab';"),
        ["'ab': single quotes hold one character (strings are written in double quotes)"]
    );
    assert_eq!(
        in_main("n := wrap 65 (n); n := wrap (n);"),
        [
            "65: a number of bits from 1 to 64 must follow `wrap` (`wrap 32 (e)` is signed, `wrap u32 (e)` is not)",
            "(: a number of bits from 1 to 64 must follow `wrap` (`wrap 32 (e)` is signed, `wrap u32 (e)` is not)"
        ]
    );
}

#[test]
fn unfinished_tokens_cost_their_line() {
    assert_eq!(
        told("proc main() {\n s := \"a;\n t := 'x;\n b := n / 2;\n c := a % b;\n}"),
        [
            "\"a;: this string has no end on its line",
            "'x;: this character has no end on its line (strings are written in double quotes)",
            "/ 2;: this regular expression has no end on its line \
             (`/` begins a regular expression; division is written `div`)",
            "%: the character % has no meaning here (the remainder is written `mod`)"
        ]
    );
}

#[test]
fn regular_expressions_are_checked_at_their_place() {
    assert_eq!(in_main("b := s in /a\\/(b/;").len(), 1);
    assert_eq!(in_main("b := s in /a\\/*b)/;"), ["): this parenthesis closes no group"]);
    let error = &errors("proc main() { s: str; assert(s in /(a|b)*a(a|b){40}/); }")[0];
    assert!(error.cause().starts_with("the language of this expression is not available"), "{error}");
    assert_eq!(
        told("alphabet byte proc main() { s: str; assert(s in /é/); }"),
        [
            "/é/: 'é' is no single character of the alphabet (write the characters by their numbers, as in \\xHH)"
        ]
    );
}

#[test]
fn literals_stay_in_the_alphabet() {
    assert_eq!(
        told("alphabet 97 proc main() { s: str := \"ab\"; }"),
        ["b: the character with number 0x62 is not in the alphabet \
          (the alphabet is set by the first line, as in `alphabet unicode`)"]
    );
    assert!(told("alphabet ascii proc main() { }")[0].starts_with("ascii: this is no alphabet"));
}

#[test]
fn marks_need_an_alphabet_with_marks() {
    assert_eq!(
        in_main("b := s in marked /a/;"),
        ["/a/: the alphabet has no marked characters (its line says so, as in `alphabet byte marked`)"]
    );
    assert!(in_main("s := replace(s, marked /a/, s);")[0].contains("a regular expression is no value"));
}

#[test]
fn numbers_must_fit() {
    let most = i128::MAX;
    assert_eq!(
        in_main(&format!("n := {most}0;")),
        [format!("{most}0: this number does not fit in 128 bits")]
    );
    assert_eq!(
        in_main(&format!("n := {most} + 1;")),
        [format!("{most} + 1: this term does not fit in 128 bits")]
    );
    assert_eq!(
        in_main(&format!("n := -{most} - 1;")),
        [format!("-{most} - 1: this term does not fit in 128 bits")]
    );
    assert_eq!(in_main(&format!("b := n < -{most};")).len(), 1);
    assert_eq!(
        in_main(&format!("n := 2 * n * {most};")),
        [format!("2 * n * {most}: this term does not fit in 128 bits")]
    );
}

#[test]
fn bytes_that_are_no_text_have_a_place() {
    let error = &ir::sil::parse(b"proc main() { \xFF }", "test.sil").expect_err("no UTF-8")[0];
    assert_eq!((error.span().start, error.span().end), (14, 15));
    assert_eq!(error.cause(), "these bytes are not UTF-8");
    let cut = &ir::sil::parse(b"// \xF0\x9F", "test.sil").expect_err("no UTF-8")[0];
    assert_eq!((cut.span().start, cut.span().end), (3, 5));
}

#[test]
fn untyped_variables_need_a_use() {
    assert_eq!(told("f(x) { y := x; }").len(), 2);
    assert_eq!(
        told("f(x) { x := 1; y := x ++ \"\"; return; }"),
        ["x: `++` needs a string, but this is an integer (`tostr(n)` makes a string of an integer)"]
    );
}

#[test]
fn an_entry_is_needed() {
    assert!(told("")[0].contains("there is no procedure `main`"));
    assert!(told("proc f() {} proc g() {}")[0].contains("there is no procedure `main`"));
    assert_eq!(told("entry h proc f() {}"), ["h: there is no procedure `h`"]);
    assert!(told("proc main(s: str) { main(s); }")[0].contains("`main` is where a run begins"));
}

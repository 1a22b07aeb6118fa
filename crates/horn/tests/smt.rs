//! Systems as text: what is printed is read back, what is wrong is told with its line, nothing makes the reader deep.

use std::fmt::Write as _;

use automata::Budget;
use horn::smt::{Dialect, ParseError, parse, print};
use horn::system::{Head, HornSystem};

fn read(text: &str) -> Result<HornSystem, ParseError> {
    parse(text, &mut Budget::steps(10_000_000))
}

fn reprinted(text: &str, dialect: Dialect) -> String {
    print(&read(text).expect("it parses"), dialect).expect("SMT-LIB has all of it")
}

/// Strings, lists, booleans, bits, definitions, lets, and every way to write a clause.
const SYSTEM: &str = r#"
; a comment with ( and "
(set-logic HORN)
(declare-datatypes ((List 0)) (((nil) (cons (hd Int) (tl List)))))
(declare-fun |P q| (String Int) Bool)
(declare-fun L (List Bool (_ BitVec 8)) Bool)
(declare-fun Z () Bool)
(define-fun twice ((x Int)) Int (+ x x))
(define-fun-skip)
(assert (|P q| "a""b\u{5c}" (- 3)))
(assert (forall ((s String) (n Int)) (=> (|P q| s n) (< n 10) (|P q| (str.++ s "a" "b") (twice (- n 1))))))
(assert (forall ((s String) (n Int)) (=> (and (|P q| s n) (let ((r (re.* (re.union (str.to_re "a") (re.range "b" "d")))))
  (not (str.in_re s (re.++ r ((_ re.loop 1 3) r) (re.opt re.allchar) (re.diff r (re.+ r))))))) false)))
(assert (forall ((l List) (b Bool)) (or (not (L l b #x0f)) (L (cons 1 l) (not b) (_ bv3 8)) )))
(assert (not (exists ((l List)) (and (L l true #b00000001) ((_ is cons) l) (>= (hd l) (hd (tl l)) 0)))))
(assert (forall ((s String)) (=> (or Z (|P q| s 0)) (ite (= s "") Z (|P q| s 1)))))
(check-sat)
"#;

#[test]
fn what_is_printed_is_read_back_the_same() {
    let text = SYSTEM.replace("(define-fun-skip)\n", "");
    for dialect in [Dialect::Assertions, Dialect::Rules] {
        let once = reprinted(&text, dialect);
        assert!(!once.contains("set-logic"), "{once}");
        if dialect == Dialect::Assertions {
            assert_eq!(reprinted(&once, dialect), once);
        }
    }
    let system = read(&text).expect("it parses");
    // The last assertion is a choice in the body and another in the head.
    assert_eq!(system.clauses.len(), 9);
    assert_eq!(system.clauses.iter().filter(|clause| clause.head == Head::Query(None)).count(), 2);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let cases = [
        ("(assert\n (P 1))", 2, "not declared"),
        ("(declare-fun P (Int) Bool)\n\n(assert (P \"a\"))", 3, "arguments"),
        ("(declare-fun f (Int) Int)", 1, "only predicates"),
        ("\n(assert (and true", 2, "not closed"),
        ("(check-sat))", 1, "closes nothing"),
        ("(declare-fun P () Bool)(declare-fun Q () Bool)\n(assert (or P Q))", 2, "two predicates"),
        ("(declare-fun P () Bool)\n(assert (= P true))", 2, "inside of a term"),
        ("(declare-fun P () Bool)\n(assert (=> (forall ((x Int)) (> x 0)) P))", 2, "quantifier"),
        ("(push 1)", 1, "`push` is not known"),
        ("(assert (> 1 170141183460469231731687303715884105728))", 1, "no value"),
        ("(assert (str.in_re \"a\" (str.to_re \"\\u{30000}\")))", 1, "too great"),
        ("(assert (+ 1 2))", 1, "formula"),
        ("(assert ())", 1, "nothing"),
        ("(assert \"abc)", 1, "not closed"),
        ("(assert (let ((x)) true))", 1, "pair"),
        ("(define-fun P () Int true)", 1, "another sort"),
        ("(declare-datatypes ((L 1)) ((nil)))", 1, "without parameters"),
    ];
    for (text, line, part) in cases {
        let error = read(text).expect_err(text);
        assert_eq!(error.line(), line, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn deep_texts_do_no_harm() {
    let depth = 100_000;
    let nested =
        |open: &str, inner: &str| format!("(assert {}{inner}{})", open.repeat(depth), ")".repeat(depth));
    assert!(read(&nested("(not ", "true")).is_ok());
    assert!(read(&nested("(and true ", "true")).is_ok());
    assert!(read(&nested("(let ((x true)) ", "x")).is_ok());
    assert!(read(&nested("(ite true true ", "x")).is_err());
    assert!(read(&"(".repeat(depth)).is_err());
    assert!(read(&nested("(= (+ 1 ", "1")).is_err());
    let regex = format!("(assert (str.in_re \"\" {}re.all{}))", "(re.* ".repeat(depth), ")".repeat(depth));
    assert!(read(&regex).is_ok());
}

#[test]
fn a_let_that_doubles_is_not_written_out() {
    let mut text = String::from("(declare-fun P (Int) Bool)\n(assert (forall ((x0 Int)) (=> (P x0) (P ");
    for at in 0..60 {
        write!(text, "(let ((x{} (+ (* x{at} x{at}) (div x{at} 7)))) ", at + 1)
            .expect("a string can be written to");
    }
    write!(text, "x60{}))))", ")".repeat(60)).expect("a string can be written to");
    assert!(reprinted(&text, Dialect::Assertions).len() < 100_000);
}

#[test]
fn sums_and_words_that_double_are_not_written_out() {
    let sums: [(&str, &str); 2] = [("Int", "(+ x x)"), ("String", "(str.++ x x)")];
    for (sort, twice) in sums {
        let mut text =
            format!("(declare-fun P ({sort}) Bool)\n(define-fun f0 ((x {sort})) {sort} {twice})\n");
        for at in 1..60 {
            let call = twice.replace('x', &format!("(f{} x)", at - 1));
            writeln!(text, "(define-fun f{at} ((x {sort})) {sort} {call})")
                .expect("a string can be written to");
        }
        writeln!(text, "(assert (forall ((x {sort})) (=> (P x) (P (f59 x)))))")
            .expect("a string can be written to");
        assert!(reprinted(&text, Dialect::Assertions).len() < 1_000_000, "{sort}");
    }
    let mut text = String::from("(declare-fun P (String) Bool)\n(assert (P ");
    for at in 0..60 {
        let before = if at == 0 { "\"ab\"".to_owned() } else { format!("w{}", at - 1) };
        write!(text, "(let ((w{at} (str.++ {before} {before}))) ").expect("a string can be written to");
    }
    write!(text, "w59{}))", ")".repeat(60)).expect("a string can be written to");
    assert!(reprinted(&text, Dialect::Assertions).len() < 10_000_000);
}

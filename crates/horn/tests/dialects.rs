//! Texts that others write: what is read, what is refused with its name, and what counts as a query.
//!
//! A command that is skipped in silence makes a false proof: `(query fail)` was one. So every text here says what it
//! must be: refused with a word, without a query, or with as many as are given.

use automata::Budget;
use horn::smt::parse;
use horn::system::HornSystem;

fn read(text: &str) -> Result<HornSystem, String> {
    parse(text, &mut Budget::steps(10_000_000)).map_err(|error| error.to_string())
}

/// The clauses that say what must not be derived.
fn queries(text: &str) -> usize {
    let system = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    system.clauses.iter().filter(|clause| clause.head.atom().is_none()).count()
}

const RULES: &str = "(declare-rel inv (String))(declare-rel fail ())(declare-var s String)(rule (inv \"a\"))";
const CLAUSES: &str = "(declare-fun p (String) Bool)(assert (p \"a\"))";

#[test]
fn a_query_of_the_dialect_with_rules_is_a_query() {
    for (more, expected) in [
        ("(rule (=> (inv s) fail))", 0),
        ("(rule (=> (inv s) fail))(query fail)", 1),
        ("(rule (=> (inv s) fail) name)(query fail :print-certificate true)(exit)", 1),
        ("(query inv)", 1),
        ("(query (inv s))", 1),
        ("(query (or (inv s) fail))", 2),
        ("(query inv)(query fail)", 2),
        ("(rule (=> (inv s) false))(query fail)", 2),
    ] {
        assert_eq!(queries(&format!("{RULES}{more}")), expected, "{more}");
    }
}

#[test]
fn clauses_that_must_not_hold_are_queries() {
    for (more, expected) in [
        ("(check-sat)", 0),
        ("(set-option :produce-models true)(set-info :status unsat)(check-sat)(get-model)(exit)", 0),
        ("(assert (not (p \"a\")))(check-sat)", 1),
        ("(assert (not (exists ((x String)) (and (p x) (= x \"b\")))))(check-sat)", 1),
        ("(assert (forall ((x String)) (forall ((n Int)) (=> (p x) (= n 1) (= x \"b\")))))", 1),
        ("(assert (! (forall ((x String)) (! (=> (p x) (= x \"b\")) :pattern ((p x)))) :named g))", 1),
        ("(define-fun bad ((x String)) Bool (p x))(assert (forall ((x String)) (not (bad x))))", 1),
        ("(define-const c String \"b\")(assert (not (p c)))", 1),
        (
            "(define-fun r () RegLan (re.* re.allchar))(define-fun q () RegLan (re.++ r r))\
          (assert (forall ((x String)) (=> (p x) (str.in_re x (re.union r q)))))",
            1,
        ),
    ] {
        assert_eq!(queries(&format!("{CLAUSES}{more}")), expected, "{more}");
    }
}

#[test]
fn what_is_not_read_is_refused_by_its_name() {
    for (text, name) in [
        ("(push 1)", "`push`"),
        ("(pop 1)", "`pop`"),
        ("(reset)", "`reset`"),
        ("(reset-assertions)", "`reset-assertions`"),
        ("(check-sat-assuming (q))", "`check-sat-assuming`"),
        ("(minimize 3)", "`minimize`"),
        ("(declare-sort U 0)", "`declare-sort`"),
        ("(define-sort U () Int)", "`define-sort`"),
        ("(define-fun-rec f ((x Int)) Int (f x))", "`define-fun-rec`"),
        ("(check-sat)(assert true)", "`assert` behind"),
        ("(check-sat)(check-sat)", "`check-sat` behind"),
        ("(check-sat)(reset)", "`reset` behind"),
        ("(exit)(check-sat)", "`check-sat` behind"),
        ("(declare-rel f ())(query f)(rule f)", "`rule` behind"),
        ("(query gone)", "declared"),
        ("(declare-fun a ((Array Int Int)) Bool)", "`(Array Int Int)`"),
        ("(declare-fun a (Real) Bool)", "`Real`"),
        ("(declare-fun a ((_ BitVec 128)) Bool)", "`(_ BitVec 128)`"),
        ("(declare-fun a ((Seq Int)) Bool)", "`(Seq Int)`"),
        ("(assert (forall ((x Real)) true))", "`Real`"),
        ("(declare-fun f (Int) Int)", "only predicates"),
        ("(declare-const x String)", "only predicates"),
        ("(declare-fun a Int Bool)", "a list"),
        ("(define-fun r ((x String)) RegLan (str.to_re x))", "`RegLan`"),
        ("(define-fun r () RegLan \"a\")", "regular expression"),
        ("(define-fun abs ((x Int)) Int (+ x 1))", "meaning of its own"),
        ("(declare-fun re.mine () Bool)", "meaning of its own"),
        ("(declare-fun |5| () Bool)", "meaning of its own"),
        ("(declare-fun a () Bool)(declare-fun a (Int) Bool)", "already"),
        ("(declare-fun a () Bool)(define-fun a () Bool true)", "already"),
        ("(declare-var a Int)(declare-var a String)", "already"),
        ("(declare-datatype T ((mk (f T))))", "without any value"),
        ("(set-option :encoding ascii)", "`:encoding`"),
        ("(assert (= \"é\" \"\"))", "ASCII"),
        ("(declare-fun a () Bool)(assert (xor a true))", "Horn"),
        ("(declare-fun a () Bool)(assert (not (forall ((x Int)) (not a))))", "quantifier"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.contains(name), "{text}: {error}");
    }
}

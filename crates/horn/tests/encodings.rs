//! Every operation in every encoding: its clauses derive exactly the value of the operation, on random small arguments.

mod ground;

use std::collections::{BTreeMap, BTreeSet};

use automata::{Budget, Symbol};
use horn::encode::{Characters, Ghosts, StringEncoding, Style, WayBack, encode};
use horn::op::{FunctionId, LanguageId, Op, PredicateId};
use horn::regex::{Node, Regex};
use horn::smt::{Dialect, parse, print};
use horn::solve::Fact;
use horn::sort::Sort;
use horn::system::{Atom, Clause, Head, HornSystem, Language, Variable};
use horn::terms::{TermId, Var};
use horn::value::{Value, evaluate};
use ir::dice::Dice;

const IN: PredicateId = PredicateId(0);
const OUT: PredicateId = PredicateId(1);

fn budget() -> Budget {
    Budget::steps(100_000_000)
}

/// An operation, the sorts of its arguments, and the characters that its words are made of.
type Case = (Op, &'static [Sort], &'static str);

const OPERATIONS: [Case; 31] = {
    use Sort::{Int, Str};
    [
        (Op::Equal, &[Str, Str], "ab"),
        (Op::Concat, &[Str, Str], "ab"),
        (Op::Concat, &[Str, Str, Str], "ab"),
        (Op::Length, &[Str], "ab"),
        (Op::At, &[Str, Int], "ab"),
        (Op::Substring, &[Str, Int, Int], "abc"),
        (Op::PrefixOf, &[Str, Str], "ab"),
        (Op::SuffixOf, &[Str, Str], "ab"),
        (Op::Contains, &[Str, Str], "ab"),
        (Op::IndexOf, &[Str, Str, Int], "ab"),
        (Op::LastIndexOf, &[Str, Str], "ab"),
        (Op::Replace, &[Str, Str, Str], "ab"),
        (Op::ReplaceAll, &[Str, Str, Str], "ab"),
        (Op::In(LanguageId(0)), &[Str], "ab"),
        (Op::In(LanguageId(1)), &[Str], "ab"),
        (Op::ToInt, &[Str], "019a-"),
        (Op::FromInt, &[Int], ""),
        (Op::ToCode, &[Str], "ab"),
        (Op::FromCode, &[Int], ""),
        (Op::StrLess, &[Str, Str], "ab"),
        (Op::StrAtMost, &[Str, Str], "ab"),
        (Op::Reverse, &[Str], "abc"),
        (Op::Repeat, &[Str, Int], "ab"),
        (Op::Apply(FunctionId(0)), &[Str], "aZ["),
        (Op::Apply(FunctionId(1)), &[Str], "a z"),
        (Op::Apply(FunctionId(2)), &[Str], "a z"),
        (Op::Apply(FunctionId(3)), &[Str], "a z"),
        (Op::Numeral(10), &[Int], ""),
        (Op::Numeral(2), &[Int], ""),
        (Op::Parse(10), &[Str], "07-+"),
        (Op::Parse(16), &[Str], "0aF-"),
    ]
};

/// A system without clauses: languages, functions.
fn empty_system() -> HornSystem {
    let mut system = parse("", &mut budget()).expect("nothing is a system");
    let word = |text: &str| Node::Word(text.chars().map(Symbol::from).collect());
    let pairs = vec![word("ab"), Node::Repeat(0, 0, None)];
    let no_aa = vec![word("aa"), Node::All, Node::Concat(vec![1, 0, 1]), Node::Complement(2)];
    for nodes in [pairs, no_aa] {
        let regex = Regex::new(nodes).expect("parts come first");
        let automaton = regex.language(system.alphabet, &mut budget()).expect("it is small");
        system.add_language(Language { automaton, regex });
    }
    for name in ["lower", "trim", "trim_start", "trim_end"] {
        system.functions.push(ir::functions::named(name, system.alphabet).expect("it has a name"));
    }
    system
}

fn random(dice: &mut Dice, sort: Sort, letters: &str) -> Value {
    if sort == Sort::Int {
        let great = letters.is_empty() && dice.one_in(3);
        return Value::Int(if great { dice.between(90, 130) } else { dice.between(-2, 5) });
    }
    let letters: Vec<Symbol> = letters.chars().map(Symbol::from).collect();
    let length = dice.below(5);
    Value::Str((0..length).map(|_| *dice.choose(&letters)).collect())
}

fn constant(system: &mut HornSystem, value: &Value) -> TermId {
    match value {
        Value::Int(value) => system.terms.int(*value),
        Value::Str(word) => system.terms.word(word),
        Value::Bool(_) | Value::Bits { .. } | Value::Data(..) => {
            unreachable!("arguments are words and integers")
        }
    }
}

/// `In` holds of the arguments; `Out` holds of the result for some of them constant and the others from `In`. A test of a
/// language is there too, so that there are profiles.
fn system_of(op: Op, arguments: &[Value], sorts: &[Sort], constants: u32) -> HornSystem {
    let mut system = empty_system();
    system.add_predicate("In".to_owned(), sorts.to_vec());
    let values: Vec<TermId> = arguments.iter().map(|value| constant(&mut system, value)).collect();
    let always = system.terms.truth(true);
    let clause =
        |variables, body, head| Clause { variables, body, constraint: always, head, trace: Vec::new() };
    let fact = Head::Atom(Atom { predicate: IN, arguments: values.clone() });
    system.clauses.push(clause(Vec::new(), Vec::new(), fact));
    let vars: Vec<TermId> =
        sorts.iter().enumerate().map(|(at, &sort)| system.terms.var(Var(at as u32), sort)).collect();
    let variables: Vec<Variable> =
        sorts.iter().map(|&sort| Variable { name: "x".to_owned(), sort }).collect();
    let mixed: Vec<TermId> =
        (0..vars.len()).map(|at| if constants >> at & 1 == 1 { values[at] } else { vars[at] }).collect();
    let result = system.terms.app(op, &mixed);
    let sort = system.terms.sort(result);
    system.add_predicate("Out".to_owned(), vec![sort]);
    let given = vec![Atom { predicate: IN, arguments: vars.clone() }];
    let head = Head::Atom(Atom { predicate: OUT, arguments: vec![result] });
    system.clauses.push(clause(variables.clone(), given.clone(), head));
    let tested = system.add_predicate("Tested".to_owned(), vec![Sort::Bool]);
    for at in (0..sorts.len()).filter(|&at| sorts[at] == Sort::Str) {
        let inside = system.terms.app(Op::In(LanguageId(0)), &[vars[at]]);
        let head = Head::Atom(Atom { predicate: tested, arguments: vec![inside] });
        system.clauses.push(clause(variables.clone(), given.clone(), head));
    }
    system
}

/// The facts of a predicate in an encoded system.
fn facts(encoded: &HornSystem, style: Style, predicate: PredicateId) -> BTreeSet<Vec<Value>> {
    match style {
        Style::Recursive => {
            let open = vec![None; encoded.predicate(predicate).sorts.len()];
            ground::backward(encoded, predicate, &open)
        }
        Style::PreCondition | Style::Iterative => {
            let all = ground::forward(encoded).into_iter();
            all.filter(|fact| fact.0 == predicate).map(|fact| fact.1).collect()
        }
    }
}

/// The ghosts that a word must have: its length, and the states that the tracked automata reach.
fn ghosts_agree(system: &HornSystem, word: &[Symbol], ghosts: &[Value]) {
    let [length, profiles @ ..] = ghosts else { return };
    assert_eq!(*length, Value::Int(word.len() as i128));
    if profiles.is_empty() {
        return;
    }
    let automaton = &system.language(LanguageId(0)).automaton;
    let failure = automaton.state_count() as i128;
    let reached = automaton.states().map(|state| {
        let last = word.iter().try_fold(state, |state, &symbol| automaton.step(state, symbol));
        Value::Int(last.map_or(failure, |state| state.index() as i128))
    });
    let reached: Vec<Value> = reached.collect();
    assert_eq!(profiles[..reached.len()], reached);
}

/// The result that the encoded system derives, which must be the only one.
fn result(
    system: &HornSystem,
    encoded: &HornSystem,
    back: &WayBack,
    facts: &BTreeSet<Vec<Value>>,
) -> Option<Value> {
    let mut facts = facts.iter();
    let (Some(values), None) = (facts.next(), facts.next()) else { return None };
    let fact = Fact { predicate: Some(OUT), values: values.clone(), premises: Vec::new() };
    let (_, old) = back.fact(&fact)?;
    if let Value::Str(word) = &old[0] {
        ghosts_agree(system, word, &values[1..]);
    }
    assert_eq!(encoded.predicate(OUT).sorts.len(), values.len());
    old.into_iter().next()
}

fn check(dice: &mut Dice, (op, sorts, letters): Case, encoding: StringEncoding) {
    let arguments: Vec<Value> = sorts.iter().map(|&sort| random(dice, sort, letters)).collect();
    let constants = if dice.one_in(2) { 0 } else { dice.below(1 << sorts.len()) };
    let mut system = system_of(op, &arguments, sorts, constants);
    let terms: Vec<TermId> = arguments.iter().map(|value| constant(&mut system, value)).collect();
    let term = system.terms.app(op, &terms);
    let Some(expected) = evaluate(&system, &[term], &BTreeMap::new()).and_then(|mut values| values.pop())
    else {
        return;
    };
    let (encoded, back) = encode(&system, &encoding, &mut budget()).expect("it is small");
    let what = format!("{op:?} {arguments:?} constants {constants:b} {encoding}");
    let text = print(&encoded, Dialect::Assertions).expect("lists are SMT-LIB");
    let again = parse(&text, &mut budget()).unwrap_or_else(|error| panic!("{what}: {error}\n{text}"));
    // Conjunctions within conjunctions are read as one, so the text is stable from the second time on.
    let twice = print(&again, Dialect::Assertions).expect("lists are SMT-LIB");
    let thrice = parse(&twice, &mut budget()).map(|system| print(&system, Dialect::Assertions));
    assert_eq!(thrice, Ok(Ok(twice)), "{what}");
    assert_eq!(again.clauses.len(), encoded.clauses.len(), "{what}");
    if !encoded.approximations.is_empty() {
        assert!(encoding.characters == Characters::Bits && matches!(op, Op::ToCode | Op::FromCode), "{what}");
        return;
    }
    let facts = facts(&encoded, encoding.style, OUT);
    let found = result(&system, &encoded, &back, &facts);
    assert_eq!(found, Some(expected), "{what}\n{facts:?}\n{text}");
}

fn check_all(of: fn(&StringEncoding) -> bool) {
    let encodings = StringEncoding::all();
    let chosen = encodings.iter().filter(|encoding| encoding.ghosts != Ghosts::Alone && of(encoding));
    let mut dice = Dice::new(1);
    for encoding in chosen {
        for case in OPERATIONS {
            check(&mut dice, case, *encoding);
        }
    }
}

#[test]
fn recursive_clauses_derive_exactly_the_value() {
    check_all(|encoding| encoding.style == Style::Recursive);
}

#[test]
fn clauses_with_preconditions_derive_exactly_the_value() {
    check_all(|encoding| encoding.style == Style::PreCondition);
}

#[test]
fn loops_derive_exactly_the_value() {
    check_all(|encoding| encoding.style == Style::Iterative);
}

#[test]
fn ghosts_alone_lose_no_value() {
    let encodings = StringEncoding::all();
    for encoding in encodings.iter().filter(|encoding| encoding.ghosts == Ghosts::Alone) {
        let mut dice = Dice::new(7);
        for (op, sorts, letters) in OPERATIONS {
            let arguments: Vec<Value> = sorts.iter().map(|&sort| random(&mut dice, sort, letters)).collect();
            let mut system = system_of(op, &arguments, sorts, 0);
            let terms: Vec<TermId> = arguments.iter().map(|value| constant(&mut system, value)).collect();
            let term = system.terms.app(op, &terms);
            let Some(expected) = evaluate(&system, &[term], &BTreeMap::new()).and_then(|mut all| all.pop())
            else {
                continue;
            };
            let (encoded, _) = encode(&system, encoding, &mut budget()).expect("it is small");
            let what = format!("{op:?} {arguments:?} {encoding}");
            let is_exact = matches!(op, Op::Concat | Op::Length | Op::In(_));
            assert_eq!(encoded.approximations.is_empty(), is_exact, "{what}");
            assert!(encoded.data.is_empty(), "{what}");
            // Of a string that is not known, clauses guess a word, which is not done here.
            if is_exact || !matches!(expected, Value::Str(_)) {
                let known = ghosts_of(&system, &encoded, &expected);
                assert!(!ground::backward(&encoded, OUT, &known).is_empty(), "{what} {expected:?}");
                let open = vec![None; known.len()];
                assert!(!is_exact || ground::backward(&encoded, OUT, &open).len() == 1, "{what}");
            }
        }
    }
}

/// The ghosts of a value, as the arguments of `Out` have them; states beyond the first automaton are left open.
fn ghosts_of(system: &HornSystem, encoded: &HornSystem, value: &Value) -> Vec<Option<Value>> {
    let Value::Str(word) = value else { return vec![Some(value.clone())] };
    let automaton = &system.language(LanguageId(0)).automaton;
    let failure = automaton.state_count() as i128;
    let reached = automaton.states().map(|state| {
        let last = word.iter().try_fold(state, |state, &symbol| automaton.step(state, symbol));
        Value::Int(last.map_or(failure, |state| state.index() as i128))
    });
    let mut known: Vec<Option<Value>> =
        std::iter::once(Value::Int(word.len() as i128)).chain(reached).map(Some).collect();
    known.resize(encoded.predicate(OUT).sorts.len(), None);
    known
}

#[test]
fn a_string_that_is_both_given_and_made_is_the_same() {
    let text = r#"
(declare-fun In (String String) Bool)
(declare-fun Out (String) Bool)
(declare-fun Whole (String) Bool)
(assert (In "a" "b"))
(assert (In "b" "a"))
(assert (Whole "ab"))
(assert (forall ((x String) (y String)) (=> (and (In x y) (Whole (str.++ x y))) (Out x))))
"#;
    let system = parse(text, &mut budget()).expect("it parses");
    for encoding in StringEncoding::all().iter().filter(|encoding| encoding.ghosts != Ghosts::Alone) {
        let (encoded, back) = encode(&system, encoding, &mut budget()).expect("it is small");
        let found = facts(&encoded, encoding.style, OUT);
        let found: Vec<Value> = found
            .into_iter()
            .filter_map(|values| back.fact(&Fact { predicate: Some(OUT), values, premises: Vec::new() }))
            .flat_map(|(_, values)| values)
            .collect();
        assert_eq!(found, [Value::Str(vec![97])], "{encoding}");
    }
}
